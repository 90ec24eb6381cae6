#!/usr/bin/env python3
"""Runs the unit tests (cmocka programs) of a folder, and counts."""
import os
import re
import subprocess
import sys

import common

# The summary lines of cmocka; it lists failed tests again behind the second.
PASSED = re.compile(r'^\[  PASSED  \] (\d+) test', re.M)
FAILED = re.compile(r'^\[  FAILED  \] (\d+) test', re.M)
SKIPPED = re.compile(r'^\[  SKIPPED \] (\d+) test', re.M)


def run(folder, name):
    """The program's name, exit code and what it printed."""
    try:
        done = subprocess.run([os.path.join(os.path.abspath(folder), name)], cwd=common.ROOT, timeout=300, text=True,
                              errors='replace', stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
        return name, done.returncode, done.stdout
    except (OSError, subprocess.TimeoutExpired) as error:
        return name, -1, str(error)


def main():
    folder = sys.argv[1] if len(sys.argv) > 1 else os.path.join(common.ROOT, 'build', 'unit')
    sources = os.path.join(common.ROOT, 'tests', 'unit')
    names = sorted(os.path.splitext(s)[0] for s in os.listdir(sources) if s.endswith('.c'))
    passed = failed = skipped = 0
    if not names:
        print('FAIL   no unit tests')
        failed += 1
    for name, code, said in common.in_parallel(lambda n: run(folder, n), names):
        counts = [sum(int(n) for n in pattern.findall(said)) for pattern in (PASSED, FAILED, SKIPPED)]
        if code and not counts[1]:
            counts[1] = 1 # it crashed, or a sanitizer stopped it
        if not code and not sum(counts):
            counts[0] = 1 # a program of another kind that is content
        if counts[1]:
            print(f'FAIL   {name}: exit code {code}')
            print('\n'.join('       ' + l for l in said.splitlines()
                            if not re.match(r'^\[( RUN      |       OK )\]', l))[-6000:])
        passed, failed, skipped = passed + counts[0], failed + counts[1], skipped + counts[2]
    print(f'{passed} passed, {failed} failed' + (f', {skipped} skipped' if skipped else ''))
    return 1 if failed else 0


if __name__ == '__main__':
    sys.exit(main())

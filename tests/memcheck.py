#!/usr/bin/env python3
"""Unit tests and a few fixtures under valgrind: `make memcheck`."""
import glob
import os
import re
import subprocess
import sys

import common

VALGRIND = ['valgrind', '--quiet', '--error-exitcode=99', '--leak-check=full', '--errors-for-leak-kinds=definite',
            '--track-fds=no']


def run(command):
    done = subprocess.run(VALGRIND + command, cwd=common.ROOT, stdin=subprocess.DEVNULL, capture_output=True, text=True, errors='replace',
                          check=False)
    return None if done.returncode != 99 else done.stderr[-2500:]


def main():
    parser = common.arguments(__doc__)
    parser.add_argument('units', nargs='*')
    options = parser.parse_args()
    tally = common.Tally(options.verbose)
    for unit in options.units:
        tally.check(f'valgrind {os.path.basename(unit)}', run([os.path.abspath(unit)]))
    bases = {re.sub(r'\.(keys\.yaml|jsonl)$', '', path) for path in glob.glob(os.path.join(common.ROOT, 'fixtures', 'PL*', 'bad-*'))
             if path.endswith(('.keys.yaml', '.jsonl'))}
    for base in sorted(bases):
        paths = [base + end for end in ('.keys.yaml', '.jsonl') if os.path.exists(base + end)]
        for form in ('text', 'json'):
            tally.check(f'valgrind {os.path.relpath(base, common.ROOT)} {form}',
                        run([os.path.abspath(options.padlint), 'check', '--format', form, '--threads', '2', *paths]))
    return tally.finish()


if __name__ == '__main__':
    sys.exit(main())

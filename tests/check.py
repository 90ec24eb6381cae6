#!/usr/bin/env python3
"""
Runs every test of the project and adds up what they say: `make check` calls it.

Each part is a program whose last line is "N passed, N failed[, N skipped]"; a part that ends in
another way counts as one failure more. The last line of all is the sum.
"""
import argparse
import os
import re
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
COUNTS = re.compile(r'^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?$')


class Sum:
    def __init__(self):
        self.passed = self.failed = self.skipped = 0

    def part(self, title, command):
        """Runs one part, shows what it prints but its counts, and adds these."""
        print(f'\n== {title}', flush=True)
        start, counts = time.monotonic(), None
        process = subprocess.Popen(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                   text=True, errors='replace')
        for line in process.stdout:
            found = COUNTS.match(line.strip())
            if found:
                counts = [int(n or 0) for n in found.groups()]
            else:
                print(line, end='', flush=True)
        code = process.wait()
        passed, failed, skipped = counts or [0, 0, 0]
        if (code != 0 or counts is None) and not failed:
            print(f'FAIL   {title}: ended with exit code {code}' + ('' if counts else ' without a count'))
            failed += 1
        self.passed += passed
        self.failed += failed
        self.skipped += skipped
        print(f'   {passed} right, {failed} wrong' + (f', {skipped} skipped' if skipped else '') +
              f'  ({time.monotonic() - start:.0f} s)', flush=True)
        return not failed

    def step(self, title, command):
        """A build: one check, which says nothing when it goes well."""
        print(f'\n== {title}', flush=True)
        start = time.monotonic()
        done = subprocess.run(command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              errors='replace', check=False)
        warned = [l for l in done.stdout.splitlines() if 'warning:' in l]
        if done.returncode:
            print(done.stdout[-4000:])
            print(f'FAIL   {title}')
        self.passed += done.returncode == 0
        self.failed += done.returncode != 0
        print(f'   {"done" if not done.returncode else "failed"}' + (f', {len(warned)} warnings' if warned else '') +
              f'  ({time.monotonic() - start:.0f} s)', flush=True)
        return done.returncode == 0


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--make', default='make')
    parser.add_argument('--build', default='build')
    parser.add_argument('--rule', default='')
    parser.add_argument('--fuzz-time', default='15')
    parser.add_argument('variables', nargs='*', help='variables for make')
    options = parser.parse_args()
    build = options.build
    padlint = f'{build}/padlint'

    def make(*targets):
        return [options.make, '--no-print-directory', f'-j{os.cpu_count()}', *options.variables, *targets]

    def program(name, *arguments, binary=padlint):
        return [sys.executable, f'tests/{name}.py', '--padlint', binary, *arguments]

    total = Sum()
    if options.rule:
        total.step('build', make(f'BUILD={build}', 'DEVELOPER=1', 'all'))
        total.part(f'fixtures of {options.rule}', program('fixtures', '--rule', options.rule))
    else:
        everything(total, options, make, program)
    print(f'\n{total.passed} passed, {total.failed} failed')
    return 1 if total.failed else 0


def everything(total, options, make, program):
    build, fuzz, asan = options.build, f'{options.build}/fuzz', f'{options.build}/asan'
    if total.step('build', make(f'BUILD={build}', 'DEVELOPER=1', 'all', 'unit-build')):
        total.part('unit tests', [sys.executable, 'tests/unit.py', f'{build}/unit'])
        total.part('fixtures of the rules', program('fixtures'))
        total.part('case corpus', program('cases'))
        total.part('schemas', program('schema'))
        total.part('infer', program('infer'))
        total.part('properties of random tables', program('property'))
        total.part('trust: clean tables stay silent, planted faults are told', program('trust'))
        total.part('encodings of time', program('encodings'))
        total.part('kinds that are no numbers', program('kinds'))
        total.part('bad input and misuse', program('badinput'))
        total.part('examples of the documents and the demo', program('check_docs'))
        total.part('rules, rules.yaml and fixtures agree', program('check_rules'))
    sanitized = ['SANITIZE=address,undefined', f'BUILD={asan}', 'OPT=-O1 -g']
    if total.step('build with sanitizers', make(*sanitized, 'all', 'unit-build')):
        total.part('unit tests with sanitizers', [sys.executable, 'tests/unit.py', f'{asan}/unit'])
        total.part('fixtures with sanitizers', program('fixtures', '--few', binary=f'{asan}/padlint'))
        total.part('case corpus with sanitizers', program('cases', binary=f'{asan}/padlint'))
        total.part('schemas with sanitizers', program('schema', binary=f'{asan}/padlint'))
        total.part('properties with sanitizers', program('property', '--tables', '5', '--seed', '5000', binary=f'{asan}/padlint'))
        total.part('mangled fixtures with sanitizers', program('mangled', binary=f'{asan}/padlint'))
        total.part('bad content with sanitizers', program('badinput', '--part', 'content', binary=f'{asan}/padlint'))
    if total.step('build of the fuzzers', make('CC=clang', 'SANITIZE=address,undefined', 'FUZZ=1', f'BUILD={fuzz}', 'fuzz-build')):
        total.part(f'fuzzers, {options.fuzz_time} s each and the first three three times as long', [sys.executable, 'tests/fuzz.py', '--build', fuzz, '--time', options.fuzz_time])


if __name__ == '__main__':
    sys.exit(main())

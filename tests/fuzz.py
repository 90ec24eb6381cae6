#!/usr/bin/env python3
"""
Runs the fuzz targets for some seconds each, two at a time, the three in FRONT three times as long;
a crash is a failure.

A target starts from tests/fuzz/seeds/NAME/, when there is such a folder, and those that read
dumps, keys or schemas also from the fixtures. What it finds on the way is kept under the build folder, so
that the next run goes on from there. The seed of chance is fixed unless --seed gives another: the
same tree is tried in the same way wherever it is built, and who looks for more takes another
seed (0: a new one each time) or more time. An input that crashes is named; to run it again:
build/fuzz/fuzzer/NAME FILE.
"""
import argparse
import glob
import hashlib
import os
import re
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import common

# Targets that take a key or a part of one.
KEYS = ['id', 'lex', 'mark', 'number', 'time', 'unicode', 'version']

# What reads the dump itself and the keys in it: all that is hostile comes that way. These run longer.
FRONT = {'fuzz_scan', 'fuzz_lex', 'fuzz_table'}
LONGER = 3

# Files to start from, besides tests/fuzz/seeds.
EXTRA = {
    'config': ['rules.yaml', 'fixtures/PL9*/*.padlint.yaml'],
    'table': ['fixtures/schema/import/*-table.json'],
    'schema': ['fixtures/schema/*.keys.yaml', 'fixtures/PL[1-4]*/*.keys.yaml'],
    'range': ['fixtures/PL50*/*.keys.yaml'],
    'import': ['fixtures/schema/import/*.json', 'fixtures/schema/import/*.tfstate', 'fixtures/schema/import/*.y*ml',
               'fixtures/schema/import/*.md'],
}


def seeds(name):
    """Contents to start from."""
    name = name.removeprefix('fuzz_')
    for path in sorted(glob.glob(os.path.join(common.ROOT, 'tests', 'fuzz', 'seeds', name, '*'))):
        with open(path, 'rb') as file:
            yield file.read()
    for path in sorted(glob.glob(os.path.join(common.ROOT, 'fixtures', '*', '*.jsonl'))):
        items = common.read_items(path)[:2]
        for item in items:
            if name in KEYS:
                yield (item.get('SK') or {}).get('S', '').encode()
            elif name == 'scan':
                yield common.line(item).encode()
    for pattern in EXTRA.get(name, []):
        for path in sorted(glob.glob(os.path.join(common.ROOT, pattern))):
            with open(path, 'rb') as file:
                yield file.read()
    if name == 'expression':
        for path in sorted(glob.glob(os.path.join(common.ROOT, 'fixtures', '*', '*.keys.yaml'))):
            for text in re.findall(r'expression: "(.*)"', common.read_text(path)):
                yield text.encode()


def fuzz(build, name, seconds, seed):
    corpus = os.path.join(build, 'corpus', name)
    found = os.path.join(build, 'crashes', name)
    os.makedirs(corpus, exist_ok=True)
    os.makedirs(found, exist_ok=True)
    for data in seeds(name):
        common.write(os.path.join(corpus, 'seed-' + hashlib.sha1(data).hexdigest()), data)
    command = [os.path.join(os.path.abspath(build), 'fuzzer', name), f'-seed={seed}', f'-max_total_time={seconds}', '-timeout=10', '-rss_limit_mb=2048',
               '-print_final_stats=1', '-max_len=4096', f'-artifact_prefix={found}/', corpus]
    try:
        done = subprocess.run(command, cwd=common.ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True,
                              errors='replace', timeout=seconds + 120, check=False)
    except (OSError, subprocess.TimeoutExpired) as error:
        return name, False, str(error)
    runs = [l.split()[-1] for l in done.stdout.splitlines() if l.startswith('stat::number_of_executed_units')]
    if done.returncode:
        return name, False, f'exit code {done.returncode}\n' + done.stdout[-3000:]
    return name, True, f'{int(runs[0]):,} inputs' if runs else 'done'


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument('--build', default=os.path.join('build', 'fuzz'))
    parser.add_argument('--time', type=int, default=15)
    parser.add_argument('--seed', type=int, default=1)
    parser.add_argument('targets', nargs='*')
    options = parser.parse_args()
    names = options.targets or sorted(
        (os.path.basename(p)[:-2] for p in glob.glob(os.path.join(common.ROOT, 'tests', 'fuzz', '*.c'))),
        key=lambda name: (name not in FRONT, name))
    seconds = {n: options.time * (LONGER if n in FRONT and not options.targets else 1) for n in names}
    tally = common.Tally()
    if not names:
        tally.check('fuzz', 'there is no target in tests/fuzz')
    with ThreadPoolExecutor(max(1, min(2, os.cpu_count() or 1))) as pool:
        for name, good, text in pool.map(lambda n: fuzz(os.path.abspath(options.build), n, seconds[n], options.seed), names):
            if tally.check(f'fuzz {name}', None if good else text):
                print(f'   {name}: {text}')
    return tally.finish()


if __name__ == '__main__':
    sys.exit(main())

#!/usr/bin/env python3
"""
The rules, rules.yaml, the fixtures and the README say the same: rules.def is sorted; each rule
has its code in rules.yaml, an entry in schemas/rules.schema.json with its options, a folder of
fixtures, a row in the README and its name in the CHANGELOG; rules.yaml is what the binary prints; and the keys that a rule gives as bad and good examples are just that.
"""
import difflib
import glob
import json
import os
import re

import common


def read(*names):
    with open(os.path.join(common.ROOT, *names), encoding='utf-8') as file:
        return file.read()


def body(options, tally):
    table = re.sub(r'/\*.*?\*/', '', read('rules', 'rules.def'), flags=re.S)
    entries = re.findall(r'^\s*\w+\(\s*(\w+)', table, flags=re.M)
    tally.check('rules.def holds rules', None if entries else 'no entry found')
    yaml = common.run(options.padlint, 'rules', '--yaml')
    tally.check('padlint rules --yaml', None if yaml.code == 0 else yaml.brief())
    old = read('rules.yaml') if os.path.exists(os.path.join(common.ROOT, 'rules.yaml')) else ''
    tally.check('rules.yaml is what the binary prints (make docs)', list(difflib.unified_diff(
        old.splitlines(), yaml.out.splitlines(), 'rules.yaml', 'printed', lineterm='')))

    listed = common.run(options.padlint, 'rules')
    rules = re.findall(r'^\s*(PL\d{3})\s+([a-z0-9-]+)', listed.out, flags=re.M)
    codes = [code for code, _ in rules]
    tally.check('padlint rules lists them by code', None if codes and codes == sorted(codes) else f'order: {codes}')
    tally.check('rules.def is sorted and whole', None if len(entries) == len(rules) else f'{len(entries)} entries, {len(rules)} rules')
    files = {os.path.basename(f)[:-2] for f in glob.glob(os.path.join(common.ROOT, 'rules', '*.c'))}
    readme, changelog = read('README.md'), read('CHANGELOG.md')
    levels = json.loads(read('schemas', 'rules.schema.json'))['properties']['rules']['properties']
    for code, name in rules:
        trouble = []
        if code not in yaml.out and name not in yaml.out:
            trouble.append('not in rules.yaml')
        if not os.path.isdir(os.path.join(common.ROOT, 'fixtures', f'{code}-{name}')):
            trouble.append(f'no folder fixtures/{code}-{name}')
        if f'{code} ' not in readme or name not in readme:
            trouble.append('no row in the README')
        if code not in changelog:
            trouble.append('not in the CHANGELOG')
        options_of = levels.get(name, {'anyOf': [{}, {}]})['anyOf'][1].get('properties')
        written = re.search(rf'^  {name}: \{{level: \w+, (.*)\}}$', yaml.out, flags=re.M)
        wanted = {'level', *re.findall(r'([a-z-]+):', written.group(1) if written else '')}
        if code not in levels or set(options_of or ()) != wanted:
            trouble.append(f'schemas/rules.schema.json must have {code} and {name} with {sorted(wanted)}')
        if name not in files:
            trouble.append(f'no file rules/{name}.c')
        explained = common.run(options.padlint, 'explain', code)
        if explained.code or name not in explained.out:
            trouble.append(f'padlint explain {code}: {explained.brief()}')
        by_name = common.run(options.padlint, 'explain', name)
        if by_name.out != explained.out:
            trouble.append(f'padlint explain {name} says something else')
        tally.check(f'{code} {name}', trouble)
    for folder in glob.glob(os.path.join(common.ROOT, 'fixtures', 'PL*')):
        code, _, name = os.path.basename(folder).partition('-')
        tally.check(f'fixtures/{code}-{name}', None if (code, name) in rules else 'belongs to no rule')


if __name__ == '__main__':
    common.main(body, __doc__)

#!/usr/bin/env python3
"""
The rules, rules.yaml, the fixtures and the README say the same: rules.def is sorted; each rule
has its code in rules.yaml, texts, a folder with bad, good and silent fixtures, a page, a row in the README and its code in the
CHANGELOG; nothing that `make new-rule` left to be filled in is still there; rules.yaml is what the binary prints; and the keys that
a rule gives as bad and good examples are just that.
"""
import difflib
import glob
import json
import os
import re
import subprocess
import sys

import common


def read(*names):
    with open(os.path.join(common.ROOT, *names), encoding='utf-8') as file:
        return file.read()


TO_DO = 'FILL-IN'  # what scripts/new-rule leaves behind
PARTITION = {'PK': {'S': 'P#1'}}


def write_example(folder, kind, lines):
    """The files that the lines of an example make, and the options to check them with."""
    if kind == 'keys.yaml':
        return [], [common.write(os.path.join(folder, 'keys.yaml'), '\n'.join(lines) + '\n')]
    if kind == 'keys':
        items = [{**PARTITION, 'SK': {'S': key}} for key in lines]
    else:
        items = [json.loads(line) for line in lines]
    index = ['--index', 'GSI1=GSI1PK,GSI1SK'] if any('GSI1PK' in item for item in items) else []
    return ['--pk', 'PK', '--sk', 'SK', *index], [common.write_lines(os.path.join(folder, 'items.jsonl'), items)]


def example_trouble(options, rule):
    """The rule reports its bad example; of the good one nothing is at warning or above."""
    trouble = [f'{line!r} is cut at 80 columns' for which in ('given', 'bad', 'good') for line in rule[which] if len(line) > 76]
    for which in ('bad', 'good'):
        if not rule[which]:
            continue
        with common.Folder() as folder:
            more, paths = write_example(folder, rule['examples'], rule['given'] + rule[which])
            try:
                report, _ = common.check_json(options.padlint, *more, *paths, cwd=folder)
            except RuntimeError as error:
                trouble.append(f'the {which} example: {error}')
                continue
        own = [f for f in report['findings'] if f['code'] == rule['code']]
        if which == 'bad' and not own:
            trouble.append(f'does not report its bad example; there is: {common.names(report["findings"]) or "nothing"}')
        if which == 'good' and (common.loud(report) or own):
            trouble.append(f'of its good example is reported: {common.names(report["findings"])}')
    return trouble


def text_trouble(rule):
    """All that a rule says of itself is there and was written by somebody."""
    missing = [name for name in ('summary', 'why', 'fix', 'blind', 'source', 'since') if not rule[name]]
    missing += [f'help of {option["name"]}' for option in rule['options'] if not option['help']]
    if bool(rule['bad']) != bool(rule['good']):
        missing.append('bad or good')
    trouble = [f'has no {name}' for name in missing]
    source = os.path.join('rules', f'{rule["rule"]}.c')
    if not os.path.exists(os.path.join(common.ROOT, source)):
        trouble.append(f'there is no {source}')
    elif TO_DO in read(source):
        trouble.append(f'{source} still says {TO_DO}')
    return trouble


def fixture_trouble(rule):
    folder = os.path.join('fixtures', f'{rule["code"]}-{rule["rule"]}')
    notes = glob.glob(os.path.join(common.ROOT, folder, '*.txt'))
    trouble = [f'{folder} has no {kind}-*' for kind in ('bad', 'good', 'silent')
               if not any(os.path.basename(note).startswith(kind + '-') for note in notes)]
    return trouble + [f'{os.path.relpath(note, common.ROOT)} still says {TO_DO}' for note in notes if TO_DO in common.read_text(note)]


def document_trouble(rule, yaml, documents):
    code, name = rule['code'], rule['rule']
    row = re.search(rf'^\| (?:\[{code}\]\([^)]*\)|{code}) \| {name} \| {rule["level"]} \| (.*) \|$', documents['README.md'], flags=re.M)
    trouble = []
    if not row or TO_DO in row.group(1):
        trouble.append(f'README.md has no row "| {code} | {name} | {rule["level"]} | … |"')
    if not re.search(rf'^  {name}: ', yaml, flags=re.M):
        trouble.append('is not in rules.yaml')
    if f'{code} {name}' not in re.sub(r'\s+', ' ', documents['CHANGELOG.md']) or re.search(rf'{code}.*{TO_DO}', documents['CHANGELOG.md']):
        trouble.append(f'CHANGELOG.md does not name {code} {name}')
    if not os.path.exists(os.path.join(common.ROOT, 'docs', 'rules', f'{code}-{name}.md')):
        trouble.append(f'there is no docs/rules/{code}-{name}.md (make docs)')
    return trouble


def explain_trouble(options, rule):
    by_code = common.run(options.padlint, 'explain', rule['code'])
    by_name = common.run(options.padlint, 'explain', rule['rule'])
    trouble = [] if by_code.code == 0 and rule['rule'] in by_code.out else [f'padlint explain: {by_code.brief()}']
    trouble += [f'padlint explain is wider than 80 columns: {line}' for line in by_code.out.splitlines() if len(line) > 80]
    if by_name.out != by_code.out:
        trouble.append(f'padlint explain {rule["rule"]} says something else')
    return trouble


def new_rule_trouble():
    """`make new-rule` puts each thing where it belongs, and what it writes compiles."""
    with common.Folder() as folder:
        for name in ('scripts/new-rule', 'rules/rules.def', 'README.md', 'CHANGELOG.md', 'Makefile'):
            common.write(os.path.join(folder, name), read(name))
        script = [sys.executable, os.path.join(folder, 'scripts', 'new-rule')]
        done = subprocess.run([*script, 'PL299', 'some-thing'], capture_output=True, text=True, check=False)
        again = subprocess.run([*script, 'PL299', 'other-thing'], capture_output=True, text=True, check=False)
        if done.returncode or again.returncode == 0:
            return done.stderr or 'a code can be taken twice'
        source = os.path.join(folder, 'rules', 'some-thing.c')
        compiled = subprocess.run(['cc', '-std=c11', '-D_POSIX_C_SOURCE=200809L', '-Wall', '-Werror', '-fsyntax-only', f'-I{common.ROOT}',
                                   source], capture_output=True, text=True, check=False)
        table = re.findall(r'RULE\((PL\d{3})', common.read_text(os.path.join(folder, 'rules', 'rules.def')))
        rows = re.findall(r'^\| (PL\d{3})', common.read_text(os.path.join(folder, 'README.md')), flags=re.M)
        trouble = [compiled.stderr] if compiled.returncode else []
        trouble += [f'{name} is not sorted: {codes}' for name, codes in (('rules.def', table), ('README.md', rows))
                    if 'PL299' not in codes or codes != sorted(codes)]
        notes = glob.glob(os.path.join(folder, 'fixtures', 'PL299-some-thing', '*.txt'))
        if len(notes) != 3 or not all(TO_DO in common.read_text(note) for note in [*notes, source]):
            trouble.append(f'fixtures: {notes}')
        if 'PL299 some-thing' not in common.read_text(os.path.join(folder, 'CHANGELOG.md')):
            trouble.append('no entry in CHANGELOG.md')
        return trouble


MISUSE = {
    'a rule that is misspelt': (['explain', 'mixed-pad-widht'], 'did you mean mixed-pad-width?'),
    'a rule that is cut short': (['explain', 'PL101', 'unpadded'], 'did you mean unpadded-number?'),
    'a rule that is none': (['explain', 'frobnicate'], "'padlint rules' lists them"),
    'no rule': (['explain'], 'explain which rule?'),
    'a form of reports': (['explain', '--format', 'sarif', 'PL101'], 'must be one of text|markdown|json'),
    'a form that is misspelt': (['rules', '--format', 'yml'], 'must be one of text|json|yaml'),
    'two forms': (['rules', '--yaml', '--format', 'json'], 'contradict each other'),
    'a word too many': (['rules', 'PL101'], "'padlint explain PL101' may be meant"),
}


def body(options, tally):
    for name, (words, says) in MISUSE.items():
        done = common.run(options.padlint, *words)
        tally.check(name, None if done.code == 2 and says in done.err and not done.out else f'{done.brief()}, not {says!r}')
    with common.Folder() as folder:
        common.write(os.path.join(folder, 'padlint.yaml'), 'rules: {mixed-pad-widht: error}\n')
        for words in (['rules'], ['explain', 'PL101']):
            done = common.run(options.padlint, *words, cwd=folder)
            tally.check(f'{words[0]} beside a padlint.yaml with a mistake', None if done.code == 0 and 'PL101' in done.out
                        and 'did you mean "mixed-pad-width"?' in done.err else done.brief())
            done = common.run(options.padlint, *words, '--rules', 'padlint.yaml', cwd=folder)
            tally.check(f'{words[0]} --rules with a mistake', None if done.code == 2 and not done.out else done.brief())
        common.write(os.path.join(folder, 'padlint.yaml'), "patterns: [{code: PL901, name: no-mail, forbid: '@', message: no \"mail\"}]\n")
        for words in (['rules'], ['explain', 'PL901'], ['explain', 'no-mail'], ['explain', 'no-mial']):
            done = common.run(options.padlint, *words, cwd=folder)
            tally.check(f'{" ".join(words)} with a pattern', None if 'no-mail' in done.out + done.err and
                        done.code == (2 if words[-1] == 'no-mial' else 0) else done.brief())
        listed = json.loads(common.run(options.padlint, 'rules', '--format', 'json', cwd=folder).out)
        tally.check('rules as JSON with a pattern', None if listed[-1]['summary'] == 'no "mail"' and listed[-1]['since'] is None
                    and listed[-1]['family'] == 'Your own patterns' else str(listed[-1]))
    every = common.run(options.padlint, 'explain', '--format', 'json', 'all').out
    tally.check('explain all as JSON is rules as JSON', None if every == common.run(
        options.padlint, 'rules', '--format', 'json').out and json.loads(every) else 'they differ')
    tally.check('make new-rule', new_rule_trouble())
    table = re.sub(r'/\*.*?\*/', '', read('rules', 'rules.def'), flags=re.S)
    entries = re.findall(r'^\s*\w+\(\s*(\w+)', table, flags=re.M)
    tally.check('rules.def holds rules', None if entries else 'no entry found')
    yaml = common.run(options.padlint, 'rules', '--yaml')
    tally.check('padlint rules --yaml', None if yaml.code == 0 else yaml.brief())
    old = read('rules.yaml') if os.path.exists(os.path.join(common.ROOT, 'rules.yaml')) else ''
    tally.check('rules.yaml is what the binary prints (make docs)', list(difflib.unified_diff(
        old.splitlines(), yaml.out.splitlines(), 'rules.yaml', 'printed', lineterm='')))

    listed = common.run(options.padlint, 'rules')
    rules = json.loads(common.run(options.padlint, 'rules', '--format', 'json').out)
    codes = [rule['code'] for rule in rules]
    tally.check('padlint rules lists them by code', None if codes and codes == re.findall(r'^PL\d{3}', listed.out, flags=re.M)
                and codes == sorted(codes) else f'order: {codes}')
    tally.check('rules.def is sorted and whole', None if entries == codes else f'{entries} are not {codes}')
    documents = {name: read(name) for name in ('README.md', 'CHANGELOG.md')}
    for rule in rules:
        tally.check(f'{rule["code"]} {rule["rule"]}', [
            *text_trouble(rule), *fixture_trouble(rule), *document_trouble(rule, yaml.out, documents),
            *explain_trouble(options, rule)])
        tally.check(f'{rule["code"]}, its examples', example_trouble(options, rule))
    names = {(rule['code'], rule['rule']) for rule in rules}
    for folder in glob.glob(os.path.join(common.ROOT, 'fixtures', 'PL*')):
        code, _, name = os.path.basename(folder).partition('-')
        own = code.startswith('PL9')  # made by the configurations that stand beside them
        tally.check(f'fixtures/{code}-{name}', None if own or (code, name) in names else 'belongs to no rule')


if __name__ == '__main__':
    common.main(body, __doc__)

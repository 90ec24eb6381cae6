#!/usr/bin/env python3
"""
What is generated from the rules' own texts, beside what the binary prints by itself:

    docs/rules/CODE-name.md    `padlint explain CODE --format markdown`, and a report of it
    docs/rules/README.md       the list of them
    schemas/rules.schema.json  its `rules`, with their options

`make docs` writes them, tests/check_docs.py compares them.
"""
import glob
import json
import os

import common
from fixtures import CONFIG, ENDS, WORDS, read_note, steady

FOLDER = os.path.join('docs', 'rules')
SCHEMA = os.path.join('schemas', 'rules.schema.json')
INDEX = """# The rules

Made by `make docs` from the rules' own files. Each page says what a rule means, with bad and good keys that the tests run, its
remedy, what it does not see, and a report as padlint prints it.

Codes from PL900 are for [patterns of your own](../../README.md#patterns-of-your-own).

The level is the highest that a rule gives; the evidence decides: [levels](../../README.md#the-rules). `padlint explain RULE` prints
the same on a terminal, and `padlint rules --format json` for programs: an array of objects with `code`, `rule` (its name),
`family`, `level`, `since`, `summary`, `why`, `examples` (what the lines of the next three are: `keys` of one partition, `items`,
or a `keys.yaml`), `given`, `bad`, `good`, `fix`, `blind`, `options` (each with `name`, `default`, `help`) and `source`.
"""


def names(rule):
    return f'{rule["code"]}-{rule["rule"]}'


def prose(note):
    """What a note of a fixture says for people."""
    with open(note, encoding='utf-8') as lines:
        words = ' '.join(line.strip() for line in lines if line.partition(':')[0] not in WORDS)
    for mark in '<*_[|':
        words = words.replace(mark, '\\' + mark)
    return words


def fixture_of(rule):
    """The bad fixture that shows the rule best: of the highest level, with real keys if there is one, the smallest; None."""
    found = []
    for note in glob.glob(os.path.join(common.ROOT, 'fixtures', names(rule), 'bad-*.txt')):
        base = note[:-len('.txt')]
        files = [base + end for end in ENDS if os.path.exists(base + end)]
        found.append((-common.LEVELS[read_note(note)['level']], not os.path.exists(base + '.jsonl'), sum(map(os.path.getsize, files)), base, files))
    return min(found)[3:] if found else None


def report(padlint, rule):
    """The part of a page with a real report."""
    found = fixture_of(rule)
    if not found:
        return ''
    base, files = found
    note = read_note(base + '.txt')
    more = note['options'].split() + (['--verbose'] if note['level'] == 'info' else [])
    if os.path.exists(base + CONFIG):
        more += ['--rules', os.path.relpath(base + CONFIG, common.ROOT)]
    words = [*more, *(os.path.relpath(f, common.ROOT) for f in files)]
    done = common.check(padlint, *words, cwd=common.ROOT)
    return (f'\n## A report\n\n{prose(base + ".txt")}\n\n```text\n$ padlint check {" ".join(words)}\n'
            f'{steady(done.out).strip()}\n```\n')


def index(rules):
    text, family = INDEX, None
    for rule in rules:
        if rule['family'] != family:
            family = rule['family']
            text += f'\n## {family}\n\n| code | name | level | |\n| --- | --- | --- | --- |\n'
        summary = rule['summary'].replace('|', '\\|').replace('<', '\\<')
        text += f'| [{rule["code"]}]({names(rule)}.md) | {rule["rule"]} | {rule["level"]} | {summary} |\n'
    return text


def level_schema(rule):
    """What may stand behind a rule's name in padlint.yaml."""
    level = {'$ref': '#/$defs/level'}
    description = f'{rule["code"]}: {rule["summary"]}.'
    options = {option['name']: {'description': f'{option["help"]}; default: {option["default"]}',
                                'type': ['string', 'number', 'boolean']} for option in rule['options']}
    if not options:
        return {'description': description, '$ref': '#/$defs/rule'}
    return {'description': description,
            'anyOf': [level, {'type': 'object', 'additionalProperties': False, 'properties': {'level': level, **options}}]}


def pretty(value, indent=0):
    """JSON, with each value on one line that fits into it."""
    flat = json.dumps(value, ensure_ascii=False)
    if indent + len(flat) <= 110 or not isinstance(value, (dict, list)):
        return flat
    inner = ' ' * (indent + 2)
    if isinstance(value, list):
        parts, ends = [pretty(v, indent + 2) for v in value], '[]'
    else:
        parts, ends = [f'{json.dumps(k, ensure_ascii=False)}: {pretty(v, indent + 2)}' for k, v in value.items()], '{}'
    return ends[0] + '\n' + ',\n'.join(inner + part for part in parts) + '\n' + ' ' * indent + ends[1]


def schema(rules):
    with open(os.path.join(common.ROOT, SCHEMA), encoding='utf-8') as file:
        whole = json.load(file)
    whole['properties']['rules']['properties'] = {
        name: value for rule in rules for name, value in (
            (rule['rule'], level_schema(rule)),
            (rule['code'], {'$ref': f'#/properties/rules/properties/{rule["rule"]}'}))}
    return pretty(whole) + '\n'


def pages(padlint):
    """{path below the repository: what must stand in it}"""
    rules = json.loads(common.run(padlint, 'rules', '--format', 'json').out)
    made = {os.path.join(FOLDER, 'README.md'): index(rules), SCHEMA: schema(rules)}
    for rule in rules:
        text = common.run(padlint, 'explain', '--format', 'markdown', rule['code']).out
        made[os.path.join(FOLDER, names(rule) + '.md')] = text + report(padlint, rule)
    return made


def left_over(made):
    """Pages of rules that are no more."""
    there = glob.glob(os.path.join(common.ROOT, FOLDER, '*.md'))
    return [path for path in (os.path.relpath(p, common.ROOT) for p in there) if path not in made]


def body(options, tally):
    made = pages(options.padlint)
    for path in left_over(made):
        os.remove(os.path.join(common.ROOT, path))
    for path, text in made.items():
        common.write(os.path.join(common.ROOT, path), text)
    tally.check(f'{len(made)} files', None)


if __name__ == '__main__':
    common.main(body, __doc__)

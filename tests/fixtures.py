#!/usr/bin/env python3
"""
The fixtures of the rules: fixtures/CODE-name/{bad,good,silent}-*, each a dump NAME.jsonl, a schema
NAME.keys.yaml, or both, judged together; by the configuration NAME.padlint.yaml when there is one.

    bad-*      the rule must fire, at the level the note says, and no other rule at warning or
               above unless the note lists it under `also`
    good-*     keys as they should be: nothing at warning or above
    silent-*   keys or declarations on which a careless linter would cry: nothing at warning or above

Beside each stand NAME.txt, a note that says what it shows, and NAME.expect, the text report
word for word and below it the verdicts of all rules: those that found something, those that looked and
found nothing; all others had nothing to judge (`make bless` rewrites them). Lines of the note that begin with one of these words
are read by this program:

    level: error | warning | info      what a bad one gets
    segment: 2                         where
    also: PL303 PL103                  other rules that are right to fire at warning or above
    options: --pk id --sk at           more options for padlint
    verdict: not-applicable            what the rule's row in `rules` says; of a bad one always `findings`, of others it
                                       has to be said here

A finding about what is declared must stand on a line of the schema. Each dump is also run in other encodings - shuffled, scan pages, gzip, zstd, in two files, with
one and two threads - and must give the same findings.
"""
import difflib
import glob
import os
import re
import zlib

import common

FIXTURES = os.path.join(common.ROOT, 'fixtures')
CONFIG = '.padlint.yaml'
ENDS = ('.keys.yaml', '.jsonl')
VERDICTS = ('findings', 'clean', 'not-applicable')
WORDS = ('level', 'segment', 'also', 'options', 'verdict')


def read_note(path):
    note = {word: '' for word in WORDS}
    prose = 0
    with open(path, encoding='utf-8') as lines:
        for line in lines:
            word, colon, rest = line.partition(':')
            if colon and word in WORDS:
                note[word] = rest.strip()
            else:
                prose += len(line.split())
    note['prose'] = prose
    return note


def steady(text):
    """The text report without what differs from run to run."""
    return re.sub(r' in [0-9.,]+ m?s\b', ' in TIME', text)


def verdicts(report):
    """The rules by their verdicts, for the end of the expected report."""
    lines = ['---']
    for verdict in ('findings', 'clean'):
        codes = ' '.join(row['code'] for row in report['rules'] if row['verdict'] == verdict)
        lines.append(f'{verdict}: {codes or "-"}')
    return '\n'.join(lines) + '\n'


def verdict_trouble(kind, code, note, report, done):
    loud = common.loud(report)
    allowed = {code, *note['also'].split()}
    trouble = []
    if kind == 'bad':
        mine = [f for f in report['findings'] if f['code'] == code]
        hits = [f for f in mine if f['level'] == note['level']
                and (not note['segment'] or f.get('segment') == int(note['segment']))]
        if not hits:
            where = f' in segment {note["segment"]}' if note['segment'] else ''
            trouble.append(f'{note["level"]} {code}{where} is missing; there is: '
                           f'{common.names(report["findings"]) or "nothing"}')
        others = [f for f in loud if f['code'] not in allowed]
        missing = set(note['also'].split()) - {f['code'] for f in loud}
        if others:
            trouble.append(f'must not fire: {common.names(others)}')
        if missing:
            trouble.append(f'is listed under `also` and does not fire: {sorted(missing)}')
    elif loud:
        trouble.append(f'must be silent, but: {common.names(loud)}')
    if done.code != (1 if loud else 0):
        trouble.append(f'exit code {done.code}')
    return trouble


def row_trouble(kind, code, note, report):
    """The rules' rows: each verdict follows from its findings and counts, and that of the fixture's own rule is what it must be."""
    trouble = []
    for row in report['rules']:
        findings = any(f['code'] == row['code'] for f in report['findings'])
        follows = 'findings' if findings else 'clean' if row['looked_at'] else 'not-applicable'
        if row['verdict'] != follows or (findings and not row['looked_at']):
            trouble.append(f'{row["code"]}: verdict {row["verdict"]} with looked_at {row["looked_at"]}, must be {follows}')
    own = [row['verdict'] for row in report['rules'] if row['code'] == code]
    pinned = 'findings' if kind == 'bad' else note['verdict']
    if pinned not in VERDICTS:
        trouble.append(f'the note must pin the verdict of {code}: {own}')
    elif own != [pinned]:
        trouble.append(f'verdict of {code}: {own}, must be {pinned}')
    return trouble


def bless(path, text):
    old = ''
    if os.path.exists(path):
        with open(path, encoding='utf-8') as file:
            old = file.read()
    if old == text:
        return
    name = os.path.relpath(path, common.ROOT)
    print(''.join(difflib.unified_diff(old.splitlines(True), text.splitlines(True), name, name)))
    common.write(path, text)


def place_trouble(schema, report, code):
    """Where the findings of the rule stand in the schema: a line and a column that are there."""
    lines = common.read_text(schema).splitlines()
    trouble = []
    for finding in report['findings']:
        at = finding.get('at')
        if not at:
            if finding['code'] == code:
                trouble.append(f'{code} does not say where in the schema')
        elif not (1 <= at['line'] <= len(lines) and 1 <= at['column'] <= len(lines[at['line'] - 1])):
            trouble.append(f'{finding["code"]} stands at {at["line"]}:{at["column"]}, which is not in the schema')
    return trouble


def check_text(tally, title, base, text, with_verdicts=True):
    """What is printed against what is expected; the verdicts below it only when they were asked for."""
    expected = ''
    if os.path.exists(base + '.expect'):
        with open(base + '.expect', encoding='utf-8') as expect:
            expected = expect.read()
    if not with_verdicts:
        expected = expected.rpartition('---\n')[0]
    tally.check(title + ', text report and verdicts', list(difflib.unified_diff(
        expected.splitlines(), text.splitlines(), 'expected', 'printed', lineterm='')))


def run_one(options, tally, code, base):
    folder, name = os.path.split(base)
    title = f'{os.path.basename(folder)}/{name}'
    files = [name + end for end in ENDS if os.path.exists(base + end)]
    dump = base + '.jsonl' if name + '.jsonl' in files else None
    schema = [base + '.keys.yaml'] if name + '.keys.yaml' in files else []
    if not os.path.exists(base + '.txt'):
        tally.check(title, f'{name}.txt, the note that says what it shows, is missing')
        return
    note = read_note(base + '.txt')
    kind = name.split('-')[0]
    if kind not in ('bad', 'good', 'silent') or note['prose'] < 4 or (kind == 'bad') != bool(note['level']):
        tally.check(title, 'the note must say what it shows, and of a bad one the level')
        return
    more = note['options'].split()
    rules = ['--rules', base + CONFIG] if os.path.exists(base + CONFIG) else []
    pick = zlib.crc32(title.encode())
    text = ''
    if not options.few or pick % 2:
        text = steady(common.check(options.padlint, *more, *map(os.path.basename, rules), *files, cwd=folder).out)
        if options.few:
            check_text(tally, title, base, text, with_verdicts=False)
            return
    more += rules
    try:
        report, done = common.check_json(options.padlint, *more, *(os.path.join(folder, f) for f in files))
    except RuntimeError as error:
        tally.check(title, str(error))
        return
    text += verdicts(report)
    if options.bless:
        bless(base + '.expect', text)
    trouble = verdict_trouble(kind, code, note, report, done) + row_trouble(kind, code, note, report)
    tally.check(title, trouble + (place_trouble(schema[0], report, code) if schema else []))
    if not options.few:
        check_text(tally, title, base, text)
    if not dump:
        return
    want = common.placeless(report)
    with common.Folder() as temporary:
        dresses = list(common.encodings(temporary, common.read_items(dump)))
        for dress, paths, extra in [dresses[pick % len(dresses)]] if options.few else dresses:
            try:
                other, _ = common.check_json(options.padlint, *more, *extra, *schema, *paths)
                trouble = common.first_difference(want, common.placeless(other))
            except RuntimeError as error:
                trouble = str(error)
            tally.check(f'{title}, {dress}', trouble)


def run_all(options, tally, jobs):
    """Fixtures side by side; those that are blessed print what has changed, one after the other."""
    def work(job):
        mine = common.Tally(options.verbose)
        run_one(options, mine, *job)
        return mine

    for mine in map(work, jobs) if options.bless else common.in_parallel(work, jobs):
        tally.add(mine)


def body(options, tally):
    folders = sorted(glob.glob(os.path.join(FIXTURES, 'PL[0-9][0-9][0-9]-*')))
    wanted = options.rule.upper()
    chosen = [f for f in folders
              if not wanted or wanted in os.path.basename(f).upper()]
    if not chosen:
        tally.check('fixtures', f'no folder fixtures/{options.rule or "PL…"}*')
    jobs = []
    for folder in chosen:
        code = os.path.basename(folder).split('-')[0]
        bases = sorted({path[:-len(end)] for end in ENDS for path in glob.glob(os.path.join(folder, '*' + end))})
        for kind in ('bad', 'good', 'silent'):
            if not any(os.path.basename(b).startswith(kind + '-') for b in bases):
                tally.check(os.path.basename(folder), f'has no {kind}-*')
        for note in sorted(glob.glob(os.path.join(folder, '*.txt'))):
            if note[:-len('.txt')] not in bases:
                tally.check(os.path.relpath(note, FIXTURES), 'a note without a dump or a schema')
        jobs += [(code, base) for base in bases]
    run_all(options, tally, jobs)


def extend(parser):
    parser.add_argument('--rule', default='', help='a code or name: only its fixtures')
    parser.add_argument('--bless', action='store_true', help='rewrite the expected reports')
    parser.add_argument('--few', action='store_true', help='half of the fixtures as text, the others in one of the other encodings; all together in all')


if __name__ == '__main__':
    common.main(body, __doc__, extend)

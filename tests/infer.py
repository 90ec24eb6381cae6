#!/usr/bin/env python3
"""
`padlint infer`: the keys.yaml it writes for a dump is read without a complaint, and `check` of
it with the same dump reports the same faults as `check` of the dump alone: rule, index, attribute,
segment, part and counts of each, no more and no fewer. Entities may be called otherwise. An info
stays one; a warning may be an error, since a declared order is certain where one that the keys
suggest is not.

Dumps are those of the case corpus and of the rules' fixtures. DIFFERS lists those that are known
to differ and why; one that is listed and does not differ is an error, so that the list stays true.
"""
import glob
import json
import os
import shlex

import common

# Path below fixtures/ without .jsonl: the rules that differ, and why.
WRONG_PART = 'PL102 PL105', 'PL105 is for numbers of which nothing is declared; a declared one is PL102, of the same keys'
ZEROS = 'PL105', 'zeros in front of a text (PL105) are no type that keys.yaml knows: the segment is text'
DATE_PARTS = 'PL102 PL201', 'year, month and day in three segments (PL201) are declared as three numbers: PL102 says it'
GLUED = 'PL102 PL301', 'a number glued to words is declared beside a text: it has no width (PL301), and is not ordered (PL102)'
HEXADECIMAL = 'PL102', 'numbers written 0x1f are no type that keys.yaml knows: its base 16 has no prefix'
UNORDERED = 'PL111', 'a number that is declared not to be ordered might as well stay a string'
DURATION = 'PL201', 'durations are no type that keys.yaml knows: they are text'
LEFTOVER = ('PL405', 'a word that a schema lists, or declares as text, is one that somebody wants there')
CASED = ('PL404', 'words that differ in case are two templates, or two values of an enum, once they are declared')
LONG = 'PL407', 'a template for keys that are too long is one finding more: what is declared is judged by itself'
SCALE = 'PL413', 'words that nobody says are an enum are declared as text or as literals, of which no scale is known'
DIFFERS = {
    'PL406-unknown-shape/bad-two-in-one-letters': ('PL406', 'labels of one letter may be meant so, and are declared'),
    'PL407-key-size/bad-empty': ('PL406', 'an empty key has no template'),
    'PL407-key-size/bad-near': LONG,
    'PL407-key-size/bad-over': LONG,
    'PL413-value-order/bad-days-in-front': SCALE,
    'PL413-value-order/bad-levels-seen': SCALE,
    'PL404-mixed-case/bad-labels': CASED,
    'PL404-mixed-case/bad-states': CASED,
    'PL405-leftover-text/bad-blank': LEFTOVER,
    'PL405-leftover-text/bad-blank-behind-digits': LEFTOVER,
    'PL405-leftover-text/bad-delimiter-at-the-end': LEFTOVER,
    'PL405-leftover-text/bad-quoted-key': LEFTOVER,
    'PL405-leftover-text/bad-object': LEFTOVER,
    'PL405-leftover-text/bad-template': LEFTOVER,
    'PL405-leftover-text/bad-undefined': LEFTOVER,
    'PL405-leftover-text/silent-none-among-states': LEFTOVER,
    'PL405-leftover-text/silent-surnames': LEFTOVER,
    'PL405-leftover-text/silent-declared-guids': ('PL402', 'UUIDs in braces are no type that keys.yaml knows: they are an id'),
    'PL901-own-pattern/silent-newline': LEFTOVER,
    'PL106-negative-number/bad-padded-in-front-of-the-sign':
        ('PL101', 'compared with a declared width, 00-5 has one digit'),
    'PL205-mixed-epoch-unit/silent-snowflakes': UNORDERED,
    'PL205-mixed-epoch-unit/silent-document-numbers': UNORDERED,
    'PL205-mixed-epoch-unit/silent-bar-codes': UNORDERED,
    'PL102-unpadded-number/bad-hex': HEXADECIMAL,
    'PL105-wrong-part-padded/bad-lines-of-a-padded-order': WRONG_PART,
    'PL105-wrong-part-padded/bad-time-behind-score': WRONG_PART,
    'cases/64-time-left-unpadded': WRONG_PART,
    'PL102-unpadded-number/silent-seats': GLUED,
    'PL102-unpadded-number/silent-sku-pairs': GLUED,
    'PL102-unpadded-number/silent-user-names': GLUED,
    'PL105-wrong-part-padded/silent-player-behind-score':
        ('PL102', 'a tie-breaker that is declared not to be ordered is not walked, and its info has no counts'),
    'PL105-wrong-part-padded/bad-whole-key-padded': ZEROS,
    'cases/04-whole-key-left-padded': ZEROS,
    'PL201-non-iso-timestamp/bad-date-path': DATE_PARTS,
    'cases/15-unpadded-date-path': DATE_PARTS,
    'PL201-non-iso-timestamp/bad-durations': DURATION,
    'PL201-non-iso-timestamp/bad-durations-with-fractions': DURATION,
    'PL201-non-iso-timestamp/bad-durations-of-days': DURATION,
    'PL201-non-iso-timestamp/silent-declared-duration': DURATION,
    'PL304-twin-keys/bad-behind-a-time':
        ('PL101 PL102 PL304', 'a tie-breaker that is declared not to be ordered is not walked, and its info has other counts'),
    'PL304-twin-keys/bad-mail-case': ('PL304', 'mail addresses are no type that keys.yaml knows: in a text, letter case counts'),
    'PL304-twin-keys/bad-durations': ('PL304', DURATION[1]),
    'PL304-twin-keys/bad-state-case': ('PL304 PL404', 'words are text until somebody declares an enum: in a text, letter case counts'),
    'PL304-twin-keys/bad-epoch-units': ('PL111 PL205 PL303 PL304', 'epochs of two units are no timestamp with one format: they become an id'),
    'PL304-twin-keys/silent-codes': ('PL304', 'a declared number whose order does not matter gets an info'),
    'PL304-twin-keys/silent-quadkeys': ('PL101 PL304', 'one declared width holds for all, where the dump has a tree of codes'),
    'PL304-twin-keys/silent-in-other-partitions':
        ('PL101 PL102', 'a number that is declared not to be ordered is not walked: no range tells that the widths never meet'),
    'PL207-fine-before-coarse/bad-month-first-path': ('PL101 ' + DATE_PARTS[0], DATE_PARTS[1]),
    'PL408-key-type/bad-number-among-strings':
        ('PL408', 'a key attribute of another type than the declared one is no key, so there is one key less'),
    'cases/22-timestamp-only-no-tiebreaker':
        ('PL203', 'two spellings that never share a range are an info, until one of them is declared'),
}

COUNTS = ('keys', 'keys_wrong', 'ranges', 'ranges_wrong', 'order_breaks')


def options_of_cases():
    """The options of the dumps of the case corpus, by path."""
    folder = os.path.join(common.ROOT, 'fixtures', 'cases')
    found = {}
    with open(os.path.join(folder, 'cases.json'), encoding='utf-8') as file:
        for case in json.load(file):
            for dump in case['dumps']:
                found[os.path.join(folder, dump)] = case['options']
    return found


def options_of_fixture(dump):
    note = dump[:-len('.jsonl')] + '.txt'
    if os.path.exists(note):
        with open(note, encoding='utf-8') as lines:
            for line in lines:
                if line.startswith('options:'):
                    return shlex.split(line.partition(':')[2])
    return []


def faults(report):
    """What must stay the same, as sorted texts."""
    out = []
    for f in report['findings']:
        counts = f.get('counts') or {}
        where = [f.get('index') or '-', f.get('attribute') or '-', f'{f.get("segment")}.{f.get("part")}']
        out.append(' '.join(['info' if f['level'] == 'info' else 'loud', f['code'], *where,
                             *(str(counts.get(c)) for c in COUNTS)]))
    return sorted(out)


def names_keys(path):
    """Whether it takes the schema beside the dump to know which attributes are its keys."""
    if not os.path.exists(path[:-len('.jsonl')] + '.keys.yaml'):
        return False
    return '"PK"' not in common.read_text(path)


def dumps():
    cases = options_of_cases()
    for path in sorted(glob.glob(os.path.join(common.ROOT, 'fixtures', '*', '*.jsonl'))):
        if not names_keys(path):
            yield path, cases.get(path, options_of_fixture(path))


def trouble_of(binary, folder, dump, options):
    schema = os.path.join(folder, 'keys.yaml')
    if os.path.exists(schema):
        os.remove(schema)
    before, done = common.check_json(binary, *options, dump)
    if done.code not in (0, 1):
        return [f'check without a schema: {done.brief()}']
    inferred = common.run(binary, 'infer', '--output', schema, *options, dump)
    if inferred.code:
        return [f'infer: {inferred.brief()}']
    done = common.check(binary, '--format', 'json', *options, schema, dump)
    if done.code not in (0, 1):
        return [f'check with the schema: {done.brief()}']
    old, new = faults(before), faults(done.report)
    trouble = []
    for f in sorted(set(old) | set(new)):
        if old.count(f) != new.count(f):
            trouble.append(f'{"lost" if old.count(f) > new.count(f) else "new"}: {f}')
    return trouble


def check_refusals(tally, binary, folder):
    dump = common.write(os.path.join(folder, 'd.jsonl'),
                        '{"Item":{"PK":{"S":"a"},"SK":{"S":"ORDER#1"}}}\n')
    there = common.write(os.path.join(folder, 'there.yaml'), 'mine')
    done = common.run(binary, 'infer', '--output', there, dump)
    with open(there, encoding='utf-8') as file:
        kept = file.read() == 'mine'
    tally.check('a file that is there is not overwritten',
                None if done.code == 2 and kept and 'there already' in done.err else done.brief())
    done = common.run(binary, 'infer')
    tally.check('no dump', None if done.code == 2 else done.brief())
    schema = os.path.join(folder, 'one.yaml')
    common.run(binary, 'infer', '--output', schema, dump)
    done = common.run(binary, 'infer', schema, dump)
    tally.check('a schema among the paths', None if done.code == 2 and 'key schema' in done.err else done.brief())


def but(trouble, code):
    return [t for t in trouble if f' {code} ' not in t]


def check_literals(tally, binary, folder):
    """Keys whose bytes mean something in YAML or in a template. As literals they are no leftovers (PL405) any more."""
    keys = ['#META', '<x>', '{y}', '${z}', 'a\\b', '- a', '* b', '& c', '! d', '% e', '@ f', '`g', 'h: i', 'j #k',
            "'l'", '"m"', 'n\to', ' p ', 'q:', '~', 'null', 'true', '[r]', '|s', '>t', '?', 'M\u00fcller']
    items = [{'PK': {'S': f'p{i}'}, 'SK': {'S': key}} for key in keys for i in range(2)]
    for i, key in enumerate(keys):
        dump = common.write_lines(os.path.join(folder, 'one.jsonl'),
                                  [{'PK': {'S': f'p{n}'}, 'SK': {'S': key}} for n in range(3)])
        tally.check(f'literal {key!r}', but(trouble_of(binary, folder, dump, []), 'PL405'))
    dump = common.write_lines(os.path.join(folder, 'all.jsonl'), items)
    tally.check('all literals', but(trouble_of(binary, folder, dump, []), 'PL405'))


def check_indexes(tally, binary, folder):
    """Indexes of options and of describe-table are declared with their types."""
    items = [{'id': {'S': f'u{i}'}, 'at': {'N': str(i)}, 'G': {'S': 'all'}, 'H': {'S': f'SCORE#{i}'}} for i in range(12)]
    dump = common.write_lines(os.path.join(folder, 'indexed.jsonl'), items)
    tally.check('--index', trouble_of(binary, folder, dump, ['--pk', 'id', '--sk', 'at', '--index', 'byScore=G,H']))
    wide = [{'id': {'S': f'u{i}'}, 'a+b': {'S': f'shop{i % 3}'}, 'size': {'N': str(i % 2)}, 'at': {'N': str(i)},
             'line': {'S': str(i)}} for i in range(90)]
    dump = common.write_lines(os.path.join(folder, 'wide.jsonl'), wide)
    options = ['--pk', 'id', '--index', r'W=a\+b+size,line+at']
    tally.check('--index of several attributes', trouble_of(binary, folder, dump, options))
    done = common.run(binary, 'infer', *options, dump)
    tally.check('types of several attributes', '{pk: [a+b, size:N], sk: [line, at:N]}' not in done.out and done.out + done.err)
    items = [{'PK': {'S': f'USER#{i}'}, 'SK': {'S': f'ORDER#{i % 5}'}} for i in range(60)]
    inverted = common.write_lines(os.path.join(folder, 'inverted.jsonl'), items)
    tally.check('an inverted index', trouble_of(binary, folder, inverted, ['--index', 'inverted=SK,PK']))
    items = [{'a:b': {'S': f'u{i}'}, 'keys': {'S': f'N#{i}'}} for i in range(12)]
    dump2 = common.write_lines(os.path.join(folder, 'odd.jsonl'), items)
    tally.check('odd attribute names', trouble_of(binary, folder, dump2, ['--pk', 'a:b', '--sk', 'keys', '--table', 'T #1']))
    described = common.write(os.path.join(folder, 'table.json'), json.dumps({'Table': {
        'TableName': 'Scores',
        'AttributeDefinitions': [{'AttributeName': n, 'AttributeType': t}
                                 for n, t in (('id', 'S'), ('at', 'N'), ('G', 'S'), ('H', 'S'))],
        'KeySchema': [{'AttributeName': 'id', 'KeyType': 'HASH'}, {'AttributeName': 'at', 'KeyType': 'RANGE'}],
        'GlobalSecondaryIndexes': [{'IndexName': 'byScore', 'Projection': {'ProjectionType': 'ALL'}, 'KeySchema': [
            {'AttributeName': 'G', 'KeyType': 'HASH'}, {'AttributeName': 'H', 'KeyType': 'RANGE'}]}]}}))
    done = common.run(binary, 'infer', dump, described)
    wanted = ['table: Scores', 'key: {pk: id, sk: at:N}', 'byScore: {pk: G, sk: H}']
    tally.check('describe-table', [w for w in wanted if w not in done.out] and done.out + done.err)
    types = common.write_lines(os.path.join(folder, 'types.jsonl'), [
        {'id': {'N': str(i)}, 'at': {'S': f'2026-06-{i + 1:02d}T10:00:00Z'}} for i in range(12)])
    done = common.run(binary, 'infer', '--pk', 'id', '--sk', 'at', types)
    tally.check('types by the keys', None if 'key: {pk: id:N, sk: at}' in done.out else done.out + done.err)
    tally.check('types by the keys, faults', trouble_of(binary, folder, types, ['--pk', 'id', '--sk', 'at']))
    tally.check('describe-table, faults', trouble_of(binary, folder, dump, [described]))


def check_partitions(tally, binary, folder):
    """Partition keys of one shape have a template; of several, one that takes any."""
    for name, keys, wanted in (('one shape', ['ORG#acme#7', 'ORG#acme#12', 'ORG#umbrella#7', 'ORG#initech#31'], 'PK: ORG#<org>#<n>'),
                               ('two shapes', ['ORG#acme#7', 'USER#u1', 'ORG#umbrella#12', 'USER#u2'], 'PK: <pk>'),
                               ('one key', ['ALL', 'ALL', 'ALL', 'ALL'], 'PK: ALL')):
        items = [{'PK': {'S': key}, 'SK': {'S': f'EVT#2026-06-{i + 1:02d}T10:00:00Z#e{i}'}} for i, key in enumerate(keys * 5)]
        dump = common.write_lines(os.path.join(folder, 'partitions.jsonl'), items)
        done = common.run(binary, 'infer', dump)
        tally.check(f'partition keys of {name}', None if wanted in done.out else done.out + done.err)
        tally.check(f'partition keys of {name}, faults', trouble_of(binary, folder, dump, []))


def main():
    options = common.arguments(__doc__).parse_args()
    tally = common.Tally(options.verbose)
    with common.Folder() as folder:
        check_partitions(tally, options.padlint, folder)
        check_refusals(tally, options.padlint, folder)
        check_literals(tally, options.padlint, folder)
        check_indexes(tally, options.padlint, folder)
        for dump, more in dumps():
            name = os.path.relpath(dump, os.path.join(common.ROOT, 'fixtures'))[:-len('.jsonl')]
            trouble = trouble_of(options.padlint, folder, dump, more)
            if name not in DIFFERS:
                tally.check(name, trouble)
            elif trouble:
                rules, why = DIFFERS[name]
                others = [t for t in trouble if not set(rules.split()) & set(t.split())]
                if tally.check(name, others):
                    print(f'differs {name}: {why}')
            else:
                tally.check(name, 'is listed in DIFFERS and does not differ any more')
    return tally.finish()


if __name__ == '__main__':
    raise SystemExit(main())

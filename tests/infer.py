#!/usr/bin/env python3
"""
`padlint infer`: the keys.yaml it writes for a dump is read without a complaint, and `check` of
it with the same dump reports the same faults as `check` of the dump alone: rule, index, attribute,
segment, part and counts of each, no more and no fewer. Entities may be called otherwise. An info
stays one; a warning may be an error, since a declared order is certain where one that the keys
suggest is not.

Dumps are those of the case corpus and of the rules' fixtures, and random tables (tests/tables.py), clean ones and some with
a fault in them (tests/faults.py).
"""
import glob
import json
import os
import shlex

import common
import faults as faulty
import tables

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


def check_literals(tally, binary, folder):
    """Keys whose bytes mean something in YAML or in a template."""
    keys = ['#META', '<x>', '{y}', '${z}', 'a\\b', '- a', '* b', '& c', '! d', '% e', '@ f', '`g', 'h: i', 'j #k',
            "'l'", '"m"', 'n\to', ' p ', 'q:', '~', 'null', 'true', '[r]', '|s', '>t', '?', 'M\u00fcller']
    items = [{'PK': {'S': f'p{i}'}, 'SK': {'S': key}} for key in keys for i in range(2)]
    for i, key in enumerate(keys):
        dump = common.write_lines(os.path.join(folder, 'one.jsonl'),
                                  [{'PK': {'S': f'p{n}'}, 'SK': {'S': key}} for n in range(3)])
        tally.check(f'literal {key!r}', trouble_of(binary, folder, dump, []))
    dump = common.write_lines(os.path.join(folder, 'all.jsonl'), items)
    tally.check('all literals', trouble_of(binary, folder, dump, []))


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


def game_items():
    """A single table of two kinds of items and logins, with an index that two kinds share, and attributes beside the keys."""
    for i in range(120):
        player, score = f'p{i * 7919 % 50:05d}', i * 104729 % 99991
        yield {'PK': {'S': f'GAME#{i % 6 + 100}'}, 'SK': {'S': f'SCORE#{score:010d}#{player}'}, 'gameId': {'N': str(i % 6 + 100)},
               'score': {'N': str(score)}, 'playerId': {'S': player}, 'GSI1PK': {'S': f'PLAYER#{player}'},
               'GSI1SK': {'S': f'SCORE#{score:010d}'}}
    for i in range(50):
        player, at = f'p{i:05d}', f'2026-0{i % 9 + 1}-{i % 19 + 10}T{i % 14 + 10}:11:{i + 10}Z'
        yield {'PK': {'S': f'PLAYER#{player}'}, 'SK': {'S': 'PROFILE'}, 'playerId': {'S': player}, 'createdAt': {'S': at},
               'GSI1PK': {'S': 'PLAYERS'}, 'GSI1SK': {'S': f'{at}#{player}'}}
        yield {'PK': {'S': f'PLAYER#{player}'}, 'SK': {'S': f'LOGIN#{at}#{i * 31 % 97:06d}'}, 'loginAt': {'S': at}}


GAME = """
  Score:  # 120 keys
    PK: GAME#<gameId>
    SK: SCORE#<score>#<playerId>
    GSI1PK: PLAYER#<playerId>
    GSI1SK: SCORE#<score>
  Login:  # 50 keys
    PK: PLAYER#<playerId>
    SK: LOGIN#<loginAt>#<n>
  Profile:  # 50 keys
    PK: PLAYER#<playerId>
    SK: PROFILE
    GSI1PK: PLAYERS
    GSI1SK: <createdAt>#<playerId>
"""


def check_rows(tally, binary, folder):
    """What the rows of an entity have in common: partition keys, keys of indexes, attributes that values are called by."""
    items = list(game_items())
    options = ['--index', 'GSI1=GSI1PK,GSI1SK']
    for name, rows in (('as written', items), ('backwards', items[::-1])):
        dump = common.write_lines(os.path.join(folder, 'game.jsonl'), rows)
        done = common.run(binary, 'infer', *options, dump)
        tally.check(f'rows, {name}', None if done.out.endswith('entities:' + GAME) else done.out + done.err)
    tally.check('rows, faults', trouble_of(binary, folder, dump, options))
    done = common.run(binary, 'infer', dump)
    tally.check('rows, an index that nobody names', None if '# note: GSI1PK and GSI1SK' in done.out else done.out + done.err)
    # One row that is written otherwise: nothing is said of what it stands in.
    for name, odd, lost in (('partition key', {'PK': {'S': 'LOBBY'}, 'SK': {'S': 'PROFILE'}}, 'PK: PLAYER#<playerId>\n    SK: PRO'),
                            ('index', {'PK': {'S': 'PLAYER#x'}, 'SK': {'S': 'PROFILE'}, 'GSI1PK': {'S': 'PLAYERS'},
                                       'GSI1SK': {'S': 'never'}}, 'GSI1SK: <createdAt>')):
        dump = common.write_lines(os.path.join(folder, 'game.jsonl'), [*items, odd])
        done = common.run(binary, 'infer', *options, dump)
        tally.check(f'rows, another {name}', None if lost not in done.out and 'SK: SCORE#<score>#<playerId>' in done.out
                    else done.out + done.err)
        tally.check(f'rows, another {name}, faults', trouble_of(binary, folder, dump, options))


def random_tables(count):
    """Clean ones, and one with each fault; those that come with a schema are none to infer one from."""
    for seed in range(count):
        yield f'clean table {seed * 37}', tables.clean(seed * 37)
    for planter in faulty.PLANTERS:
        table = next(filter(None, (planter.table(seed) for seed in range(1, 200))), None)
        if table and not table.schema:
            yield planter.name, table


def check_random(tally, binary, folder, count):
    for title, table in random_tables(count):
        dump = common.write_lines(os.path.join(folder, 'random.jsonl'), table.items())
        tally.check(title, trouble_of(binary, folder, dump, table.options()))


def check_standard_input(tally, binary, folder):
    """It is read once: the schema is what the keys show at first sight."""
    dump = os.path.join(common.ROOT, 'fixtures', 'cases', '01-unpadded-version.jsonl')
    done = common.run(binary, 'infer', '-', stdin=common.read_text(dump).encode())
    tally.check('standard input', None if done.code == 0 and 'SK: <n>' in done.out else done.brief())


def main():
    parser = common.arguments(__doc__)
    parser.add_argument('--tables', type=int, default=60, help='how many random clean tables')
    options = parser.parse_args()
    tally = common.Tally(options.verbose)
    with common.Folder() as folder:
        check_partitions(tally, options.padlint, folder)
        check_rows(tally, options.padlint, folder)
        check_refusals(tally, options.padlint, folder)
        check_literals(tally, options.padlint, folder)
        check_indexes(tally, options.padlint, folder)
        check_standard_input(tally, options.padlint, folder)
        check_random(tally, options.padlint, folder, options.tables)
        for dump, more in dumps():
            name = os.path.relpath(dump, os.path.join(common.ROOT, 'fixtures'))[:-len('.jsonl')]
            tally.check(name, trouble_of(options.padlint, folder, dump, more))
    return tally.finish()


if __name__ == '__main__':
    raise SystemExit(main())

#!/usr/bin/env python3
"""
Schemas, end to end: `padlint check keys.yaml [DUMP…]`. What is declared and what is stored are
judged together; findings stand on the line of the schema that declares the segment; keys that fit
no entity are counted; contradictions and faults end the run with exit code 2. The JSON Schemas of
schemas/ take what padlint takes and refuse what is plainly wrong, and schema files of other tools
are read, or refused with the messages that stand beside them.
"""
import glob
import json
import os
import random
import re
import shutil

try:
    import jsonschema
    import yaml
except ImportError:
    jsonschema = yaml = None

import common
from common import check, check_json, first_difference, placeless, write, write_lines

GAME = '''\
table: Game
key: {pk: PK, sk: SK}
fields:
  season: {type: id, chars: "[0-9]{4}Q[1-4]"}
  score:  {type: number, width: 6, max: 999999, also: [NONE]}
  at:     {type: timestamp, precision: s}
  player: {type: id, unique: true}
entities:
  Entry:
    PK: SEASON#<season>
    SK:
      template: S#<score>#<at>#<player>
      legacy: ["S#<score>#<player>"]
  Profile:
    PK: PLAYER#<player>
    SK: PROFILE
'''


def item(pk, sk, **more):
    return {'PK': {'S': pk}, 'SK': {'S': sk}, **{k: {'S': v} for k, v in more.items()}}


def game(seed=1, rows=300):
    """Entries of which a tenth has an unpadded score, some older rows, profiles, two strangers."""
    rng = random.Random(seed)
    items = []
    for n in range(rows):
        score = rng.randrange(200000)
        text = str(score) if n % 10 == 3 else f'{score:06d}'
        items.append(item(f'SEASON#2026Q{n % 4 + 1}', f'S#{text}#2026-06-23T{n // 60:02d}:{n % 60:02d}:00Z#p{n}'))
    items += [item('SEASON#2026Q1', f'S#{n * 1000:06d}#p{n}') for n in range(5)]
    items += [item(f'PLAYER#p{n}', 'PROFILE') for n in range(20)]
    items += [item('SEASON#2026Q1', 'S#NONE#2026-06-23T00:00:00Z#p0')]
    items += [item('SEASON#2026Q9', 'S#000001#p1'), item('PLAYER#p1', 'AVATAR')]
    return items


def index_of(report, name=None, table=0):
    return next(i for i in report['tables'][table]['indexes'] if i['name'] == name)


def entity(report, name, legacy=False):
    return next(e for e in index_of(report)['entities'] if e['name'] == name and e.get('legacy', False) == legacy)


def fields(entity_):
    return {f['name']: f for f in entity_['fields']}


def codes(report):
    return sorted(f['code'] for f in report['findings'])


def differ(what, got, wanted):
    return [] if got == wanted else [f'{what} is {got!r}, not {wanted!r}']


# ---- one function a test: what is wrong as a list ---------------------------------------------


def alone(binary, folder):
    """A schema without a dump: declared fields, nothing observed, exit code 0."""
    report, done = check_json(binary, write(f'{folder}/keys.yaml', GAME))
    entry = entity(report, 'Entry')
    score = fields(entry)['score']
    trouble = differ('exit code', done.code, 0)
    trouble += differ('inputs', [i['kind'] for i in report['inputs']], ['schema'])
    trouble += differ('shape', entry['shape'], 'S#<score>#<at>#<player>')
    trouble += differ('fields', list(fields(entry)), ['score', 'at', 'player'])
    trouble += differ('observed', score['observed'], None)
    trouble += differ('width', score['declared'].get('width'), 6)
    trouble += differ('max', score['declared'].get('max'), 999999)
    trouble += differ('also', score['declared'].get('also'), ['NONE'])
    trouble += differ('kinds', [f['kind'] for f in entry['fields']], ['number', 'timestamp', 'id'])
    return trouble


def together(binary, folder):
    """Declared and observed: the narrow scores, on the placeholder that declares them."""
    schema = write(f'{folder}/keys.yaml', GAME)
    dump = write_lines(f'{folder}/dump.jsonl', game())
    report, done = check_json(binary, schema, dump)
    found = [f for f in report['findings'] if f['code'] == 'PL101']
    trouble = differ('exit code', done.code, 1)
    trouble += differ('findings PL101', len(found), 1)
    for f in found:
        trouble += differ('at', f['at'], {'path': schema, 'line': 12, 'column': 19})
        trouble += differ('names', [f['table'], f['entity'], f['field'], f['segment']], ['Game', 'Entry', 'score', 2])
    score = fields(entity(report, 'Entry'))['score']['observed']
    trouble += differ('keys with a score', score['keys'], 305)
    trouble += differ('keys_unknown', index_of(report)['keys_unknown'], 2)
    trouble += differ('keys_legacy', index_of(report)['keys_legacy'], 5)
    trouble += differ('entities', {(e['name'], e.get('legacy', False)): e['keys'] for e in index_of(report)['entities']
                                   if e['name'] in ('Entry', 'Profile')},
                      {('Entry', False): 301, ('Entry', True): 5, ('Profile', False): 20})
    trouble += differ('inputs', [i['kind'] for i in report['inputs']], ['schema', 'jsonl'])
    return trouble


def any_order(binary, folder):
    """The order of rows, files and threads changes nothing."""
    schema = write(f'{folder}/keys.yaml', GAME)
    items = game()
    first, _ = check_json(binary, schema, write_lines(f'{folder}/dump.jsonl', items))
    trouble = []
    for name, paths, options in common.encodings(folder, items):
        report, _ = check_json(binary, '--schema', schema, *paths, *options)
        wrong = first_difference(placeless(report), placeless(first))
        trouble += [f'{name}: {wrong}'] if wrong else []
    return trouble


def fingerprints(binary, folder):
    """Names make the fingerprint: literals, lines and widths may change."""
    items = game()
    other = GAME.replace('S#<', 'SCORE#<').replace('width: 6', 'width: 7').replace('fields:', '# a line\nfields:')
    moved = [item(i['PK']['S'], i['SK']['S'].replace('S#', 'SCORE#', 1)) for i in items]
    prints = []
    for name, schema, rows in (('a', GAME, items), ('b', other, moved)):
        report, _ = check_json(binary, write(f'{folder}/{name}.yaml', schema), write_lines(f'{folder}/{name}.jsonl', rows))
        prints.append(next(f['fingerprint'] for f in report['findings'] if f['code'] == 'PL101'))
    return differ('fingerprint', prints[1], prints[0])


def text_report(binary, folder):
    """The line of the schema, with a mark below the placeholder."""
    write(f'{folder}/keys.yaml', GAME)
    write_lines(f'{folder}/dump.jsonl', game())
    out = check(binary, 'keys.yaml', 'dump.jsonl', cwd=folder).out
    wanted = ['  declared at keys.yaml:12:19\n'
              '    12 |       template: S#<score>#<at>#<player>\n'
              '       |                   ^^^^^^^\n',
              'table Game: PK (partition), SK (sort) · from keys.yaml\n',
              '    5 keys of older layouts, 2 keys fit no declared entity\n']
    return [f'{w!r} is missing' for w in wanted if w not in out]


def faults(binary, folder):
    """Every fault on a line of its own, with its place; nothing is judged."""
    bad = GAME.replace('width: 6', 'widht: 6').replace('<season>', '<saison>')
    write(f'{folder}/bad.yaml', bad)
    write_lines(f'{folder}/dump.jsonl', game())
    trouble = []
    for arguments in (['bad.yaml'], ['bad.yaml', 'dump.jsonl'], ['--schema', 'bad.yaml', 'dump.jsonl']):
        done = check(binary, *arguments, cwd=folder)
        lines = done.err.splitlines()
        trouble += differ('exit code', done.code, 2) + differ('output', done.out, '')
        for place in ('bad.yaml:5:26: unknown option "widht"', 'bad.yaml:10:16: <saison> names no field'):
            if not any(line.startswith(place) for line in lines):
                trouble.append(f'no line begins with {place!r}: {done.err!r}')
    return trouble


def comments(binary, folder):
    """Ignores in comments: obeyed in their line, noted when they are of no use, refused when they are wrong."""
    schema = GAME.replace('also: [NONE]}', 'also: [NONE]}  # padlint: ignore {}')
    dump = write_lines(f'{folder}/dump.jsonl', game())

    def check_with(comment):
        return check(binary, '--format', 'json', write(f'{folder}/keys.yaml', schema.replace('{}', comment)), dump)

    trouble = []
    done = check_with('PL101, unknown-shape -- from before the migration')
    trouble += differ('PL101', 'PL101' in codes(done.report), False)
    trouble += differ('notes', [n[n.index(':'):] for n in done.report['notes'] if 'PL406' in n],
                      [':5: the ignore of PL406 matches no finding; it can go'])
    done = check_with('mixed-pad-width until 2020-02-01 -- from before the migration')
    trouble += differ('PL101 after its day', 'PL101' in codes(done.report), True)
    trouble += differ('notes', [n[n.index(':'):] for n in done.report['notes'] if 'PL101' in n],
                      [':5: the ignore of PL101 ended on 2020-02-01 and is no longer in force'])
    for comment, says in (('PL101', ':5:64: an ignore needs a reason'), ('PL101 --', ':5:64: an ignore needs a reason'),
                          ('-- why', ':5:64: an ignore needs a rule'), ('PL1O1 -- x', 'unknown rule "PL1O1"; did you mean "PL101"?'),
                          ('PL101 until soon -- x', 'until must be followed by a date'), ('PL101 -- x\n  # padlint: ignore PL101 -- y',
                          ':6:3: an ignore belongs behind the field'), ('PL101 -- x\n  # padlint: disable', 'unknown word behind padlint:')):
        done = check_with(comment)
        if done.code != 2 or says not in done.err or done.out:
            trouble.append(f'{comment!r}: {done.brief()}')
    return trouble


TWO = '''\
tables:
  - table: A
    key: {pk: PK, sk: SK}
    fields: {id: id, n: {type: number, width: 6}}
    entities:
      Row: {PK: <id>, SK: N#<n>}
  - table: B
    key: {pk: PK, sk: SK}
    fields: {id: id, n: {type: number, width: 8}}
    entities:
      Row: {PK: <id>, SK: N#<n>}
'''


def several_tables(binary, folder):
    """All of them without a dump; with one, --table or the export's name chooses."""
    schema = write(f'{folder}/keys.yaml', TWO)
    dump = write_lines(f'{folder}/dump.jsonl', [item('a', f'N#{n:06d}') for n in range(9)])
    report, done = check_json(binary, schema)
    trouble = differ('tables', [t['name'] for t in report['tables']], ['A', 'B'])
    report, _ = check_json(binary, schema, '--table', 'B')
    trouble += differ('tables', [t['name'] for t in report['tables']], ['B'])
    done = check(binary, schema, dump)
    trouble += differ('exit code', done.code, 2)
    if '--table' not in done.err or 'A, B' not in done.err:
        trouble.append(f'does not list the tables: {done.err!r}')
    report, done = check_json(binary, schema, dump, '--table', 'A')
    trouble += differ('table', report['tables'][0]['name'], 'A') + differ('exit code', done.code, 0)
    done = check(binary, schema, dump, '--table', 'C')
    return trouble + differ('exit code', done.code, 2)


def description(**more):
    return json.dumps({'Table': {
        'TableName': 'Game', 'KeySchema': [{'AttributeName': 'PK', 'KeyType': 'HASH'},
                                           {'AttributeName': 'SK', 'KeyType': 'RANGE'}],
        'AttributeDefinitions': [{'AttributeName': a, 'AttributeType': more.get(a, 'S')} for a in ('PK', 'SK', 'G', 'H')],
        'GlobalSecondaryIndexes': [{'IndexName': 'GSI1', 'KeySchema': [{'AttributeName': 'G', 'KeyType': 'HASH'},
                                                                       {'AttributeName': 'H', 'KeyType': 'RANGE'}]}]}})


def names_from_elsewhere(binary, folder):
    """`from:` gives names and types; a description beside the dump may add, not contradict."""
    items = [{**item('PLAYER#p1', 'PROFILE'), 'G': {'S': 'x'}, 'H': {'S': str(n)}} for n in (9, 10)]
    write(f'{folder}/table.json', description())
    write(f'{folder}/other/table.json', description(SK='N'))
    dump = write_lines(f'{folder}/dump/d.jsonl', items)
    from_file = write(f'{folder}/keys.yaml', GAME.replace('key: {pk: PK, sk: SK}', 'from: table.json#Game'))
    plain = write(f'{folder}/plain.yaml', GAME)
    report, _ = check_json(binary, from_file, dump)
    trouble = differ('indexes', [i['name'] for i in report['tables'][0]['indexes']], [None, 'GSI1'])
    report, _ = check_json(binary, plain, dump, f'{folder}/table.json')
    trouble += differ('indexes', [i['name'] for i in report['tables'][0]['indexes']], [None, 'GSI1'])
    for arguments in ([f'{folder}/other/table.json'], ['--pk', 'PK', '--sk', 'GSI1SK']):
        done = check(binary, plain, dump, *arguments)
        trouble += differ('exit code', done.code, 2)
        if 'plain.yaml' not in done.err or 'differs' not in done.err:
            trouble.append(f'does not name both: {done.err!r}')
    done = check(binary, plain, plain.replace('plain', 'keys'), dump)
    trouble += differ('exit code', done.code, 2)
    done = check(binary, plain, '--schema', plain, dump)
    return trouble + ([] if done.code in (0, 1) else [f'the same schema twice: {done.brief()}'])


def two_partition_attributes(binary, folder):
    """
    Each region pads in its own way. Where region is a partition attribute beside tenant, no partition holds
    two widths; where tenant alone is, all do.
    """
    items = [{'id': {'S': f'{region}{i}'}, 'tenant': {'S': 'acme'}, 'region': {'S': region}, 'code': {'S': f'SEQ#{i * 7:0{width}d}'}}
             for i in range(40) for region, width in (('eu', 6), ('us', 4))]
    dump = common.write_lines(os.path.join(folder, 'dump.jsonl'), items)
    trouble = []
    for attributes, want in ((['tenant'], ['PL101']), (['tenant', 'region'], [])):
        keys = [(name, 'HASH') for name in attributes] + [('code', 'RANGE')]
        table = common.write(os.path.join(folder, 'table.json'), json.dumps({'Table': {
            'TableName': 'Shipments',
            'AttributeDefinitions': [{'AttributeName': n, 'AttributeType': 'S'} for n in ('id', 'tenant', 'region', 'code')],
            'KeySchema': [{'AttributeName': 'id', 'KeyType': 'HASH'}],
            'GlobalSecondaryIndexes': [{'IndexName': 'byPlace', 'Projection': {'ProjectionType': 'ALL'},
                                        'KeySchema': [{'AttributeName': n, 'KeyType': t} for n, t in keys]}]}}))
        report, _ = common.check_json(binary, table, dump)
        found = [f['code'] for f in common.loud(report)]
        if found != want:
            trouble.append(f'{attributes}: {found} instead of {want}')
    return trouble


def missing_schema(binary, folder):
    done = check(binary, '--schema', f'{folder}/none.yaml')
    trouble = differ('exit code', done.code, 2)
    return trouble + ([] if 'none.yaml: ' in done.err else [f'does not name the file: {done.err!r}'])


def sentinels(binary, folder):
    """A value of `also` is no value of the field, and no stranger."""
    schema = write(f'{folder}/keys.yaml', GAME)
    rows = [item('SEASON#2026Q1', f'S#{n:06d}#2026-06-23T10:00:{n:02d}Z#p{n}') for n in range(20)]
    rows.append(item('SEASON#2026Q1', 'S#NONE#2026-06-23T10:00:00Z#p0'))
    report, done = check_json(binary, schema, write_lines(f'{folder}/dump.jsonl', rows))
    score = fields(entity(report, 'Entry'))['score']['observed']
    trouble = differ('exit code', done.code, 0) + differ('longest', score['longest'], 6)
    return trouble + differ('keys', [score['keys'], entity(report, 'Entry')['keys']], [20, 21])


def fixture_files(binary, _):
    """The fixtures of the reader, as the command line says it."""
    folder = os.path.join(common.ROOT, 'fixtures', 'schema')
    trouble = []
    for name in sorted(os.listdir(folder)):
        if not name.endswith('.keys.yaml'):
            continue
        done = check(binary, name, cwd=folder)
        if name.startswith('good-') and done.code not in (0, 1):
            trouble.append(f'{name}: {done.brief()}')
        if not name.startswith('bad-'):
            continue
        trouble += differ(f'{name}: exit code', done.code, 2)
        with open(os.path.join(folder, name.replace('.keys.yaml', '.expect')), encoding='utf-8') as file:
            wanted = [f'{name}:{line}' for line in file.read().splitlines()]
        # One names a file that is not there; the reader alone, whose messages are kept, does not look.
        said = [line for line in done.err.splitlines() if 'No such file' not in line]
        wrong = first_difference('\n'.join(said), '\n'.join(wanted))
        trouble += [f'{name}: {wrong}'] if wrong else []
    return trouble


# A whole schema, what is changed in it, and what must be found where: the code, the text that begins there, and
# what else follows from it.
PLANTED = [
    ('leaderboard', 'width: 10, max', 'max', 'PL102', '<score>#<at>#<playerId>'),
    ('leaderboard', 'width: 10, max: 9999999999', 'width: 6, max: 9999999999', 'PL103', '6, max'),
    ('leaderboard', '<high:score>$', '<high:score>', 'PL503', '<high:score>'),
    ('leaderboard', ', inverted: 9999999999999', '', 'PL507', 'desc\n    limit', 'PL507'),    # of either query
    ('audit-log', 'YYYY-MM-DDThh:mm:ss.SSSZ', 'D.M.YYYY hh:mm:ss', 'PL201', '"D.M.YYYY', 'PL508'),    # no day begins as the query says
    ('audit-log', '<to:at>~', '<to:at>', 'PL503', '<to:at>'),
    ('audit-log', '{begins_with: "EVT#', '{begins_with: "EVENT#', 'PL508', 'EVENT#'),
    ('shop', 'width: 4, min: 1', 'min: 1', 'PL102', '<itemNo>'),
    ('shop', 'width: 9', 'width: 6', 'PL103', '6, max: 99999.99'),
    ('shop', 'begins_with: ITEM#', 'begins_with: ITEMS#', 'PL508', 'ITEMS#'),
    ('shop', '"2024-04-01"', '"2024-03-31"', 'PL503', '2024-03-31'),
]


def planted(binary, folder):
    """Three whole schemas in which nothing is wrong, and mistakes in them, each found at its place."""
    here = os.path.join(common.ROOT, 'fixtures', 'schema')
    shutil.copy(os.path.join(here, 'template.yaml'), folder)
    trouble = []
    for name in ('leaderboard', 'audit-log', 'shop'):
        report, _ = check_json(binary, os.path.join(here, f'good-{name}.keys.yaml'))
        trouble += differ(f'{name}: findings', codes(report), [])
    for name, old, new, code, begins, *more in PLANTED:
        text = common.read_text(os.path.join(here, f'good-{name}.keys.yaml'))
        if text.count(old) != 1:
            trouble.append(f'{name}: {old!r} stands {text.count(old)} times in it')
            continue
        text = text.replace(old, new)
        before = text[:text.index(begins)]
        place = [before.count('\n') + 1, len(before) - (before.rfind('\n') + 1) + 1]
        report, done = check_json(binary, write(f'{folder}/keys.yaml', text))
        found = [(f['code'], [f['at']['line'], f['at']['column']]) for f in common.loud(report)]
        trouble += differ(f'{name} with {new or "no " + old!r}', [done.code, *found[:1], *(c for c, _ in found[1:])],
                          [1, (code, place), *more])
    return trouble


# ---- schema files of other tools --------------------------------------------------------------

def imports(binary, folder):
    """Every importer, as the command line says it; each file alone, so that nothing is found beside it."""
    here = os.path.join(common.ROOT, 'fixtures', 'schema', 'import')
    trouble = []
    for name in sorted(os.listdir(here)):
        if name.endswith('.expect') or name == 'bad-nothing.json':    # no schema, so to the command line a dump
            continue
        if name.endswith('.keys.yaml'):
            cwd = here    # takes names from its neighbours
        else:
            cwd = os.path.join(folder, name)
            os.makedirs(cwd)
            shutil.copy(os.path.join(here, name), cwd)
        done = check(binary, name, cwd=cwd)
        if not name.startswith('bad-'):
            if done.code not in (0, 1):
                trouble.append(f'{name}: {done.brief()}')
            continue
        trouble += differ(f'{name}: exit code', done.code, 2) + differ(f'{name}: output', done.out, '')
        wanted = [line.replace('fixtures/schema/import/', '').replace(':0:0:', ':')
                  for line in common.read_text(os.path.join(here, name + '.expect')).splitlines()]
        trouble += [f'{name}: {line!r} is not in {done.err!r}' for line in wanted if line not in done.err]
    return trouble


# ---- NoSQL Workbench: a schema and a dump in one ----------------------------------------------


def samples(*sort_keys):
    return [{'PK': {'S': 'ORDER#7'}, 'SK': {'S': key}} for key in sort_keys]


def model_table(name, **members):
    return {'TableName': name,
            'KeyAttributes': {'PartitionKey': {'AttributeName': 'PK', 'AttributeType': 'S'},
                              'SortKey': {'AttributeName': 'SK', 'AttributeType': 'S'}}, **members}


def model(*tables):
    return json.dumps({'ModelName': 'Shop', 'ModelMetadata': {'Version': '3.0'}, 'DataModel': list(tables)}, indent=1)


LINES = samples('LINE#9', 'LINE#10', 'LINE#11')


def sample_items(binary, folder):
    """Items of the table and of its facets are one dump, each with its number as its place."""
    path = f'{folder}/model.json'
    facets = [{'FacetName': 'Line', 'KeyAttributeAlias': {'PartitionKeyAlias': 'PK', 'SortKeyAlias': 'SK'},
               'NonKeyAttributes': [], 'TableData': LINES[1:]}, {'FacetName': 'Empty', 'TableData': []}]
    report, done = check_json(binary, write(path, model(model_table('Orders', TableFacets=facets, TableData=LINES[:1]))))
    found = [f for f in report['findings'] if f['code'] == 'PL102']
    trouble = differ('exit code', done.code, 1) + differ('findings PL102', len(found), 1)
    trouble += differ('inputs', [(i['kind'], i['items']) for i in report['inputs']], [('workbench', 3)])
    trouble += differ('table', [t['name'] for t in report['tables']], ['Orders'])
    for f in found:
        trouble += differ('witness', [f['witness'][k] for k in ('first', 'first_at', 'second', 'second_at')],
                          ['LINE#11', f'{path}:item 2', 'LINE#9', f'{path}:item 3'])
    return trouble


def sample_items_of_one_table(binary, folder):
    """Of several tables one has to be chosen; beside another dump the samples are none."""
    path = write(f'{folder}/model.json', model(model_table('Orders', TableData=LINES), model_table('Audit', TableData=LINES[:1])))
    both, done = check_json(binary, path)
    text = common.check(binary, path).out
    trouble = differ('both: exit code', done.code, 0) + differ('both: tables', [t['name'] for t in both['tables']], ['Orders', 'Audit'])
    trouble += [] if 'choose one with --table NAME' in text else [f'no word of --table in {text!r}']
    orders, _ = check_json(binary, path, '--table', 'Orders')
    audit, _ = check_json(binary, path, '--table', 'Audit')
    dumped, _ = check_json(binary, path, write_lines(f'{folder}/dump.jsonl', LINES[:2]), '--table', 'Orders')
    for name, report, items in (('Orders', orders, 3), ('Audit', audit, 1), ('beside a dump', dumped, 2)):
        trouble += differ(f'{name}: items', sum(i.get('items') or 0 for i in report['inputs']), items)
    return trouble


def damaged_samples(binary, folder):
    """What cannot be read of the samples is told, and the run is not whole."""
    text = model(model_table('Orders', TableData=LINES)).replace('{\n      "S": "LINE#10"\n     }', '{\n      "S": 10\n     }')
    done = check(binary, write(f'{folder}/model.json', text))
    trouble = differ('exit code', done.code, 3)
    return trouble + ([] if 'item 2' in done.out else [f'item 2 is not named: {done.out!r}'])


# ---- the JSON Schemas -------------------------------------------------------------------------

# One fault each that an editor is to mark.
REFUSED = [
    'table: A\n',
    'key: {sk: SK}\n',
    'key: {pk: PK, hash: X}\n',
    'tabel: A\nkey: {pk: PK}\n',
    'key: {pk: PK}\nkeys: 2\n',
    'key: {pk: PK}\nindexes: {GSI1: {sk: X}}\n',
    'key: {pk: PK}\nindexes: {GSI1: {pk: [a, b, c, d, e]}}\n',
    'key: {pk: PK}\nindexes: {GSI1: {pk: a, projection: SOME}}\n',
    'key: {pk: PK}\nfields: {n: nubmer}\n',
    'key: {pk: PK}\nfields: {n: {width: 3}}\n',
    'key: {pk: PK}\nfields: {n: {type: number, widht: 3}}\n',
    'key: {pk: PK}\nfields: {n: {type: uuid, width: 36}}\n',
    'key: {pk: PK}\nfields: {n: {type: enum}}\n',
    'key: {pk: PK}\nfields: {n: {type: number, growth: fast}}\n',
    'key: {pk: PK}\nfields: {n: {type: timestamp, precision: mss}}\n',
    'key: {pk: PK}\nfields: {9lives: id}\n',
    'key: {pk: PK, sk: SK}\nentities: {Row: {PK: A, SK: #META\n}}\n',
    'key: {pk: PK, sk: SK}\nentities: {Row: {PK: A, SK: [a]}}\n',
    'key: {pk: PK, sk: SK}\nentities: {Row: {PK: A, SK: {score: }}}\n',
    'key: {pk: PK}\nqueries: [{pk: A, order: up}]\n',
    'key: {pk: PK}\nqueries: [{pk: A, sk: {between: [B]}}]\n',
    'key: {pk: PK}\nqueries: [{pk: A, sk: {gt: A, lt: B}}]\n',
    'key: {pk: PK}\nqueries: [{pk: A, sk: {from: A}}]\n',
    'key: {pk: PK}\nqueries: [{sk: {gt: A}}]\n',
    'tables: []\n',
]
RULES_REFUSED = ['fail-on: errors\n', 'rules: {mixed-pad-widht: error}\n', 'rules: {mixed-pad-width: {level: loud}}\n',
                 'rules: {missing-tiebreaker: {headroom: 3}}\n', 'ignore: [{rule: PL101}]\n', 'ruleset: 2\n']


def documents_of(text):
    """The documents of a YAML text twice: every scalar as text, and with types, as editors read it."""
    class Typed(yaml.SafeLoader):
        yaml_implicit_resolvers = {    # YAML 1.2 has no dates, and no and off are words
            first: [(tag, pattern) for tag, pattern in known
                    if not tag.endswith(':timestamp') and (not tag.endswith(':bool') or first in 'tTfF')]
            for first, known in yaml.SafeLoader.yaml_implicit_resolvers.items()}
    for loader in (yaml.BaseLoader, Typed):
        yield from yaml.load_all(text, loader)


def validator(name):
    with open(os.path.join(common.ROOT, 'schemas', name), encoding='utf-8') as file:
        schema = json.load(file)
    jsonschema.Draft202012Validator.check_schema(schema)
    return jsonschema.Draft202012Validator(schema)


def schema_trouble(judge, name, text):
    for document in documents_of(text):
        error = jsonschema.exceptions.best_match(judge.iter_errors(document))
        if error:
            return [f'{name}: {"/".join(map(str, error.absolute_path))}: {error.message[:200]}']
    return []


def json_schema_of_keys(_binary, _folder):
    judge = validator('keys.schema.json')
    fixtures = os.path.join(common.ROOT, 'fixtures')
    paths = [path for part in ('PL*', 'cases', 'schema', 'schema/import')
             for path in sorted(glob.glob(os.path.join(fixtures, part, '*.keys.yaml')))]
    trouble = [] if len(paths) > 50 else [f'only {len(paths)} schemas']
    for path in paths:
        name = os.path.relpath(path, fixtures)
        if os.path.dirname(name).startswith('schema') and os.path.basename(name).startswith('bad-'):
            continue
        trouble += schema_trouble(judge, name, common.read_text(path))
    for text in (GAME, TWO):
        trouble += schema_trouble(judge, text.splitlines()[0], text)
    refused = REFUSED + [common.read_text(os.path.join(fixtures, 'schema', f'bad-{name}.keys.yaml'))
                         for name in ('members', 'no-key')]
    return trouble + [f'takes {text!r}' for text in refused if not schema_trouble(judge, '', text)]


def refused_by_padlint(binary, folder):
    """What the JSON Schema refuses, padlint refuses, too."""
    trouble = []
    for number, text in enumerate(REFUSED):
        done = check(binary, write(f'{folder}/{number}.keys.yaml', text))
        trouble += differ(f'{text!r}: exit code', done.code, 2)
    return trouble


def json_schema_of_rules(_binary, _folder):
    judge = validator('rules.schema.json')
    blocks = re.findall(r'^```yaml\n(.*?)^```', common.read_text(os.path.join(common.ROOT, 'README.md')), flags=re.M | re.S)
    trouble = schema_trouble(judge, 'rules.yaml', common.read_text(os.path.join(common.ROOT, 'rules.yaml')))
    for block in blocks:
        if re.search(r'^(fail-on|rules|ignore):', block, flags=re.M):
            trouble += schema_trouble(judge, 'README.md', block)
    return trouble + [f'takes {text!r}' for text in RULES_REFUSED if not schema_trouble(judge, '', text)]


def examples_of_the_reference(binary, folder):
    """The whole schemas in docs/keys-yaml.md are read, and nothing in them is wrong."""
    text = common.read_text(os.path.join(common.ROOT, 'docs', 'keys-yaml.md'))
    whole = [block for block in re.findall(r'^```yaml\n(.*?)^```', text, flags=re.M | re.S)
             if re.search(r'^entities:', block, flags=re.M)]
    trouble = [] if len(whole) >= 3 else [f'{len(whole)} examples']
    for number, block in enumerate(whole):
        report, done = check_json(binary, write(f'{folder}/{number}.keys.yaml', block))
        trouble += differ(f'example {number + 1}', [done.code, codes(report)], [0, []])
        if jsonschema:
            trouble += schema_trouble(validator('keys.schema.json'), f'example {number + 1}', block)
    return trouble


NEED_JSONSCHEMA = {json_schema_of_keys, json_schema_of_rules}
TESTS = [alone, together, any_order, fingerprints, text_report, faults, comments, several_tables, names_from_elsewhere,
         two_partition_attributes, missing_schema, sentinels, fixture_files, planted, imports, sample_items, sample_items_of_one_table,
         damaged_samples, json_schema_of_keys, refused_by_padlint,
         json_schema_of_rules, examples_of_the_reference]


def main():
    options = common.arguments(__doc__).parse_args()
    tally = common.Tally(options.verbose)
    for test in TESTS:
        if test in NEED_JSONSCHEMA and not jsonschema:
            tally.skip(f'schema: {test.__name__.replace("_", " ")}', 'python3-jsonschema and python3-yaml are not here')
            continue
        with common.Folder() as folder:
            try:
                trouble = test(options.padlint, folder)
            except (OSError, RuntimeError, KeyError, IndexError, StopIteration) as error:
                trouble = f'{type(error).__name__}: {error}'
            tally.check(f'schema: {test.__name__.replace("_", " ")}', trouble)
    return tally.finish()


if __name__ == '__main__':
    raise SystemExit(main())

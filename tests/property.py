#!/usr/bin/env python3
"""
Properties that hold for every table, tried on random ones (fixed seeds).

1. The answer does not depend on how the input is cut: shuffled lines, files in any order, one
   file or many, compressed or not, one or two threads, scan pages, arrays, an export folder -
   findings, tables, verdicts and counts are the same. Also with every limit of the engine tiny,
   where each of them is reached all the time.
2. The counts of a number field are exact: ranges, ranges out of order, order breaks and the keys
   to rewrite are what the definitions say, reckoned here in the plainest way.
3. So are those of declared queries: the keys that each returns or leaves out against its meaning, whether the
   keys are those of a table or the last attributes of an index of several.
4. Each sort attribute of an index of several is judged as that of an index whose partition key is all that
   stands in front of it, joined; however the input is cut, and whoever names
   the index, a schema or --index.
"""
import itertools
import json
import os
import random
import re
import string
import subprocess
from datetime import datetime, timedelta

import common

TINY = ('first_words=4,lone_words=3,words=3,masks=3,signatures=3,literals=20,paths=40,depth=4,'
        'sketch=16,items=8,run=4096')
EXPORT = 'export folder'
CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
BASE62 = string.digits + string.ascii_uppercase + string.ascii_lowercase


# ---- values ------------------------------------------------------------------

def moment(rng):
    return datetime(2026, 6, 1) + timedelta(seconds=rng.randrange(0, 3_000_000), microseconds=rng.randrange(10**6))


def number(rng):
    return rng.randrange(10 ** rng.randrange(1, 7))


def iso(rng, fractions=(0,), zones=('Z',), between='T'):
    at = moment(rng)
    digits = rng.choice(fractions)
    fraction = f'.{at.microsecond:06d}'[:digits + 1] if digits else ''
    return at.strftime(f'%Y-%m-%d{between}%H:%M:%S') + fraction + rng.choice(zones)


def letters(rng, alphabet, length):
    return ''.join(rng.choice(alphabet) for _ in range(length))


def uuid(rng):
    h = letters(rng, '0123456789abcdef', 32)
    return f'{h[:8]}-{h[8:12]}-4{h[13:16]}-a{h[17:20]}-{h[20:]}'


WORDS = ['open', 'paid', 'shipped', 'PROFILE', 'META', 'a', 'ann lee', 'grün', '한국', 'undefined', '']

VALUES = {
    'counter': lambda rng: str(rng.randrange(1, 120)),
    'number': lambda rng: str(number(rng)),
    'padded': lambda rng: f'{number(rng):06d}',
    'half padded': lambda rng: f'{number(rng):0{rng.choice([1, 6])}d}',
    'pads': lambda rng: f'{number(rng):0{rng.choice([4, 6, 8])}d}',
    'outgrown': lambda rng: f'{rng.randrange(900, 1100):03d}',
    'sentinels': lambda rng: rng.choice(['0', '9999999', '0001', '0002', '0017', '9223372036854775807']),
    'second': lambda rng: iso(rng),
    'fractions': lambda rng: iso(rng, (0, 3, 6)),
    'spellings': lambda rng: iso(rng, (0, 3), ('Z', '+00:00', '', '+09:00'), rng.choice('T ')),
    'day': lambda rng: moment(rng).strftime('%Y-%m-%d'),
    'basic day': lambda rng: moment(rng).strftime('%Y%m%d'),
    'us date': lambda rng: '{0.month}/{0.day}/{0.year}'.format(moment(rng)),
    'dotted date': lambda rng: moment(rng).strftime('%d.%m.%Y'),
    'text date': lambda rng: moment(rng).strftime('%a %b %d %Y %H:%M:%S GMT+0000'),
    'epoch': lambda rng: str(1782000000 + rng.randrange(10**6)),
    'epochs': lambda rng: str((1782000000 + rng.randrange(10**6)) * rng.choice([1, 1000])),
    'slot': lambda rng: (datetime(2026, 6, 1) + timedelta(minutes=30 * rng.randrange(99))).strftime('%Y-%m-%dT%H:%M'),
    'word': lambda rng: rng.choice(WORDS),
    'name': lambda rng: letters(rng, string.ascii_lowercase, rng.randrange(2, 9)),
    'user': lambda rng: letters(rng, string.ascii_lowercase + string.digits, rng.randrange(3, 9)),
    'ulid': lambda rng: '01J' + letters(rng, CROCKFORD, 23),
    'ksuid': lambda rng: letters(rng, BASE62, 27),
    'uuid': uuid,
    'hash': lambda rng: letters(rng, '0123456789abcdef', 8),
    'nanoid': lambda rng: letters(rng, BASE62 + '_-', 12),
    'player': lambda rng: f'p_{rng.randrange(1, 300)}',
    'version': lambda rng: f'v{rng.randrange(1, 30)}',
    'semantic': lambda rng: '.'.join(str(rng.randrange(12)) for _ in range(3)),
    'invoice': lambda rng: f'INV-2026-{rng.randrange(1, 200)}',
    'host': lambda rng: f'web-{rng.randrange(1, 30)}.eu',
    'decimal': lambda rng: f'{rng.randrange(2000) / 100:g}',
    'signed': lambda rng: str(rng.randrange(-50, 50)),
    'whole pad': lambda rng: f'v{rng.randrange(1, 20)}.{rng.randrange(1, 20)}'.rjust(10, '0'),
    'strange': lambda rng: letters(rng, 'aZ09 \t"\\\x01é💥#|_-.', rng.randrange(1, 12)),
    'mask': lambda rng: '-'.join(rng.choice([str(rng.randrange(50)), 'x', 'q7']) for _ in range(rng.randrange(1, 9))),
}


def entity(rng):
    """A way of making sort keys: literals and values between separators."""
    separator = rng.choice('#####|:/_~')
    parts = []
    if rng.random() < 0.7:
        literal = letters(rng, string.ascii_uppercase, 3) if rng.random() < 0.5 else rng.choice(
            ['ORDER', 'ZIP', 'REV', 'USER', 'EVT', 'SCORE'])
        parts.append(lambda _, literal=literal: literal)
    for _ in range(rng.randrange(0 if parts else 1, 4)):
        parts.append(VALUES[rng.choice(list(VALUES))])
        if rng.random() < 0.2:
            parts.append(lambda _: 'LINE')
    return lambda r: separator.join(part(r) for part in parts)


def table(rng):
    """Items of a random table; about half of them have an index, some keys stand twice."""
    entities = [entity(rng) for _ in range(rng.randrange(1, 5))]
    label = rng.choice(['SEASON#', 'USER#', 'tenant:', ''])
    partitions = [label + VALUES[rng.choice(['word', 'counter', 'uuid', 'name'])](rng) or 'p'
                  for _ in range(rng.randrange(1, 7))]
    index = entity(rng) if rng.random() < 0.5 else None
    items = []
    for i in range(rng.choice([1, 2, 5, 40, 150, 400])):
        item = {'PK': {'S': rng.choice(partitions)}, 'SK': {'S': rng.choice(entities)(rng) or 'x'},
                'n': {'N': str(i)}, 'createdAt': {'S': iso(rng)},
                'tags': {'M': {'SK': {'S': 'not a key'}, 'l': {'L': [{'NULL': True}, {'BOOL': False}]}}}}
        if index:
            item['GSI1PK'] = {'S': rng.choice(partitions)}
            item['GSI1SK'] = {'S': index(rng) or 'x'}
        names = list(item)
        rng.shuffle(names)
        items.append({name: item[name] for name in names})
    items += [dict(items[0], n={'N': str(-i)}) for i in range(rng.choice([0, 0, 1, 3]))]
    return items


# ---- 1. the cut of the input -------------------------------------------------

def pieces(rng, items, count):
    parts = [[] for _ in range(count)]
    for item in items:
        rng.choice(parts).append(item)
    return [p for p in parts if p]


def dresses(rng, folder, items):
    yield from common.encodings(folder, items, rng.random())
    files = [common.write(os.path.join(folder, f'many-{i}.jsonl.gz'), common.gz(''.join(map(common.line, part))))
             for i, part in enumerate(pieces(rng, items, 7))]
    rng.shuffle(files)
    yield 'many files', files, ['--threads', '2']
    maker = os.path.join(common.ROOT, 'fixtures', 'make-export')
    export = os.path.join(folder, 'export')
    done = subprocess.run([maker, '--shards', '3', os.path.join(folder, 'shuffled.jsonl'), export],
                          capture_output=True, check=False)
    if done.returncode:
        raise RuntimeError(f'make-export: {done.stderr.decode()[:200]}')
    yield EXPORT, [export], []
    yield 'little memory', [os.path.join(folder, 'shuffled.jsonl')], ['--memory', '32M']


def nameless(report_text):
    """Without the table's name, which only an export knows; it is part of fingerprints."""
    report = json.loads(report_text)
    for thing in (report['tables'] or []):
        thing['name'] = None
    for finding in report['findings']:
        finding['table'] = finding['fingerprint'] = None
    report['findings'].sort(key=lambda f: json.dumps(f, sort_keys=True))
    return json.dumps(report, indent=1, sort_keys=True)


def same_however_cut(options, tally, seed, limits):
    rng = random.Random(seed)
    items = table(rng)
    keys = ['--today', '2026-07-01', '--pk', 'PK', '--sk', 'SK']
    if 'GSI1SK' in items[0]:
        keys += ['--index', 'GSI1=GSI1PK,GSI1SK']
    env = {'PADLINT_TEST_LIMITS': limits} if limits else {}
    title = f'table {seed}' + (' with tiny limits' if limits else '')
    with common.Folder() as folder:
        plain = common.write_lines(os.path.join(folder, 'plain.jsonl'), items)
        try:
            want = common.placeless(common.check_json(options.padlint, *keys, plain, env=env)[0])
        except RuntimeError as error:
            tally.check(title, str(error))
            return
        trouble = []
        for dress, paths, extra in dresses(rng, folder, items):
            try:
                got = common.placeless(common.check_json(
                    options.padlint, *keys, *extra, *paths, env=env)[0])
            except RuntimeError as error:
                got = str(error)
                trouble.append(f'{dress}: {got}')
                continue
            a, b = (nameless(want), nameless(got)) if dress == EXPORT else (want, got)
            if a != b:
                trouble.append(f'{dress}: {common.first_difference(a, b)}')
        if trouble and options.keep:
            common.write_lines(os.path.join(options.keep, f'table-{seed}.jsonl'), items)
        tally.check(title, trouble)


# ---- 2. exact counts ---------------------------------------------------------

# Key, segment and part of the number. None of the forms has another number in it.
SHAPES = [('{}', 1), ('SCORE#{}', 2), ('SCORE#{}#END', 2), ('{}#x', 1), ('REV#{}#x', 2), ('LVL|{}|a', 2)]


def plain_values(rng):
    """Numbers without those that could be taken for the ends of an open range."""
    style = rng.choice(['bare', 'padded', 'half', 'wide'])
    while True:
        n = rng.randrange(1, 10 ** rng.randrange(1, 5))
        if set(str(n)) != {'9'} and n != 32767:
            width = {'bare': 1, 'padded': 5, 'half': rng.choice([1, 4, 5]), 'wide': 2}[style]
            return style, f'{n:0{width}d}'


def naive(rows, shape):
    """What engine and report call ranges, ranges_wrong, order_breaks, and the three groups of keys."""
    head, tail = shape.split('{}')

    def value(key):
        return key[len(head):len(key) - len(tail)]

    ranges = {}
    for partition, key in rows:
        ranges.setdefault(partition, []).append(key)
    padded = [value(k) for _, k in rows if value(k)[0] == '0' and len(value(k)) > 1]
    width = max(map(len, padded), default=0)
    counts = {'ranges': 0, 'ranges_wrong': 0, 'order_breaks': 0, 'narrow': 0, 'wide': 0, 'bare': 0}
    for keys in ranges.values():
        keys.sort(key=lambda k: k.encode())
        numbers = [int(value(k)) for k in keys]
        breaks = sum(b < a for a, b in itertools.pairwise(numbers))
        counts['ranges'] += len(set(numbers)) > 1
        counts['ranges_wrong'] += breaks > 0
        counts['order_breaks'] += breaks
        if any(value(k)[0] == '0' and len(value(k)) > 1 for k in keys):
            counts['narrow'] += sum(len(value(k)) < width for k in keys)
            counts['wide'] += sum(len(value(k)) > width for k in keys)
        else:
            counts['bare'] += len(keys)
    return counts, width


def exact(options, tally, seed):
    rng = random.Random(seed)
    shape, segment = rng.choice(SHAPES)
    partitions = [f'G#{letters(rng, string.ascii_lowercase, 6)}' for _ in range(rng.choice([1, 2, 9, 200]))]
    style = plain_values(rng)[0]
    rows = set()
    for _ in range(rng.choice([3, 20, 300, 2000])):
        while True:
            kind, text = plain_values(rng)
            if kind == style:
                break
        rows.add((rng.choice(partitions), shape.format(text)))
    rows = sorted(rows)
    rng.shuffle(rows)
    want, width = naive(rows, shape)
    title = f'counts {seed} ({shape}, {style})'
    with common.Folder() as folder:
        dump = common.write_lines(os.path.join(folder, 'dump.jsonl'),
                                  [{'PK': {'S': p}, 'SK': {'S': k}} for p, k in rows])
        try:
            report, _ = common.check_json(options.padlint, '--pk', 'PK', '--sk', 'SK', dump)
        except RuntimeError as error:
            tally.check(title, str(error))
            return
    mine = [f for f in report['findings'] if f['code'] in ('PL101', 'PL102', 'PL104') and f.get('segment') == segment]
    trouble = []
    if want['order_breaks'] and not mine:
        trouble.append(f'{want["order_breaks"]} order breaks and no finding; there is: '
                       f'{common.names(report["findings"]) or "nothing"}')
    for finding in mine:
        got = finding['counts']
        for name in ('ranges', 'ranges_wrong', 'order_breaks'):
            if got[name] != want[name]:
                trouble.append(f'{finding["code"]}: {name} {got[name]}, it is {want[name]}')
        if got['keys'] != len(rows):
            trouble.append(f'{finding["code"]}: keys {got["keys"]}, it is {len(rows)}')
        group = {'PL101': 'narrow', 'PL102': 'bare'}.get(finding['code'])
        if group and (group == 'narrow' or not width) and got['keys_wrong'] != want[group]:
            trouble.append(f'{finding["code"]}: keys_wrong {got["keys_wrong"]}, it is {want[group]}')
    if trouble and options.keep:
        common.write_lines(os.path.join(options.keep, f'counts-{seed}.jsonl'),
                           [{'PK': {'S': p}, 'SK': {'S': k}} for p, k in rows])
    tally.check(title, trouble)


# ---- declared queries ----------------------------------------------------------

DEVICES = '''\
table: Fleet
key: {pk: PK, sk: SK}
delimiter: "%"
fields:
  site: id
  device: id
  at: {type: timestamp, precision: s, unique: true}
entities:
  Reading: {PK: "SITE%<site>", SK: "DEV%<device>%<at>"}
  Note: {PK: "SITE%<site>", SK: "DEVX%<device>"}
  Site: {PK: "SITE%<site>", SK: META}
queries:
  - {name: any device, pk: "SITE%<site>", sk: {begins_with: "DEV%<device>"}}
  - {name: device 1, pk: "SITE%<site>", sk: {begins_with: "DEV%1"}}
  - {name: days of a, pk: "SITE%a", sk: {between: ["DEV%1%2026-03-02", "DEV%1%2026-03-05"]}}
  - {name: days, pk: "SITE%<site>", sk: {between: ["DEV%<device>%2026-03-02", "DEV%<device>%2026-03-05"]}}
  - {name: readings, pk: "SITE%<site>", sk: {gte: DEV}, returns: [Reading]}
'''


def fleet(rng, delimiter):
    rows = set()
    for _ in range(rng.choice([5, 20, 60, 400])):
        device = letters(rng, '12', rng.randrange(1, 4))
        at = f'2026-03-{rng.randrange(1, 9):02d}T{rng.randrange(24):02d}:00:00Z'
        key = rng.choice([['DEV', device, at]] * 4 + [['DEVX', device], ['META']])
        rows.add((f'SITE{delimiter}{rng.choice("abc")}', delimiter.join(key)))
    rows = sorted(rows)
    rng.shuffle(rows)
    return rows


def naive_queries(rows, delimiter):
    """Rule, query and keys that are wrong in it, each key held against all others."""
    readings = [(site, *key.split(delimiter, 2)[1:]) for site, key in rows if key.startswith('DEV' + delimiter)]
    devices = {(site, device) for site, device, _ in readings}

    def continues(site, device, shorter):
        return any((site, device[:n]) in devices and shorter in (None, device[:n]) for n in range(1, len(device)))

    last_day = [(site, device) for site, device, at in readings if at.startswith('2026-03-05')]
    return {
        ('PL501', 'any device'): sum(continues(site, device, None) for site, device, _ in readings),
        ('PL501', 'device 1'): sum(continues(site, device, '1') for site, device, _ in readings),
        ('PL503', 'days of a'): last_day.count((f'SITE{delimiter}a', '1')),
        ('PL503', 'days'): len(last_day),
        ('PL508', 'readings'): sum(key >= 'DEV' for _, key in rows) - len(readings),
    }


def widened(schema):
    """The same keys as the last attributes of an index of several; the queries are about one area and layer."""
    schema = schema.replace('key: {pk: PK, sk: SK}', 'key: {pk: id}\nindexes: {W: {pk: [area, PK], sk: [layer, SK]}}')
    schema = schema.replace('fields:\n', 'fields:\n  i: id\n  area: id\n  layer: {type: enum, values: [L, M]}\n')
    schema = re.sub(r'(\w+): \{PK', r'\1: {id: "\1%<i>", area: <area>, layer: <layer>, PK', schema)
    return re.sub(r'pk: ("[^"]*"), sk: (\{[^}]*\})', r'index: W, pk: [x, \1], sk: [L, \2]', schema)


def wide_rows(rows):
    """The rows in the area and layer that are asked for, and all of them again in others."""
    return [{'id': {'S': f'{area}{layer}{i}'}, 'area': {'S': area}, 'layer': {'S': layer}, 'PK': {'S': p}, 'SK': {'S': k}}
            for i, (p, k) in enumerate(rows) for area, layer in (('x', 'L'), ('x', 'M'), ('y', 'L'))]


def queries(options, tally, seed):
    rng = random.Random(seed)
    delimiter = rng.choice('#:|/')
    rows = fleet(rng, delimiter)
    schema_text, items = DEVICES, [{'PK': {'S': p}, 'SK': {'S': k}} for p, k in rows]
    if rng.random() < 0.5:
        schema_text, items = widened(DEVICES), wide_rows(rows)
    half = len(items) // 2
    with common.Folder() as folder:
        schema = common.write(os.path.join(folder, 'keys.yaml'), schema_text.replace('%', delimiter))
        dumps = [common.write_lines(os.path.join(folder, f'{n}.jsonl'), part)
                 for n, part in enumerate((items[:half], items[half:]))]
        report, _ = common.check_json(options.padlint, '--threads', rng.choice('12'), schema, *dumps)
    trouble = []
    for (code, name), wrong in naive_queries(rows, delimiter).items():
        got = [(f['counts']['keys_wrong'], f['level'], f['witness'] is not None) for f in report['findings']
               if f['code'] == code and f'"{name}"' in f['message']]
        want = (wrong, 'error' if wrong else 'warning', wrong > 0)
        if got != [want]:
            trouble.append(f'{code} of {name}: {got}, not {want}')
    tally.check(f'queries {seed} ({delimiter})', trouble)


# ---- 4. indexes of several attributes ------------------------------------------

def wide_items(rng, kinds):
    """Items of an index by tenant, region and size, sorted by two attributes; some lack one of the five."""
    regions = rng.choice([lambda r: r.choice(['eu', 'us']), lambda r: r.choice(['eu', 'us', 'EU', 'null']), VALUES['half padded'],
                          VALUES['spellings'], VALUES['word'], VALUES['uuid']])
    rows = []
    for i in range(rng.choice([5, 60, 300])):
        row = {'id': {'S': f'{i:05d}'}, 'tenant': {'S': rng.choice(['acme', 'a"c\\me', 'umbrella'])},
               'region': {'S': regions(rng)}, 'size': {'N': rng.choice(['1', '2'])},
               'first': {'S': kinds[0](rng) or 'x'}, 'second': {'S': kinds[1](rng) or 'x'}}
        if rng.random() < 0.1:
            del row[rng.choice(['tenant', 'region', 'size', 'first', 'second'])]
        rows.append(row)
    return rows


def joined(row, names):
    """As padlint prints what is equal among keys that are sorted together."""
    def quoted(text):
        return '"' + text.replace('\\', '\\\\').replace('"', '\\"') + '"'

    return '[' + ','.join(row[n]['N'] if 'N' in row[n] else quoted(row[n]['S']) for n in names) + ']'


def of_attribute(report, index, attribute):
    """The findings of one sort attribute, without what tells its index from another one."""
    found = [dict(f, index=None, fingerprint=None) for f in report['findings']
             if f['index'] == index and f['attribute'] == attribute and f['code'] not in ('PL303', 'PL305', 'PL410', 'PL412')]
    return sorted(json.dumps(f, sort_keys=True) for f in found)


def wide_indexes(options, tally, seed):
    rng = random.Random(seed)
    # In front of the second attribute: what is joined must not look like a labelled key itself. What is strange meets
    # the limits of shapes, where counts are estimates.
    kinds = [rng.choice(['counter', 'half padded', 'day', 'name', 'outgrown', 'host', 'decimal']),
             rng.choice([kind for kind in VALUES if kind != 'strange'])]
    parts = ['tenant', 'region', 'size']
    rows = wide_items(rng, [VALUES[kind] for kind in kinds])
    trouble = []
    with common.Folder() as folder:
        wide = common.write(f'{folder}/wide.yaml', 'table: T\nkey: {pk: id}\nindexes: {W: {pk: [tenant, region, "size:N"], '
                            'sk: [first, second]}}\n')
        report, _ = common.check_json(options.padlint, wide, common.write_lines(f'{folder}/dump.jsonl', rows))
        named, _ = common.check_json(options.padlint, '--table', 'T', '--pk', 'id', '--index', 'W=tenant+region+size,first+second',
                                     f'{folder}/dump.jsonl')
        # A schema is looked at by more rules, and is where the names come from.
        told = [common.placeless(dict(r, rules=None, tables=[dict(t, keys_from=None) for t in r['tables']],
                                      findings=[dict(f, at=None) for f in r['findings']])) for r in (report, named)]
        trouble += [f'named by --index: {t}' for t in [common.first_difference(*told)] if t]
        shuffled = rng.sample(rows, len(rows))
        halves = [common.write_lines(f'{folder}/half{i}.jsonl', shuffled[i::2]) for i in range(2)]
        cut, _ = common.check_json(options.padlint, '--threads', '2', wide, *halves)
        trouble += [f'cut in two: {t}' for t in [common.first_difference(common.placeless(report), common.placeless(cut))] if t]
        for attribute, names in (('first', parts), ('second', parts + ['first'])):
            alone = [dict(row, W={'S': joined(row, names)}) if all(n in row for n in parts + ['first', 'second']) else row
                     for row in rows]
            schema = common.write(f'{folder}/{attribute}.yaml',
                                  f'table: T\nkey: {{pk: id}}\nindexes: {{I: {{pk: W, sk: {attribute}}}}}\n')
            single, _ = common.check_json(options.padlint, schema, common.write_lines(f'{folder}/dump.jsonl', alone))
            a, b = of_attribute(report, 'W', attribute), of_attribute(single, 'I', attribute)
            if a != b:
                trouble.append(f'{attribute}: {common.first_difference(chr(10).join(a), chr(10).join(b))}')
        # A partition attribute behind the first is spelled as if it were the only one; without a sort key beside it.
        inside = [row if all(n in row for n in parts + ['first', 'second']) else {'id': row['id']} for row in rows]
        schema = common.write(f'{folder}/region.yaml', 'table: T\nkey: {pk: id}\nindexes: {I: {pk: region, sk: first}}\n')
        single, _ = common.check_json(options.padlint, schema, common.write_lines(f'{folder}/dump.jsonl', inside))
        for finding in report['findings'] + single['findings']:
            if finding['code'] == 'PL407':
                finding['witness'] = None
        a, b = of_attribute(report, 'W', 'region'), of_attribute(single, 'I', 'region')
        if a != b:
            trouble.append(f'region: {common.first_difference(chr(10).join(a), chr(10).join(b))}')
    tally.check(f'an index of several attributes {seed} ({", ".join(kinds)})', trouble)


def body(options, tally):
    for seed in range(options.seed, options.seed + options.tables):
        same_however_cut(options, tally, seed, None)
        same_however_cut(options, tally, seed, TINY)
        exact(options, tally, seed)
        exact(options, tally, seed + 1_000_000)
        queries(options, tally, seed)
        wide_indexes(options, tally, seed)


def extend(parser):
    parser.add_argument('--tables', type=int, default=60)
    parser.add_argument('--seed', type=int, default=0)
    parser.add_argument('--keep', default='', help='folder for tables that fail')


if __name__ == '__main__':
    common.main(body, __doc__, extend)

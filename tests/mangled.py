#!/usr/bin/env python3
"""
Fixtures mangled and mixed, from end to end: whatever stands in the keys, and whatever schema, index
or format is asked for, the run ends with a report or a message and one of the exit codes of the
product, and no sanitizer has anything to say.

Each table is made of the items of one to three fixtures in any order; some of their key values are
cut, joined with what rules look for, shuffled by segment, or given other digits. Table N is made of
the seed N alone, so that `--seed N --tables 1` makes it again; a table that fails is kept.
"""
import glob
import json
import os
import random
import shutil
import tempfile

import common

FIXTURES = os.path.join(common.ROOT, 'fixtures')

# What rules and recognisers look for, and what breaks them.
PIECES = ['#', '|', '/', '_', '~', ':', '', '0', '00', '9' * 20, '-5', '1,5', '9,99', '.5', '1e5', '0x1f', 'v1.2.3', 'undefined', '{x}',
          'ORDER', 'order', 'PT5M', '12:30pm', '2026-06-23T10:00:00Z', '9999-12-31', '01J9Z3NDEKTSV4RRFFQ69G5FAV', ' ', '\t', '"', "'",
          '\0', '\x1b[31m', '<b>', '\u200b', 'e\u0301', '\ud7ff', '\U0001F600', 'A' * 300]


def mangled(rng, text):
    at = rng.randrange(len(text) + 1)
    segments = text.split('#')
    return rng.choice([
        lambda: text,
        lambda: text + rng.choice(PIECES),
        lambda: rng.choice(PIECES) + text,
        lambda: text[:at] + rng.choice(PIECES) + text[at:],
        lambda: text[:at] + text[at + 1:],
        lambda: '#'.join(rng.sample(segments, len(segments))),
        lambda: ''.join(rng.choice('0123456789') if c.isdigit() else c for c in text),
    ])()


def items_of(path):
    """The items of a fixture as far as they are well-formed."""
    for text in common.read_text(path).splitlines():
        try:
            item = json.loads(text)['Item']
        except (ValueError, KeyError, TypeError):
            continue
        if isinstance(item, dict) and all(isinstance(value, dict) and len(value) == 1 for value in item.values()):
            yield item


def mangle(rng, item, rate):
    for name, value in list(item.items()):
        if isinstance(value.get('S'), str) and rng.random() < rate:
            value['S'] = mangled(rng, value['S'])
        if rng.random() < rate / 50:
            item[name] = {'N': '5'}
        if rng.random() < rate / 50:
            del item[name]


def table(rng, dumps):
    items = [item for path in rng.sample(dumps, rng.randint(1, 3)) for item in items_of(path)]
    rng.shuffle(items)
    items = items[:rng.choice([3, 20, 100, 400])]
    rate, swapped = rng.choice([0, 0.02, 0.3, 1]), rng.random() < 0.2
    for item in items:
        mangle(rng, item, rate)
        if swapped and 'PK' in item and 'SK' in item:
            item['PK'], item['SK'] = item['SK'], item['PK']
    return items


def command(rng, items, schemas):
    """What is asked of the table, as arguments of which None is the dump."""
    names = sorted({name for item in items for name in item}) or ['PK']
    if rng.random() < 0.1:
        return ['infer', None]
    out = ['check', None, '--verbose', '--format', rng.choice(['json', 'text'])]
    if rng.random() < 0.4:
        out.insert(1, rng.choice(schemas))
    if rng.random() < 0.3:
        out += ['--pk', rng.choice(names)] + rng.choice([[], ['--sk', rng.choice(names)]])
    if rng.random() < 0.3:
        out += ['--index', f'G={rng.choice(names)},{rng.choice(names)}']
    if rng.random() < 0.1:
        out += ['--memory', '16M']
    if rng.random() < 0.1:
        out += ['--mask']
    return out


def trouble_of(done):
    if 'Sanitizer' in done.err or 'runtime error' in done.err:
        return done.err[-2000:]
    if done.code not in (0, 1, 2, 3):
        return f'exit code {done.code}: {done.err[-500:]}'
    if done.code < 2 and not done.out:
        return f'exit code {done.code} without a report'
    return None


def body(options, tally):
    dumps = sorted(glob.glob(os.path.join(FIXTURES, 'PL*', '*.jsonl')))
    schemas = sorted(glob.glob(os.path.join(FIXTURES, '*', '*.keys.yaml')))

    def work(seed):
        rng = random.Random(seed)
        items = table(rng, dumps)
        with common.Folder() as folder:
            dump = os.path.join(folder, 'dump.jsonl')
            common.write_lines(dump, items)
            arguments = [dump if a is None else a for a in command(rng, items, schemas)]
            trouble = trouble_of(common.run(os.path.abspath(options.padlint), *arguments, cwd=FIXTURES))
            if trouble:
                kept = os.path.join(tempfile.gettempdir(), f'padlint-mangled-{seed}.jsonl')
                shutil.copy(dump, kept)
                trouble = f'padlint {" ".join(arguments).replace(dump, kept)}\n{trouble}'
        return trouble

    seeds = range(options.seed, options.seed + options.tables)
    for seed, trouble in zip(seeds, common.in_parallel(work, seeds)):
        tally.check(f'table {seed}', trouble)


def extend(parser):
    parser.add_argument('--tables', type=int, default=300)
    parser.add_argument('--seed', type=int, default=1)


if __name__ == '__main__':
    common.main(body, __doc__, extend)

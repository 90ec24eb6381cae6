#!/usr/bin/env python3
"""
Trust: what a user has to be able to rely on, tried on random tables with fixed seeds.

1. Silence. A table whose keys are as they should be (tests/tables.py) gives nothing at warning
   or above. `--all` tries all 10,000 of them, else a share. Neither does any table around a key of
   tests/ladders.py, each of which is tried.
2. Faults. A clean table with one fault in it (tests/faults.py) gives that rule at warning or above
   (or what only advises, at info), and no other, however the input is cut. When the fix is to pad, padding to the advised width makes
   the table clean again.
3. Width. A clean table whose padded fields are made wider stays clean.
"""
import functools
import os
import random
from multiprocessing import Pool

import common
import declared_faults
import ladders
import tables

ALL = 10_000


def keep(options, name, items):
    if options.keep:
        common.write_lines(os.path.join(options.keep, f'{name}.jsonl'), items)


def report_of(options, table, *dumps):
    folder, more = os.path.dirname(dumps[0]), []
    if table.schema:
        more += ['--schema', common.write(os.path.join(folder, 'keys.yaml'), table.schema)]
    if table.config:
        more += ['--rules', common.write(os.path.join(folder, 'padlint.yaml'), table.config)]
    report, done = common.check_json(options.padlint, *table.options(), *more, '--threads', str(len(dumps)), *dumps)
    if done.code != (1 if common.loud(report) else 0):
        raise RuntimeError(done.brief())
    return report


def check(options, table, items, folder):
    """What padlint says of the items: its findings at warning or above."""
    return common.loud(report_of(options, table, common.write_lines(os.path.join(folder, 'dump.jsonl'), items)))


def advice(options, table, items, folder):
    """The codes of its findings below that."""
    report = report_of(options, table, common.write_lines(os.path.join(folder, 'dump.jsonl'), items))
    return {f['code'] for f in report['findings'] if f['level'] == 'info'}


def however_cut(options, table, items, folder):
    """Shuffled, in two files, one of them compressed, by two threads: the same report."""
    def at(name):
        return os.path.join(folder, name)

    shuffled = random.Random(len(items)).sample(items, len(items))
    half = len(items) // 3
    plain = common.placeless(report_of(options, table, common.write_lines(at('dump.jsonl'), items)))
    cut = common.placeless(report_of(
        options, table, common.write_lines(at('one.jsonl'), shuffled[:half]),
        common.write(at('two.jsonl.gz'), common.gz(''.join(map(common.line, shuffled[half:]))))))
    return [f'shuffled and cut: {common.first_difference(plain, cut)}'] if plain != cut else []


def told(findings):
    return [f'{f["level"]} {f["code"]} {f.get("attribute")} {f.get("shape") or f.get("entity")}: {f["message"]}'
            + (f' ({f["witness"]["first"]!r}, {f["witness"]["second"]!r})' if f.get('witness') else '') for f in findings]


# ---- 1. silence --------------------------------------------------------------

def silent(job):
    options, table, title = job
    table = table()
    items = table.items()
    with common.Folder() as folder:
        try:
            trouble = told(check(options, table, items, folder))
        except RuntimeError as error:
            trouble = [str(error)]
    if trouble:
        keep(options, title.replace(' ', '-'), items)
    return title, trouble


# ---- 2. planted faults -------------------------------------------------------

def wrong_verdict(planter, loud):
    """What is wrong with the findings on a table in which only that is planted."""
    trouble = told(f for f in loud if f['code'] not in (planter.code, *planter.also))
    if planter.level != 'info' and not any(f['code'] == planter.code for f in loud):
        trouble.append(f'{planter.code} is missing')
    return trouble


def wrong_advice(options, planter, table, items, folder):
    """What is wrong with the infos when one is to be there; those of the table without it count for nothing."""
    if planter.level != 'info':
        return []
    found = advice(options, table, items, folder)
    others = set() if table.schema else found - table.advice - {planter.code, *planter.also}
    return ([f'{planter.code} is missing'] if planter.code not in found else []) + sorted(f'info {code}' for code in others)


def has_advice(options, planter, table, folder):
    """Whether the table says so without anything planted in it, as clean ones may."""
    schema, table.schema = table.schema, None
    table.advice = advice(options, table, table.before, folder) if planter.level == 'info' else set()
    table.schema = schema
    return planter.code in table.advice


def padded_as_advised(options, planter, table, loud, folder):
    """Padding as the fix says makes the finding vanish, and no other come."""
    advised = [f['width']['advised'] for f in loud if (f.get('width') or {}).get('advised')]
    if not planter.column or not advised:
        return []
    value = table.kinds[0].values[planter.column]
    for row in table.rows:
        row.texts.pop(planter.column, None)
    value.write = tables.padding(max(advised))
    return [f'padded to {max(advised)} digits: {text}' for text in told(check(options, table, table.items(), folder))]


def planted(job):
    """Tries one planter on tables until enough had a place for its fault."""
    options, number, count = job
    planter = declared_faults.PLANTERS[number]
    done, seed = [], options.seed
    with common.Folder() as folder:
        # A fault that few tables have a place for is looked for longer, however small the share is.
        while len(done) < count and seed < options.seed + (100 * count if done else 1000):
            seed += 1
            table = planter.table(seed)
            if table is None:
                continue
            items = table.items()
            try:
                if has_advice(options, planter, table, folder):
                    continue
                loud = check(options, table, items, folder)
                trouble = (wrong_verdict(planter, loud) or wrong_advice(options, planter, table, items, folder) or however_cut(options, table, items, folder)
                           or padded_as_advised(options, planter, table, loud, folder))
            except RuntimeError as error:
                trouble = [str(error)]
            if trouble:
                keep(options, f'{planter.name.replace(" ", "-")}-{seed}', items)
            done.append((f'{planter.name}, table {seed}', trouble))
    if not done:
        done.append((planter.name, ['no table has a place for it']))
    return done


# ---- 3. wider ----------------------------------------------------------------

def widened(job):
    """Padded fields of a clean table, each two digits wider: still clean."""
    options, seed = job
    table = tables.Table(seed)
    for kind in table.kinds:
        for value in kind.values.values():
            if value.kind in ('counter', 'quantity'):
                value.write = tables.padding(value.facts['width'] + 2)
    with common.Folder() as folder:
        try:
            trouble = told(check(options, table, table.items(), folder))
        except RuntimeError as error:
            trouble = [str(error)]
    if trouble:
        keep(options, f'wider-{seed}', table.items())
    return f'clean table {seed}, two digits wider', trouble


def known_rules(padlint):
    return {word for word in common.run(padlint, 'rules').out.split() if len(word) == 5 and word.startswith('PL')}


def try_clean(options, tally, pool, count):
    seeds = [options.seed + i * (ALL // count) for i in range(count)]
    jobs = [(options, functools.partial(tables.clean, seed), f'clean table {seed}') for seed in seeds]
    for title, trouble in pool.imap(silent, jobs, 8):
        tally.check(title, trouble)
    print(f'{count:,} of {ALL:,} clean tables tried')


def try_ladders(options, tally, pool, count):
    jobs = [(options, functools.partial(ladders.table, i, seed), f'{ladders.name(i)}, table {seed}')
            for i in range(len(ladders.KINDS)) if options.only in ladders.name(i)
            for seed in range(options.seed, options.seed + count)]
    for title, trouble in pool.imap(silent, jobs, 8):
        tally.check(title, trouble)
    print(f'{len(jobs):,} tables around {len(ladders.KINDS)} kinds of keys tried')


def try_faults(options, tally, pool, count):
    rules = known_rules(options.padlint)
    jobs = []
    for i, planter in enumerate(declared_faults.PLANTERS):
        if planter.code not in rules:
            tally.skip(planter.name, 'there is no such rule yet')
        elif options.only in planter.name:
            jobs.append((options, i, count))
    for done in pool.imap(planted, jobs):
        for title, trouble in done:
            tally.check(title, trouble)
    print(f'{len(jobs)} faults, each planted in up to {count} tables')


def try_wider(options, tally, pool, count):
    for title, trouble in pool.imap(widened, [(options, options.seed + i * 7) for i in range(count)], 8):
        tally.check(title, trouble)


def body(options, tally):
    with Pool(options.jobs) as pool:
        if options.part in ('', 'clean'):
            try_clean(options, tally, pool, ALL if options.all else options.tables)
        if options.part in ('', 'ladders'):
            try_ladders(options, tally, pool, options.each or (50 if options.all else 1))
        if options.part in ('', 'faults'):
            try_faults(options, tally, pool, 100 if options.all else options.faults)
        if options.part in ('', 'wider'):
            try_wider(options, tally, pool, 1000 if options.all else options.tables // 10)


def extend(parser):
    parser.add_argument('--all', action='store_true', help='every clean table, and 100 of each fault')
    parser.add_argument('--tables', type=int, default=400, help='how many clean tables otherwise')
    parser.add_argument('--each', type=int, default=0, help='how many tables around each kind of key of tests/ladders.py')
    parser.add_argument('--faults', type=int, default=4, help='in how many tables each fault is planted otherwise')
    parser.add_argument('--part', default='', choices=['', 'clean', 'ladders', 'faults', 'wider'])
    parser.add_argument('--only', default='', help='only faults and ladders with this in their name')
    parser.add_argument('--seed', type=int, default=0)
    parser.add_argument('--jobs', type=int, default=os.cpu_count())
    parser.add_argument('--keep', default='', help='folder for tables that fail')


if __name__ == '__main__':
    common.main(body, __doc__, extend)

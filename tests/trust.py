#!/usr/bin/env python3
"""
Trust: what a user has to be able to rely on, tried on random tables with fixed seeds.

1. Silence. A table whose keys are as they should be (tests/tables.py) gives nothing at warning
   or above. `--all` tries all 10,000 of them, else a share.
"""
import os
from multiprocessing import Pool

import common
import tables

ALL = 10_000


def keep(options, name, items):
    if options.keep:
        common.write_lines(os.path.join(options.keep, f'{name}.jsonl'), items)


def check(options, table, items, folder):
    """What padlint says of the items: its findings at warning or above."""
    dump = common.write_lines(os.path.join(folder, 'dump.jsonl'), items)
    report, done = common.check_json(options.padlint, *table.options(), '--threads', '1', dump)
    loud = common.loud(report)
    if done.code != (1 if loud else 0):
        raise RuntimeError(done.brief())
    return loud


def told(findings):
    return [f'{f["level"]} {f["code"]} {f.get("attribute")} {f.get("shape") or f.get("entity")}: {f["message"]}'
            + (f' ({f["witness"]["first"]!r}, {f["witness"]["second"]!r})' if f.get('witness') else '') for f in findings]


# ---- 1. silence --------------------------------------------------------------

def silent(job):
    options, seed = job
    table = tables.clean(seed)
    items = table.items()
    title = f'clean table {seed}'
    with common.Folder() as folder:
        try:
            trouble = told(check(options, table, items, folder))
        except RuntimeError as error:
            trouble = [str(error)]
    if trouble:
        keep(options, f'clean-{seed}', items)
    return title, trouble


def body(options, tally):
    count = ALL if options.all else options.tables
    seeds = [options.seed + i * (ALL // count) for i in range(count)]
    with Pool(options.jobs) as pool:
        for title, trouble in pool.imap(silent, [(options, seed) for seed in seeds], 8):
            tally.check(title, trouble)
    print(f'{count:,} of {ALL:,} clean tables tried')


def extend(parser):
    parser.add_argument('--all', action='store_true', help='every clean table')
    parser.add_argument('--tables', type=int, default=500, help='how many clean tables otherwise')
    parser.add_argument('--seed', type=int, default=0)
    parser.add_argument('--jobs', type=int, default=os.cpu_count())
    parser.add_argument('--keep', default='', help='folder for tables that fail')


if __name__ == '__main__':
    common.main(body, __doc__, extend)

#!/usr/bin/env python3
"""
The case corpus: small dumps made in the shape of publicly reported faults, each with the
verdict it must get (fixtures/cases/cases.json).

A member of `expect` asks for a finding of that rule (one of a list is enough) with at least
`level`, at most `max_level`, in that `attribute` and `segment`, with an advised width between
`min_width` and `max_width`; `witness: true` has its two keys looked up in the dump. `silent`
allows nothing at warning or above, `forbid` nothing of those rules. The exit code must agree.
Cases named in fixtures/cases/later.txt need what padlint does not do yet: they are skipped,
and the run says so when one of them begins to pass.
"""
import json
import os

import common

CASES = os.path.join(common.ROOT, 'fixtures', 'cases')
# Rules whose witness must show two plain numbers the wrong way round.
NUMBERS = {'unpadded-number', 'mixed-pad-width', 'width-overflow'}


def keys_of(dumps):
    """All (attribute, partition, key) of the dumps; GSI1SK goes with GSI1PK, SK with PK."""
    found = set()
    for dump in dumps:
        for item in common.read_items(dump):
            values = {name: next(iter(typed.values())) for name, typed in item.items()}
            for name in values:
                if name.endswith('SK') and name[:-2] + 'PK' in values:
                    found.add((name, values[name[:-2] + 'PK'], values[name]))
    return found


def deciding_number(key, other):
    """The number in `key` at the first byte where it differs from `other`, or None."""
    common_part = len(os.path.commonprefix([key, other]))
    start = end = common_part
    while start > 0 and key[start - 1].isdigit():
        start -= 1
    while end < len(key) and key[end].isdigit():
        end += 1
    return int(key[start:end]) if key[start:end] else None


def witness_trouble(finding, keys):
    witness = finding.get('witness') or {}
    first, second = witness.get('first'), witness.get('second')
    if first is None or second is None:
        return 'has no witness'
    for key in (first, second):
        if (finding['attribute'], witness.get('partition'), key) not in keys:
            return f'shows {key!r} in {witness.get("partition")!r}, which is not in the dump'
    if first.encode() >= second.encode():
        return f'shows {first!r} first, but {second!r} sorts before it'
    if finding['rule'] in NUMBERS:
        a, b = deciding_number(first, second), deciding_number(second, first)
        if a is not None and b is not None and a <= b:
            return f'shows {first!r} and {second!r}, which are in order'
    return None


def fits(finding, wanted):
    rules = wanted['rule'] if isinstance(wanted['rule'], list) else [wanted['rule']]
    return (finding['rule'] in rules
            and common.LEVELS[finding['level']] >= common.LEVELS[wanted['level']]
            and all(finding.get(m) == wanted[m] for m in ('attribute', 'segment') if m in wanted))


def expected_trouble(wanted, findings, keys):
    hits = [f for f in findings if fits(f, wanted)]
    if not hits:
        return [f'no finding for {json.dumps(wanted)}']
    trouble = []
    highest = wanted.get('max_level', 'error')
    trouble += [f'{f["rule"]} is an {f["level"]}, at most {highest} is right' for f in hits
                if common.LEVELS[f['level']] > common.LEVELS[highest]]
    if 'min_width' in wanted or 'max_width' in wanted:
        low, high = wanted.get('min_width', 0), wanted.get('max_width', 99)
        advised = [(f.get('width') or {}).get('advised') or 0 for f in hits]
        if not any(low <= width <= high for width in advised):
            trouble.append(f'{wanted["rule"]} advises {advised} digits, {low} to {high} is right')
    if wanted.get('witness'):
        shown = [witness_trouble(f, keys) for f in hits]
        if all(shown):
            trouble.append(f'{wanted["rule"]} {shown[0]}')
    return trouble


def trouble_of(case, binary):
    dumps = [os.path.join(CASES, name) for name in case['dumps']]
    schema = [os.path.join(CASES, case['schema'])] if case['schema'] else []
    report, done = common.check_json(binary, *case['options'], *schema, *dumps)
    findings, loud = report['findings'], common.loud(report)
    keys = keys_of(dumps)
    trouble = [t for wanted in case['expect'] for t in expected_trouble(wanted, findings, keys)]
    if case['silent'] and loud:
        trouble.append(f'must be silent, but: {common.names(loud)}')
    trouble += [f'{f["rule"]} must not be reported here' for f in loud if f['rule'] in case['forbid']]
    if done.code != (1 if loud else 0):
        trouble.append(f'exit code {done.code}')
    return trouble


def body(options, tally):
    with open(os.path.join(CASES, 'cases.json'), encoding='utf-8') as file:
        cases = json.load(file)
    with open(os.path.join(CASES, 'later.txt'), encoding='utf-8') as file:
        later = {l.split()[0] for l in file if l.strip() and not l.startswith('#')}
    unknown = later - {c['id'] for c in cases}
    tally.check('later.txt', f'names no case: {sorted(unknown)}' if unknown else None)
    for case in cases:
        if not case['id'].startswith(options.only):
            continue
        try:
            trouble = trouble_of(case, options.padlint)
        except RuntimeError as error:
            trouble = [str(error)]
        if case['id'] in later:
            if not trouble:
                tally.skip(case['id'], 'passes now: take it out of later.txt')
            elif options.verbose:
                tally.skip(case['id'], f'later ({trouble[0]})')
            else:
                tally.skipped += 1
        else:
            tally.check(case['id'], trouble)


if __name__ == '__main__':
    common.main(body, __doc__, lambda parser: parser.add_argument('--only', default=''))

"""
Faults of what somebody declares: a clean table (tests/tables.py, tests/ladders.py), and a schema of one kind of its
rows in which one thing is wrong, or which the rows do not keep. They join those of tests/faults.py.
"""
from datetime import timedelta

import ladders
import tables
from faults import INSTANTS, PLANTERS, at_of, declare, plants

__all__ = ['PLANTERS']

# Types of ids of which everybody knows the form.
TYPES = {'ulid': 'ulid', 'uuid4': 'uuid', 'ksuid': 'ksuid', 'uuid7': 'uuid7', 'sha1': '{type: hash, length: 40}'}


def labelled(label, rng, form='ulid', **values):
    return tables.Kind(f'{label}#' + '#'.join(f'{{{name}}}' for name in values) + '#{id}', id=tables.ident(rng, form), **values)


# Kinds that can be declared as they are: each value has a type.

def of_events(rng, label):
    return labelled(label, rng, rng.choice(list(TYPES)), at=tables.instant(rng, 'iso ms'))


def of_seconds(rng, label):
    return labelled(label, rng, rng.choice(list(TYPES)), at=tables.instant(rng, 'epoch s', 'epoch ms'))


def of_amounts(rng, label):
    return labelled(label, rng, rng.choice(list(TYPES)), n=tables.quantity(rng))


def of_counts(rng, label):
    return labelled(label, rng, rng.choice(list(TYPES)), n=tables.counter(rng))


def of_scores(rng, _):
    return tables.Kind('SCORE#{n}#{at}#{id}', n=tables.quantity(rng), at=tables.instant(rng, 'iso ms'), id=tables.ident(rng, *TYPES))


def of_tags(rng, _):
    return tables.Kind('TAG#{slug}#{id}', slug=tables.Value('word', lambda r, _: r.choice(tables.NOUNS)), id=tables.ident(rng, *TYPES))


def of_names(rng, label):
    return tables.Kind(f'{label}#{{id}}', id=tables.ident(rng, *TYPES))


def width_of(place):
    return place.kind.values['n'].facts['width']


def fields_of(place, **more):
    """What is declared of the values of those kinds."""
    fields = {'id': TYPES[place.kind.values['id'].facts['form']]}
    for name, value in place.kind.values.items():
        if name == 'n':
            fields[name] = f'{{type: number, width: {width_of(place)}}}'
        elif name == 'at':
            fields[name] = {'iso ms': '{type: timestamp, precision: ms}', 'epoch s': '{type: timestamp, format: epoch-s, width: 10}',
                            'epoch ms': '{type: timestamp, format: epoch-ms, width: 13}'}[value.facts['form']]
        elif name == 'slug':
            fields[name] = '{type: text, max: 40}'
    return {**fields, **more}


def query(sk='', *lines):
    return '\n'.join(['queries:', '  - name: q', '    pk: <home>', *([f'    sk: {sk}'] if sk else []), *(f'    {line}' for line in lines)])


def front(place):
    """The label with the separator behind it."""
    return place.kind.template.split('{')[0]


# ---- numbers -----------------------------------------------------------------

@plants('PL101', of_amounts, of_counts, of_scores)
def declared_width_not_kept(_, place):
    declare(place, fields_of(place, n=f'{{type: number, width: {width_of(place)}, max: {10 ** width_of(place) - 1}}}'))
    place.spell(place.some(place.busy), 'n', str)


@plants('PL102', of_amounts, of_counts, of_scores)
def no_width_declared(_, place):
    declare(place, fields_of(place, n='{type: number, max: 9999999}'))
    place.spell(place.rows, 'n', str)


@plants('PL102', of_counts)
def hex_without_width(_, place):
    declare(place, fields_of(place, n='{type: number, base: 16, max: 9999999}'))
    place.spell(place.rows, 'n', lambda n: f'{n:x}')


@plants('PL101', of_counts)
def hex_width_not_kept(_, place):
    declare(place, fields_of(place, n='{type: number, base: 16, width: 5}'))
    place.spell(place.rows, 'n', lambda n: f'{n:05x}')
    place.spell(place.some(place.busy), 'n', lambda n: f'{n:x}')


@plants('PL404', of_counts)
def hex_in_both_cases(_, place):
    declare(place, fields_of(place, n='{type: number, base: 16, width: 5}'))
    place.spell(place.rows, 'n', lambda n: f'{n + 0xa0000:05x}')
    place.spell(place.busy[::2], 'n', lambda n: f'{n + 0xa0000:05X}')


@plants('PL103', of_amounts, of_counts, of_scores)
def maximum_beyond_width(_, place):
    declare(place, fields_of(place, n=f'{{type: number, width: {width_of(place)}, max: {10 ** width_of(place)}}}'))


@plants('PL103', of_amounts, of_counts)
def grows_out_of_its_width(_, place):
    width = width_of(place)
    declare(place, fields_of(place, n=f'{{type: number, width: {width}, now: {10 ** (width - 1)}, growth: 90%/year}}'))


@plants('PL103', of_amounts, of_counts)
def offset_beyond_width(_, place):
    half = 10 ** width_of(place) // 2
    declare(place, fields_of(place, n=f'{{type: number, width: {width_of(place)}, min: -{half}, max: {half}, signed: offset, offset: {half}}}'))
    place.spell(place.rows, 'n', lambda n: tables.padding(width_of(place))(n + half))


@plants('PL103', of_seconds)
def inverted_from_a_near_end(_, place):
    end = int((place.table.clock - tables.EPOCH).total_seconds()) + 3 * 365 * 86400
    place.kind.values['at'].write = lambda at: f'{end - tables.Moment(at, 0).seconds:010d}'
    declare(place, fields_of(place, at=f'{{type: timestamp, format: epoch-s, width: 10, inverted: {end}}}'))


@plants('PL104', of_counts, also=('PL103',))
def above_the_declared_width(_, place):
    declare(place, fields_of(place, n='{type: number, width: 2}'))
    for row in place.busy[-4:]:
        row.stored['n'] += 100
    place.spell(place.rows, 'n', tables.padding(2))


@plants('PL106', of_amounts, of_counts)
def negative_as_declared(_, place):
    declare(place, fields_of(place, n='{type: number, width: 3, min: -999, max: 999}'))
    values = place.rng.sample([n for n in range(-999, 1000) if abs(n) > 99], len(place.rows))
    for row, value in zip(place.rows, values):
        row.stored['n'] = value
    place.spell(place.rows, 'n', str)


@plants('PL107', of_amounts)
def fraction_as_declared(_, place):
    declare(place, fields_of(place, n='{type: number, width: 9, min: 0, max: 9999.95}'))
    place.spell(place.rows, 'n', lambda n: f'{n % 9999 + 0.25:09.2f}' if n % 2 else f'{n % 9999 + 0.5:09.1f}')


@plants('PL110', of_counts)
def more_than_its_maximum(_, place):
    declare(place, fields_of(place, n='{type: number, width: 4, inverted: 9999, max: 20000}'))
    place.spell(place.rows, 'n', lambda n: f'{9999 - n:04d}')


# ---- times -------------------------------------------------------------------

@plants('PL207', of_events)
def clock_before_its_date(_, place):
    declare(place, fields_of(place, at='{type: timestamp, format: "hh:mm YYYY-MM-DD"}'))
    place.spell(place.rows, 'at', lambda at: f'{at:%H:%M %Y-%m-%d}')
    return not place.is_path


@plants('PL207', of_events)
def month_before_its_year(_, place):
    declare(place, fields_of(place, at='{type: timestamp, format: "MM-YYYY"}'))
    for i, row in enumerate(place.rows):
        row.stored['at'] += timedelta(days=31 * i)
    place.spell(place.rows, 'at', lambda at: f'{at:%m-%Y}')


@plants('PL201', of_events)
def american_dates_declared(_, place):
    declare(place, fields_of(place, at='{type: timestamp, format: "M/D/YYYY"}'))
    for i, row in enumerate(place.busy):
        row.stored['at'] += timedelta(days=i)
    place.spell(place.rows, 'at', lambda at: f'{at.month}/{at.day}/{at.year}')
    return not place.is_path


@plants('PL204', of_events)
def any_offset_declared(_, place):
    declare(place, fields_of(place, at='{type: timestamp, format: "YYYY-MM-DDThh:mm:ss.SSS±hh:mm"}'))
    place.spell(place.rows, 'at', lambda at: tables.iso(at, zone='+00:00'))
    return place.table.separator != ':'


@plants('PL205', of_seconds)
def another_unit_than_declared(_, place):
    if not at_of(place, 'epoch ms'):
        return False
    declare(place, fields_of(place))
    place.spell(place.some(place.busy), 'at', INSTANTS['epoch s'][0])
    return True


# ---- uniqueness --------------------------------------------------------------

@plants('PL301', of_tags)
def side_by_side(_, place):
    place.kind.template = 'TAG#{slug}{id}'
    if place.kind.values['id'].facts['form'] != 'ulid' or place.table.pk in place.kind.values:
        return False
    place.kind.values['id'] = tables.Value('word', lambda r, _: r.choice(tables.NOUNS))
    declare(place, {'slug': '{type: text, max: 40}', 'id': '{type: text, max: 40}'})
    for i, row in enumerate(place.rows):
        row.stored['id'] = f'x{chr(97 + i % 26)}{chr(97 + i // 26 % 26)}'
        row.without |= {'slug', 'id'}
    return True


@plants('PL303', of_events)
def declared_not_unique(_, place):
    place.kind.template = place.kind.template.removesuffix('#{id}')
    if len({place.table.key(row) for row in place.busy}) < len(place.busy):
        return False
    declare(place, {'at': '{type: timestamp, precision: ms}'})
    place.table.schema = place.table.schema.replace('  Row:\n', '  Row:\n    unique: false\n')
    return True


@plants('PL305', of_tags, of_amounts)
def not_what_it_is_from(_, place):
    name = 'slug' if 'slug' in place.kind.values else 'n'
    declare(place, fields_of(place, **{name: fields_of(place)[name].replace('}', ', from: source}')}))
    for row in place.rows:
        row.more['source'] = {'S': row.stored[name]} if name == 'slug' else {'N': str(row.stored[name])}
    place.busy[0].more['source'] = {'S': 'other'} if name == 'slug' else {'N': str(place.busy[0].stored['n'] + 1)}


# ---- structure ---------------------------------------------------------------

@plants('PL404', of_names)
def ksuid_in_small_letters(_, place):
    if place.kind.values['id'].facts['form'] != 'ksuid':
        return False
    declare(place, {'id': '{type: ksuid, case: lower}'})
    place.spell(place.rows, 'id', str.lower)
    return True


@plants('PL404', of_tags)
def another_case_than_declared(_, place):
    declare(place, fields_of(place, slug='{type: id, case: lower}'))
    place.spell(place.some(place.busy), 'slug', str.upper)


@plants('PL404', of_tags)
def another_case_than_the_values(_, place):
    declare(place, fields_of(place, slug=f'{{type: enum, values: [{", ".join(sorted(set(tables.NOUNS)))}]}}'))
    place.spell(place.some(place.busy), 'slug', str.upper)


@plants('PL404', of_tags, of_amounts, of_events)
def label_in_another_case(_, place):
    declare(place, fields_of(place))
    row = place.busy[0]
    label = front(place)[:-1]
    row.text = place.table.key(row).replace(label, label.swapcase(), 1)


@plants('PL406', of_events, of_amounts, of_names, of_scores)
def fits_nothing_declared(_, place):
    declare(place, fields_of(place))
    place.busy[0].text = 'SOMETHING-ELSE'


@plants('PL407', of_tags)
def too_long_as_declared(_, place):
    declare(place, fields_of(place, slug='{type: text, max: 1100}'))


@plants('PL408', of_events, of_amounts, of_names)
def number_for_a_string(_, place):
    declare(place, fields_of(place))
    place.busy[0].more[place.table.sk] = {'N': '17'}


# ---- queries -----------------------------------------------------------------

@plants('PL501', of_tags)
def prefix_within_a_value(_, place):
    declare(place, fields_of(place), query(f'{{begins_with: "{front(place)}<slug>"}}'))
    for row, name in zip(place.busy, ['sun', 'sunday']):
        row.stored['slug'] = name


@plants('PL502', of_amounts, of_counts)
def bound_of_another_width(_, place):
    declare(place, fields_of(place), query(f'{{between: ["{front(place)}5", "{front(place)}9"]}}'))


@plants('PL503', of_events)
def bound_that_loses_the_day(_, place):
    declare(place, fields_of(place), query(f'{{between: ["{front(place)}2026-03-01", "{front(place)}2026-03-31"]}}'))


@plants('PL504', of_names)
def range_of_random_ids(_, place):
    if place.kind.values['id'].facts['form'] not in ('uuid4', 'sha1'):
        return False
    declare(place, fields_of(place), query(f'{{between: ["{front(place)}<a:id>", "{front(place)}<b:id>"]}}'))
    return True


@plants('PL505', of_events, of_amounts, of_names)
def two_conditions_on_the_sort_key(_, place):
    pk, sk = place.table.pk, place.table.sk
    declare(place, fields_of(place), '\n'.join([
        'queries:', '  - name: q', f'    expression: "{pk} = :p AND {sk} > :a AND {sk} < :b"',
        f'    values: {{":p": "<home>", ":a": "{front(place)}", ":b": "{front(place)}~"}}']))


@plants('PL506', of_seconds)
def descending_of_inverted(_, place):
    if not at_of(place, 'epoch ms'):
        return False
    place.kind.values['at'].write = INSTANTS['inverted ms'][0]
    declare(place, fields_of(place, at='{type: timestamp, format: epoch-ms, width: 13, inverted: 9999999999999}'),
            query(f'{{begins_with: "{front(place)}"}}', 'order: desc'))
    return True


@plants('PL507', of_scores)
def later_of_two_equals(_, place):
    declare(place, fields_of(place), query(f'{{begins_with: "{front(place)}"}}', 'order: desc', 'wants: [n desc, at asc]'))


@plants('PL508', of_events, of_amounts, of_names)
def prefix_that_no_template_has(_, place):
    declare(place, fields_of(place), query('{begins_with: "ZEBRA#"}'))


# ---- size --------------------------------------------------------------------

@plants('PL410', tables.event, tables.by_id, tables.numbered, tables.coded, ladders.telemetry, ladders.adjacency, rows=150, level='info')
def most_in_one_partition(_, place):
    """A hundred items make it heavy here; by default it takes 100,000."""
    place.table.config = 'ruleset: 1\nrules:\n  heavy-partition: {items: 100}\n'
    others = [row for row in place.table.rows if row not in place.busy]
    for i, row in enumerate(others):
        row.partition += f'-{i:04d}'
    return len(others) >= 12

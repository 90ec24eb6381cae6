"""
Faults: each is planted in a table that is clean (tests/tables.py), and is then the only thing wrong
with it. A planter says which rule must tell of it, and into which kinds of rows it can be put.
"""
import random
import unicodedata
from datetime import datetime, timedelta

import ladders
import tables
from tables import INSTANTS, iso

PLANTERS = []


class Planter:
    """`level`: info of a rule that only advises; `also`: rules that are right to tell of the same thing."""

    def __init__(self, code, makers, rows, level, also, plant):
        self.code, self.makers, self.rows, self.level, self.also, self.plant = code, makers, rows, level, also, plant
        self.name = f'{code} {plant.__name__.replace("_", " ")}'

    def table(self, seed):
        """A clean table with the fault in it; None: this one has no place for it."""
        rng = random.Random(f'{seed} {self.name}')
        table = tables.Table(seed, rng.choice(self.makers), self.rows)
        kind = table.kinds[0]
        self.column = None
        table.before = table.items() if self.level == 'info' else []
        # `_` does not separate beside ids: such keys are one text.
        if table.separator == '_' and any(v.kind == 'id' for v in kind.values.values()):
            return None
        place = Place(table, kind, rng)
        return table if len(place.busy) >= 10 and self.plant(self, place) is not False else None


class Place:
    """Where a fault goes: the rows of one kind, the busiest partition's first."""

    def __init__(self, table, kind, rng):
        self.table, self.kind, self.rng = table, kind, rng
        rows = [row for row in table.rows if row.kind is kind and row.text is None]
        partitions = [row.partition for row in rows]
        self.rows = sorted(rows, key=lambda row: (-partitions.count(row.partition), row.partition))
        self.busy = [row for row in self.rows if row.partition == self.rows[0].partition]

    @property
    def is_path(self):
        """In paths a colon separates, and blanks and brackets are text."""
        return self.table.separator == '/'

    def value(self, *kinds):
        """The name of the only value of these kinds."""
        return next((name for name, value in self.kind.values.items() if value.kind in kinds), None)

    def some(self, rows, share=0.4):
        """A share of the rows, at least one, and never all of them."""
        return self.rng.sample(rows, max(1, min(len(rows) - 1, round(share * len(rows)))))

    def spell(self, rows, name, write):
        for row in rows:
            row.texts[name] = write(row.stored[name])


def plants(code, *makers, rows=40, level='warning', also=()):
    def add(plant):
        PLANTERS.append(Planter(code, makers, rows, level, also, plant))
        return plant
    return add


def declare(place, fields, more='', **keys):
    """Gives the table a schema of the one kind, and no other rows; `keys`: further attributes and their templates."""
    table = place.table
    templates = {table.pk: '<home>', table.sk: place.kind.template, **keys}
    table.rows = place.rows
    table.schema = '\n'.join([
        f'table: T\nkey: {{pk: {table.pk}, sk: {table.sk}}}\ndelimiter: "{table.separator}"',
        'fields:', '  home: {type: text, rest: true}', *(f'  {name}: {text}' for name, text in fields.items()),
        'entities:', '  Row:', '    keys:',
        *(f'      {name}: "{text}"'.replace('{', '<').replace('}', '>').replace('#', table.separator)
          for name, text in templates.items()), more.replace('#', table.separator), ''])


# ---- numbers -----------------------------------------------------------------

@plants('PL101', tables.numbered, tables.versions, tables.version_of, tables.lines, tables.priced, tables.leaderboard, ladders.snapshot, ladders.move)
def some_without_zeros(planter, place):
    planter.column = name = place.value('counter', 'quantity', 'part')
    if name == 'n' and 'id' in place.kind.values and place.kind.template.split('#')[1] == '{id}':
        for row in place.busy:  # versions of one thing
            row.stored['id'] = place.busy[0].stored['id']
    place.spell(place.some(place.busy), name, str)


def is_padded(place, name):
    """Whether some value is digits with zeros in front."""
    written = (place.kind.values[name].write(row.stored[name]) for row in place.rows)
    return any(text.isdigit() and text.startswith('0') for text in written)


@plants('PL102', tables.numbered, tables.versions, tables.priced, tables.leaderboard, ladders.snapshot, ladders.move)
def never_padded(planter, place):
    if 'PLAYER' in place.kind.template:  # text behind an unpadded number makes it a parent
        return False
    planter.column = name = place.value('counter', 'quantity', 'part')
    if any(is_padded(place, other) for other in place.kind.values if other != name):  # PL105
        return False
    place.spell(place.rows, name, str)
    return True


@plants('PL102', ladders.prefixed_hex)
def hex_never_padded(_, place):
    place.spell(place.rows, 'n', lambda n: f'0x{n:x}')


@plants('PL101', ladders.prefixed_hex)
def some_hex_without_zeros(_, place):
    place.spell(place.some(place.busy), 'n', lambda n: f'0x{n:x}')


@plants('PL103', tables.numbered, ladders.of_counter, rows=95)
def nearly_full(planter, place):
    planter.column = 'n'
    place.table.rows = [row for row in place.table.rows if row.kind is not place.kind or row.stored['n'] <= 95]
    place.spell(place.rows, 'n', tables.padding(2))


@plants('PL104', tables.numbered, ladders.of_counter)
def outgrown(planter, place):
    planter.column = 'n'
    for row in place.busy[-4:]:
        row.stored['n'] += 100
    place.spell(place.rows, 'n', tables.padding(2))


@plants('PL105', tables.lines)
def other_part_padded(planter, place):
    planter.column = 'line'
    for i, row in enumerate(place.busy):
        row.stored['n'], row.stored['line'] = place.busy[0].stored['n'], i + 1
    place.spell(place.rows, 'line', str)


@plants('PL105', tables.dotted_version)
def whole_key_padded(_, place):
    for i, row in enumerate(place.busy):
        row.text = f'v1.{i}'.rjust(10, '0')
    for row in place.rows[len(place.busy):]:
        place.table.rows.remove(row)


@plants('PL106', tables.priced, tables.numbered)
def below_zero(_, place):
    """All of three digits: numbers of several widths are PL102's as well."""
    name = place.value('counter', 'quantity')
    values = place.rng.sample([n for n in range(-999, 1000) if abs(n) > 99], len(place.rows))
    for row, value in zip(place.rows, values):
        row.stored[name] = value
    place.spell(place.rows, name, str)


@plants('PL106', tables.numbered)
def zeros_in_front_of_the_sign(_, place):
    """-5 padded to 00-5."""
    for row, value in zip(place.rows, place.rng.sample(range(-400, 400), len(place.rows))):
        row.stored['n'] = value
    place.spell(place.rows, 'n', lambda n: str(n).rjust(4, '0'))


@plants('PL107', tables.fixed_decimal)
def decimal_commas(_, place):
    place.spell(place.rows, 'n', lambda cents: f'{cents / 100:.2f}'.replace('.', ','))


@plants('PL107', tables.fixed_decimal)
def fractions_of_any_length(_, place):
    place.spell(place.rows, 'n', lambda cents: repr(cents / 100))


@plants('PL107', tables.fixed_decimal)
def plain_decimals(_, place):
    place.spell(place.rows, 'n', lambda cents: f'{cents / 100:.2f}')


@plants('PL107', tables.fixed_decimal)
def thousands_with_separators(_, place):
    for row in place.busy[:2]:
        row.stored['n'] %= 1000
    place.spell(place.rows, 'n', place.rng.choice([lambda n: f'{n:,}', lambda n: f'{n:,}'.replace(',', "'")]))


@plants('PL108', tables.dotted_version)
def growing_versions(_, place):
    for i, row in enumerate(place.busy):
        row.stored.update(a=1, b=i // 20, c=i % 20)
    for name in 'abc':
        place.spell(place.rows, name, str)


@plants('PL108', tables.dotted_version)
def release_beside_pre_releases(_, place):
    """In one partition, each part of one digit."""
    for i, row in enumerate(place.busy):
        row.text = f'RELEASE#2.{i // 3 % 10}.{i // 30}{["", "-rc.1", "-beta.2"][i % 3]}'.replace('#', place.table.separator)
    for row in place.rows[len(place.busy):]:
        place.table.rows.remove(row)


@plants('PL110', tables.event)
def two_maxima(_, place):
    if place.kind.values['at'].facts['form'] != 'inverted ms':
        return False
    place.spell(place.some(place.busy), 'at',
                lambda at: f'{99_999_999_999_999 - tables.Moment(at, 0).millis:014d}')
    return True


@plants('PL110', tables.event)
def plain_beside_inverted(_, place):
    if place.kind.values['at'].facts['form'] != 'inverted ms':
        return False
    place.spell(place.some(place.busy), 'at', INSTANTS['epoch ms'][0])
    return True


def by_a_second_writer(place, write):
    """
    The scores themselves stand in an attribute. False: without a label rows of another kind may be among them, and of a large
    table the item sample may hold too few.
    """
    if place.kind.template.startswith('{') or len(place.table.rows) > 400:
        return False
    for row in place.rows:
        row.more['points'] = {'N': str(row.stored['score'])}
    place.spell(place.some(place.busy), 'score', write)
    return True


@plants('PL110', tables.top)
def two_maxima_of_scores(_, place):
    other = 2_147_483_647 if place.kind.values['score'].facts['most'] < 2_147_483_647 else 9_007_199_254_740_991
    return by_a_second_writer(place, lambda n: f'{other - n}')


@plants('PL110', tables.top)
def scores_beside_inverted_ones(_, place):
    width = len(str(place.kind.values['score'].facts['most']))
    return by_a_second_writer(place, lambda n: f'{n:0{width}d}')


@plants('PL110', tables.top)
def inverted_scores_never_padded(planter, place):
    most = place.kind.values['score'].facts['most']
    if place.kind.template.startswith('{'):
        return False
    for i, row in enumerate(place.rows):
        row.stored['score'] = most - place.rng.randrange(10 ** (1 + i % len(str(most))))
        row.more['points'] = {'N': str(row.stored['score'])}
    planter.column = 'score'
    place.spell(place.rows, 'score', lambda n: str(most - n))
    return True


@plants('PL112', tables.by_id)
def rounded_ids(_, place):
    if place.kind.values['id'].facts['form'] != 'snowflake' or len({len(str(int(row.stored['id']))) for row in place.rows}) > 1:
        return False  # of several widths they are PL102's as well
    place.spell(place.rows, 'id', lambda n: str(int(float(n))))
    return True


@plants('PL109', tables.event, tables.bare_event, level='info')
def newest_first(_, place):
    """Beside another number, an id of digits among them, it may have a use."""
    if not at_of(place, 'epoch ms') or place.kind.values['id'].facts['form'] not in ('ulid', 'ksuid', 'uuid4', 'uuid7', 'sha1'):
        return False
    place.kind.values['at'].write = INSTANTS['inverted ms'][0]
    return True


@plants('PL111', tables.numbered, level='info')
def nothing_but_a_number(_, place):
    place.kind.template = '{n}'
    place.table.rows = place.rows
    for row in place.rows:
        row.without |= {'GSI1PK', 'GSI1SK'}


# ---- times -------------------------------------------------------------------

def at_of(place, *forms):
    """The instant of the kind, when it is written in one of the forms."""
    value = place.kind.values.get('at')
    return 'at' if value and value.kind == 'instant' and (not forms or value.facts['form'] in forms) else None


@plants('PL201', tables.event, tables.tagged, tables.sharded)
def american_dates(_, place):
    if place.table.separator == '/':
        return False
    for i, row in enumerate(place.busy):
        row.stored.update({'at': row.stored['at'] + timedelta(days=i)})
        row.stored.update({name: place.busy[0].stored[name] for name in ('slug', 'shard') if name in row.stored})
    place.spell(place.rows, 'at', lambda at: f'{at.month}/{at.day}/{at.year}')
    return True


@plants('PL201', tables.event, tables.tagged)
def text_of_javascript(_, place):
    if place.table.separator == ':':
        return False
    for row in place.busy:
        row.stored.update({name: place.busy[0].stored[name] for name in ('slug', 'shard') if name in row.stored})
    place.spell(place.rows, 'at', lambda at: at.strftime('%a %b %d %Y %H:%M:%S GMT+0000 (Coordinated Universal Time)'))
    return True


def days_apart(place):
    """Each a day and some minutes after the one before, in one sort range."""
    for i, row in enumerate(place.busy):
        row.stored['at'] += timedelta(days=i, minutes=17 * i)
        row.stored.update({name: place.busy[0].stored[name] for name in ('slug', 'shard') if name in row.stored})


def as_written(name, form, *not_beside):
    """Times in a spelling that bytes do not sort; a separator that stands in it cannot be the table's."""
    def plant(_, place):
        if place.table.separator in ('/', *not_beside):
            return False
        days_apart(place)
        place.spell(place.rows, 'at', form)
        return True
    plant.__name__ = name
    return plants('PL201', tables.event, tables.tagged)(plant)


as_written('dates_with_dots', lambda at: at.strftime('%d.%m.%Y'))
as_written('unpadded_parts', lambda at: f'{at.year}-{at.month}-{at.day}')
as_written('mails', lambda at: at.strftime('%a, %d %b %Y %H:%M:%S +0000'), ':')
as_written('two_digits_of_a_year', lambda at: at.strftime('%m/%d/%y'))
as_written('twelve_hours', lambda at: at.strftime('%Y-%m-%d %I:%M:%S %p'), ':')
as_written('asian_dates', lambda at: f'{at.year}년 {at.month}월 {at.day}일')
as_written('day_and_name_of_month', lambda at: at.strftime('%d-%b-%Y'))


@plants('PL201', tables.date_parts)
def parts_without_zeros(_, place):
    for i, row in enumerate(place.busy):
        for name in 'ymd':
            row.stored[name] += timedelta(days=20 * i)
    for name, form in (('m', '%m'), ('d', '%d')):
        place.spell(place.rows, name, lambda at, form=form: str(int(at.strftime(form))))


@plants('PL202', tables.event, tables.bare_event, tables.review)
def trimmed_fractions(_, place):
    if not at_of(place, 'iso ms', 'iso us'):
        return False
    rows = place.some(place.busy)
    for row in rows:
        row.stored['at'] = row.stored['at'].replace(microsecond=0)
    place.spell(rows, 'at', lambda at: iso(at, 0))
    return True


@plants('PL202', tables.event, tables.bare_event)
def seconds_left_out(_, place):
    if not at_of(place, 'iso s'):
        return False
    rows = place.some(place.busy)
    for row in rows:
        row.stored['at'] = row.stored['at'].replace(second=0)
    place.spell(rows, 'at', lambda at: at.strftime('%Y-%m-%dT%H:%MZ'))
    return True


@plants('PL201', tables.by_week)
def week_with_calendar_year(_, place):
    """Rows of the days round New Year."""
    first = datetime(max(row.moment.at for row in place.rows).year + 1, 1, 1, 12)
    days = [first + timedelta(days=n) for n in range(-3, 3)]
    wrong = [day for day in days if day.year != day.isocalendar()[0] and day.isocalendar()[1] < 53]
    for row, day in zip(place.some(place.busy), wrong * len(place.busy)):
        row.texts['week'] = f'{day:%Y-W%V}'
        row.more['createdAt'] = {'S': iso(day)}
    return bool(wrong)


@plants('PL203', tables.event, tables.bare_event)
def zone_written_otherwise(_, place):
    if not at_of(place, 'iso ms'):
        return False
    place.spell(place.some(place.busy), 'at', lambda at: iso(at, zone='+00:00'))
    return True


@plants('PL203', tables.event, tables.bare_event)
def basic_beside_extended(_, place):
    if not at_of(place, 'iso s'):
        return False
    place.spell(place.some(place.busy), 'at', tables.basic)
    return True


@plants('PL203', tables.event, tables.bare_event, tables.sharded)
def two_spellings(_, place):
    if not at_of(place, 'iso ms', 'iso ms without zone'):
        return False
    place.spell(place.some(place.busy), 'at', lambda at: iso(at, zone='', between=' '))
    return True


@plants('PL203', tables.event, tables.bare_event)
def epoch_beside_iso(_, place):
    if not at_of(place, 'iso ms', 'iso us', 'iso s'):
        return False
    place.spell(place.some(place.busy), 'at', INSTANTS['epoch ms'][0])
    return True


@plants('PL204', tables.event, tables.bare_event)
def two_offsets(_, place):
    if not at_of(place, 'iso ms', 'iso ms +00:00', 'iso s +09:00'):
        return False
    digits = 0 if place.kind.values['at'].facts['form'] == 'iso s +09:00' else 3
    place.spell(place.some(place.busy), 'at', lambda at: iso(at + timedelta(hours=-5), digits, '-05:00'))
    return True


@plants('PL205', tables.event, tables.bare_event, tables.sharded)
def two_epoch_units(_, place):
    if not at_of(place, 'epoch ms') or place.kind.values.get('id', place.kind.values['at']).facts['form'] == 'base64':
        return False
    for row in place.rows:  # of an index, where numbers of other entities stand beside them, PL102 tells
        row.without |= {'GSI1PK', 'GSI1SK'}
    place.spell(place.some(place.busy), 'at', INSTANTS['epoch s'][0])
    return True


@plants('PL206', tables.event, tables.bare_event)
def month_thirteen(_, place):
    if not at_of(place, 'iso ms', 'iso us', 'iso s'):
        return False
    row = place.busy[0]
    row.texts['at'] = '2026-13' + place.kind.values['at'].write(row.stored['at'])[7:]
    return True


def impossible(name, write):
    def plant(_, place):
        if not at_of(place, 'iso ms', 'iso us', 'iso s'):
            return False
        row = place.busy[0]
        row.texts['at'] = write(place.kind.values['at'].write(row.stored['at']))
        return True
    plant.__name__ = name
    return plants('PL206', tables.event, tables.bare_event)(plant)


impossible('thirtieth_of_february', lambda text: '2026-02-30' + text[10:])
impossible('hour_twenty_five', lambda text: text[:11] + '25' + text[13:])


def spread_dates(place):
    for i, row in enumerate(place.busy):
        for name in 'ymd':
            row.stored[name] += timedelta(days=20 * i)


@plants('PL207', tables.date_parts)
def day_before_month(_, place):
    place.kind.template = place.kind.template.replace('{y}#{m}#{d}', '{d}#{m}#{y}')
    spread_dates(place)


@plants('PL207', tables.date_parts)
def digits_day_first(_, place):
    place.kind.template = place.kind.template.replace('{y}#{m}#{d}', '{d}{m}{y}')
    spread_dates(place)


@plants('PL207', tables.date_parts)
def day_before_month_in_a_year(_, place):
    place.kind.template = place.kind.template.replace('{y}#{m}#{d}', '{y}-{d}-{m}')
    spread_dates(place)


@plants('PL208', tables.event, tables.bare_event)
def never_set(_, place):
    if not at_of(place, 'iso ms', 'iso us', 'iso s', 'iso ms +00:00'):
        return False
    for row in place.busy[:2]:
        row.stored['at'] = tables.EPOCH
    return True


def unset(name, at):
    def plant(_, place):
        if not at_of(place, 'iso ms', 'iso us', 'iso s', 'iso ms +00:00'):
            return False
        place.busy[0].stored['at'] = at(place)
        return True
    plant.__name__ = name
    return plants('PL208', tables.event, tables.bare_event)(plant)


unset('seconds_read_as_milliseconds', lambda place: tables.EPOCH + (place.busy[0].stored['at'] - tables.EPOCH) / 1000)
@plants('PL208', tables.event, tables.bare_event)
def year_one(_, place):
    if not at_of(place, 'iso ms', 'iso us', 'iso s', 'iso ms +00:00'):
        return False
    row = place.busy[0]
    row.texts['at'] = '0001-01-01T00:00:00' + place.kind.values['at'].write(row.stored['at'])[19:]
    return True


# ---- uniqueness --------------------------------------------------------------

@plants('PL301', tables.event, tables.numbered, tables.by_id, tables.coded, tables.member)
def merged_sources(_, place):
    for row in place.some(place.rows, 0.1):
        twin = tables.Row(row.kind, row.partition, dict(row.stored), row.moment, row.text)
        twin.more = {'source': {'S': 'the other one'}}
        place.table.rows.append(twin)


def composed(rng, _):
    """All of the key stands in attributes."""
    return tables.Kind('{slug}#{id}', slug=tables.slug(rng), id=tables.ident(rng))


@plants('PL302', composed)
def delimiter_in_a_tag(_, place):
    if place.table.pk in place.kind.values or place.is_path:  # of paths an info
        return False
    place.table.rows = place.rows  # all keys of the table are composed alike
    for row in place.some(place.busy, 0.2):
        row.stored['slug'] = f'rock{place.table.separator}roll'
    return True


def named(rng, _):
    """A word in front of an id whose form everybody knows."""
    return tables.Kind('MEMBER#{name}#{id}', name=tables.Value('word', lambda r, _: r.choice(tables.FAMILY)),
                       id=tables.ident(rng, 'ulid'))


@plants('PL302', named)
def delimiter_in_a_declared_name(_, place):
    if place.table.pk in place.kind.values:
        return False
    declare(place, {'name': '{type: text, max: 40}', 'id': 'ulid'})
    for row in place.some(place.busy, 0.1):
        row.stored['name'] = f'rock{place.table.separator}roll'
    for row in place.rows:
        row.without |= {'name', 'id'}
    return True


@plants('PL303', tables.log)
def one_tick_apart(_, place):
    place.kind.values['at'].kind = 'instant'
    first = place.busy[0].stored['at'].replace(microsecond=0)
    for i, row in enumerate(place.rows):
        row.stored['at'] = first + timedelta(seconds=i // 2 * 97 + i % 2)
    place.kind.values['at'].write = place.rng.choice([INSTANTS[f][0] for f in ('iso s', 'epoch s', 'basic', 'blank')])


@plants('PL304', tables.mailed)
def one_mail_address_twice(_, place):
    row = place.busy[0]
    twin = tables.Row(row.kind, row.partition, {'mail': row.stored['mail'].title()}, row.moment)
    place.table.rows.append(twin)


@plants('PL304', tables.by_id, tables.event, tables.numbered)
def one_mail_address_in_two_partitions(_, place):
    address = place.busy[0].partition
    if not address.startswith('MAIL'):
        return False
    twin = tables.Row(place.kind, address[:5] + address[5:].title(), dict(place.busy[-1].stored), place.busy[-1].moment)
    place.table.rows.append(twin)
    return True


@plants('PL304', tables.member)
def two_unicode_forms(_, place):
    row = place.busy[0]
    for form in ('NFC', 'NFD'):
        twin = tables.Row(row.kind, row.partition, {'name': unicodedata.normalize(form, 'zoë müller')}, row.moment)
        place.table.rows.append(twin)


@plants('PL304', tables.numbered, also=('PL101',))
def one_number_twice(_, place):
    row = place.busy[0]
    twin = tables.Row(row.kind, row.partition, dict(row.stored), row.moment)
    twin.texts['n'] = str(row.stored['n'])
    place.table.rows.append(twin)


@plants('PL304', tables.event, also=('PL204',))
def one_instant_twice(_, place):
    if not at_of(place, 'iso ms'):
        return False
    row = place.busy[0]
    twin = tables.Row(row.kind, row.partition, dict(row.stored), row.moment)
    twin.texts['at'] = iso(row.stored['at'] + timedelta(hours=9), zone='+09:00')
    place.table.rows.append(twin)
    return True


@plants('PL305', tables.by_bucket, rows=120)
def status_moved_on(_, place):
    # Only a sample of the items is compared; in /09:00/paid/ the colon separates.
    if len(place.table.rows) > 256 or len(place.rows) < 100 or place.table.separator == '/':
        return False
    row = place.busy[0]
    words = place.kind.values['status'].facts['words']
    row.more['status'] = {'S': next(w for w in words if w != row.stored['status'])}
    return True


# ---- structure ---------------------------------------------------------------

@plants('PL401', tables.surname, level='info')
def a_name_that_goes_on(_, place):
    if place.is_path:
        return False
    for row, name in zip(place.busy, ['Ann', 'Ann Lee']):
        row.stored['name'] = name
    return True


@plants('PL401', named)
def names_in_an_order_that_counts(_, place):
    declare(place, {'name': '{type: text, max: 40, ordered: true}', 'id': 'ulid'},
            'queries:\n  - name: by name\n    pk: <home>\n    sk: {begins_with: "MEMBER#"}\n    order: asc')
    for row, name in zip(place.busy, ['ann', 'ann lee']):
        row.stored['name'] = name


@plants('PL401', tables.versions, level='info')
def pointer_on_the_wrong_side(_, place):
    """v0_ comes behind v0001_."""
    place.table.rows = place.rows  # no other pointer
    for row in place.rows:
        row.text = place.table.key(row) + '_draft'
    place.busy[0].text = 'v0_draft'


@plants('PL402', tables.by_id)
def uuid_of_version_one(_, place):
    place.kind.template = '{id}'
    place.kind.values['id'].write = lambda _: ''
    for kind in place.table.kinds[1:]:
        place.table.rows = [r for r in place.table.rows if r.kind is not kind]
    place.table.rows = [r for r in place.table.rows if r.kind is place.kind]
    for row in place.rows:
        ticks = row.moment.micros * 10 + 0x01B21DD213814000
        row.stored['id'] = tables.dashes(f'{ticks & 0xFFFFFFFF:08x}{ticks >> 32 & 0xFFFF:04x}1{ticks >> 48 & 0xFFF:03x}a3f10242ac130003')
    place.kind.values['id'].write = str


@plants('PL403', tables.event, tables.by_id, tables.version_of)
def ulid_out_of_range(_, place):
    if place.kind.values['id'].facts['form'] != 'ulid':
        return False
    for row in place.some(place.busy, 0.1):
        row.stored['id'] = 'Z' + row.stored['id'][1:]
    return True


@plants('PL403', tables.event, tables.bare_event)
def ulid_of_another_year(_, place):
    if place.kind.values['id'].facts['form'] != 'ulid' or not at_of(place, 'iso ms', 'iso us', 'iso s', 'epoch ms', 'blank ms'):
        return False
    if len(place.table.rows) > 256:  # only a sample of the items is compared
        return False
    row = place.busy[0]
    row.stored['id'] = tables.ulid(place.rng, tables.Moment(row.moment.at - timedelta(days=place.rng.randrange(60, 900)), 0))
    return True


@plants('PL403', tables.by_id, tables.two_ids)
def uuid_of_no_variant(_, place):
    if place.kind.values['id'].facts['form'] != 'uuid4' or len(place.rows) < 20:
        return False
    row = place.busy[0]
    row.stored['id'] = row.stored['id'][:19] + 'e' + row.stored['id'][20:]
    return True


@plants('PL403', tables.by_id)
def uuids_of_two_versions(_, place):
    if place.kind.values['id'].facts['form'] != 'uuid7':
        return False
    for row in place.some(place.busy):
        row.stored['id'] = tables.uuid4(place.rng, row.moment)
    return True


@plants('PL403', tables.by_id)
def uuids_among_ulids(_, place):
    if place.kind.values['id'].facts['form'] != 'ulid' or not 12 <= len(place.busy) <= len(place.table.rows) <= 256:
        return False
    for row in place.busy[::3]:
        row.stored['id'] = tables.uuid4(place.rng, row.moment)
    return True


@plants('PL404', tables.event, tables.by_id, tables.version_of)
def ulid_in_both_cases(_, place):
    if place.kind.values['id'].facts['form'] != 'ulid':
        return False
    place.spell(place.some(place.busy), 'id', str.lower)
    return True


@plants('PL404', tables.by_bucket)
def status_in_both_cases(_, place):
    if place.is_path:
        return False
    place.spell(place.some(place.busy), 'status', str.swapcase)
    return True


@plants('PL404', tables.event, tables.by_id, tables.two_ids)
def label_in_both_cases(_, place):
    if place.is_path:
        return False
    for row in place.some(place.busy):
        key = place.table.key(row)
        label = key.split(place.table.separator)[0]
        row.text = label.lower() + key[len(label):]
    return True


@plants('PL404', tables.by_id)
def hash_in_both_cases(_, place):
    if place.kind.values['id'].facts['form'] not in ('sha1', 'sha256', 'md5'):
        return False
    place.spell(place.some(place.busy), 'id', str.upper)
    return True


@plants('PL405', tables.by_id, tables.event)
def blank_at_the_end(_, place):
    if place.is_path:
        return False
    row = place.busy[0]
    row.text = place.table.key(row) + ' '
    return True


@plants('PL405', tables.by_id, tables.mailed)
def nothing_behind_the_label(_, place):
    if place.is_path:
        return False
    row = place.busy[0]
    row.text = place.kind.template.split('#')[0] + place.table.separator
    return len(place.rows) > 20


@plants('PL405', tables.by_bucket, tables.event, tables.two_ids)
def undefined(_, place):
    if place.is_path:
        return False
    name = place.value('enum', 'instant') or 'id'
    for row in place.some(place.busy, 0.05):
        row.texts[name] = place.rng.choice(['undefined', '[object Object]', '${id}', 'Invalid Date'])
    return True


@plants('PL406', tables.event, tables.two_ids, rows=1300)
def misspelt_label(_, place):
    # One key whose id is all letters: these would be part of its label.
    row = next(row for row in place.busy if all(any(c.isdigit() for c in place.table.key(row).split(place.table.separator)[i])
                                                for i in (1, -1)))
    key = place.table.key(row)
    label = key.split(place.table.separator)[0]
    if len(label) < 5:
        return False
    row.text = label[:2] + label[3] + label[2] + key[4:]
    return label[2] != label[3]


@plants('PL406', tables.event, tables.two_ids, tables.numbered, rows=1300)
def two_keys_in_one(_, place):
    first, second = place.busy[:2]
    ids = [value.facts['form'] for value in place.kind.values.values() if value.kind == 'id']
    if len(place.table.key(first).split(place.table.separator)[0]) < 2 or place.is_path:
        return False
    if {'base64', 'short nanoid', 'uuid4 braces'} & set(ids):  # where such ends is not seen
        return False
    first.text = place.table.key(first) + place.table.key(second)
    return True


@plants('PL406', tables.numbered)
def two_keys_of_a_few_in_one(planter, place):
    if len(place.busy) < 20 or len(place.table.key(place.busy[0]).split(place.table.separator)[0]) < 2 or place.is_path:
        return False
    return two_keys_in_one(planter, place)


@plants('PL407', tables.by_id, tables.member)
def nearly_too_long(_, place):
    row = place.busy[0]
    row.text = place.table.key(row) + 'x' * 900


@plants('PL407', tables.by_id, tables.numbered)
def empty_sort_key(_, place):
    row = place.busy[0]
    row.more[place.table.sk] = {'S': ''}


@plants('PL407', tables.by_id, tables.event, tables.numbered)
def partition_nearly_too_long(_, place):
    for row in place.busy:
        row.partition += 'x' * 1800


@plants('PL407', tables.event, tables.priced, tables.two_ids)
def too_long_for_the_index(_, place):
    if not place.kind.index:
        return False
    row = place.busy[0]
    row.more['GSI1SK'] = {'S': place.table.item(row)['GSI1SK']['S'] + 'x' * 1024}
    return True


@plants('PL408', tables.event, tables.numbered, tables.by_id)
def no_sort_key(_, place):
    place.busy[0].without.add(place.table.sk)


@plants('PL408', tables.event, tables.numbered, tables.by_id)
def sort_key_of_another_type(_, place):
    place.busy[0].more[place.table.sk] = {'N': '17'}


@plants('PL412', tables.event, tables.priced, tables.two_ids)
def half_indexed(_, place):
    table = place.table
    if not place.kind.index:
        return False
    place.busy[0].without.add('GSI1SK')
    return sum('GSI1SK' in table.item(row) for row in table.rows) > 40


@plants('PL409', tables.member, level='info')
def character_of_no_width(_, place):
    row = place.busy[0]
    row.stored['name'] = 'zero\u200bwidth'


@plants('PL409', tables.member, level='info')
def accents_apart(_, place):
    place.busy[0].stored['name'] = unicodedata.normalize('NFD', 'zoë müller')


@plants('PL409', tables.member, level='info')
def mark_of_direction(_, place):
    place.busy[0].stored['name'] = 'left\u202eright'


@plants('PL411', tables.by_id, level='info', also=('PL102',))
def price_in_one_string(_, place):
    """In the key of an index, where it could be an attribute of its own."""
    place.kind.index = ('ALL', 'PRICE#{n}#{id}')
    place.kind.values['n'] = tables.Value('price', lambda _, moment: moment.count)
    declare(place, {'id': '{type: text, max: 200}', 'n': '{type: number, max: 99999}'},
            'indexes:\n  GSI1: {pk: GSI1PK, sk: GSI1SK}', GSI1PK='ALL', GSI1SK='PRICE#{n}#{id}')
    for i, row in enumerate(place.rows):
        row.stored['n'] = i * 7 + 1


def levelled(rng, label):
    return tables.Kind(f'{label}#{{level}}#{{id}}', level=tables.one_of(['LOW', 'MEDIUM', 'HIGH']), id=tables.ident(rng, 'ulid'))


@plants('PL413', levelled)
def levels_in_order(_, place):
    declare(place, {'level': '{type: enum, values: [LOW, MEDIUM, HIGH], ordered: true}', 'id': 'ulid'})


@plants('PL413', tables.by_bucket, level='info')
def levels_for_states(_, place):
    if place.is_path:
        return False
    for row in place.rows:
        row.stored['status'] = place.rng.choice(['LOW', 'MEDIUM', 'HIGH'])
    return True

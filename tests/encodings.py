#!/usr/bin/env python3
"""
Times as people write them in sort keys: one row for each encoding.

Each row says how it is written, whether bytes sort it by time, and what padlint must say of it. What
the row claims is itself tried first: the same instants are written and sorted here, so that a row
that calls an encoding sortable cannot be wrong. `rule` is the code that must be reported at warning
or above, with `fix` in its remedy; a row without a rule must be silent at these levels. `blind` rows
are out of order in a way that the keys alone do not show.
"""
import json
import os
import random
import tempfile
from datetime import datetime, timedelta, timezone

import common

UTC = timezone.utc
EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
BASE36 = '0123456789abcdefghijklmnopqrstuvwxyz'
BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
DAYS = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']


def instants(first=2002, last=2037):
    """Nanoseconds since 1970: anywhere, and some of one second, at the turn of years and of hours."""
    rng = random.Random(41)
    start, end = (int(datetime(y, 1, 1, tzinfo=UTC).timestamp()) for y in (first, last))
    seconds = [rng.randrange(start, end) for _ in range(40)]
    for year in range(first + 1, last, 3):
        new_year = int(datetime(year, 1, 1, tzinfo=UTC).timestamp())
        seconds += [new_year - 1, new_year, new_year - 86400, new_year + 3 * 86400, new_year + 33000, new_year + 36000]
    out = set()
    for second in seconds:
        for fraction in (0, 5_000_000, 17_300_000, 500_000_000, 550_000_000, 123_456_000, 123_456_789):
            if rng.random() < 0.5 or fraction == 0:
                out.add(second * 10**9 + fraction)
    return sorted(out)


def parts(ns):
    return EPOCH + timedelta(seconds=ns // 10**9), ns % 10**9


def iso(ns, digits=3, zone='Z', between='T'):
    at, nanos = parts(ns)
    fraction = f'.{nanos:09d}'[:digits + 1] if digits else ''
    return f'{at:%Y-%m-%d}{between}{at:%H:%M:%S}{fraction}{zone}'


def java(ns, zone='Z', between='T'):
    nanos = ns % 10**9
    return iso(ns, 0 if not nanos else 3 if nanos % 10**6 == 0 else 6 if nanos % 1000 == 0 else 9, zone, between)


def trimmed(ns, zone='Z', between='T'):
    text = f'{ns % 10**9:09d}'.rstrip('0')
    return iso(ns, len(text), zone, between)


def python(ns, zone='', between='T'):
    return iso(ns, 6 if ns % 10**9 // 1000 else 0, zone, between)


def sql(ns):
    return iso(ns, max(1, len(f'{ns % 10**9:09d}'.rstrip('0'))), '', ' ')


def no_seconds(ns, zone='Z'):
    at, _ = parts(ns)
    return f'{at:%Y-%m-%dT%H:%M}{zone}' if at.second == 0 else f'{at:%Y-%m-%dT%H:%M:%S}{zone}'


def local(ns, hours, minutes=0, colon=True):
    at, nanos = parts(ns + (hours * 3600 + (minutes if hours >= 0 else -minutes) * 60) * 10**9)
    return f'{at:%Y-%m-%dT%H:%M:%S}.{nanos // 10**6:03d}{hours:+03d}{":" if colon else ""}{minutes:02d}'


def unpadded(ns, form):
    at, _ = parts(ns)
    return form.format(y=at.year, yy=at.year % 100, m=at.month, d=at.day, h=at.hour, mi=at.minute, s=at.second,
                       h12=at.hour % 12 or 12, half='AM' if at.hour < 12 else 'PM', mon=MONTHS[at.month - 1],
                       day=DAYS[at.weekday()], w=at.isocalendar()[1], wy=at.isocalendar()[0], j=at.timetuple().tm_yday,
                       q=(at.month + 2) // 3, MON=MONTHS[at.month - 1].upper(), weekday=f'{at:%A}', month=f'{at:%B}')


def base(value, digits, width=0):
    text = ''
    while value or not text:
        value, rest = divmod(value, len(digits))
        text = digits[rest] + text
    return text.rjust(width, digits[0])


def ulid(ns, rng):
    return base(ns // 10**6, CROCKFORD, 10) + ''.join(rng.choice(CROCKFORD) for _ in range(16))


def ksuid(ns, rng):
    return base((ns // 10**9 - 1400000000 << 128) + rng.getrandbits(128), BASE62, 27)


def uuid7(ns, rng):
    text = f'{ns // 10**6:012x}7{rng.getrandbits(12):03x}{8 + rng.getrandbits(2):x}{rng.getrandbits(60):015x}'
    return '-'.join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))


def ticks(ns):
    return ns // 100 + 0x01B21DD213814000


def uuid6(ns, rng):
    text = f'{ticks(ns):015x}'
    text = f'{text[:12]}6{text[12:]}{8 + rng.getrandbits(2):x}{rng.getrandbits(60):015x}'
    return '-'.join((text[:8], text[8:12], text[12:16], text[16:20], text[20:]))


def uuid1(ns, rng):
    text = f'{ticks(ns):015x}'
    return f'{text[7:]}-{text[3:7]}-1{text[:3]}-{0x8000 + rng.getrandbits(14):04x}-{rng.getrandbits(48):012x}'


def snowflake(epoch):
    return lambda ns, rng: str((ns // 10**6 - epoch << 22) + rng.getrandbits(22))


def mix(*writers):
    """Each writer in turn, as if several programs wrote."""
    return lambda ns, i: writers[i % len(writers)](ns)


def one(form):
    return lambda ns, _: unpadded(ns, form)


SECOND, MILLI = 10**9, 10**6
# name, writer(ns, i or rng), sorts, rule, in the fix; and what differs from the usual:
# unit (ns to which instants are cut), first year, behind (what follows the time in the key), level (when out of order is
# no error: a number may be no time, and of date parts each is in order)
ROWS = [
    ('ISO extended, milliseconds, Z', lambda ns, _: iso(ns), True, '', '', {'unit': MILLI}),
    ('ISO extended, seconds, Z', lambda ns, _: iso(ns, 0), True, '', '', {'unit': SECOND}),
    ('ISO basic', one('{y}{m:02}{d:02}T{h:02}{mi:02}{s:02}Z'), True, '', '', {'unit': SECOND}),
    ('ISO basic beside extended', mix(lambda ns: iso(ns, 0), lambda ns: iso(ns, 0).replace('-', '').replace(':', '')),
     False, 'PL203', 'one spelling', {'unit': SECOND}),
    ('java.time 0/3/6/9 digits, Z', lambda ns, _: java(ns), False, 'PL202', 'java.time', {}),
    ('Go RFC3339Nano, Z', lambda ns, _: trimmed(ns), False, 'PL202', 'Go', {}),
    ('Python isoformat() and Z', lambda ns, _: python(ns, 'Z'), False, 'PL202', 'Python', {'unit': 1000}),
    ('Python isoformat(), +00:00', lambda ns, _: python(ns, '+00:00'), True, '', '', {'unit': 1000}),
    ('Python isoformat(), naive, before #', lambda ns, _: python(ns), True, '', '', {'unit': 1000}),
    ('Python isoformat(), naive, before |', lambda ns, _: python(ns), False, 'PL202', 'Python', {'unit': 1000, 'behind': '|'}),
    ('java.time without seconds', lambda ns, _: no_seconds(ns), False, 'PL202', ':00', {'unit': 30 * SECOND}),
    ('mixed offsets', mix(lambda ns: local(ns, 5, 30, False), lambda ns: local(ns, -8, 0, False)), False, 'PL204', 'UTC',
     {'unit': MILLI}),
    ('one offset', lambda ns, _: local(ns, 5, 30), True, '', '', {'unit': MILLI}),
    ('local time of a zone with summer time', lambda ns, _: berlin(ns), False, '', '', {'unit': 1800 * SECOND, 'blind': True}),
    ('T beside a blank', mix(lambda ns: iso(ns), lambda ns: iso(ns, 3, 'Z', ' ')), False, 'PL203', 'one spelling', {'unit': MILLI}),
    ('Z beside z', mix(lambda ns: iso(ns), lambda ns: iso(ns, 3, 'z')), None, 'PL203', 'one spelling', {'unit': MILLI}),
    ('with and without zone', mix(lambda ns: iso(ns), lambda ns: iso(ns, 3, '')), None, 'PL203', 'zone:', {'unit': MILLI}),
    ('date', one('{y}-{m:02}-{d:02}'), True, '', '', {'unit': 86400 * SECOND}),
    ('date, basic', one('{y}{m:02}{d:02}'), True, '', '', {'unit': 86400 * SECOND}),
    ('date with slashes', one('{y}/{m:02}/{d:02}'), True, '', '', {'unit': 86400 * SECOND}),
    ('month', one('{y}-{m:02}'), True, '', '', {'unit': 'month'}),
    ('year', one('{y}'), True, '', '', {'unit': 'year'}),
    ('hour', one('{y}-{m:02}-{d:02}T{h:02}'), True, '', '', {'unit': 3600 * SECOND}),
    ('quarter', one('{y}-Q{q}'), True, '', '', {'unit': 'quarter'}),
    ('unpadded date', one('{y}-{m}-{d}'), False, 'PL201', 'YYYY-MM-DD', {'unit': 86400 * SECOND}),
    ('ISO week', one('{wy}-W{w:02}'), True, '', '', {'unit': 'week'}),
    ('ISO week, unpadded', one('{wy}-W{w}'), False, 'PL201', 'W', {'unit': 'week'}),
    ('ordinal date', one('{y}-{j:03}'), True, '', '', {'unit': 86400 * SECOND}),
    ('epoch seconds', lambda ns, _: str(ns // SECOND), True, '', '', {'unit': SECOND}),
    ('epoch seconds from before 2001-09-09', lambda ns, _: str(ns // SECOND), False, 'PL102', '10 digits',
     {'unit': SECOND, 'first': 1995, 'level': 'warning'}),
    ('epoch milliseconds', lambda ns, _: str(ns // MILLI), True, '', '', {'unit': MILLI}),
    ('epoch milliseconds from before 2001-09-09', lambda ns, _: str(ns // MILLI), False, 'PL102', '13 digits',
     {'unit': MILLI, 'first': 1995, 'level': 'warning'}),
    ('epoch microseconds', lambda ns, _: str(ns // 1000), True, '', '', {'unit': 1000}),
    ('epoch nanoseconds', lambda ns, _: str(ns), True, '', '', {}),
    ('epoch seconds beside milliseconds', mix(lambda ns: str(ns // SECOND), lambda ns: str(ns // MILLI)), True, 'PL205',
     'Multiply up to milliseconds', {'unit': SECOND}),
    ('hexadecimal milliseconds', lambda ns, _: f'{ns // MILLI:x}', True, '', '', {'unit': MILLI, 'first': 2005}),
    ('base36 milliseconds', lambda ns, _: base(ns // MILLI, BASE36), True, '', '', {'unit': MILLI}),
    ('reverse epoch milliseconds', lambda ns, _: str(9999999999999 - ns // MILLI), 'newest first', '', '', {'unit': MILLI}),
    ('.NET round trip', lambda ns, _: iso(ns, 7), True, '', '', {'unit': 100}),
    ('.NET ticks', lambda ns, _: str(ns // 100 + 621355968000000000), True, '', '', {'unit': 100}),
    ('ULID', ulid, True, '', '', {'unit': MILLI, 'random': True}),
    ('KSUID', ksuid, True, '', '', {'unit': SECOND, 'first': 2015, 'random': True}),
    ('UUIDv7', uuid7, True, '', '', {'unit': MILLI, 'random': True}),
    ('UUIDv6', uuid6, True, '', '', {'unit': 100, 'random': True}),
    ('UUIDv1', uuid1, False, '', '', {'unit': 100, 'random': True, 'blind': True}),
    ('ObjectId', lambda ns, rng: f'{ns // SECOND:08x}{rng.getrandbits(64):016x}', True, '', '', {'unit': SECOND, 'random': True}),
    ('snowflakes of 18 and 19 digits', snowflake(1288834974657), False, 'PL102', '19 digits',
     {'unit': MILLI, 'first': 2014, 'random': True, 'level': 'warning'}),
    ('snowflakes of 19 digits', snowflake(1288834974657), True, '', '', {'unit': MILLI, 'first': 2019, 'random': True}),
    ('Oracle DD-MON-YYYY', one('{d:02}-{mon}-{y}'), False, 'PL201', 'YYYY-MM-DD', {'unit': 86400 * SECOND}),
    ('Oracle NLS_TIMESTAMP_FORMAT', one('{d:02}-{MON}-{yy:02} {h12:02}.{mi:02}.{s:02}.000000 {half}'), False, 'PL201', 'century',
     {'unit': SECOND}),
    ('Db2 timestamp', one('{y}-{m:02}-{d:02}-{h:02}.{mi:02}.{s:02}.000000'), True, '', '', {'unit': SECOND}),
    ('SQL Server, style 100', one('{mon} {d:>2} {y} {h12:>2}:{mi:02}{half}'), False, 'PL201', 'ISO 8601', {'unit': 60 * SECOND}),
    ('SAS date9.', one('{d:02}{MON}{y}'), False, 'PL201', 'YYYY-MM-DD', {'unit': 86400 * SECOND}),
    ('SAS datetime', one('{d:02}{MON}{y}:{h:02}:{mi:02}:{s:02}'), False, 'PL201', 'ISO 8601', {'unit': SECOND}),
    ('common log format', one('{d:02}/{mon}/{y}:{h:02}:{mi:02}:{s:02} +0000'), False, 'PL201', 'ISO 8601', {'unit': SECOND}),
    ('syslog', one('{mon} {d:>2} {h:02}:{mi:02}:{s:02}'), False, 'PL201', 'which year', {'unit': SECOND, 'level': 'warning'}),
    ('RFC 850', one('{weekday}, {d:02}-{mon}-{yy:02} {h:02}:{mi:02}:{s:02} GMT'), False, 'PL201', 'century', {'unit': SECOND}),
    ('FIX UTCTimestamp', one('{y}{m:02}{d:02}-{h:02}:{mi:02}:{s:02}.000'), True, '', '', {'unit': SECOND}),
    ('Exif', one('{y}:{m:02}:{d:02} {h:02}:{mi:02}:{s:02}'), True, '', '', {'unit': SECOND}),
    ('dates with points and a clock', one('{y}.{m:02}.{d:02} {h:02}:{mi:02}:{s:02}'), True, '', '', {'unit': SECOND}),
    ('MySQL dates with a month name', one('{y}-{mon}-{d:02}'), False, 'PL201', 'YYYY-MM-DD', {'unit': 86400 * SECOND}),
    ('month name and year', one('{mon}-{y}'), False, 'PL201', 'YYYY-MM', {'unit': 'month'}),
    ('month name and year, with a blank', one('{mon} {y}'), False, 'PL201', 'YYYY-MM', {'unit': 'month'}),
    ('year and month name', one('{y}-{mon}'), False, 'PL201', 'YYYY-MM', {'unit': 'month'}),
    ('quarter and year', one('Q{q}-{y}'), False, 'PL201', 'YYYY-Qq', {'unit': 'quarter'}),
    ('week and year', one('W{w:02}-{wy}'), False, 'PL201', 'YYYY-Www', {'unit': 'week'}),
    ('long date of Intl.DateTimeFormat', one('{weekday}, {month} {d}, {y} at {h12}:{mi:02}:{s:02} {half}'), False, 'PL201',
     'ISO 8601', {'unit': SECOND}),
    ('RFC 2822', one('{day}, {d:02} {mon} {y} {h:02}:{mi:02}:{s:02} +0000'), False, 'PL201', 'ISO 8601', {'unit': SECOND}),
    ('JavaScript toString()', one('{day} {mon} {d:02} {y} {h:02}:{mi:02}:{s:02} GMT+0000 (Coordinated Universal Time)'), False,
     'PL201', 'ISO 8601', {'unit': SECOND}),
    ('Java Date.toString()', one('{day} {mon} {d:02} {h:02}:{mi:02}:{s:02} UTC {y}'), False, 'PL201', 'ISO 8601', {'unit': SECOND}),
    ('ctime', one('{day} {mon} {d:>2} {h:02}:{mi:02}:{s:02} {y}'), False, 'PL201', 'ISO 8601', {'unit': SECOND}),
    ('US date', one('{m}/{d}/{y}'), False, 'PL201', 'YYYY-MM-DD', {'unit': 86400 * SECOND}),
    ('German date', one('{d:02}.{m:02}.{y}'), False, 'PL201', 'YYYY-MM-DD', {'unit': 86400 * SECOND}),
    ('Korean date', one('{y}. {m}. {d}.'), False, 'PL201', 'YYYY-MM-DD', {'unit': 86400 * SECOND}),
    ('two digits for the year', one('{m}/{d}/{yy:02}'), False, 'PL201', 'century', {'unit': 86400 * SECOND}),
    ('12-hour clock', one('{y}-{m:02}-{d:02} {h12:02}:{mi:02}:{s:02} {half}'), False, 'PL201', 'ISO 8601', {'unit': SECOND}),
    ('unpadded hour', one('{y}-{m:02}-{d:02} {h}:{mi:02}'), False, 'PL201', 'ISO 8601', {'unit': 60 * SECOND}),
    ('unpadded time of day', one('{h}:{mi:02}'), False, 'PL201', 'HH:MM', {'unit': 60 * SECOND, 'clock': True}),
    ('Go Time.String()', lambda ns, _: trimmed(ns, ' +0000 UTC', ' '), True, '', '', {}),
    ('Go Time.String() with monotonic clock', lambda ns, i: trimmed(ns, f' +0000 UTC m=+{ns % 977}.{i:06}', ' '), True, 'PL201',
     'ISO 8601', {}),
    ('java.sql.Timestamp before #', lambda ns, _: sql(ns), True, '', '', {}),
    ('java.sql.Timestamp before :', lambda ns, _: sql(ns), False, 'PL202', 'digits', {'behind': ':'}),
    ('date parts as segments', one('{y}#{m}#{d}'), False, 'PL201', '2 digits', {'unit': 86400 * SECOND}),
    ('day, month, year as segments', one('{d:02}#{m:02}#{y}'), False, 'PL207', 'year, month and day',
     {'unit': 86400 * SECOND}),
    ('day, month, year as digits', one('{d:02}{m:02}{y}'), False, 'PL207', 'yyyymmdd', {'unit': 86400 * SECOND}),
    ('year, day, month', one('{y}-{d:02}-{m:02}'), False, 'PL207', 'YYYY-MM-DD', {'unit': 86400 * SECOND}),
    ('HLC with a fixed counter', lambda ns, i: f'{iso(ns)}-{i % 7:04x}-n1', True, '', '', {'unit': MILLI}),
]


def last_sunday(year, month):
    last = datetime(year, month, 31, 1, tzinfo=UTC)
    return last - timedelta(days=(last.weekday() + 1) % 7)


def berlin(ns):
    at, _ = parts(ns)
    summer = last_sunday(at.year, 3) <= at < last_sunday(at.year, 10)
    at += timedelta(hours=2 if summer else 1)
    return f'{at:%Y-%m-%dT%H:%M}'


def cut(ns, unit):
    """The first instant of the unit: what an encoding of that precision can tell."""
    at, _ = parts(ns)
    if unit == 'week':
        return int((at - EPOCH).total_seconds() // 86400 + 3) // 7 * 7 - 3
    if unit == 'year':
        return at.year
    if unit in ('month', 'quarter'):
        return at.year * 12 + (at.month - 1 if unit == 'month' else (at.month - 1) // 3 * 3)
    return ns // unit


def written(row):
    """(instant, text) for each instant that the encoding can tell from the others."""
    name, writer, _, _, _, more = row
    rng, out, unit = random.Random(name), {}, more.get('unit', 1)
    when = instants(more.get('first', 2002), more.get('last', 2037))
    if more.get('blind') and 'summer' in name:
        october = int(datetime(2025, 10, 26, tzinfo=UTC).timestamp())
        when = [(october + n * 1800) * SECOND for n in range(8)]
    if isinstance(unit, int) and unit >= SECOND and 'seconds' in name:
        when += [ns // unit * unit + n * unit for ns in when[:20] for n in range(3)]
    for i, ns in enumerate(when):
        key = cut(ns, unit) if not more.get('clock') else ns // unit % 1440
        exact = ns // unit * unit if isinstance(unit, int) else ns
        out.setdefault(key, writer(exact, rng if more.get('random') else i))
    return list(out.items())


def sorts(pairs, behind):
    keys = [text + behind for _, text in sorted(pairs)]
    return all(a.encode() <= b.encode() for a, b in zip(keys, keys[1:]))


def claim_trouble(row, pairs, behind):
    claimed = row[2]
    if claimed == 'newest first':
        return '' if sorts([(-at, text) for at, text in pairs], behind) else 'does not sort, newest first'
    if claimed is not None and sorts(pairs, behind) != claimed:
        return f'bytes {"do not " if claimed else ""}sort it, unlike the row says'
    return ''


def padlint_trouble(options, row, pairs, behind, folder):
    _, _, _, rule, fix, more = row
    path = os.path.join(folder, 'dump.jsonl')
    rng = random.Random(7)
    with open(path, 'w', encoding='utf-8') as file:
        for at, text in pairs:
            key = f'EVT#{text}{behind}e{rng.getrandbits(40):010x}z' if behind else f'EVT#{text}'
            file.write(json.dumps({'Item': {'PK': {'S': 'P#1'}, 'SK': {'S': key}}}) + '\n')
    report, _ = common.check_json(options.padlint, path)
    loud = common.loud(report)
    mine = [f for f in loud if f['code'] == rule]
    others = [f for f in loud if f['code'] != rule]
    trouble = []
    if rule and not mine:
        trouble.append(f'{rule} is missing; there is {common.names(report["findings"]) or "nothing"}')
    if others:
        trouble.append(f'must not fire: {common.names(others)}')
    if mine and fix not in mine[0]['fix']:
        trouble.append(f'"{fix}" is not in the remedy: {mine[0]["fix"]}')
    level = more.get('level', 'error' if row[2] is False else None)
    if mine and level and mine[0]['level'] != level:
        trouble.append(f'{rule} is {mine[0]["level"]}, not {level}')
    return trouble


def main():
    options = common.arguments(__doc__).parse_args()
    tally = common.Tally(options.verbose)
    with tempfile.TemporaryDirectory() as folder:
        for row in ROWS:
            pairs, behind = written(row), row[5].get('behind', '#')
            trouble = claim_trouble(row, pairs, behind)
            tally.check(row[0], [trouble] if trouble else padlint_trouble(options, row, pairs, behind, folder))
    return tally.finish()


if __name__ == '__main__':
    raise SystemExit(main())

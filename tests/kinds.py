#!/usr/bin/env python3
"""
Values that hold digits and are no numbers: a column of each kind, written as people write them, must
be told from a number. Nothing at warning or above may be said of it in any of three places - alone
in the key, in the middle, at the end - and its place must have the shape that the row names.
"""
import base64
import json
import os
import random
import string
import tempfile
import uuid

import common

CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
GEOHASH = '0123456789bcdefghjkmnpqrstuvwxyz'
BASE36 = string.digits + string.ascii_lowercase
BASE62 = string.digits + string.ascii_uppercase + string.ascii_lowercase
NANOID = BASE62 + '_-'
PUSH = '-0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ_abcdefghijklmnopqrstuvwxyz'


def some(rng, characters, n):
    return ''.join(rng.choice(characters) for _ in range(n))


def isbn(rng, hyphens):
    digits = rng.choice(['978', '979']) + some(rng, string.digits, 9)
    digits += str(-sum(int(d) * (1, 3)[i % 2] for i, d in enumerate(digits)) % 10)
    group, publisher = rng.randint(1, 3), rng.randint(2, 5)
    cuts = [0, 3, 3 + group, 3 + group + publisher, 12, 13]
    return '-'.join(digits[a:b] for a, b in zip(cuts, cuts[1:])) if hyphens else digits


def clock(rng):
    return f'{rng.randrange(24):02}:{rng.randrange(60):02}:{rng.randrange(60):02}'


def duration(rng):
    return rng.choice(['PT{}M', 'PT{}H', 'P{}D', 'P{}DT2H', 'PT{}H30M', 'PT{}M5S', 'PT{}.5S', 'P{}W']).format(rng.randrange(1, 60))


def cuid(rng):
    return 'c' + some(rng, BASE36, 24)


PLACES = ['{v}', 'ITEM#{v}#META', 'ITEM#{v}']
# name, a value, the placeholder (None: any); several when chance decides; places other than all
ROWS = [
    ('UUID', lambda r: str(uuid.UUID(int=r.getrandbits(128), version=4)), ['<uuid>']),
    ('UUID in capitals', lambda r: str(uuid.UUID(int=r.getrandbits(128), version=4)).upper(), ['<uuid>']),
    ('UUID in braces', lambda r: '{%s}' % uuid.UUID(int=r.getrandbits(128), version=4), ['<uuid>']),
    ('UUID without dashes', lambda r: uuid.UUID(int=r.getrandbits(128), version=4).hex, ['<hash>']),
    ('ULID', lambda r: '01' + some(r, CROCKFORD, 24), ['<ulid>']),
    ('ULID in small letters', lambda r: ('01' + some(r, CROCKFORD, 24)).lower(), ['<ulid>']),
    ('KSUID', lambda r: some(r, '12', 1) + some(r, BASE62, 26), ['<ksuid>']),
    ('ObjectId', lambda r: f'{r.randrange(0x50000000, 0x6a000000):08x}{some(r, "0123456789abcdef", 16)}', ['<hash>']),
    ('git hash of 7', lambda r: some(r, '0123456789abcdef', 7), ['<hash>']),
    ('hash of 8', lambda r: some(r, '0123456789abcdef', 8), ['<hash>']),
    ('hash of 12', lambda r: some(r, '0123456789abcdef', 12), ['<hash>']),
    ('MD5', lambda r: some(r, '0123456789abcdef', 32), ['<hash>']),
    ('SHA-256', lambda r: some(r, '0123456789abcdef', 64), ['<hash>']),
    ('clock', clock, ['<time>'], PLACES[1:]),  # alone it could be numbers joined by colons
    ('IPv4', lambda r: '.'.join(str(r.randrange(256)) for _ in range(4)), ['<ip>']),
    ('IPv6', lambda r: ':'.join(f'{r.getrandbits(16):x}' for _ in range(8)), ['<ip>']),
    ('IPv6, shortened', lambda r: f'2001:db8::{r.randrange(1, 65536):x}:{r.randrange(1, 65536):x}', ['<ip>']),
    ('MAC', lambda r: ':'.join(f'{r.getrandbits(8):02x}' for _ in range(6)), ['<mac>']),
    ('MAC with dashes', lambda r: '-'.join(f'{r.getrandbits(8):02X}' for _ in range(6)), ['<mac>']),
    ('E.164', lambda r: '+' + r.choice(['1', '49', '82']) + some(r, '123456789', r.randint(8, 11)), ['<phone>']),
    ('ISBN-13', lambda r: isbn(r, False), ['<number>']),
    ('ISBN-13 with hyphens', lambda r: isbn(r, True), ['<id>']),
    ('ARN', lambda r: f'arn:aws:sns:eu-west-{r.randint(1, 3)}:{some(r, string.digits, 12)}:topic-{r.randint(1, 500)}', ['<arn>']),
    ('URL', lambda r: f'https://example.com/a/{r.randint(1, 5000)}?page={r.randint(1, 99)}', ['<url>']),
    ('mail address', lambda r: f'{r.choice(["ann", "bob", "cleo"])}{r.randint(1, 999)}@example.com', ['<mail>']),
    ('geohash of 5', lambda r: 'u4' + some(r, GEOHASH, 3), ['<id>']),
    ('geohash of 9', lambda r: 'u4pr' + some(r, GEOHASH, 5), ['<id>']),
    ('geohash of 12', lambda r: some(r, GEOHASH, 12), ['<id>']),
    ('base64', lambda r: base64.b64encode(r.randbytes(16)).decode(), None),
    ('base64 for URLs', lambda r: base64.urlsafe_b64encode(r.randbytes(16)).decode().rstrip('='), None),
    ('base64 of 6 bytes', lambda r: base64.b64encode(r.randbytes(6)).decode(), None),
    ('nanoid', lambda r: some(r, NANOID, 21), None),
    ('nanoid of 10', lambda r: some(r, NANOID, 10), None),
    ('CUID', cuid, ['<id>']),
    ('push id', lambda r: '-N' + some(r, PUSH, 18), None),
    ('padded hexadecimal', lambda r: f'{r.randrange(1 << 20):08x}', ['<hash>', '<id>']),
    ('padded base36', lambda r: some(r, BASE36, 4).rjust(7, '0'), ['<id>']),
    ('semantic version', lambda r: f'{r.randint(0, 9)}.{r.randint(0, 9)}.{r.randint(0, 9)}', ['<version>']),
]


def dump(path, row, place):
    rng = random.Random(row[0] + place)
    keys = {place.format(v=row[1](rng)) for _ in range(120)}
    with open(path, 'w', encoding='utf-8') as file:
        for i, key in enumerate(sorted(keys)):
            file.write(json.dumps({'Item': {'PK': {'S': f'P#{"abcdef"[i % 6]}'}, 'SK': {'S': key}}}) + '\n')


def trouble_of(report, row, place):
    loud = common.loud(report)
    shapes = [e['shape'] for t in report['tables'] for i in t['indexes'] for e in i['entities']]
    trouble = [f'must not fire: {common.names(loud)}'] if loud else []
    if row[2] and not any(place.format(v=p) == s for p in row[2] for s in shapes):
        trouble.append(f'no shape is {place.format(v=row[2][0])}: {shapes[:6]}')
    if row[2] and len(shapes) > 1:
        trouble.append(f'{len(shapes)} shapes, not one: {shapes[:6]}')
    return trouble


def main():
    options = common.arguments(__doc__).parse_args()
    tally = common.Tally(options.verbose)
    with tempfile.TemporaryDirectory() as folder:
        path = os.path.join(folder, 'dump.jsonl')
        for row in ROWS:
            for place in row[3] if len(row) > 3 else PLACES:
                dump(path, row, place)
                report, _ = common.check_json(options.padlint, path)
                tally.check(f'{row[0]} in {place}', trouble_of(report, row, place))
    return tally.finish()


if __name__ == '__main__':
    raise SystemExit(main())

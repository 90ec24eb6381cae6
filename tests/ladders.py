"""
More clean tables: what teams keep in DynamoDB beside orders and users.

Each ladder is a kind of row as those of tests/tables.py. Most of them differ in one value alone: a
name, code or id that some trade, library or service writes in its own way, and that nobody pads or
sorts. Those are in NAMED, by the label in front of them; the others have keys of their own.
"""
import string
from datetime import timedelta

import tables
from tables import (BASE58, BASE62, BASE64URL, BUCKETS, CROCKFORD, EPOCH, FAMILY, GIVEN, NOUNS, Kind, Moment, Value, base,
                    ident, instant, iso, letters, of_range, one_of, padding)

UPPER = string.ascii_uppercase
LOWER = string.ascii_lowercase
HEX = '0123456789abcdef'
BASE32 = UPPER + '234567'
BASE32HEX = string.digits + 'abcdefghijklmnopqrstuv'
AIRPORTS = 'JFK LHR FRA ICN HND CDG GRU SYD DXB MUC ATL SFO'.split()


def some(*alphabet_and_length):
    """A text of parts, each an alphabet and how many signs of it, or fixed text."""
    def draw(rng, _):
        return ''.join(part if isinstance(part, str) else letters(rng, *part) for part in alphabet_and_length)
    return draw


def any_of(*texts):
    return lambda rng, _: rng.choice(texts)


def at(form):
    """A value with the moment in it."""
    return lambda rng, moment: moment.at.strftime(form).replace('*', letters(rng, HEX, 4))


def digits_of(least, most):
    return lambda rng, _: str(rng.randrange(10 ** (rng.randrange(least, most + 1) - 1), 10 ** most))


# ---- ids of libraries and services ---------------------------------------------

def xid(rng, moment):
    """Four bytes of seconds, eight that are random, in base32."""
    number = (moment.seconds << 64 | rng.getrandbits(64)) << 4
    return base(BASE32HEX, number, 20)


def typed(rng, moment):
    number = moment.millis << 80 | 7 << 76 | rng.getrandbits(76)
    return 'user_' + base(CROCKFORD.lower(), number, 26)


def checksummed(rng, _):
    """Addresses whose letter case is a check sum."""
    return '0x' + ''.join(rng.choice([str.upper, str.lower])(c) for c in letters(rng, HEX, 40))


def bitcoin(rng, _):
    return rng.choice([lambda: rng.choice('13') + letters(rng, BASE58, rng.randrange(25, 34)),
                       lambda: 'bc1q' + letters(rng, 'qpzry9x8gf2tvdw0s3jn54khce6mua7l', 38)])()


def signed_token(rng, _):
    return f'eyJ{letters(rng, BASE62, 17)}.eyJ{letters(rng, BASE64URL, 40)}.{letters(rng, BASE64URL, 43)}'


def message_id(rng, _):
    return f'<{letters(rng, BASE62, 12)}.{letters(rng, BASE64URL, 20)}@mail.{rng.choice(NOUNS)}.example>'


def ipv6(rng, _):
    groups = [f'{rng.randrange(65536):x}' for _ in range(rng.randrange(1, 4))]
    return rng.choice(['2001:db8::', 'fe80::', 'fd12:3456:789a::']) + ':'.join(groups)


# ---- codes of trades -----------------------------------------------------------

def check_digit(body):
    return body + str(-sum(int(c) * (3, 1)[i % 2] for i, c in enumerate(reversed(body))) % 10)


def fen(rng, _):
    rows = '/'.join(rng.choice(['8', 'pppppppp', 'r3k2r', 'PPP2PPP', 'R1BQKB1R', '4p3', '2N5']) for _ in range(8))
    return f'{rows} {rng.choice("wb")} KQkq -'


def plus_code(rng, _):
    return letters(rng, '23456789CFGHJMPQRVWX', 8) + '+' + letters(rng, '23456789CFGHJMPQRVWX', 2)


def season(rng, _):
    year = rng.randrange(1995, 2030)
    return f'{year}-{(year + 1) % 100:02d}'


def song(rng, _):
    return rng.choice(['99 Luftballons', '1979', 'Song 2', '7 Rings', '505', 'Se7en', '2001: A Space Odyssey', 'Blade Runner 2049',
                       'Toy Story 3', 'Toy Story', "Ocean's Eleven", '12 Monkeys', 'WALL-E', 'M*A*S*H', 'Amélie', '101 Dalmatians',
                       f'{rng.choice(NOUNS).title()} {rng.choice(FAMILY).title()}'])


def person(rng, _):
    family = rng.choice(FAMILY).title()
    return rng.choice([f"O'{family}", f'{family}, {rng.choice(GIVEN).title()}', f'de la {family}', f'J. R. {family}',
                       f'{family}-{rng.choice(FAMILY).title()}', f'{family} III'])


def tongue(rng, _):
    """Names in many scripts, one writing system a row."""
    return rng.choice(['Юрий Гагарин', 'Ελένη', 'محمد علي', 'דוד לוי', 'สมชาย', 'अमिताभ', 'Nguyễn Văn An', 'İpek Işık', '山田太郎', 'ヤマダ タロウ',
                       '김민준', '李小龙', 'Żółć', 'Łukasz', 'Åse', 'Þór', 'Dvořák', 'ไทย', 'ქეთევან', 'Հայկ'])


def reaction(rng, _):
    return rng.choice(['👍', '❤️', '😂', '🎉', '👩‍💻', '🏳️‍🌈', '🇰🇷', '1️⃣', '👍🏽', '🚀'])


def percent_encoded(rng, _):
    return (f'https%3A%2F%2F{rng.choice(NOUNS)}.example%2F{rng.choice(["caf%C3%A9", "a%20b", "search%3Fq%3D100%25", "%ED%95%9C"])}'
            f'%2F{rng.choice(NOUNS)}')


def pointer(rng, _):
    return '/' + '/'.join(rng.choice(['items', 'a~1b', 'name', '0', '-', 'address', 'line~0']) for _ in range(rng.randrange(1, 4)))


def route(rng, _):
    return rng.choice(['GET', 'POST', 'PUT']) + ' ' + rng.choice([
        '/users', '/users/{id}', '/users/{id}/orders', '/users/{userId}/orders/{orderId}', '/health', '/files/{proxy+}', '/teams/:team/members'])


def object_key(rng, moment):
    return f'{moment.at:%Y/%m/%d}/{rng.choice(["app", "web", "db"])}-{letters(rng, HEX, 8)}.{rng.choice(["log.gz", "parquet", "json"])}'


def file_of_day(rng, moment):
    return rng.choice([f'report-{moment.at:%Y-%m-%d}.pdf', f'backup-{moment.at:%Y%m%dT%H%M%SZ}.tar.gz', f'statement-{moment.at:%Y-%m}.csv'])


def image(rng, moment):
    return f'IMG_{moment.at:%Y%m%d_%H%M%S}.jpg'


def recurrence(rng, _):
    return rng.choice(['FREQ=DAILY', 'FREQ=WEEKLY;BYDAY=MO,WE,FR', 'FREQ=MONTHLY;BYMONTHDAY=-1', 'FREQ=YEARLY;BYMONTH=6;BYMONTHDAY=24',
                       'FREQ=WEEKLY;INTERVAL=2;COUNT=10'])


def calendar_entry(rng, moment):
    return f'{letters(rng, string.digits + LOWER[:22], 26)}_{moment.at:%Y%m%dT%H%M%SZ}'


def vector(rng, _):
    return rng.choice(['a:1,b:2', 'a:2,b:2', 'a:2', 'b:1'])


def image_tag(rng, _):
    return f'registry.example/{rng.choice(NOUNS)}@sha256:{letters(rng, HEX, 64)}'


def pod(rng, _):
    return f'{rng.choice(NOUNS)}-{letters(rng, "bcdfghjklmnpqrstvwxz2456789", 9)}-{letters(rng, "bcdfghjklmnpqrstvwxz2456789", 5)}'


def log_stream(rng, moment):
    return f'{moment.at:%Y/%m/%d}/[$LATEST]{letters(rng, HEX, 32)}'


# By label: how the value is drawn, and the signs in it that no separator must be among.
NAMED = {
    # ids
    'CUS': (some('cus_', (BASE62, 14)), '_'),
    'INTENT': (some('pi_', (BASE62, 24)), '_'),
    'ACTOR': (typed, '_'),
    'XID': (xid, ''),
    'OTPKEY': (some((BASE32, 26)), ''),
    'TOKEN32': (some((BASE32, 16)), ''),
    'SHORT': (some((BASE62, 7)), ''),
    'SLUGID': (some((BASE58, 11)), ''),
    'VIDEO': (some((BASE64URL, 11)), '_'),
    'INVITE': (some((UPPER + string.digits, 6)), ''),
    'VOUCHER': (some((UPPER + string.digits, 4), '-', (UPPER + string.digits, 4), '-', (UPPER + string.digits, 4)), ''),
    'WALLET': (checksummed, ''),
    'walletAddress': (lambda rng, m: checksummed(rng, m).lower(), ''),
    'TX': (some('0x', (HEX, 64)), ''),
    'BTC': (bitcoin, ''),
    'SOL': (lambda rng, _: letters(rng, BASE58, rng.choice([43, 44, 44, 44])), ''),
    'JWT': (signed_token, '_'),
    'MAIL-ID': (message_id, '_'),
    'INSTANCE': (some('i-0', (HEX, 16)), ''),
    'TRACE': (some('1-', (HEX, 8), '-', (HEX, 24)), ''),
    'SPAN': (some((HEX, 16)), ''),
    'traceparent': (some('00-', (HEX, 32), '-', (HEX, 16), '-01'), ''),
    'DOCKER': (image_tag, '/:'),
    'POD': (pod, ''),
    'COLOR': (some((HEX, 6)), ''),
    'COMMIT': (some((HEX, 12)), ''),
    'EUI': (some((HEX, 16)), ''),
    'BEACON': (some((HEX, 4), '-', (HEX, 4), '-', (HEX, 4)), ''),
    'MAC': (lambda rng, _: '-'.join(letters(rng, '0123456789ABCDEF', 2) for _ in range(6)), ''),
    'BARE-MAC': (some(('0123456789ABCDEF', 12)), ''),
    'PIN': (some((string.digits, 6)), ''),
    'HEXID': (some((HEX.upper(), 10)), ''),
    # networks
    'HOST': (lambda rng, _: f'{rng.choice(NOUNS)}.{rng.choice(["eu", "us"])}-{rng.choice(["west", "east"])}-{rng.randrange(1, 4)}.example', ''),
    'PEER': (lambda rng, _: f'10.{rng.randrange(256)}.{rng.randrange(256)}.{rng.randrange(256)}:{rng.choice([80, 443, 8080, 50051])}', ':'),
    'CIDR': (lambda rng, _: f'10.{rng.randrange(256)}.0.0/{rng.choice([8, 16, 20, 24])}', '/'),
    'IPV6': (ipv6, ':'),
    'IPV4': (lambda rng, _: '.'.join(str(rng.randrange(256)) for _ in range(4)), ''),
    'PORT': (any_of('22/tcp', '53/udp', '80/tcp', '443/tcp', '5432/tcp', '8080/tcp'), '/'),
    'TOPIC': (lambda rng, _: f'plant/{rng.choice(NOUNS)}/{rng.choice(["temp", "rpm"])}', '/'),
    'ROUTE': (route, '/:'),
    'MIME': (any_of('image/png', 'text/html', 'application/vnd.ms-excel', 'video/mp4', 'audio/mpeg'), '/'),
    'AGENT': (any_of('Mozilla/5.0 (X11; Linux x86_64)', 'curl/8.5.0', 'PostmanRuntime/7.36.1', 'okhttp/4.12.0'), '/_'),
    'URL': (percent_encoded, ''),
    'POINTER': (pointer, '/'),
    'JSONPATH': (any_of('$.store.book[0].title', '$.items[*].id', '$', '$..price'), ''),
    'S3': (lambda rng, m: 's3://' + rng.choice(NOUNS) + '/' + object_key(rng, m), '/:'),
    'OBJECT': (object_key, '/'),
    'FILE': (file_of_day, ''),
    'IMAGE': (image, '_'),
    'STREAM': (log_stream, '/'),
    'REF': (lambda rng, _: f'refs/{rng.choice(["heads", "tags"])}/{rng.choice(["main", "develop", "feature/login", "release"])}', '/'),
    'PACKAGE': (any_of('com.example.app', 'org.example.tools.io', '@scope/pkg', 'left-pad', 'de.example'), '/'),
    # people and places
    'PERSON': (person, ''),
    'NAME': (tongue, ''),
    'NICK': (lambda rng, _: rng.choice(['xX_{}_Xx', '{}99', '{}_2000', 'the.{}', '-{}-', '__{}__']).format(rng.choice(NOUNS)), '_'),
    'REACT': (reaction, ''),
    'HASHTAG': (lambda rng, _: rng.choice(['MeToo', 'f4f', 'TBT', 'été', '日常', 'JavaScript', '100DaysOfCode', '2026goals']), ''),
    'SONG': (song, ':'),
    'TZ': (any_of('Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Etc/GMT+5', 'UTC', 'Asia/Seoul'), '/_'),
    'LOCALE': (any_of('en_US.UTF-8', 'zh_Hant_TW', 'pt_BR', 'sr_Latn', 'C'), '_'),
    'SUBDIVISION': (any_of('US-CA', 'DE-BE', 'FR-75', 'FR-2A', 'JP-13', 'GB-ENG', 'ES-M'), ''),
    'TRACT': (some((string.digits, 11)), ''),
    'GEO4': (lambda rng, _: letters(rng, '0123456789bcdefghjkmnpqrstuvwxyz', rng.randrange(4, 9)), ''),
    'H3': (some('89', (HEX, 9), 'ffff'), ''),
    'S2': (lambda rng, _: '89c2' + letters(rng, HEX, rng.randrange(1, 12)) + 'c', ''),
    'PLUS': (plus_code, ''),
    'LATLON': (lambda rng, _: f'{rng.uniform(-90, 90):.6f},{rng.uniform(-180, 180):.6f}', '_'),
    'LEG': (lambda rng, _: '-'.join(rng.sample(AIRPORTS, 2)), ''),
    'FLIGHT': (lambda rng, _: f'{rng.choice(["LH", "BA", "KE", "AA", "DL", "UA", "AF", "JL"])}{rng.randrange(1, 9999)}', ''),
    'TRAIN': (lambda rng, _: f'{rng.choice(["ICE", "RE", "S", "TGV", "KTX"])} {rng.randrange(1, 999)}', ''),
    'SEAT': (lambda rng, _: f'{rng.randrange(1, 40)}{rng.choice("ABCDEF")}', ''),
    'GATE': (lambda rng, _: f'{rng.choice("ABCDZ")}{rng.randrange(1, 60):02d}', ''),
    'ROOM': (lambda rng, _: f'{rng.randrange(1, 5)}{rng.randrange(1, 30):02d}', ''),
    'STREET': (lambda rng, _: f'{rng.randrange(1, 400)}{rng.choice(["", "", "B"])} {rng.choice(NOUNS).title()} St', ''),
    # money and trade
    'CCY': (any_of('USD', 'EUR', 'KRW', 'JPY', 'XAU'), ''),
    'PAIR': (any_of('EUR/USD', 'USD/KRW', 'GBP/JPY'), '/'),
    'MARKET': (any_of('BTC-USDT', 'ETH-EUR', '1INCH-USDT', '1000SHIB-USDT', 'C98-USDT'), ''),
    'TICKER': (any_of('AAPL', 'BRK.B', '005930.KS', '7203.T', 'GOOGL', 'F', '0700.HK'), ''),
    'ISIN': (some((UPPER, 2), (UPPER + string.digits, 9), (string.digits, 1)), ''),
    'OPTION': (lambda rng, _: f'{rng.choice(["AAPL  ", "MSFT  ", "F     "])}{rng.randrange(24, 28)}0619{rng.choice("CP")}{rng.randrange(1000, 900000):08d}', ''),
    'BIC': (some((UPPER, 6), (UPPER + string.digits, 2)), ''),
    'GLACCOUNT': (lambda rng, _: f'{rng.randrange(1, 10)}{rng.randrange(1000):03d}-{rng.randrange(100):02d}', ''),
    'TICKET': (some('TCK-', (string.digits, 8)), ''),
    'EAN8': (lambda rng, _: check_digit(f'{rng.randrange(10**7):07d}'), ''),
    'ORCID': (some((string.digits, 4), '-', (string.digits, 4), '-', (string.digits, 4), '-', (string.digits + 'X', 4)), ''),
    'DOI': (lambda rng, _: f'10.{rng.randrange(1000, 60000)}/{rng.choice(NOUNS)}.{rng.randrange(1990, 2027)}.{rng.randrange(1, 9000)}', '/_'),
    'ARXIV': (lambda rng, m: f'{m.at:%y%m}.{rng.randrange(1, 20000):05d}', ''),
    'CVE': (lambda rng, _: f'CVE-{rng.randrange(1999, 2027)}-{rng.choice([f"{rng.randrange(1, 9999):04d}", str(rng.randrange(10000, 60000))])}', ''),
    'RFC': (lambda rng, _: str(rng.randrange(1, 9700)), ''),
    'CAS': (lambda rng, _: f'{rng.randrange(50, 10**rng.randrange(3, 8))}-{rng.randrange(100):02d}-{rng.randrange(10)}', ''),
    'ICD10': (lambda rng, _: f'{rng.choice(UPPER[:20])}{rng.randrange(100):02d}{rng.choice(["", f".{rng.randrange(10)}", f".{rng.randrange(100):02d}"])}', ''),
    'LOINC': (lambda rng, _: f'{rng.randrange(10**rng.randrange(2, 5), 10**5)}-{rng.randrange(10)}', ''),
    'SNOMED': (lambda rng, _: str(rng.randrange(10**rng.randrange(6, 12), 10**14)), ''),
    'ATC': (lambda rng, _: f'{rng.choice(UPPER[:12])}{rng.randrange(1, 17):02d}{rng.choice(["", rng.choice(UPPER[:5])])}', ''),
    'GENE': (some('ENSG', ('0', 5), (string.digits, 6)), ''),
    'SNP': (lambda rng, _: f'rs{rng.randrange(100, 10**rng.randrange(3, 10))}', ''),
    'DEWEY': (lambda rng, _: f'{rng.randrange(1000):03d}{rng.choice(["", f".{rng.randrange(1, 10)}", f".{rng.randrange(1, 10)}{rng.randrange(1, 10)}"])}', '|:/_'),
    'BLOOD': (any_of('A+', 'A-', 'B+', 'O-', 'AB+'), ''),
    'GRADE': (any_of('A+', 'A', 'B-', 'C', 'F'), ''),
    'AGES': (any_of('18-24', '25-34', '35-44', '45-54', '65+'), ''),
    'RATE': (lambda rng, _: f'{rng.randrange(10, 51) / 10:.1f}', ''),
    # games, chats, events
    'SQUARE': (lambda rng, _: f'{rng.choice("abcdefgh")}{rng.randrange(1, 9)}', ''),
    'UCI': (lambda rng, _: ''.join(f'{rng.choice("abcdefgh")}{rng.randrange(1, 9)}' for _ in range(2)) + rng.choice(['', '', '', 'q']), ''),
    'SAN': (any_of('e4', 'Nf3', 'O-O', 'O-O-O', 'Qxd5+', 'exd8=Q#'.replace('#', ''), 'Bb5', 'Rad1'), ''),
    'FEN': (fen, '/'),
    'ACHIEVEMENT': (any_of('FIRST_BLOOD', '10_WINS', '100_WINS', 'MAX_LEVEL', '5_STAR'), '_'),
    'WEAPON': (any_of('AK-47', 'M4A4', 'AWP', 'Desert-Eagle', 'P90'), ''),
    'SPORT-SEASON': (season, ''),
    'SLASH-SEASON': (lambda rng, m: season(rng, m).replace('-', '/'), '/'),
    'FLAG': (any_of('checkout.new-ui', 'search.v2', 'dark_mode', 'beta', 'exp-2026-06-banner', 'rollout-50'), '_'),
    'RRULE': (recurrence, ''),
    'ICAL': (calendar_entry, '_'),
    'CLOCK': (vector, ':'),
    'SEGMENT': (any_of('$self', '$LATEST', '$default', '*', '@me', '~draft'), '~'),
    'FISCAL': (any_of('FY2025-Q1', 'FY2025-Q2', 'FY2026-Q1', 'FY2026-H1', 'FY2026'), ''),
    'HALF': (any_of('2024H1', '2024H2', '2025H1', '2026H1'), ''),
    'PERIOD': (any_of('2025P11', '2025P12', '2026P01', '2026P02'), ''),
    'SPRINT': (any_of('2026-S01', '2026-S02', '2026-S13', '2025-S26'), ''),
    'SHA256': (some('sha256:', (HEX, 64)), ':'),
    'INTERVAL': (any_of('1m', '5m', '15m', '1h', '4h', '1d'), ''),
    'RESOLUTION': (any_of('1080p', '720p', '480p', '4k'), ''),
    'SCREEN': (any_of('1920x1080', '1280x720', '390x844', '2560x1440'), ''),
    'SIZE': (any_of('38', '39', '40', '41', '42'), ''),
    'NIBBLE': (any_of(*HEX), ''),
    'SHARD-HEX': (lambda rng, _: f'{rng.randrange(256):02x}', ''),
    'NIL': (any_of('00000000-0000-0000-0000-000000000000', 'a3bb189e-8bf9-3888-9912-ace4e6543002', '6fa459ea-ee8a-3ca4-894e-db77e160355e'), ''),
}


def named_kind(label):
    draw, signs = NAMED[label]

    def make(rng, _):
        value = Value('named', draw, signs=signs)
        shape = rng.choice(['{name}', '{name}', '{name}#{id}', '{name}#{at}'])
        parts = {'id': ident(rng)} if '{id}' in shape else {'at': instant(rng)} if '{at}' in shape else {}
        return Kind(f'{label}#{shape}', name=value, **parts)
    make.__name__ = f'named {label}'
    return make


# ---- keys of their own ---------------------------------------------------------

def adjacency(rng, _):
    """Edges of a graph: the keys of other nodes."""
    return Kind(rng.choice(['NODE#{id}', 'EDGE#OWNS#ACCT#{id}', 'REL#FOLLOWS#USR#{id}', 'IN#LIKES#{id}']), id=ident(rng))


def follower(rng, _):
    return Kind('FOLLOWER#@{name}', name=Value('name', lambda r, _: r.choice(GIVEN[:26]) + '.' + r.choice(FAMILY)))


def rollup(rng, _):
    """Sums of an hour, a day and a month, under one label or each under its own."""
    def write(at):
        return at.strftime(('%Y-%m', '%Y-%m-%d', '%Y-%m-%dT%H')[at.microsecond % 3])
    return Kind('STATS#{at}#{metric}', at=Value('rollup', lambda _, moment: moment.at, write), metric=one_of(['clicks', 'views', 'sales']))


def rollup_of(rng, _):
    label, form = rng.choice([('Y', 'year'), ('M', 'month'), ('D', 'day'), ('H', 'hour'), ('W', 'week')])
    return Kind(f'{label}#{{at}}', at=Value('bucket', lambda _, moment: moment.at, lambda at: at.strftime(BUCKETS[form])))


def candle(rng, _):
    step = rng.choice(['1m', '5m', '15m', '1h', 'PT5M', 'DAILY'])
    return Kind(f'CANDLE#{step}#{{at}}', at=instant(rng, 'epoch s', 'epoch ms', 'iso s'))


def reading(rng, _):
    return Kind('{metric}#{at}', metric=one_of(['temp', 'hum', 'co2', 'pm25', 'pm10', 'rpm']), at=instant(rng, 'iso ms', 'epoch ms', 'basic', 'iso s'))


def telemetry(rng, _):
    device = Value('device', lambda r, _: f'sensor-{r.randrange(1, 500):04d}')
    return Kind('DEV#{dev}#{at}', dev=device, at=instant(rng, 'iso ms', 'epoch ms'))


def stream_position(rng, _):
    """An event store: a stream and its own count."""
    return Kind(rng.choice(['EVENT#{n}', '{n}', 'STREAM#{n}#{word}', '{n}@{node}']),
                n=tables.counter(rng), word=one_of(['OrderPlaced', 'OrderPaid', 'OrderShipped']), node=one_of(['node-a', 'node-b']))


def hybrid_clock(rng, _):
    def write(at):
        return f'{iso(at)}-{at.microsecond % 16:04x}-{HEX[at.second % 16] * 4}'
    return Kind('OP#{at}', at=Value('clock', lambda _, moment: moment.at, write))


def snapshot(rng, _):
    return Kind('SNAP#{n}', spare=['SNAP#LATEST'], n=of_range(1, 4000, 8))


def ledger(rng, _):
    return Kind('{at}#{side}#{n}', at=tables.bucket(rng, 'day', 'basic day'), side=one_of(['CR', 'DR']), n=tables.counter(rng))


def journal(rng, _):
    return Kind('JE-{y}-{n}', y=Value('year', lambda _, moment: moment.at.year), n=tables.counter(rng))


def move(rng, _):
    return Kind('MOVE#{n}#{san}', n=tables.counter(rng), san=Value('san', NAMED['SAN'][0]))


def newest_first(rng, _):
    """Inverted in several ways, one in a table."""
    write = rng.choice([lambda at: f'{9_999_999_999_999 - Moment(at, 0).millis:013d}', lambda at: f'{253402300799999 - Moment(at, 0).millis:015d}',
                        lambda at: f'{2**63 - 1 - Moment(at, 0).millis:019d}', lambda at: f'{4102444800 - Moment(at, 0).seconds:010d}'])
    return Kind('LATEST#{at}#{id}', at=Value('inverted time', lambda _, moment: moment.at, write), id=ident(rng))


def thread(rng, _):
    """A reply stands below what it answers: ids in a path."""
    def draw(r, moment):
        return '.'.join(base(CROCKFORD, moment.millis + i, 10) for i in range(r.randrange(1, 4)))
    return Kind('RE#{path}', path=Value('path', draw))


def tree(rng, _):
    """A materialized path of padded places."""
    return Kind('TREE#{path}', path=Value('path', lambda r, _: '.'.join(f'{r.randrange(1, 40):03d}' for _ in range(r.randrange(1, 5)))))


def lexorank(rng, _):
    """Text between two texts: what lists with drag and drop are ordered by."""
    return Kind(rng.choice(['RANK#0|{rank}:', 'POS#{rank}#{id}']), rank=Value('rank', lambda r, _: letters(r, string.digits + LOWER, r.choice([6, 6, 6, 7]))),
                id=ident(rng))


def slot(rng, _):
    def write(at):
        return f'{at:%Y-%m-%dT%H:00}/{at + timedelta(hours=1):%Y-%m-%dT%H:00}'
    return Kind('SLOT#{at}', at=Value('span', lambda _, moment: moment.at, write, signs='/:'))


def valid_from(rng, _):
    return Kind('RATE#{ccy}#{day}', spare=['RATE#CURRENT'], ccy=one_of(['USD', 'EUR', 'KRW']), day=tables.bucket(rng, 'day'))


def tenant(rng, _):
    return Kind('T#{tenant}#{kind}#{id}', tenant=Value('slug', lambda r, _: r.choice(NOUNS)), kind=one_of(['DOC', 'PROJECT', 'MEMBER']), id=ident(rng))


def hashed(rng, _):
    return Kind('{shard}#{at}#{id}', shard=tables.shards(rng), at=instant(rng), id=ident(rng))


def lock(rng, _):
    return Kind(rng.choice(['LOCK', 'LOCK#{name}', 'COUNTER#{name}', '__meta__', '#CONFIG#{name}', 'metadata#{name}']),
                name=one_of(['orders', 'invoices', 'mails']))


def amount_of_cents(rng, _):
    write = rng.choice([lambda n: f'P{n:012d}' if n >= 0 else f'N{999999999999 + n:012d}', lambda n: f'{n + 5_000_000_000:010d}'])
    return Kind('BAL#{n}#{id}', n=Value('offset', lambda r, _: r.randrange(-10**6, 10**6), write), id=ident(rng))


def counted_digits(rng, _):
    """A number with the count of its digits in front."""
    return Kind('N#{n}', n=Value('length-prefixed', lambda r, m: m.count * 7 + r.randrange(1, 10 ** r.randrange(1, 7)), lambda n: f'{len(str(n)):02d}{n}'))


def question(rng, _):
    return Kind('Q{n}#ANSWER#{id}', n=of_range(1, 60, 3), id=ident(rng))


def two_times(rng, _):
    return Kind('FROM#{at}#TO#{end}', at=instant(rng, 'iso s', 'iso ms', 'day') if rng.random() < 0 else instant(rng, 'iso s', 'iso ms'),
                end=Value('instant', lambda r, moment: moment.at + timedelta(minutes=r.choice([30, 60, 90])), lambda at: iso(at, 0), form='iso s', tick='s'))


def expiring(rng, _):
    return Kind('TTL#{at}#{id}', at=Value('ttl', lambda r, moment: moment.at + timedelta(days=r.choice([1, 7, 30])), lambda at: str(Moment(at, 0).seconds)), id=ident(rng))


def month_first(rng, _):
    return Kind('BIRTHDAY#{day}#{id}', day=tables.bucket(rng, 'birthday'), id=ident(rng))


def old_times(rng, _):
    """Dates of history."""
    def draw(r, _):
        return EPOCH + timedelta(days=r.randrange(-40000, 10000))
    return Kind('BORN#{day}#{id}', day=Value('past', draw, lambda at: at.strftime('%Y-%m-%d')), id=ident(rng))


def uuid_and_time(rng, _):
    return Kind('{id}#{at}', id=ident(rng, 'uuid4', 'ulid', 'nanoid', 'ksuid'), at=instant(rng))


def version_of_code(rng, _):
    return Kind('APP#{v}', v=Value('version', lambda r, _: f'{r.randrange(1, 4)}.{r.randrange(10)}.{r.randrange(10)}'))


def camel(rng, _):
    return Kind(rng.choice(['userProfile#{id}', 'OrderItem#{id}', 'order_item#{id}', 'Order-Item#{id}']), id=ident(rng))


def prefixed_hex(rng, _):
    return Kind('OFF#{n}', n=Value('hexnum', lambda r, moment: moment.count * 37 + 3, lambda n: f'0x{n:08x}'))


def of_counter(rng, _):
    """Counters in front of what they count."""
    label = rng.choice(['SEQ', 'JOB-NO', 'PAGE'])
    return Kind(f'{label}#{{n}}#{{word}}', n=tables.counter(rng), word=one_of(['open', 'done', 'late']))


OWN = [prefixed_hex, of_counter, adjacency, follower, rollup, rollup_of, candle, reading, telemetry, stream_position, hybrid_clock, snapshot, ledger, journal, move,
       newest_first, thread, tree, lexorank, slot, valid_from, tenant, hashed, lock, amount_of_cents, counted_digits, question, two_times,
       expiring, month_first, old_times, uuid_and_time, version_of_code, camel]
KINDS = OWN + [named_kind(label) for label in NAMED]

HOMES = tables.HOMES | {
    'TENANT#{}#USERS': lambda r, _: r.choice(NOUNS),
    'SHARD#{}': lambda r, _: f'{r.randrange(100):02d}',
    'THING#{}': NAMED['MAC'][0],
    'ROOM#{}': lambda r, _: letters(r, BASE58, 11),
    'ACCT#cus_{}': lambda r, _: letters(r, BASE62, 14),
    'METRIC#{}': lambda r, m: f'{r.choice(["cpu", "mem", "disk"])}#{m.at:%Y-%m}',
    'GAME#{}': lambda r, _: letters(r, UPPER, 5),
    '@{}': lambda r, _: r.choice(GIVEN[:26]) + r.choice(FAMILY),
    'GEO#{}': lambda r, _: letters(r, '0123456789bcdefghjkmnpqrstuvwxyz', 5),
    'STREAM#{}': lambda r, _: 'order-' + letters(r, HEX, 32),
    'IP#{}': NAMED['IPV4'][0],
    'FLAG#{}': lambda r, _: r.choice(['checkout', 'search.v2', 'beta']),
}


class Table(tables.Table):
    """A table of those and of the others."""
    kinds_known, homes_known = KINDS * 2 + tables.KINDS, HOMES


def name(number):
    return KINDS[number].__name__.replace('_', ' ')


def table(number, seed):
    """A clean table that has the kind of that number in KINDS."""
    return Table(f'{name(number)} {seed}', KINDS[number], 12)

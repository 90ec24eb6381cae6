"""
Clean tables: random tables in which every key is as it should be, to try padlint's silence on.

A table is made in order: a clock runs, each row is written at a moment of it, and times, ids and
counters of the row are taken from that moment. What a row stores is kept apart from how it is
written, so that tests/faults.py can write one value wrongly and leave everything else alone.

The kinds below are written in the language of docs/design/ladder.md: what is ordered is padded,
and what is not is a code, a reference, a name, a tie-breaker or an id, and says so.
"""
import base64
import random
import string
from datetime import datetime, timedelta

CROCKFORD = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'
BASE62 = string.digits + string.ascii_uppercase + string.ascii_lowercase
BASE64URL = string.ascii_uppercase + string.ascii_lowercase + string.digits + '-_'
PUSH = '-' + string.digits + string.ascii_uppercase + '_' + string.ascii_lowercase
BASE58 = ''.join(c for c in BASE62 if c not in '0OIl')
EPOCH = datetime(1970, 1, 1)
GIVEN = ('ann ben chris dora emil fatma goran hana igor jose kim lena max nora olga paul quinn rosa sam tina uwe '
         'vera will xaver yuki zoe min-jun jürgen søren 지민 李雷 мария').split()
FAMILY = ('abel baker costa diaz ericson fischer garcia haddad ivanov jansen kowalski lee meier nguyen okafor perez '
          'quist rossi silva tanaka ueda vogel weber xu yilmaz zhang').split()
NOUNS = ('amber basil cedar delta ember fjord grove harbor island jasmine kelp lagoon meadow nectar ocean prairie quartz '
         'river summit tundra umber valley willow yarrow zephyr').split()
STATUSES = ('pending', 'paid', 'shipped', 'delivered', 'cancelled', 'refunded')


def letters(rng, alphabet, length):
    return ''.join(rng.choices(alphabet, k=length))


def base(alphabet, number, length):
    text = ''
    for _ in range(length):
        number, digit = divmod(number, len(alphabet))
        text = alphabet[digit] + text
    return text


# ---- values ------------------------------------------------------------------

class Value:
    """
    One value of a key. `draw(rng, moment)` is what a row stores, `write(stored)` its bytes in the
    key; `kind` and `facts` say how, for those who plant faults. `letters`: the signs it may
    hold besides letters and digits, which no separator must be among.
    """

    def __init__(self, kind, draw, write=str, signs='', **facts):
        self.kind, self.draw, self.write, self.signs, self.facts = kind, draw, write, signs, facts


class Moment:
    """When and where a row is written: the instant, and how many rows of its kind its partition has."""

    def __init__(self, at, count):
        self.at, self.count = at, count

    @property
    def micros(self):
        return int((self.at - EPOCH) / timedelta(microseconds=1))

    @property
    def millis(self):
        return self.micros // 1000

    @property
    def seconds(self):
        return self.micros // 1_000_000


# ---- ids ---------------------------------------------------------------------

def ulid(rng, moment):
    return base(CROCKFORD, moment.millis, 10) + letters(rng, CROCKFORD, 16)


def ksuid(rng, moment):
    return base(BASE62, (moment.seconds - 1_400_000_000) << 128 | rng.getrandbits(128), 27)


def dashes(h):
    return f'{h[:8]}-{h[8:12]}-{h[12:16]}-{h[16:20]}-{h[20:]}'


def uuid4(rng, _):
    h = f'{rng.getrandbits(128):032x}'
    return dashes(h[:12] + '4' + h[13:16] + rng.choice('89ab') + h[17:])


def uuid7(rng, moment):
    return dashes(f'{moment.millis:012x}7{rng.getrandbits(12):03x}{rng.choice("89ab")}{rng.getrandbits(60):015x}')


def push_id(rng, moment):
    return base(PUSH, moment.millis, 8) + letters(rng, PUSH, 12)


def snowflake(rng, moment):
    """Padded to 19 digits, which they have since 2022."""
    return f'{(moment.millis - 1_288_834_974_657) << 22 | rng.getrandbits(22):019d}'


def standard_base64(rng, _):
    return base64.b64encode(rng.getrandbits(128).to_bytes(16, 'big')).decode()


IDS = {
    'ulid': (ulid, ''),
    'ulid lower': (lambda rng, m: ulid(rng, m).lower(), ''),
    'ksuid': (ksuid, ''),
    'uuid4': (uuid4, ''),
    'uuid4 upper': (lambda rng, m: uuid4(rng, m).upper(), ''),
    'uuid4 bare': (lambda rng, m: uuid4(rng, m).replace('-', ''), ''),
    'uuid4 braces': (lambda rng, m: '{' + uuid4(rng, m) + '}', ''),
    'uuid7': (uuid7, ''),
    'objectid': (lambda rng, m: f'{m.seconds:08x}{rng.getrandbits(64):016x}', ''),
    'nanoid': (lambda rng, _: letters(rng, BASE64URL, 21), '_'),
    'short nanoid': (lambda rng, _: letters(rng, BASE64URL, 10), '_'),
    'push id': (push_id, '_'),
    'cuid': (lambda rng, m: 'c' + base(string.digits + string.ascii_lowercase, m.millis, 8)
             + letters(rng, string.digits + string.ascii_lowercase, 16), ''),
    'cuid2': (lambda rng, _: rng.choice(string.ascii_lowercase)
              + letters(rng, string.digits + string.ascii_lowercase, 23), ''),
    'snowflake': (snowflake, ''),
    'base58': (lambda rng, _: letters(rng, BASE58, 22), ''),
    'base64': (standard_base64, '/'),
    'sha1': (lambda rng, _: f'{rng.getrandbits(160):040x}', ''),
    'sha256': (lambda rng, _: f'{rng.getrandbits(256):064x}', ''),
    'md5': (lambda rng, _: f'{rng.getrandbits(128):032x}', ''),
    'git short': (lambda rng, _: f'{rng.getrandbits(28):07x}', ''),
    'crc32': (lambda rng, _: f'{rng.getrandbits(32):08x}', ''),
    'hash64': (lambda rng, _: f'{rng.getrandbits(64):016x}', ''),
    'hash upper': (lambda rng, _: f'{rng.getrandbits(48):012X}', ''),
    'prefixed': (lambda rng, _: 'evt-' + letters(rng, BASE62, 24), ''),
    'base36': (lambda rng, _: letters(rng, string.digits + string.ascii_lowercase, 9), ''),
    'digits of one width': (lambda rng, _: str(rng.randrange(10**9, 10**10)), ''),
    'three groups': (lambda rng, _: f'{rng.randrange(1000):03d}-{rng.randrange(10**7):07d}-{rng.randrange(10**7):07d}', ''),
}


def ident(rng, *only):
    kind = rng.choice(only or list(IDS))
    draw, signs = IDS[kind]
    return Value('id', draw, signs=signs, form=kind)


# ---- times -------------------------------------------------------------------

def iso(at, digits=3, zone='Z', between='T'):
    fraction = f'.{at.microsecond:06d}'[:digits + 1] if digits else ''
    return at.strftime(f'%Y-%m-%d{between}%H:%M:%S') + fraction + zone


def basic(at, digits=0, zone='Z'):
    return at.strftime('%Y%m%dT%H%M%S') + (f'{at.microsecond:06d}'[:digits] if digits else '') + zone


def written(form, **more):
    return lambda at: form(at, **more)


# Spellings of an instant that sort by time; each with how fine it is and the signs in it.
INSTANTS = {
    'iso ms': (written(iso), 'ms'),
    'iso us': (written(iso, digits=6), 'us'),
    'iso s': (written(iso, digits=0), 's'),
    'iso ms +00:00': (written(iso, zone='+00:00'), 'ms'),
    'iso ms without zone': (written(iso, zone=''), 'ms'),
    'iso s +09:00': (written(iso, digits=0, zone='+09:00'), 's'),
    'iso ms -03:00': (written(iso, zone='-03:00'), 'ms'),
    'iso ns': (lambda at: iso(at, 6, '') + '123Z', 'us'),
    'iso lower': (lambda at: iso(at).lower(), 'ms'),
    'blank': (written(iso, digits=0, zone='', between=' '), 's'),
    'blank ms': (written(iso, zone='', between=' '), 'ms'),
    'basic': (basic, 's'),
    'fourteen digits': (lambda at: at.strftime('%Y%m%d%H%M%S'), 's'),
    'seventeen digits': (lambda at: at.strftime('%Y%m%d%H%M%S') + f'{at.microsecond // 1000:03d}', 'ms'),
    'epoch s': (lambda at: str(Moment(at, 0).seconds), 's'),
    'epoch ms': (lambda at: str(Moment(at, 0).millis), 'ms'),
    'epoch us': (lambda at: str(Moment(at, 0).micros), 'us'),
    'epoch ns': (lambda at: str(Moment(at, 0).micros) + '000', 'us'),
    'epoch ns of seconds': (lambda at: str(Moment(at, 0).seconds) + '000000000', 's'),
    'epoch s padded': (lambda at: f'{Moment(at, 0).seconds:016d}', 's'),
    'epoch ms hex': (lambda at: f'{Moment(at, 0).millis:012x}', 'ms'),
    'inverted ms': (lambda at: f'{9_999_999_999_999 - Moment(at, 0).millis:013d}', 'ms'),
    'inverted s': (lambda at: f'{9_999_999_999 - Moment(at, 0).seconds:010d}', 's'),
    'inverted from 2^53': (lambda at: f'{9007199254740991 - Moment(at, 0).millis:016d}', 'ms'),
}

# Spellings of a bucket, each with what it cuts an instant to.
BUCKETS = {
    'day': '%Y-%m-%d',
    'basic day': '%Y%m%d',
    'month': '%Y-%m',
    'year': '%Y',
    'week': '%G-W%V',
    'hour': '%Y-%m-%dT%H',
    'hour Z': '%Y-%m-%dT%H:00:00Z',
    'half hour': '%Y-%m-%dT%H:%M',
    'slash day': '%Y/%m/%d',
    'clock': '%H:%M',
    'basic month': '%Y%m',
    'fiscal': 'FY%Y',
    'birthday': '%m-%d',
    'weekly': '%a-%H',
}


def instant(rng, *only):
    form = rng.choice(only or list(INSTANTS))
    write, tick = INSTANTS[form]
    return Value('instant', lambda _, moment: moment.at, write, signs='', form=form, tick=tick)


def cut_to_slot(at):
    return at.replace(minute=at.minute // 30 * 30, second=0, microsecond=0)


def quarter(at):
    return f'{at.year}-Q{(at.month + 2) // 3}'


def bucket(rng, *only):
    form = rng.choice(only or [*BUCKETS, 'quarter'])
    draw = (lambda rng, moment: cut_to_slot(moment.at) + timedelta(days=rng.randrange(90)))
    write = quarter if form == 'quarter' else lambda at: at.strftime(BUCKETS[form])
    return Value('bucket', draw, write, signs='/' if form == 'slash day' else '', form=form)


# ---- numbers -----------------------------------------------------------------

def padding(width):
    return lambda n: f'{n:0{width}d}'


def counter(rng):
    """Counts from 1 in each partition; no table here has more than a thousand rows of one kind."""
    width = rng.choice([4, 5, 6, 8, 10, 12])
    return Value('counter', lambda _, moment: moment.count + 1, padding(width), width=width)


def quantity(rng):
    """Of any size; at most a twentieth of what its width holds."""
    width = rng.choice([5, 6, 8, 10, 12, 15, 20])
    most = 10 ** (width - 1) // 2

    def draw(r, _):
        return r.randrange(10 ** r.randrange(1, len(str(most)))) % most
    return Value('quantity', draw, padding(width), width=width)


def of_range(least, most, width):
    return Value('part', lambda rng, _: rng.randrange(least, most + 1), padding(width), width=width)


def digits(least, most):
    """A name in digits that nobody pads: least to most of them, no zero in front."""
    def draw(rng, _):
        width = rng.randrange(least, most + 1)
        return rng.randrange(10 ** (width - 1), 10 ** width)
    return Value('digits', draw)


def shards(rng):
    """A bucket of a hash: all of them occur, as those of a table of some size do."""
    width = rng.choice([1, 2])
    return Value('shard', lambda _, moment: moment.count * 7 % 10 ** width, padding(width), width=width)


# ---- words -------------------------------------------------------------------

def one_of(words, case=str):
    words = [case(w) for w in words]
    return Value('enum', lambda rng, _: rng.choice(words), words=words)


def status(rng):
    return one_of(STATUSES, rng.choice([str.upper, str.lower]))


def user_name(rng):
    style = rng.choice(['plain', 'numbered', 'dotted', 'title'])

    def draw(r, _):
        given, family = r.choice(GIVEN), r.choice(FAMILY)
        return {'plain': given + family, 'numbered': given + family + str(r.randrange(1, 1000)),
                'dotted': f'{given}.{family}', 'title': f'{given.title()} {family.title()}'}[style]
    return Value('name', draw)


def mail(_):
    return Value('mail', lambda r, _: f'{r.choice(GIVEN[:26])}.{r.choice(FAMILY)}{r.choice(["", "", str(r.randrange(90))])}'
                 f'@{r.choice(NOUNS)}.example')


def slug(_):
    return Value('slug', lambda r, _: f'{r.choice(NOUNS)}-{r.choice(NOUNS)}')


def place(_):
    return Value('place', lambda r, _: r.choice([['US', 'CA', 'Los Angeles'], ['US', 'NY'], ['DE', 'BE', 'Berlin', 'Mitte'],
                                                 ['KR', '11', '서울'], ['BR', 'SP', 'São Paulo'], ['JP']]),
                 lambda parts: '#'.join(parts))


# ---- codes -------------------------------------------------------------------

def isbn13(rng, _):
    body = f'978{rng.randrange(10**9):09d}'
    return body + str(-sum(int(c) * (1, 3)[i % 2] for i, c in enumerate(body)) % 10)


def isbn10(rng, _):
    body = f'{rng.randrange(10**9):09d}'
    check = -sum(int(c) * (10 - i) for i, c in enumerate(body)) % 11
    return body + ('X' if check == 10 else str(check))


CODES = {
    'ZIP': lambda r, _: f'{r.randrange(501, 99950):05d}',
    'zip': lambda r, _: f'{r.randrange(501, 99950):05d}-{r.randrange(10000):04d}',
    'PLZ': lambda r, _: f'{r.randrange(1067, 99998):05d}',
    'POSTAL': lambda r, _: f'{r.choice("KMV")}{r.randrange(1, 10)}{r.choice("ABC")} {r.randrange(1, 10)}{r.choice("XYZ")}{r.randrange(1, 10)}',
    'postalCode': lambda r, _: f'{r.randrange(10**6, 10**7)}',
    'PHONE': lambda r, _: f'{r.randrange(10**r.randrange(6, 11), 10**11)}',
    'mobile': lambda r, _: f'+{r.choice(["1", "49", "82", "351"])}{r.randrange(10**8, 10**10)}',
    'TEL': lambda r, _: f'0{r.randrange(30, 9000)}-{r.randrange(1000, 10**7)}',
    'ISBN': isbn13,
    'isbn': isbn10,
    'EAN': lambda r, _: f'{r.randrange(10**12, 10**13)}',
    'UPC': lambda r, _: f'{r.randrange(10**12):012d}',
    'SKU': lambda r, _: f'{r.randrange(1, 10**r.randrange(2, 8))}',
    'sku': lambda r, _: f'{letters(r, string.ascii_uppercase, 3)}-{r.randrange(1, 5000)}',
    'ACCOUNT': lambda r, _: f'{r.randrange(1, 10**r.randrange(5, 12))}',
    'IBAN': lambda r, _: f'DE{r.randrange(10, 99)}{r.randrange(10**17, 10**18)}',
    'IMEI': lambda r, _: f'{r.randrange(10**14, 10**15)}',
    'CPF': lambda r, _: f'{r.randrange(1000):03d}.{r.randrange(1000):03d}.{r.randrange(1000):03d}-{r.randrange(100):02d}',
    'VAT': lambda r, _: f'ATU{r.randrange(10**7, 10**8)}',
    'SSN': lambda r, _: f'{r.randrange(1, 900):03d}-{r.randrange(1, 100):02d}-{r.randrange(1, 10000):04d}',
    'PLATE': lambda r, _: f'{letters(r, string.ascii_uppercase, r.randrange(1, 4))}-{letters(r, string.ascii_uppercase, 2)} {r.randrange(1, 10**r.randrange(1, 5))}',
    'CARD': lambda r, _: f'{r.randrange(10000):04d}',
    'order_no_id': lambda r, _: f'{r.randrange(2015, 2027)}{r.randrange(1, 13):02d}{r.randrange(1, 29):02d}-{r.randrange(10000, 99999)}',
    'NAICS': lambda r, _: ''.join(str(r.randrange(1, 6)) for _ in range(r.randrange(2, 7))),
    'quadkey': lambda r, _: letters(r, '0123', r.randrange(3, 16)),
    'customerId': lambda r, _: f'{r.randrange(1, 10**r.randrange(2, 8))}',
    'user_id': lambda r, _: f'{r.randrange(1, 10**r.randrange(2, 8))}',
    'ORDER_ID': lambda r, _: f'{r.randrange(1, 10**r.randrange(4, 9))}',
    '우편번호': lambda r, _: f'{r.randrange(1000, 63999):05d}',
}


def code(label):
    return Value('code', CODES[label], label=label)


# ---- kinds of rows -----------------------------------------------------------

class Kind:
    """
    A kind of row: a template in which `#` stands for the table's separator and {name} for a value.
    `spare`: rows besides, as (stored values by name, or the text of the key).
    """

    def __init__(self, template, spare=(), **values):
        self.template, self.values, self.spare = template, values, list(spare)
        self.home = self.index = None
        self.rows = 0

    @property
    def signs(self):
        return ''.join(v.signs for v in self.values.values())

    def write(self, template, separator, stored, otherwise=None):
        """The key: each value written, and the separator put where the template, or a path in a value, has `#`."""
        texts = {name: self.values[name].write(stored[name]) for name in self.values}
        texts.update(otherwise or {})
        if 'place' in texts:
            texts['place'] = texts['place'].replace('#', separator)
        return template.replace('#', separator).format(**texts)


def event(rng, label):
    return Kind(f'{label}#{{at}}#{{id}}', at=instant(rng), id=ident(rng))


def bare_event(rng, _):
    return Kind('{at}#{id}', at=instant(rng), id=ident(rng))


def log(rng, label):
    """Times alone, of which no two come within a second here, or buckets that are one row each."""
    return Kind(f'{label}#{{at}}', at=instant(rng) if rng.random() < 0.5 else bucket(rng))


def by_bucket(rng, label):
    return Kind(f'{label}#{{day}}#{{status}}#{{id}}', day=bucket(rng), status=status(rng), id=ident(rng))


def by_id(rng, label):
    return Kind(f'{label}#{{id}}', id=ident(rng))


def two_ids(rng, label):
    return Kind(f'{label}#{{id}}#ITEM#{{item}}', id=ident(rng), item=ident(rng))


def numbered(rng, _):
    label = rng.choice(['INVOICE', 'LINE', 'rev', 'Episode', 'STEP', 'page', 'SEQ', 'ISSUE', 'BLOCK', 'MSG'])
    return Kind(f'{label}#{{n}}', n=counter(rng))


def lines(rng, label):
    return Kind(f'{label}#{{n}}#LINE#{{line}}', n=counter(rng), line=of_range(1, 40, 3))


def versions(rng, _):
    """Padded, the latest again under v0 or a word."""
    pointer = rng.choice([[], ['v0'], ['LATEST'], ['v0']])
    return Kind('v{n}', spare=pointer, n=counter(rng))


def version_of(rng, label):
    return Kind(f'{label}#{{id}}#v{{n}}', id=ident(rng), n=counter(rng))


def dotted_version(rng, _):
    width = rng.choice([1, 3, 4])
    parts = {name: of_range(0, 9, width) for name in 'abc'}
    return Kind(rng.choice(['RELEASE#{a}.{b}.{c}', 'RELEASE#v{a}.{b}.{c}', '{a}.{b}.{c}']), **parts)


def leaderboard(rng, _):
    return Kind(rng.choice(['{score}#{at}#p_{player}', '{score}#PLAYER#{player}', 'SCORE#{score}#{player}']),
                score=quantity(rng), at=instant(rng), player=digits(1, 5))


def priced(rng, _):
    label = rng.choice(['PRICE', 'amount', 'RATING', 'points', 'balance'])
    return Kind(f'{label}#{{n}}#{{id}}', n=quantity(rng), id=ident(rng))


def fixed_decimal(rng, _):
    write = (lambda cents: f'{cents // 100:06d}.{cents % 100:02d}')
    return Kind('PRICE#{n}#{id}', n=Value('decimal', lambda r, _: r.randrange(10**7), write), id=ident(rng))


def coded(rng, _):
    label = rng.choice(list(CODES))
    if rng.random() < 0.2:
        return Kind(f'{label}#{{code}}#{{id}}', code=code(label), id=ident(rng))
    return Kind(f'{label}#{{code}}', code=code(label))


def glued_code(rng, _):
    label = rng.choice(['ZIP', 'PLZ', 'SKU', 'ACCOUNT', 'customerId'])
    return Kind(f'{label}-{{code}}', code=code(label))


def tied(rng, label):
    """A number behind a time tells two events of one instant apart."""
    return Kind(f'{label}#{{at}}#{rng.choice(["", "p-", "SHARD#"])}{{tie}}', at=instant(rng), tie=digits(1, 6))


def parent(rng, _):
    label = rng.choice(['THREAD', 'PUBLIC', 'TICKET', 'POST', 'device'])
    return Kind(f'{label}#{{n}}#COMMENT#{{id}}', n=digits(1, 6), id=ident(rng))


def host(rng, label):
    return Kind(f'{label}#{rng.choice(["web", "node", "worker", "camera"])}-{{n}}{rng.choice(["", ".eu", ".example"])}', n=digits(1, 3))


def file_name(rng, label):
    return Kind(f'{label}#{{dir}}-photo-{{n}}.jpg', dir=slug(rng), n=digits(1, 4))


def sharded(rng, _):
    return Kind('BUCKET#{shard}#{at}#{id}', shard=shards(rng), at=instant(rng), id=ident(rng))


def date_path(rng, label):
    day = Value('path', lambda _, moment: moment.at, lambda at: at.strftime('%Y#%m#%d').replace('#', '-'))
    return Kind(f'{label}#{{day}}#{{id}}', day=day, id=ident(rng))


def date_parts(rng, label):
    return Kind(f'{label}#{{y}}#{{m}}#{{d}}#{{id}}', id=ident(rng), **{
        name: Value('date part', lambda _, moment: moment.at, lambda at, form=form: at.strftime(form))
        for name, form in (('y', '%Y'), ('m', '%m'), ('d', '%d'))})


def calendar(rng, _):
    label, least, most = rng.choice([('DAY', 1, 31), ('MONTH', 1, 12), ('HOUR', 0, 23), ('WEEK', 1, 53), ('SLOT', 0, 47)])
    return Kind(f'{label}#{{n}}', n=of_range(least, most, 2))


def profile(rng, _):
    return Kind(rng.choice(['PROFILE', 'META', '#META', 'CONFIG', 'DETAILS', 'A', 'settings', 'metadata', '$self']))


def preference(rng, _):
    return Kind(rng.choice(['PREF#{word}', 'FLAG#{word}', 'ADDRESS#{word}']),
                word=one_of(['home', 'work', 'billing', 'mail', 'dark-mode', 'beta', 'locale']))


def flag(rng, label):
    return Kind(f'{label}#{{flag}}#{{id}}', flag=one_of(rng.choice([['0', '1'], ['true', 'false'], ['Y', 'N']])), id=ident(rng))


def by_week(rng, label):
    """The week in which the row was made."""
    return Kind(f'{label}#{{week}}#{{id}}', week=Value('week', lambda _, moment: moment.at, lambda at: f'{at:%G-W%V}'), id=ident(rng))


def weekday(rng, label):
    return Kind(f'{label}#{{word}}#{{id}}', id=ident(rng), word=one_of(rng.choice([
        ['MON', 'TUE', 'WED', 'THU', 'FRI'], ['LOW', 'MEDIUM', 'HIGH'], ['S', 'M', 'L', 'XL'], ['JAN', 'FEB', 'MAR']])))


def mailed(rng, label):
    return Kind(f'{label}#{{mail}}', mail=mail(rng))


def member(rng, _):
    return Kind('MEMBER#{name}', name=user_name(rng))


def tagged(rng, label):
    return Kind(f'TAG#{{slug}}#{{at}}#{{id}}', slug=slug(rng), at=instant(rng), id=ident(rng))


def geo(rng, _):
    return Kind('GEO#{place}', place=place(rng))


def geohash(rng, label):
    draw = (lambda r, _: letters(r, '0123456789bcdefghjkmnpqrstuvwxyz', 7))
    return Kind(f'CELL#{{cell}}#{{id}}', cell=Value('geohash', draw), id=ident(rng))


def address(rng, label):
    value = rng.choice([
        Value('ip', lambda r, _: '.'.join(str(r.randrange(256)) for _ in range(4))),
        Value('ip', lambda r, _: '2001:db8::' + ':'.join(f'{r.randrange(1, 65536):x}' for _ in range(3))),
        Value('mac', lambda r, _: ':'.join(f'{r.randrange(256):02x}' for _ in range(6))),
        Value('url', lambda r, _: f'https://{r.choice(NOUNS)}.example/a/{r.randrange(1, 500)}?page={r.randrange(1, 20)}'),
        Value('arn', lambda r, _: f'arn:aws:sqs:eu-west-1:{r.randrange(10**11, 10**12)}:queue-{r.choice(NOUNS)}'),
    ])
    return Kind(f'{label}#{{to}}', to=value)


def padded_hex(rng, label):
    return Kind(f'SEQ#{{n}}', n=Value('hex', lambda r, moment: moment.count * 37 + 160, lambda n: f'{n:08x}'))


def padded_base36(rng, label):
    write = (lambda n: base(string.digits + string.ascii_lowercase, n, 7))
    return Kind(f'SEQ#{{n}}', n=Value('base36', lambda r, moment: moment.count * 997 + 4000, write))


def locale(rng, label):
    return Kind(f'{label}#{{word}}', word=one_of(['en-US', 'en-GB', 'de-DE', 'ko-KR', 'pt-BR', 'zh-Hant-TW', 'fr']))


def open_ended(rng, label):
    """Validity ranges: the one that is valid now has no end."""
    return Kind(f'{label}#{{at}}', spare=[f'{label}#9999-12-31'], at=instant(rng, 'iso ms', 'iso us'))


def due(rng, label):
    """Of a day to come: the id is older."""
    return Kind(f'DUE#{{day}}#{{id}}', day=bucket(rng, 'day', 'hour', 'basic day'), id=ident(rng))


def review(rng, _):
    return Kind('REVIEW#{at}#{name}', at=instant(rng), name=user_name(rng))


def top(rng, _):
    """The greatest first: inverted scores, padded to the digits of the greatest."""
    most = rng.choice([999_999, 99_999_999, 9_999_999_999])
    score = Value('inverted', lambda r, _: r.randrange(10 ** r.randrange(1, 6)), lambda n: f'{most - n:0{len(str(most))}d}', most=most)
    return Kind(rng.choice(['TOP#{score}#{id}', '{score}#{id}']), score=score, id=ident(rng))


def surname(rng, _):
    """Some people are called Null."""
    names = [f.title() for f in FAMILY] + ['Null', 'None', 'Nan']
    return Kind('SURNAME#{name}#{id}', name=Value('name', lambda r, _: r.choice(names)), id=ident(rng))


def title(rng, label):
    """Free text, in whatever case people type."""
    def draw(r, _):
        words = [r.choice(['the', 'of', 'a', r.choice(NOUNS), r.choice(GIVEN)]) for _ in range(r.randrange(1, 6))]
        return r.choice([str, str.title, str.upper])(' '.join(words))
    return Kind(f'TITLE#{{title}}#{{id}}', title=Value('text', draw), id=ident(rng))


def folder(rng, _):
    """Paths; those of folders end in a slash."""
    def draw(r, _):
        return '/' + '/'.join(r.choice(NOUNS) for _ in range(r.randrange(1, 5))) + r.choice(['', '/', '.txt', '.jpg'])
    return Kind('PATH#{path}', path=Value('path', draw, signs='/'))


def duration(rng, label):
    return Kind(f'{label}#{{word}}#{{id}}', word=one_of(['PT15M', 'PT30M', 'PT1H', 'P1D', 'P7D']), id=ident(rng))


def scheduled(rng, label):
    """Two times: when it is due, and when it was asked for."""
    return Kind(f'{label}#{{day}}#{{at}}#{{id}}', day=bucket(rng, 'day', 'month', 'week', 'hour'), at=instant(rng), id=ident(rng))


def year_and_number(rng, _):
    return Kind('INV-{y}-{n}', y=Value('year', lambda _, moment: moment.at.year), n=counter(rng))


def references(rng, _):
    """Rows that name another row by the number of its partition."""
    return Kind('FOLLOWS#USER#{n}', n=Value('reference', lambda r, _: r.randrange(1, 160)))


KINDS = [event, bare_event, log, by_bucket, by_id, two_ids, numbered, lines, versions, version_of, dotted_version, leaderboard,
         priced, fixed_decimal, coded, coded, coded, glued_code, tied, parent, host, file_name, sharded, date_path, date_parts,
         calendar, profile, preference, flag, by_week, weekday, mailed, member, tagged, geo, geohash, address, padded_hex,
         padded_base36, locale, open_ended, due, review, year_and_number, references,
         top, surname, title, folder, duration, scheduled]
LABELS = ('ORDER EVENT SESSION TOKEN LOGIN AUDIT VISIT TASK CART PAYMENT MESSAGE ALERT JOB BOOKING READING '
          'NOTE SHIPMENT REFUND GRANT COUPON').split()


# ---- partitions --------------------------------------------------------------

HOMES = {
    'USER#{}': lambda r, m: ulid(r, m),
    'CUSTOMER#{}': uuid4,
    'TENANT#{}': lambda r, m: f'{r.choice(NOUNS)}-{r.choice(NOUNS)}',
    'ORG#{}': lambda r, m: str(r.randrange(1, 5000)),
    'ACCT#{}': lambda r, m: f'{r.randrange(10**5, 10**6)}',
    '{}': uuid4,
    'DEVICE#{}': lambda r, m: letters(r, BASE62, 12),
    'MAIL#{}': lambda r, m: f'{r.choice(GIVEN)}@{r.choice(NOUNS)}.example',
    'SEASON#{}': lambda r, m: f'20{r.randrange(20, 27)}-{r.choice(["SPRING", "SUMMER"])}',
    'DAY#{}': lambda r, m: f'2026-06-{r.randrange(1, 31):02d}#{r.randrange(10)}',
    'REPO#{}': lambda r, m: f'{r.choice(NOUNS)}/{r.choice(NOUNS)}',
}
NAMES = [('PK', 'SK'), ('PK', 'SK'), ('pk', 'sk'), ('id', 'sort'), ('entityId', 'rangeKey'), ('hash_key', 'range_key')]


class Row:
    def __init__(self, kind, partition, stored, moment, text=None):
        self.kind, self.partition, self.stored, self.moment, self.text = kind, partition, stored, moment, text
        self.texts = {}      # values that this row writes otherwise
        self.more = {}       # attributes besides, or instead
        self.without = set() # attributes that it lacks


class Table:
    """
    A table: how it is laid out, and its rows in the order they were written. `items()` writes
    them; what a fault changes in between is the kinds' values, or the rows.
    """

    kinds_known, homes_known = KINDS, HOMES  # what its rows and partitions are drawn from

    def __init__(self, seed, include=None, rows=0):
        """`include`: a kind that must be there, with at least so many `rows` in one partition."""
        self.rng = rng = random.Random(seed)
        self.pk, self.sk = rng.choice(NAMES)
        self.separator = rng.choice('######|:/_')
        self.clock = datetime(rng.randrange(2015, 2027), rng.randrange(1, 13), rng.randrange(1, 28), rng.randrange(24))
        self.kinds = self.choose(include)
        self.kinds[0].rows = rows
        self.lay_out_index()
        self.rows = []
        self.fill()

    def choose(self, include):
        """1 to 20 kinds whose keys do not meet: no label twice, and no two that begin with a value."""
        rng = self.rng
        wanted = ([include] if include else []) + rng.choices(self.kinds_known, k=min(20, int(rng.expovariate(1 / 5)) + (not include)))
        labels = rng.sample(LABELS, len(LABELS))
        kinds, heads = [], set()
        for make in wanted:
            kind = make(rng, labels.pop() if labels else 'ROW')
            head = 'value' if kind.template[0] in '{v#' else kind.template.split('#')[0].split('-')[0].lower()
            if head in heads or self.separator in kind.signs or self.separator in kind.template.replace('#', ''):
                if make is include and not kinds:
                    self.separator = '#'
                else:
                    continue
            heads.add(head)
            kinds.append(kind)
        return kinds or self.choose(include)

    def lay_out_index(self):
        """An index that holds some kinds of rows, by another of their values: sparse."""
        rng = self.rng
        self.index = rng.random() < 0.4
        if not self.index:
            return
        for i, kind in enumerate(self.kinds):
            if kind.spare or not kind.values or rng.random() < 0.4:
                continue
            label = f'BY#{string.ascii_uppercase[i]}'
            order = [n for n in kind.values if kind.values[n].kind in ('instant', 'bucket', 'id', 'enum', 'quantity')]
            if 'at' in order and 'id' in order:
                kind.index = (f'{label}#ALL', '{at}#{id}')
            elif order and order[-1] == 'id':
                kind.index = (label, '#'.join(f'{{{n}}}' for n in order))

    def homes(self):
        rng = self.rng
        made = []
        for home in rng.sample(list(self.homes_known), rng.choice([1, 1, 2, 3])):
            draw = self.homes_known[home]
            names = {home.replace('#', self.separator).format(draw(rng, Moment(self.clock, 0)))
                     for _ in range(rng.choice([1, 2, 5, 12, 40]))}
            made.append(sorted(names))
        return made

    def fill(self):
        rng = self.rng
        homes = self.homes()
        users = [f'USER{self.separator}{n}' for n in range(1, 160)]
        if any(v.kind == 'reference' for k in self.kinds for v in k.values.values()):
            homes.append(users)
        plan = []
        for kind in self.kinds:
            home = rng.choice(homes)
            busy = rng.sample(home, min(len(home), rng.choice([1, 3, 8, 20])))
            for partition in busy:
                plan += [(kind, partition)] * (rng.choice([1, 2, 4, 10, 25]) if kind.values else 1)
        for kind in self.kinds:
            self.settle(kind, plan)
        rng.shuffle(plan)
        self.write_rows(plan)
        if homes[-1] is users:
            self.rows += [Row(None, name, {}, self.moment(0), text='SELF') for name in users]

    def settle(self, kind, plan):
        """A column of shards shows all of them: so many rows that none is missing."""
        if kind.rows:
            plan += [(kind, next(p for k, p in plan if k is kind))] * kind.rows
        if any(v.kind == 'shard' for v in kind.values.values()):
            partition = next(p for k, p in plan if k is kind)
            plan[:] = [(k, p) for k, p in plan if k is not kind] + [(kind, partition)] * 220

    def moment(self, count):
        self.clock += timedelta(seconds=self.rng.randrange(3, 4000), microseconds=self.rng.randrange(10**6))
        return Moment(self.clock, count)

    def write_rows(self, plan):
        counts, seen = {}, set()
        for kind, partition in plan:
            count = counts.get((kind, partition), 0)
            moment = self.moment(count)
            stored = {name: value.draw(self.rng, moment) for name, value in kind.values.items()}
            key = (partition, kind.write(kind.template, self.separator, stored))
            if key in seen:
                continue
            seen.add(key)
            counts[kind, partition] = count + 1
            self.rows.append(Row(kind, partition, stored, moment))
            if count == 3:
                for text in kind.spare:
                    self.rows.append(Row(kind, partition, {}, moment, text=text.replace('#', self.separator)))

    def key(self, row):
        if row.text is not None:
            return row.text
        return row.kind.write(row.kind.template, self.separator, row.stored, row.texts)

    def item(self, row):
        item = {self.pk: None, self.sk: None, 'createdAt': {'S': iso(row.moment.at)}}
        if row.stored:
            for name, value in row.kind.values.items():
                stored = row.stored[name]
                if isinstance(stored, str):
                    item[name] = {'S': stored}
                elif isinstance(stored, int):
                    item[name] = {'N': str(stored)}
            if row.kind.index:
                pk, sk = row.kind.index
                item['GSI1PK'] = {'S': row.kind.write(pk, self.separator, row.stored, row.texts)}
                item['GSI1SK'] = {'S': row.kind.write(sk, self.separator, row.stored, row.texts)}
        item.update({self.pk: {'S': row.partition}, self.sk: {'S': self.key(row)}, **row.more})
        return {name: value for name, value in item.items() if name not in row.without}

    def items(self):
        return [self.item(row) for row in self.rows]

    schema = None  # the text of a keys.yaml, when somebody declares the table
    config = None  # the text of a padlint.yaml

    def options(self):
        if self.schema:
            return ['--today', f'{self.clock:%Y-%m-%d}']
        options = ['--pk', self.pk, '--sk', self.sk, '--today', f'{self.clock:%Y-%m-%d}']
        if any('GSI1SK' in self.item(row) for row in self.rows):
            options += ['--index', 'GSI1=GSI1PK,GSI1SK']
        return options


class NumberKeys(Table):
    """A sort key of type N: numbers of any kind, which DynamoDB orders as numbers."""

    def fill(self):
        super().fill()
        for i, row in enumerate(self.rows):
            row.more[self.sk] = {'N': str(self.rng.choice([i, -i, i + 0.5, i * 10**9 + 1, f'{i}e-3']))}


def clean(seed):
    """The table of that seed; one in twenty has a sort key of type N."""
    return NumberKeys(seed) if seed % 20 == 19 else Table(seed)

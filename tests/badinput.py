#!/usr/bin/env python3
"""
Bad input and misuse, end to end: what is said, the exit code, and that the rest was read.

Incomplete input never passes: exit code 3 and a problem that names the place. Nothing is left
behind on any exit. With -v each test shows what padlint printed.
"""
import base64
import hashlib
import json
import os
import random
import resource
import shutil
import signal
import subprocess
import time

import common
from common import gz, write

KEYS = ['--pk', 'PK', '--sk', 'SK']
NOBODY = 65534


def item(sk, pk='LOG#1', **more):
    return {'PK': {'S': pk}, 'SK': {'S': sk}, **{k: {'S': v} for k, v in more.items()}}


def events(count, start=0):
    """Items in order, each with some bytes that do not compress away."""
    rng = random.Random(start)
    return [item(f'SEQ#{n:08d}#{rng.getrandbits(64):016x}', note=f'{rng.getrandbits(256):064x}')
            for n in range(start, start + count)]


def lines(items):
    return ''.join(map(common.line, items))


class Case:
    """One test: collects what is wrong, and shows what was printed."""

    def __init__(self, options, tally, name):
        self.options, self.tally, self.name = options, tally, name
        self.trouble = []

    def __enter__(self):
        self.temporary = common.Folder()
        self.folder = self.temporary.__enter__()
        return self

    def __exit__(self, kind, error, _):
        self.temporary.__exit__()
        if kind and issubclass(kind, (RuntimeError, OSError, ValueError, KeyError, IndexError)):
            self.trouble.append(f'{kind.__name__}: {error}')
            kind = None
        if not kind:
            self.tally.check(self.name, self.trouble)
        return not kind

    def at(self, *names):
        return os.path.join(self.folder, *names)

    def expect(self, condition, text):
        if not condition:
            self.trouble.append(text)

    def run(self, *arguments, code=None, says=(), where='err', **more):
        """Runs `check`, and looks at the exit code and at words it must print."""
        done = common.check(self.options.padlint, *arguments, **more)
        if self.options.verbose:
            print(f'       {self.name}: exit code {done.code}\n' +
                  ''.join(f'         | {l}\n' for l in (done.out + done.err).splitlines()[:12]))
        if code is not None:
            self.expect(done.code == code, f'exit code {done.code}, {code} is right; said: '
                                           f'{(done.err or done.out).strip()[:300]}')
        said = done.err if where == 'err' else done.out + done.err
        for words in says:
            self.expect(words.lower() in said.lower(), f'does not say {words!r}: {said.strip()[:300]!r}')
        return done

    def read(self, *arguments, code=3, items=None, says=(), **more):
        """Runs `check --format json`: exit code, items read, words in the problems of the report."""
        done = self.run('--format', 'json', *arguments, code=code, **more)
        try:
            report = done.report
        except ValueError:
            self.expect(False, f'no JSON report: {done.brief()}')
            return None
        self.expect(report['complete'] == (code not in (3,)),
                    f'"complete" is {report["complete"]} at exit code {code}')
        count = sum(i.get('items', 0) for i in report['inputs'])
        if items is not None:
            self.expect(count == items, f'{count} items read, {items} could be')
        problems = [p for i in report['inputs'] for p in i.get('problems', [])]
        text = json.dumps(problems, ensure_ascii=False)
        self.expect((code == 3) == bool(problems), f'problems at exit code {code}: {text[:300]}')
        for words in says:
            self.expect(words.lower() in text.lower(), f'no problem says {words!r}: {text[:300]}')
        return report


# ---- exports -----------------------------------------------------------------

class Export:
    """An export of AWS in `folder`, made by fixtures/make-export: 50 items, two shards that hold some, one empty or not."""

    def __init__(self, folder, table='Events', items=None):
        source = write(os.path.join(folder, '..', 'items.jsonl'), lines(items or spread(50)))
        maker = os.path.join(common.ROOT, 'fixtures', 'make-export')
        done = subprocess.run([maker, '--shards', '3', '--table', table, source, folder], capture_output=True,
                              text=True, check=False)
        if done.returncode:
            raise RuntimeError(f'make-export: {done.stderr[:200]}')
        os.remove(source)
        base = os.path.join(folder, 'AWSDynamoDB')
        self.root = os.path.join(base, os.listdir(base)[0])
        self.folder = folder
        self.manifest = os.path.join(self.root, 'manifest-files.json')
        with open(self.manifest, encoding='utf-8') as file:
            listed = [json.loads(l) for l in file]
        listed.sort(key=lambda entry: -entry['itemCount'])
        self.files = [os.path.join(folder, entry['dataFileS3Key']) for entry in listed]
        self.names = [os.path.basename(path) for path in self.files]
        self.counts = [entry['itemCount'] for entry in listed]

    def rewrite(self, change):
        """Changes the list of files, and its checksum with it."""
        with open(self.manifest, encoding='utf-8') as file:
            text = change(file.read())
        write(self.manifest, text)
        write(self.manifest.replace('.json', '.md5'), base64.b64encode(hashlib.md5(text.encode()).digest()))


def spread(count):
    """Events of many partitions, so that each shard gets some."""
    return [{**e, 'PK': {'S': f'LOG#{i % 17}'}} for i, e in enumerate(events(count))]


def exports(options, tally):
    def case(name):
        return Case(options, tally, f'export: {name}')

    with case('whole') as c:
        Export(c.at('x'))
        c.read(*KEYS, c.at('x'), code=0, items=50)
    with case('a byte of a shard is another: MD5') as c:
        x = Export(c.at('x'))
        # Only the header of the gzip member changes: it inflates well, the checksum tells.
        with open(x.files[0], 'r+b') as file:
            file.seek(4)
            file.write(b'\x01')
        c.read(*KEYS, x.folder, items=50, says=[x.names[0], 'checksum'])
    with case('a shard is missing') as c:
        x = Export(c.at('x'))
        os.remove(x.files[1])
        c.read(*KEYS, x.folder, items=50 - x.counts[1], says=[x.names[1], 'missing'])
    with case('a shard that no manifest lists') as c:
        x = Export(c.at('x'))
        write(os.path.join(x.root, 'data', 'z' * 26 + '.json.gz'), gz(lines(events(5, 900))))
        c.read(*KEYS, x.folder, items=50, says=['z' * 26, 'not listed'])
    with case('a shard is cut short') as c:
        x = Export(c.at('x'))
        os.truncate(x.files[0], os.path.getsize(x.files[0]) - 200)
        report = c.read(*KEYS, x.folder, says=[x.names[0]])
        c.expect(sum(i['items'] for i in report['inputs']) >= 50 - x.counts[0], 'the others were not read')
    with case('a shard has fewer items than listed') as c:
        x = Export(c.at('x'))
        x.rewrite(lambda text: text.replace(f'"itemCount":{x.counts[0]},', '"itemCount":77,'))
        c.read(*KEYS, x.folder, items=50, says=[x.names[0], '77'])
    with case('a manifest that was tampered with') as c:
        x = Export(c.at('x'))
        write(x.manifest.replace('.json', '.md5'), 'AAAAAAAAAAAAAAAAAAAAAA==')
        c.read(*KEYS, x.folder, items=50, says=['checksum'])
    for key in ('../../../../../../etc/passwd', 'AWSDynamoDB/x/data/../../../../outside.json.gz', '/etc/passwd'):
        with case(f'a manifest that points to {key}') as c:
            x = Export(c.at('x'))
            for place in ('outside.json.gz', os.path.join('x', 'outside.json.gz')):
                write(c.at(place), gz(lines(events(7, 700))))
            listed = {'itemCount': 7, 'md5Checksum': 'AAAAAAAAAAAAAAAAAAAAAA==', 'etag': '0-1', 'dataFileS3Key': key}
            x.rewrite(lambda text, listed=listed: text + json.dumps(listed) + '\n')
            c.read(*KEYS, x.folder, items=50, says=['manifest-files.json:4', 'not read'])
    with case('a manifest that is no JSON') as c:
        x = Export(c.at('x'))
        x.rewrite(lambda text: '{"itemCount":')
        c.read(*KEYS, x.folder, says=['manifest-files.json'])
    with case('a manifest is missing') as c:
        x = Export(c.at('x'))
        os.remove(x.manifest)
        c.read(*KEYS, x.folder, items=50, says=['manifest-files.json', 'missing'])
    with case('two exports of one table') as c:
        a, b = Export(c.at('a')), Export(c.at('b'), items=spread(30))
        os.rename(b.root, b.root[:-1] + 'x')
        for name in ('files', 'summary'):
            path = os.path.join(b.root[:-1] + 'x', f'manifest-{name}.json')
            with open(path, encoding='utf-8') as file:
                text = file.read().replace(os.path.basename(b.root), os.path.basename(b.root)[:-1] + 'x')
            write(path, text)
            write(path.replace('.json', '.md5'), base64.b64encode(hashlib.md5(text.encode()).digest()))
        c.run(*KEYS, a.folder, b.folder, code=2, says=['two exports', a.folder, b.folder])
    with case('flattened, and pointed at from every level') as c:
        x = Export(c.at('x'))
        shutil.copytree(x.root, c.at('flat'))
        for place in (c.at('flat'), c.at('x', 'AWSDynamoDB'), x.root):
            c.read(*KEYS, place, code=0, items=50)


# ---- files -------------------------------------------------------------------

def cut_lengths(size):
    """Every length of a small file, and of a larger one those that matter and a spread."""
    step = max(1, size // 80)
    return sorted({*range(0, min(size, 24)), *range(0, size, step), *range(max(0, size - 12), size)})


def truncated(options, tally):
    whole = events(120)
    more = events(15, 1000)
    for name, packed in (('gzip', gz(lines(whole))), ('two gzip members', gz(lines(whole[:60])) + gz(lines(whole[60:]))),
                         ('zstd', common.zst(lines(whole)))):
        with Case(options, tally, f'{name}, cut at any length') as c:
            good = write(c.at('good.jsonl'), lines(more))
            for length in cut_lengths(len(packed)):
                boundary = name == 'two gzip members' and length == len(gz(lines(whole[:60])))
                if boundary:
                    continue # cut between members: a shorter file that is whole in itself
                path = write(c.at('cut'), packed[:length])
                report = c.read(*KEYS, good, path, code=3)
                if not report:
                    break
                counts = {os.path.basename(i['path']): i['items'] for i in report['inputs']}
                c.expect(counts['good.jsonl'] == 15, f'cut at {length}: {counts["good.jsonl"]} items of the other file')
                c.expect(counts['cut'] < 120 or length >= len(packed) - 12, f'cut at {length}: all items')
                if c.trouble:
                    c.trouble.append(f'(cut at {length} of {len(packed)})')
                    break
    with Case(options, tally, 'gzip, any byte damaged') as c:
        packed = gz(lines(whole))
        rng = random.Random(3)
        for place in sorted(rng.sample(range(10, len(packed)), 60)) + list(range(len(packed) - 8, len(packed))):
            damaged = bytearray(packed)
            damaged[place] ^= 1 << rng.randrange(8)
            c.read(*KEYS, write(c.at('damaged.gz'), bytes(damaged)), code=3)
            if c.trouble:
                c.trouble.append(f'(byte {place} of {len(packed)})')
                break
    with Case(options, tally, 'gzip with a wrong CRC') as c:
        packed = bytearray(gz(lines(whole)))
        packed[-8] ^= 1
        c.read(*KEYS, write(c.at('crc.gz'), bytes(packed)), items=120, says=['crc.gz', 'checksum'])
    with Case(options, tally, 'bytes behind the gzip data') as c:
        c.read(*KEYS, write(c.at('behind.gz'), gz(lines(whole)) + b'garbage'), items=120, says=['behind.gz'])
    with Case(options, tally, 'a scan page cut at any length') as c:
        page = json.dumps({'Items': whole[:20], 'Count': 20, 'ScannedCount': 20}, indent=4).encode()
        for length in cut_lengths(len(page))[4:]:
            c.read(*KEYS, write(c.at('page.json'), page[:length]), code=3)
            if c.trouble:
                c.trouble.append(f'(cut at {length} of {len(page)})')
                break
    with Case(options, tally, 'lines cut in the middle of the last') as c:
        c.read(*KEYS, write(c.at('cut.jsonl'), lines(whole)[:-20]), items=119, says=['cut.jsonl:120'])


def second_pass(options, tally):
    """Attributes that only the second pass asks for: bad ones make no item bad, whatever else is in the file."""
    rows = [f'{{"Item":{{"PK":{{"S":"U#{i}"}},"SK":{{"S":"META"}},"GSI1PK":{{"S":"ALL"}},"GSI1SK":{{"S":"{a}{b}"}},'
            f'"a":{{"S":"{a}"}},"b":{{"S":"{b}"}}{more}}}}}\n'
            for i, (a, b, more) in enumerate([('ab', 'c', ''), ('a', 'bc', ''), ('xy', 'zt', ''), ('q', 'rs', '')] * 50 +
                                             [('ab', 'c', ',"a":{"S":"ab"}'), ('ab', 'c', ',"a":7')])]
    for name, text, code in (('alone', ''.join(rows), 1), ('beside a bad line', ''.join([*rows[:9], 'no item\n', *rows[9:]]), 3)):
        with Case(options, tally, f'an attribute that stands twice, {name}') as c:
            report = c.read(write(c.at('dump.jsonl'), text), code=code, items=202)
            found = [f['counts']['keys_wrong'] for f in report['findings'] if f['code'] == 'PL301']
            c.expect(found == [102], f'{found} keys collide, [102] do')


def content(options, tally):
    def case(name):
        return Case(options, tally, name)

    bad_lines = {
        'text': 'this is not JSON',
        'half an item': '{"Item":{"PK":{"S":"LOG#1"},"SK":{"S":"SEQ#',
        'single quotes': "{'Item':{'PK':{'S':'a'}}}",
        'a bare number': '4711',
        'an array': '[1,2]',
        'a lone surrogate': '{"Item":{"PK":{"S":"LOG#1"},"SK":{"S":"SEQ#\\ud800"}}}',
        'a comma too many': '{"Item":{"PK":{"S":"LOG#1"},"SK":{"S":"SEQ#00000001",}}}',
        'a raw control character': '{"Item":{"PK":{"S":"LOG#1"},"SK":{"S":"SEQ#0000\x010001"}}}',
        'two keys': '{"Item":{"PK":{"S":"LOG#1"},"SK":{"S":"a"},"SK":{"S":"b"}}}',
        'NaN': '{"Item":{"PK":{"S":"LOG#1"},"SK":{"S":"a"},"x":{"L":[NaN]}}}',
    }
    for name, bad in bad_lines.items():
        with case(f'a line that is not an item: {name}') as c:
            text = lines(events(10)) + bad + '\n' + lines(events(10, 50))
            report = c.read(*KEYS, write(c.at('dump.jsonl'), text), items=20, says=['dump.jsonl:11', 'byte'])
            c.run(*KEYS, c.at('dump.jsonl'), code=3, where='both', says=['dump.jsonl:11'])
            if report:
                c.expect(len(report['inputs'][0]['problems']) == 1, 'more than one problem')
    with case('1,000 bad lines are counted, not listed') as c:
        text = ''.join(l + 'x\n' for l in lines(events(1000)).splitlines(True))
        done = c.run(*KEYS, write(c.at('dump.jsonl'), text), code=3, where='both', says=['1,000'])
        c.expect(len(done.out + done.err) < 8000, 'the report lists them all')
    with case('items without their keys') as c:
        text = lines(events(10)) + '{"Item":{"PK":{"S":"LOG#1"},"x":{"S":"no sort key"}}}\n' + lines(events(10, 50))
        done = c.run('--format', 'json', *KEYS, write(c.at('dump.jsonl'), text))
        c.expect(done.code in (0, 1), f'exit code {done.code}: {done.err[:200]}')
        index = done.report['tables'][0]['indexes'][0]
        c.expect(index['keys'] == 20, f'{index["keys"]} keys, 20 have both attributes')
        c.run(*KEYS, c.at('dump.jsonl'), where='both', says=['1 item'])
    with case('a key of another type') as c:
        text = lines(events(10)) + '{"Item":{"PK":{"S":"LOG#1"},"SK":{"M":{}}}}\n'
        done = c.run('--format', 'json', *KEYS, write(c.at('dump.jsonl'), text))
        c.expect(done.code in (0, 1), f'exit code {done.code}: {done.err[:200]}')
        c.expect(done.report['tables'][0]['indexes'][0]['keys'] == 10, 'an object counts as a key')
    with case('an empty file') as c:
        c.read(*KEYS, write(c.at('good.jsonl'), lines(events(3))), write(c.at('empty.jsonl'), ''), items=3,
               says=['empty.jsonl', 'empty'])
        c.run(*KEYS, c.at('empty.jsonl'), code=3, where='both', says=['empty'])
    with case('an empty gzip file without a manifest') as c:
        done = c.run(*KEYS, write(c.at('nothing.jsonl.gz'), gz('')), where='both')
        c.expect(done.code in (0, 3), f'exit code {done.code}')
    with case('a folder without data') as c:
        os.makedirs(c.at('nothing', 'here'))
        write(c.at('nothing', 'readme.txt'), 'no dump\n')
        c.run(*KEYS, c.at('nothing'), code=2, says=[c.at('nothing')])
    with case('a path that does not exist') as c:
        c.run(*KEYS, write(c.at('good.jsonl'), lines(events(3))), c.at('gone.jsonl'), code=2, says=['gone.jsonl', 'no such file'])
    with case('files of other kinds') as c:
        for name, data in {'photo.png': b'\x89PNG\r\n\x1a\n' + bytes(range(256)), 'notes.csv': b'PK,SK\na,b\n',
                           'local.db': b'SQLite format 3\0' + bytes(100), 'data.ion': b' $ion_1_0 {Item:{PK:"a"}}\n',
                           'zip.zip': b'PK\x03\x04' + bytes(30)}.items():
            c.run(*KEYS, write(c.at('good.jsonl'), lines(events(3))), write(c.at(name), data), code=3, where='both', says=[name])
    with case('an item of 400 KB, and one of 3 MB') as c:
        big = [item('SEQ#00000001#a', blob='x' * 400_000), {'blob': {'S': '\\"' * 1_500_000}, **item('SEQ#00000002#b')},
               {'deep': json.loads('{"L":[' * 30 + '{"NULL":true}' + ']}' * 30), **item('SEQ#00000003#c')}]
        c.read(*KEYS, write(c.at('big.jsonl'), lines(events(3) + big + events(3, 50))), code=0, items=9)
        c.read(*KEYS, write(c.at('big.json'), json.dumps({'Items': big, 'Count': 3})), code=0, items=3)
    with case('nested 100,000 deep') as c:
        deep = '{"Item":{"PK":{"S":"LOG#1"},"SK":{"S":"a"},"x":' + '{"L":[' * 100_000 + '{"NULL":true}' + ']}' * 100_000 + '}}\n'
        c.read(*KEYS, write(c.at('deep.jsonl'), lines(events(5)) + deep + lines(events(5, 50))), items=10, says=['deep'])
    with case('keys of 5 KB') as c:
        long = 'x' * 5000
        dump = write(c.at('dump.jsonl'), lines([item(f'{long}#REV#{n}') for n in range(1, 13)] + [item(f'REV#{n}#{long}') for n in range(1, 13)]))
        done = c.run(*KEYS, dump, code=1, where='both', says=['PL102'])
        longest = max(map(len, done.out.splitlines()))
        c.expect(longest <= 120, f'the text report has a line of {longest} characters')
        report = c.read(*KEYS, dump, code=1, items=24)
    with case('NUL and invalid UTF-8 in keys') as c:
        rows = b''.join(b'{"Item":{"PK":{"S":"DOC#\\u0000\xff"},"SK":{"S":"REV#%d#\\u0000\xff\xfe"}}}\n' % n for n in range(1, 13))
        dump = write(c.at('dump.jsonl'), rows)
        done = c.run('--format', 'json', *KEYS, dump, code=1)
        witness = [f for f in done.report['findings'] if f['code'] == 'PL102'][0]['witness']
        want = {'partition_hex': b'DOC#\0\xff', 'first_hex': b'REV#12#\0\xff\xfe', 'second_hex': b'REV#2#\0\xff\xfe'}
        for member, key in want.items():
            c.expect(bytes.fromhex(witness.get(member, '')) == key, f'{member}: {witness}')
        text = c.run(*KEYS, dump, code=1).out
        c.expect('\0' not in text, 'the text report sends a NUL')
    with case('control characters are shown, never sent') as c:
        text = c.run(*KEYS, write(c.at('dump.jsonl'), lines([item(f'REV#{n}#\x1b[31m\r\x07') for n in range(1, 13)])), code=1).out
        c.expect('\x1b' not in text and '\r' not in text and '\x07' not in text, 'sends an escape')
    with case('standard input, whole and cut') as c:
        c.read(*KEYS, '-', code=0, items=30, stdin=lines(events(30)).encode())
        c.read(*KEYS, '-', code=0, items=30, stdin=gz(lines(events(30))))
        c.read(*KEYS, '-', code=3, stdin=gz(lines(events(30)))[:-30], says=['-'])
        c.read(*KEYS, '-', code=1, items=12, stdin=lines([item(f'REV#{n}') for n in range(1, 13)]).encode())
    with case('incomplete input wins over findings') as c:
        c.read(*KEYS, write(c.at('dump.jsonl'), lines([item(f'REV#{n}') for n in range(1, 13)]) + 'oops\n'), code=3, items=12)
        done = c.run('--format', 'json', *KEYS, '--fail-on', 'never', c.at('dump.jsonl'), code=3)
        c.expect(done.report['findings'], 'no finding of what was read')
    with case('the same file twice is read once') as c:
        dump = write(c.at('dump.jsonl'), lines(events(10)))
        os.symlink(dump, c.at('link.jsonl'))
        c.read(*KEYS, dump, c.at('link.jsonl'), dump, code=0, items=10)
    with case('a byte order mark, CRLF and blank lines') as c:
        text = '\ufeff' + lines(events(5)).replace('\n', '\r\n') + '\n\n' + lines(events(5, 50)).rstrip('\n')
        c.read(*KEYS, write(c.at('dump.jsonl'), text), code=0, items=10)


# ---- the machine ---------------------------------------------------------------

def as_nobody():
    os.setgroups([])
    os.setgid(NOBODY)
    os.setuid(NOBODY)


def permissions(options, tally):
    """Run as nobody when this is root, for whom nothing is forbidden."""
    more = {'preexec_fn': as_nobody} if os.getuid() == 0 else {}
    with Case(options, tally, 'a file without permission') as c:
        # A copy that nobody may read, whoever owns the checkout.
        binary = shutil.copy(options.padlint, c.at('padlint'))
        os.chmod(c.folder, 0o755)
        os.chmod(binary, 0o755)
        dump = write(c.at('dump.jsonl'), lines(events(10)))
        os.chmod(dump, 0)
        done = common.check(binary, *KEYS, dump, **more)
        c.expect(done.code == 2, f'exit code {done.code}: {done.err[:200]}')
        c.expect('dump.jsonl' in done.err and 'ermission' in done.err, f'says {done.err[:200]!r}')
        x = Export(c.at('x'))
        os.chmod(x.files[0], 0)
        done = common.check(binary, '--format', 'json', *KEYS, c.at('x'), **more)
        c.expect(done.code == 3, f'a shard: exit code {done.code}: {done.err[:200]}')
        c.expect(done.code != 3 or 'ermission' in done.out, 'a shard: does not say why')
        c.expect(done.code != 3 or sum(i['items'] for i in done.report['inputs']) == 50 - x.counts[0], 'a shard: the other was not read')
        os.chmod(dump, 0o644)
        os.mkdir(c.at('closed'), 0)
        done = common.check(binary, *KEYS, dump, c.at('closed'), **more)
        c.expect(done.code in (2, 3) and 'closed' in done.err + done.out, f'a folder: exit code {done.code}: {done.err[:200]}')


def paused(c, *arguments, env=None, stdin=subprocess.DEVNULL):
    """Starts padlint and waits until it has stopped itself between its passes."""
    environment = {**os.environ, 'PADLINT_TEST_PAUSE': '1', **(env or {})}
    process = subprocess.Popen([os.path.abspath(c.options.padlint), 'check', '--format', 'json', *KEYS, *arguments],
                               stdin=stdin, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)
    for _ in range(600):
        pid, status = os.waitpid(process.pid, os.WNOHANG | os.WUNTRACED)
        if pid and os.WIFSTOPPED(status):
            return process
        if pid:
            raise RuntimeError(f'ended before its second pass: {process.stderr.read().decode()[:200]}')
        time.sleep(0.05)
    process.kill()
    raise RuntimeError('did not stop between its passes')


def resumed(process):
    process.send_signal(signal.SIGCONT)
    out, err = process.communicate(timeout=60)
    return common.Done(process.returncode, out.decode(), err.decode())


def changes(options, tally):
    rows = [item(f'REV#{n}') for n in range(1, 40)]

    def change(name, what, says='changed'):
        with Case(options, tally, f'a file that changes while it is read: {name}') as c:
            dump = write(c.at('dump.jsonl'), lines(rows))
            other = write(c.at('other.jsonl'), lines([item(f'REV#{n}', pk='LOG#2') for n in range(1, 20)]))
            process = paused(c, other, dump)
            what(dump)
            done = resumed(process)
            c.expect(done.code == 3, f'exit code {done.code}: {done.err[:200]}')
            problems = json.dumps([i['problems'] for i in done.report['inputs']])
            c.expect(says in problems and 'dump.jsonl' in problems, f'problems: {problems[:300]}')
            c.expect(not done.report['complete'], '"complete" is true')

    change('appended', lambda path: open(path, 'a', encoding='utf-8').write(lines([item('REV#99')])))
    change('cut', lambda path: os.truncate(path, os.path.getsize(path) // 2))
    change('replaced', lambda path: (write(path + '.new', lines(rows[::-1])), os.replace(path + '.new', path)))
    change('removed', os.remove, 'cannot be read')
    change('written over', lambda path: (time.sleep(0.02), write(path, lines(rows).replace('LOG#1', 'LOG#3'))))
    with Case(options, tally, 'a file that stays as it is') as c:
        done = resumed(paused(c, write(c.at('dump.jsonl'), lines(rows))))
        c.expect(done.code == 1 and done.report['complete'], f'exit code {done.code}: {done.err[:200]}')


SPILL = {'PADLINT_TEST_LIMITS': 'run=4096'}


def small_files():
    """No file may grow beyond 16 KB: what a full disk looks like."""
    signal.signal(signal.SIGXFSZ, signal.SIG_IGN)
    resource.setrlimit(resource.RLIMIT_FSIZE, (16384, 16384))


def disk(options, tally):
    rows = [item(f'REV#{n}#{n * 7919 % 1000}', pk=f'DOC#{n % 700}') for n in range(1, 20000)]
    with Case(options, tally, 'disk full while spilling') as c:
        dump = write(c.at('dump.jsonl'), lines(rows))
        os.mkdir(c.at('tmp'))
        env = {**SPILL, 'TMPDIR': c.at('tmp')}
        c.run(*KEYS, dump, code=4, says=[c.at('tmp')], env=env, preexec_fn=small_files)
        c.expect(not os.listdir(c.at('tmp')), 'leaves a file behind')
        c.run(*KEYS, dump, code=1, env=env)
        c.expect(not os.listdir(c.at('tmp')), 'leaves a file behind at the end')
    with Case(options, tally, 'a spool of standard input on a full disk') as c:
        os.mkdir(c.at('tmp'))
        c.run(*KEYS, '-', code=4, says=[c.at('tmp')], env={**SPILL, 'TMPDIR': c.at('tmp')}, preexec_fn=small_files,
              stdin=lines(rows).encode())
    with Case(options, tally, 'a folder for temporary files that is not there') as c:
        dump = write(c.at('dump.jsonl'), lines(rows))
        c.run(*KEYS, dump, code=4, says=[c.at('gone')], env={**SPILL, 'TMPDIR': c.at('gone')})
    with Case(options, tally, 'SIGKILL leaves nothing behind') as c:
        os.mkdir(c.at('tmp'))
        env = {**SPILL, 'TMPDIR': c.at('tmp')}
        # Standard input is spooled for the second pass: there is a temporary file when it stops.
        dump = write(c.at('dump.jsonl'), lines([item(f'REV#{n}#{n * 7919 % 1000}', pk=f'DOC#{n % 700}') for n in range(1, 80000)]))
        with subprocess.Popen(['cat', dump], stdout=subprocess.PIPE) as cat:
            process = paused(c, '-', env=env, stdin=cat.stdout)
        held = [os.readlink(f'/proc/{process.pid}/fd/{fd}') for fd in os.listdir(f'/proc/{process.pid}/fd')]
        c.expect(any(path.startswith(c.at('tmp')) for path in held), f'holds no temporary file: {held}')
        process.kill()
        process.communicate()
        c.expect(not os.listdir(c.at('tmp')), f'left behind: {os.listdir(c.at("tmp"))}')
        # And at whatever moment.
        for milliseconds in range(2, 120, 6):
            with subprocess.Popen([os.path.abspath(options.padlint), 'check', *KEYS, dump], stdout=subprocess.DEVNULL,
                                  stderr=subprocess.DEVNULL, env={**os.environ, **env}) as process:
                time.sleep(milliseconds / 1000)
                process.kill()
            c.expect(not os.listdir(c.at('tmp')), f'left behind after {milliseconds} ms: {os.listdir(c.at("tmp"))}')
    if os.path.exists('/dev/full'):
        with Case(options, tally, 'the report does not fit where it goes') as c:
            dump = write(c.at('dump.jsonl'), lines(events(10)))
            with open('/dev/full', 'wb') as full:
                done = subprocess.run([os.path.abspath(options.padlint), 'check', *KEYS, dump], stdout=full,
                                      stderr=subprocess.PIPE, check=False)
            c.expect(done.returncode == 4, f'exit code {done.returncode}')
            c.expect(done.stderr, 'says nothing')
            c.run(*KEYS, '--format', 'json=' + c.at('gone', 'report.json'), dump, says=['report.json'])


# ---- usage ---------------------------------------------------------------------

def usage(options, tally):
    with common.Folder() as folder:
        dump = write(os.path.join(folder, 'dump.jsonl'), lines(events(10)))
        other = write(os.path.join(folder, 'other.jsonl'),
                      ''.join(json.dumps({'Item': {'owner': {'S': f'u{n}'}, 'happened': {'S': f'e{n}'}, 'tags': {'L': []}}}) + '\n' for n in range(9)))
        wrong = {
            'no path': ([], ['nothing to check']),
            'an unknown option': (['--fial-on', 'error', dump], ['--fial-on', '--fail-on']),
            'a wrong level': (['--fail-on', 'warnings', dump], ['warnings', 'warning']),
            'a wrong format': (['--format', 'jsn', dump], ['jsn', 'json']),
            'no number of threads': (['--threads', 'two', dump], ['--threads', 'two']),
            'no threads at all': (['--threads', '0', dump], ['--threads']),
            'a size that is none': (['--memory', 'much', dump], ['--memory', 'much']),
            'a day that is none': (['--today', '2026-02-30', dump], ['--today', '2026-02-30']),
            'one attribute as both keys': (['--pk', 'PK', '--sk', 'PK', dump], ['--pk PK --sk PK']),
            'an index of one attribute twice': (['--index', 'G=SK,SK', dump], ['--index G=SK,SK', 'SK stands twice']),
            'an index of five attributes': (['--index', 'G=a+b+c+d+e', dump], ['--index G=a+b+c+d+e', 'four']),
            'an index with nothing behind +': (['--index', 'G=a+,b', dump], ['--index G=a+,b', 'missing', 'PK1+PK2', r'\+']),
            'an index without a name': (['--index', 'GSI1', dump], ['--index', 'GSI1']),
            'a sort key without a partition key': (['--sk', 'SK', dump], ['--pk']),
            'a missing value': ([dump, '--pk'], ['--pk']),
        }
        for name, (arguments, says) in wrong.items():
            with Case(options, tally, f'usage: {name}') as c:
                done = c.run(*arguments, code=2, says=says)
                c.expect(not done.out, f'prints a report: {done.out[:200]!r}')
        with Case(options, tally, 'usage: an unknown command') as c:
            done = common.run(options.padlint, 'chek', dump)
            c.expect(done.code == 2 and 'check' in done.err, done.brief())
        with Case(options, tally, 'usage: no command') as c:
            done = common.run(options.padlint)
            c.expect(done.code == 2 and 'check' in done.err, done.brief())
        with Case(options, tally, 'usage: help and version') as c:
            for arguments, word in ((['--help'], 'check'), (['check', '--help'], '--fail-on'), (['--version'], 'padlint')):
                done = common.run(options.padlint, *arguments)
                c.expect(done.code == 0 and word in done.out and not done.err, f'{arguments}: {done.brief()}')
        with Case(options, tally, 'keys that nobody named') as c:
            done = c.run(other, code=2, says=['owner', 'happened', '--pk', '--sk'])
            c.expect('tags' not in done.err, 'lists an attribute that cannot be a key')
        with Case(options, tally, 'keys that no item has') as c:
            c.run('--pk', 'PK', '--sk', 'SK', other, code=2, says=['owner', 'happened'])
        with Case(options, tally, 'a describe-table file that does not fit') as c:
            table = write(c.at('table.json'), json.dumps({'Table': {'TableName': 'T', 'AttributeDefinitions': [
                {'AttributeName': 'PK', 'AttributeType': 'S'}], 'KeySchema': [{'AttributeName': 'PK'}]}}))
            c.run(table, dump, code=2, says=['table.json'])


CONFIGS = {
    'an unknown rule': ('rules:\n  mixed-pad-widht: error\n', ['2', 'mixed-pad-widht', 'mixed-pad-width']),
    'an unknown code': ('rules:\n  PL999: error\n', ['2', 'PL999']),
    'an unknown key': ('ruleset: 1\nfail_on: error\n', ['2', 'fail_on', 'fail-on']),
    'an unknown option': ('rules:\n  width-overflow-risk: {level: warning, headrom: 10%}\n', ['2', 'headrom', 'headroom']),
    'an unknown level': ('rules:\n  mixed-pad-width: eror\n', ['2', 'eror', 'error']),
    'a wrong type': ('rules:\n  width-overflow-risk: {headroom: many}\n', ['2', 'headroom']),
    'a list where a map belongs': ('rules: [PL101]\n', ['1', 'rules']),
    'an unknown rule set': ('ruleset: 99\n', ['1', 'ruleset must be 1']),
    'a pattern without what it is for': ('patterns:\n  - {code: PL901, name: a-b, message: x}\n', ['2', 'require or forbid']),
    'a pattern that is none': ("patterns:\n  - {code: PL901, name: a-b, message: x,\n     require: '['}\n", ['3', 'require is no PCRE2 pattern']),
    'a code that is not the user\'s': ('patterns:\n  - {code: PL101}\n', ['2', 'PL900 to PL999']),
    'no YAML': ('rules: {mixed-pad-width: [\n', ['yaml']),
    'a key twice': ('fail-on: error\nfail-on: info\n', ['2', 'fail-on']),
}


def config(options, tally):
    for name, (text, says) in CONFIGS.items():
        with Case(options, tally, f'configuration: {name}') as c:
            dump = write(c.at('dump.jsonl'), lines(events(10)))
            rules = write(c.at('rules.yaml'), text)
            line = says[0]
            says = [f'rules.yaml:{line}', *says[1:]] if line.isdigit() else ['rules.yaml']
            done = c.run('--rules', rules, *KEYS, dump, code=2, says=says)
            c.expect(not done.out, 'prints a report')
    with Case(options, tally, 'configuration: a file that is not there') as c:
        c.run('--rules', c.at('gone.yaml'), write(c.at('dump.jsonl'), lines(events(3))), code=2, says=['gone.yaml'])
    with Case(options, tally, 'configuration: all errors of a file at once') as c:
        rules = write(c.at('rules.yaml'), 'fail_on: error\nrules:\n  mixed-pad-widht: error\n  PL102: loud\n')
        c.run('--rules', rules, write(c.at('dump.jsonl'), lines(events(3))), code=2,
              says=['rules.yaml:1', 'rules.yaml:3', 'rules.yaml:4'])
    with Case(options, tally, 'configuration: padlint.yaml is found upward and obeyed') as c:
        write(c.at('padlint.yaml'), 'rules:\n  unpadded-number: off\n')
        os.makedirs(c.at('a', 'b'))
        write(c.at('a', 'b', 'dump.jsonl'), lines([item(f'REV#{n}') for n in range(1, 13)]))
        c.run(*KEYS, 'dump.jsonl', code=0, cwd=c.at('a', 'b'))
        c.run(*KEYS, c.at('a', 'b', 'dump.jsonl'), code=1, cwd='/')
        write(c.at('a', 'padlint.yaml'), 'fail-on: never\n')
        c.run(*KEYS, 'dump.jsonl', code=0, cwd=c.at('a', 'b'))
        done = c.run('--format', 'json', *KEYS, 'dump.jsonl', code=0, cwd=c.at('a', 'b'))
        c.expect(any(f['code'] == 'PL102' for f in done.report['findings']), 'the nearest file is not the one')


def body(options, tally):
    parts = {f.__name__: f for f in (exports, truncated, content, second_pass, permissions, changes, disk, usage, config)}
    for name, part in parts.items():
        if not options.part or options.part == name:
            part(options, tally)


if __name__ == '__main__':
    common.main(body, __doc__, lambda parser: parser.add_argument('--part', default=''))

"""What the test programs share: running padlint, dumps, and counting."""

import argparse
import gzip
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor

ROOT = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
LEVELS = {'info': 0, 'warning': 1, 'error': 2}


def in_parallel(work, jobs):
    """What `work` gives for each job, in the order of the jobs; as many at a time as there are processors."""
    with ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        yield from pool.map(work, jobs)


class Tally:
    """Counts checks; prints those that fail, and with `verbose` all of them."""

    def __init__(self, verbose=False):
        self.passed = self.failed = self.skipped = 0
        self.verbose = verbose

    def check(self, name, trouble):
        """`trouble`: None, '' or an empty list when all is well, else what is wrong."""
        if trouble:
            self.failed += 1
            text = '\n       '.join(trouble) if isinstance(trouble, list) else str(trouble)
            print(f'FAIL   {name}: {text}', flush=True)
        else:
            self.passed += 1
            if self.verbose:
                print(f'ok     {name}', flush=True)
        return not trouble

    def add(self, other):
        """Takes over the counts of another tally, whose checks were printed already."""
        self.passed += other.passed
        self.failed += other.failed
        self.skipped += other.skipped

    def skip(self, name, why):
        self.skipped += 1
        print(f'skip   {name}: {why}', flush=True)

    def finish(self):
        """Prints the counts; returns the exit code."""
        skipped = f', {self.skipped} skipped' if self.skipped else ''
        print(f'{self.passed} passed, {self.failed} failed{skipped}', flush=True)
        return 1 if self.failed else 0


def arguments(description):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument('--padlint', default=os.path.join(ROOT, 'build', 'padlint'))
    parser.add_argument('-v', '--verbose', action='store_true')
    return parser


class Done:
    """A finished run: exit code, what was printed, and the JSON report when there is one."""

    def __init__(self, code, out, err):
        self.code, self.out, self.err = code, out, err

    @property
    def report(self):
        return json.loads(self.out)

    def brief(self):
        return f'exit code {self.code}: {self.err.strip()[:300]}'


def run(binary, *arguments, cwd=None, env=None, stdin=None, timeout=120, **more):
    """Runs padlint; a run that takes too long counts as exit code -1."""
    environment = {k: v for k, v in os.environ.items() if not k.startswith('PADLINT_')}
    environment.update({'LC_ALL': 'C.UTF-8', 'COLUMNS': '80', 'NO_COLOR': '1'})
    environment.update(env or {})
    source = {'input': stdin} if stdin is not None else {'stdin': subprocess.DEVNULL}
    try:
        done = subprocess.run([os.path.abspath(binary), *arguments], capture_output=True, cwd=cwd,
                              env=environment, timeout=timeout, **source, **more)
    except subprocess.TimeoutExpired:
        return Done(-1, '', f'no end after {timeout} s')
    return Done(done.returncode, done.stdout.decode('utf-8', 'replace'),
                done.stderr.decode('utf-8', 'replace'))


def check(binary, *arguments, **more):
    return run(binary, 'check', *arguments, **more)


def check_json(binary, *arguments, **more):
    """Runs `check --format json`; dies with what padlint said when there is no report."""
    done = check(binary, '--format', 'json', *arguments, **more)
    try:
        return done.report, done
    except ValueError:
        raise RuntimeError(f'no JSON report, {done.brief()}') from None


def placeless(report):
    """
    What must not depend on how the input is cut: everything but the inputs themselves and
    the places of the witnesses.
    """
    kept = {k: report.get(k) for k in ('tables', 'findings', 'rules', 'summary', 'complete')}
    kept = json.loads(json.dumps(kept))
    for finding in kept['findings']:
        for place in ('first_at', 'second_at'):
            (finding.get('witness') or {}).pop(place, None)
    return json.dumps(kept, indent=1, sort_keys=True, ensure_ascii=False)


def first_difference(a, b):
    """The first line in which two texts differ, for a message."""
    for x, y in zip(a.splitlines(), b.splitlines()):
        if x != y:
            return f'{x.strip()!r} is not {y.strip()!r}'
    return 'one is longer' if a != b else None


def loud(report):
    """Findings at warning or above."""
    return [f for f in report['findings'] if LEVELS[f['level']] >= LEVELS['warning']]


def names(findings):
    return ', '.join(f'{f["level"]} {f["code"]}@{f.get("segment")}' for f in findings)


def read_text(path):
    with open(path, encoding='utf-8') as file:
        return file.read()


def read_items(path):
    """The items of a file of {"Item":…} lines, as marshalled dictionaries."""
    with open(path, encoding='utf-8') as lines:
        return [json.loads(line)['Item'] for line in lines if line.strip()]


def line(item):
    return json.dumps({'Item': item}, separators=(',', ':'), ensure_ascii=False) + '\n'


def write(path, data):
    os.makedirs(os.path.dirname(path) or '.', exist_ok=True)
    with open(path, 'wb') as file:
        file.write(data if isinstance(data, bytes) else data.encode('utf-8'))
    return path


def write_lines(path, items):
    return write(path, ''.join(map(line, items)))


def gz(data):
    data = data if isinstance(data, bytes) else data.encode('utf-8')
    return gzip.compress(data, 6, mtime=0)


def zst(data):
    data = data if isinstance(data, bytes) else data.encode('utf-8')
    return subprocess.run(['zstd', '-q', '-c'], input=data, stdout=subprocess.PIPE, check=True).stdout


def encodings(folder, items, seed=1):
    """
    The same items in other clothes: yields (name, paths, options). What padlint says of each
    must be the same.
    """
    shuffled = list(items)
    random.Random(seed).shuffle(shuffled)
    text = ''.join(map(line, shuffled))
    page = {'Items': shuffled, 'Count': len(shuffled), 'ScannedCount': len(shuffled),
            'ConsumedCapacity': None}
    half = len(shuffled) // 2

    def at(name):
        return os.path.join(folder, name)

    yield 'shuffled', [write(at('shuffled.jsonl'), text)], []
    yield 'one thread', [at('shuffled.jsonl')], ['--threads', '1']
    yield 'two threads', [at('shuffled.jsonl')], ['--threads', '2']
    yield 'gzip', [write(at('dump.jsonl.gz'), gz(text))], []
    yield 'gzip members', [write(at('members.jsonl.gz'),
                                 gz(text[:len(text) // 2]) + gz(text[len(text) // 2:]))], []
    if shutil.which('zstd'):
        yield 'zstd', [write(at('dump.jsonl.zst'), zst(text))], []
    yield 'compact page', [write(at('page.json'), json.dumps(page, separators=(',', ':')))], []
    yield 'pretty page', [write(at('pretty.json'),
                                json.dumps(page, indent=4, ensure_ascii=False) + '\n')], []
    yield 'array', [write(at('array.json'), json.dumps(shuffled))], []
    yield 'bare items', [write(at('bare.jsonl'),
                               ''.join(json.dumps(i) + '\n' for i in shuffled))], []
    if half:
        two = [write_lines(at('part-1.jsonl'), shuffled[:half]),
               write(at('part-2.jsonl.gz'), gz(''.join(map(line, shuffled[half:]))))]
        yield 'two files', two, ['--threads', '2']
        yield 'two files, other order', two[::-1], ['--threads', '1']


class Folder:
    """A temporary folder that is gone afterwards."""

    def __enter__(self):
        self.path = tempfile.mkdtemp(prefix='padlint-test-')
        return self.path

    def __exit__(self, *_):
        subprocess.run(['chmod', '-R', 'u+rwX', self.path], check=False)
        shutil.rmtree(self.path, ignore_errors=True)


def main(body, description, extend=None):
    """Runs body(options, tally) as a program."""
    parser = arguments(description)
    if extend:
        extend(parser)
    options = parser.parse_args()
    tally = Tally(options.verbose)
    if not os.access(options.padlint, os.X_OK):
        tally.check('padlint', f'{options.padlint} is not there; run make first')
    else:
        body(options, tally)
    sys.exit(tally.finish())

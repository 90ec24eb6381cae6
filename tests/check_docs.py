#!/usr/bin/env python3
"""
The documents are true: the man page is what the binary prints; the demo goes as it should; each
report shown in the README is what padlint prints; links inside the documents lead somewhere; and
the options of --help stand in the man page.

In a document, a block of code that begins with "$ padlint …" is run, and what follows must be
what it prints (to a "…" line, which stands for the rest); `make bless` rewrites it.
"""
import difflib
import glob
import os
import re
import shlex
import subprocess

import common
import pages
from fixtures import steady


def read(path):
    with open(os.path.join(common.ROOT, path), encoding='utf-8') as file:
        return file.read()


def shown(document):
    """The examples of a document: (command, what is shown of its output)."""
    for block in re.findall(r'^```[a-z]*\n(.*?)^```', document, flags=re.M | re.S):
        for command, output in re.findall(r'^\$ (padlint [^\n]*)\n(.*?)(?=^\$ |\Z)', block, flags=re.M | re.S):
            yield command, output


def example_trouble(binary, command, output):
    words = shlex.split(command)[1:]
    done = common.run(binary, *words, cwd=common.ROOT)
    printed, wanted = steady(done.out).strip().splitlines(), steady(output).strip().splitlines()
    if wanted and wanted[-1].strip() == '…':
        wanted = wanted[:-1]
        printed = printed[:len(wanted)]
    return list(difflib.unified_diff(wanted, printed, 'shown', 'printed', lineterm='', n=1))


def bless(binary, document):
    """Rewrites the examples of a document that are shown whole."""
    old = read(document)

    def printed(found):
        command, output = found.group(2), found.group(3)
        if output.rstrip().endswith('…'):
            return found.group(0)
        done = common.run(binary, *shlex.split(command)[1:], cwd=common.ROOT)
        return f'{found.group(1)}$ {command}\n{done.out.strip()}\n```'

    new = re.sub(r'^(```[a-z]*\n)\$ (padlint [^\n]*)\n(.*?)^```', printed, old, flags=re.M | re.S)
    if new != old:
        print(''.join(difflib.unified_diff(old.splitlines(True), new.splitlines(True), document, document)))
        common.write(os.path.join(common.ROOT, document), new)


def body(options, tally):
    page = common.run(options.padlint, 'help', '--man')
    old = read('docs/padlint.1') if os.path.exists(os.path.join(common.ROOT, 'docs/padlint.1')) else ''
    tally.check('docs/padlint.1 is what the binary prints (make docs)', list(difflib.unified_diff(
        old.splitlines(), page.out.splitlines(), 'docs/padlint.1', 'printed', lineterm='')) or (page.code and page.brief()))
    made = pages.pages(options.padlint)
    for path, text in made.items():
        there = read(path) if os.path.exists(os.path.join(common.ROOT, path)) else ''
        tally.check(f'{path} is what the rules say (make docs)', list(difflib.unified_diff(
            there.splitlines(), text.splitlines(), path, 'made', lineterm='', n=1))[:30])
    tally.check('docs/rules has no page of a rule that is no more', pages.left_over(made))
    plain = page.out.replace('\\-', '-')
    for option in sorted(set(re.findall(r'--[a-z][a-z-]+', common.run(options.padlint, 'check', '--help').out))):
        tally.check(f'{option} in the man page', None if option in plain else 'is not there')

    demo = subprocess.run([os.path.join(common.ROOT, 'fixtures', 'demo', 'show'), os.path.abspath(options.padlint)],
                          stdin=subprocess.DEVNULL, capture_output=True, text=True, check=False)
    trouble = [] if demo.returncode == 0 else [demo.stdout[-600:] + demo.stderr]
    trouble += [f'does not say {word}' for word in ('PL102', 'PL101', 'proven') if word not in demo.stdout]
    tally.check('the demo', trouble)

    review = read('fixtures/demo/review/keys.yaml')
    tally.check('the schema shown in the README is the one that is checked', None if f'```yaml\n{review}```' in read('README.md')
                else 'differs from fixtures/demo/review/keys.yaml')

    documents = ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md', *sorted(
        os.path.relpath(p, common.ROOT) for p in glob.glob(os.path.join(common.ROOT, 'docs', '**', '*.md'), recursive=True))]
    for document in documents:
        if options.bless and document not in made:
            bless(options.padlint, document)
        text = read(document)
        for command, output in () if document in made else shown(text):
            tally.check(f'{document}: $ {command}', example_trouble(options.padlint, command, output))
        for link in re.findall(r'\]\((?!https?:)([^)#]+)', text):
            target = os.path.join(common.ROOT, os.path.dirname(document), link)
            tally.check(f'{document}: link to {link}', None if os.path.exists(target) else 'leads nowhere')
        for code in sorted(set(re.findall(r'`(PL\d{3})`', text))):
            tally.check(f'{document}: {code}', None if common.run(options.padlint, 'explain', code).code == 0 else 'is no rule')


if __name__ == '__main__':
    common.main(body, __doc__, lambda parser: parser.add_argument(
        '--bless', action='store_true', help='rewrite the examples'))

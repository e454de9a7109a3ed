#!/usr/bin/python3
"""Tests that a server serves the documentation: served.py NASHD

As Markdown to curl and, where it was built with Node, as HTML to a browser: every page of docs/, every link and asset."""
import pathlib
import re
import sys
import tempfile
import urllib.error
import urllib.request

from play import ROOT, Server

failures = []


def get(base, path, accept='*/*'):
    try:
        reply = urllib.request.urlopen(urllib.request.Request(base + path, headers={'Accept': accept}))
    except urllib.error.HTTPError as error:
        reply = error
    return reply.status, reply.headers, reply.read().decode()


def name_of(path):
    if path.name != 'README.md':
        return path.stem
    return '' if path.parent == ROOT / 'docs' else path.parent.name


def address(path):
    name = name_of(path)
    return f'/docs/{name}' if name else '/docs'


def test_markdown(base, pages):
    for path in pages:
        status, headers, text = get(base, address(path))
        if (status, headers['Content-Type'], text) != (200, 'text/plain; charset=utf-8', path.read_text()):
            failures.append(f'{address(path)}: {status} {headers["Content-Type"]}, not the page as it is written')
    if get(base, '/docs/nosuch')[0] != 404 or get(base, '/docs/..%2fREADME')[0] not in (400, 404):
        failures.append('a page that does not exist')


def test_html(base, pages):
    """Returns the number of pages reached by links from the first one; 0 when the server has no HTML."""
    if not get(base, '/docs', 'text/html')[1]['Content-Type'].startswith('text/html'):
        return 0
    seen, rest, texts = set(), ['/docs'], {}
    while rest:
        path = rest.pop()
        if path in seen:
            continue
        seen.add(path)
        status, headers, text = get(base, path, 'text/html')
        if status != 200:
            failures.append(f'{path}: {status}')
        if not path.startswith('/docs'):
            continue
        texts[path] = text
        if "default-src 'none'" not in headers['Content-Security-Policy'] or '](' in re.sub(r'(?s)<pre.*?</pre>|<code>.*?</code>', '', text):
            failures.append(f'{path}: no policy, or Markdown is left')
        rest += [link.split('#')[0] for link in re.findall(r'(?:href|src)="(/[^"]*)"', text) if link.split('#')[0] != '/']
    for path, text in texts.items():
        for target, fragment in re.findall(r'href="(/docs[^"#]*)#([^"]+)"', text):
            if f'id="{fragment}"' not in texts[target]:
                failures.append(f'{path}: no #{fragment} in {target}')
    missing = {address(path) for path in pages} - set(texts)
    if missing:
        failures.append(f'not reached: {sorted(missing)}')
    return len(texts)


with tempfile.TemporaryDirectory() as name:
    server = Server(sys.argv[1], pathlib.Path(name))
    try:
        base, pages = f'http://{server.address}', sorted((ROOT / 'docs').rglob('*.md'))
        test_markdown(base, pages)
        count = test_html(base, pages)
    finally:
        server.stop()
print('\n'.join(failures) or f'{len(pages)} pages as Markdown, {count} as HTML')
sys.exit(1 if failures else 0)

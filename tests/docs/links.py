#!/usr/bin/python3
"""Checks the links of the documentation, without the network: links.py

Every relative link of README.md, CONTRIBUTING.md, CHANGELOG.md and docs/ leads to a file, and its fragment to a heading
there. Every page of docs/ can be reached from docs/README.md. A line that begins with "$ " stands in a ```console
block only, because only those are played (play.py). README.md has at most 150 lines, CONTRIBUTING.md at most 100."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
LINES_MAX = {'README.md': 150, 'CONTRIBUTING.md': 100}
faults = []


def prose(text):
    """The text without code blocks, which hold no links."""
    return re.sub(r'(?ms)^```.*?^```$', '', text)


def anchors(path):
    """The fragments of a page's headings, as GitHub and src/web/docs.mjs make them."""
    found = set()
    for heading in re.findall(r'(?m)^#+ +(.*)$', prose(path.read_text())):
        plain = re.sub(r'\[([^]]*)\]\([^)]*\)', r'\1', heading)
        found.add(re.sub(r'[^\w\- ]', '', plain.lower()).strip().replace(' ', '-'))
    return found


def links(path):
    text = prose(path.read_text())
    text = re.sub(r'`[^`\n]*`', '', text)
    return re.findall(r'\[[^]]*\]\(([^)\s]+)\)', text) + re.findall(r'(?:src|srcset|href)="([^"]+)"', text)


def check(path):
    """Reports dead links of a page; returns the pages that it leads to."""
    name, reached = path.relative_to(ROOT), set()
    for link in links(path):
        if re.match(r'[a-z]+:', link):
            continue
        target, _, fragment = link.partition('#')
        file = (path.parent / target).resolve() if target else path
        if not file.exists():
            faults.append(f'{name}: no file at {link}')
        elif fragment and file.suffix == '.md' and fragment not in anchors(file):
            faults.append(f'{name}: no heading for #{fragment} in {file.relative_to(ROOT)}')
        reached.add(file)
    return reached


def check_prompts(path):
    block = None
    for number, line in enumerate(path.read_text().split('\n'), 1):
        if line.startswith('```'):
            block = line[3:] if block is None else None
        elif line.startswith('$ ') and block != 'console':
            faults.append(f'{path.relative_to(ROOT)}:{number}: a command outside of a console block is never played')


pages = sorted((ROOT / 'docs').rglob('*.md'))
tops = [ROOT / name for name in ['README.md', 'CONTRIBUTING.md', 'CHANGELOG.md'] if (ROOT / name).exists()]
graph = {path: check(path) for path in tops + pages}
for path in graph:
    check_prompts(path)
for name, limit in LINES_MAX.items():
    count = len((ROOT / name).read_text().splitlines())
    if count > limit:
        faults.append(f'{name}: {count} lines, at most {limit}')
found, rest = set(), [ROOT / 'docs/README.md']
while rest:
    page = rest.pop()
    if page in graph and page not in found:
        found.add(page)
        rest += graph[page]
faults += [f'{page.relative_to(ROOT)}: cannot be reached from docs/README.md' for page in pages if page not in found]
print('\n'.join(faults))
sys.exit(1 if faults else 0)

#!/usr/bin/python3
"""Checks the language of the pages for readers: words.py

In README.md, CONTRIBUTING.md, CHANGELOG.md and docs/: no idiom of the list below in prose, no line over 132
characters, and one line a term in the glossary. Every page begins with a title and a paragraph that says what it is for."""
import pathlib
import re
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
IDIOMS = [r'nobody', r'hold against', r'to be sure', r'mend(s|ed|ing)?', r'spoils? no', r'anew for ever']  # besides tests/style
pages = [ROOT / name for name in ('README.md', 'CONTRIBUTING.md', 'CHANGELOG.md')] + sorted((ROOT / 'docs').rglob('*.md'))
faults = []

for path in pages:
    name, text = path.relative_to(ROOT), path.read_text()
    prose = re.sub(r'(?ms)^```.*?^```$', lambda block: '\n' * block[0].count('\n'), text)
    for number, line in enumerate(prose.split('\n'), 1):
        for idiom in IDIOMS:
            found = re.search(rf'(?i)\b(?:{idiom})\b', re.sub(r'`[^`]*`', '', line))
            if found:
                faults.append(f'{name}:{number}: "{found[0]}"')
        if len(line) > 132 and not line.startswith('|') and '](' not in line:
            faults.append(f'{name}:{number}: {len(line)} characters; wrap at 128')
    if not re.match(r'# .+\n\n[^#\n|`<-]', text):
        faults.append(f'{name}: no title with a paragraph that says what the page is for')

for number, line in enumerate((ROOT / 'docs/glossary.md').read_text().split('\n'), 1):
    if line.startswith('- ') and not re.match(r'- \*\*[^*]+\*\*( \([^)]*\))?: .+\.$', line):
        faults.append(f'docs/glossary.md:{number}: not "- **term**: what it is."')
print('\n'.join(faults) or f'{len(pages)} pages')
sys.exit(1 if faults else 0)

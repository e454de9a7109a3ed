#!/usr/bin/python3
"""Checks what keeps the tree easy to enter: its sizes and its words.

    folders     at most FOLDER_FILES files each
    headers     of a part: at most HEADER_LINES lines
    functions   at most FUNCTION_LINES lines
    pages       README.md and CONTRIBUTING.md have limits
    idioms      phrases that a stranger stumbles over (IDIOMS), in comments, messages, schemas and pages
    retired     words in backticks behind "Not:" in docs/glossary.md must not be part of a name in the code of their section

usage: style.py SOURCE_ROOT    prints PLACE: WHAT for each finding; exit status 1 when there is one
Before that it checks itself on a small tree with planted offenders.
"""
import re
import subprocess
import sys
import tempfile
from pathlib import Path

FOLDER_FILES, HEADER_LINES, FUNCTION_LINES = 22, 120, 75
PAGE_LINES = {'README.md': 150, 'CONTRIBUTING.md': 100}
FOLDERS = ('src/', 'include/', 'tests/', 'examples/', 'deploy/', 'docs/', 'schema/')
DATA = ('tests/fuzz/corpus/', 'tests/fuzz/regression/')  # their words are inputs, not prose
PUBLIC = 'include/'  # public headers are manuals: no limit

IDIOMS = re.compile(
    r"\b(whoever|whomever|lest|held against|what comes of|comes of it|be had|is told|are told|of its own accord|"
    r"goes without|as ever|nobody else|who may|what is looked at|looked at again|somebody)\b", re.I)
PROSE = {'.c', '.h', '.inc', '.def', '.js', '.mjs', '.css', '.html', '.md', '.py', '.sh', '.sql', '.yaml', '.json', ''}

# section of docs/glossary.md -> folders whose names it rules
SECTIONS = {
    'Jobs': ('src/jobs/', 'tests/unit/jobs/'),
    'Store': ('src/store/', 'tests/store/'),
    'HTTP': ('src/http/', 'src/api/'),
    'Cluster': ('src/cluster/', 'tests/unit/cluster/'),
    'Solvers': ('src/solvers/', 'tests/unit/'),
    'Everywhere': ('src/', 'include/', 'tests/', 'examples/'),
}
CODE = re.compile(r'/\*.*?\*/|//[^\n]*|"(?:\\.|[^"\\\n])*"|\'(?:\\.|[^\'\\\n])*\'', re.S)
FUNCTION = re.compile(r'^(?!static const|struct|enum|union|typedef|#|/)[a-zA-Z_][^;{}=]*\)\n\{\n(.*?)^\}', re.S | re.M)


def tracked(root):
    out = subprocess.run(['git', '-C', str(root), 'ls-files', '-z'], capture_output=True, text=True, check=False)
    if out.returncode == 0 and out.stdout:
        return [name for name in out.stdout.split('\0') if name and (root / name).is_file()]
    return [str(path.relative_to(root)) for path in root.rglob('*') if path.is_file()]


def without_text(code):
    """Code without comments, strings and characters; lines stay."""
    return CODE.sub(lambda found: '\n' * found.group().count('\n'), code)


def retired_words(root):
    """(folders, word) of each word in backticks behind "Not:" in the glossary."""
    page, section = root / 'docs/glossary.md', None
    for line in page.read_text(encoding='utf-8').splitlines() if page.exists() else []:
        if line.startswith('## '):
            section = SECTIONS.get(line[3:].strip())
        for words in re.findall(r'Not: ([^.]*)', line) if section else []:
            yield from ((section, word) for word in re.findall(r'`(\w+)`', words))


def check_sizes(root, files):
    count = {}
    for name in files:
        folder = name.rpartition('/')[0]
        if folder and name.startswith(FOLDERS):
            count[folder] = count.get(folder, 0) + 1
    yield from (f'{folder}: {n} files, at most {FOLDER_FILES}: give a subject a folder of its own'
                for folder, n in count.items() if n > FOLDER_FILES)
    for name in files:
        limit = PAGE_LINES.get(name, HEADER_LINES if name.endswith('.h') and name.startswith('src/') else None)
        lines = len((root / name).read_text(encoding='utf-8').splitlines()) if limit else 0
        if limit and lines > limit:
            yield f'{name}: {lines} lines, at most {limit}'


def check_functions(root, files):
    for name in files:
        if not name.endswith(('.c', '.h', '.inc')) or not name.startswith(('src/', 'include/')):
            continue
        text = (root / name).read_text(encoding='utf-8')
        for found in FUNCTION.finditer(text):
            lines = found.group(1).count('\n')
            if lines > FUNCTION_LINES:
                yield f'{name}:{text[:found.start()].count(chr(10)) + 1}: a function of {lines} lines, at most {FUNCTION_LINES}'


def check_idioms(root, files):
    for name in files:
        if not name.startswith(FOLDERS + tuple(PAGE_LINES)) or name.startswith(DATA) or 'package-lock' in name or \
                Path(name).suffix not in PROSE or name.startswith('tests/style/'):
            continue
        try:
            lines = (root / name).read_text(encoding='utf-8').splitlines()
        except UnicodeDecodeError:
            continue
        for number, line in enumerate(lines, 1):
            for found in IDIOMS.finditer(line):
                yield f'{name}:{number}: "{found.group()}": say it plainly, the subject first'


def check_retired(root, files):
    words = list(retired_words(root))
    for name in files:
        ruled = {word for folders, word in words if name.startswith(folders)}
        if not ruled or not name.endswith(('.c', '.h', '.inc', '.def')):
            continue
        pattern = re.compile(r'(?<![A-Za-z0-9])(' + '|'.join(sorted(ruled)) + r')s?(?![A-Za-z0-9])', re.I)
        for word in sorted(set(pattern.findall(Path(name).stem))):
            yield f'{name}: the file is named by "{word}", a retired word: see docs/glossary.md'
        code = without_text((root / name).read_text(encoding='utf-8'))
        for number, line in enumerate(code.splitlines(), 1):
            for found in pattern.finditer(line):
                yield f'{name}:{number}: "{found.group()}" is a retired word: see docs/glossary.md'


CHECKS = (check_sizes, check_functions, check_idioms, check_retired)


def findings(root):
    files = tracked(root)
    return [line for check in CHECKS for line in check(root, files)]


def self_check():
    """Each planted offender must be found, and nothing else."""
    long_body = ''.join(f'    step({i});\n' for i in range(FUNCTION_LINES + 1))
    tree = {
        'docs/glossary.md': '## Jobs\n- **dispatch**: starts work. Not: `pump`, order.\n## Other\nNot: `job`.\n',
        'src/jobs/a.c': 'int dispatch; /* pump */\nint pumped, pump_all, order, job; // 1: pump_all\nchar *s = "pump";\n',
        'src/jobs/pump.h': 'int x;\n',
        'src/http/a.c': 'int pump;\n/* Whoever reads this is told. */\n',
        'src/http/long.h': '\n' * (HEADER_LINES + 1),
        'src/http/long.c': f'int many(void)\n{{\n{long_body}}}\n\nint few(void)\n{{\n    return 1;\n}}\n',
        'include/nash/long.h': '\n' * (HEADER_LINES + 1),
        'README.md': '\n' * 151,
        'tests/fuzz/corpus/json/1': 'whoever\n',
    } | {f'src/web/f{i}.js': '' for i in range(FOLDER_FILES + 1)} | {f'tests/fuzz/corpus/json/c{i}': '' for i in range(40)}
    expected = ['README.md:', 'src/http/a.c:2:', 'src/http/a.c:2:', 'src/http/long.c:1:', 'src/http/long.h:',
                'src/jobs/a.c:2:', 'src/jobs/pump.h:', 'src/web:', 'tests/fuzz/corpus/json:']
    with tempfile.TemporaryDirectory() as folder:
        root = Path(folder)
        for name, text in tree.items():
            (root / name).parent.mkdir(parents=True, exist_ok=True)
            (root / name).write_text(text, encoding='utf-8')
        found = sorted(findings(root))
    if len(found) != len(expected) or not all(a.startswith(b) for a, b in zip(found, expected)):
        sys.exit('style.py does not find what was planted: ' + '\n'.join(found))


self_check()
problems = findings(Path(sys.argv[1]).resolve())
print('\n'.join(problems))
sys.exit(1 if problems else 0)

#!/usr/bin/env python3
"""Converts SQL migrations to a C source: embed_sql.py OUTPUT PREFIX FILE...

Files are named NNNN_name.sql, numbered from 0001 without a gap; each becomes one entry of PREFIX_migrations.
"""
import pathlib
import re
import sys


def quote(sql):
    lines = []
    for line in sql.splitlines():
        text = line.split('--')[0].rstrip() if "'" not in line else re.sub(r'\s*--[^\']*$', '', line).rstrip()
        if text:
            lines.append('    "' + text.replace('\\', '\\\\').replace('"', '\\"') + '\\n"')
    return '\n'.join(lines)


def main():
    output, prefix, files = sys.argv[1], sys.argv[2], sorted(map(pathlib.Path, sys.argv[3:]), key=lambda p: p.name)
    entries = []
    for number, path in enumerate(files, 1):
        match = re.fullmatch(r'(\d{4})_([a-z0-9_]+)\.sql', path.name)
        if not match or int(match.group(1)) != number:
            sys.exit(f'{path}: expected {number:04d}_name.sql (migrations are numbered without a gap)')
        entries.append(f'    {{{number}, "{match.group(2)}",\n{quote(path.read_text())}}},')
    text = '\n'.join([
        '/* Made by schema/embed_sql.py from schema/sql; do not edit. */',
        '#include <store/sqlite/migration.h>', '',
        f'const struct store_migration {prefix}_migrations[] = {{', *entries, '};',
        f'const unsigned {prefix}_migration_count = {len(entries)};', ''])
    pathlib.Path(output).write_text(text)


main()

#!/usr/bin/python3
"""Embeds the documentation without Node, as plain text: plain.py OUT.c OUT.d DOCS

Writes the table of web.h with one file docs/NAME.md for each page; NAME as in docs.mjs."""
import hashlib
import pathlib
import sys

out, depfile, folder = map(pathlib.Path, sys.argv[1:4])
pages = {}
for path in sorted(folder.rglob('*.md')):
    inside = path.relative_to(folder)
    name = inside.stem if inside.name != 'README.md' else 'index' if len(inside.parts) == 1 else inside.parent.name
    pages[f'docs/{name}.md'] = path

rows, bodies = [], []
for number, (name, path) in enumerate(sorted(pages.items())):
    data = path.read_bytes()
    bodies.append(f'extern const unsigned char web_body_{number}[];\n'
                  f'__asm__(".section .rodata\\n.global web_body_{number}\\nweb_body_{number}:\\n'
                  f'.incbin \\"{path.resolve()}\\"\\n.previous");\n')
    rows.append(f'    {{"{name}", "text/plain; charset=utf-8", "{hashlib.sha256(data).hexdigest()[:16]}", false,\n'
                f'     {{web_body_{number}, {len(data)}}}, {{NULL, 0}}, {{NULL, 0}}}},\n')
out.write_text('/* Made by src/web/plain.py. */\n#include <web/web.h>\n\n' + ''.join(bodies) +
               '\nconst struct web_file web_files[] = {\n' + ''.join(rows) + '};\n'
               'const size_t web_files_count = sizeof web_files / sizeof web_files[0];\n')
depfile.write_text(f'{out}: ' + ' '.join(str(path) for path in [folder, *pages.values()]) + '\n')

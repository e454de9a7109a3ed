#!/usr/bin/python3
"""Checks that docs/configuration.md and deploy/nashd.conf are what src/options.py makes of src/options.def; with --write,
makes them so."""
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
for what, name in [('page', 'docs/configuration.md'), ('conf', 'deploy/nashd.conf')]:
    file = ROOT / name
    made = subprocess.run([sys.executable, ROOT / 'src/options.py', what, ROOT / 'src/options.def',
                           ROOT / 'src/solvers/registry.def'], check=True, capture_output=True, text=True).stdout
    if '--write' in sys.argv:
        file.write_text(made)
    elif not file.exists() or file.read_text() != made:
        sys.exit(f'{name} is out of date: tests/docs/refresh')

#!/usr/bin/python3
"""Checks that docs/configuration.md is what src/options.py makes of src/options.def; with --write, makes it so."""
import pathlib
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
page = ROOT / 'docs/configuration.md'
made = subprocess.run([sys.executable, ROOT / 'src/options.py', 'page', ROOT / 'src/options.def',
                       ROOT / 'src/solvers/registry.def'], check=True, capture_output=True, text=True).stdout
if '--write' in sys.argv:
    page.write_text(made)
elif page.read_text() != made:
    sys.exit('docs/configuration.md is out of date: tests/docs/refresh')

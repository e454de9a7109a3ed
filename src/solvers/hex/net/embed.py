#!/usr/bin/env python3
"""Converts the default network to a C source: embed.py OUTPUT FILE"""
import pathlib
import sys

WIDTH = 24  # bytes on a line


def main():
    output, data = sys.argv[1], pathlib.Path(sys.argv[2]).read_bytes()
    lines = [''.join(f'{byte},' for byte in data[i:i + WIDTH]) for i in range(0, len(data), WIDTH)]
    text = '\n'.join(['/* Made by src/solvers/hex/net/embed.py from default.net; do not edit. */',
                      '#include <solvers/hex/net/play_net.h>', '',
                      'const uint8_t hex_default_net[] = {', *lines, '};',
                      'const size_t hex_default_net_len = sizeof hex_default_net;', ''])
    pathlib.Path(output).write_text(text)


main()

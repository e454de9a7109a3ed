#!/usr/bin/python3
"""Checks that the files of a static library do not call each other in a circle.

A file "calls" another when its object refers to a function or variable that the other's object defines, as nm reports.
Callbacks through pointers are not seen, and are the way to call upwards.

usage: call_graph.py LIBRARY.a [NM]    prints each circle, with the symbols; exit status 1 when there is one, 77 (skipped)
when nm is missing. Before that it checks itself on a small graph.
"""
import re
import shutil
import subprocess
import sys


def read_symbols(library, nm):
    """{object: (defined symbols, undefined symbols)}"""
    text = subprocess.run([nm, '-A', '-P', library], capture_output=True, text=True, check=True).stdout
    objects = {}
    for line in text.splitlines():
        match = re.match(r'.*[\[/]([^\[\]/]+\.o)\]?: (\S+) (\S)', line)
        if match:
            name, symbol, kind = match.groups()
            defined, undefined = objects.setdefault(name.replace('.c.o', ''), (set(), set()))
            if kind == 'U':
                undefined.add(symbol)
            elif kind.isupper():
                defined.add(symbol)
    return objects


def calls(objects):
    """{object: {called object: symbols}}"""
    home = {symbol: name for name, (defined, _) in objects.items() for symbol in defined}
    graph = {}
    for name, (_, undefined) in objects.items():
        graph[name] = {}
        for symbol in sorted(undefined):
            if symbol in home and home[symbol] != name:
                graph[name].setdefault(home[symbol], []).append(symbol)
    return graph


def find_circle(graph):
    """A list of files of which each calls the next and the last the first; None when there is none."""
    done, path = set(), []

    def visit(name):
        if name in path:
            return path[path.index(name):]
        if name in done:
            return None
        path.append(name)
        for callee in sorted(graph[name]):
            circle = visit(callee)
            if circle:
                return circle
        path.pop()
        done.add(name)
        return None

    for name in sorted(graph):
        circle = visit(name)
        if circle:
            return circle
    return None


def self_check():
    tree = calls({'a': ({'f'}, {'g', 'malloc'}), 'b': ({'g'}, {'h'}), 'c': ({'h'}, set())})
    ring = calls({'a': ({'f'}, {'g'}), 'b': ({'g'}, {'h'}), 'c': ({'h'}, {'g'})})
    if find_circle(tree) is not None or find_circle(ring) != ['b', 'c'] or ring['c'] != {'b': ['g']}:
        sys.exit('self-check failed')


def main():
    self_check()
    nm = shutil.which(sys.argv[2] if len(sys.argv) > 2 else 'nm')
    if nm is None:
        print('nm is missing')
        sys.exit(77)
    objects = read_symbols(sys.argv[1], nm)
    if len(objects) < 2:
        print(f'{sys.argv[1]} has fewer than two objects (a unity build?)')
        sys.exit(77)
    graph = calls(objects)
    circle = find_circle(graph)
    if circle is None:
        print(f'{len(objects)} files call each other without a circle')
        return
    print(f'these files of {sys.argv[1]} call each other in a circle:')
    for caller, callee in zip(circle, circle[1:] + circle[:1]):
        print(f'  {caller} -> {callee}: {", ".join(graph[caller][callee])}')
    print('Note under the lock what has to follow, and let jobs_unlock() do it (src/jobs/state.h); or move what both need'
          ' into a file of its own.')
    sys.exit(1)


if __name__ == '__main__':
    main()

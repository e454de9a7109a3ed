#!/usr/bin/python3
"""Checks the direction of includes in src/ and include/.

    nashd -> cli -> api -> {http, cluster} -> jobs -> {store, solvers} -> base

A part may include only itself and what stands to its right; http, store and each solver need base (and include/nash)
alone; what lies in src/solvers itself and in src/solvers/kit serves every solver, and a
solver may use another one where USES says so. Libraries have their places too: only http knows
libmicrohttpd, only store knows SQLite, and a solver knows no thread, file or socket, but for the files that stand between
it and the system (BETWEEN). The cluster and what stands above it know a game it plays (GAMES) through cluster/program.h
alone.

usage: includes.py SOURCE_ROOT    prints file:line of each offender; exit status 1 when there is one
Before that it checks itself on a small tree with planted offenders.
"""
import re
import sys
import tempfile
from pathlib import Path

BELOW = {
    'nash': set(),
    'base': {'nash'},
    'solvers': {'base', 'nash'},
    'store': {'base', 'nash'},
    'http': {'base', 'nash'},
    'jobs': {'store', 'solvers', 'base', 'nash'},
    'cluster': {'jobs', 'store', 'solvers', 'base', 'nash'},
    'web': set(),
    'api': {'http', 'cluster', 'web', 'jobs', 'store', 'solvers', 'base', 'nash'},
    'cli': {'api', 'cluster', 'jobs', 'store', 'solvers', 'base', 'nash'},
    'nashd': {'cli', 'api', 'http', 'cluster', 'web', 'jobs', 'store', 'solvers', 'base', 'nash'},
}
# The plug-in contract and libnash stand above base, though their headers lie in include/nash.
NOT_FOR_BASE = {'include/nash/run.h', 'include/nash/solver.h', 'include/nash/nash.h'}
# library header -> the only parts that may include it
HOME = [
    (re.compile(r'microhttpd\.h|wslay/.*'), {'http'}),
    (re.compile(r'qrencode\.h'), {'api'}),
    (re.compile(r'zlib\.h'), {'http'}),
    (re.compile(r'sqlite3\.h'), {'store'}),
    (re.compile(r'libpq-fe\.h'), {'store'}),
    (re.compile(r'ccadical\.h'), {'solvers'}),
    (re.compile(r'dds/dll\.h'), {'solvers'}),
    (re.compile(r'gmp\.h'), {'solvers'}),
    (re.compile(r'pthread\.h|threads\.h|fcntl\.h|dlfcn\.h|sys/(socket|epoll|mman|wait)\.h|netinet/.*|unistd\.h'),
     set(BELOW) - {'solvers', 'nash'}),
]
# file between a solver and the system -> what it needs of it
BETWEEN = {
    'src/solvers/interrupt.c': {'unistd.h'},  # the number of this thread, for its timer
    # libdds is loaded before the workers start, called by one thread at a time, and has memory reserved for it
    'src/solvers/bridge/double_dummy/dds.c': {'dlfcn.h', 'pthread.h', 'sys/mman.h'},
}
# file of a solver that solves a part of its problem with another one -> that solver
USES = {
    'src/solvers/imperfect/equilibrium/normal_form.c': 'matrix',
    # the rules of a game are those of the solver that plays it
    'src/solvers/games/connect4.c': 'gametree',
    'src/solvers/games/tictactoe.c': 'gametree',
    'src/solvers/games/hex.c': 'hex',
}
GAMES = {'sudoku', 'hex'}  # that the cluster plays: each has a room of its own in src/cluster
INCLUDE = re.compile(r'^\s*#\s*include\s*(["<])([^">]+)[">]')


def owner(path):
    """(part, solver) of a path relative to the root; solver is '' outside the solvers' folders."""
    parts = path.parts
    if parts[:2] == ('include', 'nash'):
        return 'nash', ''
    if parts[0] != 'src' or len(parts) < 2:
        return None, ''
    if len(parts) == 2:
        return 'nashd', ''
    if parts[1] == 'solvers':
        return 'solvers', parts[2] if len(parts) > 3 else ''
    return parts[1], ''


def target(root, source, quote, name):
    """The included file relative to root (whether it exists or is made by the build), or None for a library's."""
    if quote == '"':
        local = (root / source.parent / name).resolve()
        if local.exists() and local.is_relative_to(root):
            return local.relative_to(root)
    head = name.split('/')[0]
    if (root / 'src' / name).exists() or (head in BELOW and head != 'nash' and '/' in name):
        return (root / 'src' / name).resolve().relative_to(root)
    if head == 'nash':
        return Path('include') / name
    return None


def game_of(path):
    """The game whose room in the cluster, or whose solver, this file belongs to; '' for what serves every game."""
    parts = path.parts
    if parts[:2] == ('src', 'cluster') and len(parts) > 3 and parts[2] in GAMES:
        return parts[2]
    if parts[:2] == ('src', 'solvers') and len(parts) > 3 and parts[2] in GAMES:
        return parts[2]
    return ''


def is_game_room(path):
    """May this file know a game? The rooms of games, and wasm/, which builds the shard for browsers."""
    return path.parts[:2] == ('src', 'cluster') and len(path.parts) > 3 and path.parts[2] in GAMES | {'wasm'}


def fault(root, source, quote, name):
    """What is wrong with this include, or None."""
    part, solver = owner(source)
    if part not in BELOW:
        return f'the folder of {source} is not known to this check'
    found = target(root, source, quote, name)
    if found is None:
        for header, homes in HOME:
            if header.fullmatch(name) and part not in homes and name not in BETWEEN.get(str(source), ()):
                return f'{part} must not know <{name}>'
        return None
    into, into_solver = owner(found)
    if into != part and into not in BELOW[part]:
        return f'{part} must not include {into}'
    if part == 'base' and str(found) in NOT_FOR_BASE:
        return f'base must not include {name}: it stands above base'
    if solver and into == 'solvers' and into_solver not in (solver, 'kit', '', USES.get(str(source))):
        return 'a solver must not include another'
    game = game_of(found)
    if game and part in ('cluster', 'api', 'nashd') and not is_game_room(source):
        return f'{part} must not know {game}: it reaches a game through cluster/program.h alone'
    return None


def offenders(root):
    root = Path(root).resolve()
    for top in ('src', 'include'):
        for path in sorted((root / top).rglob('*')):
            if path.suffix not in ('.c', '.h', '.inc', '.def'):
                continue
            source = path.relative_to(root)
            for number, line in enumerate(path.read_text(encoding='utf-8').splitlines(), 1):
                match = INCLUDE.match(line)
                why = match and fault(root, source, *match.groups())
                if why:
                    yield f'{source}:{number}: {why}'


def self_check():
    """Each planted offender must be found, and nothing else."""
    tree = {
        'include/nash/solver.h': '#include <nash/arena.h>\n',
        'include/nash/arena.h': '#include <base/log.h> // offends\n#include <stddef.h>\n',
        'src/base/log.h': '#include <stdio.h>\n#include <nash/solver.h> // offends\n#include <pthread.h>\n',
        'src/solvers/registry.c': '#include "registry.def"\n#include <nash/solver.h>\n',
        'src/solvers/registry.def': '',
        'src/solvers/stop.h': '#include <unistd.h> // offends\n',
        'src/solvers/hex/a.h': '',
        'src/solvers/kit/reader.h': '#include <solvers/hex/a.h> // offends\n',
        'src/solvers/hex/a.c': '#include "a.h"\n#include <base/log.h>\n#include <ccadical.h>\n'
                               '#include <solvers/hex/a.h>\n',
        'src/solvers/whist/b.c': '#include "../hex/a.h" // offends\n#include <solvers/hex/a.h> // offends\n'
                                 '  #  include <pthread.h> // offends\n#include <store/store.h> // offends\n'
                                 '#include <solvers/stop.h>\n#include <solvers/kit/reader.h>\n#include <sys/mman.h> // offends\n',
        'src/solvers/interrupt.c': '#include <unistd.h>\n#include <sys/socket.h> // offends\n',
        'src/store/store.h': '#include <sqlite3.h>\n#include <jobs/jobs.h> // offends\n',
        'src/jobs/jobs.h': '#include <store/store.h>\n#include <sqlite3.h> // offends\n#include <http/http.h> // offends\n',
        'src/http/http.h': '#include <microhttpd.h>\n#include <store/store.h> // offends\n'
                           '#include <jobs/made.h> // offends\n',
        'src/cluster/x.c': '#include <http/http.h> // offends\n#include <jobs/jobs.h>\n',
        'src/solvers/sudoku/problem.h': '',
        'src/cluster/program.h': '',
        'src/cluster/sudoku/lease.h': '#include <solvers/sudoku/problem.h>\n#include <cluster/program.h>\n',
        'src/cluster/wasm/exports.c': '#include <cluster/sudoku/lease.h>\n',
        'src/cluster/transport/peer.c': '#include <cluster/program.h>\n#include <cluster/sudoku/lease.h> // offends\n'
                                        '#include "../sudoku/lease.h" // offends\n'
                                        '#include <solvers/sudoku/problem.h> // offends\n',
        'src/api/shards.c': '#include <cluster/sudoku/lease.h> // offends\n#include <cluster/program.h>\n',
        'src/api/job.c': '#include <http/http.h>\n#include <jobs/jobs.h>\n#include <microhttpd.h> // offends\n',
        'src/cli/solve.c': '#include <api/keys.h>\n#include <http/http.h> // offends\n',
        'src/nashd.c': '#include <api/api.h>\n#include <cli/solve.c>\n#include <jobs/jobs.h>\n',
        'src/jobs/up.c': '#include "../api/job.c" // offends\n#include "jobs.h"\n',
        'src/elsewhere/c.c': '#include <stdio.h> // offends\n',
    }
    with tempfile.TemporaryDirectory() as folder:
        for name, text in tree.items():
            path = Path(folder, name)
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, encoding='utf-8')
        planted = {f'{name}:{number}' for name, text in tree.items()
                   for number, line in enumerate(text.splitlines(), 1) if 'offends' in line}
        found = {line.split(': ')[0] for line in offenders(folder)}
    if planted != found:
        sys.exit(f'self-check failed: missed {sorted(planted - found)}, invented {sorted(found - planted)}')


def main():
    self_check()
    found = list(offenders(sys.argv[1]))
    print('\n'.join(found) or 'all includes point the right way')
    sys.exit(1 if found else 0)


if __name__ == '__main__':
    main()

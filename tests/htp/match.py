#!/usr/bin/python3
"""Tests nashd match: match.py NASHD

Engines play the games of a match over HTTP; programs that hang, die or lie lose their game and no other; nothing of them is
left; records can be read again; and what a command line gets wrong is named."""
import concurrent.futures
import json
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import time

from check import expect, report

NASHD = os.path.abspath(sys.argv[1])
FAKE = pathlib.Path(__file__).resolve().parent / 'fake.py'
TIMEOUT_MS = 4000  # of a reply; a busy machine takes a while to start a program


def match(*options, **more):
    return subprocess.run([NASHD, 'match', 'hex', *map(str, options)], capture_output=True, text=True, timeout=100, check=False,
                          **more)


def played(*options):
    run = match('--json', *options)
    expect(f'{options} plays', run.returncode == 0, run)
    return json.loads(run.stdout) if run.returncode == 0 else {'records': [], 'a': {}, 'b': {}}


def fake(folder, mode, at=2):
    return f"htp:exec {sys.executable} -I -S {FAKE} '{mode}' {at} '{folder}/{mode.replace(' ', '-')}-{at}'"


def processes(mark):
    """The command lines of running programs that have this mark."""
    found = []
    for path in pathlib.Path('/proc').glob('[0-9]*/cmdline'):
        try:
            line = path.read_bytes()
        except OSError:
            continue
        if mark.encode() in line and b'match.py' not in line:
            found.append(line)
    return found


def wait_until(condition):
    end = time.monotonic() + 30
    while not condition() and time.monotonic() < end:
        time.sleep(0.02)
    return condition()


def test_engines():
    request = {'size': 5, 'swap': True, 'match': {'a': {'engine': 'uct', 'iterations': 300, 'rave': False}, 'b': {'engine': 'random'},
                                                  'games': 7, 'first': 3}}
    over_http = json.loads(subprocess.run([NASHD, 'solve', 'hex', '--json', '--seed', '4'], input=json.dumps(request), text=True,
                                          capture_output=True, check=True).stdout)
    for seat in ['uct:iterations=300,rave=false', '{"engine":"uct","iterations":300,"rave":false}']:
        result = played('--a', seat, '--b', 'random', '--size', 5, '--swap', '--games', 7, '--first', 3, '--seed', 4)
        expect('the games of a match over HTTP',
               [(r['moves'].replace('swap-pieces', 'swap'), r['seed'], r['winner'], r['black']) for r in result['records']] ==
               [(r['moves'], r['seed'], r['winner'], r['black']) for r in over_http['records']], result)
        expect('and its counts', all(result[key] == over_http[key] for key in ['a', 'b', 'elo', 'rows', 'games']), result)
    result = played('--a', 'uct:iterations=300', '--b', f'htp:{NASHD} htp --engine resistance', '--size', '6x4', '--games', 4)
    same = played('--a', 'uct:iterations=300', '--b', 'resistance', '--size', '6x4', '--games', 4)
    expect('a program is an engine', [r['moves'] for r in result['records']] == [r['moves'] for r in same['records']], result)
    expect('and has a name', re.match(r'nashd \d', result['programs']['b']['name']) and same['programs'] == {}, result)


FAULTS = {'hangs': 'genmove white: no reply within 4000 ms', 'half': 'no reply within 4000 ms', 'exits': 'it ended with exit status 3',
          'dies': 'it died by signal 11', 'no reply': 'this is no reply: "hello"', 'another number': 'the reply has another number: "=9999 a1"',
          'refused': 'refused with "no [31m idea"', 'two replies': 'the reply has another number', 'floods': 'this is no reply: "xxxx',
          'floods lines': 'the reply has no end', 'multiple lines': 'illegal move "b1 b2": no cell', 'occupied': 'the cell is occupied',
          'z26': 'illegal move "z26": no cell', 'pass': 'illegal move "pass": expected a cell', 'swap-pieces': 'White may not swap',
          'black wins': 'illegal move "black wins"'}


def test_fault(folder, mode, why):
    """The program fails in its first game and plays the second one."""
    result = played('--a', 'resistance', '--b', fake(folder, mode), '--size', 4, '--games', 3, '--first', 2, '--timeout', TIMEOUT_MS)
    first, *others = result['records']
    failed = 'timeout' if 'no reply within' in why else 'failed'
    expect(f'{mode}: loses its game', first['ending'] == failed and why in first['failure'] and first['won_by'] == 'a', first)
    expect(f'{mode}: plays the others', [r['ending'] for r in others] == ['connected'] * 2, others)
    expect(f'{mode}: is counted once', result['b']['failures'] == 1 and result['a']['failures'] == 0, result)
    expect(f'{mode}: leaves nothing', processes(f'{folder}/{mode.replace(" ", "-")}-2') == [], mode)


def test_faults(folder):
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        list(pool.map(lambda item: test_fault(folder, *item), FAULTS.items()))


def test_oddities(folder):
    """Programs that are odd and break no rule."""
    for mode in ['slow', 'no-numbers', 'floods stderr']:
        result = played('--a', 'resistance', '--b', fake(folder, mode), '--size', 4, '--games', 2, '--timeout', 30000)
        expect(f'{mode} plays', [r['ending'] for r in result['records']] == ['connected'] * 2, result)
    result = played('--a', 'resistance', '--b', fake(folder, 'swap-pieces', 1), '--size', 4, '--games', 2, '--swap')
    expect('a swap is played', result['records'][0]['moves'].split()[1] == 'swap-pieces' and result['b']['failures'] == 0, result)
    (folder / 'center').write_text('b2')
    run = match('--a', 'uct:iterations=10', '--b', fake(folder, 'resign', 1), '--size', 3, '--games', 2, '--first', 0, '--openings', folder / 'center')
    expect('a won position is resigned', 'b resigned; by proof black had won' in run.stdout and run.returncode == 0, run)
    expect('that is no failure', 'failure' not in run.stdout, run.stdout)


def test_records(folder):
    path = folder / 'games.sgf'
    result = played('--a', 'uct:iterations=100', '--b', fake(folder, 'exits', 3), '--size', 5, '--games', 4, '--records', path, '--swap')
    games = re.findall(r'\(;.*?\)\n', path.read_text(), re.S)
    expect('a record for each game', len(games) == 4 and ['RE[B+F]' in g or 'RE[W+F]' in g for g in games].count(True) == 1, games)
    for game, record in zip(games, result['records']):
        (folder / 'one.sgf').write_text(game)
        load = f'loadsgf {folder}/one.sgf\nfinal_score\n' + ''.join('7 undo\n' for _ in record['moves'].split())
        run = subprocess.run([NASHD, 'htp'], input=load, capture_output=True, text=True, check=True)
        score = run.stdout.split('\n\n')[1]
        expect('a record is loaded', run.stdout.count('=7') == record['plies'] and '?' not in run.stdout, run)
        expect('a record has its winner', score == ('= B+' if record['winner'] == 'black' else '= W+') or record['ending'] == 'failed', (score, record))
    with open('/dev/full', 'w', encoding='ascii') as full:
        run = subprocess.run([NASHD, 'match', 'hex', '--a', 'random', '--b', 'random', '--size', '3'], stdout=full, stderr=subprocess.PIPE,
                             text=True, check=False)
    expect('a full disk ends the match', run.returncode == 1 and 'cannot write the games' in run.stderr, run)
    run = match('--a', 'random', '--b', 'random', '--size', 3, '--games', 2, '--records', '/dev/full')
    expect('also for records', run.returncode == 1 and 'cannot write the games' in run.stderr, run)


def test_rules(folder):
    openings = folder / 'openings'
    openings.write_text('# two\n a1 b2 # first\n\nc3\tb1\r\n')
    result = played('--a', 'random', '--b', 'random', '--size', 4, '--games', 4, '--openings', openings)
    expect('openings of a file', [' '.join(r['moves'].split()[:2]) for r in result['records']] == ['a1 b2', 'a1 b2', 'c3 b1', 'c3 b1'], result)
    result = played('--a', 'random', '--b', 'random', '--size', 4, '--games', 6, '--adjudicate', 1000)
    expect('proved positions are not played', all(r['ending'] == 'adjudicated' and r['plies'] == 1 for r in result['records']), result)
    wins = {r['moves'] for r in result['records'] if r['winner'] == 'black'}
    expect('and have their winners', wins == {r['moves'] for r in result['records']} & {'a4', 'b3', 'c2', 'd1'}, result)
    result = played('--a', 'exact', '--b', 'random', '--size', 4, '--games', 30, '--sprt', '0:300')
    expect('the sequential test ends a match', result['sprt']['decision'] == 'accept' and result['games'] < 30, result)


def test_times(folder):
    result = played('--a', 'uct:iterations=20000', '--b', fake(folder, 'exits'), '--size', 5, '--games', 2, '--times')
    expect('both sides have times', all(0 < result['move_cpu_s'][side] < 100 for side in 'ab'), result)
    run = match('--a', 'random', '--b', fake(folder, 'honest'), '--size', 5, '--games', 1, '--times')
    expect('also in the table', re.search(r'\nprocessor time of a move: a \d+\.\d{3} s, b \d+\.\d{3} s\n$', run.stdout), run)


def test_interrupt(folder):
    for number, status in [(signal.SIGINT, 130), (signal.SIGTERM, 143)]:
        mode = fake(folder, 'hangs', number.value + 1)
        marker = folder / f'hangs-{number.value + 1}'
        with subprocess.Popen([NASHD, 'match', 'hex', '--a', 'random', '--b', mode, '--games', '9', '--size', '9', '--timeout', '0'],
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as process:
            expect('the program hangs', wait_until(marker.exists))
            process.send_signal(number)
            out, errors = process.communicate(timeout=60)
        expect(f'{number.name} ends the match', process.returncode == status and errors == '', (process.returncode, errors))
        expect('with the games so far', 'stopped after 0 of 9 games' in out, out)
        expect('and the program', processes(str(marker)) == [], processes(str(marker)))
    with subprocess.Popen([NASHD, 'match', 'hex', '--a', 'exact', '--b', 'exact', '--size', '19', '--games', '2'], text=True,
                          stdout=subprocess.PIPE) as process:
        process.stdout.readline()
        process.send_signal(signal.SIGINT)
        expect('an engine is interrupted', process.wait(60) == 130, process.returncode)
    with subprocess.Popen([NASHD, 'match', 'hex', '--a', 'random', '--b', fake(folder, 'hangs', 4), '--games', '9', '--timeout', '0'],
                          stdout=subprocess.DEVNULL) as process:
        expect('another one hangs', wait_until((folder / 'hangs-4').exists))
        process.kill()
    expect('a program does not outlive a killed match', wait_until(lambda: processes(str(folder / 'hangs-4')) == []))


def test_start(folder):
    """Mistakes of the command line, before the first game."""
    for options, status, message in [
            (['--help'], 0, 'usage: nashd match hex'), ([], 2, '--a requires an engine, such as'), (['--a', 'uct'], 2, '--b requires an engine'),
            (['--a', 'uct', '--b', 'best'], 2, '--b/engine: '), (['--a', 'uct:iterations', '--b', 'uct'], 2, '--a requires an engine, such as'),
            (['--a', 'uct:iterations=0', '--b', 'uct'], 2, '--a/iterations: must be an integer from 1 to'),
            (['--a', 'uct:speed=1', '--b', 'uct'], 2, '--a/speed: no such member is known'), (['--a', '{"engine"', '--b', 'uct'], 2, 'nashd match: --a: '),
            (['--a', 'uct', '--b', 'htp'], 2, "--b requires a command for a program: 'htp:COMMAND'"),
            (['--a', 'uct', '--setup', 'x'], 2, '--setup requires a program before it'),
            (['--a', 'uct', '--b', 'uct', '--games', 'x'], 2, '--games requires a number'),
            (['--a', 'uct', '--b', 'uct', '--first', '51'], 2, '--first: must be at most "games", 50'),
            (['--a', 'uct', '--b', 'uct', '--size', '20'], 2, '--size: must be'), (['--a', 'uct', '--b', 'uct', '--size', '5x'], 2, '--size requires'),
            (['--a', 'uct', '--b', 'uct', '--sprt', '5'], 2, '--sprt requires ELO0:ELO1'),
            (['--a', 'exact', '--b', 'exact', '--size', '2', '--games', '9'], 2, '--games: would repeat games'),
            (['--a', 'uct', '--b', 'uct', '--openings', folder / 'none'], 2, 'none: No such file'),
            (['--a', 'uct', '--b', 'uct', '--seed'], 2, '--seed requires a value'), (['--speed'], 2, 'unknown option "--speed"'),
            (['chess'], 2, 'unexpected word "chess"; the only game is hex'),
            (['--a', 'uct', '--b', 'uct', '--records', folder], 1, 'Is a directory'),
            (['--a', 'uct', '--b', 'htp:exit 3'], 1, '--b: htp:exit 3: name: it ended with exit status 3'),
            (['--a', 'uct', '--b', 'htp:no-such-program'], 1, 'it ended with exit status 127'),
            (['--a', 'htp:cat', '--b', 'uct'], 1, '--a: htp:cat: name: this is no reply: "1 name"'),
            (['--a', 'htp:sleep 1000', '--b', 'uct', '--timeout', '100'], 1, 'name: no reply within 100 ms'),
            (['--a', 'uct', '--b', fake(folder, 'honest'), '--setup', 'fine', '--setup', 'param_x y'], 1,
             'param_x y: refused with "unknown command"')]:
        run = match(*options)
        expect(f'{options}', run.returncode == status and message in run.stdout + run.stderr and (status == 0 or run.stdout == ''), run)
    run = match('--a', 'uct', '--b', 'htp:echo loud >&2', '--verbose')
    expect('--verbose shows stderr', 'loud\n' in run.stderr, run)


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        test_engines()
        test_faults(folder)
        test_oddities(folder)
        test_records(folder)
        test_rules(folder)
        test_times(folder)
        test_interrupt(folder)
        test_start(folder)
    return report()


if __name__ == '__main__':
    sys.exit(main())

#!/usr/bin/python3
"""Tests nashd htp beside its suites: protocol.py NASHD

Numbers, comments, interrupts, line ends, lines that are too long, bytes that are no text, options, a closed output, games between two
programs, and records that are written by one program and loaded by another."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
import threading

from check import expect, report

NASHD = os.path.abspath(sys.argv[1])


def htp(text, *options, **more):
    if isinstance(text, str):
        text = text.encode()
    return subprocess.run([NASHD, 'htp', *options], input=text, capture_output=True, timeout=100, check=False, **more)


def test_lines():
    for text, reply in [
            ('', ''), ('\n\n \n# quit\n', ''), ('name', '= nashd\n\n'), ('7 name\n', '=7 nashd\n\n'),
            ('007 name # 8\r\n', '=007 nashd\n\n'), ('\tname\t\r\n', '= nashd\n\n'), ('9 \n', '?9 there is no command behind the number\n\n'),
            ('quit\nname\n', '= \n\n'), ('3 quit', '=3 \n\n'), ('5', '?5 there is no command behind the number\n\n'),
            ('name ' + 'a ' * 20, '? a command has at most 16 words\n\n'),
            ('a' * 70000 + '\nname\n', '? unknown command "line-too-long"; list_commands shows all\n\n= nashd\n\n'),
            ('#' * 70000 + '\nname\n', '= nashd\n\n'),
            (b'na\0me\n', '? unknown command "na"; list_commands shows all\n\n'),
            ('boardsize -1\n', '? "-1" is not a number from 0 to 19\n\n'),
            ('boardsize 99999999999999999999999\n', '? "99999999999999999999999" is not a number from 0 to 19\n\n')]:
        run = htp(text)
        expect(f'reply to {text[:40]!r}', run.stdout.decode() == reply and run.returncode == 0, (run.stdout[:200], run.stderr))
    run = htp(bytes(range(1, 256)) * 50 + b'\nname\n')
    expect('bytes that are no text', run.returncode == 0 and run.stdout.endswith(b'= nashd\n\n'), run.stdout[-200:])


def test_options():
    for options, status, message in [
            (['--help'], 0, 'usage: nashd htp'), (['--engine'], 2, 'usage: nashd htp'), (['suite'], 2, 'usage: nashd htp'),
            (['--engine', 'best'], 2, 'unknown engine "best"; known: random'), (['--speed', '1'], 2, 'unknown parameter "speed"'),
            (['--iterations', 'many'], 2, 'iterations: "many" is not a number')]:
        run = htp('', *options)
        expect(f'options {options}', run.returncode == status and message in (run.stdout + run.stderr).decode(), run)
    run = htp('param_nashd', '--engine', 'random', '--iterations', '55', '--nodes', '66', '--plain', '1', '--seed', '77',
              '--timeout', '88')
    expect('options are parameters', all(word in run.stdout for word in [b' engine random\n', b' iterations 55\n', b' nodes 66\n',
                                                                       b' plain 1\n', b' seed 77\n', b' timeout 88\n']), run.stdout)
    with tempfile.TemporaryDirectory() as folder:
        (pathlib.Path(folder) / 'bad.net').write_bytes(b'nashhex1 is not all')
        (pathlib.Path(folder) / 'cut.ckpt').write_bytes(b'nashckp1\x09\x00')
        for name, why in [('bad.net', ''), ('none.net', 'No such file'), ('cut.ckpt', 'the checkpoint')]:
            run = htp('', '--net', f'{folder}/{name}')
            expect(f'the net {name} is refused', run.returncode == 2 and f'{name}: {why}'.encode() in run.stderr, run)
    run = htp('boardsize 5\n1 genmove black\n2 genmove white', '--engine', 'dqn+search', '--simulations', '30', '--net', 'default')
    again = htp('param_nashd engine dqn+search\nparam_nashd simulations 30\nboardsize 5\n1 genmove black\n2 genmove white')
    expect('moves of dqn+search', re.search(rb'=1 [a-e][1-5]\n\n=2 [a-e][1-5]\n', run.stdout), run)
    expect('dqn+search moves again', again.stdout.endswith(run.stdout[run.stdout.index(b'=1'):]), again)
    with open('/dev/full', 'wb') as full:
        run = subprocess.run([NASHD, 'htp'], input=b'name\nname\n', stdout=full, check=False)
    expect('a full disk', run.returncode == 1, run)


class Program:
    """A running nashd htp."""
    def __init__(self, *options):
        self.process = subprocess.Popen([NASHD, 'htp', *options], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, line):
        self.process.stdin.write(line + '\n')
        self.process.stdin.flush()
        reply = self.process.stdout.readline()
        while self.process.stdout.readline() != '\n':
            pass
        expect(line, reply.startswith('= '), reply)
        return reply[2:].strip()

    def close(self):
        self.ask('quit')
        expect('quit ends the program', self.process.wait(timeout=10) == 0)


def test_games(folder):
    """Two programs play to the end; both agree on the result, and a third one loads the moves."""
    for size, options in [(3, ['--engine', 'random']), (5, ['--engine', 'random']), (7, ['--engine', 'resistance']), (11, ['--engine', 'uct', '--iterations', '300'])]:
        players = [Program(*options, '--seed', str(seed)) for seed in (1, 2)]
        moves = []
        for player in players:
            player.ask(f'boardsize {size}')
        while moves[-1:] != ['resign']:
            color, mover = 'bw'[len(moves) % 2], players[len(moves) % 2]
            moves.append(mover.ask(f'genmove {color}'))
            if moves[-1] != 'resign':
                players[len(moves) % 2].ask(f'play {color} {moves[-1]}')
        scores = {player.ask('final_score') for player in players}
        expect(f'the winner of {moves}', scores == {'BW'[len(moves) % 2] + '+'}, scores)
        (folder / 'game').write_text(f'boardsize {size}\n' + ' '.join(moves[:-1]))
        third = Program()
        third.ask(f'loadsgf {folder}/game')
        expect('the loaded game', {third.ask('final_score')} == scores, scores)
        for program in [*players, third]:
            program.close()


def test_interrupt():
    """"# interrupt" ends the command before it, which runs for hours otherwise, and no other one."""
    for engine, command, reply in [('uct', 'genmove b', r'[a-s]\d+'), ('exact', 'genmove b', r'[a-s]\d+'), ('exact', 'dfpn-solve-state w', 'unknown'),
                                   ('exact', 'nashd-values w', '')]:
        options = ['--engine', engine, '--iterations', '100000000']
        run = htp(f'boardsize 19\n1 {command}\n \t#  interrupt \r\n2 boardsize 3\n3 dfpn-solve-state b\n', *options)
        expect(f'{engine}: {command} ends at once', re.fullmatch(rf'= \n\n=1 {reply}\n\n=2 \n\n=3 black\n\n', run.stdout.decode()), run)
        program = Program(*options)
        program.ask('boardsize 19')
        threading.Timer(0.3, lambda: (program.process.stdin.write('# interrupt\n'), program.process.stdin.flush())).start()
        answer = program.ask(command)
        expect(f'{engine}: {command} ends while it runs', re.fullmatch(reply, answer), answer)
        program.close()
    run = htp('# interrupt\nboardsize 3\n# interrupt me\n# interrupts\n#interruptx\n1 dfpn-solve-state b\n')
    expect('nothing is interrupted', run.stdout == b'= \n\n=1 black\n\n', run)


# What HexGui accepts for the types of its menu: words of inferior cells, cells, cells with a text, parameters.
MENU = {'inferior': r'([a-s]\d+ (f[dpc][bw]|i[vrd]\[([a-s]\d+(-[a-s]\d+)*)?\]|x\S*) ?)*', 'plist': r'([a-s]\d+ ?)*',
        'var': r'(([a-s]\d+|resign) ?)*', 'pspairs': r'([a-s]\d+ \S+ ?)*', 'param': r'(\[(bool|string|list(/[\w+]+)+)\] \w+ \S+\n?)+',
        'string': r'(?s).*'}


def test_menu():
    """Each command of HexGui's menu answers in the form of its type."""
    menu = [line.split('/') for line in htp('hexgui-analyze_commands').stdout.decode()[2:].split('\n') if line]
    expect('the menu has types', {line[0] for line in menu} == set(MENU) and all(len(line) == 3 for line in menu), menu)
    setup = 'boardsize 6\nplay b c3\nplay w a1\nplay b c4\nparam_nashd iterations 300\n'
    for kind, label, command in menu:
        run = htp(setup + '7 ' + command.replace('%m', 'w').replace('%c', 'w')).stdout.decode()
        found = re.search(r'=7 (.*)\n\n$', run, re.S)
        expect(f'{label} is of the type {kind}', found and re.fullmatch(MENU[kind], found[1].strip()), run)
    run = htp('boardsize 6\nplay b c3\n7 vc-build w').stdout.decode()
    expect('moves to consider', re.search(r'=7 .*\bc1 x\b', run) and not re.search(r'=7 .*\bc4 ', run), run)


def test_files(folder):
    (folder / 'deep.sgf').write_text('(;GM[11]SZ[3];B[a1]' + '(;C[' * 300000)
    (folder / 'large.sgf').write_bytes(b'(;' + b'x' * (5 << 20))
    (folder / 'link').write_text('https://hexworld.org/board/#5c1,a1b2:rw')
    run = htp(f'play b c3\nloadsgf {folder}/deep.sgf\nloadsgf {folder}/large.sgf\nloadsgf {folder}\nplay w c3\n'
              f'loadsgf {folder}/link\nfinal_score\nundo\nfinal_score\n').stdout.decode().split('\n\n')
    expect('refused files leave the game', [reply[0] for reply in run[:-1]] == list('=????====') and
           'the file is too long' in run[2] and run[6:8] == ['= B+', '= '] and run[8] == '= cannot score', run)


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        test_lines()
        test_options()
        test_interrupt()
        test_menu()
        test_games(folder)
        test_files(folder)
    return report()


if __name__ == '__main__':
    sys.exit(main())

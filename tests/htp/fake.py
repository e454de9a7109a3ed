#!/usr/bin/python3
"""An HTP program that plays the first empty cell, and misbehaves: fake.py MODE AT MARKER

At its AT-th genmove it does what MODE says, the first time that a program with this MARKER, a path, comes so far: the file
MARKER is made then, and the program is honest from there on. "start" misbehaves before any command, at its AT-th start."""
import os
import signal
import subprocess
import sys
import time

MODE, AT, MARKER = sys.argv[1], int(sys.argv[2]), sys.argv[3]
numbers = MODE != 'no-numbers'


def write(text):
    os.write(1, text.encode())


def hang():
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    subprocess.Popen(['sleep', '1000'], stdin=subprocess.DEVNULL)
    while True:
        time.sleep(1000)


def flood(text):
    while True:
        write(text * 1000)


def misbehave(number, empty, stones):
    """Returns the move to answer, or None after an answer of its own."""
    answers = {'no reply': 'hello\n\n', 'another number': '=9999 a1\n\n', 'refused': f'?{number} no\x1b[31m idea\n\n',
               'two replies': f'={number} {empty}\n\n={number} {empty}\n\n', 'slow': None, 'half': f'={number} a'}
    if MODE == 'slow':
        for c in f'={number} {empty}\n\n':
            write(c)
            time.sleep(0.01)
        stones.append(empty)
    elif MODE in answers:
        write(answers[MODE])
        if MODE == 'half':
            hang()
    elif MODE == 'hangs':
        hang()
    elif MODE == 'exits':
        sys.exit(3)
    elif MODE == 'dies':
        os.kill(os.getpid(), signal.SIGSEGV)
    elif MODE == 'floods':
        flood('x')
    elif MODE == 'floods lines':
        flood('\n')
    elif MODE in ['floods stderr', 'no-numbers']:
        os.write(2, b'x' * 1000000)
        return empty
    elif MODE == 'multiple lines':
        return empty + '\nb2'
    elif MODE == 'occupied':
        return stones[0]
    else:
        return MODE
    return None


def read_commands():
    size, stones, moves = 11, [], 0
    for line in sys.stdin:
        words = line.split()
        number = words.pop(0) if words[0].isdigit() and numbers else ''
        reply = ''
        if words[0] == 'boardsize':
            size = int(words[1])
        elif words[0] == 'clear_board':
            stones = []
        elif words[0] == 'play':
            stones.append(words[2])
        elif words[0] == 'name':
            reply = f'fake {MODE}'
        elif words[0] == 'genmove':
            reply = next(cell for cell in (f'{chr(97 + i % size)}{i // size + 1}' for i in range(size * size)) if cell not in stones)
            moves += 1
            if moves == AT and not os.path.exists(MARKER):
                open(MARKER, 'w').close()
                reply = misbehave(number, reply, stones)
            if reply is None:
                continue
            stones.append(reply)
        elif words[0] not in ['version', 'known_command', 'quit', 'fine']:
            write(f'?{number} unknown command\n\n')
            continue
        write(f'={number} {reply}\n\n')
        if words[0] == 'quit':
            break


read_commands()

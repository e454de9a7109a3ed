#!/usr/bin/python3
"""Many open connections: idle ones, and ones that send a body slowly, while others are served.

usage: connections.py NASHD [--idle 20000] [--slow 5000] [--seconds 45] [--rate 2000]

A slow body grows by RATE bytes a second. Where the limit of open files is too low for the numbers, fewer idle ones are
opened, and the line says so. Prints how many of each the server still held at the end, the latency of GET /healthz
every 10 ms, that of a small job every second, and the memory of the server."""
import argparse
import os
import resource
import select
import socket
import time

from server import Prober, Server, connect, head, percentiles, read_reply

A_PROCESS = 4000  # connections that one client process opens


def open_some(port, count, number):
    """Opens connections from an address of its own, since an address has 28,000 ports. Gives up at the first failure."""
    opened = []
    for _ in range(count):
        try:
            opened.append(connect(port, f'127.0.1.{number + 1}'))
        except OSError:
            break
    return opened


def count_open(opened):
    """Counts the connections that the server has neither closed nor answered."""
    poll = select.poll()
    for connection in opened:
        poll.register(connection, select.POLLIN | select.POLLRDHUP)
    return len(opened) - len(poll.poll(0))


def hold_idle(port, count, number, ready, end):
    opened = open_some(port, count, number)
    for connection in opened:
        connection.sendall(head('GET', '/healthz'))
    for connection in opened:
        read_reply(connection)
    os.write(ready, b'.')
    time.sleep(max(0, end - time.monotonic()))
    return count_open(opened)


def hold_slow(port, count, number, ready, end, rate):
    opened = open_some(port, count, number)
    length = rate * 600
    for connection in opened:
        connection.setblocking(False)
        try:
            connection.send(head('POST', '/v1/sudoku', length=min(length, 200000)) + b'{"puzzle":"')
        except OSError:
            pass
    os.write(ready, b'.')
    piece, sent = b'.' * rate, 0
    while time.monotonic() < end and sent + rate < 190000:
        begin = time.monotonic()
        for connection in opened:
            try:
                connection.send(piece)
            except OSError:
                pass
        sent += rate
        time.sleep(max(0, begin + 1 - time.monotonic()))
    time.sleep(max(0, end - time.monotonic()))
    return count_open(opened)


def fork_holders(port, total, first, work):
    """Starts client processes. Returns pairs of a process id and the pipe on which it writes "." when its connections
    are open, and then their number at the end."""
    made = []
    for begin in range(0, total, A_PROCESS):
        inner, outer = os.pipe()
        pid = os.fork()
        if pid == 0:
            try:
                os.close(inner)
                held = work(port, min(A_PROCESS, total - begin), first + len(made), outer)
                os.write(outer, str(held).encode())
            finally:
                os._exit(0)
        os.close(outer)
        made.append((pid, inner))
    for _, inner in made:
        os.read(inner, 1)
    return made


def collect(made):
    held = 0
    for pid, inner in made:
        held += int(os.read(inner, 16) or 0)
        os.waitpid(pid, 0)
    return held


def small_jobs(port, seconds):
    times, end = [], time.monotonic() + seconds
    while time.monotonic() < end:
        begin = time.monotonic()
        body = b'{"puzzle":"12343412.....321","solutions":%d}' % (1 + len(times))
        try:
            with connect(port) as connection:
                connection.sendall(head('POST', '/v1/sudoku', length=len(body)) + body)
                if read_reply(connection)[0] == 200:
                    times.append((time.monotonic() - begin) * 1e3)
        except (OSError, socket.timeout):
            pass
        time.sleep(1)
    return times


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('nashd')
    parser.add_argument('--idle', type=int, default=20000)
    parser.add_argument('--slow', type=int, default=5000)
    parser.add_argument('--seconds', type=float, default=45)
    parser.add_argument('--rate', type=int, default=2000)
    wanted = parser.parse_args()
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
    idle = min(wanted.idle, most - wanted.slow - 500)
    less = '' if idle == wanted.idle else f' ({wanted.idle} wanted: the limit of open files is {most})'
    server = Server(wanted.nashd, '--connections', str(idle + wanted.slow + 200))
    try:
        end = time.monotonic() + wanted.seconds + 30  # opening them takes a while
        quiet = fork_holders(server.port, idle, 0, lambda *of: hold_idle(*of, end))
        slow = fork_holders(server.port, wanted.slow, len(quiet), lambda *of: hold_slow(*of, end, wanted.rate))
        left = max(5.0, end - time.monotonic() - 2)
        prober = Prober(server.port, left)
        times = small_jobs(server.port, left)
        memory = server.memory('VmRSS')
        probes = prober.result()
        print(f'connections: {collect(quiet)} of {idle} idle ones held{less}, {collect(slow)} of {wanted.slow} slow '
              f'bodies held for {left:.0f} s; {probes}; small jobs: {len(times)}, {percentiles(times)}; '
              f'server memory {memory:.0f} MB')
    finally:
        server.stop()


if __name__ == '__main__':
    main()

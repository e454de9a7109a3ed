#!/usr/bin/python3
"""The small jobs of one API key while another key has thousands of slow jobs queued.

usage: fairness.py NASHD [--slow 10000] [--seconds 30] [--workers 2]

Key "a" queues Sudokus whose solutions take half a second each to count. Key "b" then asks for 4x4 Sudokus, one after
the other, and waits for each. Prints the latency of b; a job that is not finished at the end counts with its time."""
import argparse
import json
import os
import subprocess
import time

from server import Server, connect, head, percentiles, read_reply


def make_keys(program, folder):
    """Writes a key file with the keys a and b. Returns its path and the two keys."""
    path = os.path.join(folder, 'keys')
    keys = []
    with open(path, 'w') as file:
        os.chmod(path, 0o600)
        for name in ('a', 'b'):
            made = subprocess.run([program, 'keygen', name], capture_output=True, text=True, check=True)
            file.write(made.stdout)
            keys.append(next(word for word in made.stderr.split() if word.startswith('nashd_')))
    return path, keys


def post(connection, key, problem, *fields):
    body = json.dumps(problem).encode()
    connection.sendall(head('POST', '/v1/sudoku', f'Authorization: Bearer {key}', *fields, length=len(body)) + body)
    return read_reply(connection)


def queue_slow(port, key, count):
    """Queues the slow jobs. Returns how many were accepted, and the statuses of the others."""
    accepted, refused = 0, {}
    with connect(port) as connection:
        for number in range(count):
            problem = {'puzzle': '.' * 625, 'solutions': 1000000 - number, 'job': {'timeout_ms': 500}}
            status, _ = post(connection, key, problem, 'Prefer: respond-async')
            if status == 202:
                accepted += 1
            else:
                refused[status] = refused.get(status, 0) + 1
    return accepted, refused


def small_jobs(port, key, seconds):
    """Returns the latency of each job in ms, and the number of those that did not finish in time."""
    times, late, end = [], 0, time.monotonic() + seconds
    connection = connect(port)
    while time.monotonic() < end:
        problem = {'puzzle': '12343412.....321', 'solutions': 1 + len(times) + late}
        wait = max(1, int(end - time.monotonic()))
        begin = time.monotonic()
        status, body = post(connection, key, problem, f'Prefer: wait={wait}')
        if status not in (200, 202):
            raise SystemExit(f'a small job was refused with {status}: {body[:200]}')
        late += status == 202
        times.append((time.monotonic() - begin) * 1e3)
        time.sleep(0.01)
    connection.close()
    return times, late


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('nashd')
    parser.add_argument('--slow', type=int, default=10000)
    parser.add_argument('--seconds', type=float, default=30)
    parser.add_argument('--workers', type=int, default=2)
    parser.add_argument('--option', action='append', default=[], help='a further option of the server, as NAME=VALUE')
    wanted = parser.parse_args()
    folder = os.path.join('/tmp', f'nashd-fairness-{os.getpid()}')
    os.mkdir(folder, 0o700)
    path, (a, b) = make_keys(wanted.nashd, folder)
    more = [part for option in wanted.option for part in ('--' + option.split('=')[0], option.split('=', 1)[1])]
    server = Server(wanted.nashd, '--api-keys', path, '--workers', str(wanted.workers), '--queue',
                    str(wanted.slow + 100), *more)
    try:
        accepted, refused = queue_slow(server.port, a, wanted.slow)
        times, late = small_jobs(server.port, b, wanted.seconds)
        others = ''.join(f', {count} refused with {status}' for status, count in sorted(refused.items()))
        print(f'fairness: {accepted} slow jobs of a queued{others}; {len(times)} small jobs of b in '
              f'{wanted.seconds:.0f} s: {percentiles(times)}, {late} unfinished; {wanted.workers} workers')
    finally:
        server.stop()
        os.unlink(path)
        os.rmdir(folder)


if __name__ == '__main__':
    main()

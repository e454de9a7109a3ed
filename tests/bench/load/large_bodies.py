#!/usr/bin/python3
"""Clients that send legal bodies of 100 MB, while a prober sends GET /healthz every 10 ms.

usage: large_bodies.py NASHD [--clients 64] [--seconds 30] [--megabytes 100]

Half of the bodies are verbose AND/OR graphs, half game trees. A client that is refused waits half a second and tries
again. Prints the probes' latency, the replies by status, and the memory of the server process (not of its workers)."""
import argparse
import collections
import threading
import time

from server import Prober, Server, connect, head, read_reply


def andor(size):
    """A chain of connectors, as a client writes it that does not know the compact form."""
    count = size // 62
    lines = (b'{"from":"node%07d","to":["node%07d","t"],"cost":1}' % (i, i + 1) for i in range(count))
    return (b'{"root":"node0000000","terminals":["t"],"job":{"timeout_ms":1000},"connectors":[' + b',\n'.join(lines) +
            b',{"from":"node%07d","to":["t"],"cost":1}]}' % count)


def gametree(size):
    """A tree of named leaves."""
    leaves = (b'{"name":"node-number-%08d","value":%d}' % (i, i % 1000) for i in range(size // 44))
    return b'{"job":{"timeout_ms":1000},"tree":["MAX",' + b','.join(leaves) + b']}'


class Clients:
    """Threads that send bodies until `end`."""

    def __init__(self, port, count, end):
        self.port, self.end = port, end
        self.replies = collections.Counter()
        self.sent = 0
        self.lock = threading.Lock()
        self.threads = [threading.Thread(target=self.run, args=(number,), daemon=True) for number in range(count)]

    def run(self, number):
        path, body = BODIES[number % 2]
        body = memoryview(body)
        while time.monotonic() < self.end:
            status, sent = self.send(path, body)
            with self.lock:
                self.replies[status] += 1
                self.sent += sent
            if status not in (200, 202):
                time.sleep(0.5)

    def send(self, path, body):
        """Sends one body. Returns the status, 0 when the connection was cut, and the bytes sent."""
        sent = 0
        try:
            with connect(self.port) as connection:
                connection.sendall(head('POST', path, 'Prefer: respond-async', length=len(body)))
                try:
                    while sent < len(body) and time.monotonic() < self.end + 60:
                        sent += connection.send(body[sent:sent + (1 << 18)])
                except (BrokenPipeError, ConnectionResetError):
                    pass
                return read_reply(connection)[0], sent
        except OSError:
            return 0, sent


BODIES = []


def main():
    parser = argparse.ArgumentParser(description=__doc__.split('\n')[0])
    parser.add_argument('nashd')
    parser.add_argument('--clients', type=int, default=64)
    parser.add_argument('--seconds', type=float, default=30)
    parser.add_argument('--megabytes', type=int, default=100)
    wanted = parser.parse_args()
    size = wanted.megabytes * 10 ** 6
    BODIES.extend([('/v1/andor', andor(size)), ('/v1/gametree', gametree(size))])
    server = Server(wanted.nashd)
    try:
        idle = server.memory('VmRSS')
        prober = Prober(server.port, wanted.seconds)
        clients = Clients(server.port, wanted.clients, time.monotonic() + wanted.seconds)
        for thread in clients.threads:
            thread.start()
        probes = prober.result()
        most = server.memory('VmHWM')
        for thread in clients.threads:
            thread.join(timeout=max(0.1, clients.end + 60 - time.monotonic()))
        time.sleep(3)
        after = server.memory('VmRSS')
        replies = ', '.join(f'{count} x {status or "cut"}' for status, count in sorted(clients.replies.items()))
        print(f'large bodies: {wanted.clients} clients, {wanted.seconds:.0f} s, {clients.sent / 1e6:.0f} MB sent; '
              f'{probes}; replies {replies}; '
              f'server memory idle {idle:.0f}, most {max(most, server.memory("VmHWM")):.0f}, after {after:.0f} MB')
    finally:
        server.stop()


if __name__ == '__main__':
    main()

#!/usr/bin/python3
"""Sends requests through proxies to a server: proxies.py NASHD CONFIGURATIONS CASES

For nginx, Caddy and HAProxy, as far as installed, with the sample configurations: no proxy may see other requests than the
server in the same bytes. The proxy gives each request that it sends an id; so every request that the server logs must have
one, and an id stands for one request. After each case another client asks for a path of its own through the same proxy, on
the connections to the server that the cases left, and must get the answer to its own request.
Exit status: 0 all hold, 1 some fail, 77 no proxy or no cases."""
import base64
import concurrent.futures
import json
import pathlib
import re
import shutil
import signal
import socket
import subprocess
import sys
import tempfile
import time
import zlib

QUIET_S = 0.4  # without a byte, after which no further answer to a case is expected
PATIENCE_S = 30  # for an answer that must come
MADE_BY_SERVER = re.compile(r'[0-9a-f]{16}')


def free_port():
    with socket.socket() as probe:
        probe.bind(('127.0.0.1', 0))
        return probe.getsockname()[1]


def configure(name, text, folder, port):
    """Returns the sample configuration for this machine: paths, a port without TLS, no daemon."""
    text = text.replace('/run/nashd/nashd.sock', f'{folder}/nashd.sock')
    if name == 'nginx':
        text = re.sub(r'listen 443 ssl;', f'listen 127.0.0.1:{port};', text)
        text = re.sub(r' *ssl_.*\n', '', text)
        paths = ''.join(f'{kind}_temp_path {folder}/{kind};\n' for kind in
                        ('client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'))
        return (f'daemon off;\nmaster_process off;\npid {folder}/pid;\nerror_log {folder}/error.log;\n'
                f'events {{}}\nhttp {{\naccess_log off;\n{paths}{text}}}\n')
    if name == 'caddy':
        options = f'{{\n\tadmin off\n\tauto_https off\n\tstorage file_system {folder}/caddy\n}}\n'
        return options + text.replace('nashd.example.org {', f'http://:{port} {{')
    return re.sub(r'bind :443 .*', f'bind 127.0.0.1:{port}', text)


COMMANDS = {
    'nginx': ('nginx.conf', lambda path: ['nginx', '-c', path, '-e', '/dev/null']),
    'caddy': ('Caddyfile', lambda path: ['caddy', 'run', '--adapter', 'caddyfile', '--config', path]),
    'haproxy': ('haproxy.cfg', lambda path: ['haproxy', '-db', '-f', path]),
}


class Stage:
    """A server on a Unix socket, and a proxy in front of it."""

    def __init__(self, name, nashd, configurations, folder):
        self.folder, self.port = folder, free_port()
        self.log = open(folder / 'nashd.log', 'w')
        self.server = subprocess.Popen([nashd, '--listen', f'unix:{folder}/nashd.sock', '--data', folder / 'data',
                                        '--grace', '0', '--log-level', 'debug'], stdout=subprocess.PIPE, stderr=self.log)
        self.server.stdout.readline()
        sample, command = COMMANDS[name]
        path = folder / sample
        path.write_text(configure(name, (configurations / sample).read_text(), folder, self.port))
        self.output = open(folder / 'proxy.log', 'w')
        self.proxy = subprocess.Popen(command(str(path)), stdout=self.output, stderr=self.output,
                                      env={'HOME': str(folder), 'PATH': '/usr/sbin:/usr/bin:/sbin:/bin'})
        self.wait_for_proxy()

    def wait_for_proxy(self):
        for _ in range(PATIENCE_S * 10):
            try:
                socket.create_connection(('127.0.0.1', self.port)).close()
                return
            except OSError:
                time.sleep(0.1)
            if self.proxy.poll() is not None:
                break
        sys.exit(f'the proxy did not start: {(self.folder / "proxy.log").read_text()}')

    def stop(self):
        for process in (self.proxy, self.server):
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(10)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        self.log.close()
        self.output.close()


def bytes_of(case, name):
    data = base64.b64decode(case.get(name, ''))
    return zlib.decompress(data) if name == 'raw' and case.get('raw_zlib') else data


def exchange(port, data, patience, enough=lambda got: False):
    """Sends bytes and returns what comes back until nothing comes for a while, the proxy closes, or it is enough."""
    got = b''
    with socket.create_connection(('127.0.0.1', port)) as connection:
        connection.settimeout(patience)
        try:
            connection.sendall(data)
            while not enough(got):
                part = connection.recv(65536)
                if part == b'':
                    break
                got += part
        except OSError:
            pass
    return got


def check_case(stage, number, case):
    """Sends a case, then a request of another client. Returns a complaint or None."""
    exchange(stage.port, bytes_of(case, 'raw') + bytes_of(case, 'then'), QUIET_S)
    path = f'/v1/nothing/{number}'
    request = f'GET {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n'.encode()
    answer = exchange(stage.port, request, PATIENCE_S)
    if not answer.startswith(b'HTTP/1.1 404') or f'"instance":"{path}"'.encode() not in answer:
        return f'{case["id"]}: the next client got {answer[:300]!r}'
    return None


def check_log(stage):
    """Yields what is wrong with the requests that the server received."""
    path_of, refused = {}, 0
    lines = re.findall(r'debug request (\S+) (.*) (\d+) \d+ bytes [0-9.]+ ms id=(\S+)$', (stage.folder / 'nashd.log').read_text(),
                       re.MULTILINE)
    for method, path, status, identity in lines:
        if method == '?':
            refused += 1  # malformed: nothing of it was read, the id neither
        elif MADE_BY_SERVER.fullmatch(identity):
            yield f'a request that the proxy did not send: {method} {path} {status}'
        elif path_of.setdefault(identity, path) != path:
            yield f'two requests that the proxy sent as one: {path_of[identity]} and {path}'
    print(f'  {len(lines)} requests reached the server, {refused} of them malformed')
    if not path_of:
        yield 'no request reached the server'


def run(name, nashd, configurations, cases):
    with tempfile.TemporaryDirectory() as folder:
        stage = Stage(name, nashd, configurations, pathlib.Path(folder))
        try:
            with concurrent.futures.ThreadPoolExecutor(32) as pool:
                complaints = [text for text in pool.map(lambda item: check_case(stage, *item), enumerate(cases)) if text]
        finally:
            stage.stop()
        complaints += check_log(stage)
    print(f'{name}: {len(cases)} cases, {len(complaints)} complaints')
    for text in complaints:
        print(f'  {text}')
    return not complaints


def main():
    nashd, configurations, path = sys.argv[1], pathlib.Path(sys.argv[2]), pathlib.Path(sys.argv[3])
    names = [name for name in COMMANDS if shutil.which(name, path='/usr/sbin:/usr/bin:/sbin:/bin')]
    if not path.exists() or not names:
        print('skipped: ' + ('no proxy of nginx, caddy and haproxy is installed' if not names else f'{path} is absent'))
        sys.exit(77)
    cases = json.loads(path.read_text())
    good = [run(name, nashd, configurations, cases) for name in names]
    sys.exit(0 if all(good) else 1)


main()

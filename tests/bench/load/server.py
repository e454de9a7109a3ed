"""The server under load: a process of its own on a free port, with a temporary data folder; and what the benchmarks of
this folder share."""
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time


class Server:
    """Starts PROGRAM with these further options and waits until it listens."""

    def __init__(self, program, *options):
        self.folder = tempfile.mkdtemp(prefix='nashd-load-')
        self.log = open(os.path.join(self.folder, 'log'), 'w')
        command = [program, '--listen', '127.0.0.1:0', '--data', os.path.join(self.folder, 'data'), *options]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log, text=True)
        line = self.process.stdout.readline()
        found = re.search(r':(\d+)\s*$', line)
        if found is None:
            raise SystemExit(f'the server did not start: {line!r}; see {self.folder}/log')
        self.port = int(found.group(1))
        self.pid = self.process.pid

    def memory(self, name):
        """Returns VmHWM (most resident memory so far) or VmRSS of the server process, in MB."""
        with open(f'/proc/{self.pid}/status') as status:
            return int(re.search(name + r':\s+(\d+)', status.read()).group(1)) / 1024

    def cpu(self):
        """Returns the processor time of the server process, in seconds."""
        with open(f'/proc/{self.pid}/stat') as stat:
            fields = stat.read().rsplit(')', 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf('SC_CLK_TCK')

    def stop(self):
        """Kills the server, which may have a long queue, and removes its folder."""
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def connect(port, source='127.0.0.1'):
    """Returns a connection without delay of small segments. source: another loopback address has other ports."""
    made = socket.create_connection(('127.0.0.1', port), timeout=120, source_address=(source, 0))
    made.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return made


def head(method, path, *fields, length=0):
    """Returns the head of a request."""
    lines = [f'{method} {path} HTTP/1.1', 'Host: 127.0.0.1', *fields]
    if method == 'POST':
        lines += ['Content-Type: application/json', f'Content-Length: {length}']
    return ('\r\n'.join(lines) + '\r\n\r\n').encode()


def read_reply(connection):
    """Reads a whole reply with Content-Length. Returns its status and body; (0, b'') if the connection was cut."""
    got = b''
    try:
        while b'\r\n\r\n' not in got:
            piece = connection.recv(65536)
            if not piece:
                return 0, b''
            got += piece
        begin, body = got.split(b'\r\n\r\n', 1)
        length = re.search(rb'\r\nContent-Length: (\d+)', begin, re.I)
        while length is not None and len(body) < int(length.group(1)):
            piece = connection.recv(1 << 20)
            if not piece:
                break
            body += piece
        return int(begin.split()[1]), body
    except OSError:
        return 0, b''


def probe(port, seconds, every, out):
    """Sends GET /healthz at fixed times and writes the latency of each to the file, in ms, counted from its time: what
    a stalled server delays counts in full. Runs in a process of its own."""
    request = head('GET', '/healthz')
    begin = time.monotonic()
    connection = connect(port)
    for number in range(int(seconds / every)):
        due = begin + number * every
        time.sleep(max(0, due - time.monotonic()))
        status = 0
        for _ in range(2):
            try:
                connection.sendall(request)
                status, _body = read_reply(connection)
            except OSError:
                status = 0
            if status == 200:
                break
            connection.close()
            connection = connect(port)
        out.write(f'{(time.monotonic() - due) * 1e3:.3f}\n' if status == 200 else 'lost\n')
    out.flush()


class Prober:
    """probe() in a child process."""

    def __init__(self, port, seconds, every=0.010):
        self.file = tempfile.TemporaryFile('w+')
        self.pid = os.fork()
        if self.pid == 0:
            try:
                probe(port, seconds, every, self.file)
            finally:
                os._exit(0)

    def result(self):
        """Waits for the end. Returns a text such as "2990 probes: p50 0.2, p99 1.1, max 4.0 ms, 0 lost"."""
        os.waitpid(self.pid, 0)
        self.file.seek(0)
        lines = self.file.read().split()
        times = [float(line) for line in lines if line != 'lost']
        return f'{len(lines)} probes: {percentiles(times)}, {len(lines) - len(times)} lost'


def percentiles(times):
    """Returns "p50 A, p99 B, max C ms"."""
    if not times:
        return 'no answer'
    ordered = sorted(times)
    at = [ordered[min(len(ordered) - 1, int(len(ordered) * share))] for share in (0.5, 0.99)]
    return f'p50 {at[0]:.1f}, p99 {at[1]:.1f}, max {ordered[-1]:.1f} ms'

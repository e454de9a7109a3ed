#!/usr/bin/python3
"""Runs the commands of the documentation: play.py [--write] NASHD PAGE...

Each PAGE is a Markdown file. In its ```console blocks a line that begins with "$ " is a command (a trailing backslash
continues it), and the lines after a command are its output. Every page gets a fresh server, a fresh folder and one shell
for all its commands. localhost:8080 stands for the server's address.

Without --write the recorded output must equal the real one, up to ids, times and other numbers that differ from run to
run (VOLATILE). With --write the recorded output is replaced where it differs. Exit status: 0 equal, 1 different, 77 a
tool is missing."""
import difflib
import os
import pathlib
import pty
import re
import select
import shutil
import signal
import subprocess
import sys
import tempfile
import termios
import time
import tty

ROOT = pathlib.Path(__file__).resolve().parents[2]
LIMIT_S = 120  # per command; sanitizer builds are slow
WIDTH_MAX = 1200  # characters of a recorded line
TOOLS = ['bash', 'curl', 'jq']

VOLATILE = [(re.compile(pattern), value) for pattern, value in [
    (r'\b[0-9a-f]{32}\b', 'ID'),
    (r'\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z', 'TIME'),
    (r'("(?:[a-z_]*_)?(?:us|ms|seconds|exchanges|cells_set|evaluations)": ?)[-+.\de]+', r'\1N'),
    (r'("best": ?")[A-Z.]{100,}', r'\1BOARD'),
    (r'"status": ?"(?:queued|running)"', '"status":"PENDING"'),
    (r'(127\.0\.0\.1|localhost):\d+', 'ADDRESS'),
    (r'(\d+\.\d+\.\d+)(?=[" ]|$)', 'VERSION'),
    (r'\b(\d+(?:\.\d+)?) ?(ms|us|µs|s)\b', r'N \2'),
]]


def normal(text):
    """The text without what differs from run to run."""
    for pattern, value in VOLATILE:
        text = pattern.sub(value, text)
    return text


class Server:
    def __init__(self, nashd, folder):
        self.log = open(folder / 'log', 'w')
        environment = {name: value for name, value in os.environ.items() if not name.startswith('NASHD_')}
        self.process = subprocess.Popen([nashd, '--listen', '127.0.0.1:0', '--data', folder / 'data', '--grace', '0'],
                                        stdout=subprocess.PIPE, stderr=self.log, env=environment, text=True)
        line = self.process.stdout.readline()
        found = re.match(r'nashd listening on http://(\S+)', line)
        if not found:
            sys.exit(f'the server did not start: {(folder / "log").read_text()}')
        self.address = found[1]

    def stop(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(60)
        self.log.close()


class Shell:
    """One bash whose standard output is a terminal, as a reader's is."""
    END = '@end-of-command@'

    def __init__(self, nashd, work, address):
        self.address = address
        self.out, slave = pty.openpty()
        tty.setraw(slave)
        termios.tcsetwinsize(slave, (50, 120)) if hasattr(termios, 'tcsetwinsize') else None
        environment = {name: value for name, value in os.environ.items() if not name.startswith('NASHD_')}
        environment.update(PATH=f'{pathlib.Path(nashd).parent}:{environment["PATH"]}', LC_ALL='C.UTF-8', TERM='dumb')
        self.process = subprocess.Popen(['bash', '--norc'], cwd=work, env=environment, stdin=subprocess.PIPE, stdout=slave,
                                        stderr=slave, text=True, start_new_session=True)
        os.close(slave)

    def run(self, command):
        command = re.sub(r'(localhost|127\.0\.0\.1):8080', self.address, command)
        self.process.stdin.write(f'{command}\nprintf "%s" {self.END[:1]}"{self.END[1:]}"\n')
        self.process.stdin.flush()
        output, until = b'', time.monotonic() + LIMIT_S
        while not output.endswith(self.END.encode()):
            if time.monotonic() > until:
                sys.exit(f'no end after {LIMIT_S} s: {command}')
            if select.select([self.out], [], [], 1)[0]:
                try:
                    output += os.read(self.out, 1 << 16)
                except OSError:
                    sys.exit(f'the shell has ended: {command}')
        text = output[:-len(self.END)].decode(errors='replace').replace('\r\n', '\n').replace('\r', '')
        text = re.sub(r'\x1b\[[0-9;]*[mK]', '', text).replace(self.address, 'localhost:8080')
        return [line[:WIDTH_MAX] + ('…' if len(line) > WIDTH_MAX else '') for line in text.strip('\n').split('\n')] if text.strip('\n') else []

    def close(self):
        self.process.stdin.close()
        self.process.wait(LIMIT_S)
        os.close(self.out)


def play_block(lines, shell):
    """The block with its outputs replaced where they differ."""
    result, at = [], 0
    while at < len(lines):
        line = lines[at]
        at += 1
        result.append(line)
        if not line.startswith('$ '):
            continue
        command = line[2:]
        while command.endswith('\\') and at < len(lines):
            result.append(lines[at])
            command += '\n' + lines[at]
            at += 1
        old = []
        while at < len(lines) and not lines[at].startswith('$ '):
            old.append(lines[at])
            at += 1
        new = shell.run(command)
        if any(line.startswith('$ ') for line in new):
            sys.exit(f'the output looks like a command: {command}')
        if any(line.startswith(('jq: ', 'curl: ', 'bash: ')) for line in new):
            sys.exit(f'the command failed: {command}\n' + '\n'.join(new))
        while old and old[-1] == '':
            old.pop()
        result += old if normal('\n'.join(old)) == normal('\n'.join(new)) else new
        if at < len(lines) and new:
            result.append('')
    return result


def play_page(page, nashd):
    """The page as it should be; the page itself when nothing differs."""
    text = page.read_text()
    if '```console\n' not in text:
        return text
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        work = folder / 'work'
        work.mkdir()
        for part in ['deploy', 'docs', 'examples', 'schema']:
            if (ROOT / part).exists():
                (work / part).symlink_to(ROOT / part)
        server = Server(nashd, folder)
        try:
            shell = Shell(nashd, work, server.address)
            played = re.sub(r'(?m)^```console\n(.*?)^```$', lambda block: '```console\n' + '\n'.join(
                play_block(block[1].rstrip('\n').split('\n'), shell)) + '\n```', text, flags=re.S)
            shell.close()
        finally:
            server.stop()
    return played


def main(arguments):
    write = '--write' in arguments
    paths = [argument for argument in arguments if argument != '--write']
    if len(paths) < 2:
        sys.exit(__doc__)
    missing = [tool for tool in TOOLS if shutil.which(tool) is None]
    if missing:
        print(f'skipped: {" ".join(missing)} not installed (./deploy/install-packages test)')
        return 77
    nashd, status = os.path.abspath(paths[0]), 0
    for path in paths[1:]:
        page = pathlib.Path(path)
        old = page.read_text()
        new = play_page(page, nashd)
        if new == old:
            continue
        if write:
            page.write_text(new)
            print(f'{path}: rewritten')
            continue
        status = 1
        sys.stdout.writelines(difflib.unified_diff(old.splitlines(True), new.splitlines(True), f'{path} as recorded', f'{path} as played'))
        print(f'\n{path} is out of date: tests/docs/refresh')
    return status


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))

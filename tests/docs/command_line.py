#!/usr/bin/python3
"""Tests the command line: command_line.py NASHD

nashd solve in all its forms with exit statuses and messages, --help, the man page, and both shell completions. Lines are
answered as POST /v1/{kind}/batch of a server answers them."""
import http.client
import json
import os
import pathlib
import pty
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
NASHD = os.path.abspath(sys.argv[1])
DEAL = '[Deal "N:Q6.2.8. 8.J9..4 K.8.9.2 T.4.2.K"]\n'
failures = []


def expect(what, condition, seen=''):
    if not condition:
        failures.append(f'{what}: {seen!r}')


def nashd(*arguments, text='', **options):
    return subprocess.run([NASHD, *arguments], input=text, capture_output=True, text=True, timeout=120, **options)


def made(what, *more):
    return subprocess.run([sys.executable, ROOT / 'src/options.py', what, ROOT / 'src/options.def',
                           ROOT / 'src/solvers/registry.def', *more], check=True, capture_output=True, text=True).stdout


def test_forms():
    run = nashd('solve', 'sudoku', text='{"puzzle":"1..............."}')
    expect('JSON in a pipe', run.returncode == 0 and run.stdout.startswith('{"summary"'), run.stdout)
    run = nashd('solve', 'sudoku', '--text', text='1...............')
    expect('text on request', run.returncode == 0 and re.fullmatch(r'# 2 or more solutions\n[1-4]{16}\n', run.stdout), run.stdout)
    run = nashd('solve', '--json', 'sudoku', '-', text='\n  {"puzzle":"1..............."}')
    expect('- is stdin', run.returncode == 0 and run.stdout.startswith('{"summary"'), run.stdout)
    run = nashd('solve', 'whist', '--text', '--json', text='abba')
    expect('the last form wins', run.stdout.startswith('{'), run.stdout)
    first, again, other = [nashd('solve', 'sudoku', '--text', '--seed', seed, text='{"generate":{"size":4}}').stdout
                           for seed in ['1', '1', '2']]
    expect('the seed decides', first == again != other, (first, again, other))


def demo(*arguments):
    """Starts a demonstration whose temporary data is in a folder of this test; returns what it has printed and what it left."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {name: value for name, value in os.environ.items() if not name.startswith('NASHD_')}
        with subprocess.Popen([NASHD, 'demo', *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                              env={**environment, 'TMPDIR': folder}) as process:
            printed = []
            for line in process.stdout:
                printed.append(line)
                if line.startswith('Ctrl-C ends'):
                    break
            address = re.search(r'http://([^/]+)/#/demo', ''.join(printed))
            used, status = os.listdir(folder), None
            if address:
                connection = http.client.HTTPConnection(address[1], timeout=60)
                connection.request('GET', '/v1/shards')
                status = connection.getresponse().status
                connection.close()
            process.send_signal(signal.SIGINT)
            errors = process.communicate(timeout=60)[1]
        return ''.join(printed), status, used, os.listdir(folder), process.returncode, errors


def test_demo():
    printed, status, used, left, code, errors = demo()
    expect('demo prints its address', re.match(r'The demonstration: http://127\.0\.0\.1:\d+/#/demo\n', printed), (printed, errors))
    expect('demo serves', status == 200, status)
    expect('demo on loopback has nothing for phones', 'phone' not in printed and 'keys' not in printed, printed)
    expect('demo removes its data', code == 0 and len(used) == 1 and left == [], (code, used, left, errors))
    printed, status, _, left, code, errors = demo('--phones', '--public-url', 'http://hub.example:81')
    expect('demo --phones has a link', re.search(r'\nhttp://hub\.example:81/join#[0-9a-f]{32}\n\n', printed), (printed, errors))
    lines = [line for line in printed.split('\n') if line and set(line) <= set('\u2580\u2584\u2588 ')]
    expect('its code is a square', len(lines) > 10 and {len(line) for line in lines} == {2 * len(lines) - 1}, printed)
    expect('it says that all may use it', 'has no keys: every device' in printed and status == 200 and code == 0, printed)
    run = nashd('demo', '--nope')
    expect('an unknown option of demo', run.returncode == 2 and 'unknown option "--nope"' in run.stderr, run.stderr)
    expect('demo --help', '--phones' in nashd('demo', '--help').stdout)


def test_job():
    made_by_1 = nashd('solve', 'sudoku', '--text', '--seed', '1', text='{"generate":{"size":4}}').stdout
    ordered = '{"generate":{"size":4},"job":{"seed":1,"timeout_ms":60000,"priority":3}}'
    expect('job.seed decides', nashd('solve', 'sudoku', '--text', text=ordered).stdout == made_by_1)
    expect('--seed takes precedence', nashd('solve', 'sudoku', '--text', '--seed', '0', text=ordered).stdout != made_by_1)
    for kind, problem in [('sudoku', '"puzzle":"1..............."'), ('whist', '"a":[1],"b":[2]'), ('andor', '"start":"1","goals":["1"],"rules":[]'),
                          ('gametree', '"game":"nim","piles":[3]'), ('matrix', '"example":"quarrel"'), ('bridge', '"contract":"3NT by S","tricks":9')]:
        for job, pointer in [('{"sed":1}', '/job/sed: no such member'), ('{"timeout_ms":0}', '/job/timeout_ms: must be'),
                             ('{"callback":"https://x"}', '/job/callback: no such member'), ('7', '/job: must be a JSON object')]:
            run = nashd('solve', kind, text=f'{{{problem},"job":{job}}}')
            expect(f'{kind}: {job}', run.returncode == 1 and f'stdin: {pointer}' in run.stderr, run.stderr)
    many = f'{{"puzzle":"{"." * 625}","solutions":1000000,"job":{{"timeout_ms":200}}}}'
    run = nashd('solve', 'sudoku', text=many)
    expect('job.timeout_ms ends the search', run.returncode == 0 and 'stopped before the end' in run.stderr, run.stderr)


def user_ticks(process):
    """Returns the processor time of a process, which must not have been waited for, in hundredths of a second."""
    return int(pathlib.Path(f'/proc/{process.pid}/stat').read_text().rsplit(')', 1)[1].split()[11])


def interrupt(number, kind, problem):
    """Sends the signal once the process has read its problem and computes: it has used 0.2 s of processor time. A process
    that ends before has failed; its status and its errors say why."""
    with subprocess.Popen([NASHD, 'solve', kind], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          text=True) as process:
        process.stdin.write(problem)
        process.stdin.close()
        while process.poll() is None and user_ticks(process) < 20:
            time.sleep(0.01)
        process.send_signal(number)
        out, errors = process.stdout.read(), process.stderr.read()
    return process.returncode, out, errors


def test_signals():
    many = f'{{"puzzle":"{"." * 625}","solutions":1000000,"job":{{"timeout_ms":600000}}}}'
    for number in [signal.SIGINT, signal.SIGTERM]:
        status, out, errors = interrupt(number, 'sudoku', many)
        expect('the best so far', status == 128 + number and '"count_complete":false' in out, (status, out[:100], errors))
        expect('it is said', 'stdin: interrupted; the answer holds what was proved' in errors, errors)
    status, out, errors = interrupt(signal.SIGINT, 'gametree', '{"game":"connect4","moves":"444333"}')
    expect('connect four keeps its bounds', status == 130 and '"exact":false' in out, (status, out[:200], errors))


def test_terminal():
    out, terminal = pty.openpty()
    subprocess.run([NASHD, 'solve', 'whist'], input=b'abba', stdout=terminal, check=True)
    seen = os.read(out, 4096)
    os.close(out)
    os.close(terminal)
    expect('text on a terminal', seen.startswith(b'a '), seen)


def test_records(folder):
    file = folder / 'boards.pbn'
    file.write_bytes(b'\xef\xbb\xbf% PBN 2.1\r\n[Board "1"]\r\n' + DEAL.replace('\n', '\r\n').encode() +
                     b'\r\n\r\n[Board "2"]\r\n' + DEAL.encode())
    run = nashd('solve', 'bridge', str(file))
    expect('one JSON object a record', run.returncode == 0 and run.stdout.count('\n') == 2, run.stdout)
    run = nashd('solve', 'bridge', '--text', str(file))
    expect('records as text', run.stdout.count('[DoubleDummyTricks "13121121212121321213"]') == 2, run.stdout)
    expect('an empty line between them', '\n\n[' in run.stdout, run.stdout)
    file.write_text('[Deal "N:nonsense"]\n\n[Board "2"]\n' + DEAL)
    run = nashd('solve', 'bridge', '--text', str(file))
    expect('a faulty record spoils no other', run.returncode == 1 and '[Board "2"]' in run.stdout, run.stdout)
    expect('it stays, with the reason', re.search(r'^\{nashd: invalid-request: .*\}\n\[Deal "N:nonsense"\]\n\n', run.stdout),
           run.stdout)
    expect('its number is named', f'{file}: problem 1: ' in run.stderr, run.stderr)
    run = nashd('solve', 'bridge', '--text', text='{ a comment }\n' + DEAL)
    expect('a comment is no JSON', run.returncode == 0 and run.stdout.startswith('{ a comment }\n[Deal'), run)
    run = nashd('solve', 'bridge', text='% only a remark\n')
    expect('no problem', run.returncode == 1 and 'stdin: no problem found' in run.stderr, run.stderr)


def test_members():
    run = nashd('solve', 'sudoku', '--text', '--with', 'check=true', text='1...............')
    expect('--with', run.returncode == 0 and run.stdout.endswith('completable\n'), run)
    run = nashd('solve', 'matrix', '--json', '--with', 'want=pure', '--with', 'want=dominance', text='2 2  5 4  9 0  1 4  -1 0')
    expect('a name given twice is an array', {'pure', 'dominance'} < set(json.loads(run.stdout)), run)
    run = nashd('solve', 'bridge', '--json', '--with', 'want=table', text=DEAL + '\n' + DEAL)
    expect('beside each record', [set(json.loads(line)) & {'table', 'par'} for line in run.stdout.splitlines()] == [{'table'}] * 2, run)
    many = nashd('solve', 'sudoku', '--with', 'solutions=1000000', '--with', 'timeout_ms=200', text='.' * 625)
    expect('timeout_ms', many.returncode == 0 and 'stopped before the end' in many.stderr, many.stderr)
    ordered = nashd('solve', 'sudoku', '--text', '--seed', '5', text='{"puzzle":"' + '.' * 81 + '","method":"sap"}').stdout
    expect('a seed', nashd('solve', 'sudoku', '--text', '--with', 'method=sap', '--with', 'seed=5', text='.' * 81).stdout == ordered)
    for arguments, text, status, message in [
            (['sudoku', '--with', 'hint'], '', 2, '--with requires NAME=VALUE'),
            (['sudoku', '--with', '=1'], '', 2, '--with requires NAME=VALUE'),
            (['sudoku', '--with', 'hnt=true'], '', 2, '--with: unknown member "hnt"; known: size, box'),
            (['sudoku', '--with', 'hint=7'], '', 2, '--with: member "hint": must be true or false'),
            (['sudoku', '--with', 'puzzle=1'], '', 2, '--with: unknown member "puzzle"'),
            (['sudoku', '--with', 'job={}'], '', 2, 'the members of job are timeout_ms, priority, seed and fresh'),
            (['sudoku', '--with', 'hint=true'], '{"puzzle":"1"}', 2, 'stdin: --with stands beside a text'),
            (['sudoku', '--with', 'box=[2,2]', '--lines'], '{"puzzle":"1"}', 2, 'stdin: --with stands beside a text'),
            (['sudoku', '--with', 'cages=[{"sum":1,"cells":[[9,9]]}]'], '1...............', 1, 'stdin: member "cages": '),
            (['sudoku', '--with', 'hint=true'], '1..', 1, 'stdin: 3 cells were found')]:
        run = nashd('solve', *arguments, text=text)
        expect(' '.join(arguments), run.returncode == status and message in run.stderr, (run.returncode, run.stderr))


class Server:
    """A server with one worker."""

    def __init__(self, folder):
        self.process = subprocess.Popen([NASHD, '--listen', '127.0.0.1:0', '--data', folder / 'data', '--workers', '1'],
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        self.port = int(self.process.stdout.readline().rsplit(':', 1)[1])

    def batch(self, kind, query, form, accept, body):
        connection = http.client.HTTPConnection('127.0.0.1', self.port, timeout=120)
        connection.request('POST', f'/v1/{kind}/batch?{query}', body.encode(), {'Content-Type': form, 'Accept': accept})
        answer = connection.getresponse().read().decode()
        connection.close()
        return answer

    def stop(self):
        self.process.terminate()
        self.process.stdout.close()
        self.process.wait()


LINES = [
    ('sudoku', [], '1...............\n\n# a comment\r\n12..34.......2..\r\n  \n1234\n\t#\n11..............'),
    ('sudoku', ['solutions=100', 'diagonal=true'], '1...............\n....2...........\n12\n'),
    ('sudoku', ['cages=[{"sum":1,"cells":[[9,9]]}]'], '1...............\n'),
    ('sudoku', [], '\n {"puzzle":"1...............","hint":true}\n# none\n{"puzzle":"1"}\n{"puzzle":"12..34..........","job":{"sed":1}}\n{'),
    ('sudoku', [], ''),
    ('whist', ['leader=b'], 'abba\nabc\naabb'),
    ('gametree', [], '((3 5) (2 9))\nnim 3 4 5\nchess\n'),
    ('matrix', ['want=pure'], '2 2  5 4  9 0  1 4  -1 0\n2 2 1\n'),
    ('bridge', ['want=table'], DEAL + '[Board "7"]\n\n[Deal "N:nonsense"]\n\n% a remark\n' + DEAL),
    ('bridge', [], '{"deal":"N:Q6.2.8. 8.J9..4 K.8.9.2 T.4.2.K","want":"table"}\n\n{"deal":""}\n')]


def test_lines(folder):
    server = Server(folder)
    for kind, members, body in LINES:
        form = 'application/x-ndjson' if body.lstrip().startswith('{') else 'text/plain'
        for flag, accept in [('--json', 'application/x-ndjson'), ('--text', 'text/plain')]:
            wanted = server.batch(kind, '&'.join(members), form, accept, body)
            run = nashd('solve', kind, flag, '--lines', *(word for one in members for word in ['--with', one]), text=body)
            plain = [re.sub(r'("\w+_us":)\d+', r'\1N', text) for text in [run.stdout, wanted]]
            expect(f'{kind} {flag} {members}: the lines of a batch', plain[0] == plain[1], plain)
            failed = sum('"error":{' in line or line.startswith(('! ', '{nashd: ')) for line in wanted.splitlines())
            expect(f'{kind} {flag}: the status', run.returncode == (1 if failed else 0), (run.returncode, wanted))
            expect(f'{kind} {flag}: the count', f'stdin: {failed} of ' in run.stderr if failed else run.stderr == '', run.stderr)
    server.stop()
    with subprocess.Popen([NASHD, 'solve', 'whist', '--lines', '--text'], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, text=True) as process:
        for line, answer in [('abba', 'a 1, b 1'), ('aabb', 'a 2, b 0')]:
            process.stdin.write(line + '\n')
            process.stdin.flush()
            seen = process.stdout.readline()
            expect('each line is answered at once', seen.strip() == answer, seen)
        process.send_signal(signal.SIGTERM)
        process.wait()
        expect('a signal ends the wait for a line', process.returncode == 143, process.returncode)


def test_replay(folder):
    """Records are tested by tests/api; here are the words and streams of the command."""
    run = nashd('replay', '--help')
    expect('replay --help', run.returncode == 0 and run.stdout.startswith('usage: nashd replay'), run.stdout)
    answer = json.loads(nashd('solve', 'whist', '--json', text='{"a":[4,1],"b":[3,2]}').stdout)
    record = json.dumps({'record': 1, 'kind': 'whist', 'problem': {'a': [4, 1], 'b': [3, 2]}, 'job': {'result': answer}})
    (folder / 'record.json').write_text(record)
    for arguments in [(), ('-',), (str(folder / 'record.json'),)]:
        run = nashd('replay', *arguments, text='' if arguments and arguments[0] != '-' else record)
        expect(f'replay {arguments}', run.returncode == 0 and run.stdout.endswith('\nverified\n'), (run.stdout, run.stderr))
    answer['tricks']['a'] += 1
    run = nashd('replay', text=json.dumps(json.loads(record) | {'job': {'result': answer}}))
    expect('replay finds a change', run.returncode == 1 and 'DIFFERS: /tricks/a' in run.stdout, (run.stdout, run.stderr))
    run = nashd('replay', str(folder / 'none'))
    expect('replay of no file', run.returncode == 2 and 'none: No such file' in run.stderr, run.stderr)


def test_errors(folder):
    for arguments, status, message in [
            (['solve'], 2, 'usage: nashd solve'),
            (['solve', 'chess'], 2, 'unknown kind "chess"; kinds: sudoku'),
            (['solve', '--fast', 'sudoku'], 2, 'unknown option "--fast"'),
            (['solve', 'sudoku', '--timeout'], 2, '--timeout requires a number'),
            (['solve', 'sudoku', '--seed', '-1'], 2, '--seed requires a number'),
            (['solve', 'sudoku', 'a', 'b'], 2, 'more than one file: "b"'),
            (['solve', 'sudoku', str(folder / 'none')], 1, 'No such file'),
            (['solve', 'sudoku', str(folder)], 1, 'directory'),
            (['--lisen', 'x'], 2, 'unknown option "--lisen"; nashd --help'),
            (['--listen'], 2, '--listen requires a value: HOST:PORT'),
            (['--memory', '12x'], 2, '"12x" is not a size'),
            (['--queue', '0'], 2, '"0" is not a number from 1 to 10000000'),
            (['--log-level', 'loud'], 2, '--log-level loud'),
            (['--config', str(folder / 'none')], 2, 'none: No such file'),
            (['backup'], 2, 'usage: nashd backup'),
            (['top', 'ftp://x'], 2, 'write http://HOST:PORT'),
            (['--healthcheck', 'ftp://x'], 2, 'usage: nashd --healthcheck'),
            (['keygen'], 2, 'usage: nashd keygen'),
            (['keygen', 'a', '--role'], 2, 'usage: nashd keygen'),
            (['keygen', 'a', '--role', 'root'], 2, 'invalid word "role=root"'),
            (['keygen', 'a', '2030-01-01', '--expires', '2031-01-01'], 2, 'repeats a word of the line'),
            (['keygen', '--list', str(folder / 'none')], 1, 'No such file')]:
        run = nashd(*arguments)
        expect(' '.join(arguments), run.returncode == status and message in run.stderr, (run.returncode, run.stderr))
    run = nashd('solve', 'sudoku', text='{"puzzle":"1...............","solutions":"two"}')
    expect('a pointer', run.returncode == 1 and 'stdin: /solutions: ' in run.stderr, run.stderr)
    run = nashd('--queue', '5', '--workers', '9999', env={'NASHD_QUEUE': 'many'})
    expect('a variable is named', run.returncode == 2 and 'NASHD_QUEUE' in run.stderr, run.stderr)
    with open('/dev/full', 'w') as full:
        run = subprocess.run([NASHD, 'solve', 'whist'], input='abba', stdout=full, stderr=subprocess.PIPE, text=True)
    expect('a full disk', run.returncode == 1 and 'stdout' in run.stderr, run.stderr)


def test_config(folder):
    """What --print-config prints is a configuration file that gives the same, but for the origins."""
    file = folder / 'test.conf'
    file.write_text('[Solving]\nqueue = 7 # few\npeer = http://a, http://b\n')
    env = {**os.environ, 'NASHD_WORKERS': '3'}
    first = nashd('--config', str(file), '--public-url', 'a "b" #c', '--print-config', env=env)
    expect('--print-config', first.returncode == 0 and f'# Origin: {file}:2. SIGHUP changes it.\nqueue = 7\n' in first.stdout and
           '# Origin: NASHD_WORKERS.\nworkers = 3\n' in first.stdout and
           '# Origin: command line.\npublic-url = "a \\"b\\" #c"\n' in first.stdout, (first.stdout, first.stderr))
    file.write_text(first.stdout)
    again = nashd('--config', str(file), '--print-config')
    values = [[line for line in run.stdout.split('\n') if not line.startswith('# Origin')] for run in [first, again]]
    expect('it is read back', values[0] == values[1], (again.stdout, again.stderr))
    file.write_text('queue = 7\nlisen = x\n')
    run = nashd('--config', str(file))
    expect('a fault has its line', run.returncode == 2 and
           run.stderr == f'nashd: {file}:2: unknown option "lisen"; the most similar name is "listen"\n', run.stderr)


def test_unit():
    unit = (ROOT / 'deploy/nashd.service').read_text()
    options = re.search(r'(?m)^ExecStart=\S+ (.*)$', unit)[1].replace('/etc/nashd', str(ROOT / 'deploy')).split()
    run = nashd(*options, '--print-config')
    expect('the options of the unit', run.returncode == 0, run.stderr)


def test_help():
    names = re.findall(r'(?m)^  --([\w-]+)', nashd('--help').stdout)
    listed = re.findall(r'(?m)^[A-Z]+\(\w+, "([\w-]+)"', (ROOT / 'src/options.def').read_text())
    expect('--help lists every option', names == listed, names)
    expect('no line of it is wide', all(len(line) <= 100 for line in nashd('--help').stdout.split('\n')))
    page = made('page')
    expect('the page lists every option', re.findall(r'(?m)^### `--([\w-]+)', page) == listed)
    run = nashd('solve', '--help')
    expect('solve --help', run.returncode == 0 and run.stdout.startswith('usage: nashd solve'), run.stdout)
    expect('--version', re.fullmatch(r'nashd \d+\.\d+\.\d+\n', nashd('--version').stdout))


def test_man():
    text = made('man', ROOT / 'docs/command-line.md')
    for words in ['.SH "EXIT STATUS"', '\\fB\\-\\-api\\-keys\\fR', 'NASHD_API_KEYS', 'nashd solve sudoku puzzle.txt']:
        expect('the man page', words in text.replace('\\-t', '-t'), words)
    if shutil.which('groff'):
        run = subprocess.run(['groff', '-man', '-Tutf8', '-ww', '-z'], input=text, capture_output=True, text=True)
        expect('groff has no complaint', run.stderr == '', run.stderr)


def complete(script, *words):
    line = ' '.join(f"'{word}'" for word in words)
    code = f'source {script}; COMP_WORDS=({line}); COMP_CWORD={len(words) - 1}; _nashd; printf "%s\\n" "${{COMPREPLY[@]}}"'
    return subprocess.run(['bash', '-c', code], capture_output=True, text=True, check=True).stdout.split()


def test_completion(folder):
    script = folder / 'nashd'
    script.write_text(made('bash'))
    kinds = re.findall(r'(?m)^NASH_KIND\((\w+)\)', (ROOT / 'src/solvers/registry.def').read_text())
    for words, seen in [(['nashd', 's'], ['solve']), (['nashd', 'r'], ['replay']), (['nashd', 'replay', '--'], ['--json', '--ticks']), (['nashd', 'solve', ''], kinds), (['nashd', 'solve', 'wh'], ['whist']),
                        (['nashd', 'solve', '--t'], ['--text', '--timeout']), (['nashd', 'solve', '--seed', ''], []),
                        (['nashd', 'solve', '--with', ''], []), (['nashd', 'solve', '--l'], ['--lines']),
                        (['nashd', '--log-format', ''], ['text', 'json', 'journal']), (['nashd', '--queue', '5', '--log-l'], ['--log-level']),
                        (['nashd', '--queue', ''], []), (["nashd", "keygen", ""], []),
                        (['nashd', 'h'], ['htp']), (['nashd', 'htp', '--'], ['--engine', '--iterations', '--nodes', '--seed', '--timeout']),
                        (['nashd', 'htp', '--engine', ''], []), (['nashd', 'ma'], ['match']), (['nashd', 'match', 'h'], ['hex']),
                        (['nashd', 'match', 'hex', '--s'], ['--setup', '--size', '--swap', '--sprt', '--seed']),
                        (['nashd', 'b'], ['backup']), (['nashd', 'backup', '--'], ['--config', '--data', '--store']),
                        (['nashd', 'top', '--'], ['--once', '--help']), (['nashd', 'to'], ['top']), (['nashd', 'ch'], ['check']), (['nashd', 'check', '--d'], ['--data']),
                        (['nashd', '--print'], ['--print-config']),
                        (['nashd', 'match', 'hex', '--a', ''], []), (['nashd', 'tr'], ['train']),
                        (['nashd', 'train', 'hex', '--s'], ['--steps', '--seconds', '--seed', '--show']),
                        (['nashd', 'train', 'hex', '--steps', ''], []), (['nashd', 'train', '--out', str(script)], [str(script)]),
                        (['nashd', 'train', 'hex', str(script)], [str(script)])]:
        expect(f'completion of {words}', complete(script, *words) == seen, complete(script, *words))
    for command in ['shellcheck']:
        if shutil.which(command):
            run = subprocess.run([command, script], capture_output=True, text=True)
            expect(command, run.returncode == 0, run.stdout)
    zsh = made('zsh')
    listed = re.findall(r'(?m)^[A-Z]+\(\w+, "([\w-]+)"', (ROOT / 'src/options.def').read_text())
    expect('zsh knows every option', all(f'--{name}[' in zsh for name in listed))
    expect('zsh knows a list', "'*--with[" in zsh and "'--lines[" in zsh)
    expect('zsh knows every kind', f'({" ".join(kinds)})' in zsh)
    if shutil.which('zsh'):
        (folder / '_nashd').write_text(zsh)
        run = subprocess.run(['zsh', '-n', folder / '_nashd'], capture_output=True, text=True)
        expect('zsh reads it', run.returncode == 0, run.stderr)


with tempfile.TemporaryDirectory() as name:
    folder = pathlib.Path(name)
    test_forms()
    test_demo()
    test_job()
    test_signals()
    test_terminal()
    test_records(folder)
    test_members()
    test_lines(folder)
    test_replay(folder)
    test_errors(folder)
    test_config(folder)
    test_unit()
    test_help()
    test_man()
    test_completion(folder)
print('\n'.join(failures) or 'the command line behaves')
sys.exit(1 if failures else 0)

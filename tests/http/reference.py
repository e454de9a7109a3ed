#!/usr/bin/python3
"""Sends the requests of independent HTTP test suites to a server: reference.py NASHD CASES

CASES is a JSON list, kept outside the project: each case has the bytes of a request and what RFC 9110 and RFC 9112
allow as the answer. A case of level MUST that is answered otherwise fails the test; a SHOULD is only reported.
Exit status: 0 all hold, 1 some fail, 77 there is no such file."""
import base64
import concurrent.futures
import json
import pathlib
import re
import socket
import sys
import tempfile
import time
import zlib

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / 'docs'))
from play import Server  # noqa: E402

PATIENCE_S = 30  # for an answer that must come; the server of a sanitizer build is slow
QUIET_S = 0.5  # without a byte, after which no further answer is expected


class Connection:
    """Reads the responses of one connection by RFC 9112, sharing no code with the server."""

    def __init__(self, address):
        host, port = address.split(':')
        self.socket = socket.create_connection((host, int(port)))
        self.data, self.closed = b'', False

    def send(self, data):
        try:
            self.socket.sendall(data)
        except OSError:
            pass  # the server has answered and closed

    def more(self, seconds):
        """Reads further bytes. Returns False if none arrive in time, or the server has closed."""
        if self.closed:
            return False
        self.socket.settimeout(seconds)
        try:
            got = self.socket.recv(65536)
        except TimeoutError:
            return False
        except OSError:
            got = b''
        self.closed = got == b''
        self.data += got
        return not self.closed

    def until(self, found):
        while not found():
            if not self.more(PATIENCE_S):
                return False
        return True

    def take(self, size):
        part, self.data = self.data[:size], self.data[size:]
        return part

    def body(self, fields):
        if fields.get('transfer-encoding') == 'chunked':
            body = b''
            while self.until(lambda: b'\r\n' in self.data):
                size = int(self.take(self.data.index(b'\r\n') + 2), 16)
                if not self.until(lambda: len(self.data) >= size + 2):
                    break
                body += self.take(size + 2)[:size]
                if size == 0:
                    return body
            raise ValueError('chunks end early')
        if 'content-length' not in fields:
            while self.more(PATIENCE_S):
                pass
            return self.take(len(self.data))
        size = int(fields['content-length'])
        if not self.until(lambda: len(self.data) >= size):
            raise ValueError('the body ends early')
        return self.take(size)

    def response(self, is_head, patience):
        """Returns (status, fields, body), or None if there is no further response."""
        if not self.data and not self.more(patience):
            return None
        if not self.until(lambda: b'\r\n\r\n' in self.data):
            raise ValueError(f'the response has no end: {self.data[:200]!r}')
        lines = self.take(self.data.index(b'\r\n\r\n') + 4).decode('latin-1').split('\r\n')
        found = re.fullmatch(r'HTTP/1\.[01] (\d{3}) .*', lines[0])
        if not found:
            raise ValueError(f'not a status line: {lines[0]!r}')
        fields = {}
        for line in lines[1:-2]:
            name, value = line.split(':', 1)
            if name.lower() in ('content-length', 'transfer-encoding') and name.lower() in fields:
                raise ValueError(f'{name} is given twice')
            fields[name.lower()] = value.strip()
        status = int(found[1])
        bare = is_head or status < 200 or status in (204, 304)
        return status, fields, b'' if bare else self.body(fields)


def bytes_of(case, name):
    data = base64.b64decode(case.get(name, ''))
    return zlib.decompress(data) if name == 'raw' and case.get('raw_zlib') else data


def answers(case, connection):
    """Sends the request, and returns the final responses and the statuses of the interim ones."""
    expected, then, final, interim = case['expected'], bytes_of(case, 'then'), [], []
    raw = bytes_of(case, 'raw')
    connection.send(raw)
    if then and expected.get('then_now'):
        time.sleep(0.05)
        connection.send(then)
        then = b''
    while True:
        wanted = expected.get('min_responses', 0 if expected.get('silent') == 'any' else 1)
        is_head = not final and raw.lstrip().startswith(b'HEAD ')
        response = connection.response(is_head, PATIENCE_S if len(final) < wanted else QUIET_S)
        if response is not None and response[0] < 200:
            interim.append(response[0])
        elif response is not None:
            final.append(response)
        elif then and not connection.closed:
            connection.send(then)
            then = b''
        else:
            return final, interim


def check_fields(fields, patterns):
    for name, pattern in patterns.items():
        value = fields.get(name)
        if (value is None) != (pattern is None) or (pattern is not None and not re.search(pattern, value)):
            yield f'{name} is {value!r}'


def check_follow_up(expected, final, connection):
    if expected.get('in_step') and len(final) > 1 and final[1][0] != 200:
        yield f'the request after it got {final[1][0]}'
    if expected.get('in_step') and len(final) < 2 and not connection.closed:
        yield 'the request after it got no response'
    if len(final) > 1 and 'next' in expected and final[1][0] not in expected['next']:
        yield f'the request after it got {final[1][0]}, not one of {expected["next"]}'
    if len(final) > 1 and expected.get('next_has', '').encode() not in final[1][2]:
        yield 'the response to the request after it is another one'


def check(case, connection):
    """Yields what is wrong with the answer to a case."""
    expected = case['expected']
    final, interim = answers(case, connection)
    count = len(final)
    if count == 0:
        if expected.get('silent') != 'any' and not (expected.get('silent') == 'close' and connection.closed):
            yield 'no response'
        return
    status, fields, body = final[0]
    if status not in expected['codes']:
        yield f'status {status}, not one of {expected["codes"]}'
    if not expected.get('min_responses', 1) <= count <= expected['max_responses']:
        yield f'{count} responses'
    if expected.get('close'):
        connection.more(PATIENCE_S)
        if not connection.closed:
            yield 'the connection is not closed'
    if status >= 400 and fields.get('content-type') != 'application/problem+json':
        yield f'an error as {fields.get("content-type")}'
    if expected.get('solved') and b'"status":"succeeded"' not in body:
        yield f'not solved: {body[:200]!r}'
    if 'interim' in expected and bool(interim) != expected['interim']:
        yield f'interim responses {interim}'
    yield from check_fields(fields, expected.get('header', {}))
    if status == 204:
        yield from check_fields(fields, expected.get('header204', {}))
    yield from check_follow_up(expected, final, connection)


def run(case, address):
    """Returns the complaints about one case."""
    connection = Connection(address)
    try:
        return list(check(case, connection))
    except ValueError as error:
        return [str(error)]
    finally:
        connection.socket.close()


def main():
    nashd, path = sys.argv[1], pathlib.Path(sys.argv[2])
    if not path.exists():
        print(f'skipped: the reference data is absent ({path})')
        sys.exit(77)
    cases = json.loads(path.read_text())
    with tempfile.TemporaryDirectory() as folder:
        server = Server(nashd, pathlib.Path(folder))
        with concurrent.futures.ThreadPoolExecutor(64) as pool:
            results = list(pool.map(lambda case: run(case, server.address), cases))
        server.stop()
    failed = {'MUST': 0, 'SHOULD': 0}
    for case, complaints in zip(cases, results):
        if complaints:
            failed[case['requirement']['level']] += 1
            print(f'{case["requirement"]["level"]} {case["id"]} ({case["requirement"]["section"]}): {"; ".join(complaints)}')
            print(f'    {bytes_of(case, "raw")[:300]!r}')
    print(f'{len(cases)} cases; {failed["MUST"]} MUST and {failed["SHOULD"]} SHOULD are not held')
    sys.exit(1 if failed['MUST'] else 0)


main()

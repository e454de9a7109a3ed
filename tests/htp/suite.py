#!/usr/bin/python3
"""Runs HTP suites: suite.py [--times] [--only REGEX] NASHD [OPTION...] SUITE.tst...

A suite has commands, as HTP has them, and after some of them a line "#? [REGEX]", which the whole reply must match. Each
suite is sent unchanged, line by line, to a "nashd htp OPTION..." of its own that runs in the suite's folder. A command
that fails counts as wrong, unless its line "#? [...]" matches. A reply that begins with "unknown" is counted apart:
--timeout MS as an OPTION limits each search.

--times prints the seconds of each checked command. --only sends commands with numbers only if the number matches.
Exit status: 0 all right, 1 something wrong or unknown, 77 no suite is there."""
import os
import pathlib
import re
import subprocess
import sys
import time


class Suite:
    def __init__(self, nashd, options, path):
        self.path, self.right, self.wrong, self.unknown = path, 0, [], []
        self.program = subprocess.Popen([nashd, 'htp', *options], cwd=path.parent, text=True, stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE)

    def ask(self, line):
        """Sends a line; returns (succeeded, text) of its reply."""
        self.program.stdin.write(line + '\n')
        self.program.stdin.flush()
        lines = []
        while True:
            got = self.program.stdout.readline()
            if got == '':
                return False, f'the program ended with status {self.program.wait()}'
            if got == '\n' and len(lines) > 0:
                break
            lines.append(got.rstrip('\n'))
        reply = re.match(r'([=?])(\d*) ?(.*)', '\n'.join(lines), re.S)
        number = re.match(r'\d*', line.lstrip())[0]
        if not reply or reply[2] != number:
            return False, f'this is no reply to command {number}: {lines}'
        return reply[1] == '=', reply[3].strip()

    def check(self, line, expected, succeeded, text, seconds, times):
        what = f'{self.path.name}: {line}'
        if times and expected:
            print(f'{seconds:8.2f} s  {what}: {text}', flush=True)
        if text.startswith('unknown') and (not expected or not re.fullmatch(expected, text, re.S)):
            self.unknown.append(what)
        elif re.fullmatch(expected, text, re.S) if expected is not None else succeeded:
            self.right += expected is not None
        else:
            self.wrong.append(f'{what}: {"=" if succeeded else "?"} {text!r}' + (f', not {expected!r}' if expected else ''))

    def run(self, times, only):
        pending = None
        for line in self.path.read_text().splitlines():
            found = re.match(r'#\? \[(.*)\]\*?$', line.strip())
            words = line.split('#')[0].strip()
            if found and pending:
                self.check(pending[0], found[1], *pending[1:], times)
                pending = None
            elif words:
                if pending:
                    self.check(pending[0], None, *pending[1:], times)
                    pending = None
                if only and re.match(r'\d', words) and not re.fullmatch(only, words.split()[0]):
                    continue
                begin = time.monotonic()
                pending = (words, *self.ask(line), time.monotonic() - begin)
            elif self.program.poll() is None and not (pending and pending[0].endswith('quit')):
                self.program.stdin.write(line + '\n')
        if pending:
            self.check(pending[0], None, *pending[1:], times)
        try:
            self.program.stdin.close()
        except BrokenPipeError:
            pass  # comments behind "quit"
        if self.program.wait() != 0:
            self.wrong.append(f'{self.path.name}: exit status {self.program.returncode}')
        for line in self.wrong:
            print('wrong:', line)
        for line in self.unknown:
            print('unknown:', line)
        print(f'{self.path.name}: {self.right} right, {len(self.wrong)} wrong, {len(self.unknown)} unknown', flush=True)
        return not self.wrong and not self.unknown


def main(arguments):
    times, only = False, None
    while arguments[0].startswith('--'):
        times |= arguments[0] == '--times'
        if arguments[0] == '--only':
            only = arguments.pop(1)
        arguments.pop(0)
    nashd = os.path.abspath(arguments.pop(0))
    options = arguments[:next(i for i, word in enumerate(arguments) if word.endswith('.tst'))]
    paths = [pathlib.Path(word) for word in arguments[len(options):]]
    if not any(path.exists() for path in paths):
        print('skipped: no reference data at', *paths)
        return 77
    results = [Suite(nashd, options, path).run(times, only) for path in paths if path.exists()]
    return 0 if all(results) else 1


if __name__ == '__main__':
    sys.exit(main(sys.argv[1:]))

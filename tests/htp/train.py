#!/usr/bin/python3
"""Tests nashd train: train.py NASHD

A training writes its checkpoints, and goes on from them as if it had never stopped, whether a signal ended it or a kill; what
it writes is whole at any moment; and what a command line gets wrong is named."""
import base64
import hashlib
import json
import os
import pathlib
import signal
import struct
import subprocess
import sys
import tempfile
import time

from check import expect, report

NASHD = os.path.abspath(sys.argv[1])
SETTINGS = {'size': 3, 'net': {'layers': 2, 'channels': 16, 'residual': False}, 'batch': 16, 'games': 4, 'simulations': 8,
            'evaluate': 10, 'evaluate_games': 4, 'reference_iterations': 20}
LEARNT = ['weights', 'optimiser', 'replay']


def train(folder, *options, config=None, **more):
    words = [NASHD, 'train', 'hex'] + ([] if config is None else ['-']) + list(map(str, options))
    return subprocess.run(words, input=None if config is None else json.dumps(config), capture_output=True, text=True, cwd=folder,
                          timeout=100, check=False, **more)


def parts(path):
    """The hashes of the parts of a checkpoint."""
    data = path.read_bytes()
    expect(f'{path.name} begins as a checkpoint', data[:8] == b'nashckp1', data[:8])
    length = struct.unpack('<I', data[8:12])[0]
    header = json.loads(data[12:12 + length])
    first = (12 + length + 63) // 64 * 64
    return {part['name']: hashlib.sha256(data[first + part['offset']:first + part['offset'] + part['length']]).hexdigest()
            for part in header['parts']}


def learnt(path):
    found = parts(path)
    return [found.get(name) for name in LEARNT]


def test_whole(folder):
    run = train(folder, '--out', 'whole', '--seed', 7, '--json', config={'train': {**SETTINGS, 'steps': 60}})
    expect('a training ends with status 0', run.returncode == 0, run)
    result = json.loads(run.stdout)
    expect('its result has all steps', result['finished'] and result['step'] == 60 and len(result['curve']) == 6, result)
    for name, path in [('latest', 'whole'), ('best', 'whole.best')]:
        data = (folder / path).read_bytes()
        expect(f'{name} is the file', result[name]['sha256'] == hashlib.sha256(data).hexdigest() and
               result[name]['bytes'] == len(data), result[name])
    lines = [line.split() for line in run.stderr.splitlines()]
    expect('each point has a line', [int(words[0]) for words in lines if words and words[0].isdigit() and len(words) > 5] ==
           [point['step'] for point in result['curve']], run.stderr)
    over_http = json.loads(subprocess.run([NASHD, 'solve', 'hex', '--json', '--seed', '7'], capture_output=True, text=True, check=True,
                                          input=json.dumps({'train': {**SETTINGS, 'steps': 60}})).stdout)
    curve = [[point[name] for name in ['step', 'loss', 'resistance', 'uct']] for point in result['curve']]
    expect('it is that of the request', curve == [[point[name] for name in ['step', 'loss', 'resistance', 'uct']]
                                                  for point in over_http['curve']], over_http['curve'])


def test_goes_on(folder):
    run = train(folder, '--out', 'part', '--seed', 7, '--steps', 30, config={'train': {**SETTINGS, 'steps': 60}})
    expect('--steps replaces those of the request', run.returncode == 0 and 'after 30 steps' in run.stdout, run)
    run = train(folder, '--from', 'part', '--steps', 60)
    expect('a checkpoint is enough to go on', run.returncode == 0, run)
    expect('what goes on is the same', learnt(folder / 'part') == learnt(folder / 'whole'), run)
    expect('and so is the best', parts(folder / 'part.best') == parts(folder / 'whole.best'), run)
    run = train(folder, '--from', 'part')
    expect('a training that is done has nothing to do', run.returncode == 0 and 'after 60 steps' in run.stdout, run)


def started(folder, *options, config):
    process = subprocess.Popen([NASHD, 'train', 'hex', '-', *map(str, options)], stdin=subprocess.PIPE, stdout=subprocess.PIPE,
                               stderr=subprocess.PIPE, text=True, cwd=folder)
    process.stdin.write(json.dumps(config))
    process.stdin.close()
    return process


def wait_for(path, process):
    end = time.monotonic() + 60
    while not path.exists() and process.poll() is None and time.monotonic() < end:
        time.sleep(0.005)


def test_signal(folder):
    config = {'train': {**SETTINGS, 'steps': 100000}}
    process = started(folder, '--out', 'cut', '--seed', 7, config=config)
    wait_for(folder / 'cut', process)
    process.send_signal(signal.SIGINT)
    output = process.stdout.read()
    expect('Ctrl-C is status 130', process.wait(60) == 130 and 'stopped after' in output, output)
    steps = int(output.split('stopped after ')[1].split()[0])
    run = train(folder, '--from', 'cut', '--steps', steps + 20)
    whole = train(folder, '--out', 'uncut', '--steps', steps + 20, '--seed', 7, config=config)
    expect('both end', run.returncode == 0 and whole.returncode == 0, (run, whole))
    expect('a signal loses nothing', learnt(folder / 'cut') == learnt(folder / 'uncut'), (run, whole))


def test_kill(folder):
    """Whatever moment a training is killed at, its file is a whole checkpoint."""
    for number in range(8):
        name = f'killed{number}'
        process = started(folder, '--out', name, config={'train': {**SETTINGS, 'steps': 100000, 'evaluate': 1, 'evaluate_games': 1}})
        wait_for(folder / name, process)
        time.sleep(0.013 * number)
        process.kill()
        process.wait()
        process.stdout.close()
        process.stderr.close()
        shown = subprocess.run([NASHD, 'train', '--show', folder / name], capture_output=True, text=True, check=False)
        expect('a killed training leaves a whole checkpoint', shown.returncode == 0 and 'training' in json.loads(shown.stdout), shown)


def test_show(folder):
    shown = subprocess.run([NASHD, 'train', '--show', folder / 'whole'], capture_output=True, text=True, check=False)
    about = json.loads(shown.stdout)
    data = (folder / 'whole').read_bytes()
    expect('--show', about['sha256'] == hashlib.sha256(data).hexdigest() and about['bytes'] == len(data), about)
    expect('--show has the settings and the curve', about['training']['train']['batch'] == 16 and len(about['training']['curve']) == 6, about)
    expect('--show has the net', about['net']['layers'] == 2 and about['parts']['weights'] == 4 * about['weights'], about)
    (folder / 'damaged').write_bytes(data[:200] + bytes([data[200] ^ 1]) + data[201:])
    (folder / 'short').write_bytes(data[:-1])
    for name in ['damaged', 'short']:
        shown = subprocess.run([NASHD, 'train', '--show', folder / name], capture_output=True, text=True, check=False)
        expect(f'{name} is refused', shown.returncode == 1 and name in shown.stderr and shown.stdout == '', shown)
        run = train(folder, '--from', name, '--out', 'new')
        expect(f'{name} is no start', run.returncode == 1 and name in run.stderr and not (folder / 'new').exists(), run)


def test_net(folder):
    """The network of a checkpoint plays, and equal weights give equal bytes."""
    for options, name in [(['whole.best'], 'whole.best.net'), (['whole.best', '--out', 'other.net'], 'other.net')]:
        run = subprocess.run([NASHD, 'train', '--export-net', *options], capture_output=True, text=True, cwd=folder, check=False)
        expect('--export-net', run.returncode == 0 and (folder / name).exists(), run)
    net = (folder / 'other.net').read_bytes()
    expect('twice the same', net == (folder / 'whole.best.net').read_bytes() and net[:8] == b'nashhex1', net[:8])
    request = {'size': 3, 'engine': 'dqn', 'net': base64.b64encode(net).decode()}
    run = subprocess.run([NASHD, 'solve', '--json', 'hex'], input=json.dumps(request), capture_output=True, text=True, check=False)
    expect('it plays', run.returncode == 0 and json.loads(run.stdout)['move'], run)
    run = subprocess.run([NASHD, 'train', '--export-net', 'damaged'], capture_output=True, text=True, cwd=folder, check=False)
    expect('a damaged one does not', run.returncode == 1 and not (folder / 'damaged.net').exists(), run)


def test_mistakes(folder):
    config = {'train': {**SETTINGS, 'steps': 10}}
    run = train(folder, '--out', 'whole', config=config)
    expect('a file of another training stays', run.returncode == 1 and 'whole exists' in run.stderr, run)
    for options, words in [(['--steps'], '--steps requires a value'), (['--steps', 'x'], '--steps requires a number'),
                           (['--speed', '1'], 'unknown option "--speed"'), (['a', 'b'], 'unexpected word "b"')]:
        run = train(folder, *options)
        expect(f'{options}: usage', run.returncode == 2 and words in run.stderr, run)
    run = subprocess.run([NASHD, 'train'], capture_output=True, text=True, check=False)
    expect('no game: usage', run.returncode == 2 and run.stderr.startswith('usage:'), run)
    for bad, words in [({'train': {'size': 1}}, '/train/size'), ({'size': 3}, 'train'), ({'train': {}, 'from': ''}, 'from'),
                       ({'train': {'simulations': 8, 'recipe': 'seed'}}, '/train/simulations')]:
        run = train(folder, '--out', 'new', config=bad)
        expect(f'{bad} is refused', run.returncode == 1 and words in run.stderr and not (folder / 'new').exists(), run)
    for text in ['', '{', '[]']:
        (folder / 'text').write_text(text)
        run = train(folder, 'text', '--out', 'new')
        expect(f'{text!r} is refused', run.returncode == 1 and 'text' in run.stderr and not (folder / 'new').exists(), run)
    run = train(folder, 'missing', '--out', 'new')
    expect('a missing file is named', run.returncode == 1 and 'missing: No such file' in run.stderr, run)
    run = train(folder, '--out', 'no/such/folder', config=config)
    expect('a file that cannot be written ends the training', run.returncode == 1 and 'no/such/folder' in run.stderr, run)


def main():
    with tempfile.TemporaryDirectory() as name:
        folder = pathlib.Path(name)
        for test in [test_whole, test_goes_on, test_signal, test_kill, test_show, test_net, test_mistakes]:
            test(folder)
        expect('no file is left beside the checkpoints', not list(folder.glob('*.tmp')) or
               all('killed' in path.name for path in folder.glob('*.tmp')), list(folder.iterdir()))
    return report()


sys.exit(main())

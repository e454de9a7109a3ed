// Starts a nashd on a free port with a new data folder, and stops it.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createHash } from 'node:crypto';

export class Daemon {
    // program may be a command with arguments, as a list. key, if given, is the only valid API key; peerKey is the shared
    // secret of a cluster.
    static async start(program, { args = [], key, peerKey } = {}) {
        const daemon = new Daemon();
        daemon.folder = mkdtempSync(join(tmpdir(), 'nashd-contract-'));
        const [command, ...first] = program;
        const options = [...first, '--listen', '127.0.0.1:0', '--data', join(daemon.folder, 'data'), ...args];
        if (key) {
            const file = join(daemon.folder, 'keys');
            writeFileSync(file, `contract ${createHash('sha256').update(key).digest('hex')}\n`, { mode: 0o600 });
            options.push('--api-keys', file);
        }
        if (peerKey) {
            const file = join(daemon.folder, 'peer-key');
            writeFileSync(file, `${peerKey}\n`, { mode: 0o600 });
            options.push('--peer-key', file);
        }
        daemon.process = spawn(command, options, { stdio: ['ignore', 'pipe', 'pipe'] });
        daemon.log = '';
        daemon.process.stderr.on('data', (text) => { daemon.log = (daemon.log + text).slice(-20000); });
        daemon.ended = new Promise((resolve) => daemon.process.on('exit', (code, signal) => resolve({ code, signal })));
        daemon.port = await daemon.#listening();
        return daemon;
    }

    #listening() {
        return new Promise((resolve, reject) => {
            const lines = createInterface({ input: this.process.stdout });
            lines.on('line', (line) => {
                const found = /^nashd listening on http:\/\/[^ ]*:([0-9]+)$/.exec(line);
                if (found)
                    resolve(Number(found[1]));
            });
            this.process.on('error', reject);
            this.ended.then(({ code, signal }) =>
                reject(new Error(`the server ended (${signal ?? code}) before it listened:\n${this.log}`)));
        });
    }

    get alive() {
        return this.process.exitCode === null && this.process.signalCode === null;
    }

    terminate() {
        this.process.kill('SIGTERM');
    }

    // Stops the server; an exit code other than 0 is an error.
    async stop() {
        this.terminate();
        const timer = setTimeout(() => this.process.kill('SIGKILL'), 60000);
        const { code, signal } = await this.ended;
        clearTimeout(timer);
        rmSync(this.folder, { recursive: true, force: true });
        if (code !== 0)
            throw new Error(`the server ended with ${signal ?? code}:\n${this.log}`);
    }
}

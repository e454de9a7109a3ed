// The nashd under test, on a free port with a new data folder; it can be killed and restarted with the same port and
// folder.
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

export class Server {
  static async start(args = []) {
    const server = new Server();
    server.folder = mkdtempSync(join(tmpdir(), 'nashd-browser-'));
    server.args = args;
    await server.begin();
    return server;
  }

  async begin() {
    const listen = `127.0.0.1:${this.port ?? 0}`;
    this.process = spawn(process.env.NASHD, ['--listen', listen, '--data', this.folder, '--log-level', 'error', ...this.args],
      { stdio: ['ignore', 'pipe', 'inherit'] });
    this.ended = new Promise((resolve) => this.process.on('exit', (code, signal) => resolve({ code, signal })));
    this.url = await new Promise((resolve, reject) => {
      createInterface({ input: this.process.stdout }).on('line', (line) => {
        const found = /^nashd listening on (http:\/\/.*)$/.exec(line);
        if (found) resolve(found[1]);
      });
      this.process.on('error', reject);
      this.ended.then(({ code, signal }) => reject(new Error(`the server ended (${signal ?? code}) before it listened`)));
    });
    this.port = new URL(this.url).port;
  }

  async kill(signal = 'SIGKILL') {
    this.process.kill(signal);
    await this.ended;
  }

  async stop() {
    await this.kill('SIGTERM');
    rmSync(this.folder, { recursive: true, force: true });
  }

  // Posts a problem and returns the job.
  async post(kind, problem, { wait = 0 } = {}) {
    const reply = await fetch(`${this.url}/v1/${kind}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Prefer: wait ? `wait=${wait}` : 'respond-async' },
      body: JSON.stringify(problem)
    });
    return reply.json();
  }
}

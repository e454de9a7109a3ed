// Phones that join a server, and boards for them to play.
import http from 'node:http';
import net from 'node:net';
import { open, phone } from './browser.mjs';
import { atEnd } from './end.mjs';

// Returns a link for joining; each phone needs its own.
export async function invite(server, at = server.url) {
  const reply = await fetch(`${server.url}/v1/shards/invitations`, { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{}' });
  const { token } = await reply.json();
  return `${at}/join#${token}`;
}

export const state = (page, name) => page.locator(`body[data-state="${name}"]`).waitFor();
export const members = async (server) => (await (await fetch(`${server.url}/v1/shards`)).json()).members;

// Returns the page of a phone that has joined and waits for a game.
export async function join(t, browser, server, { at, ...options } = {}) {
  const page = await open(t, browser, await invite(server, at), { ...phone, ...options });
  await state(page, 'waiting');
  return page;
}

// Returns a 25x25 board with this share of its cells given, one for each seed: a regular pattern whose letters, rows
// and columns are shuffled within and among the boxes.
export function board(share, seed) {
  let state = seed;
  const chance = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32;
  const shuffled = (list) => list.map((item) => [chance(), item]).sort(([a], [b]) => a - b).map(([, item]) => item);
  const five = [0, 1, 2, 3, 4], order = () => shuffled(five).flatMap((box) => shuffled(five).map((i) => 5 * box + i));
  const letters = shuffled([...'ABCDEFGHIJKLMNOPQRSTUVWXY']), rows = order(), columns = order();
  return rows.flatMap((row) => columns.map((column) =>
    (chance() < share ? letters[(row % 5 * 5 + Math.floor(row / 5) + column) % 25] : '.'))).join('');
}

// A proxy between phones and the server whose connections can be cut, and kept cut.
export class Wire {
  static async start(server) {
    const wire = new Wire(), ends = wire.ends = new Set();
    wire.whole = true;
    wire.net = net.createServer((near) => {
      if (!wire.whole) return near.destroy();
      const far = net.connect(server.port, '127.0.0.1');
      for (const [end, other] of [[near, far], [far, near]]) {
        ends.add(end);
        end.setNoDelay();
        end.on('error', () => {});
        end.on('close', () => { ends.delete(end); other.destroy(); });
        end.pipe(other);
      }
      return undefined;
    });
    await new Promise((resolve) => { wire.net.listen(0, '127.0.0.1', resolve); });
    wire.url = `http://127.0.0.1:${wire.net.address().port}`;
    return wire;
  }

  cut() {
    this.whole = false;
    for (const end of this.ends) end.destroy();
  }

  mend() {
    this.whole = true;
  }

  async stop() {
    this.cut();
    await new Promise((resolve) => { this.net.close(resolve); });
  }
}

// Returns a proxy that simulates a browser without a feature: its workers begin by deleting `name`. (A script made by
// the test driver could do that too, but such a worker may not open sockets to this machine.)
export async function lacking(t, server, name) {
  const to = (request) => ({ host: '127.0.0.1', port: server.port, method: request.method, path: request.url, headers: { ...request.headers, 'accept-encoding': 'identity' } });
  const proxy = http.createServer((request, reply) => {
    const onward = http.request(to(request), (said) => {
      const worker = /phone-worker/.test(request.url), begin = worker ? `delete self.${name};` : '';
      reply.writeHead(said.statusCode, { ...said.headers, ...(worker && { 'content-length': Number(said.headers['content-length']) + begin.length }) });
      reply.write(begin);
      said.pipe(reply);
    });
    onward.on('error', () => reply.destroy());
    reply.on('close', () => onward.destroy());
    request.pipe(onward);
  });
  proxy.on('upgrade', (request, near, head) => {
    const onward = http.request(to(request));
    onward.on('upgrade', (said, far, first) => {
      const lines = Object.entries(said.headers).map(([key, value]) => `${key}: ${value}\r\n`).join('');
      near.write(`HTTP/1.1 101 Switching Protocols\r\n${lines}\r\n`);
      near.write(first);
      far.write(head);
      for (const [end, other] of [[near, far], [far, near]]) end.on('error', () => {}).on('close', () => other.destroy()).pipe(other);
    });
    onward.on('error', () => near.destroy());
    onward.end();
  });
  await new Promise((resolve) => { proxy.listen(0, '127.0.0.1', resolve); });
  atEnd(t, () => { proxy.closeAllConnections(); proxy.close(); });
  return `http://127.0.0.1:${proxy.address().port}`;
}

// The connection between a phone and its hub: a WebSocket, or long-polling POSTs if sockets are impossible (an old
// browser, a proxy that blocks them). It runs in the worker.
//
// The session keeps this phone the same member after a disconnection. The browser does not report why a socket failed
// to open, so the session is checked by a POST: if it is refused, the member is gone for good; if it is accepted,
// sockets are blocked, and POSTs are used from then on; without an answer, the link retries with growing delays.
import { LEAVE, VERSION, bare, join, split } from './message.js';

const PROTOCOL = 'nashd.shard.1', TYPE = 'application/vnd.nashd.shard';
const PAUSES_MS = [0, 250, 500, 1000, 2000, 4000];
const OPEN_MS = 5000, POST_MS = 30000; // a socket that does not open, a POST without an answer: lost
const WAITS_MS = 300; // a POST not refused within this time is waiting at the hub

const pause = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

export class Link {
  // base: the hub's address; member, session: from POST …/members. onMessage(message) receives a whole message; onState(state,
  // detail): 'up' (detail: 'socket' or 'posts'), 'lost', 'away' (detail: the reason).
  constructor({ base, member, session }, onMessage, onState) {
    Object.assign(this, { base, member, session, onMessage, onState });
    this.posts = typeof WebSocket === 'undefined';
    this.out = []; // messages for the next POST
    this.socket = null;
    this.over = false;
    this.is = 'new';
    this.failures = 0;
    this.lastMessageAt = 0; // time of the last message
    this.nudge = this.drop = () => {};
  }

  get path() { return `${this.base}v1/shards/members/${this.member}`; }

  async run() {
    while (!this.over) {
      await (this.posts ? this.poll() : this.listen());
      if (this.over) return;
      this.is = 'lost';
      this.onState('lost');
      const wait = PAUSES_MS[Math.min(this.failures++, PAUSES_MS.length - 1)];
      await Promise.race([pause(wait * (0.75 + Math.random() / 2)), new Promise((resolve) => { this.nudge = resolve; })]);
    }
  }

  up(way) {
    if (this.is === 'up') return;
    this.is = 'up';
    this.failures = 0;
    this.onState('up', way);
  }

  end(why) {
    if (this.over) return;
    this.over = true;
    this.onState('away', why);
  }

  // ---- by WebSocket ----

  // Opens a socket; resolves when it is closed, or abandoned by refresh().
  async listen() {
    const address = `${this.path}/socket?session=${encodeURIComponent(this.session)}`.replace(/^http/, 'ws');
    const socket = this.socket = new WebSocket(address, PROTOCOL);
    const late = setTimeout(() => socket.close(), OPEN_MS);
    let opened = false;
    socket.binaryType = 'arraybuffer';
    const { code, reason } = await new Promise((resolve) => {
      this.drop = resolve;
      socket.onopen = () => { clearTimeout(late); opened = true; this.up('socket'); };
      socket.onmessage = ({ data }) => this.got(new Uint8Array(data));
      socket.onclose = resolve;
    });
    clearTimeout(late);
    socket.onmessage = socket.onclose = null;
    this.socket = null;
    if (code >= 4000 || code === 1008) this.end({ code, detail: reason });
    else if (!opened && await this.known()) this.posts = true;
  }

  // Checks the session; true if the hub still has it.
  async known() {
    try {
      const reply = await fetch(`${this.base}v1/shards/members`, {
        method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ kind: 'phone', version: VERSION, session: this.session })
      });
      if (reply.status >= 400 && reply.status < 500 && reply.status !== 429) this.end(await problemOf(reply));
      return reply.ok;
    } catch {
      return false;
    }
  }

  // ---- by POSTs ----

  async poll() {
    while (!this.over) {
      const control = new AbortController(), sent = this.out;
      const late = setTimeout(() => control.abort(), POST_MS), waits = setTimeout(() => this.up('posts'), WAITS_MS);
      this.out = [];
      try {
        const reply = await fetch(`${this.path}/messages`, {
          method: 'POST', headers: { 'Content-Type': TYPE, Authorization: `Bearer ${this.session}` }, body: join(sent), signal: control.signal
        });
        if (reply.ok) {
          this.up('posts');
          for (const message of split(new Uint8Array(await reply.arrayBuffer()))) this.got(message);
        } else if (reply.status === 409) {
          continue; // an answer of an old epoch: the hub would drop it
        } else if (reply.status < 500 && reply.status !== 429) {
          return this.end(await problemOf(reply));
        } else return undefined;
      } catch {
        return undefined;
      } finally {
        clearTimeout(waits);
        clearTimeout(late);
      }
    }
    return undefined;
  }

  // ---- both ----

  got(message) {
    this.lastMessageAt = performance.now();
    this.onMessage(message);
  }

  send(message) {
    if (this.posts) this.out.push(message);
    else if (this.socket?.readyState === 1) this.socket.send(message);
  }

  // Retries at once instead of after the delay.
  wake() {
    this.failures = 0;
    this.nudge();
  }

  // Replaces a socket without messages for silent_ms: after a sleep or a change of networks it may be dead without an
  // error.
  refresh(silent_ms) {
    if (this.socket?.readyState !== 1 || performance.now() - this.lastMessageAt < silent_ms) return;
    this.socket.close();
    this.drop({ code: 0 });
  }

  // Sends LEAVE. The session may return later with another link.
  leave() {
    this.over = true;
    this.send(bare(LEAVE));
    this.socket?.close(1000);
    this.nudge();
  }
}

export async function problemOf(reply) {
  try {
    const { status, type, detail } = await reply.json();
    return { status: status ?? reply.status, type, detail };
  } catch {
    return { status: reply.status };
  }
}

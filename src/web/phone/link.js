// The way from a phone to its hub and back: a WebSocket, or POSTs that wait for their answer where there is none (an old
// browser, a proxy that lets nothing else through). Lives in the worker.
//
// The session is what makes this the same member after a cut. A socket that could not be opened does not say why, so the
// session is shown to the hub by POST: refused, the member is gone for good; taken, the socket must have been the fault,
// and POSTs do from then on; no answer, and it is tried again, ever more seldom.
import { LEAVE, VERSION, bare, join, split } from './message.js';

const PROTOCOL = 'nashd.shard.1', TYPE = 'application/vnd.nashd.shard';
const PAUSES_MS = [0, 250, 500, 1000, 2000, 4000];
const OPEN_MS = 5000, POST_MS = 30000; // then it counts as lost
const WAITS_MS = 300;                  // a POST that nobody refused in so long is waiting at the hub

const pause = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

export class Link {
  // base: the hub's address; member, session: as POST …/members told.
  // take(message): a whole one; told(state, detail): 'up' (detail: 'socket' or 'posts'), 'lost', 'away' (detail: why).
  constructor({ base, member, session }, take, told) {
    Object.assign(this, { base, member, session, take, told });
    this.posts = typeof WebSocket === 'undefined';
    this.out = []; // what the next POST brings
    this.socket = null;
    this.over = false;
    this.is = 'new';
    this.failures = 0;
    this.heard = 0; // when a message came last
    this.nudge = this.drop = () => {};
  }

  get path() { return `${this.base}v1/shards/members/${this.member}`; }

  async run() {
    while (!this.over) {
      await (this.posts ? this.poll() : this.listen());
      if (this.over) return;
      this.is = 'lost';
      this.told('lost');
      const wait = PAUSES_MS[Math.min(this.failures++, PAUSES_MS.length - 1)];
      await Promise.race([pause(wait * (0.75 + Math.random() / 2)), new Promise((resolve) => { this.nudge = resolve; })]);
    }
  }

  up(way) {
    if (this.is === 'up') return;
    this.is = 'up';
    this.failures = 0;
    this.told('up', way);
  }

  end(why) {
    if (this.over) return;
    this.over = true;
    this.told('away', why);
  }

  // ---- by WebSocket ----

  // Opens one; resolves when it is closed, or given up by refresh().
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

  // Shows the session: true when the hub still knows it.
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
          continue; // an answer of an old epoch: dropped there, forgotten here
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
    this.heard = performance.now();
    this.take(message);
  }

  send(message) {
    if (this.posts) this.out.push(message);
    else if (this.socket?.readyState === 1) this.socket.send(message);
  }

  // Tries at once what it would have waited with.
  wake() {
    this.failures = 0;
    this.nudge();
  }

  // A socket that nothing has come by for so long may be dead without knowing it, after a sleep or a change of networks.
  refresh(silent_ms) {
    if (this.socket?.readyState !== 1 || performance.now() - this.heard < silent_ms) return;
    this.socket.close();
    this.drop({ code: 0 });
  }

  // Says that it goes. By its session it may come back, with another link.
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

// The members that this page provides. Each is a real member of the server: it joins with an invitation of its own and
// plays in a worker, by the protocol of the phones. A phone that joins takes the place of a worker.
import script from 'worker:pages/demo/worker.js';
import { signal } from '../../app/dom.js';
import { get, request } from '../../app/net/api.js';
import { t } from '../../app/i18n.js';
import { VERSION } from '../../phone/message.js';

export const MEMBERS = 5;
const CORES = 1; // that a member works on: all five share this machine

// The names of the workers of such pages, this one and others, in each language. Other browsers are phones.
const workers = /^(Member|成员) \d( \d+)?$/;

const json = { 'Content-Type': 'application/json' };
const post = async (path, body) => (await request(path, { method: 'POST', headers: json, body: JSON.stringify(body) })).json();

class Member {
  // calls: {excluded(name), found(name)}: the server has excluded the member; a search of the member has found a solution
  constructor(n, calls) {
    this.n = n;
    this.calls = calls;
    this.name = signal(t('Member {n}', { n: n + 1 }));
    this.state = signal('joining'); // 'joining', 'ready', 'lost', 'gone', 'excluded', 'failed'
    this.late = signal(0); // ms, 0: not late
    this.delay = signal(50); // ms, that of the slider
    this.lying = signal(false);
    this.phone = signal(false); // a phone has this place
    this.why = '';
  }

  // Joins as a new member.
  async join() {
    this.state.value = 'joining';
    this.lying.value = false;
    try {
      const { token } = await post('/v1/shards/invitations', {});
      const reply = await fetch('/v1/shards/members', { method: 'POST', headers: json,
        body: JSON.stringify({ kind: 'phone', name: t('Member {n}', { n: this.n + 1 }), version: VERSION, cores: CORES, token }) });
      if (!reply.ok) throw new Error((await reply.json()).detail);
      this.membership = await reply.json();
    } catch (problem) {
      this.state.value = 'failed';
      this.why = problem.message;
      return;
    }
    this.name.value = this.membership.name;
    if (this.over) this.dismiss();
    else this.begin();
  }

  // Starts the worker, with the session that this member has.
  begin() {
    this.worker = new Worker(new URL(script, import.meta.url));
    this.worker.onmessage = ({ data: { link, farm, broken } }) => {
      if (broken) this.state.value = 'failed';
      if (link) this.state.value = { up: 'ready', lost: 'lost', away: 'excluded' }[link[0]];
      if (link?.[0] === 'away') this.calls.excluded(this.name.peek());
      if (farm?.solved && !this.lying.peek()) this.calls.found(this.name.peek());
    };
    this.worker.postMessage({ join: { ...this.membership, cores: CORES, base: new URL('.', location.href).href } });
    this.worker.postMessage({ hidden: true }); // this page draws the board itself, from the job's events
    this.disturb();
  }

  disturb() {
    this.worker?.postMessage({ disturb: { late: this.late.value, lying: this.lying.value } });
  }

  // Closes the connection without a word, as a phone does that loses its network.
  vanish() {
    this.worker?.terminate();
    this.worker = undefined;
    this.state.value = 'gone';
  }

  // Comes back: with its session, or as a new member after it was excluded.
  back() {
    if (this.state.peek() === 'gone') {
      this.state.value = 'joining';
      this.begin();
    } else this.join();
  }

  // Leaves for good.
  dismiss() {
    this.over = true;
    this.worker?.postMessage({ leave: true });
    setTimeout((worker) => worker?.terminate(), 300, this.worker); // after the message is sent
    this.worker = undefined;
    if (this.membership) fetch(`/v1/shards/members/${this.membership.member}`, { method: 'DELETE', keepalive: true,
      headers: { Authorization: `Bearer ${this.membership.session}` } }).catch(() => {});
  }
}

export class Crew {
  // calls: as of a member
  constructor(calls) {
    this.members = Array.from({ length: MEMBERS }, (_, n) => new Member(n, calls));
    this.listed = signal([]); // all members of the server
    for (const member of this.members) member.join();
  }

  // Reads the members of the server. Phones take the last places.
  async refresh() {
    const { members } = await get('/v1/shards');
    this.listed.value = members;
    const phones = members.filter(({ name, kind }) => kind === 'phone' && !workers.test(name)).slice(0, MEMBERS);
    for (const member of this.members) {
      const guest = phones[MEMBERS - 1 - member.n];
      if (guest) this.give(member, guest);
      else if (member.phone.peek()) this.takeBack(member);
    }
  }

  give(member, { name }) {
    if (!member.phone.peek()) member.dismiss();
    member.phone.value = true;
    member.name.value = name;
    member.state.value = 'ready';
  }

  takeBack(member) {
    member.phone.value = member.over = false;
    member.join();
  }

  dismiss() {
    for (const member of this.members) if (!member.phone.peek()) member.dismiss();
  }
}

// The log of a game in plain words, from its progress reports; and each member's part of the work. A line is {text, values,
// member, good, bad}: the English text, its values, the member that it is about, and whether it is good or bad news.

const LATE_AGAIN = 4000; // ms between two lines about the same late member
const LATE_LEAST = 3; // late answers that are worth a line
const LATE_TRIP = 3, LATE_MS = 5; // a late member's round trip: this many times that of the others, and as many ms more

export const servers = ['local', 'hub']; // names of this server among the members

export class Story {
  constructor() {
    this.before = {};
    this.late = {}; // member -> {told: late answers that were counted in a line, at: time of the line}
    this.wrong = new Set(); // members whose exclusion has a line
  }

  // game: a progress report or the game of a result; now: in ms. Returns the new lines.
  add(game, now) {
    const { shards = [], quarantined = [], credit = [] } = game, wrong = [...quarantined, ...credit.filter(({ state }) => state === 'quarantined')], { shards: old = [] } = this.before;
    this.before = { ...this.before, ...game };
    const moved = shards.flatMap(({ member, rows }, i) => (old[i] && member && old[i].member !== member ? [this.moved(member, rows, old[i].member)] : []));
    return [...wrong.flatMap(({ member }) => this.excluded(member)), ...moved, ...this.lateness(shards.filter(({ member }) => !servers.includes(member)), now)];
  }

  // Returns the line about the exclusion of a member, once.
  excluded(member) {
    if (this.wrong.has(member)) return [];
    this.wrong.add(member);
    const round = this.before.round ?? 0;
    return [{ member, bad: true, values: { member, round }, text: round ? /* t */ '{member} gave a wrong answer near round {round} and was excluded. Nothing is lost: the server had checked it.'
      : /* t */ '{member} gave a wrong answer and was excluded. Nothing is lost: the server had checked it.' }];
  }

  moved(member, [from, to], other) {
    return { member, values: { member, from, to, other }, text: servers.includes(member) ? /* t */ 'This server now plays rows {from} to {to}, in place of {other}.'
      : /* t */ '{member} now plays rows {from} to {to}, in place of {other}.' };
  }

  // Returns lines about members whose answers take much longer than those of the others, so that the server computed their
  // parts. On a busy machine all are late now and then, and none of them is named.
  lateness(shards, now) {
    const late = shards.map(({ member, hedged = 0, round_trip_ms: trip = 0 }) => {
      const known = this.late[member] ??= { told: 0, at: -LATE_AGAIN };
      if (hedged < known.told) known.told = 0; // the count of another lease
      return { member, known, hedged, more: hedged - known.told, trip };
    });
    const usual = late.map(({ trip }) => trip).sort((a, b) => a - b)[late.length >> 1];
    return late.flatMap(({ member, known, hedged, more, trip }) => {
      if (more < LATE_LEAST || trip <= LATE_TRIP * usual + LATE_MS || now - known.at < LATE_AGAIN) return [];
      Object.assign(known, { told: hedged, at: now });
      return [{ member, text: /* t */ '{member} was late {n} times. The server computed its part in the meantime.', values: { member, n: more } }];
    });
  }
}

const POINTS = 60; // values of a curve; when there are twice as many, pairs are merged

// What each member did: from the credit of the report if it has one, else from the changes of the shards.
export class Parts {
  constructor() {
    this.totals = {}; // member -> its part so far
    this.curves = {}; // member -> its part of each interval between two reports
    this.counts = []; // of the last report, in the order of its list
  }

  add({ credit, shards = [] }) {
    const counts = credit ? credit.map(({ member, used }) => [member, used]) : shards.map(({ member, changes, updates }) => [member, changes ?? updates]);
    const gained = {};
    for (const [i, [member, count]] of counts.entries()) {
      const name = servers.includes(member) ? servers[0] : member; // threads and hub are one server
      gained[name] = (gained[name] ?? 0) + Math.max(0, count - (this.counts[i] ?? 0));
      this.counts[i] = count;
    }
    for (const member of new Set([...Object.keys(this.curves), ...Object.keys(gained)])) {
      const part = gained[member] ?? 0, curve = [...this.curves[member] ?? [], part];
      this.totals[member] = (this.totals[member] ?? 0) + part;
      this.curves[member] = curve.length > 2 * POINTS ? curve.flatMap((value, i) => (i % 2 ? [(curve[i - 1] + value) / 2] : [])) : curve;
    }
  }

  // Returns [[member, share]], the shares adding up to 1; empty before anything was done.
  shares() {
    const all = Object.values(this.totals).reduce((sum, part) => sum + part, 0);
    return all > 0 ? Object.entries(this.totals).map(([member, part]) => [member, part / all]) : [];
  }
}

const digits = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'; // of `settled`: places in the list of credit

// Returns the member of each cell: the one that settled it, in reports that say so, else the one that has its row; '' for a
// cell without one.
export function ownersOf({ settled, credit, best_member: holder, shards = [] }, side) {
  if (holder) return Array(side * side).fill(holder); // of searches: the best board so far is one member's
  if (settled && credit) return Array.from(settled, (digit) => credit[digits.indexOf(digit)]?.member ?? '');
  const owners = Array(side * side).fill('');
  for (const { member, rows } of shards) owners.fill(member, (rows[0] - 1) * side, rows[1] * side);
  return owners;
}

// A shard in plain JavaScript: src/cluster/sudoku/shard/shard.c for browsers without WebAssembly, with identical answers.
// The rules of the chain are in src/solvers/sudoku/loglinear/chain.h. 64-bit numbers are BigInt in messages only; hot
// loops use small integers and typed arrays.

import { BYE, COMMIT, EVENTS, HEAD, LEASE, LEASED, MESSAGE_MAX, PING, PONG, REFUSED, ROUND, VERSION } from './message.js';

const EVENT = 8, EVENTS_MAX = 4096, TICK_MAX = 1n << 55n, TICKS_MAX = 1 << 24;
const MALFORMED = 1, OTHER_VERSION = 2, UNLEASED = 3, OUT_OF_STEP = 4, REGIONS = 1;
const BETA_MAX = 64 << 16, WEIGHTS = 3 * 48 + 1, STALE = 0xffffffff, SLACK = 1 << 15, TWO32 = 2 ** 32;
const { imul } = Math;
const view = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

// ---- chance.h: pcg4d; its results are stored in `who` and `draw` ----
let who, draw;
function chanceAt(seed, use, low, high) {
  let x = imul(seed[0], 1664525) + 1013904223 | 0, y = imul(seed[1], 1664525) + 1013904223 | 0;
  let z = imul(low, 1664525) + 1013904223 | 0, w = imul(high & 0xffffff | use << 24, 1664525) + 1013904223 | 0;
  for (let turn = 0; turn < 2; turn++) {
    x = x + imul(y, w) | 0;
    y = y + imul(z, x) | 0;
    z = z + imul(x, y) | 0;
    w = w + imul(y, z) | 0;
    if (turn) break;
    x ^= x >>> 16;
    y ^= y >>> 16;
    z ^= z >>> 16;
    w ^= w >>> 16;
  }
  who = x >>> 0;
  draw = y >>> 0;
}
// Returns bits * n >> 32 exactly: n < 2^32, and a double has 53 bits.
const below = (bits, n) => Math.floor(((bits >>> 16) * n + Math.floor((bits & 0xffff) * n / 65536)) / 65536);
const halves = (seed) => [Number(seed & 0xffffffffn) | 0, Number(seed >> 32n) | 0];

// weights.c
function weightsOf(beta) {
  return Uint32Array.from({ length: WEIGHTS }, (_, k) => {
    const one = 1n << 32n, ln2 = 2977044472n, x = BigInt(beta) * BigInt(k) << 16n, n = x / ln2, r = x % ln2;
    if (n > 26n) return 0;
    let sum = one;
    for (let term = 14n; term; term--) sum = one - (r * sum >> 32n) / term;
    return Number(sum + (1n << 7n + n) >> 8n + n);
  });
}

// ---- game.h: rules and state ----
class Rules {
  // unit[kind][cell]: its row, column and box; choices[player]: its letters, ascending
  constructor(side, box, masks) {
    this.side = side;
    this.cells = side * side;
    const cells = [...Array(this.cells).keys()];
    this.unit = [cells.map((cell) => Math.floor(cell / side)), cells.map((cell) => cell % side), box].map((list) => Uint8Array.from(list));
    this.may = new Uint8Array(this.cells * side);
    masks.forEach((mask, cell) => {
      for (let letter = 0; letter < side; letter++) this.may[cell * side + letter] = Number(mask >> BigInt(letter) & 1n);
    });
    this.choices = cells.map((cell) => [...Array(side).keys()].filter((letter) => this.may[cell * side + letter]));
    this.player = cells.filter((cell) => this.choices[cell].length > 1);
    this.number = new Int16Array(this.cells).fill(-1);
    this.player.forEach((cell, i) => { this.number[cell] = i; });
    // members[kind][unit]: its cells, ascending
    this.members = this.unit.map((of) => cells.slice(0, side).map((unit) => cells.filter((cell) => of[cell] === unit)));
  }
}

class State {
  constructor(rules, letters) {
    const { side, cells, unit } = rules;
    this.letter = Uint8Array.from(letters);
    this.counts = new Uint8Array(3 * cells); // [kind][unit][letter]
    // [cell] index where the counts of its units begin
    [this.row, this.column, this.box] = unit.map((of, kind) => Uint16Array.from(of, (number) => kind * cells + number * side));
    this.conflicts = 0;
    for (let cell = 0; cell < cells; cell++) {
      for (const at of [this.row[cell], this.column[cell], this.box[cell]]) this.conflicts += this.counts[at + this.letter[cell]]++;
    }
  }
  cost(cell, letter) {
    const { counts } = this;
    return counts[this.row[cell] + letter] + counts[this.column[cell] + letter] + counts[this.box[cell] + letter] - (this.letter[cell] === letter ? 3 : 0);
  }
  change(cell, letter) {
    const { counts } = this, old = this.letter[cell];
    for (const at of [this.row[cell], this.column[cell], this.box[cell]]) this.conflicts += counts[at + letter]++ - --counts[at + old];
    this.letter[cell] = letter;
  }
}

// ---- chain.c ----
class Chain {
  constructor(rules, weights, seed, tick, letters) {
    Object.assign(this, { rules, weights, seed, tick });
    this.state = new State(rules, letters);
    this.leave = new Uint32Array(rules.player.length).fill(STALE); // a draw above it changes nothing
    this.kept = this.leave.slice();
  }
  // Applies a change. The bounds of players that have neither letter and may not play the old one stay valid.
  set(cell, letter) {
    const { rules, leave, state } = this, { side, number, may } = rules, old = state.letter[cell];
    state.change(cell, letter);
    leave[number[cell]] = STALE;
    for (let kind = 0; kind < 3; kind++) {
      for (const other of rules.members[kind][rules.unit[kind][cell]]) {
        if (number[other] >= 0 && (may[other * side + old] || state.letter[other] === letter)) leave[number[other]] = STALE;
      }
    }
  }
  fits({ cell, from, to }) {
    const { rules, state } = this;
    return rules.number[cell] >= 0 && state.letter[cell] === from && rules.may[cell * rules.side + to] === 1;
  }
  undo(done) {
    while (done.length) {
      const { cell, from } = done.pop();
      this.state.change(cell, from);
    }
  }
  commit(events, tick) {
    const done = [];
    this.kept.set(this.leave);
    for (const event of events) {
      if (!this.fits(event)) {
        this.undo(done);
        this.leave.set(this.kept);
        return false;
      }
      this.set(event.cell, event.to);
      done.push(event);
    }
    this.tick = tick;
    return true;
  }
  // Returns the letter that `cell` plays on this draw; renews its bound if the letter stays.
  play(cell, i) {
    const { state, weights } = this, choices = this.rules.choices[cell], own = state.letter[cell];
    let least = Infinity, total = 0;
    for (const letter of choices) least = Math.min(least, state.cost(cell, letter));
    for (const letter of choices) total += weights[state.cost(cell, letter) - least];
    const others = total - weights[state.cost(cell, own) - least];
    let x = below(draw, total);
    if (x >= others) {
      this.leave[i] = Math.min(Math.floor(others / total * TWO32) + SLACK, STALE);
      return own;
    }
    for (const letter of choices) {
      if (letter === own) continue;
      const weight = weights[state.cost(cell, letter) - least];
      if (x < weight) return letter;
      x -= weight;
    }
  }
  // chain_window(): returns {own, n}; null if a foreign event is inconsistent. State and bounds are restored.
  window(n, row, rowEnd, foreign) {
    const { rules, state, seed, leave } = this, players = rules.player.length;
    const low = Number(this.tick & 0xffffffffn), high = Number(this.tick >> 32n), own = [], done = [];
    const set = (event) => {
      this.set(event.cell, event.to);
      done.push(event);
    };
    let at = 0, heard = 0, fits = true;
    this.kept.set(leave);
    for (; at < n; at++) {
      if (heard < foreign.length && foreign[heard].at === at) {
        if (!(fits = this.fits(foreign[heard]))) break;
        set(foreign[heard++]);
      }
      chanceAt(seed, 0, low + at | 0, low + at < TWO32 ? high : high + 1);
      const number = Math.floor(who * players / TWO32), cell = rules.player[number];
      if (draw > leave[number] || rules.unit[0][cell] < row || rules.unit[0][cell] >= rowEnd) continue;
      const from = state.letter[cell], to = this.play(cell, number);
      if (to === from) continue;
      if (own.length === EVENTS_MAX) break;
      own.push({ at, cell, from, to });
      set(own.at(-1));
    }
    this.undo(done);
    leave.set(this.kept);
    return fits ? { own, n: at } : null;
  }
}

// ---- tabu.c ----
// `list` has the players in conflict in the order of the C kernel, because ties are broken by the index in it.
// ---- shard.c ----
const must = (holds) => {
  if (!holds) throw MALFORMED;
};

function eventsOf(body, at, count) {
  return Array.from({ length: count }, (_, i) => {
    const p = at + i * EVENT;
    return { at: body.getUint32(p, true), cell: body.getUint16(p + 4, true), from: body.getUint8(p + 6), to: body.getUint8(p + 7) };
  });
}

export class Shard {
  kind = 'js';
  take(message) {
    const read = view(message), { length } = message;
    const readable = length >= HEAD && length <= MESSAGE_MAX;
    if (readable) [this.gameAsked, this.epochAsked] = [read.getUint32(8, true), read.getUint32(12, true)];
    else this.gameAsked = this.epochAsked = 0;
    if (readable && message[1] !== VERSION) return this.refuse(OTHER_VERSION);
    if (!readable || read.getUint32(4, true) !== length - HEAD) return this.refuse(MALFORMED);
    const type = message[0], body = view(message.subarray(HEAD));
    const leased = this.chain && this.gameAsked === this.game && this.epochAsked === this.epoch;
    if (type >= LEASED) return null;
    if (type === BYE) {
      if (leased) this.chain = null;
      return null;
    }
    if ((type === ROUND || type === COMMIT) && !leased) return this.refuse(UNLEASED);
    const means = { [LEASE]: this.lease, [ROUND]: this.round, [COMMIT]: this.commit, [PING]: this.ping }[type];
    try {
      must(means);
      return means.call(this, body);
    } catch (error) {
      if (error === MALFORMED) return this.refuse(error);
      throw error;
    }
  }

  // ---- answers ----
  answer(type, length, fill) {
    const bytes = new Uint8Array(HEAD + length), write = view(bytes);
    bytes.set([type, VERSION]);
    write.setUint32(4, length, true);
    write.setUint32(8, this.gameAsked, true);
    write.setUint32(12, this.epochAsked, true);
    fill(view(bytes.subarray(HEAD)));
    return bytes;
  }
  refuse(why) {
    return this.answer(REFUSED, 4, (write) => write.setUint32(0, why, true));
  }
  leased() {
    return this.answer(LEASED, 16, (write) => {
      write.setBigUint64(0, this.chain.tick, true);
      write.setUint32(8, this.chain.state.conflicts, true);
    });
  }

  // ---- messages ----
  lease(body) {
    if (this.game === this.gameAsked && this.epochAsked < this.epoch) return this.refuse(UNLEASED);
    this.chain = null;
    must(body.byteLength >= 32);
    const [side, boxRows, boxCols, flags] = [0, 1, 2, 3].map((at) => body.getUint8(at));
    const row = body.getUint16(4, true), rowEnd = body.getUint16(6, true), beta = body.getUint32(24, true);
    const seed = body.getBigUint64(8, true), tick = body.getBigUint64(16, true), cells = side * side;
    must(row < rowEnd && rowEnd <= side && beta <= BETA_MAX && tick <= TICK_MAX);
    must(side >= 4 && side <= 49 && body.getUint32(28, true) === cells && flags <= REGIONS);
    must(body.byteLength === 32 + cells * (flags ? 10 : 9) && (flags || boxRows * boxCols === side));
    const every = [...Array(cells).keys()];
    const masks = every.map((cell) => body.getBigUint64(32 + cell * 8, true));
    const letters = every.map((cell) => body.getUint8(32 + cells * 8 + cell));
    const box = every.map((cell) => flags ? body.getUint8(32 + cells * 9 + cell)
      : Math.floor(Math.floor(cell / side) / boxRows) * boxRows + Math.floor(cell % side / boxCols));
    must(masks.every((mask) => mask && !(mask >> BigInt(side))));
    const rules = new Rules(side, box, masks);
    must(rules.player.length && rules.members[2].every((members) => members.length === side));
    must(letters.every((letter, cell) => letter < side && rules.may[cell * side + letter]));
    this.chain = new Chain(rules, weightsOf(beta), halves(seed), tick, letters);
    Object.assign(this, { game: this.gameAsked, epoch: this.epochAsked, row, rowEnd });
    return this.leased();
  }
  // Checks range and order of the events; otherwise the message is malformed.
  check(events, ticks, foreign) {
    const { side, cells, unit } = this.chain.rules;
    let least = 0;
    for (const { at, cell, from, to } of events) {
      must(at >= least && at < ticks && cell < cells && from < side && to < side && from !== to);
      must(!foreign || unit[0][cell] < this.row || unit[0][cell] >= this.rowEnd);
      least = at + 1;
    }
  }
  commits(events, from, tick) {
    must(tick >= from && tick <= TICK_MAX);
    this.check(events, tick - from, false);
    return from === this.chain.tick && this.chain.commit(events, tick);
  }
  round(body) {
    must(body.byteLength >= 32);
    const [n, committed, foreign] = [16, 20, 24].map((at) => body.getUint32(at, true));
    must(n && committed <= EVENTS_MAX && foreign <= EVENTS_MAX && body.byteLength === 32 + (committed + foreign) * EVENT);
    const others = eventsOf(body, 32 + committed * EVENT, foreign), tick = body.getBigUint64(8, true);
    this.check(others, Infinity, true);
    if (!this.commits(eventsOf(body, 32, committed), body.getBigUint64(0, true), tick)) return this.refuse(OUT_OF_STEP);
    const played = this.chain.window(Math.min(n, TICKS_MAX), this.row, this.rowEnd, others);
    if (!played) return this.refuse(OUT_OF_STEP);
    return this.answer(EVENTS, 16 + played.own.length * EVENT, (write) => {
      write.setBigUint64(0, tick, true);
      write.setUint32(8, played.n, true);
      write.setUint32(12, played.own.length, true);
      played.own.forEach(({ at, cell, from, to }, i) => {
        const p = 16 + i * EVENT;
        write.setUint32(p, at, true);
        write.setUint16(p + 4, cell, true);
        write.setUint8(p + 6, from);
        write.setUint8(p + 7, to);
      });
    });
  }
  commit(body) {
    must(body.byteLength >= 24);
    const count = body.getUint32(16, true);
    must(count <= EVENTS_MAX && body.byteLength === 24 + count * EVENT);
    const fits = this.commits(eventsOf(body, 24, count), body.getBigUint64(0, true), body.getBigUint64(8, true));
    return fits ? this.leased() : this.refuse(OUT_OF_STEP);
  }
  ping(body) {
    must(body.byteLength === 4);
    return this.answer(PONG, 4, (write) => write.setUint32(0, body.getUint32(0, true), true));
  }

  // ---- display ----
  get shown() {
    return this.chain?.state;
  }
  letters() {
    return this.shown?.letter.slice() ?? null;
  }
  conflicts() {
    return this.shown?.conflicts ?? 0;
  }
  rows() {
    return this.chain ? [this.row, this.rowEnd] : null;
  }
}

// A shard in plain JavaScript: src/shards/shard.c for browsers without WebAssembly, answer for answer the same. The
// chain's law is in src/solvers/sudoku/game/chain.h, tabu's in tabu.h; only a search by sap is refused. 64-bit numbers
// are BigInt in messages alone; where time is spent there are only small integers and typed arrays.

const HEAD = 16, EVENT = 8, EVENTS_MAX = 4096, MAX = 96 << 10, TICK_MAX = 1n << 55n, TICKS_MAX = 1 << 24, MOVES_MAX = 1 << 22;
const LEASE = 1, ROUND = 2, COMMIT = 3, SEARCH = 4, PING = 5, BYE = 6, LEASED = 64, EVENTS = 65, FOUND = 66, PONG = 67, REFUSED = 68;
const MALFORMED = 1, OTHER_VERSION = 2, UNLEASED = 3, OUT_OF_STEP = 4, UNABLE = 5;
const TABU = 1, SAP = 2, REGIONS = 1;
const BETA_MAX = 64 << 16, WEIGHTS = 3 * 48 + 1, STALE = 0xffffffff, SLACK = 1 << 15, TWO32 = 2 ** 32;
const { imul } = Math;
const view = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.length);

// ---- chance.h: pcg4d; who and draw are left in these two ----
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
// bits * n >> 32 without losing a bit: n < 2^32, and a double has 53.
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
    const { side, cells } = rules;
    this.rules = rules;
    this.letter = Uint8Array.from(letters);
    this.counts = [0, 1, 2].map(() => new Uint8Array(cells));
    this.base = rules.unit.map((of) => Uint16Array.from(of, (unit) => unit * side)); // [kind][cell] where its counts begin
    this.conflicts = 0;
    for (let cell = 0; cell < cells; cell++) {
      for (let kind = 0; kind < 3; kind++) this.conflicts += this.counts[kind][this.base[kind][cell] + this.letter[cell]]++;
    }
  }
  cost(cell, letter) {
    const [a, b, c] = this.counts, [p, q, r] = this.base;
    return a[p[cell] + letter] + b[q[cell] + letter] + c[r[cell] + letter] - (this.letter[cell] === letter ? 3 : 0);
  }
  change(cell, letter) {
    const old = this.letter[cell];
    for (let kind = 0; kind < 3; kind++) {
      const counts = this.counts[kind], at = this.base[kind][cell];
      this.conflicts += counts[at + letter]++ - --counts[at + old];
    }
    this.letter[cell] = letter;
  }
}

function startLetters(rules, seed) {
  return Uint8Array.from(rules.choices, (choices, cell) => {
    if (choices.length === 1) return choices[0];
    chanceAt(seed, 1, cell, 0);
    return choices[below(who, choices.length)];
  });
}

// ---- chain.c ----
class Chain {
  constructor(rules, weights, seed, tick, letters) {
    Object.assign(this, { rules, weights, seed, tick });
    this.state = new State(rules, letters);
    this.leave = new Uint32Array(rules.player.length).fill(STALE); // a draw above it changes nothing
    this.kept = this.leave.slice();
  }
  // After a change, the bounds of those stay that hold: of whoever has neither letter and may not play the one left.
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
  // The letter that `cell` plays on this draw; its bound is renewed when it stays.
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
  // chain_window(): {own, n} or null. The state is put back; so are the bounds.
  window(n, row, rowEnd, foreign) {
    const { rules, state, seed, leave } = this, players = rules.player.length;
    const low = Number(this.tick & 0xffffffffn), high = Number(this.tick >> 32n), own = [], done = [];
    let i = 0, next = 0, bad = false;
    this.kept.set(leave);
    for (; i < n; i++) {
      const foreigner = foreign[next];
      if (foreigner?.at === i) {
        if (bad = !this.fits(foreigner)) break;
        this.set(foreigner.cell, foreigner.to);
        done.push(foreigner);
        next++;
      } else {
        chanceAt(seed, 0, low + i | 0, high + (low + i >= TWO32 ? 1 : 0));
        const number = Math.floor(who * players / TWO32), cell = rules.player[number];
        if (draw > leave[number] || rules.unit[0][cell] < row || rules.unit[0][cell] >= rowEnd) continue;
        const from = state.letter[cell], to = this.play(cell, number);
        if (to === from) continue;
        if (own.length === EVENTS_MAX) break;
        const event = { at: i, cell, from, to };
        own.push(event);
        this.set(cell, to);
        done.push(event);
      }
      if (!state.conflicts) {
        i++;
        break;
      }
    }
    this.undo(done);
    leave.set(this.kept);
    return bad ? null : { own, n: i };
  }
}

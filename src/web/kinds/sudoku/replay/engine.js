// Plays a finished game again with the chain in C as WebAssembly (src/cluster/wasm/replay.c). Does not use the DOM.
const TICKS = 1 << 16; // of one call
const CHANGE = 16; // bytes of a change: tick (8), cell (2), from, to, conflicts (4)
const CHANGES_MAX = 1 << 21; // changes that are kept; the hash covers all

const halves = (n) => [n % 2 ** 32, Math.floor(n / 2 ** 32)];

// Writes the course of a record (schema JobRecord) into the module and begins the game.
function begin({ exports }, { side, box, allowed, beta, updates }, seed) {
  const cells = side * side, boxes = exports.replay_box(), masks = exports.replay_allowed();
  if (!boxes || !masks) throw new RangeError('no memory for a replay');
  new Uint8Array(exports.memory.buffer, boxes, cells).set(box);
  const strategies = new BigUint64Array(exports.memory.buffer, masks, cells);
  allowed.forEach((mask, cell) => { strategies[cell] = BigInt(`0x${mask}`); });
  if (!exports.replay_begin(side, beta, ...halves(seed), ...halves(updates))) throw new RangeError('not the course of a game');
}

// Columns of changes that grow.
class Changes {
  constructor() {
    this.length = 0;
    this.columns = { tick: new Float64Array(4096), cell: new Uint16Array(4096), from: new Uint8Array(4096), to: new Uint8Array(4096), conflicts: new Uint32Array(4096) };
  }
  add(buffer, at, count) {
    const { columns } = this, view = new DataView(buffer, at, count * CHANGE), kept = Math.min(count, CHANGES_MAX - this.length);
    while (this.length + kept > columns.tick.length) {
      for (const name in columns) {
        const wider = new columns[name].constructor(2 * columns[name].length);
        wider.set(columns[name]);
        columns[name] = wider;
      }
    }
    for (let i = 0, to = this.length; i < kept; i++, to++) {
      const from = i * CHANGE;
      columns.tick[to] = view.getUint32(from, true) + 2 ** 32 * view.getUint32(from + 4, true);
      columns.cell[to] = view.getUint16(from + 8, true);
      columns.from[to] = view.getUint8(from + 10);
      columns.to[to] = view.getUint8(from + 11);
      columns.conflicts[to] = view.getUint32(from + 12, true);
    }
    this.length += kept;
  }
  whole() {
    return Object.fromEntries(Object.entries(this.columns).map(([name, column]) => [name, column.slice(0, this.length)]));
  }
}

// Plays `ticks` ticks. instance: of the module; progress(share) is called now and then. Returns {ticks, changes: their
// number, hash, runs: [{tick, index of its first change, values}], columns: of the changes, the first CHANGES_MAX}.
export function play(instance, course, seed, ticks, progress = () => {}) {
  const { exports } = instance, list = new Changes(), runs = [];
  let changes = 0;
  begin(instance, course, seed);
  const addRun = (tick) => { runs.push({ tick, index: list.length, values: new Uint8Array(exports.memory.buffer, exports.replay_values(), course.side ** 2).slice() }); };
  addRun(0);
  for (let done = 0; done < ticks;) {
    const count = exports.replay_play(Math.min(TICKS, ticks - done));
    if (exports.replay_run() >= runs.length) addRun(done);
    list.add(exports.memory.buffer, exports.replay_changes(), count);
    changes += count;
    if (exports.replay_ticks() === done) break; // the game is over
    done = exports.replay_ticks();
    progress(done / ticks);
  }
  const hash = [0, 1].map((lane) => (exports.replay_hash(lane) >>> 0).toString(16).padStart(8, '0')).join('');
  return { ticks: exports.replay_ticks(), changes, hash, runs, columns: list.whole() };
}

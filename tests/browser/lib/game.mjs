// Games for the page to show: boards with letters and conflicts, the job's progress and its result.

const alphabet = (size) => (size === 25 ? 'ABCDEFGHIJKLMNOPQRSTUVWXY' : '123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmn').slice(0, size);

// Returns a generator of numbers 0..1 that are the same in each run.
export function chance(seed) {
  let state = seed;
  return () => {
    state = (state * 1664525 + 1013904223) % 2 ** 32;
    return state / 2 ** 32;
  };
}

// Returns a full grid of a square size without conflicts, as values from 0.
export function solution(size) {
  const box = Math.sqrt(size);
  return Array.from({ length: size * size }, (_, cell) => {
    const row = Math.floor(cell / size), column = cell % size;
    return (row * box + Math.floor(row / box) + column) % size;
  });
}

export const textOf = (values, size) => values.map((value) => (value < 0 ? '.' : alphabet(size)[value])).join('');

// puzzleOf() returns a puzzle with a share of the solution's cells, letters() its letters with a share of the other
// cells wrong.
export function puzzleOf(size, share, random) {
  return solution(size).map((value) => (random() < share ? value : -1));
}
export const letters = (puzzle, size, wrong, random) =>
  solution(size).map((value, cell) => (puzzle[cell] < 0 && random() < wrong ? Math.floor(random() * size) : value));

export const members = ['local', 'http://10.0.0.7:8080', 'phone 1', 'phone 2', 'phone 3'];
const kinds = ['local', 'peer', 'phone', 'phone', 'phone'];

export const shards = (size, at, states = []) => members.map((member, i) => ({
  rows: [i * size / 5 + 1, (i + 1) * size / 5], member, kind: kinds[i], state: states[i] ?? 'playing', updates: at * 1000, updates_per_s: 2.5e6 / (i + 1),
  round_trip_ms: 0.4 * (i + 1), rounds: at, replayed: i, hedged: 0, faults: 0, leases: 1, messages: 2 * at, bytes: 400 * at
}));

// The credit of this server and the members, as this server led the game after a tenth of it.
export const credit = (updates) => ['hub', ...members].map((member, i) => ({
  member, kind: i === 0 ? 'local' : kinds[i - 1], state: 'playing', computed: i === 0 ? 0.9 * updates : 0.2 * updates, used: i === 0 ? 0.9 * updates : 0.02 * updates,
  verified: i === 0 ? 0.9 * updates : 0.15 * updates, wasted: i === 0 ? 0 : 0.05 * updates, late: i, wrong: 0, round_trip_ms: 0.4 * i, faults: 0
}));
export const pace = (updates) => ({ shared: 0.1 * updates, led: 0.9 * updates, waits: 3, shared_per_s: 2e7, led_per_s: 2e8, round_trip_ms: 0.8, reason: '' });

export const progressOf = (puzzle, size, at, random, more = {}) => ({
  engine: 'sap', updates: at * 5000, changes: at * 20, acceptance: 0.004, potential: -Math.ceil(400 / at), beta: 3.4, runs: 1,
  cells_set: size * size, best: textOf(letters(puzzle, size, 0.5 / at, random), size),
  curve: Array.from({ length: Math.min(128, at + 1) }, (_, i) => [i * 5000, -Math.ceil(800 / (i + 1))]), ...more
});

let serial = 0;
export const jobOf = (status = 'running', more = {}) => ({
  id: `0193${String(++serial).padStart(28, '0')}`, kind: 'sudoku', status, cached: false,
  created_at: '2026-01-01T10:00:00.000Z', started_at: '2026-01-01T10:00:00.010Z', ...more
});

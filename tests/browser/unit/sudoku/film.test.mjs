// A game that was played again, at any of its ticks, compared with one played from its begin.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filmOf } from '../../../../src/web/kinds/sudoku/replay/film.js';
import { chance } from '../../lib/game.mjs';

const SIDE = 4, CELLS = SIDE * SIDE, BOX = Uint8Array.from({ length: CELLS }, (_, cell) => Math.floor(cell / 8) * 2 + Math.floor(cell % 4 / 2));

const pairs = (values) => {
  let count = 0;
  for (let a = 0; a < CELLS; a++)
    for (let b = 0; b < a; b++)
      if (values[a] === values[b]) count += (a >> 2 === b >> 2) + (a % 4 === b % 4) + (BOX[a] === BOX[b]);
  return count;
};

// Makes a game of random changes. Returns {made, states}: states[moment] = [values, conflicts].
function game(random, lengths, share) {
  const runs = [], states = [], list = { tick: [], cell: [], from: [], to: [], conflicts: [] };
  let tick = 0;
  for (const length of lengths) {
    const values = Array.from({ length: CELLS }, () => Math.floor(random() * SIDE));
    runs.push({ tick, index: list.tick.length, values: Uint8Array.from(values) });
    if (tick === 0) states.push([values.slice(), pairs(values)]);
    for (let i = 0; i < length; i++, tick++) {
      if (random() < share) {
        const cell = Math.floor(random() * CELLS), to = (values[cell] + 1 + Math.floor(random() * (SIDE - 1))) % SIDE, from = values[cell];
        values[cell] = to;
        for (const [name, value] of Object.entries({ tick, cell, from, to, conflicts: pairs(values) })) list[name].push(value);
      }
      states.push([values.slice(), pairs(values)]);
    }
  }
  const columns = { tick: Float64Array.from(list.tick), cell: Uint16Array.from(list.cell), from: Uint8Array.from(list.from), to: Uint8Array.from(list.to),
    conflicts: Uint32Array.from(list.conflicts) };
  return { made: { ticks: tick, changes: list.tick.length, hash: '', runs, columns }, states };
}

test('each moment has the values of a game played from its begin', () => {
  for (const [seed, lengths, share] of [[1, [50], 0.5], [2, [9000], 0.7], [3, [1, 1, 1], 1], [4, [4000, 100, 5000], 0.6], [5, [30, 30], 0], [6, [2048], 1]]) {
    const random = chance(seed), { made, states } = game(random, lengths, share), film = filmOf(made, SIDE, BOX);
    const moments = made.ticks < 200 ? states.keys() : Array.from({ length: 300 }, () => Math.floor(random() * states.length));
    for (const moment of [...moments, 0, made.ticks]) {
      const [values, conflicts] = states[moment];
      assert.deepEqual([...film.valuesAt(moment)], values, `seed ${seed}, moment ${moment}`);
      assert.equal(film.conflictsAt(moment), conflicts, `seed ${seed}, moment ${moment}`);
    }
  }
});

test('each change is found at the moment after its tick, and nothing elsewhere', () => {
  const { made, states } = game(chance(7), [300, 200], 0.3), film = filmOf(made, SIDE, BOX), { tick, cell, from, to } = made.columns;
  const moments = new Set();
  tick.forEach((at, i) => {
    const moment = film.momentOf(i + 1);
    moments.add(at + 1);
    assert.deepEqual(film.changeAt(at + 1), { cell: cell[i], from: from[i], to: to[i] });
    assert.equal(film.indexAt(moment), i + 1);
    if (i + 1 < tick.length) assert.equal(moment, at + 1);
  });
  for (let moment = 0; moment < states.length; moment++) if (!moments.has(moment)) assert.equal(film.changeAt(moment), null);
  assert.deepEqual([film.momentOf(0), film.momentOf(tick.length)], [0, made.ticks]);
  assert.deepEqual([film.runAt(0), film.runAt(300), film.runAt(301)], [0, 0, 1]);
});

test('the curve is short, begins and ends where the game does, and misses no peak', () => {
  const { made } = game(chance(8), [5000], 0.9), film = filmOf(made, SIDE, BOX), points = film.curve(100);
  assert.ok(points.length <= 102);
  assert.equal(points[0][0], 0);
  assert.deepEqual(points.at(-1), [1, made.columns.conflicts.at(-1)]);
  assert.equal(Math.max(...points.slice(1).map(([, value]) => value)), Math.max(...made.columns.conflicts));
});

test('of a game that was kept in part, the last change is no end', () => {
  const { made } = game(chance(9), [100], 0.5), film = filmOf({ ...made, changes: made.changes + 5, ticks: 1000 }, SIDE, BOX);
  assert.equal(film.whole, false);
  assert.equal(film.momentOf(film.last), made.columns.tick.at(-1) + 1);
});

// The settings of the method: members that go together are kept, others are removed.
import assert from 'node:assert/strict';
import test from 'node:test';
import { makeBoard } from '../../../../src/web/kinds/sudoku/board/board.js';
import { howOf, isGame } from '../../../../src/web/kinds/sudoku/method.js';
import { readShards } from '../../../../src/web/parts/members/names.js';

const plain = makeBoard(25), killer = makeBoard(9, { cages: [{ sum: 3, cells: [0, 1] }] });
const jigsaw = makeBoard(5, { regions: Array.from({ length: 25 }, (_, i) => Math.floor(i / 5)) });
const all = { propagate: false, beta: 3.4, schedule: 'anneal', updates: 10, restarts: 2, shards: 5, audit: 0.5, wait_ms: 100 };

test('each method keeps what belongs to it', () => {
  const { beta, schedule, ...ofTabu } = all, { shards, audit, wait_ms } = all;
  assert.deepEqual(howOf({ ...all, method: 'sap' }, plain), { ...all, method: 'sap' });
  assert.deepEqual(howOf({ ...all, method: 'tabu' }, plain), { ...ofTabu, method: 'tabu' });
  assert.deepEqual(howOf(all, plain), { shards, audit, wait_ms });
  assert.deepEqual(howOf({ ...all, method: 'auto' }, plain), { shards, audit, wait_ms });
  assert.deepEqual(howOf({ ...all, method: 'exact' }, plain), { method: 'exact' });
  assert.deepEqual(howOf({ puzzle: '...', solutions: 3 }, plain), {});
});

test('modes, audit and waiting are of shards', () => {
  assert.deepEqual(howOf({ method: 'sap', mode: 'exact', audit: 1, wait_ms: 5 }, plain), { method: 'sap' });
  assert.deepEqual(howOf({ method: 'sap', shards: 5, mode: 'exact', schedule: 'anneal' }, plain), { method: 'sap', shards: 5, mode: 'exact' });
  assert.deepEqual(howOf({ method: 'tabu', shards: 5, mode: 'token' }, plain), { method: 'tabu', shards: 5 });
  assert.deepEqual(howOf({ method: 'sap', shards: 5, mode: 'exact', pace: 'share' }, plain), { method: 'sap', shards: 5, mode: 'exact', pace: 'share' });
  assert.deepEqual(howOf({ method: 'sap', shards: 5, mode: 'token', pace: 'share' }, plain), { method: 'sap', shards: 5, mode: 'token' });
  assert.deepEqual(howOf({ shards: 5, mode: 'token' }, plain), { shards: 5, mode: 'token' });
});

test('more shards than bands of boxes play as replicas', () => {
  assert.deepEqual(howOf({ method: 'sap', shards: 6, mode: 'exact' }, plain), { method: 'sap', shards: 6, mode: 'replicas' });
  assert.deepEqual(howOf({ shards: Array(4).fill('phone') }, makeBoard(9)), { shards: Array(4).fill('phone'), mode: 'replicas' });
});

test('a variant has no game, irregular regions no bands', () => {
  for (const board of [killer, makeBoard(9, { diagonal: true }), makeBoard(9, { disjoint: true })]) {
    assert.deepEqual(howOf({ ...all, method: 'sap' }, board), {});
    assert.deepEqual(howOf({ ...all, method: 'exact' }, board), { method: 'exact' });
  }
  assert.deepEqual(howOf({ ...all, method: 'tabu' }, jigsaw), { method: 'tabu', propagate: false, updates: 10, restarts: 2 });
});

test('invalid methods are ignored', () => {
  for (const method of ['toString', 'quick', 7, null]) assert.deepEqual(howOf({ method, beta: 2 }, plain), {});
});

test('shards are a number, or names', () => {
  assert.equal(readShards(' 5 '), 5);
  assert.equal(readShards(' , '), undefined);
  assert.deepEqual(readShards('phone, phone http://10.0.0.2:8080'), ['phone', 'phone', 'http://10.0.0.2:8080']);
  assert.deepEqual(readShards('5, local'), ['5', 'local']);
});

test('a game is sap, tabu, or any method with shards', () => {
  assert.deepEqual([{}, { method: 'exact' }, { method: 'sap' }, { method: 'tabu' }, { shards: 2 }].map(isGame), [false, false, true, true, true]);
});

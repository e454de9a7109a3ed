// Ticks of a chart are round, few, and reach the top.
import assert from 'node:assert/strict';
import test from 'node:test';
import { nearest, path, powers, ticks } from '../../../src/web/pages/metrics/scale.js';

test('ticks are round and the last is at or above the top', () => {
  assert.deepEqual(ticks(0), [0, 1]);
  assert.deepEqual(ticks(7), [0, 2, 4, 6, 8]);
  for (const high of [0.003, 1, 9.99, 10, 1234, 5e9]) {
    const all = ticks(high);
    assert.ok(all.at(-1) >= high && all.at(-2) < high && all.length <= 6, `${high}: ${all}`);
  }
});

test('powers of ten for a scale by the logarithm', () => {
  assert.deepEqual(powers(0), [0, 1]);
  assert.deepEqual(powers(1), [0, 1]);
  assert.deepEqual(powers(2), [0, 1, 10]);
  assert.deepEqual(powers(1000), [0, 1, 10, 100, 1000]);
});

test('the nearest point, and lines that are interrupted', () => {
  assert.deepEqual([-1, 0, 4, 6, 99].map((at) => nearest([0, 5, 10], at)), [0, 0, 1, 1, 2]);
  assert.equal(path([0, 1, 2, 3], [1, null, 2, 3], (x) => x, (y) => y), 'M0.0 1.0M2.0 2.0L3.0 3.0');
});

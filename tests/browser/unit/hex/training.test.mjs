// The curve of a training: intervals, lines, budgets, and the request that goes on with a training.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bestPoint, continued, lossesOf, ratesOf, shareDone, wilson } from '../../../../src/web/kinds/hex/training/points.js';

const near = (found, wanted) => found.forEach((value, i) => assert.ok(Math.abs(value - wanted[i]) < 1e-4, `${found} is not ${wanted}`));

test('an interval is that of the server', () => {
  near(wilson(3 / 8, 8), [0.1368, 0.6943]);
  near(wilson(1, 50), [0.9287, 1]);
  near(wilson(0, 4), [0, 0.4899]);
  assert.deepEqual(wilson(0.5, 0), [0, 1]);
});

const curve = [{ step: 10, loss: 3, resistance: 0.25, uct: 0.5, of: 8, seconds: 1 }, { step: 20, loss: 2, resistance: 0.5, uct: 0.75, best: 0.625, of: 8, seconds: 2 }];

test('a line has the points that its reference has', () => {
  assert.deepEqual(ratesOf(curve, 'best').map(({ step, value }) => [step, value]), [[20, 0.625]]);
  assert.deepEqual(ratesOf(curve, 'uct').map(({ step }) => step), [10, 20]);
  for (const { low, value, high } of ratesOf(curve, 'uct')) assert.ok(low < value && value < high);
  assert.deepEqual(lossesOf(curve), [{ step: 10, value: 3 }, { step: 20, value: 2 }]);
});

test('the point of the best network may have left the curve', () => {
  assert.equal(bestPoint({ curve, best_step: 20 }), curve[1]);
  assert.equal(bestPoint({ curve, best_step: 15 }), undefined);
  assert.equal(bestPoint(undefined), undefined);
});

test('the budget that is used up first counts', () => {
  assert.equal(shareDone({ step: 50, steps: 100, cpu_s: 9, seconds: 10 }), 0.9);
  assert.equal(shareDone({ step: 50, steps: 100, cpu_s: 9, seconds: 0 }), 0.5);
  assert.equal(shareDone({ step: 200, steps: 100 }), 1);
  assert.equal(shareDone({ step: 50 }), undefined);
});

test('a paused training goes on with its budget, one that ended with more time', () => {
  const train = { size: 5, steps: 100, batch: 16 };
  assert.deepEqual(continued(train, 'id'), { train, model: 'id' });
  assert.deepEqual(continued(train, 'id', 10, 59.5), { train: { size: 5, steps: 0, seconds: 660, batch: 16 }, model: 'id' });
});

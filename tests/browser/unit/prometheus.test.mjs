// Reading /metrics and deriving rates and percentiles.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { growth, parse, quantile, sum } from '../../../src/web/pages/metrics/prometheus.js';

const text = (counts) => `# HELP nashd_x_total things
nashd_x_total{kind="a",status="ok"} ${counts[0]}
nashd_x_total{kind="b",status="ok"} ${counts[1]}
nashd_h_bucket{le="0.1"} ${counts[2]}
nashd_h_bucket{le="0.2"} ${counts[3]}
nashd_h_bucket{le="+Inf"} ${counts[4]}
nashd_plain 1.5e3
go_other 7
`;

test('rows, labels, sums', () => {
  const metrics = parse(text([1, 2, 0, 0, 0]));
  assert.equal(sum(metrics, 'x_total'), 3);
  assert.equal(sum(metrics, 'x_total', { kind: 'b' }), 2);
  assert.equal(sum(metrics, 'plain'), 1500);
  assert.equal(sum(metrics, 'other'), 0);
});

test('growth, also over a restart', () => {
  const one = parse(text([5, 5, 0, 0, 0])), two = parse(text([7, 6, 0, 0, 0])), reborn = parse(text([1, 0, 0, 0, 0]));
  assert.equal(growth(one, two, 'x_total'), 3);
  assert.equal(growth(two, reborn, 'x_total'), 1);
});

test('quantiles are linear within a bucket and agree with the definition on random histograms', () => {
  const none = parse(text([0, 0, 0, 0, 0]));
  assert.equal(quantile(none, none, 'h', 0.5), null);
  assert.equal(quantile(none, parse(text([0, 0, 10, 10, 10])), 'h', 0.5), 0.05);
  assert.equal(quantile(none, parse(text([0, 0, 0, 10, 10])), 'h', 0.5).toFixed(6), '0.150000');
  assert.equal(quantile(none, parse(text([0, 0, 0, 0, 10])), 'h', 0.5), 0.2);
  let seed = 7;
  const random = (n) => { seed = (seed * 48271) % 2147483647; return seed % n; };
  for (let round = 0; round < 500; round++) {
    const a = random(20), b = a + random(20), c = b + random(20);
    const q = (1 + random(99)) / 100, got = quantile(none, parse(text([0, 0, a, b, c])), 'h', q);
    if (c === 0) { assert.equal(got, null); continue; }
    const rank = q * c, bound = rank <= a ? [0, 0.1] : rank <= b ? [0.1, 0.2] : [0.2, 0.2];
    assert.ok(got >= bound[0] && got <= bound[1], `${[a, b, c]} q=${q}: ${got}`);
  }
});

// Layouts of graphs and trees: layers, order, distances, routes; equal subtrees have equal shapes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layered, spread } from '../../../src/web/parts/layers.js';
import { childrenOf, tidy } from '../../../src/web/parts/tidy.js';

// Returns a generator of numbers from 0 to 1 that are the same in each run.
function seeded(state) {
  return () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9 | 0;
    return (state >>> 0) / 2 ** 32;
  };
}

const random = seeded(11), upTo = (n) => Math.floor(random() * n);
const close = (a, b) => Math.abs(a - b) < 1e-6;

// Returns the longest path from the root by plain search, for graphs without a cycle.
function longest(count, edges) {
  const depth = Array(count).fill(0);
  for (let round = 0; round < count; round++) for (const { from, to } of edges) depth[to] = Math.max(depth[to], depth[from] + 1);
  return depth;
}

test('nothing, one node, a loop', () => {
  assert.deepEqual(layered([], []), { x: [], layer: [], layers: 0, routes: [], crossings: 0, width: 0 });
  assert.deepEqual(layered([{ left: 3, right: 5 }], [{ from: 0, to: 0 }]), { x: [3], layer: [0], layers: 1, routes: [[[3, 0]]], crossings: 0, width: 8 });
});

test('each node lies as far down as the longest path to it', () => {
  for (let round = 0; round < 200; round++) {
    const count = 2 + upTo(12), edges = [];
    for (let to = 1; to < count; to++) for (let n = 0; n <= upTo(3); n++) edges.push({ from: upTo(to), to });
    const plan = layered(Array(count).fill({ left: 10, right: 20 }), edges);
    assert.deepEqual(plan.layer, longest(count, edges), JSON.stringify(edges));
  }
});

test('nodes keep their distance, routes pass each layer once, for all graphs', () => {
  for (let round = 0; round < 300; round++) {
    const count = 1 + upTo(14), edges = Array.from({ length: upTo(2 * count) }, () => ({ from: upTo(count), to: upTo(count) }));
    const sizes = Array.from({ length: count }, () => ({ left: 5 + upTo(30), right: 5 + upTo(60) })), gap = 12;
    const plan = layered(sizes, edges, { root: upTo(count), gap }), told = JSON.stringify({ sizes, edges });
    for (let a = 0; a < count; a++) {
      assert.ok(plan.x[a] - sizes[a].left >= -1e-6 && plan.x[a] + sizes[a].right <= plan.width + 1e-6, told);
      for (let b = 0; b < a; b++)
        if (plan.layer[a] === plan.layer[b]) {
          const [left, right] = plan.x[a] < plan.x[b] ? [a, b] : [b, a];
          assert.ok(plan.x[right] - plan.x[left] >= sizes[left].right + sizes[right].left + gap - 1e-6, `${left} touches ${right}: ${told}`);
        }
    }
    edges.forEach(({ from, to }, i) => {
      const route = plan.routes[i];
      assert.deepEqual(route[0], [plan.x[from], plan.layer[from]], told);
      assert.deepEqual(route.at(-1), [plan.x[to], plan.layer[to]], told);
      const step = Math.sign(plan.layer[to] - plan.layer[from]);
      route.slice(1).forEach(([, layer], j) => assert.equal(layer, route[j][1] + step, told));
      assert.ok(from === to || step, `${from} and ${to} are in one layer: ${told}`);
    });
  }
});

test('edges that need not cross do not', () => {
  const crossed = [{ from: 0, to: 1 }, { from: 0, to: 2 }, { from: 1, to: 4 }, { from: 2, to: 3 }, { from: 2, to: 4 }];
  assert.equal(layered(Array(5).fill({ left: 5, right: 5 }), crossed).crossings, 0);
  for (let round = 0; round < 50; round++) { // trees whose nodes are numbered at random
    const count = 2 + upTo(20), edges = Array.from({ length: count - 1 }, (_, i) => ({ from: upTo(i + 1), to: i + 1 }));
    const name = [...Array(count).keys()].map((v) => [random(), v]).sort((a, b) => a[0] - b[0]).map(([, v]) => v);
    const plan = layered(Array(count).fill({ left: 5, right: 5 }), edges.map(({ from, to }) => ({ from: name[from], to: name[to] })), { root: name[0] });
    assert.equal(plan.crossings, 0, JSON.stringify(edges));
  }
});

test('long chains and cycles take no recursion', () => {
  const count = 3000, edges = Array.from({ length: count }, (_, v) => ({ from: v, to: (v + 1) % count }));
  edges.pop(); // the edge that closes the cycle would pass all layers
  edges.push({ from: 1, to: 0 });
  assert.equal(layered(Array(count).fill({ left: 1, right: 1 }), edges).layers, count);
});

test('places are the nearest that keep the distances', () => {
  assert.deepEqual(spread([0, 10], [1, 1], [5]), [0, 10]);
  assert.deepEqual(spread([5, 5], [1, 1], [4]), [3, 7]);
  assert.deepEqual(spread([5, 5], [3, 1], [4]), [4, 8]);
  for (let round = 0; round < 100; round++) {
    const n = 2 + upTo(3), wanted = Array.from({ length: n }, () => upTo(20)), weights = wanted.map(() => 1 + upTo(4)), apart = wanted.slice(1).map(() => upTo(6));
    const cost = (places) => places.reduce((sum, at, i) => sum + weights[i] * (at - wanted[i]) ** 2, 0);
    const best = spread(wanted, weights, apart);
    best.slice(1).forEach((at, i) => assert.ok(at - best[i] >= apart[i] - 1e-9));
    for (let tries = 0; tries < 60; tries++) { // no other sampled layout is nearer
      const other = best.map((at) => at + (random() - 0.5) * 2);
      for (let i = 1; i < n; i++) other[i] = Math.max(other[i], other[i - 1] + apart[i - 1]);
      assert.ok(cost(other) >= cost(best) - 1e-9, JSON.stringify({ wanted, weights, apart, other }));
    }
  }
});

const randomTree = (count) => Array.from({ length: count }, (_, v) => (v ? Math.max(0, v - 1 - upTo(Math.min(v, 4))) : -1));

test('trees: brothers in order, none nearer than one leaf, parents over the middle, within the width', () => {
  for (let round = 0; round < 200; round++) {
    const parent = randomTree(1 + upTo(40)), children = childrenOf(parent), plan = tidy(parent), told = JSON.stringify(parent);
    const rows = new Map();
    parent.forEach((of, v) => {
      assert.equal(plan.depth[v], of < 0 ? 0 : plan.depth[of] + 1);
      assert.ok(plan.x[v] >= -1e-9 && plan.x[v] <= plan.width + 1e-9, told);
      if (children[v].length) assert.ok(close(plan.x[v], (plan.x[children[v][0]] + plan.x[children[v].at(-1)]) / 2), told);
      if (!rows.has(plan.depth[v])) rows.set(plan.depth[v], []);
      rows.get(plan.depth[v]).push(plan.x[v]);
    });
    for (const row of rows.values()) { const sorted = [...row].sort((a, b) => a - b); sorted.slice(1).forEach((x, i) => assert.ok(x - sorted[i] >= 1 - 1e-9, told)); }
    for (const list of children) list.slice(1).forEach((child, i) => assert.ok(plan.x[child] > plan.x[list[i]], told));
  }
});

test('a full binary tree is as wide as its leaves, a path as one', () => {
  const full = Array.from({ length: 31 }, (_, v) => (v ? Math.floor((v - 1) / 2) : -1)), path = Array.from({ length: 5000 }, (_, v) => v - 1);
  assert.equal(tidy(full).width, 15);
  assert.deepEqual([tidy(path).width, tidy(path).depths], [0, 5000]);
});

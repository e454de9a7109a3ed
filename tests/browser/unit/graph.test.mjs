// The graph part without a page: layouts of graphs and trees (layers, order, distances, routes; equal subtrees have equal shapes),
// places that stay, edits, scenes, the camera.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fit, reveal, toDrawing, toView, zoom } from '../../../src/web/parts/graph/camera.js';
import { addNode, connect, describe, extend, freshName, redirect, remove, rename } from '../../../src/web/parts/graph/edit.js';
import { layered, spread } from '../../../src/web/parts/graph/layers.js';
import { endsOf, kept, moved, requestOf } from '../../../src/web/parts/graph/places.js';
import { plan } from '../../../src/web/parts/graph/plan.js';
import { found, hit, nextNode, sceneOf, unfold, within } from '../../../src/web/parts/graph/scene.js';
import { childrenOf, tidy } from '../../../src/web/parts/graph/tidy.js';

const graphOf = (root, text) => {
  const edges = text.split('; ').filter(Boolean).map((rule, i) => { const [from, to] = rule.split(' -> '); return { id: `e${i}`, from, to: to.split(' ') }; });
  return { root, nodes: [...new Set([root, ...edges.flatMap(({ from, to }) => [from, ...to])])].map((id) => ({ id })), edges };
};
const notes = graphOf('n0', 'n0 -> n1; n0 -> n5 n4; n1 -> n2; n1 -> n3; n2 -> n3; n2 -> n5 n4; n3 -> n5 n6; n4 -> n5; n4 -> n8; n5 -> n7 n8; n5 -> n6; n6 -> n7 n8');
const placesOf = (graph, layout = 'layers') => { const { request, placed } = requestOf(graph, layout, 44); return placed(plan(request)); };
const again = (graph) => ({ ...graph, edges: graph.edges.map((edge, i) => ({ ...edge, id: `e${i}` })) });

// Returns a generator of numbers below n that are the same in each run.
function seeded(state) {
  return (n) => { state = (Math.imul(state, 1664525) + 1013904223) >>> 0; return Math.floor(state / 2 ** 32 * n); };
}

test('an edit moves no node that stays', () => {
  const upTo = seeded(5);
  for (let round = 0; round < 60; round++) {
    let graph = notes, places = placesOf(graph);
    for (let i = 0; i < 8; i++) {
      const any = () => graph.nodes[upTo(graph.nodes.length)].id, before = places;
      const edited = [() => addNode(graph, freshName(graph), any()), () => connect(graph, any(), [any(), any()]), () => remove(graph, { node: any() }), () => rename(graph, any(), freshName(graph)), () => graph.edges.length && remove(graph, { edge: graph.edges[upTo(graph.edges.length)].id })][upTo(5)]();
      if (!edited) continue;
      graph = again(edited);
      places = kept(graph, places) ?? placesOf(graph);
      if (kept(graph, before)) for (const { id } of graph.nodes) if (before.at.has(id)) assert.deepEqual(places.at.get(id), before.at.get(id));
      assert.deepEqual([...places.at.keys()].sort(), graph.nodes.map(({ id }) => id).sort());
    }
  }
});

test('a renamed node stays in its place; another graph is laid out anew', () => {
  const places = placesOf(notes), next = again(rename(notes, 'n5', 'x'));
  assert.deepEqual(kept(next, places).at.get('x'), places.at.get('n5'));
  assert.equal(kept(graphOf('n0', 'n0 -> n1 n2; n0 -> n2 n3; n1 -> n2; n1 -> n4; n2 -> n6 n7; n3 -> n5 n6; n4 -> n2; n5 -> n7'), places), null);
  assert.equal(kept(notes, undefined), null);
});

test('a new node stands where it was wished, else free below the node that leads to it', () => {
  const places = placesOf(notes), graph = again(addNode(notes, 'x', 'n1'));
  assert.deepEqual(kept(graph, places, new Map([['x', [7, 9]]])).at.get('x'), [7, 9]);
  const [x, y] = kept(graph, places).at.get('x');
  assert.ok(y > places.at.get('n1')[1]);
  for (const [id, [ox, oy]] of places.at) assert.ok(Math.hypot(ox - x, oy - y) > 40, id);
});

test('a moved node takes the bends of its edges along, the far end stays', () => {
  const places = placesOf(notes), key = endsOf(notes.edges).find(({ key: one }) => places.routes.has(one)).key, [from] = key.split('\n');
  const after = moved(places, from, [30, -10], endsOf(notes.edges)), before = places.routes.get(key), now = after.routes.get(key);
  assert.deepEqual(now[0], [before[0][0] + 30, before[0][1] - 10]);
  assert.deepEqual(now.at(-1), before.at(-1));
  assert.deepEqual(places.routes.get(key), before, 'the old places are not changed');
});

test('edits: a fresh name, an edge after the others of its node, ends, members, deletions', () => {
  assert.equal(freshName(notes), 'n9');
  assert.equal(freshName(graphOf('T(1,4)', '')), 'n1');
  assert.deepEqual(connect(notes, 'n0', ['n8', 'n8']).edges[2], { from: 'n0', to: ['n8', 'n8'] });
  assert.equal(connect(notes, 'n0', ['nowhere']), null);
  assert.equal(connect(notes, 'n0', []), null);
  assert.deepEqual(extend(notes, 'e0', 'n7').edges[0].to, ['n1', 'n7']);
  assert.deepEqual(redirect(notes, 'e0', ['n2']).edges[0].to, ['n2']);
  assert.equal(redirect(notes, 'e0', []).edges.length, notes.edges.length - 1);
  assert.equal(describe(notes, { edge: 'e0' }, { cost: 3 }).edges[0].cost, 3);
  assert.equal(describe(notes, { node: 'n3' }, { h: 3 }).nodes.find(({ id }) => id === 'n3').h, 3);
  const less = remove(notes, { node: 'n5' });
  assert.ok(!JSON.stringify(less).includes('"n5"'));
  assert.deepEqual(less.edges.find(({ id }) => id === 'e1').to, ['n4']);
  assert.equal(remove(notes, { node: 'n0' }), null);
  assert.equal(rename(notes, 'n1', 'n2'), null);
  assert.equal(rename(notes, 'n0', 'start').root, 'start');
});

test('collapsing hides what only the node leads to, and expanding to a node opens the way', () => {
  const places = placesOf(notes), all = (collapsed) => sceneOf(notes, places, { collapsed: new Set(collapsed) });
  assert.equal(all([]).nodes.size, 9);
  const folded = all(['n5']);
  assert.deepEqual([...folded.nodes.keys()].sort(), ['n0', 'n1', 'n2', 'n3', 'n4', 'n5', 'n6', 'n7', 'n8']); // n3 leads to n6, n4 to n8
  assert.ok(!folded.edges.some(({ edge }) => edge.from === 'n5'));
  assert.equal(all(['n0']).counts.get('n0'), 8);
  assert.deepEqual([...unfold(notes, new Set(['n0', 'n3']), 'n8')], ['n3']);
});

test('a point hits the node under it, else the nearest edge', () => {
  const places = placesOf(notes), scene = sceneOf(notes, places);
  for (const { id, x, y } of scene.nodes.values()) assert.deepEqual(hit(scene, [x + 3, y - 4], 1), { node: id });
  const { id, parts: [{ points }] } = scene.edges.find(({ parts }) => parts[0].points.length > 2), [mx, my] = points[1];
  assert.deepEqual(hit(scene, [mx + 2, my], 1), { edge: id });
  assert.equal(hit(scene, [-500, -500], 1), null);
});

test('arrow keys walk along the edges and the rows, and reach every node', () => {
  const scene = sceneOf(notes, placesOf(notes)), seen = new Set(['n0']);
  for (const id of seen) for (const key of ['ArrowDown', 'ArrowUp', 'ArrowLeft', 'ArrowRight']) { const to = nextNode(scene, id, key); if (to) seen.add(to); }
  assert.equal(seen.size, 9);
  assert.ok(['n1', 'n4', 'n5'].includes(nextNode(scene, 'n0', 'ArrowDown')));
  assert.equal(nextNode(scene, 'n1', 'ArrowUp'), 'n0');
});

test('nodes are found by their names, equal ones first', () => {
  assert.deepEqual(found(graphOf('a1', 'a1 -> xa1; xa1 -> a12'), 'A1'), ['a1', 'a12', 'xa1']);
  assert.deepEqual(found(notes, ' '), []);
});

test('the camera: a fitted box is inside, a zoom keeps its point, a hidden point is revealed', () => {
  const box = { left: -50, top: 10, right: 950, bottom: 410 }, camera = fit(box, 400, 300);
  for (const corner of [[-50, 10], [950, 410]]) { const [x, y] = toView(camera, corner); assert.ok(x >= -1e-9 && x <= 400 + 1e-9 && y >= -1e-9 && y <= 300 + 1e-9); }
  const point = [120, 80], at = toDrawing(camera, point), closer = zoom(camera, 2, point);
  assert.deepEqual(toView(closer, at).map(Math.round), point);
  const [x, y] = toView(reveal(closer, [950, 410], 400, 300), [950, 410]);
  assert.ok(x > 0 && x < 400 && y > 0 && y < 300);
});

test('only what is near the view is drawn', () => {
  const scene = sceneOf(notes, placesOf(notes)), { x, y } = scene.nodes.get('n7'), near = within(scene, { left: x - 5, right: x + 5, top: y - 5, bottom: y + 5 });
  assert.deepEqual(near.nodes.map(({ id }) => id), ['n7']);
  assert.ok(near.edges.every(({ edge }) => edge.to.includes('n7')));
});

test('a large wide graph is squeezed into rows; no two nodes touch', () => {
  const upTo = seeded(3);
  for (const layout of ['tree', 'layers']) {
    const count = 600, edges = Array.from({ length: count - 1 }, (_, i) => ({ id: `e${i}`, from: `v${upTo(Math.floor(i / 4) + 1)}`, to: [`v${i + 1}`] }));
    const graph = { root: 'v0', nodes: Array.from({ length: count }, (_, v) => ({ id: `v${v}` })), edges }, { box, nodes } = sceneOf(graph, placesOf(graph, layout)), all = [...nodes.values()];
    assert.ok((box.right - box.left) / (box.bottom - box.top) < 8, `${layout}: ${(box.right - box.left) / (box.bottom - box.top)}`);
    all.forEach((a, i) => all.slice(0, i).forEach((b) => assert.ok(Math.abs(a.x - b.x) >= a.rx + b.rx - 1e-6 || Math.abs(a.y - b.y) >= a.ry + b.ry, `${a.id} ${b.id}`)));
  }
});

test('a tree that is none is laid out in layers, with bends', () => {
  const places = placesOf(notes, 'tree');
  assert.ok(places.routes.size > 0);
  assert.equal(placesOf(graphOf('a', 'a -> b; a -> c; b -> d'), 'tree').routes.size, 0);
});

// ---- layouts ----

// Returns a generator of numbers from 0 to 1 that are the same in each run.
function seededShare(state) {
  return () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9 | 0;
    return (state >>> 0) / 2 ** 32;
  };
}

const random = seededShare(11), upTo = (n) => Math.floor(random() * n);
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

test('the leaves of a tree leave room for the text beside the widest', () => {
  const graph = (tag) => ({ root: 'a', nodes: [{ id: 'a', rx: 15 }, { id: 'b', rx: 15, tag }, { id: 'c', rx: 15 }], edges: [{ from: 'a', to: ['b'] }, { from: 'a', to: ['c'] }] });
  const apart = (tag) => { const { request, placed } = requestOf(graph(tag), 'tree', 10), { at } = placed(plan(request)); return at.get('c')[0] - at.get('b')[0]; };
  assert.ok(apart(70) >= 2 * 15 + 70);
  assert.ok(apart(10) < 60);
});

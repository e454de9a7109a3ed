// Where the nodes of a graph stand, and how that is kept when the graph changes. Does not use the DOM.
//
// places: { at: Map id -> [x, y], routes: Map key -> points from middle to middle, keys: Set of all keys }; an edge without a route is straight. Keys
// name the ends and not the edge, because edges may be numbered anew when one is deleted.
import { asideOf, sizeOf } from './geometry.js';

const RISE = 84, GAP = 34; // px, as in plan.js
const CHANGED = 0.4, FEW = 6; // the nodes stay in their places if this share, or so many, of the other edges and of the nodes have changed

const known = new WeakMap(); // edges -> their ends

function findEnds(edges) {
  const count = new Map(), between = new Map(), ends = []; // of pairs with, without their direction
  for (const edge of edges) {
    const { from } = edge;
    edge.to.forEach((to, i) => {
      const pair = `${from}\n${to}`, n = count.get(pair) ?? 0, turned = from > to, both = turned ? `${to}\n${from}` : pair;
      count.set(pair, n + 1);
      if (!between.has(both)) between.set(both, []);
      between.get(both).push(ends.length);
      ends.push({ edge, i, from, to, key: n ? `${pair}\n${n}` : pair, turned, aside: 0 });
    });
  }
  for (const all of between.values()) if (all.length > 1) all.forEach((at, i) => { ends[at].aside = asideOf(i, all.length, ends[at].turned); });
  return ends;
}

// Returns every end of every edge as { edge, i, from, to, key, aside }; aside: how far it is bent from the other edges between its
// two nodes.
export function endsOf(edges) {
  if (!known.has(edges)) known.set(edges, findEnds(edges));
  return known.get(edges);
}

// Returns the request for a whole layout (plan.js) and the places made of its answer.
export function requestOf({ root, nodes, edges }, layout, tag) {
  const number = new Map(nodes.map(({ id }, i) => [id, i])), ends = endsOf(edges).filter(({ from, to }) => number.has(from) && number.has(to));
  const request = { layout, root: number.get(root) ?? 0, sizes: new Float64Array(2 * nodes.length), ends: new Int32Array(2 * ends.length) };
  nodes.forEach((node, i) => { request.sizes[2 * i] = sizeOf(node).rx; request.sizes[2 * i + 1] = node.tag ?? tag; });
  ends.forEach(({ from, to }, i) => { request.ends[2 * i] = number.get(from); request.ends[2 * i + 1] = number.get(to); });
  const placed = ({ x, y, routes = [], points }) => ({
    at: new Map(nodes.map(({ id }, i) => [id, [x[i], y[i]]])),
    routes: new Map(Array.from({ length: routes.length / 3 }, (_, i) => [ends[routes[3 * i]].key, Array.from({ length: routes[3 * i + 2] }, (_, j) => [points[routes[3 * i + 1] + 2 * j], points[routes[3 * i + 1] + 2 * j + 1]])])),
    keys: new Set(ends.map(({ key }) => key))
  });
  return { request, placed };
}

// Returns a free place near [x, y]: there, or to the right of it.
function free([x, y], at) {
  const row = [...at.values()].filter(([, other]) => Math.abs(other - y) < RISE * 0.6).sort(([a], [b]) => a - b), room = 2 * GAP + 44;
  for (const [other] of row) if (Math.abs(other - x) < room) x = other + room;
  return [x, y];
}

// Returns the place of a new node: under the first node that leads to it, else above the first that it leads to, else to
// the right of all.
function newcomer(id, edges, at) {
  const before = edges.find(({ from, to }) => to.includes(id) && at.has(from)), after = edges.find(({ from, to }) => from === id && to.some((one) => at.has(one)));
  if (before) { const [x, y] = at.get(before.from); return free([x + before.to.indexOf(id) * (2 * GAP + 44), y + RISE], at); }
  if (after) { const [x, y] = at.get(after.to.find((one) => at.has(one))); return free([x, y - RISE], at); }
  const all = [...at.values()], right = all.reduce((most, [x]) => Math.max(most, x), 0), top = all.reduce((least, [, y]) => Math.min(least, y), Infinity);
  return free([all.length ? right + 2 * GAP + 44 : 0, Number.isFinite(top) ? top : 0], at);
}

// Returns the places of a graph that comes from `before` by an edit: old nodes stay, new ones stand near their neighbours, a
// node that replaces a single one, as after a renaming, stands in its place. wanted: Map id -> [x, y] of new nodes. Returns
// null if too little of the graph is left, so that it must be laid out as a whole.
export function kept({ nodes, edges }, before, wanted = new Map()) {
  if (!before) return null;
  const ends = endsOf(edges), keys = new Set(ends.map(({ key }) => key)), ids = new Set(nodes.map(({ id }) => id));
  const gone = [...before.at.keys()].filter((id) => !ids.has(id)), fresh = nodes.filter(({ id }) => !before.at.has(id)), renamed = gone.length === 1 && fresh.length === 1;
  const lone = new Set([...gone, ...fresh.map(({ id }) => id)]), other = (key) => !key.split('\n').some((id) => lone.has(id));
  const changes = [...keys].filter((key) => !before.keys.has(key) && other(key)).length + [...before.keys].filter((key) => !keys.has(key) && other(key)).length;
  if (changes > Math.max(FEW, CHANGED * keys.size) || fresh.length > Math.max(1, CHANGED * nodes.length) || gone.length > Math.max(1, CHANGED * before.at.size)) return null;
  const at = new Map(nodes.flatMap(({ id }) => (before.at.has(id) ? [[id, before.at.get(id)]] : [])));
  for (const { id } of fresh) at.set(id, wanted.get(id) ?? (renamed ? before.at.get(gone[0]) : newcomer(id, edges, at)));
  return { at, routes: new Map([...before.routes].filter(([key]) => keys.has(key))), keys };
}

// Returns the places after a node has been moved by [dx, dy]: the bends of its edges move with it, the less the farther they
// are. ends: those of all edges (endsOf).
export function moved({ at, routes, keys }, id, [dx, dy], ends) {
  const [x, y] = at.get(id), next = new Map(routes);
  for (const { key, from, to } of ends) {
    const route = routes.get(key);
    if (!route || (from !== id && to !== id)) continue;
    const last = route.length - 1, share = (i) => (from === id ? 1 - i / last : 0) + (to === id ? i / last : 0);
    next.set(key, route.map(([px, py], i) => [px + dx * share(i), py + dy * share(i)]));
  }
  return { at: new Map(at).set(id, [x + dx, y + dy]), routes: next, keys };
}

// Lays out a whole graph: in layers, or as a tree. Runs in a worker for large graphs, so it uses no DOM.
import { layered } from './layers.js';
import { childrenOf, tidy } from './tidy.js';

const RISE = 84, SUBRISE = 56, GAP = 34, THIN = 12, LEAF = 12; // px: distance of layers, of rows in one, of nodes, room of a long edge, distance of leaves
const WIDEST = 3, HIGHEST = 3; // a drawing wider than WIDEST times its height is stretched, up to HIGHEST times
const MANY = 60, ROWS = 10; // nodes from which on a layer may have several rows, and how many it has about at most

// Returns the distance of the layers: greater in a drawing that would be much wider than high.
const rise = (width, height) => Math.min(HIGHEST, Math.max(1, width / (WIDEST * height))) * RISE;

// Gives each node of a layer a row in which it touches none: the first that is free from left to right. Returns the number of rows.
function rowsOf(layer, x, boxes, row) {
  const ends = [];
  for (const v of layer.sort((a, b) => x[a] - x[b])) {
    const free = ends.findIndex((end) => end <= x[v] - boxes[v].left);
    row[v] = free < 0 ? ends.length : free;
    ends[row[v]] = x[v] + boxes[v].right;
  }
  return ends.length;
}

// Squeezes a drawing that is much wider than high: its layers get several rows. x: middles; layer: of each node; boxes: [{ left,
// right }]. Returns { x, y, across(x), down(layer) }: the places, and those of points between them.
function squeezed(x, layer, layers, boxes, width) {
  const by = x.length < MANY ? 1 : Math.min(ROWS, Math.max(1, Math.sqrt(width / (WIDEST * layers * RISE)))), row = new Array(x.length).fill(0), across = (at) => at / by;
  const narrow = x.map(across), members = Array.from({ length: layers }, () => []);
  layer.forEach((at, v) => members[at].push(v));
  const heights = members.map((all) => (by > 1 ? rowsOf(all, narrow, boxes, row) - 1 : 0) * SUBRISE), height = heights.reduce((a, b) => a + b, layers * RISE), apart = rise(across(width), height);
  const top = [0];
  heights.forEach((one, i) => { top.push(top[i] + one + apart); });
  return { x: narrow, y: layer.map((at, v) => top[at] + row[v] * SUBRISE), across, down: (at) => top[at] + heights[at] / 2 };
}

// Returns the nodes in an order in which each stands after its parent, and the parents by their numbers in that order;
// null if the graph is no tree whose root is `root`.
function asTree(count, edges, root) {
  const parent = new Array(count).fill(-1), out = Array.from({ length: count }, () => []);
  for (const [from, to] of edges) {
    if (parent[to] >= 0 || to === root || from === to) return null;
    parent[to] = from;
    out[from].push(to);
  }
  const order = [root], place = [];
  for (let i = 0; i < order.length; i++) {
    place[order[i]] = i;
    for (const to of out[order[i]]) order.push(to);
  }
  return order.length === count ? { order, parent: order.map((v) => (v === root ? -1 : place[parent[v]])) } : null;
}

function planTree(nodes, { order, parent }) {
  const made = tidy(parent, childrenOf(parent)), room = nodes.reduce((most, { tag }) => Math.max(most, tag), LEAF), unit = 2 * nodes.reduce((most, { rx }) => Math.max(most, rx), 0) + room, x = [], layer = [];
  order.forEach((v, i) => { x[v] = made.x[i] * unit; layer[v] = made.depth[i]; });
  const { x: narrow, y } = squeezed(x, layer, made.depths, nodes.map(() => ({ left: unit / 2, right: unit / 2 })), made.width * unit);
  return { x: narrow, y };
}

// Returns the routes that are no straight lines as flat lists: routes: [number of the edge, index of its first point, how many], and
// points: [x, y] of each.
function flat(all) {
  const routes = [], points = [];
  all.forEach((route, i) => {
    if (route.length < 3) return;
    routes.push(i, points.length, route.length);
    for (const [x, y] of route) points.push(x, y);
  });
  return { routes: Int32Array.from(routes), points: Float64Array.from(points) };
}

// layout: 'layers' or 'tree' (layers, if the graph is none); sizes: of each node its half width and the room to the right of it; ends: of
// each edge the numbers of its nodes. All are flat typed arrays, which pass to a worker quickly. Returns { x, y, routes?, points? }:
// the middles of the nodes, and of each bent edge the points that it passes, from middle to middle.
export function plan({ layout, sizes, ends, root }) {
  const nodes = Array.from({ length: sizes.length / 2 }, (_, i) => ({ rx: sizes[2 * i], tag: sizes[2 * i + 1] })), edges = Array.from({ length: ends.length / 2 }, (_, i) => [ends[2 * i], ends[2 * i + 1]]);
  const tree = layout === 'tree' && nodes.length > 0 && asTree(nodes.length, edges, root);
  if (tree) return planTree(nodes, tree);
  const boxes = nodes.map(({ rx, tag }) => ({ left: rx + 4, right: rx + tag }));
  const made = layered(boxes, edges.map(([from, to]) => ({ from, to })), { root, gap: GAP, thin: THIN });
  const { x, y, across, down } = squeezed(made.x, made.layer, made.layers, boxes, made.width), at = (v) => [x[v], y[v]];
  return { x: Float64Array.from(x), y: Float64Array.from(y), ...flat(made.routes.map((route, i) => [at(edges[i][0]), ...route.slice(1, -1).map(([px, layer]) => [across(px), down(layer)]), at(edges[i][1])])) };
}

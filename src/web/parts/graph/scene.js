// A graph with its places, as it is drawn: what is visible, what a point hits, where the arrow keys lead. Does not use the DOM.
import { shapeOf, shortName, sizeOf } from './geometry.js';
import { endsOf } from './places.js';

const SLACK = 8; // px on the screen by which a hit may miss

// Returns the nodes that are hidden because all ways to them pass a collapsed node: Map id of the collapsed node -> count.
// Nodes that no edge leads to are always visible.
function hiddenBy({ root, nodes }, out, into, collapsed) {
  if (!collapsed.size) return { hidden: new Set(), counts: new Map() };
  const seen = new Set(nodes.filter(({ id }) => id === root || !into.get(id)?.length).map(({ id }) => id)), counts = new Map();
  for (const id of seen) if (!collapsed.has(id)) for (const one of out.get(id) ?? []) one.to.forEach((to) => seen.add(to));
  const hidden = new Set(nodes.map(({ id }) => id).filter((id) => !seen.has(id)));
  for (const id of collapsed) {
    if (!seen.has(id)) continue;
    const below = new Set([id]);
    for (const v of below) for (const one of out.get(v) ?? []) one.to.forEach((to) => { if (hidden.has(to)) below.add(to); });
    counts.set(id, below.size - 1);
  }
  return { hidden, counts };
}

// The shape of an edge is computed when it is first drawn, because of a large graph only few edges are drawn in detail.
class Edge {
  constructor(edge, from, parts, index, plain) {
    this.id = edge.id;
    this.edge = edge;
    this.from = from;
    this.parts = parts;
    this.index = index;
    this.plain = plain;
    this.made = null;
  }

  get shape() {
    this.made ??= shapeOf(this.from, this.parts, this.index, this.plain);
    return this.made;
  }
}

// graph: { root, nodes, edges }; places: of places.js; collapsed: Set of ids; plain: straight edges without heads; only: { nodes,
// edges }, Sets of the ids that are drawn. Returns the
// scene: { nodes: Map id -> { id, node, name, x, y, rx, ry }, edges: [Edge], out: Map id -> [Edge], into: Map id -> [ids],
// counts: Map id -> number of nodes hidden below it, box: { left, top, right, bottom } }.
export function sceneOf(graph, places, { collapsed = new Set(), plain = false, tag = 44, only } = {}) {
  const known = graph.edges.filter(({ id, from, to }) => (!only || only.edges.has(id)) && places.at.has(from) && to.length && to.every((id) => places.at.has(id)));
  const rawOut = new Map(), into = new Map(graph.nodes.map(({ id }) => [id, []]));
  for (const edge of known) {
    if (!rawOut.has(edge.from)) rawOut.set(edge.from, []);
    rawOut.get(edge.from).push(edge);
    for (const to of edge.to) if (to !== edge.from) into.get(to)?.push(edge.from);
  }
  const { hidden, counts } = hiddenBy(graph, rawOut, into, collapsed), nodes = new Map();
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const node of graph.nodes) {
    if (hidden.has(node.id) || !places.at.has(node.id) || (only && !only.nodes.has(node.id))) continue;
    const [x, y] = places.at.get(node.id), { rx, ry } = sizeOf(node), one = { id: node.id, node, name: shortName(node.name ?? node.id), x, y, rx, ry };
    nodes.set(node.id, one);
    box.left = Math.min(box.left, x - one.rx - 8); box.right = Math.max(box.right, x + one.rx + (node.tag ?? tag));
    box.top = Math.min(box.top, y - one.ry - 22); box.bottom = Math.max(box.bottom, y + one.ry + 10);
  }
  const parts = new Map(known.map((edge) => [edge, []]));
  for (const { edge, from, to, key, aside } of endsOf(graph.edges)) {
    const a = nodes.get(from), b = nodes.get(to);
    if (a && b) parts.get(edge)?.push({ node: b, key, aside, points: places.routes.get(key) ?? [[a.x, a.y], [b.x, b.y]] });
  }
  const out = new Map(), arcs = new Map(), edges = [];
  for (const edge of known) {
    if (collapsed.has(edge.from) || !parts.get(edge).length) continue;
    const index = arcs.get(edge.from) ?? 0, one = new Edge(edge, nodes.get(edge.from), parts.get(edge), index, plain);
    if (edge.to.length > 1) arcs.set(edge.from, index + 1);
    edges.push(one);
    if (!out.has(edge.from)) out.set(edge.from, []);
    out.get(edge.from).push(one);
  }
  return { root: graph.root, nodes, edges, out, into, counts, box: nodes.size ? box : { left: 0, top: 0, right: 1, bottom: 1 } };
}

// Returns the nodes in a rectangle of the drawing, and the edges of which a part may be in it.
export function within({ nodes, edges }, { left, top, right, bottom }) {
  const crosses = ({ from, parts }) => parts.some(({ points }) => {
    let a = from.x, b = from.x, c = from.y, d = from.y;
    for (const [x, y] of points) { a = Math.min(a, x); b = Math.max(b, x); c = Math.min(c, y); d = Math.max(d, y); }
    return a < right && b > left && c < bottom && d > top;
  });
  return { nodes: [...nodes.values()].filter(({ x, y, rx, ry }) => x + rx > left && x - rx < right && y + ry > top && y - ry < bottom), edges: edges.filter(crosses) };
}

// Returns the squared distance of a point from a segment.
function away([px, py], [ax, ay], [bx, by]) {
  const dx = bx - ax, dy = by - ay, t = Math.max(0, Math.min(1, ((px - ax) * dx + (py - ay) * dy) / (dx * dx + dy * dy || 1)));
  return (px - ax - t * dx) ** 2 + (py - ay - t * dy) ** 2;
}

// Returns what is drawn at a point of the drawing: { node: id }, { edge: id } or null. scale: px on the screen for one.
export function hit({ nodes, edges }, [x, y], scale) {
  const slack = SLACK / scale;
  let best = null, least = 1;
  for (const one of nodes.values()) {
    const far = ((x - one.x) / Math.max(one.rx, 12 / scale)) ** 2 + ((y - one.y) / Math.max(one.ry, 12 / scale)) ** 2;
    if (far < least) { least = far; best = { node: one.id }; }
  }
  if (best) return best;
  least = slack * slack;
  for (const { id, from, parts } of edges)
    for (const { node, points, aside } of parts) {
      if (node === from) continue;
      const bent = points.length === 2 && aside ? bend(points, aside) : points;
      for (let i = 0; i + 1 < bent.length; i++) {
        const far = away([x, y], bent[i], bent[i + 1]);
        if (far < least) { least = far; best = { edge: id }; }
      }
    }
  return best;
}

// Returns a bent edge as two segments, for hits.
function bend([[ax, ay], [bx, by]], aside) {
  const length = Math.hypot(bx - ax, by - ay) || 1;
  return [[ax, ay], [(ax + bx) / 2 + aside * (by - ay) / length, (ay + by) / 2 + aside * (ax - bx) / length], [bx, by]];
}

// Returns the id of the node to which an arrow key leads: down and up along the edges, left and right to the next node of the
// row, else to the nearest in that direction.
export function nextNode({ nodes, out, into }, id, key) {
  const here = nodes.get(id);
  if (!here) return undefined;
  const nearest = (ids) => ids.filter((one) => one !== id && nodes.has(one)).sort((a, b) => Math.abs(nodes.get(a).x - here.x) - Math.abs(nodes.get(b).x - here.x))[0];
  if (key === 'ArrowDown') return nearest((out.get(id) ?? []).flatMap(({ edge }) => edge.to));
  if (key === 'ArrowUp') return nearest(into.get(id) ?? []);
  const side = key === 'ArrowLeft' ? -1 : 1, beside = [...nodes.values()].filter(({ x }) => (x - here.x) * side > 0);
  const row = beside.filter(({ y }) => Math.abs(y - here.y) < 2 * here.ry), cost = ({ x, y }) => Math.abs(x - here.x) + 3 * Math.abs(y - here.y);
  return (row.length ? row : beside).reduce((best, one) => (!best || cost(one) < cost(best) ? one : best), undefined)?.id;
}

// Returns the ids of the nodes whose name contains the text; equal names and beginnings first.
export function found(graph, text) {
  const wanted = text.trim().toLowerCase();
  if (!wanted) return [];
  const rank = ({ id, name = id }) => { const at = name.toLowerCase().indexOf(wanted); return at < 0 ? 3 : name.length === wanted.length ? 0 : at ? 2 : 1; };
  return graph.nodes.map((node) => [rank(node), node.id]).filter(([by]) => by < 3).sort((a, b) => a[0] - b[0]).map(([, id]) => id);
}

// Returns the collapsed nodes that must be expanded so that a node is visible: all on a shortest way to it.
export function unfold(graph, collapsed, id) {
  const from = new Map([[graph.root, null]]), out = new Map();
  for (const { from: a, to } of graph.edges) out.set(a, [...(out.get(a) ?? []), ...to]);
  for (const v of from.keys()) for (const to of out.get(v) ?? []) if (!from.has(to)) from.set(to, v);
  const open = new Set(collapsed);
  for (let v = from.get(id); v !== null && v !== undefined; v = from.get(v)) open.delete(v);
  return open;
}

// The drawing of a graph: outlines of nodes, curves of edges, arcs of connectors, arrowheads. Does not use the DOM.
import { layered } from '../../parts/layers.js';

const RADIUS = 17, RISE = 84, MARGIN = 14, CHARACTER = 7.4, TAG = 44; // px: radius of a node, distance of layers, margin, widths of a letter and of q
const BULGE = 13, ARC = 11, LOOP = 26; // px: distance of parallel edges, of arcs, size of a loop
const SHOWN = 12; // letters of a name that are drawn

export const shortName = (id) => (id.length > SHOWN ? `${id.slice(0, SHOWN - 1)}…` : id);
const half = (id) => Math.max(RADIUS, shortName(id).length * CHARACTER / 2 + 8);

// Returns points of a curve through the middles of a route (Catmull and Rom), bent aside by `bulge`.
function curve(points, bulge) {
  const out = [];
  for (let i = 0; i + 1 < points.length; i++) {
    const [a, b, c, d] = [points[Math.max(0, i - 1)], points[i], points[i + 1], points[Math.min(points.length - 1, i + 2)]];
    for (let step = 0; step < 16; step++) {
      const t = step / 16, at = (k) => b[k] + 0.5 * t * (c[k] - a[k] + t * (2 * a[k] - 5 * b[k] + 4 * c[k] - d[k] + t * (3 * (b[k] - c[k]) + d[k] - a[k])));
      out.push([at(0), at(1)]);
    }
  }
  out.push(points.at(-1));
  if (!bulge) return out;
  const [first, last] = [points[0], points.at(-1)], length = Math.hypot(last[0] - first[0], last[1] - first[1]) || 1;
  const [nx, ny] = [(last[1] - first[1]) / length, (first[0] - last[0]) / length];
  return out.map(([x, y], i) => { const by = 4 * bulge * (i / (out.length - 1)) * (1 - i / (out.length - 1)); return [x + nx * by, y + ny * by]; });
}

// Returns the points of a loop above the right shoulder of its node.
const loop = ([x, y], rx) => Array.from({ length: 25 }, (_, i) => {
  const turn = Math.PI * (1.15 - 2.3 * i / 24);
  return [x + rx * 0.75 + LOOP * 0.62 * (1 + Math.cos(turn)) - 6, y - RADIUS - 8 + LOOP * 0.5 * Math.sin(turn)];
});

const inside = ([x, y], node, by) => ((x - node.x) / (node.rx + by)) ** 2 + ((y - node.y) / (RADIUS + by)) ** 2 < 1;

// Returns where a curve that begins inside a node leaves its outline, widened by `by`.
function leaves(points, node, by) {
  const i = points.findIndex((point) => !inside(point, node, by));
  if (i <= 0) return points[0];
  let [a, b] = [points[i - 1], points[i]];
  for (let n = 0; n < 12; n++) {
    const middle = [(a[0] + b[0]) / 2, (a[1] + b[1]) / 2];
    if (inside(middle, node, by)) a = middle;
    else b = middle;
  }
  return b;
}

const text = (points) => points.map(([x, y], i) => `${i ? 'L' : 'M'}${x.toFixed(1)} ${y.toFixed(1)}`).join('');

// Returns the part of a curve between the outlines of two nodes, and its arrowhead.
function arrow({ points, straight }, from, to) {
  const begin = leaves(points, from, 0), end = leaves([...points].reverse(), to, 2);
  const last = points.findLastIndex((point) => !inside(point, to, 2)), first = points.findIndex((point) => !inside(point, from, 0));
  const kept = straight ? [begin, end] : [begin, ...points.slice(Math.max(0, first), last + 1), end];
  const back = [...kept].reverse().find(([x, y]) => Math.hypot(x - end[0], y - end[1]) > 5) ?? begin, length = Math.hypot(end[0] - back[0], end[1] - back[1]) || 1;
  const [ux, uy] = [(end[0] - back[0]) / length, (end[1] - back[1]) / length];
  const corner = (side) => [end[0] - 8 * ux + side * 3.6 * uy, end[1] - 8 * uy - side * 3.6 * ux];
  return { path: text(kept), head: `${text([end, corner(1), corner(-1)])}Z` };
}

// Returns the arc across the edges of a connector: over the least angle that contains them all.
function arcOf(edges, node, index) {
  const by = ARC + index * 8, points = edges.map(({ points: curve }) => leaves(curve, node, by));
  const angle = ([x, y]) => Math.atan2((y - node.y) / (RADIUS + by), (x - node.x) / (node.rx + by));
  const sorted = points.map((point) => ({ point, at: angle(point) })).sort((a, b) => a.at - b.at);
  let widest = 2 * Math.PI - (sorted.at(-1).at - sorted[0].at), first = 0;
  for (let i = 1; i < sorted.length; i++) if (sorted[i].at - sorted[i - 1].at > widest) { widest = sorted[i].at - sorted[i - 1].at; first = i; }
  const turned = [...sorted.slice(first), ...sorted.slice(0, first)], [begin, end] = [turned[0].point, turned.at(-1).point];
  const sweep = 2 * Math.PI - widest, middle = turned[0].at + sweep / 2, [rx, ry] = [node.rx + by, RADIUS + by];
  return {
    path: `M${begin[0].toFixed(1)} ${begin[1].toFixed(1)}A${rx.toFixed(1)} ${ry.toFixed(1)} 0 ${sweep > Math.PI ? 1 : 0} 1 ${end[0].toFixed(1)} ${end[1].toFixed(1)}`,
    dots: points, label: [node.x + (rx + 8) * Math.cos(middle), node.y + (ry + 8) * Math.sin(middle)]
  };
}

// Lays out a graph of graph.js -> { width, height, nodes: Map id -> { x, y, rx, ry, name }, connectors: Map id -> {
// edges: [{ path, head }], arc?, label } }
export function draw(graph) {
  const place = new Map(graph.nodes.map(({ id }, i) => [id, i]));
  const sizes = graph.nodes.map(({ id }) => ({ left: half(id) + 4, right: half(id) + TAG }));
  const flat = graph.connectors.flatMap((connector) => connector.to.map((to) => ({ connector, from: place.get(connector.from), to: place.get(to) })));
  const plan = layered(sizes, flat, { root: place.get(graph.root), gap: 34, thin: 12 });
  const at = (x, layer) => [x + MARGIN, layer * RISE + RADIUS + MARGIN + 8];
  const nodes = new Map(graph.nodes.map(({ id }, i) => { const [x, y] = at(plan.x[i], plan.layer[i]); return [id, { x, y, rx: half(id), ry: RADIUS, name: shortName(id) }]; }));

  const parallel = new Map(); // "from to" -> edges, in their order
  flat.forEach((edge, i) => {
    const key = edge.from < edge.to ? `${edge.from} ${edge.to}` : `${edge.to} ${edge.from}`;
    if (!parallel.has(key)) parallel.set(key, []);
    parallel.get(key).push(i);
  });
  const drawn = flat.map(({ connector: { from: id }, from, to }, i) => {
    const middles = plan.routes[i].map(([x, layer]) => at(x, layer)), among = parallel.get(from < to ? `${from} ${to}` : `${to} ${from}`);
    const aside = (among.indexOf(i) - (among.length - 1) / 2) * 2 * BULGE * (from < to ? 1 : -1);
    return { straight: middles.length === 2 && !aside, points: from === to ? loop(middles[0], nodes.get(id).rx) : curve(middles, middles.length === 2 ? aside : 0) };
  });
  const connectors = new Map(), arcs = new Map(); // arcs: the number of arcs of each node
  let n = 0;
  for (const { id, from, to } of graph.connectors) {
    const edges = to.map((name) => ({ ...drawn[n++], to: name })), node = nodes.get(from);
    const index = arcs.get(from) ?? 0, arc = to.length > 1 && arcOf(edges, node, index);
    if (arc) arcs.set(from, index + 1);
    const [x, y] = leaves(edges[0].points, node, 15);
    connectors.set(id, { edges: edges.map((edge) => arrow(edge, node, nodes.get(edge.to))), arc, label: arc ? arc.label : [x + 8, y] });
  }
  return { width: plan.width + 2 * MARGIN, height: (plan.layers - 1) * RISE + 2 * (RADIUS + MARGIN) + 16, nodes, connectors };
}

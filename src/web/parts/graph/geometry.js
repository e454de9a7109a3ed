// The shapes of a drawing: outlines of nodes, curves of edges, arcs of edges with several ends, arrowheads. Does not use
// the DOM.
const RADIUS = 17, CHARACTER = 7.4; // px: radius of a node, width of a letter
const BULGE = 13, ARC = 11, LOOP = 26; // px: distance of parallel edges, of arcs, size of a loop
const SHOWN = 12; // letters of a name that are drawn

export const shortName = (id) => (id.length > SHOWN ? `${id.slice(0, SHOWN - 1)}…` : id);

// Returns the half sizes of a node: given ones, or those that its name needs.
export const sizeOf = ({ id, name = id, rx, ry = RADIUS }) => ({ rx: rx ?? Math.max(RADIUS, shortName(name).length * CHARACTER / 2 + 8), ry });

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
const loop = ({ x, y, rx, ry }) => Array.from({ length: 25 }, (_, i) => {
  const turn = Math.PI * (1.15 - 2.3 * i / 24);
  return [x + rx * 0.75 + LOOP * 0.62 * (1 + Math.cos(turn)) - 6, y - ry - 8 + LOOP * 0.5 * Math.sin(turn)];
});

const inside = ([x, y], node, by) => ((x - node.x) / (node.rx + by)) ** 2 + ((y - node.y) / (node.ry + by)) ** 2 < 1;

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
  const angle = ([x, y]) => Math.atan2((y - node.y) / (node.ry + by), (x - node.x) / (node.rx + by));
  const sorted = points.map((point) => ({ point, at: angle(point) })).sort((a, b) => a.at - b.at);
  let widest = 2 * Math.PI - (sorted.at(-1).at - sorted[0].at), first = 0;
  for (let i = 1; i < sorted.length; i++) if (sorted[i].at - sorted[i - 1].at > widest) { widest = sorted[i].at - sorted[i - 1].at; first = i; }
  const turned = [...sorted.slice(first), ...sorted.slice(0, first)], [begin, end] = [turned[0].point, turned.at(-1).point];
  const sweep = 2 * Math.PI - widest, middle = turned[0].at + sweep / 2, [rx, ry] = [node.rx + by, node.ry + by];
  return {
    path: `M${begin[0].toFixed(1)} ${begin[1].toFixed(1)}A${rx.toFixed(1)} ${ry.toFixed(1)} 0 ${sweep > Math.PI ? 1 : 0} 1 ${end[0].toFixed(1)} ${end[1].toFixed(1)}`,
    dots: points, label: [node.x + (rx + 8) * Math.cos(middle), node.y + (ry + 8) * Math.sin(middle)]
  };
}

// A slash across the middle of a line: two strokes.
function slash([ax, ay], [bx, by]) {
  const length = Math.hypot(bx - ax, by - ay) || 1, [ux, uy] = [(bx - ax) / length, (by - ay) / length], [x, y] = [(ax + bx) / 2, (ay + by) / 2];
  return [-2, 2].map((shift) => text([[x - 8 * uy + shift * ux, y + 8 * ux + shift * uy], [x + 8 * uy + shift * ux, y - 8 * ux + shift * uy]])).join('');
}

// How far parallel edges are bent aside: the i-th of `count` between two nodes, seen from the lesser of them.
export const asideOf = (i, count, turned) => (i - (count - 1) / 2) * 2 * BULGE * (turned ? -1 : 1);

// Returns the shape of an edge: { edges: [{ path, head, slash }], arc?: { path, dots }, label: [x, y], middle: [x, y] }.
// from: a node { x, y, rx, ry }; parts: for each end { node, points, aside }, the points from middle to middle; index: how many
// edges with an arc the node has before this one; plain: straight lines without heads, that end in the middles.
export function shapeOf(from, parts, index, plain) {
  const half = ([ax, ay], [bx, by]) => [(ax + bx) / 2, (ay + by) / 2];
  if (plain) {
    const [{ points }] = parts;
    return { edges: parts.map((part) => ({ path: text(part.points), slash: slash(part.points[0], part.points.at(-1)) })), label: half(points[0], points.at(-1)) };
  }
  const drawn = parts.map(({ node, points, aside }) => (node === from ? { points: loop(node) }
    : { straight: points.length === 2 && !aside, points: curve(points, points.length === 2 ? aside : 0) }));
  const arc = parts.length > 1 && arcOf(drawn, from, index), [x, y] = leaves(drawn[0].points, from, 15);
  return { edges: drawn.map((one, i) => ({ ...arrow(one, from, parts[i].node), slash: slash(one.points[0], one.points.at(-1)) })), arc, label: arc ? arc.label : [x + 8, y] };
}

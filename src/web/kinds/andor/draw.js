// The drawing of a graph of graph.js at its own size.
import { shapeOf, shortName, sizeOf } from '../../parts/graph/geometry.js';
import { layered } from '../../parts/graph/layers.js';
import { endsOf } from '../../parts/graph/places.js';

const RISE = 84, MARGIN = 14, TAG = 44; // px: distance of layers, margin, room for q

// Returns { width, height, nodes: Map id -> { x, y, rx, ry, name }, connectors: Map id -> { edges: [{ path, head }], arc?, label } }.
export function draw(graph) {
  const place = new Map(graph.nodes.map(({ id }, i) => [id, i])), sizes = graph.nodes.map(sizeOf), ends = endsOf(graph.connectors);
  const made = layered(sizes.map(({ rx }) => ({ left: rx + 4, right: rx + TAG })), ends.map(({ from, to }) => ({ from: place.get(from), to: place.get(to) })), { root: place.get(graph.root), gap: 34, thin: 12 });
  const at = ([x, layer]) => [x + MARGIN, layer * RISE + 39];
  const nodes = new Map(graph.nodes.map(({ id }, i) => { const [x, y] = at([made.x[i], made.layer[i]]); return [id, { x, y, ...sizes[i], name: shortName(id) }]; }));
  const parts = new Map(graph.connectors.map((one) => [one, []])), arcs = new Map();
  ends.forEach(({ edge, to, aside }, i) => parts.get(edge).push({ node: nodes.get(to), points: made.routes[i].map(at), aside }));
  const connectors = new Map(graph.connectors.map((one) => {
    const index = arcs.get(one.from) ?? 0;
    if (one.to.length > 1) arcs.set(one.from, index + 1);
    return [one.id, shapeOf(nodes.get(one.from), parts.get(one), index)];
  }));
  return { width: made.width + 2 * MARGIN, height: (made.layers - 1) * RISE + 78, nodes, connectors };
}

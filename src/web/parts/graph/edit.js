// Edits of a graph { root, nodes: [{ id, ... }], edges: [{ id, from, to: [ids], ... }] }: each returns a new graph, or null if
// it changes nothing. Does not use the DOM; undo is that of the page, which keeps the graphs.

// Returns a name that no node has: the beginning of the root's name and a number.
export function freshName({ root, nodes }) {
  const used = new Set(nodes.map(({ id }) => id)), stem = /^[A-Za-z]+(?=\d*$)/.exec(String(root ?? ''))?.[0] ?? 'n';
  for (let i = nodes.length; ; i++) if (!used.has(`${stem}${i}`)) return `${stem}${i}`;
}

const has = ({ nodes }, id) => nodes.some((node) => node.id === id);

// Adds a node, with an edge from `from` to it if that is given.
export function addNode(graph, id, from) {
  if (!id || has(graph, id)) return null;
  const grown = { ...graph, nodes: [...graph.nodes, { id }] };
  return from === undefined ? grown : connect(grown, from, [id]);
}

// Adds an edge from a node to several. A node may be named more than once.
export function connect(graph, from, to, more = {}) {
  if (!to.length || !has(graph, from) || !to.every((id) => has(graph, id))) return null;
  const last = graph.edges.findLastIndex((edge) => edge.from === from), at = last < 0 ? graph.edges.length : last + 1;
  return { ...graph, edges: [...graph.edges.slice(0, at), { ...more, from, to }, ...graph.edges.slice(at)] };
}

// Changes the i-th edge of the list; change(edge) returns the new one, or null to delete it.
const changed = (graph, id, change) => ({ ...graph, edges: graph.edges.flatMap((edge) => (edge.id === id ? change(edge) ?? [] : [edge])) });

// Adds an end to an edge.
export const extend = (graph, id, to) => (has(graph, to) ? changed(graph, id, (edge) => ({ ...edge, to: [...edge.to, to] })) : null);

// Gives an edge other ends; without ends it is deleted.
export const redirect = (graph, id, to) => (to.every((one) => has(graph, one)) ? changed(graph, id, (edge) => (to.length ? { ...edge, to } : null)) : null);

// Changes members of a node or of an edge: what = { node } or { edge }.
export function describe(graph, { node, edge }, members) {
  return node === undefined ? changed(graph, edge, (one) => ({ ...one, ...members })) : { ...graph, nodes: graph.nodes.map((one) => (one.id === node ? { ...one, ...members } : one)) };
}

// Deletes a node with its edges, or an edge. The root stays.
export function remove(graph, { node, edge }) {
  if (node === undefined) return changed(graph, edge, () => null);
  if (node === graph.root) return null;
  const edges = graph.edges.filter(({ from }) => from !== node).flatMap((one) => {
    const to = one.to.filter((id) => id !== node);
    return to.length === one.to.length ? [one] : to.length ? [{ ...one, to }] : [];
  });
  return { ...graph, nodes: graph.nodes.filter(({ id }) => id !== node), edges };
}

// Renames a node. Returns null if the name is empty or taken.
export function rename(graph, id, name) {
  if (!name || name === id || has(graph, name)) return null;
  const of = (one) => (one === id ? name : one);
  return { ...graph, root: of(graph.root), nodes: graph.nodes.map((node) => (node.id === id ? { ...node, id: name } : node)),
    edges: graph.edges.map((edge) => (edge.from === id || edge.to.includes(id) ? { ...edge, from: of(edge.from), to: edge.to.map(of) } : edge)) };
}

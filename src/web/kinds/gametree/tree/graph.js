// A tree as the graph of parts/graph/, and edits of that graph as edits of the tree. Does not use the DOM.
//
// The id of a node is its path, '2.0.1', and 'root'; the edge to a node has the id of that node.
import { addChild, moveTo, remove } from './edit.js';
import { nodeAt } from './model.js';

const DIGIT = 7.2, HALF = 15, MORE = 6, LETTER = 6, LONG = 12; // px: width of a digit, least half width of a node, width that a diamond needs more, width of a letter of a name; letters of a name that are drawn

// Shortens a name to fit beside its node.
export const shortName = (name) => (name?.length > LONG ? `${name.slice(0, LONG - 1)}…` : name);

export const idOf = (path) => (path.length ? path.join('.') : 'root');
export const pathOf = (id) => (id === 'root' ? [] : id.split('.').map(Number));

// Returns the node of an id, undefined if there is none.
export const nodeOf = (tree, id) => (/^(root|\d+(\.\d+)*)$/.test(id ?? '') ? nodeAt(tree, pathOf(id)) : undefined);

// text(value): as nodes show it. The width of a node leaves room for every value of the tree.
export function graphOf(tree, text) {
  const widest = [...tree.value, ...(tree.values ?? [])].reduce((most, value) => Math.max(most, value === undefined ? 0 : text(value).length), 1);
  const half = Math.max(HALF, (widest + 1) * DIGIT / 2 + 3), ids = tree.path.map(idOf);
  const shape = (v) => (!tree.children[v].length ? 'pill' : tree.chance[v] ? 'diamond' : tree.max[v] ? 'box' : undefined);
  return { root: 'root', nodes: ids.map((id, v) => ({ id, name: tree.name[v] || text(tree.value[v]), shape: shape(v), rx: half + (tree.chance[v] ? MORE : 0), ...(tree.given[v] !== undefined && { tag: shortName(tree.given[v]).length * LETTER + 6 }), ry: tree.children[v].length ? (tree.chance[v] ? HALF + MORE : HALF) : 11 })),
    edges: tree.parent.flatMap((of, v) => (of < 0 ? [] : [{ id: ids[v], from: ids[of], to: [ids[v]] }])) };
}

const depth = (id) => (id === 'root' ? 0 : id.split('.').length);

// Returns what an edit of the graph does to the tree: { lists: the changed tree or null, select: the path to be selected }. A new
// edge to a node moves the node there, a deleted edge or node deletes the subtree.
export function editOf(tree, before, after) {
  const known = new Set(before.nodes.map(({ id }) => id)), left = new Set(after.nodes.map(({ id }) => id));
  const old = new Set(before.edges.map(({ from, to }) => `${from} ${to[0]}`)), now = new Set(after.edges.flatMap(({ from, to }) => to.map((one) => `${from} ${one}`)));
  const fresh = after.nodes.find(({ id }) => !known.has(id)), joined = [...now].find((pair) => !old.has(pair))?.split(' ');
  if (fresh && joined?.[1] === fresh.id && known.has(joined[0])) {
    const path = pathOf(joined[0]), v = nodeAt(tree, path);
    return { lists: addChild(tree, path), select: [...path, tree.children[v].length] };
  }
  if (fresh) return { lists: null };
  const gone = before.nodes.filter(({ id }) => !left.has(id)).sort((a, b) => depth(a.id) - depth(b.id))[0]?.id ?? [...old].find((pair) => !now.has(pair))?.split(' ')[1];
  if (gone !== undefined) return { lists: remove(tree, pathOf(gone)), select: pathOf(gone).slice(0, -1) };
  return joined ? { lists: moveTo(tree, pathOf(joined[1]), pathOf(joined[0])) } : { lists: null };
}

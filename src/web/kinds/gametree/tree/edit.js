// Changes to a tree: each function takes the tree of model.js and returns the nested lists of the changed one, in the
// server's form, or null where the change makes no sense. Does not use the DOM and changes nothing in place.
//
// A draft is the nested form of the work: { name, p, player, eval, children } or { name, p, value }.
import { nodeAt, playerOf } from './model.js';

const LEAF = 0; // the value of a new leaf

const defined = (object) => Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));

export function draftOf(tree, v = 0) {
  const children = tree.children[v], name = tree.given[v], p = tree.said[v];
  return defined(children.length ? { name, p, player: playerOf(tree, v), eval: tree.eval[v], children: children.map((child) => draftOf(tree, child)) } : { name, p, value: tree.value[v] });
}

// Returns the shortest form: numbers and lists where a node has only its player and its children.
export function nestedOf({ name, p, player, eval: worth, children, value }) {
  if (!children) return name === undefined && p === undefined ? value : defined({ name, p, value });
  const list = children.map(nestedOf);
  return name === undefined && p === undefined && worth === undefined ? [player, ...list] : defined({ name, p, player, eval: worth, children: list });
}

const at = (draft, path) => path.reduce((node, i) => node?.children?.[i], draft);
const other = (player) => (player === 'MAX' ? 'MIN' : 'MAX');

// The player who moves below a node, by its ancestors: chance nodes keep the turn.
const moverBelow = (tree, v) => ((tree.chance[v] ? !tree.max[v] : tree.max[v]) ? 'MIN' : 'MAX');

// Without a complete list of probabilities the children of a chance node are equally likely.
function withoutOdds(node) {
  for (const child of node.children ?? []) delete child.p;
}

function change(tree, path, act) {
  const draft = draftOf(tree), node = at(draft, path);
  return node && act(node, draft) !== false ? nestedOf(draft) : null;
}

// A leaf becomes an inner node, and its value that of its first child.
export const addChild = (tree, path) => change(tree, path, (node) => {
  if (node.children) {
    if (node.children.some(({ p }) => p !== undefined)) withoutOdds(node);
    node.children.push({ value: LEAF });
    return;
  }
  const parent = tree.parent[nodeAt(tree, path)];
  Object.assign(node, { player: parent < 0 ? 'MAX' : moverBelow(tree, parent), children: [{ value: node.value }] });
  delete node.value;
});

export const addSibling = (tree, path) => (path.length ? addChild(tree, path.slice(0, -1)) : null);

// Takes a subtree out of a draft; a node without children becomes a leaf.
function cut(draft, path) {
  const parent = at(draft, path.slice(0, -1)), [gone] = parent.children.splice(path.at(-1), 1);
  if (gone.p !== undefined) withoutOdds(parent);
  if (!parent.children.length) {
    for (const name of ['children', 'player', 'eval']) delete parent[name];
    parent.value = LEAF;
  }
  return gone;
}

export const remove = (tree, path) => (path.length ? change(tree, path, (_, draft) => { cut(draft, path); }) : null);

// The node takes its parent's place; its siblings are deleted with the parent.
export const removeParent = (tree, path) => (path.length ? change(tree, path.slice(0, -1), (parent) => {
  const { p } = parent, node = { ...parent.children[path.at(-1)] };
  for (const name of Object.keys(parent)) delete parent[name];
  Object.assign(parent, node, { p });
  if (p === undefined) delete parent.p;
}) : null);

const begins = (path, by) => by.every((one, i) => path[i] === one);

// Moves or copies the subtree at `from` below the node at `to`, as its last child.
export const moveTo = (tree, from, to, { copy = false } = {}) => (!from.length || begins(to, from) ? null : change(tree, from, (node, draft) => {
  const target = at(draft, to), moved = structuredClone(node);
  if (!target?.children) return false;
  delete moved.p;
  if (!copy) cut(draft, from);
  if (!target.children) return false; // its only child was the one that moved
  withoutOdds(target);
  target.children.push(moved);
  return true;
}));

// Swaps a node with its sibling `by` places to the right.
export const shift = (tree, path, by) => (path.length ? change(tree, path.slice(0, -1), ({ children }) => {
  const i = path.at(-1);
  if (!children[i + by]) return false;
  [children[i], children[i + by]] = [children[i + by], children[i]];
  return true;
}) : null);

export const setName = (tree, path, name) => change(tree, path, (node) => { if (name) node.name = name; else delete node.name; });
export const setValue = (tree, path, value) => change(tree, path, (node) => { if (node.children) return false; node.value = value; return true; });
export const setEval = (tree, path, value) => change(tree, path, (node) => { if (!node.children) return false; if (value === undefined) delete node.eval; else node.eval = value; return true; });

// kind: MAX, MIN or CHANCE. The nodes below keep their players.
export const setKind = (tree, path, kind) => change(tree, path, (node) => {
  if (!node.children || node.player === kind) return false;
  if (node.player === 'CHANCE') withoutOdds(node);
  node.player = kind;
  return true;
});

// Turns the players of the whole tree around.
export function swapPlayers(tree) {
  const draft = draftOf(tree);
  for (const open = [draft]; open.length;) {
    const node = open.pop();
    if (node.children && node.player !== 'CHANCE') node.player = other(node.player);
    open.push(...node.children ?? []);
  }
  return nestedOf(draft);
}

// ---- probabilities: exact fractions [numerator, denominator] ----
const gcd = (a, b) => { while (b) [a, b] = [b, a % b]; return a < 0n ? -a : a; };
const reduced = ([a, b]) => { const by = gcd(a, b) || 1n; return [a / by, b / by]; };

// Reads 1/3, 0.25 or 1; null if the text is no probability.
export function readOdds(text) {
  const [, whole, decimals = '', below] = /^\s*(\d{1,18})(?:\.(\d{1,18}))?(?:\/([1-9]\d{0,17}))?\s*$/.exec(text) ?? [];
  if (whole === undefined || (decimals && below)) return null;
  const found = reduced([BigInt(whole + decimals), below ? BigInt(below) : 10n ** BigInt(decimals.length)]);
  return found[0] > found[1] ? null : found;
}

const written = ([a, b]) => (b === 1n ? String(a) : `${a}/${b}`);
const minus = ([a, b], [c, d]) => reduced([a * d - c * b, b * d]);

// Returns what is left of 1 behind the probabilities of a chance node's children, as text ('-1/6' if they exceed it).
// except: a child that does not count
export function restOf(tree, v, except) {
  const rest = tree.children[v].filter((child) => child !== except).reduce((left, child) => minus(left, readOdds(tree.p[child]) ?? [0n, 1n]), [1n, 1n]);
  return written(rest);
}

// Sets the probability of a chance node's child. The siblings without one get that by which they were equally likely.
export const setOdds = (tree, path, text) => {
  const v = nodeAt(tree, path), found = readOdds(text);
  if (v === undefined || !found || !tree.chance[tree.parent[v]]) return null;
  return change(tree, path.slice(0, -1), ({ children }) => {
    tree.children[tree.parent[v]].forEach((child, i) => { children[i].p = tree.p[child]; });
    children[path.at(-1)].p = written(found);
  });
};

// Makes the children of a chance node equally likely.
export const equalOdds = (tree, path) => change(tree, path, (node) => { if (node.player !== 'CHANCE') return false; withoutOdds(node); return true; });

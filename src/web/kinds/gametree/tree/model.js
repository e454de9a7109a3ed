// A tree of two players in the form that the page uses; all forms of a problem are converted to it. Does not use the
// DOM.
//
// { parent: [-1, ...], children: [[...]], value: [of leaves, else undefined], eval: [of inner nodes: the static evaluation,
// if given], max: [true where MAX moves; at a chance node, where MAX did not move before it], name: [given, else a letter for
// an inner node], given: [the name in the problem], chance: [true at chance nodes], p: [probability of each child of a chance
// node, as text], said: [the same where the problem has it], path, values: [of all nodes, if the server's answer has them: in
// a tree with chance nodes they are exact] }
//
// Parents stand before their children; a path is the list of child indices from the root.
import { childrenOf } from '../../../parts/graph/tidy.js';

export const MOST = 4000; // nodes; larger trees are not read into the page

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const letters = (n) => LETTERS[n % 26] + (n < 26 ? '' : Math.floor(n / 26));

function finish({ parent, value, max, name = [], chance = [], p = [] }) {
  const children = childrenOf(parent), names = [], path = [], inner = (v) => children[v].length > 0;
  let count = 0;
  const open = [0];
  while (open.length) { // letters in the order of reading: depth first
    const v = open.pop();
    names[v] = name[v] ?? (inner(v) ? letters(count++) : '');
    children[v].forEach((child, i) => { path[child] = [...path[v] ?? [], i]; });
    for (let i = children[v].length - 1; i >= 0; i--) open.push(children[v][i]);
  }
  path[0] = [];
  return { parent, children, value: value.map((of, v) => (inner(v) ? undefined : of)), eval: value.map((of, v) => (inner(v) ? of ?? undefined : undefined)), max, name: names, given: parent.map((_, v) => name[v] ?? undefined), path,
    chance: parent.map((_, v) => !!chance[v] && inner(v)), said: parent.map((of, v) => (chance[of] ? p[v] ?? undefined : undefined)), p: parent.map((of, v) => (chance[of] ? String(p[v] ?? `1/${children[of].length}`) : undefined)) };
}

export const PLAYERS = ['MAX', 'MIN', 'CHANCE'];

// Reads ["MAX", ["MIN", 3, 5], ...], numbers, or { name, p, children | value }; null if there are more than MOST nodes.
function nested(root, toMove = 'MAX') {
  const parent = [], value = [], max = [], name = [], chance = [], p = [], open = [[root, -1, toMove !== 'MIN']];
  for (const [node, of, mover] of open) {
    const v = parent.push(of) - 1, list = Array.isArray(node) ? node : node?.children, said = Array.isArray(list) && PLAYERS.includes(list[0]) ? list[0] : node?.player;
    chance.push(said === 'CHANCE');
    p.push(node?.p);
    max.push(said && said !== 'CHANCE' ? said === 'MAX' : mover);
    value.push(Array.isArray(list) ? node.eval : typeof node === 'object' && node ? node.value : node);
    name.push(typeof node === 'object' ? node?.name : undefined);
    if (Array.isArray(list)) for (const child of PLAYERS.includes(list[0]) ? list.slice(1) : list) open.push([child, v, chance[v] === max[v]]);
    if (open.length > MOST) return null;
  }
  return finish({ parent, value, max, name, chance, p });
}

// Writes the players of a flat tree: those given, else MAX and MIN in turn; a chance node keeps the turn.
function flat(parent, { value, to_move: toMove, player, name, p }) {
  const said = player?.map((one) => (typeof one === 'number' ? PLAYERS[one] : one)), chance = parent.map((_, v) => said?.[v] === 'CHANCE'), max = [];
  parent.forEach((of, v) => { max[v] = said?.[v] && !chance[v] ? said[v] === 'MAX' : of < 0 ? toMove !== 'MIN' : chance[of] === max[of]; });
  return finish({ parent, value, max, name: name ?? [], chance, p });
}

// first_child: of each node, -1 for a leaf; children: their number; if absent, they extend to the first child of the
// next node.
function parentsOf({ first_child: first, children, value }) {
  const parent = value.map(() => -1), begins = new Set(first.filter((from) => from > 0));
  first.forEach((from, v) => {
    if (from > 0) for (let c = from; c < value.length && (children ? c < from + children[v] : c === from || !begins.has(c)); c++) parent[c] = v;
  });
  return parent;
}

// Returns the tree of a problem, from it or from the server's answer; null if there is none, or it is too large to be
// drawn.
export function readTree(problem, result) {
  try {
    if (problem?.tree !== undefined && (!result?.tree || !result.tree.values)) return nested(problem.tree, problem.to_move);
    if (result?.tree) return { ...flat(result.tree.parent, { to_move: result.to_move ?? problem?.to_move, ...result.tree }), values: result.tree.values };
    if (problem?.parent?.length <= MOST) return flat(problem.parent, problem);
    if (problem?.first_child?.length <= MOST) return flat(parentsOf(problem), problem);
  } catch { /* no tree: the server reports the reason */ }
  return null;
}

export const leavesOf = ({ children }) => children.reduce((sum, list) => sum + !list.length, 0);
export const hasChance = (tree) => !!tree?.chance.includes(true);
export const isTree = (problem) => !!problem && !problem.game;
export const playerOf = (tree, v) => (tree.chance[v] ? 'CHANCE' : tree.max[v] ? 'MAX' : 'MIN');

// Returns the node at a path; undefined if there is none.
export const nodeAt = (tree, path) => path.reduce((v, i) => tree.children[v]?.[i], 0);

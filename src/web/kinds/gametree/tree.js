// A tree of two players in the form that the page uses; all forms of a problem are converted to it. Does not use the
// DOM.
//
// { parent: [-1, ...], children: [[...]], value: [of leaves, else undefined], max: [true where MAX moves], name: [...]
// }
//
// Parents stand before their children; a path is the list of child indices from the root.
import { childrenOf } from '../common/tidy.js';

export const DRAWN = 180; // leaves; larger trees are not drawn

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const letters = (n) => LETTERS[n % 26] + (n < 26 ? '' : Math.floor(n / 26));

function finish({ parent, value, max, name = [] }) {
  const children = childrenOf(parent), names = [], path = [];
  let inner = 0;
  const open = [0];
  while (open.length) { // letters in the order of reading: depth first
    const v = open.pop();
    names[v] = name?.[v] ?? (children[v].length ? letters(inner++) : '');
    path[v] = v ? [...path[parent[v]], children[parent[v]].indexOf(v)] : [];
    open.push(...[...children[v]].reverse());
  }
  return { parent, children, value: value.map((of, v) => (children[v].length ? undefined : of)), max, name: names, path };
}

// Reads ["MAX", ["MIN", 3, 5], ...], numbers, or { name, children | value }; null if there are more than 4000 nodes.
function nested(root, toMove = 'MAX') {
  const parent = [], value = [], max = [], name = [], open = [[root, -1, toMove !== 'MIN']];
  for (const [node, of, mover] of open) {
    const v = parent.push(of) - 1, list = Array.isArray(node) ? node : node?.children, said = Array.isArray(list) && ['MAX', 'MIN'].includes(list[0]) ? list[0] : node?.player;
    max.push(said ? said === 'MAX' : mover);
    value.push(Array.isArray(list) ? undefined : typeof node === 'object' && node ? node.value : node);
    name.push(typeof node === 'object' ? node?.name : undefined);
    if (Array.isArray(list)) for (const child of typeof list[0] === 'string' && ['MAX', 'MIN'].includes(list[0]) ? list.slice(1) : list) open.push([child, v, !max[v]]);
    if (open.length > 4000) return null;
  }
  return finish({ parent, value, max, name });
}

function flat(parent, value, toMove = 'MAX', player, name) {
  const depth = [];
  parent.forEach((of, v) => { depth[v] = of < 0 ? 0 : depth[of] + 1; });
  const max = parent.map((_, v) => (player?.[v] ? player[v] === 'MAX' : (depth[v] % 2 === 0) === (toMove !== 'MIN')));
  return finish({ parent, value, max, name });
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
    if (result?.tree) return flat(result.tree.parent, result.tree.value, result.to_move ?? problem?.to_move, result.tree.player, result.tree.name);
    if (problem?.tree) return nested(problem.tree, problem.to_move);
    if (problem?.parent?.length <= 4000) return flat(problem.parent, problem.value, problem.to_move);
    if (problem?.first_child?.length <= 4000) return flat(parentsOf(problem), problem.value, problem.to_move);
  } catch { /* no tree: the server reports the reason */ }
  return null;
}

export const leavesOf = ({ children }) => children.reduce((sum, list) => sum + !list.length, 0);
export const isTree = (problem) => !!problem && !problem.game;

// Returns the node at a path; undefined if there is none.
export const nodeAt = (tree, path) => path.reduce((v, i) => tree.children[v]?.[i], 0);

// Reads "((3 5) (3 9))" -> nested lists of numbers; null if it cannot be read.
export function readNested(given) {
  const tokens = given.match(/[()[\]]|-?\d+(?:\.\d+)?|"?MAX"?|"?MIN"?|[\s,]+|./g) ?? [], stack = [[]];
  for (const token of tokens) {
    if (/^[\s,]+$/.test(token)) continue;
    if (token === '(' || token === '[') stack.push([]);
    else if (token === ')' || token === ']') {
      const done = stack.pop();
      if (!stack.length || !done.some((one) => typeof one !== 'string')) return null;
      stack.at(-1).push(done);
    } else if (/MAX|MIN/.test(token)) {
      if (stack.at(-1).length) return null;
      stack.at(-1).push(token.replaceAll('"', ''));
    } else if (/^-?\d/.test(token)) stack.at(-1).push(Number(token));
    else return null;
  }
  if (stack.length !== 1 || !stack[0].length) return null;
  const [one, list] = stack[0], root = stack[0].length === 1 && Array.isArray(one) ? one : stack[0].length === 2 && typeof one === 'string' && Array.isArray(list) ? [one, ...list] : stack[0];
  return root.length && root.some((one) => typeof one !== 'string') ? root : null;
}

// Adds the players' names, as in the server's form.
export function withPlayers(list, mover = 'MAX') {
  if (!Array.isArray(list)) return list;
  const named = typeof list[0] === 'string', player = named ? list[0] : mover;
  return [player, ...list.slice(named ? 1 : 0).map((one) => withPlayers(one, player === 'MAX' ? 'MIN' : 'MAX'))];
}

export function writeNested(tree, v = 0) {
  return tree.children[v].length ? `(${tree.children[v].map((child) => writeNested(tree, child)).join(' ')})` : String(tree.value[v]);
}

// Reads the words after "grundy" or "nim": "misere", "take" and a number, then the piles.
function readPosition(game, words) {
  const problem = { game };
  for (let word; (word = words[0]) === 'misere' || word === 'take'; words.shift()) {
    if (word === 'misere') problem.misere = true;
    else { words.shift(); problem.take = Number(words[0]); }
  }
  return { ...problem, piles: words.map(Number) };
}

// Reads a problem from a text: JSON, a game and its position in the server's text form ("grundy 7 3"), a tree in
// brackets, or the nine cells of tic-tac-toe. Returns null if the text is none of these.
export function readText(given) {
  try {
    const read = JSON.parse(given), problem = read?.problem ?? read;
    if (Array.isArray(problem)) return { tree: withPlayers(problem) };
    if (typeof problem === 'object') return problem && (problem.game || problem.tree || problem.parent || problem.first_child || problem.generate) ? problem : null;
  } catch { /* not JSON */ }
  const text = given.trim(), [, game, rest] = /^(tictactoe|connect4|grundy|nim)\b\s*(.*)$/i.exec(text) ?? [];
  if (game === 'tictactoe') return { game, ...(rest && { board: rest }) };
  if (game === 'connect4') return { game, moves: rest };
  if (game) return readPosition(game, rest.split(/[\s,]+/).filter(Boolean));
  const cells = text.replace(/\s/g, '').toUpperCase();
  if (/^[.XO]{9}$/.test(cells)) return { game: 'tictactoe', board: cells };
  const list = readNested(text);
  return list && { tree: withPlayers(list) };
}

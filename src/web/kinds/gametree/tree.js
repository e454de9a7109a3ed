// A tree of two players in the form that the page uses; all forms of a problem are converted to it. Does not use the
// DOM.
//
// { parent: [-1, ...], children: [[...]], value: [of leaves, else undefined], max: [true where MAX moves], name: [...],
// chance: [true at chance nodes], p: [probability of each child of a chance node, as text], values: [of all nodes, if the
// server's answer has them: in a tree with chance nodes they are exact] }
//
// Parents stand before their children; a path is the list of child indices from the root.
import { childrenOf } from '../../parts/graph/tidy.js';

export const DRAWN = 180; // leaves; larger trees are not drawn

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const letters = (n) => LETTERS[n % 26] + (n < 26 ? '' : Math.floor(n / 26));

function finish({ parent, value, max, name = [], chance = [], p = [] }) {
  const children = childrenOf(parent), names = [], path = [];
  let inner = 0;
  const open = [0];
  while (open.length) { // letters in the order of reading: depth first
    const v = open.pop();
    names[v] = name?.[v] ?? (children[v].length ? letters(inner++) : '');
    path[v] = v ? [...path[parent[v]], children[parent[v]].indexOf(v)] : [];
    open.push(...[...children[v]].reverse());
  }
  return { parent, children, value: value.map((of, v) => (children[v].length ? undefined : of)), max, name: names, path,
    chance: parent.map((_, v) => !!chance[v] && children[v].length > 0), p: parent.map((of, v) => (chance[of] ? String(p[v] ?? `1/${children[of].length}`) : undefined)) };
}

const PLAYERS = ['MAX', 'MIN', 'CHANCE'];

// Reads ["MAX", ["MIN", 3, 5], ...], numbers, or { name, p, children | value }; null if there are more than 4000 nodes.
function nested(root, toMove = 'MAX') {
  const parent = [], value = [], max = [], name = [], chance = [], p = [], open = [[root, -1, toMove !== 'MIN']];
  for (const [node, of, mover] of open) {
    const v = parent.push(of) - 1, list = Array.isArray(node) ? node : node?.children, said = Array.isArray(list) && PLAYERS.includes(list[0]) ? list[0] : node?.player;
    chance.push(said === 'CHANCE');
    p.push(node?.p);
    max.push(said && said !== 'CHANCE' ? said === 'MAX' : mover);
    value.push(Array.isArray(list) ? undefined : typeof node === 'object' && node ? node.value : node);
    name.push(typeof node === 'object' ? node?.name : undefined);
    if (Array.isArray(list)) for (const child of PLAYERS.includes(list[0]) ? list.slice(1) : list) open.push([child, v, chance[v] === max[v]]);
    if (open.length > 4000) return null;
  }
  return finish({ parent, value, max, name, chance, p });
}

function flat(parent, { value, to_move: toMove, player, name, p }) {
  const depth = [];
  parent.forEach((of, v) => { depth[v] = of < 0 ? 0 : depth[of] + 1; });
  const said = player?.map((one) => (typeof one === 'number' ? PLAYERS[one] : one)), chance = parent.map((_, v) => said?.[v] === 'CHANCE');
  const max = parent.map((_, v) => (said?.[v] ? said[v] === 'MAX' : (depth[v] % 2 === 0) === (toMove !== 'MIN')));
  return finish({ parent, value, max, name, chance, p });
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
    if (result?.tree) return { ...flat(result.tree.parent, { to_move: result.to_move ?? problem?.to_move, ...result.tree }), values: result.tree.values };
    if (problem?.tree) return nested(problem.tree, problem.to_move);
    if (problem?.parent?.length <= 4000) return flat(problem.parent, problem);
    if (problem?.first_child?.length <= 4000) return flat(parentsOf(problem), problem);
  } catch { /* no tree: the server reports the reason */ }
  return null;
}

export const leavesOf = ({ children }) => children.reduce((sum, list) => sum + !list.length, 0);
export const hasChance = (tree) => !!tree?.chance.includes(true);
export const isTree = (problem) => !!problem && !problem.game;

// Returns the node at a path; undefined if there is none.
export const nodeAt = (tree, path) => path.reduce((v, i) => tree.children[v]?.[i], 0);

const CLOSING = { '(': ')', '[': ']', '<': '>' };

// A child of a chance node with its probability, in the server's form.
function weighted(p, node) {
  if (p === undefined) return node;
  if (!Array.isArray(node)) return { p, value: node };
  const named = typeof node[0] === 'string';
  return { p, ...(named && { player: node[0] }), children: named ? node.slice(1) : node };
}

// Reads "((3 5) (3 9))", with chance nodes as "<1/3:3 2/3:(5 2)>" -> nested lists; null if it cannot be read.
export function readNested(given) {
  const tokens = given.match(/[()[\]<>]|\d+(?:\.\d+)?(?:\/\d+)?:|-?\d+(?:\.\d+)?|"?MAX"?|"?MIN"?|[\s,]+|./g) ?? [], stack = [{ list: [] }];
  const put = (node) => { const top = stack.at(-1); top.list.push(weighted(top.p, node)); top.p = undefined; };
  for (const token of tokens) {
    const top = stack.at(-1);
    if (/^[\s,]+$/.test(token)) continue;
    if (CLOSING[token]) stack.push({ list: token === '<' ? ['CHANCE'] : [], closing: CLOSING[token] });
    else if (token === top.closing) {
      const { list, p } = stack.pop();
      if (p !== undefined || !list.some((one) => typeof one !== 'string')) return null;
      put(list);
    } else if (/MAX|MIN/.test(token)) {
      if (top.list.length) return null;
      top.list.push(token.replaceAll('"', ''));
    } else if (token.endsWith(':')) {
      if (top.closing !== '>' || top.p !== undefined) return null;
      top.p = token.slice(0, -1);
    } else if (/^-?\d/.test(token)) put(Number(token));
    else return null;
  }
  const [{ list: whole }] = stack;
  if (stack.length !== 1 || !whole.length) return null;
  const [one, list] = whole, root = whole.length === 1 && Array.isArray(one) ? one : whole.length === 2 && typeof one === 'string' && Array.isArray(list) ? (list[0] === 'CHANCE' ? list : [one, ...list]) : whole;
  return root.length && root.some((one) => typeof one !== 'string') ? root : null;
}

// Adds the players' names, as in the server's form. mover: the player who moves next
export function withPlayers(node, mover = 'MAX') {
  if (!Array.isArray(node) && !node?.children) return node;
  const list = node.children ?? node, named = typeof list[0] === 'string', player = (named ? list[0] : node.player) ?? mover, next = player === 'CHANCE' ? mover : player === 'MAX' ? 'MIN' : 'MAX';
  const children = list.slice(named ? 1 : 0).map((one) => withPlayers(one, next));
  return node.children ? { ...node, player, children } : [player, ...children];
}

export function writeNested(tree, v = 0) {
  const children = tree.children[v], equal = children.every((child) => tree.p[child] === `1/${children.length}`);
  if (!children.length) return String(tree.value[v]);
  const inner = children.map((child) => `${tree.chance[v] && !equal ? `${tree.p[child]}:` : ''}${writeNested(tree, child)}`).join(' ');
  return tree.chance[v] ? `<${inner}>` : `(${inner})`;
}

// Reads the words after "grundy" or "nim": "misere", "take" and a number, and the piles, in any order.
function readPosition(game, words) {
  const problem = { game }, piles = [];
  for (let word; (word = words.shift()) !== undefined;) {
    if (word === 'misere') problem.misere = true;
    else if (word === 'take') problem.take = Number(words.shift());
    else piles.push(Number(word));
  }
  return { ...problem, piles };
}

// Reads a problem from a text: JSON, a game and its position in the server's text form ("grundy 7 3"), a tree in
// brackets, or the nine cells of tic-tac-toe. Returns null if the text is none of these.
export function readText(given) {
  try {
    const read = JSON.parse(given), problem = read?.problem ?? read;
    if (Array.isArray(problem)) return { tree: withPlayers(problem) };
    if (typeof problem === 'object') return problem && (problem.game || problem.tree || problem.parent || problem.first_child || problem.generate) ? problem : null;
  } catch { /* not JSON */ }
  const text = given.trim(), [, name, rest] = /^(tictactoe|connect4|grundy|nim)\b\s*(.*)$/i.exec(text) ?? [], game = name?.toLowerCase();
  if (game === 'tictactoe') return { game, ...(rest && { board: rest }) };
  if (game === 'connect4') return { game, moves: rest };
  if (game) return readPosition(game, rest.split(/[\s,]+/).filter(Boolean));
  const cells = text.replace(/\s/g, '').toUpperCase();
  if (/^[.XO]{9}$/.test(cells)) return { game: 'tictactoe', board: cells };
  const list = readNested(text);
  return list && { tree: withPlayers(list) };
}

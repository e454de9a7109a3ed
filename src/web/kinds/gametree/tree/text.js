// A tree as text in brackets: ((3 5) (3 9)), chance nodes as <1/3:3 2/3:(5 2)>, names in quotes before their node, the
// static evaluation of an inner node behind it as =7, the player first in a bracket where MAX and MIN do not alternate:
// (MIN "left"(3 5)=4 "right"(MIN 2 1)). Does not use the DOM.
import { PLAYERS, playerOf } from './model.js';

const CLOSING = { '(': ')', '[': ']', '<': '>' };
const TOKENS = /"(?:[^"\\]|\\.)*"|[()[\]<>]|=-?\d+(?:\.\d+)?|\d+(?:\.\d+)?(?:\/\d+)?:|-?\d+(?:\.\d+)?|MAX|MIN|[\s,]+|./g;

const plain = (node) => Array.isArray(node) || typeof node !== 'object';

// Returns a node with a name, probability or evaluation, in the server's form.
function withMembers(node, { p, name, eval: worth }) {
  if (p === undefined && name === undefined && worth === undefined) return node;
  const more = { ...(name !== undefined && { name }), ...(p !== undefined && { p }), ...(worth !== undefined && { eval: worth }) };
  if (!plain(node)) return { ...more, ...node };
  if (!Array.isArray(node)) return { ...more, value: node };
  const player = typeof node[0] === 'string';
  return { ...more, ...(player && { player: node[0] }), children: player ? node.slice(1) : node };
}

const isNode = (one) => typeof one !== 'string';

// Takes what a quoted text is: a player if it stands first in a bracket, else the name of the next node.
function quoted(top, token) {
  const word = JSON.parse(token);
  if (PLAYERS.includes(word) && !top.list.length && top.name === undefined) top.list.push(word);
  else if (top.name !== undefined) return false;
  else top.name = word;
  return true;
}

// Returns nested lists, or null if the text cannot be read.
export function readNested(given) {
  const stack = [{ list: [] }];
  const put = (node) => { const top = stack.at(-1); top.list.push(withMembers(node, top)); top.p = top.name = undefined; };
  const read = (token) => {
    const top = stack.at(-1);
    if (/^[\s,]+$/.test(token)) return true;
    if (CLOSING[token]) return stack.push({ list: token === '<' ? ['CHANCE'] : [], closing: CLOSING[token] });
    if (token === top.closing) {
      const { list, p, name } = stack.pop();
      if (p !== undefined || name !== undefined || !list.some(isNode)) return false;
      put(list);
    } else if (token[0] === '"') return quoted(top, token);
    else if (token === 'MAX' || token === 'MIN') {
      if (top.list.length) return false;
      top.list.push(token);
    } else if (token.endsWith(':')) {
      if (top.closing !== '>' || top.p !== undefined || top.name !== undefined) return false;
      top.p = token.slice(0, -1);
    } else if (token[0] === '=') {
      const last = top.list.at(-1);
      if (!Array.isArray(last) && !last?.children) return false;
      top.list[top.list.length - 1] = withMembers(last, { eval: Number(token.slice(1)) });
    } else if (/^-?\d/.test(token)) put(Number(token));
    else return false;
    return true;
  };
  try {
    if (!(given.match(TOKENS) ?? []).every(read)) return null;
  } catch { return null; /* a text in quotes that is none */ }
  return whole(stack);
}

// The outermost bracket may be left out; a player may stand before it.
function whole([{ list, name }, ...open]) {
  if (open.length || name !== undefined || !list.some(isNode)) return null;
  const [one, next] = list;
  if (list.length === 1) return isNode(one) && (Array.isArray(one) || one.children) ? one : list;
  return list.length === 2 && !isNode(one) && Array.isArray(next) ? (PLAYERS.includes(next[0]) ? next : [one, ...next]) : list;
}

// Adds the players' names, as in the server's form. mover: the player who moves next
export function withPlayers(node, mover = 'MAX') {
  if (!Array.isArray(node) && !node?.children) return node;
  const list = node.children ?? node, named = PLAYERS.includes(list[0]), player = (named ? list[0] : node.player) ?? mover, next = player === 'CHANCE' ? mover : player === 'MAX' ? 'MIN' : 'MAX';
  const children = list.slice(named ? 1 : 0).map((one) => withPlayers(one, next));
  return node.children ? { ...node, player, children } : [player, ...children];
}

// Returns the text of the subtree at v. max: whether MAX would move there if the players alternate
export function writeNested(tree, v = 0, max = true) {
  const children = tree.children[v], name = tree.given[v] === undefined ? '' : JSON.stringify(tree.given[v]);
  if (!children.length) return `${name}${tree.value[v]}`;
  const odds = children.some((child) => tree.said[child] !== undefined), next = tree.chance[v] === tree.max[v], chance = tree.chance[v];
  const inner = children.map((child) => `${chance && odds ? `${tree.p[child]}:` : ''}${writeNested(tree, child, next)}`).join(' ');
  return `${name}${chance ? '<' : '('}${!chance && tree.max[v] !== max ? `${playerOf(tree, v)} ` : ''}${inner}${chance ? '>' : ')'}${tree.eval[v] === undefined ? '' : `=${tree.eval[v]}`}`;
}

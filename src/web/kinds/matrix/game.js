// Games in the form that the page uses: from a problem, to a problem, from pasted text. Does not use the DOM.
//
// {form: 'bimatrix' | 'zero_sum' | 'decision', rows, cols: names, a, b: rows of entries (b of a bimatrix only),
// players: [row, column], '' for one without a name, probability, alpha: of a decision, or undefined; rest: the other
// members of the problem}
import { examples } from './examples.js';
import { writeTsv } from '../../parts/table/sheet.js';
import { entry, read, value } from './number.js';

export const SIDE = 400, DRAWN = 40; // largest numbers of strategies that the server accepts, that are drawn

const isEntry = (one) => typeof one === 'number' || (typeof one === 'string' && one.length <= 1000);
const isTable = (table) => Array.isArray(table) && table.length > 0 && Array.isArray(table[0]) && table[0].length > 0
  && table.every((row) => Array.isArray(row) && row.length === table[0].length && row.every(isEntry));
const names = (given, letter, count) => Array.from({ length: count }, (_, i) => (given?.length === count ? String(given[i]) : `${letter}${i + 1}`));
export const letters = { bimatrix: ['r', 'c'], zero_sum: ['r', 'c'], decision: ['a', 's'] };

// Returns the game of a problem; null if there is none to show.
export function gameOf(problem) {
  const { example, row_payoff: row, col_payoff: col, payoff, rows, cols, acts, states, row_player: one = '', col_player: two = '', probability, alpha, ...rest } = problem ?? {};
  const named = example && examples.find(({ id }) => id === example);
  if (named) return gameOf({ ...named.problem, alpha, ...rest });
  const form = row ? 'bimatrix' : acts || states ? 'decision' : 'zero_sum', a = row ?? payoff, [own, other] = letters[form];
  if (!isTable(a) || (row && (!isTable(col) || col.length !== a.length || col[0].length !== a[0].length))) return null;
  return { form, rows: names(rows ?? acts, own, a.length), cols: names(cols ?? states, other, a[0].length), a, b: col, players: [one, two],
    probability: probability?.length === a[0].length ? probability : undefined, alpha, rest };
}

// Returns the game of a result, for a question that cannot be drawn.
export function gameOfResult({ game, row_payoff: row, col_payoff: col, ...members }) {
  return gameOf(game === 'zero_sum' ? { payoff: row, ...pick(members) } : { row_payoff: row, col_payoff: col, ...pick(members) });
}
const pick = ({ rows, cols, acts, states, payoff, row_player, col_player }) => said({ rows, cols, acts, states, payoff, row_player, col_player });

const said = (members) => Object.fromEntries(Object.entries(members).filter(([, member]) => member !== undefined && member !== ''));

export function problemOf({ form, rows, cols, a, b, players: [one, two], probability, alpha, rest }) {
  if (form === 'decision') return said({ acts: rows, states: cols, payoff: a, probability, alpha, job: rest?.job });
  const payoffs = form === 'bimatrix' ? { row_payoff: a, col_payoff: b } : { payoff: a };
  return said({ ...payoffs, rows, cols, row_player: one, col_player: two, ...rest });
}

// ---- the table that is typed into: see parts/table/sheet.js ----

const texts = (table) => table.map((row) => row.map(String));
export const sheetOf = ({ rows, cols, a, b }) => ({ rows, cols, layers: b ? [texts(a), texts(b)] : [texts(a)] });

const placesOf = (now, then) => now.map((name) => then.indexOf(name));

// Returns the game with a changed sheet. Texts that cannot be read stay. The probabilities follow their states.
export function withSheet(game, { rows, cols, layers: [a, b] }) {
  const entries = (table) => table.map((row) => row.map(entry)), from = placesOf(cols, game.cols);
  const same = cols.length === game.cols.length, renamed = same && from.filter((at) => at < 0).length === 1, moved = same && from.every((at) => at >= 0);
  const probability = renamed ? game.probability : moved ? game.probability && from.map((at) => game.probability[at]) : undefined;
  return { ...game, rows, cols, a: entries(a), b: b && entries(b), probability };
}

// How a table grows: see parts/table/sheet.js.
const freeName = (taken, name) => (taken.includes(name) ? freeName(taken, `${name}'`) : name);
export const makeOf = ({ form }) => ({ blank: '0', name: (axis, at, taken) => freeName(taken, `${letters[form][axis === 'rows' ? 0 : 1]}${at + 1}`) });

// Names are unique and have 1 to 60 characters.
export const isName = (name, among) => name !== '' && [...name].length <= 60 && among.filter((one) => one === name).length === 1;

// Returns the places whose text the server would refuse, in reading order.
export function faultsOf({ rows, cols, a, b }) {
  const heads = [...cols.flatMap((name, j) => (isName(name, cols) ? [] : [{ i: -1, j, k: 0 }])), ...rows.flatMap((name, i) => (isName(name, rows) ? [] : [{ i, j: -1, k: 0 }]))];
  return [...heads, ...a.flatMap((row, i) => row.flatMap((_, j) => [a, b].flatMap((table, k) => (table && !read(table[i][j]) ? [{ i, j, k }] : []))))];
}

// ---- changes ----

const negated = (one) => (!read(one) ? one : value(one) === 0 ? 0 : entry(String(one).startsWith('-') ? String(one).slice(1) : `-${one}`));

export function reform(game, form) {
  const b = form === 'bimatrix' ? game.b ?? game.a.map((row) => row.map(negated)) : undefined;
  const { job, ...wants } = game.rest ?? {};
  return { ...game, form, b, probability: undefined, alpha: undefined, rest: form === 'decision' ? said({ job }) : said({ job, ...wants }) };
}

// ---- pasted text ----

// Splits "5, 1", "(5; 1)" or "5|1" into both payoffs; any other text stays whole.
export function splitCell(text) {
  const parts = text.replace(/[()[\]]/g, ' ').trim().split(/\s*[,;|]\s*|\s+/).filter(Boolean);
  return parts.length === 2 && parts.every((part) => read(part)) ? parts : [text];
}

// Reads both payoffs of a cell, or a single one; null for anything else. Thousands separators are not supported.
function cellOf(text) {
  const parts = text.replace(/[()[\]]/g, ' ').trim().split(/\s*[,;|]\s*|\s+/).filter(Boolean);
  return parts.length >= 1 && parts.length <= 2 && parts.every((part) => read(part)) ? parts.map(entry) : null;
}

// Splits rows of a spreadsheet into cells: by tabs, else by semicolons, commas or blanks; pairs by blanks.
export function gridOf(text) {
  const lines = text.replace(/\r/g, '').split('\n').filter((line) => line.trim());
  const pairs = lines.every((line) => /^\s*[^\s,]+,[^\s,]+(\s+[^\s,]+,[^\s,]+)+\s*$/.test(line)); // "3,3 0,5"
  const by = text.includes('\t') ? '\t' : pairs ? /\s+/ : [';', ','].find((sign) => text.includes(sign)) ?? /\s+/;
  return lines.map((line) => (by instanceof RegExp ? line.trim() : line).split(by).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1')));
}

// Reads a table with or without names above and beside it; named: null if it has none.
function tableOf(text, named) {
  const grid = gridOf(text), width = Math.max(...grid.map((line) => line.length));
  const head = !grid[0].every((cell) => cellOf(cell)), body = head ? grid.slice(1) : grid;
  const beside = body.length > 0 && body.every(([first]) => !cellOf(first));
  const cells = body.map((line) => (beside ? line.slice(1) : line).map(cellOf));
  if (named && !head && !beside) return null;
  if (!cells.length || cells.some((line) => line.length !== cells[0].length || !line.length || line.some((cell) => !cell || cell.length !== cells[0][0].length))) return null;
  const cols = head ? grid[0].slice(grid[0].length - cells[0].length) : undefined, rows = beside ? body.map(([first]) => first) : undefined;
  const table = (k) => cells.map((line) => line.map((cell) => cell[k]));
  if (width > SIDE) return null;
  return gameOf(cells[0][0].length === 2 ? { row_payoff: table(0), col_payoff: table(1), rows, cols } : { payoff: table(0), rows, cols });
}

// Reads Gambit's payoff form (.nfg) for two players.
function nfgOf(text) {
  const [, who, rest] = /^\s*NFG\s+1\s+[RD]\s+"(?:[^"\\]|\\.)*"\s*(\{[^}]*\})([\s\S]*)$/.exec(text) ?? [];
  if (!who) return null;
  const quoted = (part) => [...part.matchAll(/"((?:[^"\\]|\\.)*)"/g)].map(([, name]) => name.replace(/\\(.)/g, '$1'));
  const players = quoted(who);
  const lists = /^\s*\{\s*\{([^}]*)\}\s*\{([^}]*)\}\s*\}/.exec(rest), sizes = /^\s*\{\s*(\d+)\s+(\d+)\s*\}/.exec(rest);
  if (!lists && !sizes) return null;
  const rows = lists && quoted(lists[1]), cols = lists && quoted(lists[2]);
  const [m, n] = lists ? [rows.length, cols.length] : [Number(sizes[1]), Number(sizes[2])];
  const numbers = rest.slice((lists ?? sizes)[0].length).replace(/^\s*"(?:[^"\\]|\\.)*"/, '').split(/[\s,]+/).filter(Boolean);
  if (numbers.length !== 2 * m * n || !numbers.every(read)) return null;
  const table = (k) => Array.from({ length: m }, (_, i) => Array.from({ length: n }, (__, j) => entry(numbers[2 * (i + m * j) + k])));
  const distinct = (list) => (list && new Set(list).size === list.length && list.every(Boolean) ? list : undefined);
  return gameOf({ row_payoff: table(0), col_payoff: table(1), rows: distinct(rows), cols: distinct(cols), row_player: players[0], col_player: players[1] });
}

// Reads the input of lrsnash: the numbers of rows and columns, then both tables.
function lrsOf(text) {
  const [m, n, ...numbers] = text.trim().split(/\s+/), rows = Number(m), cols = Number(n), all = rows * cols;
  if (!(all > 0) || numbers.length !== 2 * all || !numbers.every(read)) return null;
  const table = (from) => Array.from({ length: rows }, (_, i) => numbers.slice(from + i * cols, from + (i + 1) * cols).map(entry));
  return gameOf({ row_payoff: table(0), col_payoff: table(all) });
}

// Returns the game of a problem in one of the server's text forms, or null.
export const gameOfText = (text) => nfgOf(text.trim()) ?? lrsOf(text) ?? (text.trim() ? tableOf(text.trim()) : null);

// Returns a game, or null. named: a table must have names, for a text that may be a block of entries.
export function readGame(text, { named = false } = {}) {
  const tidy = text.trim();
  if (!tidy) return null;
  if (/^[[{]/.test(tidy)) {
    try {
      const found = JSON.parse(tidy), game = gameOf(Array.isArray(found) ? { payoff: found } : found);
      return game && !faultsOf(game).length ? game : null;
    } catch { return null; }
  }
  return nfgOf(tidy) ?? tableOf(text.replace(/^\n+|\n+$/g, ''), named);
}

// Writes a table for a spreadsheet, with names.
export const asTable = ({ rows, cols, a, b }) => writeTsv([['', ...cols], ...rows.map((name, i) => [name, ...cols.map((_, j) => (b ? `${a[i][j]}, ${b[i][j]}` : String(a[i][j])))])]);

export const random = (count) => Math.floor(Math.random() * count);
export const randomGame = (game) => ({ ...game, a: game.a.map((row) => row.map(() => random(19) - 9)), b: game.b?.map((row) => row.map(() => random(19) - 9)) });

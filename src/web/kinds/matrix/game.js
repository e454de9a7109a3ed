// Games in the form that the page uses: from a problem, to a problem, from pasted text. Does not use the DOM.
//
// {form: 'bimatrix' | 'zero_sum' | 'decision', rows, cols: names, a, b: rows of entries (b of a bimatrix only),
// players: [row, column], '' for one without a name, probability, alpha: of a decision, or undefined; rest: the other
// members of the problem}
import { examples } from './examples.js';
import { entry, read, value } from './number.js';

export const SIDE = 400, EDITED = 12, DRAWN = 40; // largest numbers of strategies that the server accepts, that can be typed, that are drawn

const isTable = (table) => Array.isArray(table) && table.length > 0 && Array.isArray(table[0]) && table[0].length > 0
  && table.every((row) => Array.isArray(row) && row.length === table[0].length && row.every((one) => read(one)));
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

const said = (members) => Object.fromEntries(Object.entries(members).filter(([, member]) => member !== undefined && member !== ''));

export function problemOf({ form, rows, cols, a, b, players: [one, two], probability, alpha, rest }) {
  if (form === 'decision') return said({ acts: rows, states: cols, payoff: a, probability, alpha, job: rest?.job });
  const payoffs = form === 'bimatrix' ? { row_payoff: a, col_payoff: b } : { payoff: a };
  return said({ ...payoffs, rows, cols, row_player: one, col_player: two, ...rest });
}

// ---- changes ----

// Returns `count` names: the old ones, then generated names of the letter and the position.
const renamed = (old, letter, count) => Array.from({ length: count }, (_, i) => old[i] ?? freeName(old, `${letter}${i + 1}`));
const freeName = (taken, name) => (taken.includes(name) ? freeName(taken, `${name}'`) : name);
const sized = (table, rows, cols) => table && Array.from({ length: rows }, (_, i) => Array.from({ length: cols }, (__, j) => table[i]?.[j] ?? 0));

export function resize(game, rows, cols) {
  const [own, other] = letters[game.form];
  return { ...game, rows: renamed(game.rows.slice(0, rows), own, rows), cols: renamed(game.cols.slice(0, cols), other, cols), a: sized(game.a, rows, cols), b: sized(game.b, rows, cols),
    probability: cols === game.cols.length ? game.probability : undefined };
}

const negated = (one) => (value(one) === 0 ? 0 : entry(String(one).startsWith('-') ? String(one).slice(1) : `-${one}`));

export function reform(game, form) {
  const b = form === 'bimatrix' ? game.b ?? game.a.map((row) => row.map(negated)) : undefined;
  const { job, ...wants } = game.rest ?? {};
  return { ...game, form, b, probability: undefined, alpha: undefined, rest: form === 'decision' ? said({ job }) : said({ job, ...wants }) };
}

const put = (table, i, j, one) => table.map((row, k) => (k === i ? row.map((old, l) => (l === j ? one : old)) : row));
export const setEntry = (game, which, i, j, one) => ({ ...game, [which]: put(game[which], i, j, one) });
// Sets a name; returns null if it is empty, longer than 60 characters or already used.
export function setName(game, which, i, name) {
  const tidy = name.trim();
  if (!tidy || [...tidy].length > 60 || game[which].some((old, k) => k !== i && old === tidy)) return null;
  return { ...game, [which]: game[which].map((old, k) => (k === i ? tidy : old)) };
}

// ---- pasted text ----

// Reads both payoffs of "5, 1", "(5; 1)" or "5|1", or a single one; null for anything else. Thousands separators are
// not supported.
function cellOf(text) {
  const parts = text.replace(/[()[\]]/g, ' ').trim().split(/\s*[,;|]\s*|\s+/).filter(Boolean);
  return parts.length >= 1 && parts.length <= 2 && parts.every((part) => read(part)) ? parts.map(entry) : null;
}

// Splits rows of a spreadsheet into cells: by tabs, else by semicolons, commas or blanks.
export function gridOf(text) {
  const lines = text.replace(/\r/g, '').split('\n').filter((line) => line.trim());
  const by = text.includes('\t') ? '\t' : [';', ','].find((sign) => text.includes(sign)) ?? /\s+/;
  return lines.map((line) => (by instanceof RegExp ? line.trim() : line).split(by).map((cell) => cell.trim().replace(/^"(.*)"$/, '$1')));
}

// Reads a table with or without names above and beside it.
function tableOf(text) {
  const grid = gridOf(text), width = Math.max(...grid.map((line) => line.length));
  const head = !grid[0].every((cell) => cellOf(cell)), body = head ? grid.slice(1) : grid;
  const beside = body.length > 0 && body.every(([first]) => !cellOf(first));
  const cells = body.map((line) => (beside ? line.slice(1) : line).map(cellOf));
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

// Returns a game, or null.
export function readGame(text) {
  const tidy = text.trim();
  if (!tidy) return null;
  if (/^[[{]/.test(tidy)) {
    try {
      const found = JSON.parse(tidy);
      return gameOf(Array.isArray(found) ? { payoff: found } : found);
    } catch { return null; }
  }
  return nfgOf(tidy) ?? tableOf(text.replace(/^\n+|\n+$/g, ''));
}

// Fills the table with pasted entries, starting at a cell; the table grows if necessary.
export function fill(game, which, i, j, text) {
  const cells = gridOf(text).map((line) => line.map(cellOf));
  if (!cells.every((line) => line.every(Boolean))) return null;
  const grown = resize(game, Math.max(game.rows.length, i + cells.length), Math.max(game.cols.length, j + Math.max(...cells.map((line) => line.length))));
  let now = grown;
  cells.forEach((line, k) => line.forEach((cell, l) => {
    if (cell.length === 2 && game.form === 'bimatrix') now = setEntry(setEntry(now, 'a', i + k, j + l, cell[0]), 'b', i + k, j + l, cell[1]);
    else now = setEntry(now, which, i + k, j + l, cell[0]);
  }));
  return now;
}

export const random = (count) => Math.floor(Math.random() * count);
export const randomGame = (game) => ({ ...game, a: game.a.map((row) => row.map(() => random(19) - 9)), b: game.b?.map((row) => row.map(() => random(19) - 9)) });

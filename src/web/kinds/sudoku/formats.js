// Reads pasted text: a line of symbols, lines of rows, drawings, numbers in rows (CSV, blanks, ACS files), .sdk, .sdm
// and CSV tables (the first puzzle), pencilmarks (729 characters), and the server's JSON. Each reader returns a board
// or undefined; readBoard tries them in order.
import { SIZE_MAX, SIZE_MIN, alphabet, boxOf, makeBoard, valueOf } from './board/board.js';

const HEX = '0123456789ABCDEF';

function sideOf(count) {
  const side = Math.round(Math.sqrt(count));
  return side * side === count && side >= SIZE_MIN && side <= SIZE_MAX ? side : 0;
}

// Returns the alphabet of a text. A 16x16 with both '.' and '0' is hexadecimal unless it has a G.
export function symbolsOf(text, size) {
  if (size === 16 && text.includes('0') && /[._]/.test(text) && !/[gG]/.test(text)) return HEX;
  return alphabet(size, size !== 25 || /[1-9]/.test(text));
}

function fromSymbols(text, { size = sideOf(text.length), symbols = size && symbolsOf(text, size), ...fields } = {}) {
  if (!size || text.length !== size * size || (!boxOf(size) && !fields.regions)) return undefined;
  const cells = Array.from(text, (character) => valueOf(symbols, character));
  return cells.includes(-1) ? undefined : makeBoard(size, { symbols, cells, ...fields });
}

function fromNumbers(numbers, fields) {
  const size = sideOf(numbers.length);
  if (!size || (!boxOf(size) && !fields?.regions)) return undefined;
  const cells = numbers.map((value) => (value > 0 ? Number(value) : 0)); // -1, null and '' are empty
  return cells.every((value) => Number.isInteger(value) && value <= size) ? makeBoard(size, { cells, ...fields }) : undefined;
}

// ---- text ----

// 9 characters a cell: each digit at its place, or '.' (or 0).
function pencilmarks(text) {
  if (text.length !== 729 || !/[1-9]/.test(text)) return undefined;
  const allowed = Uint8Array.from(text, (character, i) => (Number(character) === i % 9 + 1 ? 1 : 0));
  return Array.from(text).every((character, i) => allowed[i] || '.0'.includes(character)) ? makeBoard(9, { allowed }) : undefined;
}

// Rows of numbers separated by commas, semicolons, tabs or blanks. An ACS file has two lines before them: the order of
// a box and a number.
function numbers(lines) {
  const rows = lines.map((line) => (/[,;]/.test(line) ? line.split(/[,;]/) : line.match(/[^\s|:!]+/g) ?? []));
  if (rows.length > 2 && rows[0].length === 1 && rows[0][0] ** 2 === rows.length - 2) rows.splice(0, 2);
  const parts = rows.flat().map((part) => part.trim());
  if (rows.every((row) => row.length === rows.length) && parts.every((part) => /^(-?\d+|[._*]?)$/.test(part))) return fromNumbers(parts);
  return undefined;
}

// The first column that is a grid by itself: "puzzle,solution,rating", with or without a header.
function table(lines) {
  for (const line of lines.slice(0, 2).filter((text) => /[,;\t]/.test(text)))
    for (const part of line.split(/[,;\t]/)) {
      const board = fromSymbols(part.trim());
      if (board) return board;
    }
  return undefined;
}

function symbolLines(lines) {
  const rows = lines.map((line) => line.replace(/[^\w.]/g, '')).filter(Boolean);
  const [first = ''] = rows, all = rows.join('');
  if (rows.every((row) => row.length === rows.length)) return fromSymbols(all);
  return pencilmarks(first) ?? pencilmarks(all) ?? fromSymbols(first) ?? fromSymbols(all);
}

function readText(text) {
  const [, puzzle = text] = /\[puzzle\]([^[]*)/i.exec(text) ?? [];
  const lines = puzzle.split(/\r?\n/).filter((line) => line.trim() && !/^\s*[#[]/.test(line) && /[\w.]/.test(line));
  return numbers(lines) ?? table(lines) ?? symbolLines(lines);
}

// ---- JSON ----

const flat = (grid) => (grid.every?.((row) => Array.isArray(row)) ? grid.flat() : grid);

// Regions: a symbol or a number per cell, numbered in the order of their first appearance.
function readRegions(given) {
  if (!given) return null;
  const marks = typeof given === 'string' || typeof given[0] === 'string' ? Array.from([given].flat().join('').replace(/\s/g, '')) : flat(given);
  const order = [...new Set(marks)];
  return marks.map((mark) => order.indexOf(mark));
}

// Returns the board of a problem, or undefined.
export function readProblem(problem) {
  if (typeof problem === 'string') return readText(problem);
  if (Array.isArray(problem)) return readProblem({ puzzle: problem });
  const { puzzle, grid = puzzle, box, symbols, diagonal = false, disjoint = false, cages = [], ...rest } = problem ?? {};
  const regions = readRegions(rest.regions);
  const fields = { diagonal, disjoint, regions, ...(box && !regions && { box }), ...(symbols && { symbols }) };
  const size = rest.size ?? (box && box[0] * box[1]) ?? symbols?.length;
  const board = grid ? readGrid(grid, fields, size) : makeSized(size ?? (cages[0] && sideOf(regions?.length ?? 81)), fields);
  return board && { ...board, cages: cages.map(({ sum, cells }) => ({ sum, cells: cells.map(([row, column]) => (row - 1) * board.size + column - 1) })) };
}

const makeSized = (size, fields) => (size && (fields.regions || boxOf(size)) ? makeBoard(size, fields) : undefined);

function readGrid(grid, fields, size) {
  if (typeof grid !== 'string' && typeof grid[0] !== 'string') return fromNumbers(flat(grid), fields);
  const text = [grid].flat().join('').replace(/\s/g, '');
  const board = (size !== 27 && pencilmarks(text)) || fromSymbols(text, fields) || (typeof grid === 'string' && readText(grid));
  return board ? { ...board, ...fields } : undefined;
}

export function readBoard(text) {
  if (/^\s*[[{](?!puzzle)/i.test(text)) {
    try {
      return readProblem(JSON.parse(text));
    } catch { /* not JSON, or not of this kind: it may be a drawing */ }
  }
  return readText(text);
}

// Reads problems as the server writes them: JSON, and a grid or pencilmarks in one line. Every other text is read by the
// server (askBoard), so that a text means the same everywhere. The readers return a board or undefined.
import { request } from '../../app/net/api.js';
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
  if (numbers.some((value) => value !== null && typeof value === 'object')) return undefined; // the cells of another program
  const cells = numbers.map((value) => (value > 0 ? Number(value) : 0)); // -1, null and '' are empty
  return cells.every((value) => Number.isInteger(value) && value <= size) ? makeBoard(size, { cells, ...fields }) : undefined;
}

// N characters a cell: each symbol at its place, or '.' (or 0).
function pencilmarks(text, given) {
  const size = Math.round(Math.cbrt(text.length)), symbols = given ?? alphabet(size, true);
  if (size < SIZE_MIN || size ** 3 !== text.length || (size !== 9 && sideOf(text.length)) || !/[^.0]/.test(text)) return undefined;
  const allowed = Uint8Array.from(text, (character, i) => (character === symbols[i % size] ? 1 : 0));
  return Array.from(text).every((character, i) => allowed[i] || '.0'.includes(character)) ? makeBoard(size, { allowed, symbols }) : undefined;
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
  if (typeof problem === 'string' || Array.isArray(problem)) return readProblem({ puzzle: problem });
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
  const board = (size !== 27 && pencilmarks(text, fields.symbols)) || fromSymbols(text, fields);
  return board ? { ...board, ...fields } : undefined;
}

// Reads the text of an address (write.js): a line, or JSON.
export function readBoard(text) {
  try {
    return readProblem(/^\s*[[{]/.test(text) ? JSON.parse(text) : text);
  } catch {
    return undefined; // no JSON, or not of this kind
  }
}

// Resolves to the board of a text, or of a problem whose grid is such a text, as the server reads it. Throws a Problem
// that says why it cannot be read.
export async function askBoard(problem) {
  const text = typeof problem === 'string';
  const reply = await request('/v1/sudoku/read', { method: 'POST', headers: { 'Content-Type': text ? 'text/plain' : 'application/json' }, body: text ? problem : JSON.stringify(problem) });
  return readProblem(await reply.json());
}

// A board and its units. Does not use the DOM.
//
// {size, box: [rows, columns of a box], symbols, cells: values row by row, 0 = empty, diagonal, disjoint, regions:
// region 0.. of each cell or null, cages: [{sum, cells}], allowed: Uint8Array of candidates or null}
// Boards are immutable: an edit makes a new one. Cells are numbered from 0.
import { diagonals } from '../../../parts/grid/lines.js';

export const SIZE_MIN = 4, SIZE_MAX = 49;
const DIGITS = '123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmn';

// The server's default alphabet. 25x25 is A-Y, or 1-9A-P if the grid contains a digit.
export const alphabet = (size, digits = size !== 25) => (digits ? DIGITS.slice(0, size) : DIGITS.slice(9, 9 + size));

// Returns the shapes of a box [rows, columns], from flat to tall; none for a prime size.
export function boxes(size) {
  const shapes = [];
  for (let rows = 2; rows <= size / 2; rows++) if (size % rows === 0) shapes.push([rows, size / rows]);
  return shapes;
}

// Returns the most square box that is not taller than wide: 2x3 for 6, 3x4 for 12.
export const boxOf = (size) => boxes(size).filter(([rows, columns]) => rows <= columns).pop();

export const sizes = Array.from({ length: SIZE_MAX - SIZE_MIN + 1 }, (_, i) => SIZE_MIN + i).filter(boxOf);

export function makeBoard(size, fields) {
  return {
    size, box: boxOf(size) ?? null, symbols: alphabet(size), cells: Array(size * size).fill(0),
    diagonal: false, disjoint: false, regions: null, cages: [], allowed: null, ...fields
  };
}

export const withValue = (board, chosen, value) => ({ ...board, cells: board.cells.map((old, cell) => (chosen.includes(cell) ? value : old)) });
export const filled = (cells) => cells.reduce((count, value) => count + (value > 0), 0);
export const symbolOf = (board, value) => (value ? board.symbols[value - 1] : '');

// Returns the value of a key or character, 0 for empty, -1 for neither.
export function valueOf(symbols, character) {
  const exact = symbols.indexOf(character);
  if (exact >= 0) return exact + 1;
  if ('.0_ '.includes(character)) return 0;
  const upper = symbols.length <= 35 ? symbols.indexOf(character.toUpperCase()) : -1;
  const lower = upper < 0 && symbols.length <= 35 ? symbols.indexOf(character.toLowerCase()) : upper;
  return lower < 0 ? -1 : lower + 1;
}

export const place = (board, cell) => ({ row: Math.floor(cell / board.size), column: cell % board.size });
export const cellName = (board, cell) => `r${Math.floor(cell / board.size) + 1}c${cell % board.size + 1}`;

// Returns the box, or the region, of each cell.
export function regionOf({ size, box, regions }) {
  if (regions) return regions;
  if (!box) return null;
  const across = size / box[1];
  return Array.from({ length: size * size }, (_, cell) =>
    Math.floor(Math.floor(cell / size) / box[0]) * across + Math.floor(cell % size / box[1]));
}

// Returns the sets of cells in which all values must differ: [{kind, index, cells}].
export function unitsOf(board) {
  const { size, box, diagonal, disjoint, cages } = board;
  const all = Array.from({ length: size * size }, (_, cell) => cell);
  const units = [];
  const split = (kind, indexOf) => {
    const parts = Array.from({ length: size }, (_, index) => ({ kind, index, cells: [] }));
    for (const cell of all) parts[indexOf(cell)]?.cells.push(cell);
    units.push(...parts);
  };
  split('row', (cell) => Math.floor(cell / size));
  split('column', (cell) => cell % size);
  const region = regionOf(board);
  if (region) split(board.regions ? 'region' : 'box', (cell) => region[cell]);
  if (diagonal) {
    units.push({ kind: 'diagonal', index: 0, cells: all.filter((cell) => Math.floor(cell / size) === cell % size) });
    units.push({ kind: 'diagonal', index: 1, cells: all.filter((cell) => Math.floor(cell / size) + cell % size === size - 1) });
  }
  if (disjoint && box)
    split('group', (cell) => Math.floor(cell / size) % box[0] * box[1] + cell % size % box[1]);
  cages.forEach((cage, index) => units.push({ kind: 'cage', index, cells: cage.cells, sum: cage.sum }));
  return units;
}

// Returns what parts/grid draws of a board.
export function shapeOf(board) {
  const { size, symbols, cages, diagonal } = board;
  return { rows: size, columns: size, symbols, regions: regionOf(board), cages: cages.map(({ sum, cells }) => ({ label: sum, cells })), lines: diagonal ? diagonals(size) : '' };
}

// The members that the shape depends on, to be compared with the previous drawing.
export const shapeKey = ({ size, symbols, box, regions, cages, diagonal }) => [size, symbols, box, regions, cages, diagonal];

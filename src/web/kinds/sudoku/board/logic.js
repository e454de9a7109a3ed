// Candidates and conflicts of a board, which need no search.
import { unitsOf } from './board.js';

// Returns an array `open`: open[cell * size + value - 1] is 1 if no unit of the cell contains the value. Filled cells
// have no candidates.
export function candidates(board, cells = board.cells) {
  const { size, allowed } = board;
  const open = allowed ? allowed.slice() : new Uint8Array(size * size * size).fill(1);
  for (const unit of unitsOf(board)) {
    const used = unit.cells.map((cell) => cells[cell]).filter(Boolean);
    for (const cell of unit.cells) for (const value of used) open[cell * size + value - 1] = 0;
  }
  cells.forEach((value, cell) => { if (value) open.fill(0, cell * size, cell * size + size); });
  return open;
}

// Removes a placed value from the candidates of all units of its cell.
export function place(open, board, units, cell, value) {
  const { size } = board;
  open.fill(0, cell * size, cell * size + size);
  for (const unit of units)
    if (unit.cells.includes(cell)) for (const other of unit.cells) open[other * size + value - 1] = 0;
}

export const valuesAt = (open, size, cell) => {
  const values = [];
  for (let value = 1; value <= size; value++) if (open[cell * size + value - 1]) values.push(value);
  return values;
};

// Returns the cells whose value stands twice in a unit, or whose cage can no longer reach its sum.
export function conflicts(board, cells = board.cells) {
  const bad = new Set();
  for (const unit of unitsOf(board)) {
    const seen = new Map();
    for (const cell of unit.cells) {
      const value = cells[cell];
      if (!value) continue;
      if (seen.has(value)) bad.add(cell).add(seen.get(value));
      else seen.set(value, cell);
    }
    if (unit.sum === undefined) continue;
    const sum = unit.cells.reduce((total, cell) => total + cells[cell], 0);
    const full = unit.cells.every((cell) => cells[cell]);
    if (full ? sum !== unit.sum : sum >= unit.sum) for (const cell of unit.cells) if (cells[cell]) bad.add(cell);
  }
  return bad;
}

// Returns {open, bad}: the candidates and conflicts of a board, found when they are first used.
export function logicOf(board) {
  let open, bad;
  return { get open() { return open ??= candidates(board); }, get bad() { return bad ??= conflicts(board); } };
}

// Returns the empty cells without a candidate.
export const deadCells = (board, open) => board.cells.flatMap((value, cell) =>
  (!value && !open.subarray(cell * board.size, (cell + 1) * board.size).includes(1) ? [cell] : []));

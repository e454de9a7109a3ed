// Which cells are selected. Does not use the DOM. A selection is {cells: Set, cursor: the cell of the focus, adding}:
// while the pointer is dragged, `adding` says whether cells are added or removed. Selections are immutable.

import { endOf, shifted } from './shape.js';

export const only = (cell) => ({ cells: new Set([cell]), cursor: cell, adding: true });

// The cells that an entry changes: those selected, or else the one of the focus.
export const targets = ({ cells, cursor }) => (cells.size ? [...cells].sort((a, b) => a - b) : [cursor]);

// Returns the selection after a press on a cell. keep: Ctrl or Shift is held, or the button Select is on.
export function pressed(selection, cell, keep) {
  const { cells } = selection;
  if (!keep) return cells.size === 1 && cells.has(cell) ? { cells: new Set(), cursor: cell, adding: true } : only(cell);
  return dragged({ ...selection, adding: !cells.has(cell) }, cell);
}

export function dragged(selection, cell) {
  const { cells, adding, cursor } = selection;
  if (cells.has(cell) === adding && cursor === cell) return selection;
  const next = new Set(cells);
  if (adding) next.add(cell);
  else next.delete(cell);
  return { cells: next, cursor: cell, adding };
}

// Returns the selection after the focus moved by a key. extend: the cells passed are added.
export const moved = ({ cells, cursor }, cell, extend) =>
  (extend ? { cells: new Set([...cells, cursor, cell]), cursor: cell, adding: true } : only(cell));

// how: 'all' | 'none' | 'invert'
export function whole(selection, count, how) {
  const every = Array.from({ length: count }, (_, cell) => cell);
  const cells = how === 'all' ? every : how === 'none' ? [] : every.filter((cell) => !selection.cells.has(cell));
  return { ...selection, cells: new Set(cells) };
}

// Returns the selection of all cells that are alike by keyOf(cell); undefined is like nothing. keep: adds to the selection.
export function alike(selection, count, cell, keyOf, keep) {
  const key = keyOf(cell), cells = new Set(keep ? selection.cells : []);
  for (let other = 0; other < count; other++) if (other === cell || (key !== undefined && keyOf(other) === key)) cells.add(other);
  return { cells, cursor: cell, adding: true };
}

// Returns the selection after a key of this meaning (see keys.js), or undefined if it does not concern the selection.
export function afterKey(selection, shape, { move, end, extend, select }) {
  if (move) return moved(selection, shifted(shape, selection.cursor, ...move), extend);
  if (end) return moved(selection, endOf(shape, selection.cursor, end), extend);
  return select && whole(selection, shape.rows * shape.columns, select);
}

// Returns the selection within a grid of `count` cells, which may have become smaller.
export function within(selection, count) {
  return selection.cursor < count && [...selection.cells].every((cell) => cell < count) ? selection : only(0);
}

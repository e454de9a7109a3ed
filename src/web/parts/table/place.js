// Places and ranges of a sheet, and how keys move them. Does not use the DOM.
//
// Names and layers are places of their own: from left to right a row has its name, then each layer of each column.

const PAGE = 10; // rows that PgUp and PgDn move

export const same = (one, two) => one.i === two.i && one.j === two.j && one.k === two.k;

const within = (at, most) => Math.max(0, Math.min(at, most));

// Returns the place itself or, if the sheet has become smaller, the nearest one. size: {m, n, l} of sheet.js
export function clamped({ i, j, k }, { m, n, l }) {
  return { i: i < 0 ? -1 : within(i, m - 1), j: j < 0 ? -1 : within(j, n - 1), k: i < 0 || j < 0 ? 0 : within(k, l - 1) };
}

// Returns the place that a key leads to. edge: with Ctrl, to the last row or column of the direction; whole: by whole
// cells, without names, to extend a range.
export function movedBy(place, key, { m, n, l }, { edge = false, whole = false } = {}) {
  const { i, j, k } = place, named = i < 0 ? { i, k } : undefined;
  const row = (to) => (j < 0 ? { i: within(to, m - 1), j, k } : { i: to < 0 ? (whole ? 0 : -1) : within(to, m - 1), j, k: to < 0 && !whole ? 0 : k });
  const across = (by) => { // along the layers of a row
    if (named) return { i, j: within(edge ? (by < 0 ? 0 : n - 1) : j + by, n - 1), k: 0 };
    if (whole) return j < 0 ? place : { i, j: within(edge ? (by < 0 ? 0 : n - 1) : j + by, n - 1), k };
    const at = j < 0 ? -1 : j * l + k, to = edge ? (by < 0 ? 0 : n * l - 1) : Math.min(at + by, n * l - 1);
    return to < 0 ? { i, j: -1, k: 0 } : { i, j: Math.floor(to / l), k: to % l };
  };
  if (named && ['ArrowDown', 'PageDown'].includes(key)) return whole ? place : { i: edge ? m - 1 : 0, j, k: 0 };
  if (named && ['ArrowUp', 'PageUp'].includes(key)) return place;
  switch (key) {
    case 'ArrowUp': return row(edge ? 0 : i - 1);
    case 'ArrowDown': return row(edge ? m - 1 : i + 1);
    case 'ArrowLeft': return across(-1);
    case 'ArrowRight': return across(1);
    case 'PageUp': return row(Math.max(0, i - PAGE));
    case 'PageDown': return row(i + PAGE);
    case 'Home': return edge ? { i: 0, j: 0, k: 0 } : { i, j: 0, k: 0 };
    case 'End': return edge ? { i: m - 1, j: n - 1, k: l - 1 } : { i, j: n - 1, k: named ? 0 : l - 1 };
    default: return place;
  }
}

// Returns the place after a cell in reading order, by: 1 or -1; undefined beyond the last one.
export function nextOf({ i, j, k }, by, { m, n, l }) {
  if (i < 0) return j + by >= 0 && j + by < n ? { i, j: j + by, k: 0 } : undefined;
  if (j < 0) return i + by >= 0 && i + by < m ? { i: i + by, j, k: 0 } : undefined;
  const at = (i * n + j) * l + k + by;
  return at < 0 || at >= m * n * l ? undefined : { i: Math.floor(at / (n * l)), j: Math.floor(at / l) % n, k: at % l };
}

// Returns the range between two places: names of one axis, one layer of one column, or whole cells.
export function rangeOf(anchor, head, { m, n, l }) {
  const [i0, i1] = [Math.min(anchor.i, head.i), Math.max(anchor.i, head.i)], [j0, j1] = [Math.min(anchor.j, head.j), Math.max(anchor.j, head.j)];
  if (anchor.i < 0) return { i0: -1, i1: -1, j0: Math.max(0, j0), j1: within(j1, n - 1), k0: 0, k1: 0 };
  if (anchor.j < 0) return { i0: Math.max(0, i0), i1: within(i1, m - 1), j0: -1, j1: -1, k0: 0, k1: 0 };
  const one = j0 === j1 && anchor.k === head.k;
  return { i0: Math.max(0, i0), i1, j0: Math.max(0, j0), j1, k0: one ? anchor.k : 0, k1: one ? anchor.k : l - 1 };
}

// Returns the rows or columns that a range covers, [first, last]: those of names, too.
export const coveredBy = ({ i0, i1, j0, j1 }, axis) => (axis === 'rows' ? [Math.max(0, i0), Math.max(0, i1)] : [Math.max(0, j0), Math.max(0, j1)]);

const MOVES = new Set(['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown']);
const ARROWS = { ArrowUp: ['rows', -1], ArrowDown: ['rows', 1], ArrowLeft: ['cols', -1], ArrowRight: ['cols', 1] };

// Returns the command of a key on a cell that is not being edited, {act, …}; undefined if the key is not the table's.
export function commandOf({ key, ctrlKey, metaKey, altKey, shiftKey }) {
  const ctrl = !!(ctrlKey || metaKey), axis = shiftKey ? 'cols' : 'rows', erases = key === 'Delete' || key === 'Backspace';
  if (altKey) { // Alt: whole rows, with Shift columns
    if (ctrl) return undefined;
    if (ARROWS[key]) return { act: 'move', axis: ARROWS[key][0], by: ARROWS[key][1] };
    return key === 'Enter' ? { act: 'insert', axis } : erases ? { act: 'remove', axis } : undefined;
  }
  if (MOVES.has(key)) return { act: 'go', key, edge: ctrl, extend: !!shiftKey };
  if (ctrl) return { z: { act: shiftKey ? 'redo' : 'undo' }, y: { act: 'redo' }, a: { act: 'all' } }[key.toLowerCase()];
  if (key === 'F2' || key === 'Enter') return { act: 'edit' };
  if (erases) return { act: 'clear' };
  if (key === 'Escape') return { act: 'collapse' };
  return (key.length === 1 && key !== ' ') || key === 'Process' ? { act: 'type' } : undefined; // Process: of an input method
}

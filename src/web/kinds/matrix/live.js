// What the page computes itself as one types, exactly: best answers and pure equilibria. Does not use the DOM. Entries
// that cannot be read take no part.
import { compare, minus, ZERO, read } from './number.js';

// Returns the places in a list whose fraction is greatest; null stands for no number.
export function bestOf(list) {
  let best, at = [];
  list.forEach((one, i) => {
    const sign = one && best ? compare(one, best) : 1;
    if (!one || sign < 0) return;
    if (sign > 0) { best = one; at = []; }
    at.push(i);
  });
  return at;
}

const key = (i, j) => `${i} ${j}`;

// Returns {row, col: Set of "i j" of the best answers of each player, pure: [[i, j]]} of a game of two.
export function analysed({ rows, cols, a, b }) {
  const own = a.map((line) => line.map(read)), other = b ? b.map((line) => line.map(read)) : own.map((line) => line.map((one) => one && minus(ZERO, one)));
  const row = new Set(), col = new Set(), pure = [];
  cols.forEach((_, j) => { for (const i of bestOf(own.map((line) => line[j]))) row.add(key(i, j)); });
  rows.forEach((_, i) => { for (const j of bestOf(other[i])) col.add(key(i, j)); });
  rows.forEach((_, i) => cols.forEach((__, j) => { if (row.has(key(i, j)) && col.has(key(i, j))) pure.push([i, j]); }));
  return { row, col, pure };
}

// Games of two strategies against n as pictures: lines over the weight of one strategy, their envelope, best answers.
// Does not use the DOM. Numbers are approximate: they become pixels.
import { value } from '../number.js';

// Returns the corners of the upper envelope of lines over 0..1, [[x, y, line]]: `line` is on top from there on; the last
// corner is at 1. lines: [y at 0, y at 1].
export function envelope(lines) {
  const at = ([y0, y1], x) => y0 + (y1 - y0) * x, top = (x, slope) => lines.reduce((best, line, k) => {
    const here = at(line, x) - at(lines[best], x), steeper = (line[1] - line[0]) - (lines[best][1] - lines[best][0]);
    return here > 1e-12 || (Math.abs(here) <= 1e-12 && slope && steeper > 1e-12) ? k : best;
  }, 0);
  const corners = [];
  let x = 0, now = top(0, true);
  for (;;) {
    corners.push([x, at(lines[now], x), now]);
    let next, to = 1; // the first line that passes the present one
    lines.forEach((line, k) => {
      const gain = (line[1] - line[0]) - (lines[now][1] - lines[now][0]), gap = at(lines[now], x) - at(line, x), cross = x + gap / gain;
      if (gain <= 1e-12 || cross >= 1 - 1e-12) return;
      if (next === undefined || cross < to - 1e-12 || (cross <= to + 1e-12 && line[1] > lines[next][1])) { next = k; to = cross; }
    });
    if (next === undefined) return [...corners, [1, at(lines[now], 1), now]];
    now = next;
    x = to;
  }
}

// Returns what the picture of a game shows, or null if neither player has two strategies.
//
// {by: 'row' | 'col': the player whose weight of the first strategy is the horizontal axis, lower: whether the lower
// envelope counts (a zero-sum game), lines: [{y: [at weight 0, at weight 1], strategy}], corners, marks: [[x, y, place in
// the list of equilibria]]}
export function linesOf({ row_payoff: a, col_payoff: b, game }, list = []) {
  const by = a.length === 2 ? 'row' : a[0].length === 2 ? 'col' : undefined;
  if (!by) return null;
  const zero = game === 'zero_sum', table = zero ? a : by === 'row' ? b : a, others = by === 'row' ? a[0].length : a.length;
  const lines = Array.from({ length: others }, (_, k) => (by === 'row' ? [value(table[1][k]), value(table[0][k])] : [value(table[k][1]), value(table[k][0])]));
  const lower = zero && by === 'row', top = envelope(lower ? lines.map(([from, to]) => [-from, -to]) : lines);
  const corners = lower ? top.map(([x, y, k]) => [x, 0 - y, k]) : top;
  const marks = list.map((one, i) => [value(one[by][0]), value(one.payoff[zero ? 0 : by === 'row' ? 1 : 0]), i]);
  return { by, lower, lines, corners, marks };
}

// Returns the best answers of both players of a 2x2 game as paths in the square of p, the weight of the first row, and q,
// that of the first column: {row, col: [[p, q]], full: players who are indifferent whatever the other does}.
export function answersOf({ row_payoff: a, col_payoff: b }) {
  if (a.length !== 2 || a[0].length !== 2) return null;
  const [A, B] = [a, b].map((table) => table.map((line) => line.map(value)));
  // at0, at1: the gain of the first strategy over the second at weight 0 and 1 of the opponent's first one; the path is
  // [own weight, the opponent's weight].
  const path = (at0, at1) => {
    const best = (x) => (x > 1e-12 ? 1 : x < -1e-12 ? 0 : undefined), from = best(at0), to = best(at1);
    if (from === undefined && to === undefined) return null;
    if (from === to) return [[from, 0], [from, 1]];
    const turn = at0 / (at0 - at1), [one, two] = [from ?? 1 - to, to ?? 1 - from];
    return [[one, 0], [one, turn], [two, turn], [two, 1]];
  };
  const row = path(A[0][1] - A[1][1], A[0][0] - A[1][0]), col = path(B[1][0] - B[1][1], B[0][0] - B[0][1]);
  return { row: row ?? undefined, col: col?.map(([q, p]) => [p, q]), full: [!row && 'row', !col && 'col'].filter(Boolean) };
}

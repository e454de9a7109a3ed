// Where the cells of a board are drawn. Flat: rows are horizontal, each half a cell to the right of the one above. Tall: a1 is
// at the top and the rows lead down to the right; on a narrow screen its cells are larger. Does not use the DOM.
const R = 10, W = R * Math.sqrt(3); // from the middle of a cell to a corner; its width

// The corners of a cell, clockwise from the top in the flat form.
const CORNERS = Array.from({ length: 6 }, (_, i) => [R * Math.sin(i * Math.PI / 3), -R * Math.cos(i * Math.PI / 3)]);

const round = (value) => Math.round(value * 100) / 100;
const list = (points) => points.map(([x, y]) => `${round(x)},${round(y)}`).join(' ');

export const HEXAGON = list(CORNERS);

// Returns { width: of a cell, box: [x, y, width, height], at(row, column): the middle of a cell, edges: { black, white }:
// the lines of a side's two edges, letters, numbers: [x, y] }, in units of the drawing.
export function layout({ rows, cols }, tall) {
  const at = tall ? (row, column) => [W * (column - row) / 2, 1.5 * R * (column + row)] : (row, column) => [W * (column + row / 2), 1.5 * R * row];
  const corner = (row, column, i) => { const [x, y] = at(row, column), [dx, dy] = CORNERS[(i + (tall ? 1 : 0)) % 6]; return [x + dx, y + dy]; };
  const count = (length) => Array.from({ length }, (_, i) => i), columns = count(cols), all = count(rows), end = cols - 1, low = rows - 1;
  const middle = ([x, y], [u, v]) => [(x + u) / 2, (y + v) / 2];
  // The sides at b and at d, in the obtuse corners, belong to both edges: each has half of it.
  const b = middle(corner(0, end, 0), corner(0, end, 1)), d = middle(corner(low, 0, 3), corner(low, 0, 4));
  const top = columns.flatMap((c) => [corner(0, c, 5), corner(0, c, 0), ...(c === end ? [b] : [])]);
  const right = [b, ...all.flatMap((r) => [corner(r, end, 1), corner(r, end, 2)])];
  const bottom = [d, ...columns.flatMap((c) => [corner(low, c, 3), corner(low, c, 2)])];
  const left = [...all.flatMap((r) => [corner(r, 0, 5), corner(r, 0, 4)]), d];
  const letters = columns.map((c) => at(-1.05, c)), numbers = all.map((r) => at(r, -1.05));
  const points = [...letters, ...numbers, at(0, 0), at(0, end), at(low, 0), at(low, end)], pad = R + 5; // a line of an edge and its rim are 8 wide
  const xs = points.map(([x]) => x), ys = points.map(([, y]) => y), x = Math.min(...xs) - pad, y = Math.min(...ys) - (tall ? pad : 7);
  return { width: W, box: [x, y, Math.max(...xs) + pad - x, Math.max(...ys) + pad - y].map(round), at, edges: { black: [top, bottom].map(list), white: [left, right].map(list) }, letters, numbers };
}

// Shapes of a board as SVG paths, a cell being 1 x 1.
import { regionOf } from './board.js';

export const squares = (size, cells) => Array.from(cells, (cell) => `M${cell % size} ${Math.floor(cell / size)}h1v1h-1z`).join('');

// Thin lines between all cells.
export const thinLines = (size) => Array.from({ length: size - 1 }, (_, i) => `M0 ${i + 1}h${size}M${i + 1} 0v${size}`).join('');

// Thick ones where two regions meet, drawn as long as they run straight on.
export function thickLines(board) {
  const { size } = board;
  const region = regionOf(board);
  if (!region) return '';
  let path = '';
  for (let line = 1; line < size; line++) {
    let across = 0, down = 0; // length of the edge that ends here
    for (let i = 0; i <= size; i++) {
      const above = (line - 1) * size + i, left = i * size + line - 1;
      if (i < size && region[above] !== region[above + size]) across++;
      else if (across) { path += `M${i - across} ${line}h${across}`; across = 0; }
      if (i < size && region[left] !== region[left + 1]) down++;
      else if (down) { path += `M${line} ${i - down}v${down}`; down = 0; }
    }
  }
  return path;
}

export const diagonals = (size) => `M0 0L${size} ${size}M${size} 0L0 ${size}`;

// The outline of a cage, a little inside its cells.
export function cageLines(size, cells, inset = 0.07) {
  const inside = new Set(cells);
  const has = (row, column) => row >= 0 && column >= 0 && column < size && inside.has(row * size + column);
  let path = '';
  for (const cell of cells) {
    const row = Math.floor(cell / size), column = cell % size;
    for (const [dr, dc] of [[-1, 0], [1, 0], [0, -1], [0, 1]]) {
      if (has(row + dr, column + dc)) continue;
      // The edge runs between two corners of the cell; at each it stops short or goes on to the neighbour.
      const end = (sr, sc) => (!has(row + sr, column + sc) ? -inset : has(row + sr + dr, column + sc + dc) ? inset : 0);
      const along = dr ? [0, 1] : [1, 0];
      const first = end(-along[0], -along[1]), last = end(along[0], along[1]);
      const fixed = (dr || dc) > 0 ? 1 - inset : inset;
      path += dr ? `M${column - first} ${row + fixed}H${column + 1 + last}` : `M${column + fixed} ${row - first}V${row + 1 + last}`;
    }
  }
  return path;
}

// Where a candidate stands in its cell, as the sheet sets it.
export function candidatePoint(size, candidate) {
  const across = Math.ceil(Math.sqrt(size)), down = Math.ceil(size / across);
  const cell = Math.floor(candidate / size), index = candidate % size;
  return [cell % size + (index % across + 0.5) / across, Math.floor(cell / size) + (Math.floor(index / across) + 0.5) / down];
}

// A link from one candidate to another: bowed a little, and short of both.
export function linkPath(size, from, to) {
  const [x1, y1] = candidatePoint(size, from), [x2, y2] = candidatePoint(size, to);
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const gap = Math.min(0.5 / Math.ceil(Math.sqrt(size)), length / 3);
  const ux = (x2 - x1) / length, uy = (y2 - y1) / length;
  const bow = Math.min(0.35, length * 0.12);
  const point = (x, y) => `${x.toFixed(3)} ${y.toFixed(3)}`;
  return `M${point(x1 + ux * gap, y1 + uy * gap)}Q${point((x1 + x2) / 2 - uy * bow, (y1 + y2) / 2 + ux * bow)} ${point(x2 - ux * gap, y2 - uy * gap)}`;
}

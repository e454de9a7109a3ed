// Shapes of a board as SVG paths; a cell is 1 x 1.
import { regionOf } from './board.js';

export const squares = (size, cells) => Array.from(cells, (cell) => `M${cell % size} ${Math.floor(cell / size)}h1v1h-1z`).join('');

// Thin lines between all cells.
export const thinLines = (size) => Array.from({ length: size - 1 }, (_, i) => `M0 ${i + 1}h${size}M${i + 1} 0v${size}`).join('');

// Thick lines between regions.
export function thickLines(board) {
  const { size } = board;
  const region = regionOf(board) ?? [];
  return region.map((here, cell) => {
    const row = Math.floor(cell / size), column = cell % size;
    return (row && region[cell - size] !== here ? `M${column} ${row}h1` : '') + (column && region[cell - 1] !== here ? `M${column} ${row}v1` : '');
  }).join('');
}

export const diagonals = (size) => `M0 0L${size} ${size}M${size} 0L0 ${size}`;

// The outline of a cage, slightly inside its cells.
export function cageLines(size, cells, inset = 0.07) {
  const inside = new Set(cells);
  const has = (row, column) => row >= 0 && column >= 0 && column < size && inside.has(row * size + column);
  let path = '';
  for (const cell of cells) {
    const row = Math.floor(cell / size), column = cell % size;
    for (const [dr, dc] of [[-1, 0], [1, 0], [0, -1], [0, 1]]) {
      if (has(row + dr, column + dc)) continue;
      // The edge connects two corners of the cell. At each corner it is shortened, or extended to the neighbour.
      const end = (sr, sc) => (!has(row + sr, column + sc) ? -inset : has(row + sr + dr, column + sc + dc) ? inset : 0);
      const along = dr ? [0, 1] : [1, 0];
      const first = end(-along[0], -along[1]), last = end(along[0], along[1]);
      const fixed = (dr || dc) > 0 ? 1 - inset : inset;
      path += dr ? `M${column - first} ${row + fixed}H${column + 1 + last}` : `M${column + fixed} ${row - first}V${row + 1 + last}`;
    }
  }
  return path;
}

// Returns the layout of a cell's candidates, in fractions of a cell: `across` per line, `pitch` apart, starting at
// `left` and `top`. In a cage they leave room for its outline and sum.
export function layoutOf({ size, cages }) {
  const across = Math.ceil(Math.sqrt(size)), down = Math.ceil(size / across);
  const pitch = (cages.length ? 0.74 : 0.94) / Math.max(3, across);
  return { across, pitch, left: 0.5 - across * pitch / 2, top: (cages.length ? 0.57 : 0.5) - down * pitch / 2 };
}

export function candidatePoint(board, candidate) {
  const { size } = board;
  const { across, pitch, left, top } = layoutOf(board);
  const cell = Math.floor(candidate / size), index = candidate % size;
  return [cell % size + left + (index % across + 0.5) * pitch, Math.floor(cell / size) + top + (Math.floor(index / across) + 0.5) * pitch];
}

// A link from one candidate to another: slightly curved, ending before both.
export function linkPath(board, from, to) {
  const [x1, y1] = candidatePoint(board, from), [x2, y2] = candidatePoint(board, to);
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const gap = Math.min(layoutOf(board).pitch / 2, length / 3);
  const ux = (x2 - x1) / length, uy = (y2 - y1) / length;
  const bow = Math.min(0.35, length * 0.12);
  const point = (x, y) => `${x.toFixed(3)} ${y.toFixed(3)}`;
  return `M${point(x1 + ux * gap, y1 + uy * gap)}Q${point((x1 + x2) / 2 - uy * bow, (y1 + y2) / 2 + ux * bow)} ${point(x2 - ux * gap, y2 - uy * gap)}`;
}

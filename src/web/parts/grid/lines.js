// What is drawn of a grid as SVG paths; a cell is 1 x 1. shape: see shape.js.
export const squares = ({ columns }, cells) => Array.from(cells, (cell) => `M${cell % columns} ${Math.floor(cell / columns)}h1v1h-1z`).join('');

// Thin lines between all cells.
export function thinLines({ rows, columns }) {
  const across = Array.from({ length: rows - 1 }, (_, i) => `M0 ${i + 1}h${columns}`), down = Array.from({ length: columns - 1 }, (_, i) => `M${i + 1} 0v${rows}`);
  return [...across, ...down].join('');
}

// Thick lines between regions.
export const thickLines = ({ columns, regions }) => (regions ?? []).map((here, cell) => {
  const row = Math.floor(cell / columns), column = cell % columns;
  return (row && regions[cell - columns] !== here ? `M${column} ${row}h1` : '') + (column && regions[cell - 1] !== here ? `M${column} ${row}v1` : '');
}).join('');

export const diagonals = (size) => `M0 0L${size} ${size}M${size} 0L0 ${size}`;

// The outline of cells, slightly inside them.
export function outline({ columns }, cells, inset = 0.07) {
  const inside = new Set(cells);
  const has = (row, column) => row >= 0 && column >= 0 && column < columns && inside.has(row * columns + column);
  let path = '';
  for (const cell of cells) {
    const row = Math.floor(cell / columns), column = cell % columns;
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

// Colours of a cell: as many upright stripes as it has colours, from its `i`-th.
export function stripe({ columns }, cell, i, count) {
  const row = Math.floor(cell / columns), column = cell % columns;
  return `M${(column + i / count).toFixed(3)} ${row}h${(1 / count).toFixed(3)}v1h${(-1 / count).toFixed(3)}z`;
}

// Returns the layout of a cell's candidates, in fractions of a cell: `across` per line, `pitch` apart, starting at
// `left` and `top`. In a cage they leave room for its outline and label.
export function layoutOf({ symbols: { length: count }, cages }) {
  const across = Math.ceil(Math.sqrt(count)), down = Math.ceil(count / across);
  const pitch = (cages.length ? 0.74 : 0.94) / Math.max(3, across);
  return { across, pitch, left: 0.5 - across * pitch / 2, top: (cages.length ? 0.57 : 0.5) - down * pitch / 2 };
}

export function candidatePoint(shape, candidate) {
  const { columns, symbols: { length: count } } = shape, { across, pitch, left, top } = layoutOf(shape);
  const cell = Math.floor(candidate / count), index = candidate % count;
  return [cell % columns + left + (index % across + 0.5) * pitch, Math.floor(cell / columns) + top + (Math.floor(index / across) + 0.5) * pitch];
}

// A link from one candidate to another: slightly curved, ending before both.
export function linkPath(shape, from, to) {
  const [x1, y1] = candidatePoint(shape, from), [x2, y2] = candidatePoint(shape, to);
  const length = Math.hypot(x2 - x1, y2 - y1) || 1;
  const gap = Math.min(layoutOf(shape).pitch / 2, length / 3);
  const ux = (x2 - x1) / length, uy = (y2 - y1) / length;
  const bow = Math.min(0.35, length * 0.12);
  const point = (x, y) => `${x.toFixed(3)} ${y.toFixed(3)}`;
  return `M${point(x1 + ux * gap, y1 + uy * gap)}Q${point((x1 + x2) / 2 - uy * bow, (y1 + y2) / 2 + ux * bow)} ${point(x2 - ux * gap, y2 - uy * gap)}`;
}

// The shape of a grid. Does not use the DOM.
//
// {rows, columns, symbols: the text of each value from 1, regions: region of each cell or null (thick lines between
// them), cages: [{cells, label}] (dashed outlines), lines: SVG path of further lines}
// Cells are numbered from 0, row by row. Candidate cell * symbols.length + value - 1 is a value of a cell.

export const textOf = (shape, value) => (value ? shape.symbols[value - 1] : '');

// Returns the place of a cell from 1, as people count.
export const placeOf = (shape, cell) => ({ row: Math.floor(cell / shape.columns) + 1, column: cell % shape.columns + 1 });

// Returns the cell `rows` below and `columns` right of a cell; beyond an edge it goes on at the opposite one.
export function shifted(shape, cell, rows, columns) {
  const row = Math.floor(cell / shape.columns), column = cell % shape.columns;
  return (row + rows + shape.rows) % shape.rows * shape.columns + (column + columns + shape.columns) % shape.columns;
}

// Returns the cell at an end: of the row ('first', 'last'), the column ('top', 'bottom') or the grid ('start', 'end').
export function endOf(shape, cell, end) {
  const { rows, columns } = shape, row = cell - cell % columns, column = cell % columns;
  return { first: row, last: row + columns - 1, top: column, bottom: (rows - 1) * columns + column, start: 0, end: rows * columns - 1 }[end];
}

// Returns the cell at a point, in cells from the top left corner, or undefined. radius: around the middle of a cell;
// without it the whole square counts. With 0.45 a diagonal is dragged without its neighbours.
export function cellAt({ rows, columns }, x, y, radius = Infinity) {
  const row = Math.floor(y), column = Math.floor(x);
  if (row < 0 || column < 0 || row >= rows || column >= columns) return undefined;
  return Math.hypot(x - column - 0.5, y - row - 0.5) <= radius ? row * columns + column : undefined;
}

// Finds the cells that share their letter with another of their row, column or box.

// Returns the box of each cell.
export function boxesOf({ side, box: [rows, columns], region }) {
  return region ?? Uint8Array.from({ length: side * side }, (_, cell) =>
    Math.floor(cell / side / rows) * (side / columns) + Math.floor(cell % side / columns));
}

// Returns 1 for each cell in conflict, and the number of pairs: -Phi.
export function conflictsOf(side, boxes, letters) {
  const count = new Uint16Array(3 * side * side);
  const units = (cell) => [Math.floor(cell / side), side + cell % side, 2 * side + boxes[cell]];
  letters.forEach((letter, cell) => { for (const unit of units(cell)) count[unit * side + letter]++; });
  const cells = Uint8Array.from(letters, (letter, cell) => Number(units(cell).some((unit) => count[unit * side + letter] > 1)));
  return { cells, pairs: count.reduce((sum, n) => sum + n * (n - 1) / 2, 0) };
}

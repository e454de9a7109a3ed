// The boards of the demonstration. Each has a solution: a full grid in a regular pattern, whose letters, rows and
// columns are shuffled within and among the boxes, with a share of its cells given.
export const sizes = [[25, 0.3], [25, 0.4], [25, 0.45], [9, 0.3]]; // side, share of the cells that are given

const symbols = { 9: '123456789', 25: 'ABCDEFGHIJKLMNOPQRSTUVWXY' };

export const symbolsOf = (side) => symbols[side];

// Returns a puzzle as text, '.' for an empty cell. chance(): a number from 0 to 1, 1 excluded.
export function puzzleOf(side, share, chance = Math.random) {
  const box = Math.sqrt(side), boxes = Array.from({ length: box }, (_, i) => i);
  const shuffled = (list) => list.map((item) => [chance(), item]).sort(([a], [b]) => a - b).map(([, item]) => item);
  const order = () => shuffled(boxes).flatMap((band) => shuffled(boxes).map((i) => box * band + i));
  const letters = shuffled([...symbols[side]]), rows = order(), columns = order();
  return rows.flatMap((row) => columns.map((column) =>
    (chance() < share ? letters[(row % box * box + Math.floor(row / box) + column) % side] : '.'))).join('');
}

// Example puzzles of several sizes and kinds; all have one solution.

// Builds cages from a map of the cage of each cell and the sums in the order of the alphabet.
const cagesOf = (size, map, sums) => sums.map((sum, i) => ({
  sum,
  cells: Array.from(map).flatMap((name, cell) => (name === String.fromCharCode(65 + i) ? [[Math.floor(cell / size) + 1, cell % size + 1]] : []))
}));

export const examples = [
  [/* t */ 'Easy', { puzzle: '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79' }],
  [/* t */ '17 clues', { puzzle: '.......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...' }],
  [/* t */ 'Hard for people', { puzzle: '8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..' }],
  [/* t */ 'Diagonal', { puzzle: '.75.......2...9..8.....4...39........58...71........93...3.....5..2...8.......17.', diagonal: true }],
  [/* t */ 'Jigsaw', { puzzle: '.....3...2...4..........1', regions: 'AAABBAACBBDCCCBDDCEEDDEEE' }],
  [/* t */ 'Killer', { size: 6, cages: cagesOf(6, 'AABBCCDAEBFCDDEEFCGGGHHHIJJKLLIIJKMM', [9, 11, 14, 7, 13, 9, 14, 7, 13, 8, 5, 11, 5]) }]
];

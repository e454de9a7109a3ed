// Example games: [name, problem]
export const examples = [
  [/* t */ 'Rules of cutting: equality, and all ancestors', { tree: ['MAX', ['MIN', 3, 5], ['MIN', 3, 9], ['MIN', ['MAX', ['MIN', 2, 8], 7], 1]], engine: 'alphabeta', trace: true }],
  [/* t */ 'Three times three', { tree: ['MAX', ['MIN', 3, 12, 8], ['MIN', 2, 4, 6], ['MIN', 14, 5, 2]], engine: 'alphabeta', trace: true }],
  [/* t */ 'Four levels', { tree: ['MAX', ['MIN', ['MAX', ['MIN', 0, 5], ['MIN', -3]], ['MAX', ['MIN', 3, 3], ['MIN', -3, 0]]], ['MIN', ['MAX', ['MIN', 2, -3], ['MIN', 5, 2]], ['MAX', ['MIN', 5, -5], ['MIN', 3, 1, 5]]]], engine: 'alphabeta', trace: true }],
  [/* t */ 'Minimax with OPEN and CLOSED', { tree: ['MAX', ['MIN', 3, 12, 8], ['MIN', 2, ['MAX', 4, 6]], 5], engine: 'open_closed', trace: true }],
  [/* t */ 'Chance nodes', { tree: ['MAX', ['CHANCE', { p: '1/3', value: 3 }, { p: '2/3', children: [5, 2] }], ['CHANCE', 1, 4, ['MIN', 7, 3]]], engine: 'expectiminimax', trace: true }],
  [/* t */ 'Best child first: the fewest leaves', { generate: { branching: 3, depth: 3, values: 'best_first', seed: 1 }, engine: 'alphabeta', trace: true }],
  [/* t */ 'Random leaves', { generate: { branching: 2, depth: 5, values: 'random', seed: 7 }, engine: 'alphabeta', trace: true }],
  [/* t */ 'Tic-tac-toe, first stage', { game: 'tictactoe', board: '.........', ply: 2, symmetry: true }],
  [/* t */ 'Tic-tac-toe, second stage', { game: 'tictactoe', board: '.O..X....', ply: 2 }],
  [/* t */ 'Tic-tac-toe, third stage', { game: 'tictactoe', board: 'XO..X...O', ply: 2 }],
  [/* t */ 'Tic-tac-toe, exact', { game: 'tictactoe', board: '.........' }],
  [/* t */ 'Grundy’s game, seven coins', { game: 'grundy', piles: [7], to_move: 'MIN', tree: true }],
  [/* t */ 'Grundy’s game, several piles', { game: 'grundy', piles: [5, 8, 12] }],
  [/* t */ 'Grundy’s game, misère', { game: 'grundy', piles: [7], to_move: 'MIN', misere: true, tree: true }],
  [/* t */ 'Nim', { game: 'nim', piles: [3, 4, 5] }],
  [/* t */ 'Last one loses: five coins, one to three a move', { game: 'nim', piles: [5], take: 3, misere: true, tree: true }],
  [/* t */ 'Connect four', { game: 'connect4', moves: '44444326555' }]
];

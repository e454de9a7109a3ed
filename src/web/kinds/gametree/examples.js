// What the page is for, and examples: one a game, then more. The first is shown answered when the page opens; it is the one
// that needs the least of the page to be loaded.
import { t } from '../../app/i18n.js';

export const about = () => t('Game trees of MAX and MIN, searched exactly and explained step by step. Tic-tac-toe, connect four, nim and Grundy’s game are played on their boards against the exact answer.');

export const examples = [
  { name: /* t */ 'Tic-tac-toe, exact', problem: { game: 'tictactoe', board: '.........' } },
  { name: /* t */ 'Rules of cutting: equality, and all ancestors', problem: { tree: ['MAX', ['MIN', 3, 5], ['MIN', 3, 9], ['MIN', ['MAX', ['MIN', 2, 8], 7], 1]], engine: 'alphabeta', trace: true } },
  { name: /* t */ 'Connect four', problem: { game: 'connect4', moves: '44444326555' } },
  { name: /* t */ 'Grundy’s game, seven coins', problem: { game: 'grundy', piles: [7], to_move: 'MIN', tree: true } },
  { name: /* t */ 'Nim', problem: { game: 'nim', piles: [3, 4, 5] } },
  { name: /* t */ 'Three times three', problem: { tree: ['MAX', ['MIN', 3, 12, 8], ['MIN', 2, 4, 6], ['MIN', 14, 5, 2]], engine: 'alphabeta', trace: true } },
  { name: /* t */ 'Four levels', problem: { tree: ['MAX', ['MIN', ['MAX', ['MIN', 0, 5], ['MIN', -3]], ['MAX', ['MIN', 3, 3], ['MIN', -3, 0]]], ['MIN', ['MAX', ['MIN', 2, -3], ['MIN', 5, 2]], ['MAX', ['MIN', 5, -5], ['MIN', 3, 1, 5]]]], engine: 'alphabeta', trace: true } },
  { name: /* t */ 'Minimax with OPEN and CLOSED', problem: { tree: ['MAX', ['MIN', 3, 12, 8], ['MIN', 2, ['MAX', 4, 6]], 5], engine: 'open_closed', trace: true } },
  { name: /* t */ 'Chance nodes', problem: { tree: ['MAX', ['CHANCE', { p: '1/3', value: 3 }, { p: '2/3', children: [5, 2] }], ['CHANCE', 1, 4, ['MIN', 7, 3]]], engine: 'expectiminimax', trace: true } },
  { name: /* t */ 'Best child first: the fewest leaves', problem: { generate: { branching: 3, depth: 3, values: 'best_first', seed: 1 }, engine: 'alphabeta', trace: true } },
  { name: /* t */ 'Random leaves', problem: { generate: { branching: 2, depth: 5, values: 'random', seed: 7 }, engine: 'alphabeta', trace: true } },
  { name: /* t */ 'Tic-tac-toe, first stage', problem: { game: 'tictactoe', board: '.........', ply: 2, symmetry: true } },
  { name: /* t */ 'Tic-tac-toe, second stage', problem: { game: 'tictactoe', board: '.O..X....', ply: 2 } },
  { name: /* t */ 'Tic-tac-toe, third stage', problem: { game: 'tictactoe', board: 'XO..X...O', ply: 2 } },
  { name: /* t */ 'Grundy’s game, several piles', problem: { game: 'grundy', piles: [5, 8, 12] } },
  { name: /* t */ 'Grundy’s game, misère', problem: { game: 'grundy', piles: [7], to_move: 'MIN', misere: true, tree: true } },
  { name: /* t */ 'Last one loses: five coins, one to three a move', problem: { game: 'nim', piles: [5], take: 3, misere: true, tree: true } }
];

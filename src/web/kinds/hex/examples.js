// Examples; the first is shown answered when the page opens.
export const examples = [
  { name: /* t */ 'A game begun', problem: { size: 11, moves: ['a10', 'f6', 'h4', 'd8'], engine: 'uct', iterations: 20000 } },
  { name: /* t */ 'A new game on 11 × 11, with the swap rule', problem: { size: 11, moves: [], engine: 'uct', iterations: 20000, swap: true } },
  { name: /* t */ 'Every first move on 5 × 5, proved', problem: { size: 5, moves: [], engine: 'exact', all: true } },
  { name: /* t */ 'Who wins on 6 × 6 after a2?', problem: { size: 6, moves: ['a2'], engine: 'exact' } },
  { name: /* t */ 'Swap or not?', problem: { size: 7, moves: ['d4'], engine: 'uct', iterations: 20000, swap: true } },
  { name: /* t */ 'Where the current flows', problem: { size: 13, moves: ['g7', 'd10', 'j4', 'k3'], engine: 'resistance' } },
  { name: /* t */ 'The largest board', problem: { size: 19, moves: [], engine: 'uct', iterations: 5000 } }
];

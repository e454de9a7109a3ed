// Example deals.
export const examples = [
  [/* t */ 'Five cards each', { leader: 'a', a: [10, 7, 6, 3, 2], b: [9, 8, 5, 4, 1] }],
  [/* t */ 'In turn, abab', { leader: 'a', a: [16, 14, 12, 10, 8, 6, 4, 2], b: [15, 13, 11, 9, 7, 5, 3, 1] }],
  [/* t */ 'A game with mistakes', { leader: 'a', a: [10, 7, 6, 3, 1], b: [9, 8, 5, 4, 2], play: [3, 8, 5, 7, 6, 4, 10, 2, 1, 9] }],
  [/* t */ 'Two suits and a trump', { suits: { S: { a: [5, 2], b: [6, 4, 3] }, H: { a: [4, 3, 1], b: [5, 2] } }, trump: 'H', leader: 'a' }]
];

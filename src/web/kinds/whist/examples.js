// What the page is for, and example deals; the first is shown answered.
import { t } from '../../app/i18n.js';

export const about = () => t('Two players with open hands: how many tricks each makes, and what each card costs. One suit of any size is solved by a rule.');

export const examples = [
  { name: /* t */ 'Five cards each', problem: { leader: 'a', a: [10, 7, 6, 3, 2], b: [9, 8, 5, 4, 1] } },
  { name: /* t */ 'In turn, abab', problem: { leader: 'a', a: [16, 14, 12, 10, 8, 6, 4, 2], b: [15, 13, 11, 9, 7, 5, 3, 1] } },
  { name: /* t */ 'A game with mistakes', problem: { leader: 'a', a: [10, 7, 6, 3, 1], b: [9, 8, 5, 4, 2], play: [3, 8, 5, 7, 6, 4, 10, 2, 1, 9] } },
  { name: /* t */ 'Two suits and a trump', problem: { suits: { S: { a: [5, 2], b: [6, 4, 3] }, H: { a: [4, 3, 1], b: [5, 2] } }, trump: 'H', leader: 'a' } }
];

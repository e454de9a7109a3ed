// The games of the lecture notes, each with a sentence on its story. The server has them by the same names; a test
// checks that the numbers agree.
const pigs = { rows: ['press', 'wait'], cols: ['press', 'wait'], row_player: 'big pig', col_player: 'small pig' };

export const examples = [
  { id: 'prisoners_dilemma', name: /* t */ 'Prisoner’s dilemma',
    story: /* t */ 'Two suspects are questioned separately; payoffs are years in prison. Whatever the other does, betraying is better, and yet both would rather be silent.',
    problem: { row_payoff: [[-0.5, -10], [0, -2]], col_payoff: [[-0.5, 0], [-10, -2]], rows: ['silent', 'betray'], cols: ['silent', 'betray'], row_player: 'prisoner A', col_player: 'prisoner B' } },
  { id: 'rational_pigs', name: /* t */ 'Rational pigs',
    story: /* t */ 'A pedal at one end of the sty brings food at the other. The small pig waits, the big one has to run.',
    problem: { row_payoff: [[5, 4], [9, 0]], col_payoff: [[1, 4], [-1, 0]], ...pigs } },
  { id: 'rational_pigs_half', name: /* t */ 'Pigs: half the food',
    story: /* t */ 'With half the food neither runs: pressing brings less than the way costs.',
    problem: { row_payoff: [[1.5, -1], [5, 0]], col_payoff: [[-0.5, 4], [-2, 0]], ...pigs } },
  { id: 'rational_pigs_double', name: /* t */ 'Pigs: twice the food',
    story: /* t */ 'With twice the food either will press, since the other cannot eat it all. The lecture notes say that both press, but that is no equilibrium: beside a pig that presses, waiting pays more.',
    problem: { row_payoff: [[8, 8], [10, 0]], col_payoff: [[8, 10], [8, 0]], ...pigs } },
  { id: 'rational_pigs_half_moved', name: /* t */ 'Pigs: half the food, pedal beside it',
    story: /* t */ 'Half the food, but the pedal stands at the trough: both fight to press.',
    problem: { row_payoff: [[2.5, 5], [0, 0]], col_payoff: [[2.5, 0], [5, 0]], ...pigs } },
  { id: 'quarrel', name: /* t */ 'Husband and wife quarrel',
    story: /* t */ 'If both stay hard they hurt each other most; each would like the other to give in.',
    problem: { row_payoff: [[-5, 2], [-1, 1]], col_payoff: [[-5, -1], [2, 1]], rows: ['hard', 'soft'], cols: ['hard', 'soft'], row_player: 'husband', col_player: 'wife' } },
  { id: 'matching_pennies', name: /* t */ 'Matching pennies',
    story: /* t */ 'Two show a coin; equal sides win for one, different sides for the other. No pure choice is safe.',
    problem: { payoff: [[1, -1], [-1, 1]], rows: ['H', 'T'], cols: ['H', 'T'], row_player: 'matcher', col_player: 'mismatcher' } },
  { id: 'farmer', name: /* t */ 'Farmer against nature',
    story: /* t */ 'What to sow when nobody knows the weather? Nature wants nothing, so each criterion has its own answer.',
    problem: { acts: ['drought-proof', 'flood-proof', 'rest'], states: ['drought', 'flood', 'good'], payoff: [[8, -3, 2], [-4, 7, 1], [-6, -5, 10]], probability: [0.5, 0.2, 0.3] } }
];

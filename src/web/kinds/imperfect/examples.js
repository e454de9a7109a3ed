// The examples of the page; the first is shown answered when it opens.
export const examples = [
  { name: /* t */ 'Is this a bluff?', problem: {
    hidden: [{ id: 'strong hand', prior: 0.35 }, { id: 'draw', prior: 0.35 }, { id: 'bluff', prior: 0.3 }], observations: ['raise', 'bet big'],
    model: { likelihood: { raise: [0.8, 0.4, 0.3], check: [0.2, 0.6, 0.7], 'bet big': [0.6, 0.2, 0.5], 'bet small': [0.4, 0.8, 0.5] } },
    outcome: { win: ['draw', 'bluff'] }, actions: [{ id: 'call', payoff_win: 150, payoff_lose: -100 }, { id: 'fold', payoff_win: 0, payoff_lose: 0 }] } },
  { name: /* t */ 'A tender', problem: {
    hidden: [{ id: 'rival is cheap', prior: 0.4 }, { id: 'rival is average', prior: 0.4 }, { id: 'rival is dear', prior: 0.2 }], observations: ['hires people', 'late offer'],
    model: { likelihood: { 'hires people': [0.7, 0.4, 0.2], 'late offer': [0.5, 0.3, 0.3] } },
    actions: [{ id: 'bid 100', payoff: [12, 12, 12] }, { id: 'bid 120', payoff: [0, 26, 26] }, { id: 'bid 140', payoff: [0, 0, 44] }] } },
  { name: /* t */ 'The method of the patent', problem: {
    hidden: ['king', 'queen', 'jack'], observations: ['bet'], model: { likelihood: { bet: [1, 0.1, 0.35], check: [0, 0.9, 0.65] } },
    outcome: { win: ['jack'], tie: ['queen'] }, actions: [{ id: 'call', payoff_win: 2, payoff_lose: -2, payoff_tie: 0 }, { id: 'fold', payoff_win: -1, payoff_lose: -1, payoff_tie: -1 }], method: 'seed' } },
  { name: /* t */ 'Kuhn poker to equilibrium', problem: { game: 'kuhn' } },
  { name: /* t */ 'Leduc hold’em to equilibrium', problem: { game: 'leduc' } },
  { name: /* t */ 'Leduc against a maniac', problem: { game: 'leduc', want: 'exploit', opponent_strategy: 'maniac', trust: 0.5 } }
];

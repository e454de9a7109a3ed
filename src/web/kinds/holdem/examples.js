// The examples of the page; the first is shown answered when it opens.
export const examples = [
  { name: /* t */ 'A hand against a range', problem: { players: [{ range: 'AhKs' }, { range: '22+,A2s+,KTs+,QTs+,ATo+' }], board: 'Qh7s2d' } },
  { name: /* t */ 'A pair before the flop', problem: { players: [{ range: 'AhAs' }, { range: 'random' }] } },
  { name: /* t */ 'Two ranges on a flop', problem: { players: [{ range: 'QQ+,AK' }, { range: 'JJ-77,AQs:0.5,KQs' }], board: 'Ts9h4c' } },
  { name: /* t */ 'Three players', problem: { players: [{ range: 'AA' }, { range: 'QQ' }, { range: 'AKo' }], dead: 'AsTs' } },
  { name: /* t */ 'Call or fold', problem: { players: [{ range: 'Jh9h' }, { range: 'TT+,AQ+,KQs' }], board: 'Th8c2h', pot: 120, to_call: 60 } },
  { name: /* t */ 'What a line of bets says', problem: { line: 'p3 cbr 250; p4 f; p5 f; p6 cbr 800; p1 f; p2 f; p3 cc; db Qh7s2d; p3 cc; p6 cbr 900; p3 cc; db 5c; p3 cc; p6 cbr 2200', of: 'p6', hero: { player: 'p3', cards: 'AhQd' } } }
];

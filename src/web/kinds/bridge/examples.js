// Example problems.
const deal = 'N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3';

export const examples = [
  [/* t */ 'A whole deal', { deal, want: ['table', 'par'], dealer: 'N', vulnerable: 'none' }],
  [/* t */ 'What to lead', { deal, want: ['card', 'line'], strain: 'NT', leader: 'W' }],
  [/* t */ 'An ending', { deal: 'N:A2..K3. K3..A2. Q4..54. 65..QJ.', want: ['card', 'line'], strain: 'NT', leader: 'S' }],
  [/* t */ 'Lead against hidden hands', { deal: { W: 'QJ65.K94.Q72.853' }, known: ['W'], samples: 50, contract: '3NT', declarer: 'S', constraints: { S: { hcp: [15, 17] } } }]
];

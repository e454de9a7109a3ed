// A game of the page: what was asked, and the strategy of an answer as rows. Does not use the DOM.
export const NAMED = ['kuhn', 'leduc', 'liars_dice'];
export const WANTS = ['solve', 'best_response', 'evaluate', 'exploit'];

// Returns {name, text, want, trust, problem} of a question: name: one of NAMED, 'tree' or 'efg'; text: of an .efg file.
export function gameOf(problem) {
  if (typeof problem === 'string') return { name: 'efg', text: problem, want: 'solve' };
  const name = typeof problem?.efg === 'string' ? 'efg' : NAMED.includes(problem?.game) ? problem.game : problem?.game ? 'tree' : 'kuhn';
  return { name, text: problem?.efg ?? '', want: problem?.want ?? 'solve', trust: problem?.trust };
}

// Returns the points of the curve as [log10 of the iterations, log10 of the exploitability], without those at 0.
export const curveOf = (points) => points.filter(([iterations, gain]) => iterations > 0 && gain > 0).map(([iterations, gain]) => [Math.log10(iterations), Math.log10(gain)]);

// Returns the strategy of each player: [{player, rows: [{infoset, actions: [[name, share]]}]}], in the order of the answer.
export function strategiesOf(result) {
  const found = new Map();
  for (const { player, infoset, actions } of result.strategy ?? []) {
    if (!found.has(player)) found.set(player, []);
    found.get(player).push({ infoset, actions: Object.entries(actions) });
  }
  return [...found].map(([player, rows]) => ({ player, rows }));
}

// A game of the page: what was asked, and the strategy of an answer as rows. Does not use the DOM.
export const NAMED = ['kuhn', 'leduc', 'liars_dice'];
export const STYLES = ['tight', 'station', 'maniac', 'bluffer', 'inverted', 'ignores_cards'];
export const TRUST = 0.5; // at first

// Returns {name, text, styles, style, trust} of a question: name: one of NAMED, 'tree' or 'efg'; text: of an .efg file; styles: whether the
// game has them; style: that of the opponent who is exploited, undefined for an equilibrium; other: a question that the page only shows, as one about a learnt opponent.
export function gameOf(problem) {
  if (typeof problem === 'string') return { name: 'efg', text: problem, styles: false };
  const name = typeof problem?.efg === 'string' ? 'efg' : NAMED.includes(problem?.game) ? problem.game : problem?.game ? 'tree' : 'kuhn', style = STYLES.find((one) => one === problem?.opponent_strategy);
  const other = problem?.model !== undefined || problem?.opponent !== undefined || ((problem?.want ?? 'solve') !== 'solve' && !(problem.want === 'exploit' && style));
  return { name, text: problem?.efg ?? '', styles: name === 'kuhn' || name === 'leduc', style: problem?.want === 'exploit' ? style : undefined, trust: problem?.trust ?? 1, other };
}

// Returns the question of a named game: its equilibrium, or the answer to a style.
export const problemOf = (name, style, trust) => ({ game: name, ...(style && { want: 'exploit', opponent_strategy: style, trust }) });

// Returns the points of the curve as [log10 of the iterations, log10 of the exploitability], without those at 0.
export const curveOf = (points) => points.filter(([iterations, gap]) => iterations > 0 && gap > 0).map(([iterations, gap]) => [Math.log10(iterations), Math.log10(gap)]);

// Returns the powers of ten at the ticks of an axis, so few that they fit.
export function powersOf(values) {
  const low = Math.floor(Math.min(...values)), high = Math.max(low + 1, Math.ceil(Math.max(...values))), step = Math.ceil((high - low) / 6);
  return Array.from({ length: Math.ceil((high - low) / step) + 1 }, (_, i) => low + i * step);
}

// Returns the strategy of each player: [{player, rows: [{infoset, actions: [[name, share]]}]}], in the order of the answer.
export function strategiesOf(result) {
  const found = new Map();
  for (const { player, infoset, actions } of result.strategy ?? []) {
    if (!found.has(player)) found.set(player, []);
    found.get(player).push({ infoset, actions: Object.entries(actions) });
  }
  return [...found].map(([player, rows]) => ({ player, rows }));
}

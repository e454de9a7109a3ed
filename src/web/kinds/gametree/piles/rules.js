// The rules of nim and Grundy's game as far as the board needs them. Does not use the DOM.
export const readPiles = (given) => {
  const piles = String(given).split(/[\s,;+]+/).filter(Boolean);
  return piles.length && piles.every((one) => /^\d{1,10}$/.test(one)) ? piles.map(Number) : null;
};
// split(): Grundy's game, divides pile i into `at` and the rest. take(): nim, reduces pile i to `to` coins.
export const split = (piles, i, at) => [...piles.slice(0, i), at, piles[i] - at, ...piles.slice(i + 1)];
export const take = (piles, i, to) => [...piles.slice(0, i), ...(to ? [to] : []), ...piles.slice(i + 1)];
export const canSplit = (pile, at) => at > 0 && at < pile && 2 * at !== pile;
export const canTake = (pile, to, most = Infinity) => to >= 0 && to < pile && pile - to <= most;
export const lost = (game, piles) => (game === 'grundy' ? piles.every((pile) => pile < 3) : piles.every((pile) => !pile));
export const otherPlayer = (player) => (player === 'MIN' ? 'MAX' : 'MIN');

// A move is 'PILE-AT': the pile's place from 0 and the coins of its left part.
export const moveOf = (i, at) => `${i}-${at}`;
export const partsOf = (move) => move.split('-').map(Number);

// Returns the moves that the server's answer names, at each of the piles that are equal.
function movesLike({ piles }, { pile, into, to }) {
  const places = piles.flatMap((one, i) => (one === pile ? [i] : []));
  return places.flatMap((i) => (into ? [...new Set(into)] : [to]).map((at) => moveOf(i, at)));
}

// The game of play/line.js: a position is { game, piles, player, most }.
export const game = {
  start: ({ game: name, piles = [], to_move: player = 'MAX', take: most }) => ({ game: name, piles, player, most }),
  apply(position, move) {
    const { game: name, piles, player, most } = position, [i, at] = partsOf(move), pile = piles[i];
    if (pile === undefined || !Number.isInteger(at) || !(name === 'grundy' ? canSplit(pile, at) : canTake(pile, at, most))) return null;
    return { ...position, piles: name === 'grundy' ? split(piles, i, at) : take(piles, i, at), player: otherPlayer(player) };
  },
  over: ({ game: name, piles }) => lost(name, piles),
  side: ({ player }) => (player === 'MAX' ? 0 : 1),
  read: (text) => text.split('_').filter((one) => /^\d{1,6}-\d{1,10}$/.test(one)),
  write: (moves) => moves.join('_'),
  question: ({ game: name, misere, take: most }, { piles, player }) => ({ game: name, piles, to_move: player, ...(misere && { misere }), ...(most && { take: most }) }),
  best: (position, { winner, best_moves: best = [] }) => (winner === position.player ? best.flatMap((one) => movesLike(position, one)) : []),
  any: anyMove,
  values: () => new Map()
};

// The move that keeps the lost game longest on the table: one coin from a largest pile, or its most even split.
function anyMove({ game: name, piles }) {
  const most = Math.max(...piles), i = piles.indexOf(most);
  return name === 'grundy' ? moveOf(i, Math.ceil(most / 2) - 1) : moveOf(i, most - 1);
}

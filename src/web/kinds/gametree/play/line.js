// A line of play: the moves from the position of the problem, and how many of them are on the board. It is kept in the
// address beside the problem, which playing leaves as it is. Does not use the DOM.
//
// A game is { start(problem) -> position or null, apply(position, move) -> position or null, over(position),
// side(position) -> 0 or 1, read(text) -> moves, write(moves) -> text, question(problem, position) -> the problem to be
// posted, best(position, result) -> moves, values(result) -> Map move -> value, any(position) -> a move where none is best }.

// view: { play: the moves as text, at: how many are on the board; all if it is absent }. Moves that cannot be played end
// the line. Returns null if the problem has no position.
export function lineOf(game, problem, { play = '', at } = {}) {
  const start = game.start(problem);
  if (!start) return null;
  const positions = [start], moves = [];
  for (const move of game.read(play)) {
    const next = game.apply(positions.at(-1), move);
    if (!next) break;
    positions.push(next);
    moves.push(move);
  }
  const now = at === undefined || !/^\d+$/.test(at) ? moves.length : Math.min(Number(at), moves.length);
  return { moves, positions, at: now, position: positions[now] };
}

// Returns the view of a line, for the address.
export const viewOf = (game, { moves, at }) => ({ play: moves.length ? game.write(moves) : undefined, at: at < moves.length ? String(at) : undefined });

// Returns the line after a move: the move of the line itself goes on in it, another replaces the rest; null if the move is
// against the rules.
export function played(game, { moves, at, position }, move) {
  if (!game.apply(position, move)) return null;
  return moves[at] === move ? { moves, at: at + 1 } : { moves: [...moves.slice(0, at), move], at: at + 1 };
}

// Returns the line after several moves, as far as they can be played; null if none can.
export function playedAll(game, line, moves) {
  let now = null;
  for (const move of moves) {
    const { moves: before, at, position } = now ?? line, next = played(game, { moves: before, at, position }, move);
    if (!next) break;
    now = { ...next, position: game.apply(position, move) };
  }
  return now && { moves: now.moves, at: now.at };
}

// Returns the line without its last moves, as far as side `mine` is to move again; mine undefined: without the last one.
export function takenBack(game, { moves, at, positions }, mine) {
  let to = at - 1;
  while (to > 0 && mine !== undefined && game.side(positions[to]) !== mine) to--;
  return to < 0 ? null : { moves: moves.slice(0, to), at: to };
}

// Returns the problem at a position of the line: at its start the problem itself, with all its options.
export const questionAt = (game, problem, { positions }, i) => (game.over(positions[i]) ? null : i ? game.question(problem, positions[i]) : problem);

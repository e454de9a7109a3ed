// The rules of Hex as far as the board needs them. Cells are numbered row by row from the top, a1 is 0; Black joins top and
// bottom and moves first, White joins left and right. A shape is { rows, cols }. Does not use the DOM.
export const SMALLEST = 3, LARGEST = 19, SWAP = 'swap';
const WORDS = [SWAP, 'swap-sides', 'pass', 'resign']; // moves that are no cells

export const other = (side) => (side === 'black' ? 'white' : 'black');
export const isMove = (word) => WORDS.includes(word) || /^[a-s](1\d|[1-9])$/.test(word);
export const nameOf = ({ cols }, cell) => `${String.fromCharCode(97 + cell % cols)}${Math.floor(cell / cols) + 1}`;

// Returns the cell of a name such as "c3"; -1 if the board has none of this name.
export function cellOf({ rows, cols }, name) {
  const [, letter, digits] = /^([a-s])([1-9]\d?)$/.exec(name) ?? [], column = letter ? letter.charCodeAt(0) - 97 : cols, row = Number(digits) - 1;
  return column < cols && row < rows ? row * cols + column : -1;
}

// Returns the up to six neighbours of a cell.
export function neighboursOf({ rows, cols }, cell) {
  const row = Math.floor(cell / cols), column = cell % cols;
  return [[-1, 0], [-1, 1], [0, -1], [0, 1], [1, -1], [1, 0]].map(([dr, dc]) => [row + dr, column + dc])
    .filter(([r, c]) => r >= 0 && c >= 0 && r < rows && c < cols).map(([r, c]) => r * cols + c);
}

// Returns the cells of a shortest chain of a side's stones between its edges, or null.
export function chainOf(shape, stones, side) {
  const { rows, cols } = shape, last = (side === 'black' ? rows : cols) - 1;
  const along = side === 'black' ? (cell) => Math.floor(cell / cols) : (cell) => cell % cols;
  const from = new Map(), queue = [];
  stones.forEach((stone, cell) => { if (stone === side && along(cell) === 0) { from.set(cell, -1); queue.push(cell); } });
  for (const cell of queue) {
    if (along(cell) === last) {
      const chain = [];
      for (let at = cell; at >= 0; at = from.get(at)) chain.push(at);
      return chain;
    }
    for (const next of neighboursOf(shape, cell)) if (stones[next] === side && !from.has(next)) { from.set(next, cell); queue.push(next); }
  }
  return null;
}

// Reads the stones of a board: [side or undefined]; null if it does not have as many cells as its shape.
function stonesOf({ rows, cols }, board) {
  const signs = [...[board ?? ''].flat().join('').replace(/[\s/]/g, '').toLowerCase()];
  if (!signs.length) return Array(rows * cols).fill(undefined);
  return signs.length === rows * cols ? signs.map((sign) => ('bx*'.includes(sign) ? 'black' : 'wo'.includes(sign) ? 'white' : undefined)) : null;
}

// Whether White can take over the first stone by the swap rule.
export const canSwap = ({ swap, moves, board }) => !!swap && !board && moves.length === 1 && cellOf({ rows: LARGEST, cols: LARGEST }, moves[0]) >= 0;

const mirrored = ({ cols }, cell) => cell % cols * cols + Math.floor(cell / cols);

// Plays the moves of a problem of read.js. Returns { rows, cols, stones: [side or undefined], numbers: [number of the move of a
// stone], turn: the side to move, last: the cell of the last stone or -1, winner if the game is over, chain: the cells of
// its chain unless the other side resigned, bad: index of the first move that cannot be played, or -1; the position is
// that before it }.
export function positionOf({ rows, cols, board, to_move: first, moves, swap }) {
  const shape = { rows, cols }, stones = stonesOf(shape, board) ?? stonesOf(shape), numbers = [], count = (side) => stones.filter((stone) => stone === side).length;
  let turn = first ?? (count('black') > count('white') ? 'white' : 'black'), last = -1, bad = -1, winner, chain = chainOf(shape, stones, 'black') ?? chainOf(shape, stones, 'white');
  if (chain) winner = stones[chain[0]];
  for (const [i, move] of moves.entries()) {
    const changing = canSwap({ swap, board, moves: moves.slice(0, i) }), cell = cellOf(shape, move);
    if (winner || (cell < 0 ? !WORDS.includes(move) || (/^swap/.test(move) && !changing) : stones[cell])) { bad = i; break; }
    if (move === 'swap-sides') continue; // the players change sides, White is to move as before
    if (move === 'resign') { winner = other(turn); continue; }
    if (move === SWAP) { // the stone becomes White's on the mirrored cell, where it joins White's edges as it joined Black's
      stones[last] = undefined;
      last = mirrored(shape, last);
    } else if (cell >= 0) last = cell;
    if (move !== 'pass') { stones[last] = turn; numbers[last] = i + 1; }
    chain = chainOf(shape, stones, turn);
    if (chain) winner = turn;
    turn = other(turn);
  }
  return { ...shape, stones, numbers, turn, last, bad, winner, chain };
}

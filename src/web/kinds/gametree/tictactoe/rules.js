// The rules of tic-tac-toe as far as the board needs them: nine cells of '.', 'X' (MAX), 'O' (MIN), row by row. Does not
// use the DOM.
export const LINES = [[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]];
export const EMPTY = '.........';
const count = (board, sign) => board.split(sign).length - 1;

export const readBoard = (given) => {
  const cells = String(Array.isArray(given) ? given.join('') : given ?? EMPTY).replace(/[\s/|]/g, '').replace(/[-_0 ](?![A-Z])/g, '.').toUpperCase();
  return /^[.XO]{9}$/.test(cells) ? cells : null;
};
export const mover = (board, given) => given ?? (count(board, 'X') > count(board, 'O') ? 'MIN' : 'MAX');
export const signOf = (player) => (player === 'MIN' ? 'O' : 'X');
export const put = (board, cell, sign) => board.slice(0, cell) + sign + board.slice(cell + 1);
export const rowOf = (board) => LINES.find(([a, b, c]) => board[a] !== '.' && board[a] === board[b] && board[b] === board[c]);
export const over = (board) => !!rowOf(board) || !board.includes('.');

// Returns whether play can lead to a board: X has as many cells as O, or one more or less; not both have three in a row.
export function canOccur(board) {
  const [x, o] = ['X', 'O'].map((sign) => count(board, sign)), both = new Set(LINES.filter(([a, b, c]) => board[a] !== '.' && board[a] === board[b] && board[b] === board[c]).map(([a]) => board[a]));
  return Math.abs(x - o) <= 1 && both.size < 2;
}

// Returns the lines that a player could still complete if all empty cells were its own.
export const openLines = (board, sign) => LINES.filter((line) => line.every((cell) => board[cell] === '.' || board[cell] === sign)).length;

// The game of play/line.js: a position is { board, player }, a move a cell.
export const game = {
  start({ board, to_move: player }) {
    const cells = readBoard(board);
    return cells && { board: cells, player: mover(cells, player) };
  },
  apply: ({ board, player }, cell) => (board[cell] !== '.' || over(board) ? null : { board: put(board, cell, signOf(player)), player: player === 'MAX' ? 'MIN' : 'MAX' }),
  over: ({ board }) => over(board),
  side: ({ player }) => (player === 'MAX' ? 0 : 1),
  read: (text) => Array.from(text.replace(/[^0-8]/g, ''), Number),
  write: (moves) => moves.join(''),
  question: ({ game: name, ply, symmetry }, { board }) => ({ game: name, board, ...(ply && { ply }), ...(symmetry !== undefined && { symmetry }) }),
  best: (_, result) => (result.best_moves ?? [result.best]).filter(Number.isInteger),
  values: (result) => new Map((result?.moves ?? []).map(({ move, value }) => [move, value]))
};

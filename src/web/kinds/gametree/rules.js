// The rules of the four games as far as their boards need them. Does not use the DOM.

// ---- tic-tac-toe: nine cells of '.', 'X' (MAX), 'O' (MIN), row by row ----
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

// Returns the lines that a player could still complete if all empty cells were its own.
export const openLines = (board, sign) => LINES.filter((line) => line.every((cell) => board[cell] === '.' || board[cell] === sign)).length;

// ---- connect four: columns 1..7, six rows; moves as a text of columns ----
export const COLUMNS = 7, ROWS = 6;

// Reads the stones of a game, or of six rows from the top: columns[c] = ['first', ...] from the bottom; null if they
// are invalid.
export function columnsOf({ moves, board }) {
  const columns = Array.from({ length: COLUMNS }, () => []);
  if (board !== undefined) {
    const rows = (Array.isArray(board) ? board : String(board).trim().split(/[\n/]/)).map(String);
    const signs = [...new Set(rows.join('').replace(/[.\s_-]/g, ''))].sort().reverse(); // X before O
    for (const row of rows.reverse()) Array.from(row.replace(/\s/g, '')).forEach((sign, c) => { if (!'._-'.includes(sign)) columns[c]?.push(signs.indexOf(sign) ? 'second' : 'first'); });
    return columns;
  }
  let turn = 0;
  for (const digit of String(moves ?? '')) {
    const column = columns[Number(digit) - 1];
    if (!column || column.length >= ROWS) return null;
    column.push(turn++ % 2 ? 'second' : 'first');
  }
  return columns;
}

// Returns four of one side in a row: their [column, row]s, or null.
export function fourOf(columns) {
  for (let c = 0; c < COLUMNS; c++)
    for (let r = 0; r < ROWS; r++)
      for (const [dc, dr] of [[1, 0], [0, 1], [1, 1], [1, -1]]) {
        const four = [0, 1, 2, 3].map((i) => [c + i * dc, r + i * dr]), side = columns[c][r];
        if (side && four.every(([x, y]) => columns[x]?.[y] === side)) return four;
      }
  return null;
}

// ---- piles ----
export const readPiles = (given) => {
  const piles = String(given).split(/[\s,;+]+/).filter(Boolean);
  return piles.length && piles.every((one) => /^\d{1,10}$/.test(one)) ? piles.map(Number) : null;
};
// split(): Grundy's game, divides pile i into `at` and the rest. take(): nim, reduces pile i to `to` coins.
export const split = (piles, i, at) => [...piles.slice(0, i), at, piles[i] - at, ...piles.slice(i + 1)];
export const take = (piles, i, to) => [...piles.slice(0, i), ...(to ? [to] : []), ...piles.slice(i + 1)];
export const canSplit = (pile, at) => at > 0 && at < pile && 2 * at !== pile;
export const lost = (game, piles) => (game === 'grundy' ? piles.every((pile) => pile < 3) : piles.every((pile) => !pile));
export const otherPlayer = (player) => (player === 'MIN' ? 'MAX' : 'MIN');

// The rules of connect four as far as the board needs them: columns 1..7 of six stones, 'first' or 'second' from the bottom;
// moves as a text of columns. Does not use the DOM.
export const COLUMNS = 7, ROWS = 6;

// Reads the stones of a game, or of six rows from the top: columns[c] = ['first', ...] from the bottom; null if they
// are invalid.
export function columnsOf({ moves, board }) {
  const columns = Array.from({ length: COLUMNS }, () => []);
  if (board !== undefined) {
    const rows = (Array.isArray(board) ? board : String(board).trim().split(/[\n/]/)).map(String);
    const signs = [...new Set(rows.join('').replace(/[.\s_-]/g, ''))].sort().reverse(); // X before O
    for (const row of [...rows].reverse()) Array.from(row.replace(/\s/g, '')).forEach((sign, c) => { if (!'._-'.includes(sign)) columns[c]?.push(signs.indexOf(sign) ? 'second' : 'first'); });
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

export const full = (columns) => columns.every((column) => column.length === ROWS);
export const stonesOf = (columns) => columns.reduce((sum, column) => sum + column.length, 0);

// The six rows from the top, in the server's form.
export const rowsOf = (columns) => Array.from({ length: ROWS }, (_, i) => columns.map((column) => ({ first: 'X', second: 'O' })[column[ROWS - 1 - i]] ?? '.').join(''));

// The game of play/line.js: a position is { columns, moves (undefined if the game began with a board) }, a move a column 1..7.
export const game = {
  start(problem) {
    const columns = columnsOf(problem);
    return columns && { columns, moves: problem.board === undefined ? String(problem.moves ?? '') : undefined };
  },
  apply(position, column) {
    const { columns, moves } = position, to = columns[column - 1];
    if (!to || to.length >= ROWS || fourOf(columns)) return null;
    return { columns: columns.map((one, c) => (c === column - 1 ? [...one, game.side(position) ? 'second' : 'first'] : one)), moves: moves === undefined ? undefined : `${moves}${column}`, last: column };
  },
  over: ({ columns }) => !!fourOf(columns) || full(columns),
  side: ({ columns }) => stonesOf(columns) % 2,
  read: (text) => Array.from(text.replace(/[^1-7]/g, ''), Number),
  write: (moves) => moves.join(''),
  question: ({ game: name }, { columns, moves }) => ({ game: name, ...(moves === undefined ? { board: rowsOf(columns) } : { moves }) }),
  best: (_, result) => (result.best_moves ?? [result.best]).filter((one) => one !== undefined && one !== null).map(Number),
  values: (result) => new Map((result?.moves ?? []).map(({ move, value }) => [Number(move), value]))
};

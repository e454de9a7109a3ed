// Reads what people paste: a line of symbols, lines of rows, drawings, numbers in rows (CSV, blanks, ACS files), .sdk,
// .sdm and .opensudoku (the first puzzle of it), CSV tables (likewise), pencilmarks (729 characters, or a drawing with the candidates of each
// cell), and the server's JSON. Each reader returns a board or undefined; readBoard asks them in turn.
import { SIZE_MAX, SIZE_MIN, alphabet, boxOf, makeBoard, valueOf } from './board.js';

const HEX = '0123456789ABCDEF';

function sideOf(count) {
  const side = Math.round(Math.sqrt(count));
  return side * side === count && side >= SIZE_MIN && side <= SIZE_MAX ? side : 0;
}

// Which alphabet a text is written in. A 16x16 with both '.' and '0' is hexadecimal unless it has a G.
export function symbolsOf(text, size) {
  if (size === 16 && text.includes('0') && /[._]/.test(text) && !/[gG]/.test(text)) return HEX;
  return alphabet(size, size !== 25 || /[1-9]/.test(text));
}

function fromSymbols(text, { size = sideOf(text.length), symbols = size && symbolsOf(text, size), ...fields } = {}) {
  if (!size || text.length !== size * size || (!boxOf(size) && !fields.regions)) return undefined;
  const cells = Array.from(text, (character) => valueOf(symbols, character));
  return cells.includes(-1) ? undefined : makeBoard(size, { symbols, cells, ...fields });
}

function fromNumbers(numbers, fields) {
  const size = sideOf(numbers.length);
  if (!size || (!boxOf(size) && !fields?.regions)) return undefined;
  const cells = numbers.map((value) => (value > 0 ? Number(value) : 0));
  return cells.every((value) => Number.isInteger(value) && value <= size) ? makeBoard(size, { cells, ...fields }) : undefined;
}

// ---- text ----

// 9 characters a cell, its own digit or '.' (or 0) at each place.
function pencilmarks(text) {
  if (text.length !== 729 || !/[1-9]/.test(text)) return undefined;
  const allowed = Uint8Array.from(text, (character, i) => (Number(character) === i % 9 + 1 ? 1 : 0));
  return Array.from(text).every((character, i) => allowed[i] || '.0'.includes(character)) ? makeBoard(9, { allowed }) : undefined;
}

// Rows of numbers, or of candidates ("| 12 345 6 |"), with commas, semicolons, tabs or blanks between. An ACS file has two
// lines before them: the order of a box and a number.
function numbers(lines) {
  const split = (line) => (/[,;]/.test(line) ? line.split(/[,;]/) : line.replace(/[|:!]/g, ' ').trim().split(/\s+/)).map((part) => part.trim());
  let rows = lines.map(split);
  if (rows.length > 2 && rows[0].length === 1 && rows[0][0] ** 2 === rows.length - 2) rows = rows.slice(2);
  const size = rows.length;
  if (size < SIZE_MIN || !rows.every((row) => row.length === size && row.every((part) => /^(-?\d+|[._xX?*]?)$/.test(part)))) return undefined;
  const parts = rows.flat();
  if (size > 9 || !parts.some((part) => part > size)) return fromNumbers(parts.map((part) => (part > 0 ? part : 0)));
  const allowed = new Uint8Array(size ** 3);
  parts.forEach((part, cell) => {
    for (const digit of /[1-9]/.test(part) ? part : '123456789'.slice(0, size)) allowed[cell * size + Number(digit) - 1] = 1;
  });
  return makeBoard(size, { allowed });
}

// The first column that is a grid by itself: "puzzle,solution,rating", with or without a head.
function table(lines) {
  for (const line of lines.slice(0, 2).filter((text) => /[,;\t]/.test(text)))
    for (const part of line.split(/[,;\t]/)) {
      const board = fromSymbols(part.trim());
      if (board) return board;
    }
  return undefined;
}

function symbolLines(lines) {
  const stars = !/[._0]/.test(lines.join('')) && /[*?]/.test(lines.join(''));
  const rows = lines.map((line) => (stars ? line.replace(/[*?]/g, '.') : line).replace(/[^\w.]/g, '')).filter(Boolean);
  if (rows.length && rows.every((row) => row.length === rows.length)) return fromSymbols(rows.join(''));
  const [first = ''] = rows, all = rows.join('');
  return pencilmarks(first) ?? pencilmarks(all) ?? fromSymbols(first) ?? fromSymbols(all);
}

function readText(text) {
  const [, puzzle = text] = /\[puzzle\]([^[]*)/i.exec(text) ?? /<game data="(\d+)"/.exec(text) ?? [];
  const lines = puzzle.split(/\r?\n/).filter((line) => line.trim() && !/^\s*[#[]/.test(line) && /[\w.?]|^\*{4,}$/.test(line));
  return numbers(lines) ?? table(lines) ?? symbolLines(lines);
}

// ---- JSON ----

const flat = (grid) => (grid.every?.((row) => Array.isArray(row)) ? grid.flat() : grid);

// Regions: a symbol or a number a cell, in the order in which they appear.
function readRegions(given) {
  if (!given) return null;
  const marks = typeof given === 'string' || typeof given[0] === 'string' ? Array.from([given].flat().join('').replace(/\s/g, '')) : flat(given);
  const order = [...new Set(marks)];
  return marks.map((mark) => order.indexOf(mark));
}

// The problem of a request: its board, or undefined.
export function readProblem(problem) {
  if (typeof problem === 'string') return readBoard(problem);
  if (Array.isArray(problem)) return readProblem({ puzzle: problem });
  if (typeof problem?.problem === 'object') return readProblem(problem.problem);
  const grid = problem?.puzzle ?? problem?.grid;
  const regions = readRegions(problem?.regions);
  const named = problem?.size ?? (problem?.box ? problem.box[0] * problem.box[1] : undefined) ?? problem?.symbols?.length ??
    (grid === undefined && problem?.cages ? sideOf(regions?.length ?? 81) : undefined);
  const fields = { diagonal: problem?.diagonal === true, disjoint: problem?.disjoint === true, regions };
  if (problem?.box && !regions) fields.box = problem.box;
  let board;
  if (grid === undefined) board = named && (regions || boxOf(named)) && makeBoard(named, fields);
  else if (typeof grid === 'string' || typeof grid[0] === 'string') {
    const text = [grid].flat().join('').replace(/\s/g, '');
    board = named === 27 ? undefined : pencilmarks(text);
    if (board) Object.assign(board, fields);
    else board = fromSymbols(text, { ...fields, ...(problem.symbols && { symbols: problem.symbols, size: problem.symbols.length }) });
    board ??= typeof grid === 'string' ? Object.assign(readText(grid) ?? {}, fields) : undefined;
    if (!board?.size) return undefined;
  } else board = fromNumbers(flat(grid).map((value) => value ?? 0), { ...fields, ...(problem.symbols && { symbols: problem.symbols }) });
  if (!board) return undefined;
  const { size } = board;
  board.cages = (problem?.cages ?? []).map(({ sum, cells }) => ({ sum, cells: cells.map(([row, column]) => (row - 1) * size + column - 1) }));
  return board;
}

export function readBoard(text) {
  if (/^\s*[[{](?!puzzle)/i.test(text)) {
    try {
      return readProblem(JSON.parse(text));
    } catch { /* not JSON, or not of this kind: it may still be a drawing */ }
  }
  return readText(text);
}

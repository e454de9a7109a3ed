// Writes a board: the server's problem, a line, a link, a drawing.
import { alphabet, boxOf, symbolOf } from './board/board.js';

export const gridText = (board, cells = board.cells) => cells.map((value) => symbolOf(board, value) || '.').join('');

// Pencilmarks: the candidates of each cell, one character each.
const markText = ({ size, symbols, cells, allowed }) => cells.map((value, cell) => {
  let text = '';
  for (let other = 1; other <= size; other++) text += (value ? other === value : allowed[cell * size + other - 1]) ? symbols[other - 1] : '.';
  return text;
}).join('');

const same = (a, b) => a?.[0] === b?.[0] && a?.[1] === b?.[1];

// Returns the problem to be posted. Members equal to the server's defaults are left out, so that the usual grid is one
// line.
export function toProblem(board) {
  const { size, box, symbols, diagonal, disjoint, regions, cages, allowed } = board;
  const puzzle = allowed ? markText(board) : gridText(board);
  const problem = { puzzle };
  if (!regions && !same(box, boxOf(size))) problem.box = box;
  if (symbols !== alphabet(size, size !== 25 || /[1-9]/.test(puzzle))) problem.symbols = symbols;
  if (diagonal) problem.diagonal = true;
  if (disjoint) problem.disjoint = true;
  if (regions) problem.regions = regions.map((region) => alphabet(size, true)[region]).join('');
  if (cages.length)
    problem.cages = cages.map(({ sum, cells }) => ({ sum, cells: cells.map((cell) => [Math.floor(cell / size) + 1, cell % size + 1]) }));
  return problem;
}

// Returns the text for ?puzzle= of an address: the line alone if that is sufficient.
export function toShare(board) {
  const problem = toProblem(board);
  return Object.keys(problem).length === 1 ? problem.puzzle : JSON.stringify(problem);
}

// Returns a readable drawing: rows, with lines between the boxes.
export function toDrawing(board) {
  const { size, box, regions } = board;
  const text = gridText(board);
  const rows = Array.from({ length: size }, (_, row) => text.slice(row * size, (row + 1) * size));
  if (!box || regions) return rows.join('\n');
  const cut = (row) => row.match(new RegExp(`.{${box[1]}}`, 'g')).map((part) => Array.from(part).join(' ')).join(' | ');
  const rule = Array(size / box[1]).fill('-'.repeat(2 * box[1])).join('+-').slice(0, -1);
  return rows.map((row, i) => (i && i % box[0] === 0 ? `${rule}\n` : '') + cut(row)).join('\n');
}

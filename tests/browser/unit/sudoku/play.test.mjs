// Entries of a play: what a step adds, what is wrong, which cells see each other; compared with plain counting.
import assert from 'node:assert/strict';
import test from 'node:test';
import { emptySheet, entered, undone } from '../../../../src/web/parts/grid/marks.js';
import { makeBoard, unitsOf } from '../../../../src/web/kinds/sudoku/board/board.js';
import { candidates, valuesAt } from '../../../../src/web/kinds/sudoku/board/logic.js';
import { candidatesLeft, faultsOf, hasCandidates, peersOf, placeOfStep, singleStep, withCandidates, withStep } from '../../../../src/web/kinds/sudoku/play/apply.js';

const puzzle = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const solved = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
const board = makeBoard(9, { cells: Array.from(puzzle, (c) => Number(c) || 0) }), values = board.cells, open = candidates(board);
const solution = Array.from(solved, Number), peers = (cell) => peersOf(board, cell);
const step = (fields) => ({ units: [], cells: [], values: [], placements: [], eliminations: [], nodes: [], nested: [], ...fields });

test('a cell sees its row, column and box, and its cage', () => {
  assert.equal(peers(40).length, 20);
  for (const other of peers(40)) assert.ok(unitsOf(board).some(({ cells }) => cells.includes(40) && cells.includes(other)));
  assert.ok(peersOf(makeBoard(9, { cages: [{ sum: 9, cells: [0, 80] }] }), 0).includes(80));
});

test('all candidates are entered as one move, and are then the person\'s', () => {
  const empty = emptySheet(81), sheet = withCandidates(empty, values, open, 9);
  assert.equal(hasCandidates(empty, values), false);
  assert.equal(hasCandidates(sheet, values), true);
  assert.equal(sheet.past.length, 1);
  values.forEach((value, cell) => assert.deepEqual(sheet.centre[cell], value ? [] : valuesAt(open, 9, cell)));
  assert.deepEqual(candidatesLeft(sheet, values, open, 9), open);
});

test('a placement fills its cell and takes the marks of the cells that see it; undo takes all back', () => {
  const marked = withCandidates(emptySheet(81), values, open, 9), next = withStep(marked, step({ placements: [[5, 8]] }), { values, open, size: 9, peers });
  assert.equal(next.value[5], 8);
  for (const cell of peers(5)) assert.ok(!next.centre[cell].includes(8), `cell ${cell}`);
  assert.deepEqual(undone(next).centre, marked.centre);
  assert.equal(withStep(emptySheet(81), step({ placements: [[5, 8]] }), { values, open, size: 9, peers }).centre.flat().length, 0, 'no marks where there were none');
});

test('an elimination is made in the marks, which are entered first', () => {
  const sheet = withStep(emptySheet(81), step({ eliminations: [[2, 1], [2, 2]] }), { values, open, size: 9, peers });
  assert.equal(sheet.past.length, 1);
  assert.deepEqual(sheet.centre[2], valuesAt(open, 9, 2).filter((value) => value > 2));
  assert.deepEqual(sheet.centre[3], valuesAt(open, 9, 3));
  const left = candidatesLeft(sheet, values, open, 9);
  assert.deepEqual(valuesAt(left, 9, 2), sheet.centre[2]);
});

test('wrong entries and lost candidates are found', () => {
  let sheet = entered(entered(emptySheet(81), [2], 'value', 1), [3], 'value', 6);
  const now = values.map((value, cell) => value || sheet.value[cell]);
  assert.deepEqual(faultsOf(sheet, now, solution), { wrong: [2], missing: [] });
  sheet = withStep(emptySheet(81), step({ eliminations: [[2, 4]] }), { values, open, size: 9, peers });
  assert.deepEqual(faultsOf(sheet, values, solution), { wrong: [], missing: [2] });
});

test('the only candidate of a cell is a step, the place of a step its units or cells', () => {
  const left = open.slice();
  for (const value of valuesAt(left, 9, 2)) if (value !== 4) left[2 * 9 + value - 1] = 0;
  const found = singleStep(values, left, 9);
  assert.deepEqual(valuesAt(left, 9, found.cells[0]), found.values);
  assert.deepEqual(found.placements, [[found.cells[0], found.values[0]]]);
  assert.deepEqual(placeOfStep(board, step({ units: ['box 2'], cells: [5] })), [3, 4, 5, 12, 13, 14, 21, 22, 23]);
  assert.deepEqual(placeOfStep(board, step({ cells: [5, 6] })), [5, 6]);
  assert.deepEqual(placeOfStep(board, step({ nodes: [{ cell: 7 }, { cell: 7 }, { cell: 9 }] })), [7, 9]);
});

// The scene of a job: its values and marked cells.
import assert from 'node:assert/strict';
import test from 'node:test';
import { boardOf, differing, sceneOfAnswer, sceneOfStep, sceneOfText } from '../../../../src/web/kinds/sudoku/board/scene.js';
import { readStep } from '../../../../src/web/kinds/sudoku/steps.js';

const problem = { puzzle: '1.....3..2.....4' };
const result = { verdict: 'solved', solution: '1432234132144123', other_solution: '1342243132144123', size: 4, box: [2, 2], symbols: '1234' };
const values = (text) => Array.from(text, (c) => Number(c) || 0);

test('the board is the problem, in the alphabet of the answer', () => {
  assert.deepEqual(boardOf(problem).cells, values(problem.puzzle));
  assert.equal(boardOf({ puzzle: [[1, 0, 0, 0], [0, 0, 3, 0], [0, 2, 0, 0], [0, 0, 0, 4]] }, { ...result, symbols: 'abcd' }).symbols, 'abcd');
  assert.deepEqual(boardOf('1.....3..2.....4\n').cells, values(problem.puzzle));
  assert.equal(boardOf(undefined), undefined);
  assert.equal(boardOf('no puzzle'), undefined);
});

test('of a puzzle made, the board is that puzzle, with the variant asked for', () => {
  assert.equal(boardOf({ generate: { size: 16 } }).size, 16);
  assert.equal(boardOf({ generate: {} }, { puzzle: null, size: 9 }).size, 9);
  const made = boardOf({ generate: { size: 6 }, diagonal: true }, { puzzle: `1${'.'.repeat(35)}`, size: 6, box: [3, 2], symbols: '123456' });
  assert.deepEqual([made.cells[0], made.box, made.diagonal], [1, [3, 2], true]);
});

test('while it runs: the values found so far; before that: the clues', () => {
  const board = boardOf(problem);
  assert.deepEqual(sceneOfText(board, '1.3.2.3..2.....4').values, values('1.3.2.3..2.....4'));
  assert.deepEqual(sceneOfText(board, undefined).values, board.cells);
});

test('two solutions: the cells that differ are marked, whichever is shown', () => {
  const board = boardOf(problem, result);
  assert.deepEqual(differing(result), [1, 2, 5, 6].filter((cell) => result.solution[cell] !== result.other_solution[cell]));
  assert.deepEqual(sceneOfAnswer(board, result, 'solution').values, values(result.solution));
  assert.deepEqual(sceneOfAnswer(board, result, 'other').values, values(result.other_solution));
  assert.deepEqual(sceneOfAnswer(board, result, 'other').fills.differ, differing(result));
  const puzzle = sceneOfAnswer(board, result, 'puzzle');
  assert.deepEqual([puzzle.values, puzzle.fills], [board.cells, {}]);
});

test('a timeout shows the proved values, a contradiction its cells', () => {
  const board = boardOf(problem, result);
  assert.deepEqual(sceneOfAnswer(board, { verdict: 'timeout', solution: null, partial: '14....3..2.....4' }, 'solution').values, values('14....3..2.....4'));
  const clash = sceneOfAnswer(board, { verdict: 'contradiction', solution: null, conflicts: [{ unit: 'row 2', value: '3', cells: [[2, 1], [2, 3]] }, { unit: 'box 1', value: '3', cells: [[2, 1], [1, 2]] }] }, 'solution');
  assert.deepEqual([...clash.bad].sort((a, b) => a - b), [1, 4, 6]);
  assert.deepEqual(clash.fills.clash, [...clash.bad]);
});

test('a hint shows its pattern first, what follows second', () => {
  const board = boardOf(problem);
  const step = readStep(board, { technique: 'naked pair', rating: 3, cells: [[1, 2]], values: ['2'], units: ['row 1'],
    eliminations: [{ cell: [1, 3], values: ['2', '4'] }, { cell: [1, 4], values: ['2'] }], placements: [] });
  const first = sceneOfStep(board, [step], 0, false), second = sceneOfStep(board, [step], 0);
  assert.deepEqual(first.fills, { pattern: [1], move: [] });
  assert.deepEqual([...first.marks], [[1 * 4 + 1, 'on']]);
  assert.deepEqual(second.fills, { pattern: [1], move: [2, 3] });
  assert.deepEqual([...second.marks].filter(([, name]) => name === 'out').map(([candidate]) => candidate), [9, 11, 13]);
  assert.deepEqual(sceneOfStep(board, [step], 1).fills, undefined, 'past the last step nothing is marked');
});

// Candidates, conflicts and the board at each step, compared with plain counting.
import assert from 'node:assert/strict';
import test from 'node:test';
import { makeBoard, unitsOf, valueOf } from '../../../../src/web/kinds/sudoku/board/board.js';
import { candidates, conflicts, deadCells, valuesAt } from '../../../../src/web/kinds/sudoku/board/logic.js';
import { sceneOfStep } from '../../../../src/web/kinds/sudoku/board/scene.js';
import { boardAt, linksOf, marksOf, readStep } from '../../../../src/web/kinds/sudoku/steps.js';

const regions5 = Array.from('AAABBAACBBDCCCBDDCEEDDEEE', (c) => 'ABCDE'.indexOf(c));

// Returns whether two cells share a unit, from the definition.
function sees(board, a, b) {
  const { size, box } = board;
  const [ra, ca, rb, cb] = [Math.floor(a / size), a % size, Math.floor(b / size), b % size];
  if (a === b) return false;
  if (ra === rb || ca === cb) return true;
  if (board.regions ? board.regions[a] === board.regions[b]
    : Math.floor(ra / box[0]) === Math.floor(rb / box[0]) && Math.floor(ca / box[1]) === Math.floor(cb / box[1])) return true;
  if (board.diagonal && ((ra === ca && rb === cb) || (ra + ca === size - 1 && rb + cb === size - 1))) return true;
  if (board.disjoint && ra % box[0] === rb % box[0] && ca % box[1] === cb % box[1]) return true;
  return board.cages.some(({ cells }) => cells.includes(a) && cells.includes(b));
}

function generator(seed) {
  return (below) => {
    seed ^= seed << 13; seed >>>= 0;
    seed ^= seed >>> 17;
    seed ^= seed << 5; seed >>>= 0;
    return seed % below;
  };
}

const shapes = [
  makeBoard(4), makeBoard(6), makeBoard(6, { box: [3, 2], diagonal: true }), makeBoard(9, { disjoint: true }), makeBoard(12, { diagonal: true }),
  makeBoard(5, { box: null, regions: regions5 }), makeBoard(9, { cages: [{ sum: 45, cells: [0, 10, 20, 30] }, { sum: 3, cells: [80, 79] }] })
];

test('candidates and conflicts are those of the definition', () => {
  const random = generator(3);
  for (const shape of shapes)
    for (let round = 0; round < 20; round++) {
      const cells = shape.cells.map(() => (random(6) ? 0 : random(shape.size) + 1));
      const board = { ...shape, cells };
      const open = candidates(board);
      const bad = conflicts(board);
      const inFullCage = new Set(board.cages.flatMap((cage) => {
        const sum = cage.cells.reduce((total, cell) => total + cells[cell], 0);
        return cage.cells.some((cell) => !cells[cell]) ? (sum >= cage.sum ? cage.cells : []) : sum !== cage.sum ? cage.cells : [];
      }));
      cells.forEach((value, cell) => {
        const seen = cells.flatMap((other, at) => (other && sees(board, cell, at) ? [other] : []));
        const wanted = value ? [] : Array.from({ length: board.size }, (_, i) => i + 1).filter((v) => !seen.includes(v));
        assert.deepEqual(valuesAt(open, board.size, cell), wanted, `cell ${cell} of ${cells}`);
        assert.equal(bad.has(cell), Boolean(value) && (seen.includes(value) || inFullCage.has(cell)), `cell ${cell} of ${cells}`);
      });
      assert.deepEqual(deadCells(board, open), cells.flatMap((value, cell) => (!value && !valuesAt(open, board.size, cell).length ? [cell] : [])));
    }
});

test('units have size cells each, cages what they are given', () => {
  for (const board of shapes)
    for (const unit of unitsOf(board)) assert.equal(unit.cells.length, unit.kind === 'cage' ? board.cages[unit.index].cells.length : board.size, unit.kind);
});

test('keys mean values', () => {
  assert.deepEqual(Array.from('19.0_ x').map((c) => valueOf('123456789', c)), [1, 9, 0, 0, 0, 0, -1]);
  assert.equal(valueOf('0123456789ABCDEF', '0'), 1);
  assert.equal(valueOf('0123456789ABCDEF', 'f'), 16);
  assert.equal(valueOf('ABCDEFGHIJKLMNOPQRSTUVWXY', 'y'), 25);
  assert.equal(valueOf('123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmn', 'a'), 36);
});

test('steps replay: placed values stay, eliminated candidates stay away', () => {
  const puzzle = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
  const board = makeBoard(9, { cells: Array.from(puzzle, (c) => Number(c) || 0) });
  const steps = [
    { technique: 'naked single', rating: 2.3, cells: [[5, 5]], values: ['5'], units: [], eliminations: [], placements: [{ cell: [5, 5], value: '5' }], text: '' },
    { technique: 'pointing', rating: 2.6, cells: [[1, 3], [2, 3]], values: ['2'], units: ['box 1', 'column 3'], eliminations: [{ cell: [6, 3], values: ['1', '9'] }], placements: [], text: '' },
    { technique: 'forcing chain', rating: 7, cells: [], values: [], units: [], eliminations: [], placements: [],
      chain: [{ cell: [1, 3], value: '1', on: false, from: [] }, { cell: [1, 3], value: '2', on: true, from: [0] }, { cell: [1, 4], value: '2', on: false, from: [1] }], text: '' }
  ].map((step) => readStep(board, step));
  assert.equal(boardAt(board, steps, 0).cells[40], 0);
  const placed = boardAt(board, steps, 1);
  assert.equal(placed.cells[40], 5);
  assert.deepEqual(placed.open, candidates(board, placed.cells), 'candidates after a placement are those of the new grid');
  const later = boardAt(board, steps, 3);
  assert.deepEqual([placed, later].map(({ open }) => valuesAt(open, 9, 47)), [[1, 3, 5, 9], [3, 5]]);
  assert.deepEqual([...marksOf(board, steps[0])], [[40 * 9 + 4, 'in']]);
  assert.deepEqual([...marksOf(board, steps[0], false)], [[40 * 9 + 4, 'on']]);
  assert.deepEqual([...marksOf(board, steps[1])].filter(([, name]) => name === 'out'), [[47 * 9, 'out'], [47 * 9 + 8, 'out']]);
  assert.deepEqual(linksOf(board, steps[2]), [{ from: 18, to: 19, strong: true }, { from: 19, to: 28, strong: false }]);
});

test('a nested chain is drawn among the candidates that its causes leave', () => {
  const board = makeBoard(9, { cells: Array(81).fill(0) });
  const node = (column, on, from, nested) => ({ cell: [1, column], value: '1', on, from, ...(nested !== undefined && { nested }) });
  const step = readStep(board, { technique: 'nested forcing chains', rating: 10, cells: [[1, 1]], values: ['1'], units: [], text: '',
    eliminations: [{ cell: [1, 1], values: ['1'] }], placements: [],
    chain: [node(1, true, []), node(2, false, [0]), node(3, false, [1], 0)],
    nested: [{ technique: 'forcing chain', rating: 7.1, chain: [node(3, true, []), node(4, false, [0])] }] });
  assert.deepEqual(step.nested[0].gone, [[1, 1]]);
  assert.deepEqual(step.nested[0].eliminations, [[2, 1]]);
  const whole = sceneOfStep(board, [step], 0), inner = sceneOfStep(board, [step], 0, true, 0);
  assert.equal(whole.open[9], 1);
  assert.equal(inner.open[9], 0, 'a cause of the nested chain is gone');
  assert.deepEqual([...inner.marks], [[18, 'out'], [27, 'off']]);
  assert.deepEqual(inner.links, [{ from: 18, to: 27, strong: false }]);
});

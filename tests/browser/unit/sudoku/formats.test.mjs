// The forms in which the server writes problems are read as the same board; written boards are read back.
import assert from 'node:assert/strict';
import test from 'node:test';
import { alphabet, boxOf, boxes, makeBoard, sizes } from '../../../../src/web/kinds/sudoku/board/board.js';
import { readBoard, readProblem } from '../../../../src/web/kinds/sudoku/formats.js';
import { gridText, toProblem, toShare } from '../../../../src/web/kinds/sudoku/write.js';

const line = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const values = Array.from(line, (c) => (c === '.' ? 0 : Number(c)));
const rows = (text, n) => text.match(new RegExp(`.{${n}}`, 'g'));
const nested = rows(line, 9).map((row) => Array.from(row, (c) => Number(c) || 0));

// xorshift32: the same boards in every run
function generator(seed) {
  return (below) => {
    seed ^= seed << 13; seed >>>= 0;
    seed ^= seed >>> 17;
    seed ^= seed << 5; seed >>>= 0;
    return seed % below;
  };
}

const nine = {
  'a line': line,
  'zeros': line.replaceAll('.', '0'),
  'underscores': line.replaceAll('.', '_'),
  'nested JSON': JSON.stringify(nested),
  'flat JSON': JSON.stringify(nested.flat()),
  'JSON rows': JSON.stringify({ puzzle: rows(line, 9) }),
  'a problem': JSON.stringify({ puzzle: line, solutions: 5 }),
  'its other name': JSON.stringify({ grid: nested }),
  'nulls': JSON.stringify({ grid: nested.map((row) => row.map((v) => v || null)) })
};

for (const [name, text] of Object.entries(nine))
  test(`9x9: ${name}`, () => {
    const board = readBoard(text);
    assert.ok(board, text);
    assert.equal(board.size, 9);
    assert.deepEqual(board.cells, values, text);
  });

test('texts that are no puzzle', () => {
  for (const text of ['', 'hello', '12345', '{}', '[]', '[1,2,3]', '{"puzzle":5}', '{"puzzle":"12"}', 'null', '<p>', '1'.repeat(80), '{"grid":[[1,2],[3,4]]}', '[[1,2,3,4],[1,2,3,99],[0,0,0,0],[0,0,0,0]]'])
    assert.equal(readBoard(text), undefined, text);
});

test('the JSON of other programs is left to the server', () => {
  const grid = Array.from({ length: 4 }, () => [{ value: 1, given: true }, {}, {}, {}]);
  for (const problem of [{ size: 4, grid }, { cells: grid }, { puzzle: { grid } }, { puzzle: { cells: grid }, explain: true }])
    assert.equal(readBoard(JSON.stringify(problem)), undefined, JSON.stringify(problem));
});

test('16x16: 1-G, hexadecimal', () => {
  const random = generator(7);
  const cells = Array.from({ length: 256 }, () => random(17));
  const letters = gridText(makeBoard(16, { cells }));
  assert.deepEqual(readBoard(letters).cells, cells);
  assert.deepEqual(readBoard(letters.toLowerCase()).cells, cells);
  assert.deepEqual(readBoard(rows(letters, 16).join('\n')).cells, cells, 'sixteen lines are one grid, not a 4x4');
  const hex = cells.map((value) => (value ? '0123456789ABCDEF'[value - 1] : '.')).join('');
  const board = readBoard(hex);
  assert.equal(board.symbols, '0123456789ABCDEF');
  assert.deepEqual(board.cells, cells);
  assert.equal(toProblem(board).symbols, board.symbols);
});

test('25x25: letters, 1-9A-P', () => {
  const random = generator(8);
  const cells = Array.from({ length: 625 }, () => random(26));
  for (const symbols of [alphabet(25), alphabet(25, true)]) {
    const board = makeBoard(25, { cells, symbols });
    assert.deepEqual(readBoard(gridText(board)).cells, cells);
  }
});

test('pencilmarks: 729 characters, as a line or as rows', () => {
  const marks = values.map((value) => Array.from('123456789', (c) => (value ? Number(c) === value : c !== '4') ? c : '.').join('')).join('');
  const wanted = values.flatMap((value) => Array.from({ length: 9 }, (_, i) => (value ? i + 1 === value : i !== 3) ? 1 : 0));
  assert.deepEqual([...readBoard(marks).allowed], wanted);
  assert.deepEqual([...readBoard(rows(marks, 81).join('\n')).allowed], wanted);
  assert.equal(toProblem(readBoard(marks)).puzzle, marks);
  assert.equal(readProblem({ puzzle: '.'.repeat(729), size: 27 }).size, 27);
  assert.equal(readProblem({ puzzle: marks, diagonal: true }).diagonal, true);
});

test('every size is written and read back, with its variant', () => {
  const random = generator(9);
  for (const size of sizes)
    for (const box of boxes(size)) {
      const cells = Array.from({ length: size * size }, () => random(3) && random(size + 1));
      const board = makeBoard(size, { box, cells, diagonal: random(2) === 1, disjoint: random(2) === 1 });
      for (const again of [readProblem(toProblem(board)), readBoard(JSON.stringify(toProblem(board))), readBoard(toShare(board))])
        assert.deepEqual(again, board, JSON.stringify(toProblem(board)));
    }
});

test('regions and cages', () => {
  const problem = {
    puzzle: '1...2...............3...4', regions: ['AAABB', 'AACBB', 'DCCCB', 'DDCEE', 'DDEEE'],
    cages: [{ sum: 3, cells: [[1, 1], [1, 2]] }, { sum: 9, cells: [[5, 5]] }]
  };
  const board = readProblem(problem);
  assert.equal(board.size, 5);
  assert.deepEqual(board.cages, [{ sum: 3, cells: [0, 1] }, { sum: 9, cells: [24] }]);
  assert.equal(toProblem(board).regions, '1112211322433324435544555');
  assert.deepEqual(readProblem(toProblem(board)), board);
  assert.equal(readProblem({ cages: problem.cages }).size, 9);
  assert.equal(readProblem({ cages: problem.cages, regions: problem.regions }).size, 5);
});

test('a usual grid is posted as its line alone', () => {
  for (const size of sizes) assert.deepEqual(Object.keys(toProblem(makeBoard(size))), ['puzzle'], size);
  assert.equal(toShare(makeBoard(9, { cells: values })), line);
});

test('boxes are the most square ones that lie', () => {
  assert.deepEqual([4, 6, 8, 9, 12, 16, 20, 25, 49].map(boxOf), [[2, 2], [2, 3], [2, 4], [3, 3], [3, 4], [4, 4], [4, 5], [5, 5], [7, 7]]);
  assert.equal(boxOf(7), undefined);
});

test('a command keeps its quotes', () => {
});

// Hex without a page: the rules, the moves as text, the places of the cells, what the engine thinks as looks of cells.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layout } from '../../../../src/web/kinds/hex/geometry.js';
import { opinionOf } from '../../../../src/web/kinds/hex/opinion.js';
import { gameOf, movesOf, readText } from '../../../../src/web/kinds/hex/read.js';
import { canSwap, cellOf, nameOf, neighboursOf, other, positionOf } from '../../../../src/web/kinds/hex/rules.js';

const board = ({ stones }) => stones.map((stone) => stone?.[0] ?? '.').join('');

test('names and neighbours: a1 at the top left, the letter is the column', () => {
  const shape = { rows: 3, cols: 4 };
  assert.deepEqual(['a1', 'd1', 'a2', 'd3', 'e1', 'a4', 'a0', 'swap'].map((name) => cellOf(shape, name)), [0, 3, 4, 11, -1, -1, -1, -1]);
  for (let cell = 0; cell < 12; cell++) {
    assert.equal(cellOf(shape, nameOf(shape, cell)), cell);
    for (const next of neighboursOf(shape, cell)) assert.ok(neighboursOf(shape, next).includes(cell));
  }
  assert.deepEqual(neighboursOf(shape, cellOf(shape, 'b2')).map((cell) => nameOf(shape, cell)), ['b1', 'c1', 'a2', 'c2', 'a3', 'b3']);
});

test('black joins top and bottom, white left and right; the chain is a shortest one', () => {
  const black = positionOf(gameOf({ size: 3, moves: 'b2 a1 b1 c1 b3' }));
  assert.equal(black.winner, 'black');
  assert.deepEqual(black.chain.map((cell) => nameOf(black, cell)), ['b3', 'b2', 'b1']);
  const white = positionOf(gameOf({ size: 3, moves: ['a1', 'a2', 'c3', 'b2', 'b1', 'c2'] }));
  assert.equal(white.winner, 'white');
  assert.equal(positionOf(gameOf({ rows: 3, cols: 4, board: 'b.../.w../....', to_move: 'black' })).turn, 'black');
});

test('every full board has one winner', () => {
  let seed = 7;
  const random = (n) => { seed = (seed * 1103515245 + 12345) % 2147483648; return seed % n; };
  for (let round = 0; round < 300; round++) {
    const rows = 1 + random(6), cols = 1 + random(6), stones = Array.from({ length: rows * cols }, () => 'bw'[random(97) % 2]).join('');
    const { winner, chain } = positionOf({ rows, cols, board: stones, moves: [] });
    assert.ok(winner && chain.every((cell) => stones[cell] === winner[0]), `${rows} x ${cols}: ${stones}`);
    // The board turned about its diagonal, with the colours exchanged, is won by the other side.
    const turned = Array.from({ length: rows * cols }, (_, i) => (stones[i % rows * cols + Math.floor(i / rows)] === 'b' ? 'w' : 'b')).join('');
    assert.equal(positionOf({ rows: cols, cols: rows, board: turned, moves: [] }).winner, other(winner), `${rows} x ${cols}: ${stones}`);
  }
});

test('swap mirrors the first stone; a move that cannot be played ends the position with its number', () => {
  const swapped = positionOf(gameOf({ size: 5, moves: 'a2 swap c3', swap: true }));
  assert.equal(board(swapped), '.w..........b............');
  assert.equal(swapped.turn, 'white');
  for (const [moves, bad] of [['a1 a1', 1], ['a1 b9', 1], ['a1 b2 swap', 2], ['b2 a1 b1 c1 b3 c3', 5], ['swap', 0], ['a1 swap swap', 2], ['a1 resign b1', 2]])
    assert.equal(positionOf(gameOf({ size: 3, moves, swap: true })).bad, bad, moves);
  assert.equal(positionOf(gameOf({ size: 3, moves: 'a1 swap' })).bad, 1, 'without the rule');
  assert.equal(positionOf(gameOf({ size: 3, moves: 'a1 resign' })).winner, 'black');
  assert.deepEqual([['a1'], [], ['a1', 'b1'], ['pass']].map((moves) => canSwap({ swap: true, moves })), [true, false, false, false]);
});

test('moves are read as people write them', () => {
  const both = ['a1', 'b10', 'c3'];
  for (const text of ['a1 b10 c3', '1. a1 b10 2. c3', 'A1,B10,C3', 'a1b10c3', ' a1\nb10\n\tc3 ', '1.a1 2.b10 3.c3']) assert.deepEqual(movesOf(text), both, text);
  assert.deepEqual(movesOf('a2 swap-pieces f6'), ['a2', 'swap', 'f6']);
  for (const text of ['hello', 'a1 x', 'a0', 't1', 'a20', 'a1b1x']) assert.equal(movesOf(text), null, text);
  assert.deepEqual(readText('https://hexworld.org/board/#13c1,a3:sj4'), { size: 13, moves: ['a3', 'swap', 'j4'], swap: true });
  assert.deepEqual(readText('5 a2 c3', { engine: 'exact', size: 7 }), { engine: 'exact', size: 5, moves: ['a2', 'c3'] });
  assert.deepEqual(readText('n14'), { size: 14, moves: ['n14'] });
  assert.deepEqual(readText('{"problem":{"size":4}}'), { size: 4 });
  for (const text of ['', 'nothing here', '5 f6', '{"a":1}', '25 a1']) assert.equal(readText(text), null, text);
  assert.deepEqual(gameOf({ text: '(;GM[11])' }, { rows: 3, cols: 3, board: 'b../.w./...', to_move: 'black' }), { rows: 3, cols: 3, board: 'b../.w./...', to_move: 'black', moves: [] });
});

test('cells do not overlap and lie in the drawing, in both forms', () => {
  for (const tall of [false, true])
    for (const [rows, cols] of [[3, 3], [11, 11], [4, 9], [19, 19]]) {
      const { at, box: [x, y, width, height], width: cell } = layout({ rows, cols }, tall);
      for (let r = 0; r < rows; r++)
        for (let c = 0; c < cols; c++) {
          const [px, py] = at(r, c);
          assert.ok(px - 10 >= x && px + 10 <= x + width && py - 10 >= y && py + 10 <= y + height, `${r} ${c} of ${rows} x ${cols}`);
          for (const [dr, dc] of [[0, 1], [1, 0], [1, -1]]) { const [qx, qy] = at(r + dr, c + dc); assert.ok(Math.abs(Math.hypot(px - qx, py - qy) - cell) < 0.01); }
        }
    }
});

test('the opinion: heat, the numbered line, proofs, regions', () => {
  const position = positionOf(gameOf({ size: 3, moves: [] }));
  const { cells, line, must, link, move } = opinionOf(position, { move: 'b2', cells: { b2: { value: 0.75, visits: 200 }, a1: { value: 0.25, visits: 7, proof: 'loss' }, c3: { value: 1, visits: 5 } }, line: ['b2', 'a3'], must_play: ['b2', 'a3'], connection: { side: 'black', cells: ['b1'] } });
  assert.deepEqual([cells.get(4).heat, cells.get(0).heat, cells.get(0).proof, move], [1, 0, 'loss', 4]);
  assert.equal(cells.get(8).heat, undefined, 'too few visits');
  assert.deepEqual([...line], [[4, 1], [6, 2]]);
  assert.deepEqual([[...must], link.side, [...link.cells]], [[4, 6], 'black', [1]]);
  assert.deepEqual([...opinionOf(position, { move: 'b2', winning: ['b2'], cells: {} }).cells.values()].map(({ proof }) => proof).sort(), [...Array(8).fill('loss'), 'win']);
});

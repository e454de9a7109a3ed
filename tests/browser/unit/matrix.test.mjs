// Games without a page: fractions, problems, pasted texts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { examples } from '../../../src/web/kinds/matrix/examples.js';
import { fill, gameOf, problemOf, readGame, reform, resize, setEntry, setName } from '../../../src/web/kinds/matrix/game.js';
import { entry, mean, read, show, value } from '../../../src/web/kinds/matrix/number.js';

test('numbers are read exactly or not at all', () => {
  for (const [text, n, d] of [['3', 3n, 1n], ['-2.5', -25n, 10n], ['1/3', 1n, 3n], ['−7/2', -7n, 2n], [0.1, 1n, 10n], ['2e3', 2000n, 1n], ['12e-1', 12n, 10n]])
    assert.deepEqual(read(text), { n, d }, String(text));
  for (const text of ['', 'x', '1/0', '.5', '1/', '1,5', '--1', '1 2']) assert.equal(read(text), null, text);
  assert.equal(value('-1/3').toFixed(6), '-0.333333');
  assert.equal(entry('0.5'), 0.5);
  assert.equal(entry('1/3'), '1/3');
  assert.equal(entry('0.123456789012'), '0.123456789012');
});

test('numbers are shown in their usual notations', () => {
  assert.deepEqual(['-1/2', 7, '1/3', '123456789012/98765432101', '-0.25'].map((one) => show(one)), ['−0.5', '7', '1/3', '≈ 1.25', '−0.25']);
  assert.equal(show('4/5', true), '4/5');
});

test('a mixture pays its mean, exactly', () => {
  assert.equal(mean(['1/2', '1/2'], [4, 0]), '2');
  assert.equal(mean(['1/3', '2/3'], ['1/2', '-1/7']), '1/14');
  assert.equal(mean([1], ['-0.5']), '-1/2');
});

test('problems become games and problems again', () => {
  for (const { id, problem } of examples) {
    assert.deepEqual(problemOf(gameOf(problem)), problem, id);
    assert.deepEqual(gameOf({ example: id }), gameOf(problem), id);
  }
  const asked = { payoff: [[1, 2]], rows: ['a'], cols: ['b', 'c'], want: ['pure'], limit: 3, job: { timeout_ms: 5 } };
  assert.deepEqual(problemOf(gameOf(asked)), asked);
  for (const bad of [undefined, {}, { payoff: [] }, { payoff: [[1], [2, 3]] }, { payoff: [['x']] }, { row_payoff: [[1]], col_payoff: [[1, 2]] }, { example: 'nosuch' }]) assert.equal(gameOf(bad), null);
});

test('a game changes its size, its form, an entry, a name', () => {
  const game = gameOf({ payoff: [[1, '1/2']], rows: ['up'], cols: ['c1', 'right'] });
  const grown = resize(game, 2, 3);
  assert.deepEqual([grown.a, grown.rows, grown.cols], [[[1, '1/2', 0], [0, 0, 0]], ['up', 'r2'], ['c1', 'right', 'c3']]);
  assert.deepEqual(resize(grown, 1, 2).a, game.a);
  assert.deepEqual(resize(gameOf({ payoff: [[1]], cols: ['c2'] }), 1, 2).cols, ['c2', "c2'"]);
  assert.deepEqual(reform(game, 'bimatrix').b, [[-1, '-1/2']]);
  assert.deepEqual(problemOf(reform(game, 'decision')), { acts: ['up'], states: ['c1', 'right'], payoff: [[1, '1/2']] });
  assert.deepEqual(setEntry(game, 'a', 0, 1, 7).a, [[1, 7]]);
  assert.equal(setName(game, 'cols', 0, 'right'), null);
  assert.equal(setName(game, 'cols', 0, ' '), null);
  assert.deepEqual(setName(game, 'cols', 0, ' left ').cols, ['left', 'right']);
});

test('spreadsheets are read with names or without, single payoffs or pairs', () => {
  assert.deepEqual(problemOf(readGame('1\t-1\n-1\t1')).payoff, [[1, -1], [-1, 1]]);
  const pairs = readGame('\tpress\twait\npress\t5, 1\t4, 4\nwait\t9, -1\t0, 0\n');
  assert.deepEqual([pairs.form, pairs.rows, pairs.cols, pairs.a, pairs.b], ['bimatrix', ['press', 'wait'], ['press', 'wait'], [[5, 4], [9, 0]], [[1, 4], [-1, 0]]]);
  assert.deepEqual(readGame('(5; 1)\t(1/3; 4)').a, [[5, '1/3']]);
  assert.deepEqual(readGame('a,b\n1,2\n3,4').cols, ['a', 'b']);
  assert.deepEqual(readGame('1 2\n3 4').a, [[1, 2], [3, 4]]);
  for (const bad of ['', 'no game at all', '1\t2\n3', '1\tx', '{"payoff":[[1],[2,3]]}', '{', 'NFG 1 R "" { "A" "B" } { 2 2 } 1 2']) assert.equal(readGame(bad), null, bad);
});

test('JSON and .nfg are read', () => {
  assert.deepEqual(readGame('[[1, "1/2"]]').a, [[1, '1/2']]);
  assert.equal(readGame('{"example": "quarrel"}').players[0], 'husband');
  const named = readGame('NFG 1 R "t" { "A" "B" } { { "u" "d \\"x\\"" } { "l" "m" "r" } } "remark" 1 -1 2 1/2 3 -3 4 0 5 0 6 0');
  assert.deepEqual([named.a, named.b, named.rows, named.cols, named.players], [[[1, 3, 5], [2, 4, 6]], [[-1, -3, 0], ['1/2', 0, 0]], ['u', 'd "x"'], ['l', 'm', 'r'], ['A', 'B']]);
  assert.deepEqual(readGame('NFG 1 R "" { "" "" }\n{ 1 2 }\n\n1 2 3 4').b, [[2, 4]]);
});

test('a block fills the table from a cell on, and it grows', () => {
  const game = gameOf({ row_payoff: [[0, 0]], col_payoff: [[9, 9]] });
  const filled = fill(game, 'b', 0, 1, '1\t2\n3\t4\n');
  assert.deepEqual([filled.a, filled.b], [[[0, 0, 0], [0, 0, 0]], [[9, 1, 2], [0, 3, 4]]]);
  assert.deepEqual(fill(game, 'a', 0, 0, '7, 8\t5, 6').b, [[8, 6]]);
  assert.equal(fill(game, 'a', 0, 0, '1\tx'), null);
});

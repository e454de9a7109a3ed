// Games without a page: fractions, problems, pasted texts, the table, best answers, criteria, pictures.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { judged } from '../../../src/web/kinds/matrix/criteria.js';
import { examples } from '../../../src/web/kinds/matrix/examples.js';
import { asTable, faultsOf, gameOf, gameOfResult, gameOfText, isName, makeOf, problemOf, readGame, reform, sheetOf, splitCell, withSheet } from '../../../src/web/kinds/matrix/game.js';
import { analysed } from '../../../src/web/kinds/matrix/live.js';
import { compare, entry, mean, read, show, textOf, value } from '../../../src/web/kinds/matrix/number.js';
import { answersOf, envelope, linesOf } from '../../../src/web/kinds/matrix/panes/picture.js';
import { inserted, moved, withText } from '../../../src/web/parts/table/sheet.js';

let seed = 11;
const random = (below) => { seed = (seed * 48271) % 2147483647; return seed % below; };
const table = (m, n, make = () => random(9) - 4) => Array.from({ length: m }, () => Array.from({ length: n }, make));

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
  for (const bad of [undefined, {}, { payoff: [] }, { payoff: [[1], [2, 3]] }, { payoff: [[null]] }, { row_payoff: [[1]], col_payoff: [[1, 2]] }, { example: 'nosuch' }]) assert.equal(gameOf(bad), null);
});

test('the table of a game is typed into; what cannot be read stays and is found', () => {
  const game = gameOf({ row_payoff: [[1, '1/2']], col_payoff: [[3, 4]], rows: ['up'], cols: ['left', 'right'] }), sheet = sheetOf(game);
  assert.deepEqual(sheet.layers, [[['1', '1/2']], [['3', '4']]]);
  assert.deepEqual(problemOf(withSheet(game, sheet)), problemOf(game));
  const typed = withSheet(game, withText(withText(sheet, { i: 0, j: 1, k: 1 }, '1/0'), { i: -1, j: 0, k: 0 }, 'right'));
  assert.deepEqual(typed.b, [[3, '1/0']]);
  assert.deepEqual(faultsOf(typed), [{ i: -1, j: 0, k: 0 }, { i: -1, j: 1, k: 0 }, { i: 0, j: 1, k: 1 }]);
  assert.deepEqual(gameOf(problemOf(typed)), typed);
  assert.deepEqual(faultsOf(withSheet(game, withText(sheet, { i: 0, j: 0, k: 0 }, ''))), [{ i: 0, j: 0, k: 0 }]);
  assert.deepEqual([isName('', ['']), isName('a'.repeat(61), ['a'.repeat(61)]), isName('a', ['a', 'a']), isName('a', ['a', 'b'])], [false, false, false, true]);
  assert.equal(asTable(game), '\tleft\tright\nup\t1, 3\t1/2, 4');
  assert.deepEqual([splitCell('5, 1'), splitCell('(1/3; -2)'), splitCell('7'), splitCell('a, b')], [['5', '1'], ['1/3', '-2'], ['7'], ['a, b']]);
});

test('a game grows with names of its own, changes its form, keeps the probabilities of its states', () => {
  const game = gameOf({ payoff: [[1]], cols: ['c2'] });
  assert.deepEqual(withSheet(game, inserted(sheetOf(game), 'cols', 1, 1, makeOf(game))).cols, ['c2', "c2'"]);
  assert.deepEqual(reform(gameOf({ payoff: [[1, '1/2']] }), 'bimatrix').b, [[-1, '-1/2']]);
  assert.deepEqual(problemOf(reform(gameOf({ payoff: [[1]], rows: ['up'], cols: ['left'] }), 'decision')), { acts: ['up'], states: ['left'], payoff: [[1]] });
  const decision = gameOf({ acts: ['a'], states: ['s', 't'], payoff: [[1, 2]], probability: [0.25, '3/4'] }), sheet = sheetOf(decision);
  assert.deepEqual(withSheet(decision, moved(sheet, 'cols', 0, 0, 1)).probability, ['3/4', 0.25]);
  assert.deepEqual(withSheet(decision, withText(sheet, { i: -1, j: 0, k: 0 }, 'sun')).probability, [0.25, '3/4']);
  assert.equal(withSheet(decision, inserted(sheet, 'cols', 0, 1, makeOf(decision))).probability, undefined);
  assert.equal('probability' in problemOf(withSheet(gameOf({ acts: ['a'], states: ['s', 't'], payoff: [[1, 2]] }), sheet)), false);
  const result = { game: 'zero_sum', rows: ['r1'], cols: ['c1'], row_player: 'one', col_player: 'two', row_payoff: [[2]], col_payoff: [[-2]] };
  assert.deepEqual(problemOf(gameOfResult(result)), { payoff: [[2]], rows: ['r1'], cols: ['c1'], row_player: 'one', col_player: 'two' });
});

// ---- what the page computes itself ----

test('best answers and pure equilibria are those of the definition', () => {
  for (let round = 0; round < 200; round++) {
    const m = 1 + random(4), n = 1 + random(4), a = table(m, n), b = random(3) ? table(m, n) : undefined, game = gameOf(b ? { row_payoff: a, col_payoff: b } : { payoff: a });
    const { row, col, pure } = analysed(game), other = b ?? a.map((line) => line.map((one) => -one)), found = [];
    a.forEach((line, i) => line.forEach((one, j) => {
      const bestRow = a.every((that) => that[j] <= one), bestCol = other[i].every((that) => that <= other[i][j]);
      assert.deepEqual([row.has(`${i} ${j}`), col.has(`${i} ${j}`)], [bestRow, bestCol]);
      if (bestRow && bestCol) found.push([i, j]);
    }));
    assert.deepEqual(pure, found);
  }
  const exact = analysed(gameOf({ payoff: [['1/3'], ['0.333333333333333333']] }));
  assert.deepEqual([...exact.row], ['0 0']);
  assert.deepEqual([...analysed(gameOf({ payoff: [['x'], [-7]] })).row], ['1 0']);
});

test('the criteria of a decision are those of the definition', () => {
  for (let round = 0; round < 200; round++) {
    const m = 1 + random(4), n = 1 + random(4), a = table(m, n), weights = Array.from({ length: n }, () => 1 + random(4)), sum = weights.reduce((one, two) => one + two), alpha = random(5);
    const found = judged(gameOf({ acts: Array.from({ length: m }, (_, i) => `a${i}`), payoff: a, probability: weights.map((one) => `${one}/${sum}`), alpha: `${alpha}/4` }));
    const highest = a[0].map((_, j) => Math.max(...a.map((line) => line[j])));
    const naive = {
      maximin: (line) => Math.min(...line), maximax: (line) => Math.max(...line), hurwicz: (line) => (alpha * Math.max(...line) + (4 - alpha) * Math.min(...line)) / 4,
      regret: (line) => Math.max(...line.map((one, j) => highest[j] - one)), laplace: (line) => line.reduce((one, two) => one + two) / n, expected: (line) => line.reduce((all, one, j) => all + one * weights[j], 0) / sum
    };
    for (const [name, rule] of Object.entries(naive)) {
      const values = a.map(rule), top = name === 'regret' ? Math.min(...values) : Math.max(...values);
      found[name].values.forEach((text, i) => assert.ok(Math.abs(value(text) - values[i]) < 1e-9, `${name}: ${text}, ${values[i]}`));
      assert.deepEqual(found[name].best, values.flatMap((one, i) => (Math.abs(one - top) < 1e-9 ? [i] : [])), name);
    }
  }
  const broken = judged(gameOf({ acts: ['a', 'b'], payoff: [[1, 'x'], [3, 4]] }));
  assert.deepEqual([broken.maximin.values, broken.maximin.best, broken.expected], [[null, '3'], [1], undefined]);
});

test('fractions are compared and written in lowest terms', () => {
  assert.ok(compare(read('1/3'), read('0.3333')) > 0 && compare(read('-1/2'), read('-0.5')) === 0);
  assert.equal(textOf({ n: -6n, d: 4n }), '-3/2');
});

test('an envelope is the greatest of its lines everywhere', () => {
  for (let round = 0; round < 300; round++) {
    const lines = table(1 + random(6), 2), corners = envelope(lines);
    assert.equal(corners[0][0], 0);
    assert.equal(corners.at(-1)[0], 1);
    for (let at = 0; at <= 40; at++) {
      const x = at / 40, k = corners.findIndex(([to]) => to >= x), [x1, y1] = corners[k], [x0, y0] = corners[Math.max(0, k - 1)];
      const y = x1 > x0 ? y0 + (y1 - y0) * (x - x0) / (x1 - x0) : y1;
      assert.ok(Math.abs(y - Math.max(...lines.map(([from, to]) => from + (to - from) * x))) < 1e-9, JSON.stringify({ lines, corners, x, y }));
    }
  }
});

test('the picture of a zero-sum game has its value at the peak, that of 2x2 the best answers', () => {
  const pennies = linesOf({ game: 'zero_sum', row_payoff: [[1, -1], [-1, 1]], col_payoff: [[-1, 1], [1, -1]] }, [{ row: ['1/2', '1/2'], col: ['1/2', '1/2'], payoff: [0, 0] }]);
  assert.deepEqual([pennies.by, pennies.lower, pennies.marks, pennies.corners.map(([x, y]) => [x, y])], ['row', true, [[0.5, 0, 0]], [[0, -1], [0.5, 0], [1, -1]]]);
  assert.equal(linesOf({ game: 'bimatrix', row_payoff: table(3, 3), col_payoff: table(3, 3) }), null);
  assert.equal(linesOf({ game: 'zero_sum', row_payoff: table(4, 2), col_payoff: table(4, 2) }).lower, false);
  for (let round = 0; round < 300; round++) {
    const a = table(2, 2), b = table(2, 2), { row, col, full } = answersOf({ row_payoff: a, col_payoff: b });
    const gains = { row: (q) => q * (a[0][0] - a[1][0]) + (1 - q) * (a[0][1] - a[1][1]), col: (p) => p * (b[0][0] - b[0][1]) + (1 - p) * (b[1][0] - b[1][1]) };
    for (const [player, points, own, other] of [['row', row, 0, 1], ['col', col, 1, 0]]) {
      if (!points) { assert.ok(full.includes(player) && [0, 1].every((x) => gains[player](x) === 0)); continue; }
      assert.deepEqual([points[0][other], points.at(-1)[other]], [0, 1]);
      for (const [from, to] of points.slice(1).map((point, i) => [points[i], point]))
        for (const share of [0.25, 0.5, 0.75]) {
          const x = from[other] + (to[other] - from[other]) * share, mine = from[own] + (to[own] - from[own]) * share, gain = gains[player](x);
          assert.ok(Math.abs(gain) < 1e-9 || mine === (gain > 0 ? 1 : 0), JSON.stringify({ a, b, player, points }));
        }
    }
  }
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
  const lrs = gameOfText('2 3\n\n1 2 3\n4 5 1/2\n\n-1 0 0\n0 0 7\n');
  assert.deepEqual([lrs.a, lrs.b], [[[1, 2, 3], [4, 5, '1/2']], [[-1, 0, 0], [0, 0, 7]]]);
  assert.equal(gameOfText('NFG 1 R "" { "" "" }\n{ 1 2 }\n\n1 2 3 4').form, 'bimatrix');
  assert.deepEqual([gameOfText('3,3 0,5\n5,0 1,1\n').b, gameOfText('1 -1\n-1 1').a, readGame('1,2\n3,4').a], [[[3, 5], [0, 1]], [[1, -1], [-1, 1]], [[1, 2], [3, 4]]]);
  for (const bad of ['2 2\n1 2 3', '', 'x', '1 1 2 y']) assert.equal(gameOfText(bad), null, bad);
});

test('a table with names differs from a block of entries', () => {
  assert.equal(readGame('1\t2\n3\t4', { named: true }), null);
  assert.deepEqual(readGame('\ta\tb\nx\t1\t2', { named: true }).cols, ['a', 'b']);
  assert.equal(readGame('[[1, 2]]', { named: true }).form, 'zero_sum');
});

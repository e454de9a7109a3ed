// Imperfect information without a page: problems as tables and back, posteriors, the questions and answers of games.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { examples } from '../../../src/web/kinds/imperfect/examples.js';
import { curveOf, gameOf, powersOf, problemOf as problemOfGame, strategiesOf } from '../../../src/web/kinds/imperfect/game.js';
import { actionSheet, isNumber, posteriorOf, problemOf, stateSheet, tablesOf, withActionSheet, withStateSheet } from '../../../src/web/kinds/imperfect/tables.js';
import { inserted, moved, removed, withText } from '../../../src/web/parts/table/sheet.js';

const names = { prior: 'prior', win: 'we win', tie: 'tie', wins: 'if we win', loses: 'if we lose', ties: 'if it ties' };
const make = { blank: '0', name: (axis, at) => `${axis}${at + 1}` };
const bluff = examples[0].problem, tender = examples[1].problem;

test('numbers are read in their usual notations', () => {
  for (const text of ['1', '-2.5', '−3', '.5', '1e-3', ' 7 ']) assert.ok(isNumber(text), text);
  for (const text of ['', 'x', '1/3', '1,5', '--1']) assert.ok(!isNumber(text), text);
});

test('a problem that is shown in tables is the same problem', () => {
  for (const { problem } of examples.filter((one) => one.problem.hidden)) assert.deepEqual(problemOf(tablesOf(problem)), problem);
  const more = { hidden: ['a', { id: 'b', prior: 2 }], observations: [], model: { likelihood: { x: [1, 0] }, response: { call: { fold: [1, 0], payoff_fold: 3 } } }, outcome: { win: [0.5, 1], tie: [0.25, 0] },
    actions: [{ id: 'call', payoff_win: 1, payoff_lose: -1, response: { fold: 0.5, payoff_fold: 1 } }], method: 'monte_carlo', samples: 10 };
  assert.deepEqual(problemOf(tablesOf(more)), { ...more, hidden: [{ id: 'a', prior: 1 }, { id: 'b', prior: 2 }] });
  assert.equal(tablesOf({ game: 'kuhn' }), undefined);
});

test('entries are edited in the sheets; what cannot be read stays', () => {
  const tables = tablesOf(bluff), sheet = stateSheet(tables, names);
  assert.deepEqual(sheet.cols, ['prior', 'raise', 'check', 'bet big', 'bet small', 'we win', 'tie']);
  const prior = problemOf(withStateSheet(tables, withText(sheet, { i: 0, j: 0, k: 0 }, '0.5'), names));
  assert.equal(prior.hidden[0].prior, 0.5);
  const unread = problemOf(withStateSheet(tables, withText(sheet, { i: 0, j: 1, k: 0 }, 'often'), names));
  assert.deepEqual(unread.model.likelihood.raise, ['often', 0.4, 0.3]);
  const acts = actionSheet(tables, names), paid = problemOf(withActionSheet(tables, withText(acts, { i: 0, j: 2, k: 0 }, '10')));
  assert.deepEqual(paid.actions[0], { id: 'call', payoff_win: 150, payoff_lose: -100, payoff_tie: 10 });
});

test('renamed, inserted, moved and removed rows and columns keep what belongs to them', () => {
  const tables = tablesOf(bluff), sheet = stateSheet(tables, names), after = (next) => problemOf(withStateSheet(tables, next, names));
  assert.deepEqual(after(withText(sheet, { i: -1, j: 1, k: 0 }, 'reraise')).observations, ['reraise', 'bet big']);
  assert.deepEqual(after(withText(sheet, { i: 2, j: -1, k: 0 }, 'air')).outcome.win, ['draw', 'air']);
  const more = after(inserted(sheet, 'rows', 3, 1, make));
  assert.deepEqual([more.hidden.length, more.hidden[3], more.model.likelihood.raise], [4, { id: 'rows4', prior: 0 }, [0.8, 0.4, 0.3, 0]]);
  assert.deepEqual(after(removed(sheet, 'cols', 1, 1)).observations, ['bet big'], 'an observation without a column is no longer seen');
  assert.deepEqual(after(moved(sheet, 'rows', 0, 0, 1)).model.likelihood.raise, [0.4, 0.8, 0.3]);
  const two = tablesOf(tender), places = stateSheet(two, names), paid = problemOf(withStateSheet(two, moved(places, 'rows', 0, 0, 1), names));
  assert.deepEqual(paid.actions[1].payoff, [26, 0, 26], 'payoffs follow their states');
});

test('the posterior is that of the rule of Bayes, in any order of the observations', () => {
  const tables = tablesOf(bluff), near = (found, wanted) => found.forEach((share, i) => assert.ok(Math.abs(share - wanted[i]) < 1e-12, `${found}`));
  near(posteriorOf(tables, 0), [0.35, 0.35, 0.3]);
  const weights = [0.35 * 0.8 * 0.6, 0.35 * 0.4 * 0.2, 0.3 * 0.3 * 0.5], sum = weights.reduce((a, b) => a + b);
  near(posteriorOf(tables), weights.map((one) => one / sum));
  near(posteriorOf({ ...tables, observations: [...tables.observations].reverse() }), posteriorOf(tables));
  assert.equal(posteriorOf({ ...tables, prior: ['0', '0', '0'] }), undefined);
  assert.equal(posteriorOf({ ...tables, prior: ['x', '1', '1'] }), undefined);
});

test('questions of games', () => {
  assert.deepEqual(gameOf({ game: 'leduc' }), { name: 'leduc', text: '', styles: true, style: undefined, trust: 1, other: false });
  const asked = problemOfGame('leduc', 'maniac', 0.5);
  assert.deepEqual([gameOf(asked).style, gameOf(asked).trust], ['maniac', 0.5]);
  assert.equal(gameOf('EFG 2 R "x" { "A" "B" }').name, 'efg');
  assert.equal(gameOf({ game: { players: ['A'], root: {} } }).name, 'tree');
  for (const more of [{ want: 'evaluate', strategy: 'uniform' }, { want: 'exploit', opponent: '0123' }, { model: { game: 'kuhn' } }]) assert.ok(gameOf({ game: 'kuhn', ...more }).other, JSON.stringify(more));
});

test('the curve has powers of ten as its ticks', () => {
  assert.deepEqual(curveOf([[1, 10], [100, 0.1], [1000, 0]]), [[0, 1], [2, -1]]);
  assert.deepEqual(powersOf([0, 2.3]), [0, 1, 2, 3]);
  assert.deepEqual(powersOf([-6.1, 0.3]), [-7, -5, -3, -1, 1]);
  assert.deepEqual(powersOf([1, 1]), [1, 2]);
  assert.deepEqual(strategiesOf({ strategy: [{ player: '1', infoset: 'J', actions: { pass: 1 } }, { player: '2', infoset: 'Q', actions: { bet: 1 } }] }).map(({ player, rows }) => [player, rows.length]), [['1', 1], ['2', 1]]);
});

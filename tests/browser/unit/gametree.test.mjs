// Game trees and boards: reading, writing, playing.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { after, frames, minimax, principal, sweepFrames } from '../../../src/web/kinds/gametree/playback.js';
import { canSplit, columnsOf, fourOf, lost, mover, openLines, over, readBoard, readPiles, rowOf, split, take } from '../../../src/web/kinds/gametree/rules.js';
import { leavesOf, nodeAt, readNested, readText, readTree, withPlayers, writeNested } from '../../../src/web/kinds/gametree/tree.js';

const tie = ['MAX', ['MIN', 3, 5], ['MIN', 3, 9], ['MIN', ['MAX', ['MIN', 2, 8], 7], 1]];

test('a tree survives being read and written', () => {
  const tree = readTree({ tree: tie });
  assert.equal(leavesOf(tree), 8);
  assert.equal(writeNested(tree), '((3 5) (3 9) (((2 8) 7) 1))');
  assert.deepEqual(withPlayers(readNested(writeNested(tree))), tie);
  assert.deepEqual(tree.name.slice(0, 4), ['A', 'B', 'C', 'D']);
  assert.deepEqual(tree.max.slice(0, 4), [true, false, false, false]);
  assert.equal(tree.value[nodeAt(tree, [2, 0, 0, 1])], 8);
  assert.equal(nodeAt(tree, [7]), undefined);
});

test('brackets are read in their usual forms', () => {
  for (const text of ['((3 5)(3 9))', '(3 5) (3 9)', '[[3,5],[3,9]]', '["MAX",["MIN",3,5],["MIN",3,9]]', '(MAX (MIN 3 5) (MIN 3 9))'])
    assert.deepEqual(withPlayers(readNested(text)), ['MAX', ['MIN', 3, 5], ['MIN', 3, 9]], text);
  assert.deepEqual(withPlayers(readNested('(MIN -1 2.5)')), ['MIN', -1, 2.5]);
  for (const text of ['', '(', '(3', '3)', '()', '(3 ())', 'abc', '(3 MAX)', '(MAX)']) assert.equal(readNested(text), null, text);
});

test('a text is JSON, a game with its position, a tree, or nine cells', () => {
  assert.deepEqual(readText(JSON.stringify({ tree: tie })), { tree: tie });
  assert.deepEqual(readText('[[3,5],[3,9]]'), { tree: ['MAX', ['MIN', 3, 5], ['MIN', 3, 9]] });
  assert.deepEqual(readText('MIN ((3 5) 4)\n'), { tree: ['MIN', ['MAX', 3, 5], 4] });
  assert.deepEqual(readText('tictactoe .O..X....'), { game: 'tictactoe', board: '.O..X....' });
  assert.deepEqual(readText('connect4 44455'), { game: 'connect4', moves: '44455' });
  assert.deepEqual(readText('grundy 7 3'), { game: 'grundy', piles: [7, 3] });
  assert.deepEqual(readText('grundy misere 7'), { game: 'grundy', misere: true, piles: [7] });
  assert.deepEqual(readText('nim take 3 misere 5, 2'), { game: 'nim', take: 3, misere: true, piles: [5, 2] });
  assert.deepEqual(readText('Nim 5 take 3 misere 2'), { game: 'nim', take: 3, misere: true, piles: [5, 2] });
  assert.deepEqual(readText('.o. .x. ...'), { game: 'tictactoe', board: '.O..X....' });
  for (const text of ['', 'chess', '{}', 'null', '(3']) assert.equal(readText(text), null, text);
});

test('chance nodes are read and written: as brackets, lists and flat', () => {
  const given = '(<1/3:3 2/3:(5 2)> <1 (4 7)>)', lists = withPlayers(readNested(given)), tree = readTree({ tree: lists });
  assert.deepEqual(lists, ['MAX', ['CHANCE', { p: '1/3', value: 3 }, { p: '2/3', player: 'MIN', children: [5, 2] }], ['CHANCE', 1, ['MIN', 4, 7]]]);
  assert.equal(writeNested(tree), given);
  assert.deepEqual([tree.chance.slice(0, 3), tree.max[0], tree.max[nodeAt(tree, [0, 1])]], [[false, true, true], true, false]);
  assert.deepEqual([tree.p[nodeAt(tree, [0, 0])], tree.p[nodeAt(tree, [1, 0])]], ['1/3', '1/2']);
  assert.deepEqual(readText('<1/4:3 0.75:(5 2)>'), { tree: ['CHANCE', { p: '1/4', value: 3 }, { p: '0.75', player: 'MAX', children: [5, 2] }] });
  const flat = readTree({ parent: [-1, 0, 0], player: [2, 0, 0], value: [0, 3, 4], p: [null, 0.25, '3/4'] });
  assert.deepEqual([flat.chance, flat.p], [[true, false, false], [undefined, '0.25', '3/4']]);
  for (const text of ['<3)', '(1/2:3)', '<1/2:1/2:3>', '<1/2:>', '<>']) assert.equal(readNested(text), null, text);
});

test('flat forms are the same tree', () => {
  const nested = readTree({ tree: [[3, 5], [4]] }), plain = ({ parent, children, max }) => ({ parent, children, max });
  const parent = [-1, 0, 0, 1, 1, 2], value = [0, 0, 0, 3, 5, 4];
  assert.deepEqual(plain(readTree({ parent, value })), plain(nested));
  assert.deepEqual(readTree({ parent, value }).value, nested.value);
  assert.deepEqual(plain(readTree({ first_child: [1, 3, 5, 0, 0, 0], children: [2, 2, 1, 0, 0, 0], value })), plain(nested));
  assert.deepEqual(plain(readTree({ generate: {} }, { to_move: 'MAX', tree: { parent, value, player: ['MAX', 'MIN', 'MIN', null, null, null] } })), plain(nested));
  assert.equal(readTree({ generate: {} }, {}), null);
});

test('minimax, and the values known after so many leaves', () => {
  const tree = readTree({ tree: tie }), plain = minimax(tree);
  assert.equal(plain.values[0], 3);
  assert.equal(plain.leaves, 8);
  assert.deepEqual([...after(tree, plain, 2).values()].sort(), [3, 3, 5]);
  const whole = after(tree, plain, 8);
  assert.equal(whole.size, tree.parent.length);
  assert.deepEqual([...principal(tree, whole)].map((v) => tree.path[v].join('')), ['', '0', '00']);
});

test('alpha-beta is played back: windows, values so far, cuts', () => {
  const tree = readTree({ tree: ['MAX', ['MIN', 3, 5], ['MIN', 3, 9]] });
  const steps = [{ event: 'enter', at: [], player: 'MAX', alpha: null, beta: null }, { event: 'enter', at: [0], player: 'MIN', alpha: null, beta: null }, { event: 'leaf', at: [0, 0], value: 3 }, { event: 'leaf', at: [0, 1], value: 5 },
    { event: 'back', at: [0], value: 3 }, { event: 'enter', at: [1], player: 'MIN', alpha: 3, beta: null }, { event: 'leaf', at: [1, 0], value: 3 },
    { event: 'cut', at: [1], kind: 'alpha', by: [], bound: 3, value: 3, skipped: [[1, 1]] }, { event: 'back', at: [1], value: 3 }, { event: 'back', at: [], value: 3 }];
  const all = frames(tree, steps), at = (path) => nodeAt(tree, path);
  assert.equal(all.length, steps.length + 2);
  assert.deepEqual(all[3].open.get(at([0])), { alpha: -Infinity, beta: 3, now: 3 });
  assert.deepEqual(all[5].open.get(0), { alpha: 3, beta: Infinity, now: 3 });
  assert.equal(all[5].open.has(at([0])), false);
  assert.deepEqual([...all[7].cut], []);
  assert.deepEqual([[...all[8].cut], [...all[8].off], all[8].leaves], [[at([1, 1])], [at([1, 1])], 3]);
  assert.deepEqual([all.at(-1).done.get(0), all.at(-1).open.size], [3, 0]);
});

test('minimax with its lists is played back: OPEN, CLOSED, values', () => {
  const tree = readTree({ tree: ['MAX', ['MIN', 3, 5], 4] }), at = (path) => nodeAt(tree, path);
  const all = sweepFrames(tree, [{ event: 'start', at: [], open: [[]], closed: [] }, { event: 'expand', at: [], generated: [[0], [1]], open: [[0], [1]], closed: [[]] },
    { event: 'expand', at: [0], generated: [[0, 0], [0, 1]], values: [3, 5], open: [[1]], closed: [[0], []] }, { event: 'leaf', at: [1], value: 4, open: [], closed: [[0], []] },
    { event: 'back', at: [0], value: 3, open: [], closed: [[]] }, { event: 'back', at: [], value: 4, open: [], closed: [] }, { event: 'exit', at: [], value: 4, open: [], closed: [] }]);
  assert.deepEqual(all.map(({ leaves }) => leaves), [0, 0, 2, 3, 3, 3, 3]);
  assert.deepEqual([all[2].open, all[2].closed], [[at([1])], [at([0]), 0]]);
  assert.deepEqual([all[1].met.size, all[2].met.size, all[6].done.get(0)], [3, 5, 4]);
});

test('tic-tac-toe: boards, open lines, the end', () => {
  assert.equal(readBoard('.O. .X. ...'), '.O..X....');
  assert.equal(readBoard('xo.\n...\n...'), 'XO.......');
  assert.equal(readBoard('XO'), null);
  assert.deepEqual([openLines('.O..X....', 'X'), openLines('.O..X....', 'O')], [6, 4]);
  assert.deepEqual([mover('.........'), mover('X........'), mover('X........', 'MAX')], ['MAX', 'MIN', 'MAX']);
  assert.deepEqual([rowOf('XXX......'), over('XXX......'), over('XOXXOXOXO'), over('X........')], [[0, 1, 2], true, true, false]);
});

test('connect four: columns of moves and of boards, four in a row', () => {
  assert.deepEqual(columnsOf({ moves: '4453' })[3], ['first', 'second']);
  assert.equal(columnsOf({ moves: '4444444' }), null, 'a full column');
  assert.equal(columnsOf({ moves: '8' }), null);
  assert.equal(fourOf(columnsOf({ moves: '121212' })), null);
  assert.equal(fourOf(columnsOf({ moves: '1212121' })).length, 4);
  assert.deepEqual(fourOf(columnsOf({ moves: '12233434454' })), [[0, 0], [1, 1], [2, 2], [3, 3]]);
});

test('piles are split into unequal ones, or made smaller', () => {
  assert.deepEqual(readPiles('3, 4;5'), [3, 4, 5]);
  assert.equal(readPiles('3 x'), null);
  assert.deepEqual([1, 2, 3, 4, 5].filter((at) => canSplit(6, at)), [1, 2, 4, 5]);
  assert.deepEqual(split([7, 2], 0, 3), [3, 4, 2]);
  assert.deepEqual([take([7, 2], 0, 3), take([7, 2], 1, 0)], [[3, 2], [7]]);
  assert.deepEqual([lost('grundy', [2, 1, 1]), lost('grundy', [3]), lost('nim', []), lost('nim', [1])], [true, false, true, false]);
});

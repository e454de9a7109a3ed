// Game trees and the games on boards: reading, writing, editing, the rules, a line of play, the trace step by step.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnsOf, fourOf, game as connect4, rowsOf } from '../../../src/web/kinds/gametree/connect4/rules.js';
import { canSplit, canTake, lost, game as piles, readPiles, split, take } from '../../../src/web/kinds/gametree/piles/rules.js';
import { lineOf, played, questionAt, takenBack, viewOf } from '../../../src/web/kinds/gametree/play/line.js';
import { readText } from '../../../src/web/kinds/gametree/read.js';
import { mover, openLines, over, readBoard, rowOf, game as tictactoe } from '../../../src/web/kinds/gametree/tictactoe/rules.js';
import { addChild, addSibling, equalOdds, moveTo, readOdds, remove, removeParent, restOf, setEval, setKind, setName, setOdds, setValue, shift, swapPlayers } from '../../../src/web/kinds/gametree/tree/edit.js';
import { editOf, graphOf, idOf, nodeOf, pathOf } from '../../../src/web/kinds/gametree/tree/graph.js';
import { leavesOf, nodeAt, readTree } from '../../../src/web/kinds/gametree/tree/model.js';
import { after, cutting, minimax, principal, sweeping } from '../../../src/web/kinds/gametree/tree/playback.js';
import { readNested, withPlayers, writeNested } from '../../../src/web/kinds/gametree/tree/text.js';
import { addNode, connect, remove as removeNode } from '../../../src/web/parts/graph/edit.js';

const tie = ['MAX', ['MIN', 3, 5], ['MIN', 3, 9], ['MIN', ['MAX', ['MIN', 2, 8], 7], 1]];
const read = (text) => readTree({ tree: withPlayers(readNested(text)) });

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

test('chance nodes are read and written: as brackets, lists and flat', () => {
  const given = '(<1/3:3 2/3:(5 2)> <1 (4 7)>)', lists = withPlayers(readNested(given)), tree = readTree({ tree: lists });
  assert.deepEqual(lists, ['MAX', ['CHANCE', { p: '1/3', value: 3 }, { p: '2/3', player: 'MIN', children: [5, 2] }], ['CHANCE', 1, ['MIN', 4, 7]]]);
  assert.equal(writeNested(tree), given);
  assert.deepEqual([tree.chance.slice(0, 3), tree.max[0], tree.max[nodeAt(tree, [0, 1])]], [[false, true, true], true, false]);
  assert.deepEqual([tree.p[nodeAt(tree, [0, 0])], tree.p[nodeAt(tree, [1, 0])]], ['1/3', '1/2']);
  assert.deepEqual(withPlayers(readNested('<1/4:3 0.75:(5 2)>')), ['CHANCE', { p: '1/4', value: 3 }, { p: '0.75', player: 'MAX', children: [5, 2] }]);
  const flat = readTree({ parent: [-1, 0, 0], player: [2, 0, 0], value: [0, 3, 4], p: [null, 0.25, '3/4'] });
  assert.deepEqual([flat.chance, flat.p], [[true, false, false], [undefined, '0.25', '3/4']]);
  for (const text of ['<3)', '(1/2:3)', '<1/2:1/2:3>', '<1/2:>', '<>']) assert.equal(readNested(text), null, text);
});

test('names, evaluations and players that do not alternate survive as text', () => {
  const lists = ['MIN', { name: 'left "a"', player: 'MAX', eval: 4, children: [3, { name: 'x', value: 5 }] }, ['MIN', 2, ['CHANCE', { p: '1/4', name: 'rain', value: 1 }, { p: '3/4', player: 'MIN', children: [6, 7] }]]];
  const text = writeNested(readTree({ tree: lists }));
  assert.equal(text, '(MIN "left \\"a\\""(3 "x"5)=4 (MIN 2 <1/4:"rain"1 3/4:(MIN 6 7)>))');
  assert.equal(writeNested(read(text)), text);
  assert.deepEqual(withPlayers(readNested('(MIN "left"(MAX 3 4)=4 5)')), ['MIN', { name: 'left', eval: 4, player: 'MAX', children: [3, 4] }, 5]);
  for (const bad of ['("x")', '("x" "y"3)', '(3=4)', '("x 3)', '(3) "x"']) assert.equal(readNested(bad), null, bad);
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

test('children are added, named, valued and deleted', () => {
  const tree = read('((3 5) 4)');
  assert.deepEqual(addChild(tree, [0]), ['MAX', ['MIN', 3, 5, 0], 4]);
  assert.deepEqual(addChild(tree, [1]), ['MAX', ['MIN', 3, 5], ['MIN', 4]], 'a leaf keeps its value as its first child');
  assert.deepEqual(addChild(tree, [0, 1]), ['MAX', ['MIN', 3, ['MAX', 5]], 4]);
  assert.deepEqual(addChild(read('(<(3 4) 5> 2)'), [0, 1]), ['MAX', ['CHANCE', ['MIN', 3, 4], ['MIN', 5]], 2], 'chance keeps the turn');
  assert.deepEqual(addSibling(tree, [0]), ['MAX', ['MIN', 3, 5], 4, 0]);
  assert.deepEqual(remove(tree, [0]), ['MAX', 4]);
  assert.deepEqual(remove(read('((3) 4)'), [0, 0]), ['MAX', 0, 4], 'a node without children becomes a leaf');
  assert.deepEqual(removeParent(tree, [0, 1]), ['MAX', 5, 4]);
  assert.deepEqual(setName(tree, [0], 'left'), ['MAX', { name: 'left', player: 'MIN', children: [3, 5] }, 4]);
  assert.deepEqual(setName(read('("left"(3 5) 4)'), [0], ''), ['MAX', ['MIN', 3, 5], 4]);
  assert.deepEqual([setValue(tree, [1], -2.5), setValue(tree, [0], 1)], [['MAX', ['MIN', 3, 5], -2.5], null]);
  assert.deepEqual(setEval(tree, [0], 7), ['MAX', { player: 'MIN', eval: 7, children: [3, 5] }, 4]);
  assert.deepEqual(shift(tree, [0], 1), ['MAX', 4, ['MIN', 3, 5]]);
  assert.deepEqual(swapPlayers(tree), ['MIN', ['MAX', 3, 5], 4]);
  for (const none of [addSibling(tree, []), remove(tree, []), removeParent(tree, []), shift(tree, [1], 1), addChild(tree, [5]), setEval(tree, [1], 3)]) assert.equal(none, null);
  assert.equal(writeNested(tree), '((3 5) 4)', 'the tree itself is unchanged');
});

test('subtrees are moved and copied, never below themselves', () => {
  const tree = read('((3 5) (4 (6 7)))');
  assert.deepEqual(moveTo(tree, [1, 1], [0]), ['MAX', ['MIN', 3, 5, ['MAX', 6, 7]], ['MIN', 4]]);
  assert.deepEqual(moveTo(tree, [0, 0], [1, 1]), ['MAX', ['MIN', 5], ['MIN', 4, ['MAX', 6, 7, 3]]], 'a target behind the moved node');
  assert.deepEqual(moveTo(tree, [0], [1], { copy: true }), ['MAX', ['MIN', 3, 5], ['MIN', 4, ['MAX', 6, 7], ['MIN', 3, 5]]]);
  for (const [from, to] of [[[1], [1, 1]], [[], [0]], [[0], [1, 0]], [[0], [0]]]) assert.equal(moveTo(tree, from, to), null, `${from} to ${to}`);
});

test('the kind of a node and the probabilities of its children', () => {
  const tree = read('((3 5) <1/3:3 2/3:(5 2)>)');
  assert.deepEqual(setKind(tree, [0], 'CHANCE'), ['MAX', ['CHANCE', 3, 5], ['CHANCE', { p: '1/3', value: 3 }, { p: '2/3', player: 'MIN', children: [5, 2] }]]);
  assert.deepEqual(setKind(tree, [1], 'MIN'), ['MAX', ['MIN', 3, 5], ['MIN', 3, ['MIN', 5, 2]]]);
  assert.deepEqual([setKind(tree, [0, 0], 'MAX'), setKind(tree, [0], 'MIN'), setOdds(tree, [0, 0], '1/2')], [null, null, null]);
  const dice = read('<1 2 3>');
  assert.deepEqual(setOdds(dice, [0], '0.5'), ['CHANCE', { p: '1/2', value: 1 }, { p: '1/3', value: 2 }, { p: '1/3', value: 3 }]);
  const changed = readTree({ tree: setOdds(dice, [0], '0.5') });
  assert.deepEqual([restOf(dice, 0), restOf(changed, 0), restOf(changed, 0, changed.children[0][0])], ['0', '-1/6', '1/3']);
  assert.deepEqual(equalOdds(changed, []), ['CHANCE', 1, 2, 3]);
  assert.deepEqual(addChild(changed, []), ['CHANCE', 1, 2, 3, 0], 'probabilities that no longer fit are dropped');
  assert.deepEqual(remove(changed, [2]), ['CHANCE', 1, 2]);
  assert.deepEqual([readOdds('2/6'), readOdds('0.125'), readOdds('1'), readOdds('3/2'), readOdds('1/0'), readOdds('x'), readOdds('-1')], [[1n, 3n], [1n, 8n], [1n, 1n], null, null, null, null]);
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

test('alpha-beta is played back: windows, values so far, cuts, forwards and backwards', () => {
  const tree = readTree({ tree: ['MAX', ['MIN', 3, 5], ['MIN', 3, 9]] });
  const steps = [{ event: 'enter', at: [], player: 'MAX', alpha: null, beta: null }, { event: 'enter', at: [0], player: 'MIN', alpha: null, beta: null }, { event: 'leaf', at: [0, 0], value: 3 }, { event: 'leaf', at: [0, 1], value: 5 },
    { event: 'back', at: [0], value: 3 }, { event: 'enter', at: [1], player: 'MIN', alpha: 3, beta: null }, { event: 'leaf', at: [1, 0], value: 3 },
    { event: 'cut', at: [1], kind: 'alpha', by: [], bound: 3, value: 3, skipped: [[1, 1]] }, { event: 'back', at: [1], value: 3 }, { event: 'back', at: [], value: 3 }];
  const played = cutting(tree, steps), at = (path) => nodeAt(tree, path);
  assert.equal(played.count, steps.length + 2);
  for (const way of [[3, 5, 7, 8, 11], [11, 8, 7, 5, 3]])
    for (const i of way) {
      const frame = played.at(i);
      if (i === 3) assert.deepEqual(frame.open.get(at([0])), { alpha: -Infinity, beta: 3, now: 3 });
      if (i === 5) assert.deepEqual([frame.open.get(0), frame.open.has(at([0]))], [{ alpha: 3, beta: Infinity, now: 3 }, false]);
      if (i === 7) assert.equal(frame.cut.size, 0);
      if (i === 8) assert.deepEqual([[...frame.cut], [...frame.off], frame.leaves], [[at([1, 1])], [at([1, 1])], 3]);
      if (i === 11) assert.deepEqual([frame.event, frame.done.get(0), frame.open.size], ['end', 3, 0]);
    }
  assert.equal(cutting(tree, steps, false).count, steps.length + 1, 'a part of the steps has no end');
});

test('minimax with its lists is played back: OPEN, CLOSED, values', () => {
  const tree = readTree({ tree: ['MAX', ['MIN', 3, 5], 4] }), at = (path) => nodeAt(tree, path);
  const played = sweeping(tree, [{ event: 'start', at: [], open: [[]], closed: [] }, { event: 'expand', at: [], generated: [[0], [1]], open: [[0], [1]], closed: [[]] },
    { event: 'expand', at: [0], generated: [[0, 0], [0, 1]], values: [3, 5], open: [[1]], closed: [[0], []] }, { event: 'leaf', at: [1], value: 4, open: [], closed: [[0], []] },
    { event: 'back', at: [0], value: 3, open: [], closed: [[]] }, { event: 'back', at: [], value: 4, open: [], closed: [] }, { event: 'exit', at: [], value: 4, open: [], closed: [] }]);
  assert.deepEqual(Array.from({ length: played.count }, (_, i) => played.at(i).leaves), [0, 0, 2, 3, 3, 3, 3]);
  assert.deepEqual([played.at(2).open, played.at(2).closed], [[at([1])], [at([0]), 0]]);
  assert.deepEqual([played.at(1).met.size, played.at(2).met.size, played.at(6).done.get(0)], [3, 5, 4]);
});

test('a tree is a graph whose ids are paths; its shapes say who moves', () => {
  const tree = read('((3 5) <1/3:"rain"2 2/3:-1000>)'), graph = graphOf(tree, String);
  assert.deepEqual(graph.nodes.map(({ id }) => id), ['root', '0', '1', '0.0', '0.1', '1.0', '1.1']);
  assert.deepEqual(graph.nodes.map(({ shape }) => shape), ['box', undefined, 'diamond', 'pill', 'pill', 'pill', 'pill']);
  assert.deepEqual(graph.edges.map(({ id, from, to }) => [id, from, to[0]]), [['0', 'root', '0'], ['1', 'root', '1'], ['0.0', '0', '0.0'], ['0.1', '0', '0.1'], ['1.0', '1', '1.0'], ['1.1', '1', '1.1']]);
  assert.ok(graph.nodes[3].rx >= 5 * 3, 'each node has room for the widest value');
  assert.ok(graph.nodes[5].tag > 20, 'and for its name');
  tree.path.forEach((path, v) => { assert.deepEqual(pathOf(idOf(path)), path); assert.equal(nodeOf(tree, idOf(path)), v); });
  for (const id of ['n5', '', undefined, '7', '0.0.0']) assert.equal(nodeOf(tree, id), undefined, id);
});

test('edits of the graph are edits of the tree', () => {
  const tree = read('((3 5) (4 (6 7)))'), graph = graphOf(tree, String), edit = (after) => editOf(tree, graph, after);
  assert.deepEqual(edit(addNode(graph, 'n9', '0')), { lists: ['MAX', ['MIN', 3, 5, 0], ['MIN', 4, ['MAX', 6, 7]]], select: [0, 2] });
  assert.deepEqual(edit(addNode(graph, 'n9', '1.0')), { lists: ['MAX', ['MIN', 3, 5], ['MIN', ['MAX', 4], ['MAX', 6, 7]]], select: [1, 0, 0] });
  assert.deepEqual(edit(addNode(graph, 'n9')), { lists: null }, 'a node without a parent');
  assert.deepEqual(edit(removeNode(graph, { node: '1.1' })), { lists: ['MAX', ['MIN', 3, 5], ['MIN', 4]], select: [1] });
  assert.deepEqual(edit(removeNode(graph, { edge: '0.0' })), { lists: ['MAX', ['MIN', 5], ['MIN', 4, ['MAX', 6, 7]]], select: [0] });
  assert.deepEqual(edit(connect(graph, '0', ['1.1'])), { lists: ['MAX', ['MIN', 3, 5, ['MAX', 6, 7]], ['MIN', 4]] });
  assert.deepEqual(edit(connect(graph, '1.1', ['root'])), { lists: null }, 'a node below itself');
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
  const rows = rowsOf(columnsOf({ moves: '4453' }));
  assert.deepEqual(rows, ['.......', '.......', '.......', '.......', '...O...', '..OXX..']);
  assert.deepEqual(columnsOf({ board: rows }), columnsOf({ moves: '4453' }));
});

test('piles are split into unequal ones, or made smaller', () => {
  assert.deepEqual(readPiles('3, 4;5'), [3, 4, 5]);
  assert.equal(readPiles('3 x'), null);
  assert.deepEqual([1, 2, 3, 4, 5].filter((at) => canSplit(6, at)), [1, 2, 4, 5]);
  assert.deepEqual([0, 1, 2, 3, 4, 5].filter((to) => canTake(5, to, 2)), [3, 4]);
  assert.deepEqual(split([7, 2], 0, 3), [3, 4, 2]);
  assert.deepEqual([take([7, 2], 0, 3), take([7, 2], 1, 0)], [[3, 2], [7]]);
  assert.deepEqual([lost('grundy', [2, 1, 1]), lost('grundy', [3]), lost('nim', []), lost('nim', [1])], [true, false, true, false]);
});

test('a line of play is read from the address up to a move against the rules, and written back', () => {
  const problem = { game: 'tictactoe', board: '....X....', count: true };
  const line = lineOf(tictactoe, problem, { play: '0804', at: '1' }); // 0 is taken when it comes again
  assert.deepEqual([line.moves, line.at, line.position], [[0, 8], 1, { board: 'O...X....', player: 'MAX' }]);
  assert.deepEqual(viewOf(tictactoe, line), { play: '08', at: '1' });
  assert.deepEqual(viewOf(tictactoe, lineOf(tictactoe, problem)), { play: undefined, at: undefined });
  assert.equal(lineOf(tictactoe, problem, { play: '08', at: '9' }).at, 2);
  assert.deepEqual([questionAt(tictactoe, problem, line, 0), questionAt(tictactoe, problem, line, 1)], [problem, { game: 'tictactoe', board: 'O...X....' }]);
  assert.equal(lineOf(tictactoe, { board: 'no board' }), null);
});

test('a move goes on in the line, or replaces the rest; a move is taken back until the same side moves', () => {
  const line = lineOf(connect4, { game: 'connect4', moves: '44' }, { play: '123', at: '1' });
  assert.deepEqual(played(connect4, line, 2), { moves: [1, 2, 3], at: 2 });
  assert.deepEqual(played(connect4, line, 5), { moves: [1, 5], at: 2 });
  assert.equal(played(connect4, lineOf(connect4, { moves: '444444' }), 4), null);
  const whole = lineOf(connect4, { moves: '44' }, { play: '1234' });
  assert.deepEqual(takenBack(connect4, whole), { moves: [1, 2, 3], at: 3 });
  assert.deepEqual(takenBack(connect4, whole, 0), { moves: [1, 2], at: 2 });
  assert.equal(takenBack(connect4, lineOf(connect4, { moves: '44' })), null);
});

test('after the end of a game no move is left', () => {
  const won = lineOf(connect4, { moves: '121212' }, { play: '17' });
  assert.deepEqual([won.moves, connect4.over(won.position)], [[1], true]);
  assert.equal(questionAt(connect4, { moves: '121212' }, won, 1), null);
  assert.deepEqual(lineOf(tictactoe, { board: 'XXXOO....' }, { play: '5' }).moves, []);
  assert.deepEqual(lineOf(piles, { game: 'nim', piles: [1] }, { play: '0-0_0-0' }).moves, ['0-0']);
});

test('a board of connect four is played on as a board', () => {
  const problem = { game: 'connect4', board: rowsOf(columnsOf({ moves: '4453' })) }, line = lineOf(connect4, problem, { play: '4' });
  assert.deepEqual(connect4.question(problem, line.position), { game: 'connect4', board: ['.......', '.......', '.......', '...X...', '...O...', '..OXX..'] });
});

test('the moves of piles: by both sides, with their limits, from the answer', () => {
  const problem = { game: 'nim', piles: [5, 3, 5], to_move: 'MIN', take: 2, misere: true }, line = lineOf(piles, problem, { play: '0-2_0-1_1-1' });
  assert.deepEqual(line.moves, [], 'three coins are too many');
  const other = lineOf(piles, problem, { play: '0-4_1-1' });
  assert.deepEqual([other.position.piles, other.position.player], [[4, 1, 5], 'MIN']);
  assert.deepEqual(piles.question(problem, other.position), { game: 'nim', piles: [4, 1, 5], to_move: 'MIN', misere: true, take: 2 });
  const at = (game, list, player = 'MAX') => ({ game, piles: list, player });
  assert.deepEqual(piles.best(at('nim', [5, 3, 5]), { winner: 'MAX', best_moves: [{ pile: 5, to: 4 }] }), ['0-4', '2-4']);
  assert.deepEqual(piles.best(at('grundy', [5]), { winner: 'MAX', best_moves: [{ pile: 5, into: [1, 4] }] }), ['0-1', '0-4']);
  assert.deepEqual([piles.best(at('nim', [3, 3]), { winner: 'MIN', best_moves: [] }), piles.any(at('nim', [3, 3]))], [[], '0-2']);
  for (const pile of [3, 4, 5, 6, 7, 100]) {
    const move = piles.any(at('grundy', [2, pile]));
    assert.ok(piles.apply(at('grundy', [2, pile]), move), `a lost pile of ${pile} has a move`);
  }
});

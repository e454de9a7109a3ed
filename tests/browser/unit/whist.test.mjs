// Deals of whist: reading, writing, changing, replay.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardsOfWord, counts, dealOf, hand, intervalsOf, problemOf, randomDeal, readDeal, readPlay, resize, wordOf } from '../../../src/web/kinds/whist/deal.js';
import { HIGH, arrow, graphLayout } from '../../../src/web/kinds/whist/layout.js';
import { replay, tricksOfLine, tricksOfPlay } from '../../../src/web/kinds/whist/replay.js';

// Returns a generator of numbers from 0 to 1 that are the same in each run.
function seeded(state) {
  return () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9 | 0;
    return (state >>> 0) / 2 ** 32;
  };
}

test('a problem survives being read and written', () => {
  for (const problem of [
    { leader: 'a', a: [8, 5, 4, 1], b: [7, 6, 3, 2] },
    { leader: 'b', a: [9007199254740991, -3], b: [100, 0] },
    { suits: { S: { a: [5, 2], b: [6, 4] }, D: { a: [1], b: [3] } }, trump: 'D', leader: 'b' },
    { suits: { H: { a: [2], b: [] }, C: { a: [], b: [7] } }, trump: null, leader: 'a' }
  ]) assert.deepEqual(problemOf(dealOf(problem)), problem);
  assert.deepEqual(problemOf(dealOf({ a: [1, 4], b: [3, 2] })), { leader: 'a', a: [4, 1], b: [3, 2] });
});

test('what has no deal is none', () => {
  for (const problem of [null, undefined, 'abba', {}, { distribution: { order: 5 } }, { a: [1] }, { a: [1.5], b: [2] }, { suits: {} }, { suits: { S: { a: ['x'], b: [1] } } }])
    assert.equal(dealOf(problem), null, JSON.stringify(problem));
});

test('deals are read in their usual forms', () => {
  const word = (text) => { const deal = readDeal(text); return deal && `${deal.leader}:${wordOf(deal.suits[0].cards)}`; };
  assert.equal(word('abba'), 'a:abba');
  assert.equal(word(' B : ABB A\n'), 'b:abba');
  assert.equal(word('a: 8 5 4 1\nb: 7 6 3 2'), 'a:abbaabba');
  assert.equal(word('b = [7, 6, 3, 2]; a = [8, 5, 4, 1]'), 'a:abbaabba');
  assert.equal(word('8 5 4 1\n7 6 3 2\n'), 'a:abbaabba');
  assert.equal(word('{"leader":"b","a":[1,4],"b":[2,3]}'), 'b:abba');
  assert.equal(word('{"problem":{"a":[1,4],"b":[2,3]}}'), 'a:abba');
  for (const text of ['', 'abc', 'a: 1 2', '1 2\n2 3', '{"a":', 'a: 1 x b: 2', '[1,2]']) assert.equal(readDeal(text), null, text);
});

test('intervals are the maximal runs of one owner', () => {
  assert.deepEqual(intervalsOf(cardsOfWord('abbaab')), [{ owner: 'a', cards: [6] }, { owner: 'b', cards: [5, 4] }, { owner: 'a', cards: [3, 2] }, { owner: 'b', cards: [1] }]);
  assert.deepEqual(intervalsOf([]), []);
});

test('nodes of the strategy graph do not overlap, and arrows end at their borders', () => {
  const random = seeded(3);
  for (let round = 0; round < 200; round++) {
    const intervals = intervalsOf(randomDeal(1 + Math.floor(random() * 64), 1, random).suits[0].cards);
    const { nodes, width } = graphLayout(intervals, new Set(intervals.map((_, i) => i).filter(() => random() < 0.3)));
    nodes.forEach((node, i) => {
      assert.ok(node.x - node.width / 2 >= 0 && node.x + node.width / 2 <= width, 'inside the drawing');
      assert.ok(!i || node.x > nodes[i - 1].x, 'from the highest');
      for (const right of nodes.slice(i + 1).filter(({ owner }) => owner === node.owner)) {
        assert.ok(right.x - right.width / 2 > node.x + node.width / 2);
        const [x, y] = arrow(right, node).match(/L([-\d.]+) ([-\d.]+)/).slice(1).map(Number);
        assert.ok(Math.abs(x - node.x - node.width / 2) < 1e-6 && y === node.y);
      }
    });
    for (let i = 1; i < nodes.length; i++) {
      const [x, y] = arrow(nodes[i], nodes[i - 1]).match(/L([-\d.]+) ([-\d.]+)/).slice(1).map(Number);
      assert.ok(Math.abs(x - nodes[i - 1].x) < 1e-6 && Math.abs(y - nodes[i - 1].y) === HIGH / 2);
    }
  }
});

test('random deals are even, hold each card once, and spread over the suits', () => {
  const random = seeded(7);
  for (let n = 1; n <= 60; n++)
    for (const suits of [1, 2, 4]) {
      const deal = randomDeal(n, suits, random);
      assert.deepEqual(counts(deal), { a: n, b: n }, `${n} cards, ${suits} suits`);
      for (const { cards } of deal.suits) assert.deepEqual(cards.map(({ card }) => card), cards.map((_, i) => cards.length - i));
    }
});

test('hands grow below and shrink from below, and stay even', () => {
  const deal = dealOf({ leader: 'a', a: [40, 10], b: [30, 20] });
  assert.deepEqual(counts(resize(deal, 5)), { a: 5, b: 5 });
  assert.deepEqual(problemOf(resize(resize(deal, 5), 2)), problemOf(deal));
  assert.deepEqual(problemOf(resize(deal, 1)), { leader: 'a', a: [40], b: [30] });
  const grown = resize(dealOf({ a: [1, 4], b: [2, 3] }), 4).suits[0].cards.map(({ card }) => card);
  assert.deepEqual(grown, [...grown].sort((one, two) => two - one));
  assert.ok(grown.every((card) => card >= 1) && new Set(grown).size === 8);
  const suits = dealOf({ suits: { S: { a: [3], b: [2, 1] }, H: { a: [5], b: [] } }, trump: null });
  for (let n = 1; n <= 9; n++) assert.deepEqual(counts(resize(suits, n)), { a: n, b: n }, `${n}`);
});

test('a hand is from the highest card down', () => {
  assert.deepEqual(hand(dealOf({ a: [2, 9, 4], b: [1, 3, 5] }).suits[0].cards, 'a'), [9, 4, 2]);
});

test('played cards are read, of one suit and of several', () => {
  assert.deepEqual(readPlay('8 7, 1;2', false), [8, 7, 1, 2]);
  assert.deepEqual(readPlay('', false), []);
  assert.deepEqual(readPlay('S14 h-2', true), [{ suit: 'S', card: 14 }, { suit: 'H', card: -2 }]);
  for (const [text, many] of [['8 x', false], ['S14', false], ['14', true], ['8-7', false]]) assert.equal(readPlay(text, many), null, text);
});

test('a line is replayed: tricks are counted, cards go, nothing else does', () => {
  const deal = dealOf({ leader: 'a', a: [8, 5, 4, 1], b: [7, 6, 3, 2] });
  const line = [{ by: 'a', lead: 1, reply: 2, winner: 'b' }, { by: 'b', lead: 3, reply: 4, winner: 'a' }, { by: 'a', lead: 5, reply: 6, winner: 'b' }, { by: 'b', lead: 7, reply: 8, winner: 'a' }];
  const steps = replay(deal, tricksOfLine(line));
  assert.deepEqual(steps.map(({ won }) => `${won.a}${won.b}`), ['00', '01', '11', '12', '22']);
  assert.deepEqual(steps.map(({ suits }) => suits[0].cards.map(({ card }) => card).join('')), ['87654321', '876543', '8765', '87', '']);
  assert.equal(steps.at(-1).trick, undefined);
});

test('the winner of a trick of a played game: the suit led counts, trump beats it, a discard does not', () => {
  const play = (...cards) => cards.map(([by, suit, card]) => ({ by, suit, card, cost: 0 }));
  const won = (trump, ...cards) => tricksOfPlay(play(...cards), trump).map(({ winner }) => winner).join('');
  assert.equal(won(null, ['a', 'S', 5], ['b', 'S', 6]), 'b');
  assert.equal(won(null, ['a', 'S', 5], ['b', 'H', 6]), 'a');
  assert.equal(won('H', ['a', 'S', 5], ['b', 'H', 2]), 'b');
  assert.equal(won('H', ['a', 'H', 5], ['b', 'S', 9]), 'a');
  const [whole, open] = tricksOfPlay([{ by: 'a', card: 1 }, { by: 'b', card: 2 }, { by: 'b', card: 3 }]);
  assert.equal(whole.winner, 'b');
  assert.deepEqual([open.reply, open.winner, open.moves.length], [undefined, undefined, 1]);
  const steps = replay(dealOf({ a: [1, 4], b: [2, 3] }), [whole, open]);
  assert.deepEqual(steps.map(({ suits }) => suits[0].cards.length), [4, 2, 1]);
  assert.deepEqual(steps.at(-1).won, { a: 0, b: 1 });
});

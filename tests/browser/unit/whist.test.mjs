// Deals of whist: reading, writing, changing; positions of a play and what their cards are worth.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardsOfWord, counts, dealIn, dealOf, fromShort, hand, problemOf, randomDeal, readDeal, readPlay, resize, shortOf, wordOf } from '../../../src/web/kinds/whist/deal.js';
import { HIGH, arrow, graphLayout } from '../../../src/web/kinds/whist/layout.js';
import { dealAt, gameOf, leadProblem, playOfLine, playable, replyProblems, worthIn, worthOf } from '../../../src/web/kinds/whist/play.js';
import { intervalsOf } from '../../../src/web/parts/hands/intervals.js';
import { positionOf } from '../../../src/web/parts/hands/play.js';

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

// Plain minimax: the tricks of the player on turn from here on.
function best(game, cards) {
  const now = positionOf(game, cards);
  if (now.over) return 0;
  return Math.max(...now.legal.map((card) => after(game, cards, card, now)));
}
// The tricks of the player on turn if it plays a card.
function after(game, cards, card, now) {
  const next = positionOf(game, [...cards, card]), mine = next.won[now.toPlay] - now.won[now.toPlay];
  const left = Object.keys(next.held).length + next.trick.length, rest = best(game, [...cards, card]);
  return mine + (next.over ? 0 : next.toPlay === now.toPlay ? rest : Math.ceil(left / 2) - rest);
}

// Answers a problem of the page as the server does, by minimax.
function solved(problem) {
  const deal = dealOf(problem), game = gameOf(deal), now = positionOf(game, []), order = counts(deal).a, own = best(game, []);
  const of = (card) => ({ ...(deal.suits[0].name ? { suit: card[0] } : {}), card: Number(card.replace(/^[SHDC]/, '')) }), intervals = intervalsOf(deal.suits[0].cards);
  const at = (card) => intervals.findIndex(({ cards }) => cards.includes(Number(card)));
  const leads = deal.suits[0].name ? now.legal.map((card) => ({ ...of(card), tricks: after(game, [], card, now) }))
    : intervals.filter(({ owner }) => owner === deal.leader).map(({ cards: [card] }) => {
      const then = positionOf(game, [String(card)]);
      return { interval: at(card), card, tricks: after(game, [], String(card), now),
        replies: [...new Set(then.legal.map(at))].map((interval) => ({ interval, tricks: order - after(game, [String(card)], String(intervals[interval].cards[0]), then) })) };
    });
  return { order, leads, tricks: { [deal.leader]: own, [deal.leader === 'a' ? 'b' : 'a']: order - own } };
}

test('what each card of a position is worth agrees with minimax, of one suit and of several', () => {
  const random = seeded(9);
  for (let round = 0; round < 18; round++) {
    const suits = 1 + round % 3, deal = { ...randomDeal(4, suits, random), leader: round % 2 ? 'a' : 'b' }, cards = [];
    if (suits > 1) deal.trump = [null, deal.suits[0].name][round % 4 > 1 ? 1 : 0];
    const game = gameOf(deal);
    for (let i = 0; i < 7; i++) {
      const now = positionOf(game, cards), problem = leadProblem(deal, now), one = !deal.suits[0].name;
      const replies = now.trick.length ? replyProblems(deal, game, now) : [];
      const byReplies = now.trick.length && new Map(replies.flatMap(({ cards: equal, won, problem: left }) => equal.map((card) => [card, (left ? solved(left).tricks[now.toPlay] : 0) + (won ? 1 : 0)])));
      const found = [byReplies, (one || !now.trick.length) && worthIn(solved(problem), problem, now)].filter(Boolean);
      assert.ok(found.length > 0);
      for (const worth of found) {
        assert.deepEqual([...worth.keys()].sort(), [...now.legal].sort());
        for (const card of now.legal) assert.equal(worth.get(card), after(game, cards, card, now), `${JSON.stringify(problemOf(deal))}: ${cards} ${card}`);
        const values = worthOf(worth, now), most = Math.max(...worth.values());
        for (const [card, { cost, best: is, tricks }] of values) assert.deepEqual([cost, is, tricks], [most - worth.get(card), cost === 0, now.won[now.toPlay] + worth.get(card)]);
      }
      cards.push(now.legal[Math.floor(random() * now.legal.length)]);
    }
  }
});

test('a played game ends before the first card that cannot be played', () => {
  const game = gameOf(dealOf({ suits: { S: { a: [5, 2], b: [6, 4, 3] }, H: { a: [4, 3, 1], b: [5, 2] } }, trump: 'H', leader: 'a' }));
  const cards = (...play) => play.map((text) => ({ suit: text[0], card: Number(text.slice(1)) }));
  assert.deepEqual(playable(game, cards('S5', 'S6')), { cards: ['S5', 'S6'], fault: null });
  assert.deepEqual(playable(game, cards('S5', 'H5', 'S6')).cards, ['S5']);
  assert.equal(playable(game, cards('S5', 'H5')).fault.reason, 'suit');
  assert.equal(playable(game, cards('S6')).fault.reason, 'held');
  assert.deepEqual(playable(game).cards, []);
  const line = [{ by: 'a', lead: 1, reply: 2, winner: 'b' }, { by: 'b', lead: { suit: 'H', card: 3 }, reply: { suit: 'S', card: 4 }, winner: 'a' }];
  assert.deepEqual(playOfLine(line), ['1', '2', 'H3', 'S4']);
});

test('a position is a deal of its own', () => {
  const deal = dealOf({ leader: 'a', a: [8, 5, 4, 1], b: [7, 6, 3, 2] }), now = positionOf(gameOf(deal), ['1', '2', '3']);
  assert.deepEqual(problemOf(dealAt(deal, now.held, now.toPlay)), { leader: 'a', a: [8, 5, 4], b: [7, 6] });
  assert.deepEqual(leadProblem(deal, now), { leader: 'b', a: [8, 5, 4], b: [7, 6, 3], graph: false, line: false });
});

test('a trump of which no card is left is not asked about', () => {
  const deal = dealOf({ suits: { S: { a: [3, 1], b: [4, 2] }, H: { a: [5], b: [6] } }, trump: 'H', leader: 'a' }), game = gameOf(deal);
  assert.equal(leadProblem(deal, positionOf(game, [])).trump, 'H');
  assert.equal(leadProblem(deal, positionOf(game, ['H5', 'H6'])).trump, null);
  assert.deepEqual(replyProblems(deal, game, positionOf(game, ['H5'])).map(({ problem }) => problem.trump), [null]);
});

test('deals have a short form for addresses', () => {
  assert.equal(shortOf({ leader: 'b', a: [4, 1], b: [3, 2] }), 'b:abba');
  assert.deepEqual(fromShort('b:abba'), { leader: 'b', a: [4, 1], b: [3, 2] });
  for (const problem of [{ leader: 'a', a: [9, 1], b: [3, 2] }, { leader: 'a', a: [4, 1], b: [3, 2], play: [1] }, { suits: { S: { a: [1], b: [2] } }, leader: 'a' }, {}, undefined]) assert.equal(shortOf(problem), undefined, JSON.stringify(problem));
  for (const text of ['abba', '{"a":[1],"b":[2]}', 'b:']) assert.equal(fromShort(text), undefined, text);
  assert.deepEqual(problemOf(dealIn('abba')), { leader: 'a', a: [4, 1], b: [3, 2] });
  assert.equal(dealIn({ distribution: { order: 5 } }), null);
});

// Cards and hands: dealing, contracts, the rules of a trick game, the record of a play.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALL, SEATS, dealRest, give, handOf, handOfText, rankOf, setHand, sizes, suitOf, without } from '../../../src/web/parts/hands/cards.js';
import { LEVELS, STRAINS, bidRank, contractOf, contractText, pick, possible } from '../../../src/web/parts/hands/contract.js';
import { back, begin, bySide, faultOf, forward, go, legalOf, play, positionOf, rest, restart, winnerOf } from '../../../src/web/parts/hands/play.js';

function seeded(state) {
  return () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9 | 0;
    return (state >>> 0) / 2 ** 32;
  };
}

test('suit and rank of cards of a deck, of numbers and of suits of numbers', () => {
  for (const [card, suit, rank] of [['SA', 'S', 14], ['HT', 'H', 10], ['C2', 'C', 2], ['17', '', 17], ['S40', 'S', 40], ['-3', '', -3], ['D-1', 'D', -1]]) assert.deepEqual([suitOf(card), rankOf(card)], [suit, rank], card);
});

test('a card is given; three whole hands tell the fourth; a fourteenth card is refused', () => {
  const random = seeded(11);
  for (let round = 0; round < 50; round++) {
    const whole = dealRest({}, random), last = SEATS[round % 4], cards = ALL.filter((card) => whole[card] !== last);
    let held = {};
    for (const [i, card] of cards.entries()) {
      assert.equal(Object.keys(held).length, i);
      held = give(held, card, whole[card]);
    }
    assert.deepEqual(held, whole);
    const [mine] = handOf(whole, last), [theirs] = handOf(whole, SEATS[(round + 1) % 4]);
    assert.equal(give(whole, theirs, last), whole);
    const changed = give(without(whole, [mine]), theirs, last); // an exchange: the free card goes to the hand that lacks one
    assert.deepEqual([changed[theirs], changed[mine], sizes(changed)], [last, whole[theirs], sizes(whole)]);
  }
});

test('hands are read as they are written elsewhere', () => {
  const cards = ['SA', 'SK', 'ST', 'HQ', 'C2'];
  for (const text of ['AKT.Q..2', 'ak10.q.-.2', 'S AK10 H Q C 2', '♠AKT ♥Q ♣2', 'S:AKT H:Q D:- C:2', 'SA SK S10 HQ C2', 'AS KS 10S QH 2C'])
    assert.deepEqual(handOfText(text), cards, text);
  assert.deepEqual(handOfText(''), []);
  for (const text of ['AKX.Q..2', 'A.K', 'hello', 'S AK1']) assert.equal(handOfText(text), null, text);
  assert.deepEqual(sizes(setHand({ SA: 'E', SQ: 'N' }, 'N', ['SA', 'SK'])), { N: 2, E: 0, S: 0, W: 0 });
  assert.equal(setHand({}, 'N', ALL.slice(0, 14)), null);
  assert.equal(setHand({}, 'N', ['SA', 'SA']), null);
});

test('a contract is picked as from a bidding box', () => {
  let contract = pick(null, { level: 3, strain: 'NT' });
  assert.deepEqual(contract, { level: 3, strain: 'NT', doubled: 0, declarer: 'S' });
  contract = pick({ ...contract, declarer: 'W' }, 1);
  assert.equal(contractText(contract), '3NTX');
  assert.equal(contractText(pick(contract, 2)), '3NTXX');
  assert.equal(contractText(pick(contract, 1)), '3NT');
  assert.deepEqual(pick(contract, { level: 4, strain: 'S' }), { level: 4, strain: 'S', doubled: 0, declarer: 'W' });
  assert.equal(pick(null, 1), null);
  const calls = LEVELS.flatMap((level) => [...STRAINS].reverse().map((strain) => ({ level, strain })));
  calls.forEach((call, i) => { // ascending in the order of the box
    if (i) assert.equal(bidRank(call), bidRank(calls[i - 1]) + 1);
    assert.deepEqual(calls.map((over) => possible(call, { ...over, doubled: 0 })), calls.map((_, at) => i > at));
    assert.deepEqual(contractOf(contractText(call)), { ...call, doubled: 0, declarer: undefined });
  });
  assert.deepEqual([possible(0, null), possible(1, null), possible(1, { ...calls[0], doubled: 0 }), possible(1, { ...calls[0], doubled: 0 }, true), possible(1, { ...calls[0], doubled: 1 })], [true, false, true, false, false]);
  assert.deepEqual([possible(2, { ...calls[0], doubled: 1 }, true), possible(2, { ...calls[0], doubled: 1 }), possible(2, { ...calls[0], doubled: 0 }, true)], [true, false, false]);
});

// Wins by comparing each pair of cards: an independent rule.
function winnerByPairs(cards, trump) {
  const beats = (one, two) => (suitOf(one) === suitOf(two) ? rankOf(one) > rankOf(two) : suitOf(one) === trump);
  return cards.findIndex((card) => [suitOf(cards[0]), trump].includes(suitOf(card)) && !cards.some((other) => beats(other, card)));
}

test('random games of bridge: cards are legal, leave one hand, and every trick has the winner of another rule', () => {
  const random = seeded(5);
  for (let round = 0; round < 40; round++) {
    const game = { held: dealRest({}, random), trump: ['S', 'H', 'D', 'C', 'NT'][round % 5], leader: SEATS[round % 4] }, cards = [];
    for (let at = 0; at < 52; at++) {
      const now = positionOf(game, cards);
      assert.equal(Object.keys(now.held).length, 52 - at);
      assert.ok(now.legal.length > 0 && now.legal.every((card) => now.held[card] === now.toPlay));
      if (now.trick.length) {
        const led = suitOf(now.trick[0].card), has = Object.keys(now.held).some((card) => now.held[card] === now.toPlay && suitOf(card) === led);
        assert.ok(!has || now.legal.every((card) => suitOf(card) === led));
      }
      cards.push(now.legal[Math.floor(random() * now.legal.length)]);
    }
    const end = positionOf(game, cards), { ns, ew } = bySide(end.won);
    assert.deepEqual([end.over, end.toPlay, end.legal, ns + ew, end.tricks.length], [true, undefined, [], 13, 13]);
    end.tricks.forEach(({ cards: trick, winner }, i) => {
      assert.equal(winner, trick[winnerByPairs(trick.map(({ card }) => card), game.trump)].seat);
      assert.equal(trick[0].seat, i ? end.tricks[i - 1].winner : game.leader);
    });
    assert.equal(faultOf(game, cards), null);
    const at = Math.floor(random() * 52), middle = positionOf(game, cards, at), { held, leader, trick } = rest(middle);
    assert.deepEqual(positionOf({ ...game, held, leader, begun: trick }, cards.slice(at)).held, end.held); // the rest is a game of its own
    const wrong = ALL.find((card) => card !== cards[at] && middle.held[card] && middle.held[card] !== middle.toPlay);
    if (wrong) assert.deepEqual(faultOf(game, [...cards.slice(0, at), wrong]), { at, card: wrong, seat: middle.toPlay, reason: 'held' });
  }
});

test('a revoke is a fault', () => {
  const game = { held: { SA: 'N', S2: 'E', HA: 'E', SK: 'S', S3: 'W' }, trump: 'NT', leader: 'N' };
  assert.deepEqual(faultOf(game, ['SA', 'HA']), { at: 1, card: 'HA', seat: 'E', reason: 'suit' });
  assert.deepEqual(legalOf(game.held, 'E', []), ['S2', 'HA']);
  assert.deepEqual(legalOf(game.held, 'E', ['SA']), ['S2']);
});

test('two hands play the same game', () => {
  const game = { seats: ['a', 'b'], held: { 8: 'a', 5: 'a', 7: 'b', 6: 'b' }, leader: 'b' };
  assert.equal(winnerOf(['7', '8']), 1);
  const now = positionOf(game, ['7', '8', '5']);
  assert.deepEqual([now.toPlay, now.won, now.legal, now.trick], ['b', { a: 1, b: 0 }, ['6'], [{ seat: 'a', card: '5', at: 2 }]]);
});

test('cards on the table count as played before', () => {
  const now = positionOf({ held: { SA: 'N', SK: 'E', SQ: 'S' }, trump: 'NT', leader: 'W', begun: ['S4'] }, ['SA']);
  assert.deepEqual([now.toPlay, now.trick.map(({ seat, at }) => `${seat}${at}`)], ['E', ['W-1', 'N0']]);
});

test('a record is taken back, played forward, and another card replaces what followed', () => {
  let record = begin();
  for (const card of ['SA', 'SK', 'SQ']) record = play(record, card);
  assert.deepEqual(record, { cards: ['SA', 'SK', 'SQ'], at: 3 });
  assert.equal(forward(record).at, 3);
  record = back(back(record));
  assert.deepEqual(record, { cards: ['SA', 'SK', 'SQ'], at: 1 });
  assert.deepEqual(play(record, 'SK'), { cards: ['SA', 'SK', 'SQ'], at: 2 });
  assert.deepEqual(play(record, 'S2'), { cards: ['SA', 'S2'], at: 2 });
  assert.deepEqual([restart(record).at, go(record, 9).at, back(restart(record)).at], [0, 3, 0]);
  assert.deepEqual(begin(['SA'], 5), { cards: ['SA'], at: 1 });
});

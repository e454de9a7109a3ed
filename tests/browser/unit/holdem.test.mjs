// Hold'em without a page: cards, ranges as text, the classes of the grid.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardsOf, textOfAll } from '../../../src/web/kinds/holdem/cards.js';
import { amountsOf, guessOf, handsIn, isHistory, nameIn, namesOf, playersOf, problemOfText } from '../../../src/web/kinds/holdem/line/text.js';
import { CLASSES, COMBOS, cardsOfCombo, className, classOf, comboOf, combosOf, countOf, handOf, meansOf, rangeOf, textOfRange, withClass } from '../../../src/web/kinds/holdem/range.js';
import { spotOf } from '../../../src/web/kinds/holdem/spot.js';

let seed = 17;
const random = (below) => { seed = (seed * 48271) % 2147483647; return seed % below; };

test('cards are read in every usual spelling, or not at all', () => {
  for (const text of ['Qh7s2d', 'Qh 7s 2d', 'qH,7S,2D', 'Q♥7♠2♦']) assert.equal(textOfAll(cardsOf(text)), 'Qh7s2d', text);
  assert.equal(textOfAll(cardsOf('10h10s')), 'ThTs');
  for (const text of ['Qh7', 'Qx', '1h', 'AhAh']) assert.equal(cardsOf(text), undefined, text);
});

test('1,326 combos are 169 classes', () => {
  for (let combo = 0; combo < COMBOS; combo++) {
    assert.equal(comboOf(...cardsOfCombo(combo)), combo);
    assert.ok(combosOf(classOf(combo)).includes(combo));
  }
  const sizes = Array.from({ length: CLASSES }, (_, at) => combosOf(at).length);
  assert.deepEqual([4, 6, 12].map((size) => sizes.filter((one) => one === size).length), [78, 13, 78]);
  assert.deepEqual([0, 1, 13, 168].map(className), ['AA', 'AKs', 'AKo', '22']);
});

test('ranges have the combos of their usual meaning', () => {
  for (const [text, count] of [['QQ+', 18], ['AK', 16], ['AKs', 4], ['AKo', 12], ['KA', 16], ['ATs+', 16], ['A5s-A2s', 16], ['99-66', 24], ['T9s-54s', 24], ['J9o-75o', 60], ['22+', 78], ['A2+', 192], ['random', 1326], ['*', 1326], ['AhKd', 1], ['10h10s', 1],
    ['QQ+,AKs:0.5,AhKd', 23], ['QQ QQ', 6], ['AA:0', 0], ['22+,A2s+,KTs+,QTs+,ATo+', 194]]) assert.equal(countOf(rangeOf(text)), count, text);
  for (const text of ['', 'A', 'AAs', '66-99', 'A2s-A5s', 'AKs-QTs', 'AK:2', 'AK:-1', 'AK:x', 'AK:0.5:1', 'AhAh', 'AKx', '1h2h', 'AKs-A9o', 'T9s-53s', '54s-T9s', 'QQ-A2']) assert.equal(rangeOf(text), undefined, text);
  assert.equal(rangeOf('AK,AKs:0.5')[combosOf(1)[0]], 0.5, 'a later part replaces an earlier one');
});

test('the text of a range is short and has the same weights', () => {
  for (const text of ['QQ+', 'AK', 'A5s-A2s', 'random', '22+,A2+', 'KTs+', 'AA,KK:0.5,QQ-99', 'AhKd']) assert.equal(textOfRange(rangeOf(text)), text, text);
  for (let n = 0; n < 200; n++) {
    let weights = new Float64Array(COMBOS);
    for (let i = random(40); i >= 0; i--) weights = withClass(weights, random(CLASSES), random(5) / 4);
    if (n % 3 === 0) weights[random(COMBOS)] = 0.25;
    const text = textOfRange(weights);
    if (text) assert.deepEqual([...rangeOf(text)], [...weights], text);
  }
});

test('dead cards leave fewer combos', () => {
  const dead = new Set(cardsOf('AsTs'));
  assert.equal(countOf(rangeOf('AA'), dead), 3);
  assert.equal(countOf(rangeOf('random'), dead), 1225);
  assert.equal(meansOf(rangeOf('AA'), dead)[0], 1);
  assert.ok(Number.isNaN(meansOf(rangeOf('AA'), new Set(cardsOf('AsAhAd')))[0]));
  assert.deepEqual(handOf(rangeOf('AhKd')).slice().sort(), cardsOf('AhKd').sort());
  assert.equal(handOf(rangeOf('AA')), undefined);
});

test('the text form is read as the server reads it', () => {
  assert.deepEqual(spotOf('AhKs v QQ+,AKs:0.5 on Qh 7s 2d dead 2c'), { players: [{ range: 'AhKs' }, { range: 'QQ+,AKs:0.5' }], board: 'Qh7s2d', dead: '2c' });
  assert.deepEqual(spotOf(' AA VS QQ vs. random\n'), { players: [{ range: 'AA' }, { range: 'QQ' }, { range: 'random' }] });
  for (const text of ['AA', 'AA v', 'AA v QX', 'AA v KK on Qh7', 'AA v KK on 2c3c4c on 5c', 'p3 cbr 250; p4 f', '']) assert.equal(spotOf(text), undefined, text);
});

// ---- a hand that is read ----

const site = `PokerStars Hand #1001: Hold'em No Limit ($0.50/$1.00 USD) - 2026/01/02 10:00:00 ET
Table 'Ada' 6-max Seat #1 is the button
Seat 1: Ann (K.) ($100 in chips)
Seat 2: Bob ($100 in chips)
Seat 3: Cy ($100 in chips)
Bob: posts small blind $0.50
Cy: posts big blind $1
*** HOLE CARDS ***
Dealt to Cy [Ah Qd]
Ann (K.): raises $2 to $3
Bob: folds
Cy: calls $2
*** FLOP *** [Qh 7s 2d]
Cy: bets $4
Ann (K.): calls $4
`;
const phh = `# a comment
variant = "NT"
blinds_or_straddles = [1000, 2000, 0]
starting_stacks = [1125600, 2000000, 553500]
actions = ["d dh p1 Ac2d", "d dh p2 ????", "d dh p3 ????", "p3 cbr 7000", "p1 cbr 23000", "p2 f", "p3 cc"]
players = ["Phil", 'Patrik', "Tom"]
`;
const acpc = 'STATE:3:r300c/cr900f:AhKs|:150|-150:Bot|Eve';

test('hand histories are distinguished from lines of actions', () => {
  for (const text of [site, `\n${site}`, phh, acpc, 'MATCHSTATE:0:30::9s8h|']) assert.ok(isHistory(text), text);
  for (const text of ['', 'p3 cbr 250; p4 f', 'AhKs, QQ+', '{"players": []}']) assert.ok(!isHistory(text), text);
});

test('the hands of a history are counted', () => {
  assert.deepEqual([site, `${site}\n\n${site}`, phh, acpc, `${acpc}\n${acpc}\n`].map(handsIn), [1, 2, 1, 1, 2]);
});

test('the players of a hand have their names, or p1, p2 ..', () => {
  assert.deepEqual(namesOf({ hand: site }), ['Ann (K.)', 'Bob', 'Cy']);
  assert.deepEqual(namesOf({ hand: `${site}\n\nPokerStars Hand #1002\nSeat 1: Dee ($1 in chips)` }), ['Ann (K.)', 'Bob', 'Cy'], 'of the first hand');
  assert.deepEqual(namesOf({ hand: phh }), ['Phil', 'Patrik', 'Tom']);
  assert.deepEqual(namesOf({ hand: phh.replace(/players.*/, '') }), ['p1', 'p2', 'p3']);
  assert.deepEqual(namesOf({ hand: acpc }), ['Bot', 'Eve']);
  assert.equal(namesOf({ line: '' }).length, 6);
  assert.deepEqual(namesOf({ line: '', players: 3 }), ['p1', 'p2', 'p3']);
  assert.deepEqual(namesOf({ line: '', players: ['Ann', 'Bob'] }), ['Ann', 'Bob']);
  assert.equal(nameIn(['Ann', 'Bob'], 'p2'), 'Bob');
  assert.equal(nameIn(['Ann', 'Bob'], 'p3'), undefined);
  assert.equal(nameIn(['Ann', 'Bob'], undefined), undefined);
});

test('whose cards are sought is guessed: the last other player who bet; we are the one whose cards are known', () => {
  assert.deepEqual(guessOf(site, namesOf({ hand: site })), { of: 'Ann (K.)', hero: 'Cy' });
  assert.deepEqual(guessOf(phh, ['Phil', 'Patrik', 'Tom']), { of: 'Tom', hero: 'Phil' });
  assert.deepEqual(guessOf(acpc, ['Bot', 'Eve']), { of: 'Eve', hero: 'Bot' });
  assert.deepEqual(guessOf('p3 cbr 250; P6 raise to 800; p3 cc', namesOf({ line: '' })), { of: 'p6', hero: undefined });
  assert.deepEqual(guessOf('p1 cc; p2 cc', ['p1', 'p2']), { of: 'p2', hero: undefined });
});

test('a changed text keeps the settings that still fit', () => {
  const before = { line: 'p3 cbr 250', players: 6, stacks: 5000, of: 'p3', hero: { player: 'p6', cards: 'AhKs' }, range: 'QQ+' };
  assert.deepEqual(problemOfText('p3 cbr 250; p4 f', before), { ...before, line: 'p3 cbr 250; p4 f' });
  assert.deepEqual(problemOfText(site, before), { hand: site, of: 'Ann (K.)', hero: { player: 'Cy' }, range: 'QQ+' });
  assert.deepEqual(problemOfText('p2 cbr 300', { hand: site, of: 'Cy', format: 'pokerstars' }), { line: 'p2 cbr 300', of: 'p2' });
});

test('amounts and players are read as one value or several', () => {
  assert.deepEqual(['10000', '50 100', '1,2,3', 'x', '', '-1'].map(amountsOf), [10000, [50, 100], [1, 2, 3], undefined, undefined, undefined]);
  assert.deepEqual(['6', '1', '11', 'Ann, Bob', 'Ann', 'Ann, Ann'].map(playersOf), [6, undefined, undefined, ['Ann', 'Bob'], undefined, undefined]);
});

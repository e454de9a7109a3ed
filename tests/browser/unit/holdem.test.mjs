// Hold'em without a page: cards, ranges as text, the classes of the grid.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cardsOf, textOfAll } from '../../../src/web/kinds/holdem/cards.js';
import { CLASSES, COMBOS, cardsOfCombo, className, classOf, comboOf, combosOf, countOf, handOf, meansOf, rangeOf, textOfRange, withClass } from '../../../src/web/kinds/holdem/range.js';

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

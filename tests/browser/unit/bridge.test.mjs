// Deals of bridge: reading, writing, replay.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { ALL, SEATS, SUITS, after, cardOf, cardsOf, contractOf, dealRest, handOf, pointsOf, sizes } from '../../../src/web/kinds/bridge/cards.js';
import { replay, settingOf, winnerOf } from '../../../src/web/kinds/bridge/play.js';
import { dealOf, readDeal } from '../../../src/web/kinds/bridge/read.js';
import { dealFor, toLin, toPbn } from '../../../src/web/kinds/bridge/write.js';

const pbn = 'N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3';

function seeded(state) {
  return () => {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9 | 0;
    return (state >>> 0) / 2 ** 32;
  };
}

test('cards and contracts in their usual notations', () => {
  for (const [text, card] of [['SA', 'SA'], ['as', 'SA'], ['h10', 'HT'], ['10h', 'HT'], ['♦q', 'DQ'], ['S1', ''], ['XA', ''], ['', '']]) assert.equal(cardOf(text), card, text);
  assert.deepEqual(cardsOf('CTC4 cac9'), ['CT', 'C4', 'CA', 'C9']);
  assert.deepEqual(cardsOf('♠A, ♥10; D2'), ['SA', 'HT', 'D2']);
  assert.deepEqual(cardsOf(['sa', 'TH']), ['SA', 'HT']);
  assert.deepEqual(cardsOf('As Kh 10d'), ['SA', 'HK', 'DT']);
  assert.deepEqual(cardsOf(''), []);
  for (const text of ['SA S', 'SA xx', 'hello']) assert.equal(cardsOf(text), null, text);
  assert.deepEqual(contractOf('4SX', 'N'), { level: 4, strain: 'S', doubled: 1, declarer: 'N' });
  assert.deepEqual(contractOf('3ntxx by s'), { level: 3, strain: 'NT', doubled: 2, declarer: 'S' });
  assert.deepEqual(contractOf('1♥-W'), { level: 1, strain: 'H', doubled: 0, declarer: 'W' });
  for (const text of ['8S', '0NT', '4', 'pass', '', undefined, '4SXXX']) assert.equal(contractOf(text), null, text);
});

test('every form gives the same deal', () => {
  const { held } = readDeal(pbn);
  assert.deepEqual(sizes(held), { N: 13, E: 13, S: 13, W: 13 });
  assert.deepEqual(SEATS.map((seat) => pointsOf(held, seat)), [7, 7, 12, 14]);
  const lettered = (seat) => SUITS.map((suit) => suit + handOf(held, seat).filter((card) => card[0] === suit).map((card) => card[1]).join('')).join('');
  const forms = {
    'another seat': toPbn(held, 'W'), lower: pbn.toLowerCase(), tens: pbn.replaceAll('T', '10'),
    record: `[Event "x"]\n[Dealer "E"]\n[Deal "${pbn}"]\n`, lin: `qx|o1|${toLin(held, 'E')}sv|b|`,
    'lin, three hands': toLin(held).replace(/,[^,|]*\|$/, '|'), md: toLin(held).slice(3, -1),
    json: JSON.stringify({ deal: pbn }), hands: JSON.stringify({ deal: Object.fromEntries(SEATS.map((seat, i) => [seat, pbn.slice(2).split(' ')[i]])) }),
    lines: SEATS.map((seat, i) => `${seat}: ${pbn.slice(2).split(' ')[i]}`).join('\n'),
    names: ['North', 'East', 'South', 'West'].map((name, i) => `${name} ${pbn.slice(2).split(' ')[i]}`).join('\n'),
    'suits named': SEATS.map((seat) => `${seat}: ${SUITS.map((suit) => `${suit} ${handOf(held, seat).filter((card) => card[0] === suit).map((card) => card[1]).join('')}`).join(' ')}`).join('\n'),
    'as in a letter': SEATS.map((seat, i) => `${['North', 'East (dealer)', 'South', 'West'][i]}\n${SUITS.map((suit, k) => `${'♠♥♦♣'[k]} ${handOf(held, seat).filter((card) => card[0] === suit).map((card) => card[1].replace('T', '10')).join(' ')}`).join('\n')}\n`).join('\n'),
    'lines and talk': `${SEATS.map((seat, i) => `${seat} ${pbn.slice(2).split(' ')[i]}`).join('\n')}\nWhat should I have led?`,
    'link, three hands': `https://example.org/hand?${['n', 'e', 's'].map((seat) => `${seat}=${lettered(seat.toUpperCase())}`).join('&')}`,
    link: `https://example.org/hand?${SEATS.map((seat) => `${seat.toLowerCase()}=${lettered(seat).toLowerCase()}`).join('&')}`,
    'link of lin': `https://example.org/hand?lin=${encodeURIComponent(toLin(held))}`
  };
  for (const [name, text] of Object.entries(forms)) assert.deepEqual(readDeal(text)?.held, held, `${name}: ${text}`);
});

// The same texts as in tests/unit/bridge/read/test_boards.c, which has them read by the server's reader.
test('texts are read as the server reads them', () => {
  const boards = JSON.parse(readFileSync(new URL('../../unit/bridge/read/boards.json', import.meta.url)));
  for (const { name, text, deal, ...members } of boards) {
    const { held, play, ...found } = readDeal(text) ?? { held: {} };
    assert.deepEqual({ deal: toPbn(held), ...found, ...(play && { play: play.join('') }) }, { deal, ...members }, `${name}: ${text}`);
  }
});

test('of a file the first board with a deal is read', () => {
  const { held } = readDeal(pbn), file = `[Dealer "N"]\n\n[Dealer "E"]\n[Deal "${pbn}"]\n\n[Dealer "W"]\n[Deal "N:AK... QJ... T9... 87..."]\n`;
  assert.deepEqual(readDeal(file), { held, dealer: 'E' });
  assert.deepEqual(readDeal(`${toLin(held, 'E')}mb|p|qx|o2|${toLin(held, 'S')}sv|b|mb|1S|`), { held, dealer: 'E' });
  assert.deepEqual(sizes(dealOf({ deal: 'N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 -', samples: 5 }).held).W, 0);
});

test('voids and endings are read, faults are not', () => {
  const { held } = readDeal('N:A2..K3. K3..A2.- Q4..54. 65..QJ.');
  assert.deepEqual(sizes(held), { N: 4, E: 4, S: 4, W: 4 });
  assert.equal(handOf(held, 'E').some((card) => card[0] === 'H'), false);
  assert.deepEqual(sizes(readDeal('N:AKQJ... - - -').held), { N: 4, E: 0, S: 0, W: 0 });
  for (const text of ['', 'no deal', 'N:AA.. ... ... ...', 'N:A... A... K... Q...', 'N:X... K... Q... J...', 'N:A... K... Q...', '{"deal":', '[Deal "nothing"]', 'md|nothing|', 'https://example.org'])
    assert.equal(readDeal(text), null, text);
});

test('the other members of a text are kept', () => {
  const record = readDeal(`[Dealer "E"]\n[Vulnerable "All"]\n[Declarer "W"]\n[Contract "2SX"]\n[Deal "${pbn}"]\n`);
  assert.deepEqual([record.dealer, record.vulnerable, record.contract, record.declarer], ['E', 'both', '2SX', 'W']);
  const lin = readDeal(`${toLin(readDeal(pbn).held, 'W')}sv|n|mb|p|mb|1H|mb|d|mb|2H|mb|p|mb|4H!|mb|d|mb|p|mb|p|mb|p|pc|CT|pc|c4|`);
  assert.deepEqual([lin.dealer, lin.vulnerable, lin.contract, lin.declarer, lin.play], ['W', 'ns', '4HX', 'N', ['CT', 'C4']]);
  assert.deepEqual(readDeal(`${toLin(readDeal(pbn).held, 'S')}mb|1S|mb|p|mb|2N|mb|p|mb|3N|`).contract, '3NT');
  const link = readDeal(`https://example.org/hand?n=sqj6hk652dj85ct98&e=s873hj97dat764cq4&s=sk5ht83dkq9ca7652&d=w&v=b&a=1s(strong)p2sp4sdpp&p=ctc4cac9`);
  assert.deepEqual([link.dealer, link.vulnerable, link.contract, link.declarer, link.play], ['W', 'both', '4SX', 'W', ['CT', 'C4', 'CA', 'C9']]);
  assert.equal(dealOf({ deal: pbn, vulnerable: 'Love', leader: 'W', strain: 'NT' }).vulnerable, 'none');
  assert.deepEqual(dealOf({ record: `[Deal "${pbn}"]` }).held, readDeal(pbn).held);
  assert.equal(dealOf({ contract: '3NT by S', tricks: 9 }), null);
});

test('the play of a record: columns by seat, cards in the order played', () => {
  // West declares spades, north leads; east wins the first trick and leads to the second, to which west has not played.
  const rows = (text, first = 'N') => readDeal(`[Declarer "W"]\n[Contract "4S"]\n[Deal "${pbn}"]\n[Play "${first}"]\n${text}\n[Result "8"]\n`).play;
  assert.deepEqual(rows('D5! DA D9 D2 =1=\nSJ S3 {low} S5 -\n- - - -'), ['D5', 'DA', 'D9', 'D2', 'S3', 'S5']);
  assert.deepEqual(rows('DA D9 D2 D5\nS3 S5 SA SJ\n*', 'E'), ['D5', 'DA', 'D9', 'D2', 'S3', 'S5', 'SA', 'SJ']);
  assert.deepEqual(rows('D5 DA'), ['D5', 'DA']);
  assert.equal(rows('- - - -'), undefined);
  assert.equal(readDeal(`[Deal "${pbn}"]\n[Play "N"]\nD5 DA D9 D2\n`).play, undefined, 'no contract: the leader is unknown');
});

test('deals survive being written: random ones, whole and in part', () => {
  const random = seeded(5);
  for (let i = 0; i < 200; i++) {
    const held = dealRest({}, random);
    assert.equal(Object.keys(held).length, 52);
    assert.deepEqual(readDeal(toPbn(held, SEATS[i % 4])).held, held);
    assert.deepEqual(readDeal(toLin(held, SEATS[i % 4])).held, held);
    assert.deepEqual(dealOf({ deal: dealFor(held) }).held, held);
    const part = Object.fromEntries(Object.entries(held).filter(([, seat]) => seat !== 'E' && seat !== SEATS[i % 4]));
    assert.deepEqual(dealOf({ deal: dealFor(part) }).held, part);
  }
});

test('the remaining cards are dealt around the given ones', () => {
  const held = { SA: 'N', SK: 'N', H2: 'W' }, dealt = dealRest(held, seeded(3));
  assert.deepEqual(sizes(dealt), { N: 13, E: 13, S: 13, W: 13 });
  for (const card of Object.keys(held)) assert.equal(dealt[card], held[card]);
  assert.equal(new Set(Object.keys(dealt)).size, ALL.length);
});

test('the winner of a trick', () => {
  assert.equal(winnerOf(['S2', 'SA', 'S3', 'HA'], 'NT'), 1);
  assert.equal(winnerOf(['S2', 'SA', 'H3', 'DA'], 'H'), 2);
  assert.equal(winnerOf(['S2', 'HA', 'DA', 'CA'], 'NT'), 0);
  assert.equal(winnerOf(['S2', 'H2', 'HT', 'H9'], 'H'), 2);
});

test('a play is replayed: leads pass to winners, cards go, tricks are counted by side', () => {
  const { held } = readDeal('N:A2... K3... QJ... 54...');
  const steps = replay(held, { strain: 'NT', leader: 'W' }, ['S4', 'SA', 'S3', 'SJ', 'S2', 'SK']);
  assert.equal(steps.length, 3);
  assert.equal(steps[0].winner, 'N');
  assert.deepEqual(steps[1].won, { ns: 1, ew: 0 });
  assert.deepEqual(steps[1].trick.map(({ seat, at }) => `${seat}${at}`), ['N4', 'E5']);
  assert.deepEqual([steps[1].winner, Object.keys(steps[1].held).length], [undefined, 4]);
  assert.deepEqual(steps[2].trick, []);
  const begun = replay(readDeal('N:A2... K3... QJ... 5...').held, { strain: 'NT', leader: 'W', trick: ['S4'] }, ['SA', 'SK', 'SQ']);
  assert.deepEqual(begun[0].trick.map(({ seat, card, at }) => `${seat}${card}${at}`), ['WS4-1', 'NSA0', 'ESK1', 'SSQ2']);
  assert.equal(begun[0].winner, 'N');
});

test('the leader: named, or left of the declarer', () => {
  assert.equal(settingOf({ strain: 'n', leader: 'E' }).leader, 'E');
  assert.equal(settingOf({ strain: 'n' }).strain, 'NT');
  for (const [declarer, leader] of [['N', 'E'], ['E', 'S'], ['S', 'W'], ['W', 'N']]) {
    assert.equal(settingOf({ contract: '4S', declarer }).leader, leader);
    assert.equal(settingOf({ contract: `4S-${declarer}` }).leader, leader);
    assert.equal(after(declarer), leader);
  }
  assert.equal(settingOf({ contract: '4S by N', leader: 'W' }).leader, 'W');
  assert.deepEqual(settingOf(undefined).trick, []);
});

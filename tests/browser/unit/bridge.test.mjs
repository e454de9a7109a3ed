// Deals of bridge: reading, writing, what can be asked about them.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ALL, SEATS, SUITS, after, cardOf, cardsOf, dealRest, handOf, pointsOf, sizes } from '../../../src/web/parts/hands/cards.js';
import { contractOf } from '../../../src/web/parts/hands/contract.js';
import { positionOf, winnerOf } from '../../../src/web/parts/hands/play.js';
import { faultOf, gameOf, hiddenOf, positionProblem, posted, settingOf, tricksIn, wantOf, worthOf } from '../../../src/web/kinds/bridge/question.js';
import { askDeals, dealOf, readDeal } from '../../../src/web/kinds/bridge/read.js';
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

test('what the server writes is read: a deal in a string, hands, the other members', () => {
  const { held } = readDeal(pbn);
  assert.deepEqual(sizes(held), { N: 13, E: 13, S: 13, W: 13 });
  assert.deepEqual(SEATS.map((seat) => pointsOf(held, seat)), [7, 7, 12, 14]);
  const hands = Object.fromEntries(SEATS.map((seat, i) => [seat, pbn.slice(2).split(' ')[i]]));
  for (const text of [toPbn(held, 'W'), JSON.stringify({ deal: pbn }), JSON.stringify({ deal: hands }), JSON.stringify({ problem: { deal: pbn } })])
    assert.deepEqual(readDeal(text).held, held, text);
  const members = { dealer: 'W', vulnerable: 'ns', contract: '4HX', declarer: 'N', play: ['CT', 'C4'] };
  assert.deepEqual(dealOf({ deal: pbn, ...members, want: ['table'] }), { held, ...members });
  assert.deepEqual(dealOf({ deal: 'N:QJ6.K652.J85.T98 ... ... AT942.AQ4.32.KJ3', samples: 5 }).held, Object.fromEntries(Object.entries(held).filter(([, seat]) => seat === 'N' || seat === 'W')));
  assert.deepEqual(sizes(readDeal('W:AKQ... - - J32...').held), { N: 0, E: 0, S: 3, W: 3 });
  for (const problem of [{ samples: 5 }, { deal: {} }, { deal: 'N:... ... ... ...' }]) assert.deepEqual(dealOf(problem), { held: {} });
});

test('every other form is left to the server', () => {
  const { held } = readDeal(pbn);
  for (const text of [pbn.toLowerCase(), pbn.replaceAll('T', '10'), pbn.replace(/ [^ ]*$/, ' -'), toLin(held), `[Deal "${pbn}"]`, `{ comment }\n[Deal "${pbn}"]`, 'North: AKQJ...', 'https://example.org/hand?lin=md|1|', '', '{"deal":'])
    assert.equal(readDeal(text), null, text);
  for (const problem of [pbn, undefined, { record: `[Deal "${pbn}"]` }, { text: pbn }, { deal: toLin(held).slice(3, -1) }, { deal: pbn, vulnerable: 'Love' }, { contract: '3NT by S', tricks: 9 }])
    assert.equal(dealOf(problem), null, JSON.stringify(problem));
});

test('a text that is one deal as a whole is that deal, whatever its lines are', async () => {
  const whole = JSON.stringify({ deal: pbn }), line = (index, problem) => `${JSON.stringify({ index, problem })}\n`;
  const refusal = [{ type: '/problems/invalid-request', title: '', detail: 'there are several boards' }, 400];
  const usual = globalThis.fetch;
  try {
    const answer = (lines, [body, status]) => {
      globalThis.fetch = async (url, { headers }) => headers.Accept === 'application/x-ndjson' ? new Response(lines)
        : new Response(typeof body === 'string' ? body : JSON.stringify(body), { status, headers: { 'Content-Type': status === 200 ? 'application/json' : 'application/problem+json' } });
    };
    const { held } = readDeal(pbn), deals = async (text) => (await askDeals(text)).map((one) => one?.held ?? null);
    answer(line(0, { deal: pbn }) + line(1), [whole, 200]);
    assert.deepEqual(await deals('N: …\nWhat should West lead?'), [held]);
    answer(line(0, { deal: pbn }) + line(1), refusal);
    assert.deepEqual(await deals('N:… … … …\nnonsense'), [held, null]);
    answer(line(0, { deal: pbn }) + line(1), [whole, 200]);
    assert.deepEqual(await deals('[Deal "…"]\n\n[Deal "nonsense"]'), [held, null]); // not asked for as a whole
    answer(line(0, { deal: pbn }) + line(1, { deal: pbn }), refusal);
    assert.deepEqual(await deals('two boards'), [held, held]);
    answer(line(0), refusal);
    await assert.rejects(() => askDeals('nonsense'), { message: refusal[0].detail });
    answer('', refusal);
    await assert.rejects(() => askDeals('# a remark'), { message: refusal[0].detail });
  } finally {
    globalThis.fetch = usual;
  }
});

test('voids and endings are read, faults are not', () => {
  const { held } = readDeal('N:A2..K3. K3..A2. Q4..54. 65..QJ.');
  assert.deepEqual(sizes(held), { N: 4, E: 4, S: 4, W: 4 });
  assert.equal(handOf(held, 'E').some((card) => card[0] === 'H'), false);
  assert.deepEqual(sizes(readDeal('N:AKQJ... ... ... ...').held), { N: 4, E: 0, S: 0, W: 0 });
  for (const text of ['no deal', 'N:AA.. ... ... ...', 'N:A... A... K... Q...', 'N:X... K... Q... J...', 'N:A... K... Q...'])
    assert.equal(readDeal(text), null, text);
});

test('deals survive being written: random ones, whole and in part', () => {
  const random = seeded(5);
  for (let i = 0; i < 200; i++) {
    const held = dealRest({}, random);
    assert.equal(Object.keys(held).length, 52);
    assert.deepEqual(readDeal(toPbn(held, SEATS[i % 4])).held, held);
    assert.deepEqual(dealOf({ deal: dealFor(held) }).held, held);
    const most = Object.fromEntries(Object.entries(held).slice(i % 14));
    assert.deepEqual(dealOf({ deal: dealFor(most) }).held, most);
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

const ofProblem = (problem) => {
  const { held } = dealOf(problem) ?? { held: {} }, setting = settingOf(problem), hidden = hiddenOf(problem, held);
  return { held, setting, hidden, fault: faultOf(held, setting, hidden, problem) };
};
const wants = (problem) => { const { held, fault } = ofProblem(problem); return wantOf(problem, held, fault); };
const ending = 'N:Q6.2.8. 8.J9..4 K.8.9.2 T.4.2.K';

test('everything is asked that the problem allows', () => {
  assert.deepEqual(wants({ deal: pbn }), ['table', 'par']);
  assert.deepEqual(wants({ deal: pbn, contract: '2S', declarer: 'W' }), ['table', 'par', 'card', 'line', 'score']);
  assert.deepEqual(wants({ deal: pbn, strain: 'NT', leader: 'W', play: ['ST'] }), ['table', 'par', 'card', 'line', 'play']);
  assert.deepEqual(wants({ deal: ending }), ['table']);
  assert.deepEqual(wants({ deal: ending, strain: 'S', leader: 'N' }), ['table', 'card', 'line']);
  assert.deepEqual(wants({ deal: 'N:Q6.2.8. 8.J9..4 K.8.9.2 .4.2.K', strain: 'S', leader: 'W', trick: ['ST'] }), ['card', 'line']);
  assert.deepEqual(wants({ contract: '4H', declarer: 'S', tricks: 9 }), ['score']);
  assert.equal(wants({ deal: { W: 'AKQ...' }, known: ['W'], samples: 5, strain: 'NT', leader: 'W' }), undefined);
  for (const problem of [{}, { contract: '4H', declarer: 'S' }, { deal: { W: 'AKQ...' }, known: ['W'], samples: 5 }, { deal: { W: 'AKQ...' }, known: ['W'], samples: 5, strain: 'NT', leader: 'N' }]) assert.equal(wants(problem), null, JSON.stringify(problem));
  assert.deepEqual(posted({ deal: pbn, tricks: 9, contract: '4H', want: ['line'] }, ['table']), { deal: pbn, contract: '4H', want: ['table'] });
  assert.deepEqual(posted({ deal: { N: 'A...' }, tricks: 9, contract: '4H' }, ['score']), { tricks: 9, contract: '4H', want: ['score'] });
});

test('each fault of the hands has its reason', () => {
  const reason = (problem) => ofProblem(problem).fault?.reason;
  assert.equal(reason({ deal: {} }), 'empty');
  assert.equal(reason({ deal: 'N:Q6.2.8. 8.J9..4 K.8.9.2 .4.2.K' }), 'unequal');
  assert.equal(reason({ deal: 'N:Q6.2.8. 8.J9..4 K.8.9.2 .4.2.K', strain: 'S', leader: 'W', trick: ['ST'] }), undefined);
  assert.equal(reason({ deal: 'N:Q6.2.8. 8.J9..4 K.8.9.2 .4.2.K', strain: 'S', leader: 'N', trick: ['ST'] }), 'unequal'); // it is west who has played
  assert.equal(reason({ deal: ending, samples: 5 }), 'hidden');
  assert.deepEqual(ofProblem({ deal: { W: 'AK..Q.' }, known: ['W'], samples: 5, strain: 'NT', leader: 'N' }).fault, { reason: 'visible', seat: 'N' });
});

test('a position is asked about, and its cards are worth tricks over the contract or tricks lost', () => {
  const { held, setting, hidden } = ofProblem({ deal: pbn, contract: '2S', declarer: 'W' }), game = gameOf(held, setting, hidden, {}), now = positionOf(game, ['H2', 'H7', 'HT', 'HQ', 'S2']);
  assert.deepEqual([now.toPlay, now.lead, tricksIn(game)], ['N', 'W', 13]);
  const asked = positionProblem(setting, now);
  assert.deepEqual([asked.strain, asked.leader, asked.trick, asked.want], ['S', 'W', ['S2'], ['card']]);
  assert.deepEqual(dealOf(asked).held, now.held);
  // West has a trick already; 6 of 12 for North-South leave the declarer 1 + 6 = 7, one down.
  const worth = worthOf([{ card: 'SQ', equals: ['SJ'], tricks: 6, best: true }, { card: 'S6', tricks: 4, best: false }], now, game, setting);
  assert.deepEqual([...worth], [['SQ', { tricks: 6, over: -1, cost: 0, best: true }], ['SJ', { tricks: 6, over: -1, cost: 0, best: true }], ['S6', { tricks: 4, over: 1, cost: 2, best: false }]]);
  const small = ofProblem({ deal: ending, contract: '1NT', declarer: 'W', leader: 'N' }), of = gameOf(small.held, small.setting, [], {});
  assert.equal(worthOf([{ card: 'S6', tricks: 2, best: true }], positionOf(of, []), of, small.setting).get('S6').over, undefined); // an ending has no contract to make
  assert.equal(gameOf(held, settingOf({ strain: 'NT' }), [], {}), null);
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

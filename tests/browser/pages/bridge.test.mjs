// Bridge on the page: a deal entered by keyboard, pasted, dealt, played; the table and par, what each card costs, the best
// line, a played hand with its mistakes, scores, hidden hands.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { violations } from '../lib/axe.mjs';
import { launch, open, phone } from '../lib/browser.mjs';
import { atEnd } from '../lib/end.mjs';
import { Server } from '../lib/server.mjs';
import { paste, soon } from '../lib/soon.mjs';
import { Stage } from '../lib/stage.mjs';

const whole = 'N:QJ6.K652.J85.T98 873.J97.AT764.Q4 K5.T83.KQ9.A7652 AT942.AQ4.32.KJ3';
const ending = 'N:Q6.2.8. 8.J9..4 K.8.9.2 T.4.2.K'; // four cards each: quick

let server, browser;
before(async () => { [server, browser] = await Promise.all([Server.start(), launch()]); });
after(async () => { await browser.close(); await server.stop(); });

const sizes = [['desktop', { viewport: { width: 1280, height: 720 } }], ['phone', phone]];
const button = (page, name) => page.getByRole('button', { name, exact: true });
const at = (problem, more = '') => `${server.url}/#/bridge?p=${encodeURIComponent(JSON.stringify(problem))}${more}`;
const tab = (page, name) => page.getByRole('tab', { name, exact: true }).click();
const state = (page, name) => page.locator(`.surface.bridge[data-state="${name}"]`).waitFor();
const fresh = async (t, problem = {}, options) => {
  const page = await open(t, browser, at(problem), options);
  await state(page, 'editing');
  return page;
};
// Returns the hands on the table as PBN from north, with '10' as T.
const hands = (page) => page.locator('.table4 .hand').evaluateAll((all) => 'N:' + ['N', 'E', 'S', 'W'].map((seat) => {
  const hand = all.find((one) => one.classList.contains(`hand-${seat}`));
  const suits = [...hand.querySelectorAll('.suits li')].map((suit) => [...suit.querySelectorAll('.rank')].map((rank) => rank.textContent.replace('10', 'T')).join(''));
  return suits.length ? suits.join('.') : '-';
}).join(' '));
const reads = (page, deal) => soon(() => hands(page), (found) => assert.equal(found, deal));
const says = (page, text) => soon(() => page.locator('.line .verdict').textContent(), (found) => (text instanceof RegExp ? assert.match(found, text) : assert.equal(found, text)));
const chosen = (page, label, wanted) => soon(() => page.getByRole('combobox', { name: label, exact: true }).inputValue(), (value) => assert.equal(value, wanted, label));
const analysed = async (page, name = 'Analyse') => { await button(page, name).click(); await state(page, 'answered'); };
// Returns the result of the job in the address.
const shown = async (page) => {
  const id = await soon(() => page.evaluate(() => /job=([0-9a-f]+)/.exec(location.hash)?.[1]), (found) => { assert.ok(found); return found; });
  return (await (await fetch(`${server.url}/v1/jobs/${id}`)).json()).result;
};
const solved = async (problem) => {
  const job = await server.post('bridge', problem, { wait: 60 });
  assert.equal(job.status, 'succeeded', JSON.stringify(job));
  return job;
};
const posted = async (t, problem, options) => {
  const job = await solved(problem), page = await open(t, browser, `${server.url}/#/jobs/${job.id}`, options);
  await state(page, 'answered');
  return [page, job.result];
};
const values = (page) => page.locator('.hcard.valued').evaluateAll((all) => all.map((one) => `${one.querySelector('.rank').textContent.replace('10', 'T')}${one.querySelector('.worth').textContent}`).sort());
const shows = (page, wanted) => soon(() => values(page), (found) => assert.deepEqual(found, wanted));
// What the page writes at the cards of an answer without a contract: the tricks that a card loses.
const losses = ({ cards }) => {
  const most = Math.max(...cards.map(({ tricks }) => tricks));
  return cards.flatMap(({ card, equals, tricks }) => [card, ...equals].map((one) => `${one[1]}${tricks < most ? `−${most - tricks}` : '='}`)).sort();
};

test('a deal is entered, asked about and played by keyboard alone', async (t) => {
  const page = await fresh(t);
  await page.getByText('No card is dealt yet.').waitFor();
  await page.locator('.cards52 button[tabindex="0"]').focus();
  // One spade for each seat, then one heart for each, from the ace down.
  for (const suit of ['S', 'H']) {
    for (const [i, seat] of Array.from('nesw').entries()) {
      await page.keyboard.press(seat);
      if (i < 3) await page.keyboard.press('ArrowRight');
    }
    await page.keyboard.press('Home');
    await page.keyboard.press('ArrowDown');
    await page.locator(`.cards52 button[value="${suit === 'S' ? 'HA' : 'DA'}"]:focus`).waitFor();
  }
  await reads(page, 'N:A.A.. K.K.. Q.Q.. J.J..');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Delete');
  await reads(page, 'N:A... K.K.. Q.Q.. J.J..');
  await page.getByText('All hands need the same number of cards').waitFor();
  await soon(() => button(page, 'Analyse').isDisabled(), (off) => assert.equal(off, true));
  await page.keyboard.press('n');
  await reads(page, 'N:A.A.. K.K.. Q.Q.. J.J..');
  await page.getByRole('tab', { name: 'Deal' }).focus();
  await page.keyboard.press('ArrowRight');
  await page.getByLabel('Leader').selectOption('S');
  await button(page, 'Analyse').focus();
  await page.keyboard.press('Enter');
  await state(page, 'answered');
  await says(page, /^South plays; North-South makes 2 tricks\./);
  await page.locator('.line:focus').waitFor();
  // South leads a spade, and the hands follow; the focus goes to the next card each time.
  await page.locator('.hand-S .hcard[tabindex="0"]').focus();
  await page.keyboard.press('ArrowDown');
  await page.locator('.hcard[value="HQ"]:focus').waitFor();
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  for (const card of ['SJ', 'SA', 'SK']) {
    await page.locator(`.hcard[value="${card}"]:focus`).waitFor();
    await page.keyboard.press('Enter');
  }
  await page.locator('.hand-N .hcard[value="HA"]:focus').waitFor();
  await page.locator('.centre .at-N.wins').waitFor();
  await reads(page, 'N:.A.. .K.. .Q.. .J..');
  await page.keyboard.press('Backspace');
  await reads(page, 'N:.A.. K.K.. .Q.. .J..');
  await page.locator('.hand-E .hcard[value="SK"]:focus').waitFor();
});

test('a click deals to the chosen hand and takes back; a hand is typed; the fourth hand fills itself', async (t) => {
  const page = await fresh(t);
  await page.locator('.seats button', { hasText: 'West' }).click();
  for (const card of ['SA', 'SK', 'H2']) await page.locator(`.cards52 button[value=${card}]`).click();
  await reads(page, 'N:- - - AK.2..');
  await page.getByRole('button', { name: '♠A: West' }).click();
  await reads(page, 'N:- - - K.2..');
  await button(page, 'Undo').click();
  await reads(page, 'N:- - - AK.2..');
  await button(page, 'Redo').click();
  await reads(page, 'N:- - - K.2..');
  const [north, east, south, west] = whole.slice(2).split(' ');
  for (const [seat, hand] of [['North', north.replace('T', '10')], ['East', east], ['West', west]]) {
    await page.locator('.seats button', { hasText: seat }).click();
    await page.getByLabel(`${seat}’s hand`).fill(hand);
    await page.getByLabel(`${seat}’s hand`).press('Enter');
  }
  await reads(page, `N:${north} ${east} ${south} ${west}`);
  await soon(() => page.locator('.hcp').count(), (count) => assert.equal(count, 4));
  await page.getByLabel('West’s hand').fill('hello');
  await page.getByLabel('West’s hand').press('Enter');
  await page.getByText('This cannot be read.').waitFor();
  await page.locator('.cards52 button[value=S8]').click(); // West has 13 cards
  await page.getByText('West has 13 cards.').waitFor({ state: 'attached' });
  await page.locator('.cards52 button[value=S2]').click();
  await page.locator('.cards52 button[value=S8]').click(); // the free card goes to the hand that lost one
  await reads(page, 'N:QJ6.K652.J85.T98 732.J97.AT764.Q4 K5.T83.KQ9.A7652 AT984.AQ4.32.KJ3');
  await button(page, 'Clear').click();
  await button(page, 'Deal the rest').click();
  await soon(() => hands(page), (found) => assert.equal(found.replace(/[^2-9TJQKA]/g, '').length - 0, 52));
});

test('a pasted text becomes the deal, with its other members', async (t) => {
  const page = await fresh(t, {}, { expected: [/status of 400/] });
  for (const text of [whole.replaceAll('T', '10').toLowerCase(), `[Dealer "E"]\n[Vulnerable "All"]\n[Declarer "W"]\n[Contract "2SX"]\n[Deal "${whole}"]\n`,
    'qx|o1|md|1SK5HT83DKQ9CA7652,SAT942HAQ4D32CKJ3,SQJ6HK652DJ85CT98|sv|n|', JSON.stringify({ deal: whole }),
    'vg|Cup|\nqx|o1|md|1SK5HT83DKQ9CA7652,SAT942HAQ4\nD32CKJ3,SQJ6HK652DJ85CT98|sv|n|\nqx|c1|mb|p|',
    'Look: <https://example.org/view?s=sk5ht83dkq9ca7652&amp;w=sat942haq4d32ckj3&amp;n=sqj6hk652dj85ct98&amp;d=s>']) {
    await button(page, 'Clear').click();
    await reads(page, 'N:- - - -');
    await paste(page, text);
    await reads(page, whole);
  }
  await paste(page, `[Dealer "E"]\n[Vulnerable "All"]\n[Declarer "W"]\n[Contract "2SX"]\n[Deal "${whole}"]\n`);
  await tab(page, 'Contract');
  await chosen(page, 'Dealer', 'E');
  await chosen(page, 'Vulnerable', 'both');
  for (const name of ['2 spades', 'West', 'X Doubled']) await page.locator('.bidbox').getByRole('button', { name, exact: true, pressed: true }).waitFor();
  await page.locator('.hand-N .tag', { hasText: 'leads' }).waitFor();
  await paste(page, 'no deal at all');
  await page.getByText('No deal found in this text. character 2').waitFor();
  await reads(page, whole);
  await paste(page, 'N:QJ6.K652.J85.T98 - - -');
  await reads(page, 'N:QJ6.K652.J85.T98 - - -');
  await paste(page, whole.replace(/ [^ ]*$/, ' -')); // three hands tell the fourth
  await reads(page, whole);
  // Another deal: neither the contract nor the play stays.
  await paste(page, ending);
  await reads(page, ending);
  await soon(() => page.locator('.bidbox [aria-pressed=true]').count(), (count) => assert.equal(count, 0));
  for (const label of ['Strain', 'Leader', 'Dealer', 'Vulnerable']) await chosen(page, label, '');
});

test('of a file with several boards one is shown, and each can be chosen', async (t) => {
  const page = await fresh(t);
  const pressed = () => page.locator('.bidbox [aria-pressed=true]').evaluateAll((all) => all.map((one) => one.textContent));
  await paste(page, `[Board "1"]\n[Dealer "N"]\n[Deal "nonsense"]\n\n[Board "2"]\n[Dealer "E"]\n[Contract "4S"]\n[Declarer "W"]\n[Deal "${whole}"]\n\n[Board "3"]\n[Vulnerable "All"]\n[Deal "${ending}"]\n`);
  await reads(page, whole);
  await page.getByText('This text has 3 boards. Board 2 is shown.').waitFor();
  await chosen(page, 'Board number', '1');
  await tab(page, 'Contract');
  await soon(pressed, (all) => assert.deepEqual(all, ['4♠', 'West']));
  assert.deepEqual(await page.getByLabel('Board number').locator('option').evaluateAll((all) => all.map((one) => [one.textContent, one.disabled])), [['1: unreadable', true], ['2', false], ['3', false]]);
  assert.deepEqual(await violations(page), []);
  await page.getByLabel('Board number').selectOption('3');
  await reads(page, ending);
  await soon(pressed, (all) => assert.deepEqual(all, []));
  await chosen(page, 'Dealer', '');
  await chosen(page, 'Vulnerable', 'both');
  await tab(page, 'Deal');
  await button(page, 'Deal at random').click();
  await page.getByLabel('Board number').waitFor({ state: 'detached' });
});

test('a job of a text or a record is drawn, and edited', async (t) => {
  const record = `[Dealer "E"]\n[Deal "${ending}"]\n`;
  const reply = await fetch(`${server.url}/v1/bridge?want=table`, { method: 'POST', headers: { 'Content-Type': 'text/plain', Prefer: 'wait=60' }, body: record });
  const page = await open(t, browser, `${server.url}/#/jobs/${(await reply.json()).id}`);
  await reads(page, ending);
  const job = await solved({ record: record.replace('"E"', '"S"'), want: 'table' });
  const other = await open(t, browser, `${server.url}/#/jobs/${job.id}`);
  await state(other, 'answered');
  await button(other, 'Edit').click();
  await state(other, 'editing');
  await reads(other, ending);
  await other.locator('.seats button', { hasText: 'West' }).click();
  await other.locator('.cards52 button[value=ST]').click();
  await reads(other, 'N:Q6.2.8. 8.J9..4 K.8.9.2 .4.2.K');
});

test('the example that opens the page is answered; a change leaves it, an old link names a deal', async (t) => {
  const page = await open(t, browser, `${server.url}/#/bridge`);
  await state(page, 'answered');
  await says(page, /^2♠ by West: just made, \+110\. Par: -110 for North-South\.$/);
  await page.locator('.dd').waitFor();
  await button(page, 'Edit').click();
  await state(page, 'editing');
  await reads(page, whole);
  await page.goto(`${server.url}/#/solve/bridge?deal=${encodeURIComponent(ending)}`);
  await reads(page, ending);
});

test('an edit that is not in the address yet does not lead back from the place that a person goes to', async (t) => {
  const { id } = await solved({ deal: ending, want: ['table'] }), page = await fresh(t, { deal: whole }), path = `**/v1/jobs/${id}`;
  let arrived;
  const held = new Promise((resolve) => { arrived = resolve; });
  await page.route(path, async (route) => { await held; await route.continue(); });
  await page.locator('.cards52 button[value=SQ]').click();
  await soon(() => page.locator('.hand-N .rank').count(), (count) => assert.equal(count, 12));
  await page.evaluate((to) => { location.hash = to; }, `#/jobs/${id}`);
  await page.waitForTimeout(600); // longer than an edit waits to be written
  arrived();
  await state(page, 'answered');
  await reads(page, ending);
  await soon(() => page.evaluate(() => location.hash), (hash) => assert.equal(hash, `#/jobs/${id}`));
});

test('a card that is not in the address yet is not written into that of the next job', async (t) => {
  const [first, second] = [await solved({ deal: ending, strain: 'S', leader: 'W', want: ['card'] }), await solved({ deal: whole, want: ['table'] })];
  const page = await open(t, browser, `${server.url}/#/jobs/${first.id}`);
  await page.locator('button.hcard').first().waitFor();
  await page.evaluate((to) => { document.querySelector('button.hcard').click(); location.hash = to; }, `#/jobs/${second.id}`);
  await reads(page, whole);
  await page.waitForTimeout(600); // longer than an edit waits to be written
  assert.equal(await page.evaluate(() => location.hash), `#/jobs/${second.id}`);
});

test('one question has the table, par, the score and each lead, all in one panel', async (t) => {
  const page = await fresh(t, { deal: whole });
  await tab(page, 'Contract');
  await page.locator('.bidbox button[value="3S"]').click();
  await button(page, 'East').click();
  for (const name of ['X Doubled', 'XX Redoubled']) await button(page, name).click();
  await page.locator('.bidbox').getByRole('button', { name: 'XX Redoubled', pressed: true }).waitFor();
  await analysed(page);
  const result = await shown(page);
  assert.equal(result.contract, '3SXX');
  await says(page, new RegExp(`^3♠×× by East: ${9 - result.score.tricks} down, ${result.score.score}\\. Par: ${result.par.score} for North-South\\.$`));
  const wanted = ['North', 'South', 'East', 'West'].map((name) => [name, ...['NT', 'S', 'H', 'D', 'C'].map((strain) => result.table[name[0]][strain])].join(' '));
  await soon(() => page.locator('.dd tbody tr').evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent).join(' '))), (rows) => assert.deepEqual(rows, wanted));
  await page.getByRole('heading', { name: `Par: ${result.par.score > 0 ? '+' : ''}${result.par.score} for North-South`, exact: true }).waitFor();
  await soon(() => page.locator('.par li').count(), (count) => assert.equal(count, result.par.contracts.length));
  for (const [where, count] of [['.options li', result.cards.length], ['.options .best', result.cards.filter(({ best }) => best).length]])
    await soon(() => page.locator(where).count(), (found) => assert.equal(found, count, where));
  // At the leads: tricks over or under the contract, from the declarer's side.
  const over = (tricks) => { const by = 13 - tricks - 9; return by ? `${by > 0 ? '+' : '−'}${Math.abs(by)}` : '='; };
  await shows(page, result.cards.flatMap(({ card, equals, tricks }) => [card, ...equals].map((one) => `${one[1]}${over(tricks)}`)).sort());
  // The bidding box shows which contracts make.
  await button(page, 'Edit').click();
  await tab(page, 'Contract');
  await soon(() => page.locator('.bid.made').evaluateAll((all) => all.map(({ value }) => value)), (made) =>
    assert.deepEqual(made, [1, 2, 3, 4, 5, 6, 7].flatMap((level) => ['C', 'D', 'H', 'S', 'NT'].filter((strain) => result.table.E[strain] >= level + 6).map((strain) => level + strain))));
});

test('a hand is played card by card; each card shows what it costs, as the server says', async (t) => {
  const page = await fresh(t, { deal: ending, strain: 'NT', leader: 'S' });
  await button(page, 'Play it').click();
  const record = [], seats = ['N', 'E', 'S', 'W'];
  let left = Object.fromEntries(ending.slice(2).split(' ').flatMap((hand, i) => hand.split('.').flatMap((ranks, suit) => Array.from(ranks, (rank) => ['SHDC'[suit] + rank, seats[i]]))));
  const dotted = (seat) => Array.from('SHDC', (suit) => Array.from('AKQJT98765432').filter((rank) => left[suit + rank] === seat).join('')).join('.');
  let leader = 'S', trick = [];
  for (let i = 0; i < 16; i++) {
    const { result } = await solved({ deal: Object.fromEntries(seats.map((seat) => [seat, dotted(seat)])), strain: 'NT', leader, ...(trick.length && { trick }), want: ['card'] });
    const most = Math.max(...result.cards.map(({ tricks }) => tricks));
    await shows(page, losses(result));
    await page.locator(`.hand-${result.to_play} .hcard.best`).first().waitFor();
    const { card } = result.cards.find(({ tricks }) => (i % 3 ? tricks === most : tricks < most)) ?? result.cards[0];
    await page.locator(`button.hcard[value="${card}"]`).click();
    record.push(card);
    left = Object.fromEntries(Object.entries(left).filter(([one]) => one !== card));
    trick = [...trick, card];
    if (trick.length === 4) {
      const best = trick.filter((one) => one[0] === trick[0][0]).sort((one, two) => 'AKQJT98765432'.indexOf(one[1]) - 'AKQJT98765432'.indexOf(two[1]))[0];
      leader = seats[(seats.indexOf(leader) + trick.indexOf(best)) % 4];
      trick = [];
    }
    await page.getByText(`${i + 1} / ${i + 1}`, { exact: true }).waitFor();
    if (i === 8) {
      await soon(() => page.evaluate(() => location.hash), (hash) => assert.match(hash, /at=9/));
      await page.reload(); // the position is in the address
      await page.getByText('9 / 9', { exact: true }).waitFor();
    }
  }
  await page.locator('.line', { hasText: 'End of the play' }).waitFor();
  await soon(() => page.locator('.play-record button').allTextContents(), (all) => assert.equal(all.length, 16));
  await button(page, 'Take back').click();
  await page.getByText('15 / 16', { exact: true }).waitFor();
  await button(page, 'From the start').click();
  await reads(page, ending);
  await page.keyboard.press('ArrowRight');
  await page.getByText('1 / 16', { exact: true }).waitFor();
  await page.locator('.play-record button').nth(5).click();
  await page.getByText('6 / 16', { exact: true }).waitFor();
  await button(page, 'Best card').click(); // another card may end what followed
  await page.getByText(/^7 \/ (7|16)$/).waitFor();
});

test('undo takes back cards, then what was done to the deal; a play does not outlive its deal', async (t) => {
  const page = await fresh(t, { deal: ending, strain: 'NT', leader: 'S' });
  await page.locator('.cards52 button[value=SA]').click(); // North's fifth card
  await page.getByText('All hands need the same number of cards').waitFor();
  await button(page, 'Undo').click();
  await reads(page, ending);
  await page.locator('button.hcard[value=SK]').click();
  await page.locator('button.hcard[value=ST]').click();
  await page.getByText('2 / 2', { exact: true }).waitFor();
  await page.locator('button.hcard').first().focus();
  for (const left of ['1 / 2', '0 / 2']) {
    await page.keyboard.press('Control+z');
    await page.getByText(left, { exact: true }).waitFor();
  }
  await page.keyboard.press('Control+Shift+z'); // the card that was undone above
  await page.getByText('All hands need the same number of cards').waitFor();
  assert.equal(await page.locator('.play-steps, .play-record').count(), 0);
  await soon(() => page.evaluate(() => location.hash), (hash) => assert.doesNotMatch(hash, /cards=/));
});

test('the best line is played through: the trick in the middle, the hands shrink, tricks are counted', async (t) => {
  const [page, result] = await posted(t, { deal: ending, strain: 'S', leader: 'W', want: ['card', 'line'] });
  await shows(page, losses(result));
  await button(page, 'Best line').click();
  const ranks = (count) => soon(() => page.locator('.hand .rank').count(), (found) => assert.equal(found, count));
  await ranks(15);
  await page.locator('.centre .at-W', { hasText: result.line[0][1].replace('T', '10') }).waitFor();
  for (let i = 0; i < 3; i++) await button(page, 'Forward').click();
  await ranks(12);
  await soon(() => page.locator('.centre .at .pcard').count(), (count) => assert.equal(count, 4));
  await page.locator('.centre .wins').waitFor();
  await button(page, 'To the end').click();
  await says(page, `End of the play: North-South ${4 - result.line_tricks}, East-West ${result.line_tricks}.`);
  await page.keyboard.press('Home');
  await reads(page, ending);
});

test('a played hand: mistakes are marked with their cost and the better card', async (t) => {
  const page = await fresh(t);
  await paste(page, ending);
  await reads(page, ending);
  await tab(page, 'Contract');
  await page.getByLabel('Strain').selectOption('NT');
  await page.getByLabel('Leader').selectOption('N');
  await tab(page, 'Played cards');
  await page.getByLabel('The played hand').fill('s6 what');
  await page.getByLabel('The played hand').press('Enter');
  await page.getByText('This cannot be read.').waitFor();
  // North has two sure tricks and loses them by this play.
  await page.getByLabel('The played hand').fill('s6 S8 sk ST d9 d2 D8 h9');
  await page.getByLabel('The played hand').press('Enter');
  await analysed(page);
  const result = await shown(page), mistakes = result.play.map((move, i) => [i, move]).filter(([, { cost }]) => cost > 0);
  await says(page, new RegExp(mistakes.length > 1 ? `${mistakes.length} mistakes in the played hand\\.` : mistakes.length ? 'One mistake in the played hand\\.' : 'No mistake in the played hand\\.'));
  await soon(() => page.locator('.play-record .cost').count(), (count) => assert.equal(count, mistakes.length));
  for (const [i, { cost }] of mistakes) {
    await page.locator('.play-record button').nth(i).click();
    await page.locator('.notice', { hasText: `costs ${cost};` }).waitFor();
    await page.locator('.centre .lost').waitFor();
  }
});

test('mistakes of a hand are shown where they were made', async (t) => {
  const stage = await Stage.start(server);
  atEnd(t, () => stage.stop());
  const job = { id: '0'.repeat(31) + '1', kind: 'bridge', status: 'succeeded', created_at: new Date().toISOString(), result: {
    summary: '5 cards played, 2 mistakes', deal: ending, dealer: 'N', vulnerable: 'ew', strain: 'NT', leader: 'N', trick: [], engine: 'own',
    play: [['S6', 'N', 1, 'SQ'], ['S8', 'E', 0], ['SK', 'S', 0], ['ST', 'W', 0], ['H8', 'S', 2, 'D9']].map(([card, by, cost, best]) => ({ card, by, tricks: { before: 3, after: 3 }, cost, ...(best && { best }) })) } };
  stage.job(job, { deal: ending, strain: 'NT', leader: 'N', play: ['S6'] });
  stage.replies.set('POST /v1/bridge', { ...job, id: '0'.repeat(31) + '2', result: { cards: [] } }); // what the cards of a position are worth
  const page = await open(t, browser, `${stage.url}/#/jobs/${job.id}`);
  await page.getByText('2 mistakes in the played hand.').waitFor();
  await page.locator('.play-record button').first().click();
  await page.getByText('With best play from here on: 3 tricks for East-West.').waitFor();
  await page.getByText('North’s ♠6 costs 1; ♠Q was better.').waitFor();
  await page.locator('.at-N.lost', { hasText: '6' }).waitFor();
  await page.locator('.hand-E .tag', { hasText: 'vul.' }).waitFor();
  assert.equal(await page.locator('.hand-N .tag', { hasText: 'vul.' }).count(), 0);
  await page.locator('.play-record button').nth(4).click();
  await page.getByText('South’s ♥8 costs 2; ♦9 was better.').waitFor();
  await page.locator('.at-S.lost', { hasText: '8' }).waitFor();
});

test('a contract is scored', async (t) => {
  const [page, result] = await posted(t, { contract: '3NTXX by S', tricks: 8, vulnerable: 'ns' });
  await says(page, `3NT×× by South: 1 down, ${result.score.score}.`);
  await page.getByText('8 tricks · vulnerable').waitFor();
});

test('a score of tricks that were made needs no deal', async (t) => {
  const page = await fresh(t);
  await tab(page, 'Contract');
  await page.locator('.bidbox button[value="4H"]').click();
  await button(page, 'X Doubled').click();
  await page.getByLabel('Vulnerable').selectOption('both');
  await soon(() => button(page, 'Analyse').isDisabled(), (off) => assert.equal(off, true));
  await page.getByLabel('Tricks made').selectOption('8');
  await analysed(page);
  await says(page, '4♥× by South: 2 down, -500.');
});

test('hidden hands are dealt within their constraints, and averaged', async (t) => {
  const page = await fresh(t);
  await paste(page, ending);
  await reads(page, ending);
  await tab(page, 'Contract');
  await page.getByLabel('Strain').selectOption('NT');
  await page.getByLabel('Leader').selectOption('N');
  await tab(page, 'Hidden hands');
  await page.getByLabel('Some hands are hidden').click();
  const hidden = page.locator('.hidden-hands fieldset');
  await page.getByText('Select the hidden hands.').waitFor();
  await hidden.getByLabel('North', { exact: true }).first().click();
  await page.getByText('North is to play: that hand must be visible.').waitFor();
  await soon(() => button(page, 'Deal and average').isDisabled(), (off) => assert.equal(off, true));
  await hidden.getByLabel('North', { exact: true }).first().click();
  for (const seat of ['East', 'West']) await hidden.getByLabel(seat, { exact: true }).first().click();
  await hidden.getByLabel('Deals').fill('30');
  await hidden.getByLabel('Deals').blur();
  await page.getByText('Constraints on East').click();
  await page.getByLabel('East, Points: at least').fill('1');
  await page.getByLabel('East, Points: at least').blur();
  await tab(page, 'Deal');
  await page.locator('.seats button', { hasText: 'East hidden' }).waitFor();
  await analysed(page, 'Deal and average');
  await says(page, /^Best of 30 deals: ..+, [\d.]+ tricks on average\.$/);
  await soon(() => page.locator('table.sample tbody').textContent(), (text) => assert.match(text, /±/));
  await page.getByText(/deals at random of the/).waitFor();
  await reads(page, 'N:Q6.2.8. - K.8.9.2 -');
});

test('an unfinished table and averages are shown while they are made', async (t) => {
  const stage = await Stage.start(server);
  atEnd(t, () => stage.stop());
  const job = { id: '0'.repeat(32), kind: 'bridge', status: 'running', created_at: new Date().toISOString(), started_at: new Date().toISOString() };
  const tell = stage.job(job, { deal: whole });
  const page = await open(t, browser, `${stage.url}/#/jobs/${job.id}`);
  await stage.watched(job);
  tell('progress', { strains: 1, table: { N: { S: 5 }, E: { S: 8 }, S: { S: 5 }, W: { S: 8 } } });
  await soon(() => page.locator('.dd tbody tr').first().textContent(), (text) => assert.equal(text, 'North–5–––'));
  tell('progress', { deals: 7, samples: 20, cards: [{ card: 'SA', tricks: 4.5 }, { card: 'H2', tricks: 3 }] });
  await page.locator('.line', { hasText: '7 of 20 deals so far.' }).waitFor();
  await soon(() => page.locator('table.sample tbody tr').count(), (count) => assert.equal(count, 2));
  tell('result', { ...job, status: 'cancelled', finished_at: job.created_at });
  await page.getByText('Cancelled').first().waitFor();
});

for (const [name, options] of sizes)
  test(`the answer, what to do next and the whole table are in view, and nothing jumps: ${name}`, async (t) => {
    const job = await solved({ deal: whole, contract: '2S', declarer: 'W', want: ['table', 'par', 'card', 'line', 'score'] });
    const page = await open(t, browser, `${server.url}/#/jobs/${job.id}`, options);
    await state(page, 'answered');
    const inside = (selector) => page.locator(selector).evaluate((one) => { const { top, bottom } = one.getBoundingClientRect(); return top >= 0 && bottom <= innerHeight; });
    for (const selector of ['.table4', '.line', '.surface-actions button']) await soon(() => page.evaluate(() => { scrollTo(0, 0); }).then(() => inside(`${selector} >> nth=0`)), (seen) => assert.ok(seen, selector));
    await page.evaluate(() => { window.shift = 0; new PerformanceObserver((list) => { for (const one of list.getEntries()) if (!one.hadRecentInput) window.shift += one.value; }).observe({ type: 'layout-shift', buffered: true }); });
    await button(page, 'Play it').click();
    for (let i = 1; i < 6; i++) {
      await page.locator('.hcard.best').first().click();
      await page.getByText(`${i} / ${i}`, { exact: true }).waitFor();
      await page.locator('.hcard.best').first().waitFor();
      for (const selector of ['.table4', '.line', '.play-steps']) assert.ok(await inside(selector), `${selector} after ${i} cards`);
    }
    assert.ok(await page.evaluate(() => window.shift) <= 0.02, `shift ${await page.evaluate(() => window.shift)}`);
  });

for (const [name, options, locale] of [['light, desktop', {}, 'en-US'], ['dark, phone', { ...phone, colorScheme: 'dark' }, 'en-US'], ['Chinese, phone', phone, 'zh-CN']])
  test(`nothing for axe to find, nothing wider than the screen: ${name}`, async (t) => {
    const look = async (page, where) => {
      assert.deepEqual(await violations(page), [], where);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${where} is ${wide} px wider than the screen`);
    };
    const page = await fresh(t, { deal: 'N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432', strain: 'NT', leader: 'N' }, { ...options, locale });
    await soon(() => page.locator('.hand-S .rank').count(), (count) => assert.equal(count, 13));
    for (let i = 0; i < 4; i++) {
      await page.getByRole('tab').nth(i).click();
      await page.locator(`[role=tab]:nth-of-type(${i + 1})[aria-selected=true]`).waitFor();
      await look(page, `question, tab ${i}`);
    }
    await page.locator('.hidden-hands input').first().click();
    await page.locator('.hidden-hands fieldset input').nth(1).click();
    await page.locator('.hidden-hands summary').first().click();
    await look(page, 'hidden hands');
    for (const problem of [{ deal: ending, strain: 'S', leader: 'W', want: ['table', 'card', 'line', 'play'], play: ['T', '6', '8', 'K'].map((rank) => `S${rank}`) },
      { deal: { N: 'Q6.2.8.', E: '8.J9..4', S: 'K.8.9.2', W: 'T.4.2.K' }, contract: '1NT', declarer: 'W', leader: 'N', known: ['N', 'S'], samples: 20 }, { contract: '3NTXX by S', tricks: 8 }]) {
      await page.goto(`${server.url}/#/jobs/${(await solved(problem)).id}`);
      await state(page, 'answered');
      await look(page, JSON.stringify(problem).slice(0, 60));
      const second = page.locator('.play-record button').nth(1);
      if (!problem.play) continue;
      await second.click();
      await page.locator('.hcard.best').first().waitFor();
      await look(page, 'play');
    }
  });

test('a lead against a contract: how often it is beaten, in the view and, in Chinese, in the list', async (t) => {
  const [page, result] = await posted(t, { deal: whole, known: ['W'], contract: '3NTX', declarer: 'S', samples: 4 });
  const share = /, beats 3NTX by S in (\d+)%/.exec(result.summary)[1];
  await page.getByRole('columnheader', { name: 'Beats it' }).waitFor();
  const list = await open(t, browser, `${server.url}/#/jobs`, { locale: 'zh-CN' });
  await list.locator('.jobs-summary', { hasText: `${share}% 击败南 3NT×` }).first().waitFor();
});

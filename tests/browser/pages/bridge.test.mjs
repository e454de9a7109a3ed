// Bridge on the page: a deal picked by keyboard, pasted, dealt; the table and par, cards, the best line, a played hand
// with its mistakes, scores, hidden hands.
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

const button = (page, name) => page.getByRole('button', { name, exact: true });
const at = (query = '') => `${server.url}/#/solve/bridge${query}`;
const fresh = async (t, { query, ...options } = {}) => {
  const page = await open(t, browser, at(query), options);
  await page.locator('.bridge.editor').waitFor();
  return page;
};
// Returns the hands of a diagram as PBN from north, with '10' as T.
const hands = (page, part = 'editor') => page.locator(`.${part} .table4 .hand`).evaluateAll((all) => 'N:' + ['N', 'E', 'S', 'W'].map((seat) => {
  const hand = all.find((one) => one.classList.contains(`hand-${seat}`));
  const suits = [...hand.querySelectorAll('.suits li')].map((suit) => [...suit.querySelectorAll('.rank')].map((rank) => rank.firstChild.textContent.replace('10', 'T')).join(''));
  return suits.length ? suits.join('.') : '-';
}).join(' '));
const reads = (page, deal, part) => soon(() => hands(page, part), (found) => assert.equal(found, deal));
const posted = async (t, problem, options) => {
  const job = await server.post('bridge', problem, { wait: 60 });
  assert.equal(job.status, 'succeeded', JSON.stringify(job));
  const page = await open(t, browser, `${server.url}/#/jobs/${job.id}`, options);
  await page.locator('.bridge.view').waitFor();
  return [page, job.result];
};
// Returns the job that the page shows below the editor.
const shown = async (page) => (await fetch(`${server.url}/v1/jobs/${(await page.locator('.job-id code').textContent()).trim()}`)).json();

test('a deal is picked and asked about by keyboard alone', async (t) => {
  const page = await fresh(t);
  await button(page, 'Clear').focus();
  await page.keyboard.press('Enter');
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
  await soon(() => button(page, 'Table').isDisabled(), (off) => assert.equal(off, true));
  await page.keyboard.press('n');
  await reads(page, 'N:A.A.. K.K.. Q.Q.. J.J..');
  await page.getByLabel('Strain').focus();
  await page.getByLabel('Strain').selectOption('NT');
  await page.getByLabel('Leader').selectOption('S');
  await button(page, 'Cards and line').focus();
  await page.keyboard.press('Enter');
  await page.locator('.view .options').waitFor();
  await page.getByRole('heading', { name: 'South plays: tricks of North-South' }).waitFor();
  await page.getByText('NT · South leads').waitFor();
});

test('a click deals to the chosen hand and takes back; the rest is dealt by chance', async (t) => {
  const page = await fresh(t);
  await button(page, 'Clear').click();
  await page.locator('.seats button', { hasText: 'West' }).click();
  for (const card of ['SA', 'SK', 'H2']) await page.locator(`.cards52 button[value=${card}]`).click();
  await reads(page, 'N:- - - AK.2..');
  await page.getByRole('button', { name: '♠A: West' }).click();
  await reads(page, 'N:- - - K.2..');
  await button(page, '↶ Undo').click();
  await reads(page, 'N:- - - AK.2..');
  await button(page, 'Deal the rest').click();
  await soon(() => hands(page), (found) => {
    assert.equal(found.replace(/[^2-9TJQKA]/g, '').length, 52);
    assert.match(found.split(' ')[3], /^AK[^.]*\.[^.]*2\./);
  });
  await soon(() => page.locator('.editor .hcp').count(), (count) => assert.equal(count, 4));
});

test('a pasted text becomes the deal, with its other members', async (t) => {
  const page = await fresh(t, { expected: [/status of 400/] });
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
  for (const [label, wanted] of [['Declarer', 'W'], ['Level', '2'], ['Doubled', '1'], ['Dealer', 'E'], ['Vulnerable', 'both']])
    await soon(() => page.getByLabel(label).inputValue(), (value) => assert.equal(value, wanted, label));
  await page.locator('.editor .hand-N .tag', { hasText: 'leads' }).waitFor();
  await paste(page, 'no deal at all');
  await page.getByText('No deal found in this text. character 2').waitFor();
  await reads(page, whole);
  await paste(page, 'N:QJ6.K652.J85.T98 - - -');
  await reads(page, 'N:QJ6.K652.J85.T98 - - -');
  await paste(page, whole.replace(/ [^ ]*$/, ' -')); // three hands tell the fourth
  await reads(page, whole);
  // Another deal: the contract does not stay.
  await paste(page, ending);
  await reads(page, ending);
  for (const label of ['Level', 'Strain', 'Dealer', 'Vulnerable', 'Leader'])
    await soon(() => page.getByLabel(label).inputValue(), (value) => assert.equal(value, '', label));
});

test('of a file with several boards one is shown, and each can be chosen', async (t) => {
  const page = await fresh(t);
  const number = () => page.getByLabel('Board number').inputValue();
  await paste(page, `[Board "1"]\n[Dealer "N"]\n[Deal "nonsense"]\n\n[Board "2"]\n[Dealer "E"]\n[Contract "4S"]\n[Declarer "W"]\n[Deal "${whole}"]\n\n[Board "3"]\n[Vulnerable "All"]\n[Deal "${ending}"]\n`);
  await reads(page, whole);
  await page.getByText('This text has 3 boards. Board 2 is shown.').waitFor();
  await soon(number, (value) => assert.equal(value, '1'));
  await soon(() => page.getByLabel('Declarer').inputValue(), (value) => assert.equal(value, 'W'));
  assert.deepEqual(await page.getByLabel('Board number').locator('option').evaluateAll((all) => all.map((one) => [one.textContent, one.disabled])), [['1: unreadable', true], ['2', false], ['3', false]]);
  assert.deepEqual(await violations(page), []);
  await page.getByLabel('Board number').selectOption('3');
  await reads(page, ending);
  for (const [label, wanted] of [['Level', ''], ['Dealer', ''], ['Vulnerable', 'both']])
    await soon(() => page.getByLabel(label).inputValue(), (value) => assert.equal(value, wanted, label));
  await button(page, 'Deal at random').click();
  await page.getByLabel('Board number').waitFor({ state: 'detached' });
});

test('a job of a text or a record is drawn', async (t) => {
  const record = `[Dealer "E"]\n[Deal "${ending}"]\n`;
  const reply = await fetch(`${server.url}/v1/bridge?want=table`, { method: 'POST', headers: { 'Content-Type': 'text/plain', Prefer: 'wait=60' }, body: record });
  const page = await open(t, browser, `${server.url}/#/jobs/${(await reply.json()).id}`);
  await reads(page, ending, 'view');
  const job = await server.post('bridge', { record: record.replace('"E"', '"S"'), want: 'table' }, { wait: 60 });
  const editor = await open(t, browser, at(`?from=${job.id}`));
  await reads(editor, ending);
});

test('the table and par are shown', async (t) => {
  const page = await fresh(t, { query: `?deal=${encodeURIComponent(whole)}` });
  await reads(page, whole);
  await button(page, 'Table and par').click();
  await page.getByRole('heading', { name: /^Par: .* for North-South/ }).waitFor();
  const { result } = await shown(page);
  const wanted = ['North', 'South', 'East', 'West'].map((name) => [name, ...['NT', 'S', 'H', 'D', 'C'].map((strain) => result.table[name[0]][strain])].join(' '));
  await soon(() => page.locator('.dd tbody tr').evaluateAll((all) => all.map((row) => [...row.children].map((cell) => cell.textContent).join(' '))), (rows) => assert.deepEqual(rows, wanted));
  await page.getByRole('heading', { name: `Par: ${result.par.score > 0 ? '+' : ''}${result.par.score} for North-South` }).waitFor();
  await soon(() => page.locator('.par li').count(), (count) => assert.equal(count, result.par.contracts.length));
});

test('each card of the hand to play has its tricks, at the card and in the list', async (t) => {
  const [page, result] = await posted(t, { deal: ending, strain: 'S', leader: 'W', want: ['card', 'line'] });
  await page.locator('.view .hcard.valued').first().waitFor();
  const wanted = result.cards.flatMap(({ card, equals, tricks }) => [card, ...equals].map((one) => `${one[1].replace('T', '10')}=${tricks}`)).sort();
  await soon(() => page.locator('.view .hcard.valued').evaluateAll((all) => all.map((one) => `${one.querySelector('.rank').textContent}=${one.querySelector('b').textContent}`).sort()),
    (values) => assert.deepEqual(values, wanted));
  for (const [where, count] of [['.hand-W .hcard.valued', wanted.length], ['.options li', result.cards.length], ['.options .best', result.cards.filter(({ best }) => best).length]])
    await soon(() => page.locator(`.view ${where}`).count(), (found) => assert.equal(found, count, where));
});

test('the best line is stepped through: the trick in the middle, the hands shrink, tricks are counted', async (t) => {
  const [page, result] = await posted(t, { deal: ending, strain: 'S', leader: 'W', want: ['card', 'line'] });
  await page.getByRole('tab', { name: 'Best line' }).click();
  const middle = () => page.locator('.view .centre .at .pcard').evaluateAll((all) => all.map((one) => one.textContent.replace('10', 'T')).filter(Boolean).length);
  await reads(page, ending, 'view');
  await soon(middle, (count) => assert.equal(count, 4));
  await page.locator('.view .centre .at-W', { hasText: result.line[0][1].replace('T', '10') }).waitFor();
  await page.locator('.view .centre .wins').waitFor();
  await button(page, 'Next step').click();
  await soon(() => page.locator('.view .rank').count(), (count) => assert.equal(count, 12));
  await page.keyboard.press('ArrowRight');
  await soon(() => page.locator('.view .rank').count(), (count) => assert.equal(count, 8));
  await button(page, 'Last step').click();
  await page.getByRole('heading', { name: 'End of the play' }).waitFor();
  await page.getByText(`North-South ${4 - result.line_tricks}, East-West ${result.line_tricks}`).waitFor();
  await page.locator('.steps button').nth(1).click();
  await page.getByRole('heading', { name: 'Trick 2' }).waitFor();
});

test('a played hand: mistakes are marked with their cost and the better card', async (t) => {
  const page = await fresh(t);
  await paste(page, ending);
  await reads(page, ending);
  await page.getByLabel('Strain').selectOption('NT');
  await page.getByLabel('Leader').selectOption('N');
  await page.getByText('Cards already played').click();
  // North has two sure tricks and loses them by this play.
  await page.getByLabel('The played hand').fill('s6 S8 sk ST d9 d2 D8 h9');
  await page.getByLabel('The played hand').press('Enter');
  await button(page, 'Analyse the play').click();
  await page.locator('.view .player').waitFor();
  const { result } = await shown(page);
  const mistakes = result.play.map((move, i) => [i, move]).filter(([, { cost }]) => cost > 0);
  const text = mistakes.length > 1 ? `${mistakes.length} mistakes in the played hand.` : mistakes.length ? 'One mistake in the played hand.' : 'No mistake in the played hand.';
  await page.getByText(text).waitFor();
  const tricks = new Set(mistakes.map(([i]) => Math.floor(i / 4)));
  await soon(() => page.locator('.steps .cost').count(), (count) => assert.equal(count, tricks.size));
  for (const [i, { cost }] of mistakes) {
    await page.locator('.steps button').nth(Math.floor(i / 4)).click();
    await page.locator('.view .notice', { hasText: `costs ${cost};` }).waitFor();
    await page.locator('.view .centre .lost').waitFor();
  }
  await button(page, 'Last step').click();
  await page.getByRole('heading', { name: 'End of the play' }).waitFor();
  await page.getByLabel('The played hand').fill('s6 what');
  await page.getByLabel('The played hand').press('Enter');
  await page.getByText('This cannot be read.').waitFor();
});

test('mistakes of a hand are shown where they were made', async (t) => {
  const stage = await Stage.start(server);
  atEnd(t, () => stage.stop());
  const job = { id: '0'.repeat(31) + '1', kind: 'bridge', status: 'succeeded', created_at: new Date().toISOString(), result: {
    summary: '5 cards played, 2 mistakes', deal: ending, dealer: 'N', vulnerable: 'ew', strain: 'NT', leader: 'N', trick: [], engine: 'own',
    play: [['S6', 'N', 1, 'SQ'], ['S8', 'E', 0], ['SK', 'S', 0], ['ST', 'W', 0], ['H8', 'S', 2, 'D9']].map(([card, by, cost, best]) => ({ card, by, tricks: { before: 3, after: 3 }, cost, ...(best && { best }) })) } };
  stage.job(job, { deal: ending, strain: 'NT', leader: 'N', play: ['S6'] });
  const page = await open(t, browser, `${stage.url}/#/jobs/${job.id}`);
  await page.getByText('2 mistakes in the played hand.').waitFor();
  await page.getByText('With best play from here on: 3 tricks for East-West.').waitFor();
  await page.getByText('North’s ♠6 costs 1; ♠Q was better.').waitFor();
  await page.locator('.view .at-N.lost', { hasText: '6' }).waitFor();
  await page.locator('.view .hand-E .tag', { hasText: 'vul.' }).waitFor();
  assert.equal(await page.locator('.view .hand-N .tag', { hasText: 'vul.' }).count(), 0);
  await button(page, 'Next step').click();
  await page.getByText('South’s ♥8 costs 2; ♦9 was better.').waitFor();
  await page.locator('.view .at-S.lost', { hasText: '8' }).waitFor();
});

test('a contract is scored', async (t) => {
  const [page, result] = await posted(t, { contract: '3NTXX by S', tricks: 8, vulnerable: 'ns' });
  await page.locator('.verdict', { hasText: `${result.score.score}` }).waitFor();
  await page.locator('.side .muted', { hasText: /^vulnerable$/ }).waitFor();
});

test('a score of tricks that were made needs no deal', async (t) => {
  const page = await fresh(t);
  await button(page, 'Clear').click();
  await page.getByLabel('Level').selectOption('4');
  await page.getByLabel('Strain').selectOption('H');
  await page.getByLabel('Doubled').selectOption('1');
  await page.getByLabel('Vulnerable').selectOption('both');
  await soon(() => button(page, 'Score').isDisabled(), (off) => assert.equal(off, true));
  await page.getByLabel('Tricks made').selectOption('8');
  await button(page, 'Score').click();
  await page.locator('.view .verdict', { hasText: /by South, 8 tricks:\s*-500/ }).waitFor();
});

test('hidden hands are dealt within their constraints, and averaged', async (t) => {
  const page = await fresh(t);
  await button(page, 'Clear').click();
  await paste(page, 'N:Q6.2.8. 8.J9..4 K.8.9.2 T.4.2.K');
  await page.getByLabel('Strain').selectOption('NT');
  await page.getByLabel('Leader').selectOption('N');
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
  await page.locator('.seats button', { hasText: 'East hidden' }).waitFor();
  await button(page, 'Deal and average').click();
  await page.locator('table.sample').waitFor();
  await soon(() => page.locator('table.sample tbody').textContent(), (text) => assert.match(text, /±/));
  await page.getByText(/deals at random of the/).waitFor();
  await reads(page, 'N:Q6.2.8. - K.8.9.2 -', 'view');
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
  await page.getByText('7 of 20 deals so far.').waitFor();
  await soon(() => page.locator('table.sample tbody tr').count(), (count) => assert.equal(count, 2));
  tell('result', { ...job, status: 'cancelled', finished_at: job.created_at });
  await page.getByText('cancelled').first().waitFor();
});

for (const [name, options, locale] of [['light, desktop', {}, 'en-US'], ['dark, phone', { ...phone, colorScheme: 'dark' }, 'en-US'], ['Chinese, phone', phone, 'zh-CN']])
  test(`nothing for axe to find, nothing wider than the screen: ${name}`, async (t) => {
    const look = async (page, where) => {
      assert.deepEqual(await violations(page), [], where);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${where} is ${wide} px wider than the screen`);
    };
    const page = await fresh(t, { ...options, locale, query: `?deal=${encodeURIComponent('N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. ...AKQJT98765432')}` });
    await soon(() => page.locator('.editor .hand-S .rank').count(), (count) => assert.equal(count, 13));
    await look(page, 'editor with long suits');
    await page.locator('.hidden-hands input').first().click();
    await page.locator('.hidden-hands fieldset').waitFor();
    await page.locator('.hidden-hands fieldset input').first().click();
    await page.locator('.hidden-hands summary').first().click();
    await look(page, 'editor with hidden hands');
    for (const problem of [{ deal: ending, strain: 'S', leader: 'W', want: ['table', 'card', 'line', 'play'], play: ['T', '6', '8', 'K'].map((rank) => `S${rank}`) },
      { deal: { N: 'Q6.2.8.', E: '8.J9..4', S: 'K.8.9.2', W: 'T.4.2.K' }, contract: '1NT', declarer: 'W', leader: 'N', known: ['N', 'S'], samples: 20 }, { contract: '3NTXX by S', tricks: 8 }]) {
      const job = await server.post('bridge', problem, { wait: 60 });
      assert.equal(job.status, 'succeeded', JSON.stringify(job));
      await page.goto(`${server.url}/#/jobs/${job.id}`);
      await page.locator(`.job-id code:text-is("${job.id}")`).waitFor();
      await page.locator('.bridge.view .side').waitFor();
      const tabs = page.locator('.bridge.view [role=tab]');
      const count = await tabs.count();
      for (let i = 0; i < Math.max(1, count); i++) {
        if (count) await tabs.nth(i).click();
        if (count) await page.locator(`.bridge.view [role=tab]:nth-of-type(${i + 1})[aria-selected=true]`).waitFor();
        await look(page, `${JSON.stringify(problem).slice(0, 60)}, tab ${i}`);
      }
      await page.locator('.bridge.view .side p').first().waitFor();
    }
  });

test('a lead against a contract: how often it is beaten, in the view and, in Chinese, in the list', async (t) => {
  const [page, result] = await posted(t, { deal: whole, known: ['W'], contract: '3NTX', declarer: 'S', samples: 4 });
  const share = /, beats 3NTX by S in (\d+)%/.exec(result.summary)[1];
  await page.getByRole('columnheader', { name: 'Beats it' }).waitFor();
  const list = await open(t, browser, `${server.url}/#/jobs`, { locale: 'zh-CN' });
  await list.locator('.jobs-summary', { hasText: `${share}% 击败南 3NT×` }).first().waitFor();
});

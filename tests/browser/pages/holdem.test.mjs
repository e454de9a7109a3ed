// Hold'em on the surface: one grid of starting hands is drawn on and answers. Ranges typed and painted, cards typed and picked, players,
// equities and decisions, refusals, a long job, the address; a hand that is read, action by action; the keyboard, touch, a phone, axe.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { examples } from '../../../src/web/kinds/holdem/examples.js';
import { className } from '../../../src/web/kinds/holdem/range.js';
import { violations, violationsInBothSchemes } from '../lib/axe.mjs';
import { launch, open, phone } from '../lib/browser.mjs';
import { Server } from '../lib/server.mjs';
import { paste, soon } from '../lib/soon.mjs';

const desktop = { viewport: { width: 1280, height: 720 } };

let server, browser;
before(async () => { [server, browser] = await Promise.all([Server.start(), launch()]); });
after(async () => { await browser.close(); await server.stop(); });

const ATS = Object.fromEntries(Array.from({ length: 169 }, (_, at) => [className(at), at]));
const button = (page, name) => page.locator('.holdem').getByRole('button', { name, exact: true });
const grid = (page) => page.locator('.holdem').getByRole('grid');
const cell = (page, hand) => grid(page).locator(`[data-at="${ATS[hand]}"]`);
const state = (page, wanted) => page.locator(`.surface[data-state="${wanted}"]`).waitFor();
const said = (page, pattern) => soon(() => page.locator('.line').textContent(), (found) => assert.match(found, pattern));
const range = (page, name = 'Player 2') => page.getByLabel(`Range of ${name}`, { exact: true });
const reads = (page, text, name) => soon(() => range(page, name).inputValue(), (found) => assert.equal(found, text));
const share = (page, hand, wanted) => soon(() => cell(page, hand).evaluate((one) => Number(one.style.getPropertyValue('--share'))), (found) => assert.ok(Math.abs(found - wanted) < 0.005, `${hand}: ${found}`));
const narrow = (page, what) => soon(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), (over) => assert.ok(over <= 0, `${what}: ${over} px`));
const inView = (page, what) => soon(() => page.locator('.line').evaluate((line) => { const { top, bottom } = line.getBoundingClientRect(); return top >= 0 && bottom <= innerHeight && line.textContent.trim() !== ''; }), (seen) => assert.ok(seen, what));
const sound = async (page, found, what) => {
  assert.deepEqual(await found(page), [], what);
  assert.deepEqual(await violations(page, { rules: ['target-size'] }), [], what);
};

const addressOf = (problem) => `${server.url}/#/holdem?p=${encodeURIComponent(JSON.stringify(problem))}`;
const two = (first, second, more) => ({ players: [{ range: first }, { range: second }], ...more });

// Opens a question that is not answered yet.
const asking = async (t, problem = two('AhKs', 'QQ+'), options = desktop) => {
  const page = await open(t, browser, addressOf(problem), options);
  await state(page, 'editing');
  await grid(page).waitFor();
  return page;
};

// Opens the answer to a problem, on its job's page.
const posted = async (t, problem, options = desktop) => {
  const job = await server.post('holdem', problem, { wait: 60 });
  assert.equal(job.status, 'succeeded', JSON.stringify(job));
  const page = await open(t, browser, `${server.url}/#/jobs/${job.id}`, options);
  await state(page, 'answered');
  await grid(page).waitFor();
  return [page, job.result];
};

const solve = async (page) => {
  await button(page, 'Solve').click();
  await state(page, 'answered');
};

// ---- equities ----

test('a range is typed: the grid and the count follow; what cannot be read is marked and stays', async (t) => {
  const page = await asking(t);
  await reads(page, 'QQ+');
  await range(page).fill('QQ+,AKs:0.5');
  await range(page).press('Enter');
  await share(page, 'KK', 1);
  await share(page, 'AKs', 0.5);
  await share(page, 'JJ', 0);
  await page.getByText('14 combos').waitFor(); // without Ah and Ks: three of AA, three of KK, six of QQ, two of AKs
  await range(page).fill('QQ+,AK:2');
  await range(page).press('Enter');
  await page.getByText('This cannot be read.').waitFor();
  assert.equal(await range(page).getAttribute('aria-invalid'), 'true');
  await reads(page, 'QQ+,AK:2');
  await share(page, 'AKs', 0.5);
});

test('a click puts a hand into the range and takes it out; a drag is one step of undo', async (t) => {
  const page = await asking(t);
  await cell(page, 'JJ').click();
  await reads(page, 'JJ+');
  await cell(page, 'KK').click();
  await reads(page, 'AA,QQ-JJ');
  const middle = async (hand) => { const { x, y, width, height } = await cell(page, hand).boundingBox(); return [x + width / 2, y + height / 2]; };
  await page.mouse.move(...await middle('AQs'));
  await page.mouse.down();
  for (const hand of ['AJs', 'ATs', 'A9s']) await page.mouse.move(...await middle(hand), { steps: 3 });
  await reads(page, 'AA,QQ-JJ'); // the text is written at the end of the stroke
  await share(page, 'ATs', 1);
  await page.mouse.up();
  await reads(page, 'AA,QQ-JJ,AQs-A9s');
  await button(page, '↶ Undo').click();
  await reads(page, 'AA,QQ-JJ');
  await page.keyboard.press('Control+y');
  await reads(page, 'AA,QQ-JJ,AQs-A9s');
  await page.getByLabel('Weight').selectOption('0.5');
  await cell(page, 'KQs').click();
  await share(page, 'KQs', 0.5);
  await reads(page, 'AA,QQ-JJ,AQs-A9s,KQs:0.5');
});

test('the grid is one tab stop: arrows move, Space toggles, digits give tenths', async (t) => {
  const page = await asking(t);
  assert.equal(await grid(page).locator('[tabindex="0"]').count(), 1);
  await cell(page, 'AA').focus();
  for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown']) await page.keyboard.press(key);
  await soon(() => page.evaluate(() => document.activeElement.textContent), (text) => assert.equal(text, 'KQs, 0%'));
  await page.keyboard.press(' ');
  await reads(page, 'QQ+,KQs');
  await page.keyboard.press('7');
  await reads(page, 'QQ+,KQs:0.7');
  await page.keyboard.press('0');
  await reads(page, 'QQ+');
  await page.keyboard.press('End');
  await soon(() => page.evaluate(() => document.activeElement.textContent), (text) => assert.equal(text, 'K2s, 0%'));
  await page.keyboard.press('Control+z');
  await reads(page, 'QQ+,KQs:0.7');
});

test('by touch: a tap toggles; on a phone nothing is wider than the screen', async (t) => {
  const page = await asking(t, two('AhKs', 'QQ+', { board: 'Qh7s2d' }), phone);
  await cell(page, 'JJ').tap();
  await reads(page, 'JJ+');
  await cell(page, 'JJ').tap();
  await reads(page, 'QQ+');
  await narrow(page, 'editing');
  await button(page, 'Board cards: pick cards').tap();
  await page.getByRole('button', { name: 'clubs 5' }).tap();
  await soon(() => page.getByRole('textbox', { name: 'Board cards' }).inputValue(), (text) => assert.equal(text, 'Qh7s2d5c'));
  await narrow(page, 'the deck');
  await button(page, 'Board cards: pick cards').tap();
  await button(page, 'Solve').tap();
  await state(page, 'answered');
  await inView(page, 'answered');
  await narrow(page, 'answered');
});

test('cards are picked from the deck, by mouse and keys, and typed; no card is taken twice', async (t) => {
  const page = await asking(t), typed = page.getByRole('textbox', { name: 'Board cards' }), deck = page.getByRole('group', { name: 'Board cards' }).last();
  const board = (text) => soon(() => typed.inputValue(), (found) => assert.equal(found, text));
  await button(page, 'Board cards: pick cards').click();
  const card = (name) => deck.getByRole('button', { name, exact: true });
  await card('hearts Q').click();
  await board('Qh');
  await said(page, /A board has 3, 4 or 5 cards/);
  assert.equal(await card('hearts A').getAttribute('aria-disabled'), 'true', 'player 1 has it');
  await card('hearts A').click({ force: true });
  await board('Qh');
  await card('spades 7').focus();
  await page.keyboard.press('Enter');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Enter');
  await board('Qh7s6s');
  await card('spades 6').click();
  await board('Qh7s');
  await typed.fill('Q♥ 7s 10d 2c'); // with cards of the present board, and a ten in both spellings
  await typed.press('Enter');
  await board('Qh7sTd2c');
  for (const wrong of ['Qh7sAh', 'Qh7s7s', 'Qh7', 'QhXx2c', 'Qh7s2c3c4c5c']) {
    await typed.fill(wrong);
    await typed.press('Enter');
    await soon(() => typed.getAttribute('aria-invalid'), (bad) => assert.equal(bad, 'true', wrong));
  }
  await soon(() => button(page, 'Board cards: pick cards').locator('.face:not(.empty)').count(), (count) => assert.equal(count, 4));
});

test('players are added and removed; each has a tab and a range', async (t) => {
  const page = await asking(t), tabs = page.getByRole('group', { name: 'Players' }).locator('.seat');
  await button(page, 'Add a player').click();
  await soon(() => tabs.count(), (count) => assert.equal(count, 3));
  await reads(page, 'random', 'Player 3');
  await range(page, 'Player 3').fill('JJ');
  await range(page, 'Player 3').press('Enter');
  await solve(page);
  await soon(() => page.locator('.equities tbody tr').count(), (count) => assert.equal(count, 3));
  await button(page, 'Edit').click();
  await state(page, 'editing');
  await button(page, 'Remove Player 2').click();
  await soon(() => tabs.allTextContents(), (found) => assert.deepEqual(found, ['Player 1 AhKs', 'Player 2 JJ']));
  await soon(() => button(page, /Remove/).count(), (count) => assert.equal(count, 0), 'two players stay');
  for (let i = 0; i < 7; i++) await button(page, 'Add a player').click();
  await soon(() => tabs.count(), (count) => assert.equal(count, 9));
  assert.equal(await button(page, 'Add a player').count(), 0);
});

test('the grid of an answer shows equities, or weights; the server’s numbers are on the page', async (t) => {
  const [page, result] = await posted(t, two('AhKs', '22+,A2s+,KTs+,AJs:0.5', { board: 'Qh7s2d' })), { weight, equity } = result.players[1].grid;
  await said(page, /Player 1 \d+\.\d% · Player 2 \d+\.\d%/);
  for (const hand of ['AA', 'A7s', 'AJs', '33']) {
    await share(page, hand, equity[ATS[hand]]);
    assert.equal(await cell(page, hand).locator('small').textContent(), String(Math.round(100 * equity[ATS[hand]])));
  }
  assert.match(await cell(page, 'AJs').textContent(), /equity \d+%, weight 50%/);
  await button(page, 'Weight').click();
  await share(page, 'AJs', weight[ATS.AJs]);
  await share(page, '33', 1);
  await soon(() => new URL(page.url()).hash.includes('pane=weight'), (kept) => assert.ok(kept));
  await page.reload();
  await share(page, 'AJs', 0.5);
  const shown = await page.locator('.equities tbody td.num').allTextContents(), wanted = result.players.flatMap(({ equity: all, win, tie }) => [[all, 2], [win, 1], [tie, 1]].map(([value, digits]) => `${(100 * value).toFixed(digits)}%`));
  assert.deepEqual(shown, wanted);
});

test('pot and bet make a decision with its values and the point where a call breaks even', async (t) => {
  const page = await asking(t, two('Jh9h', 'TT+,AQ+,KQs', { board: 'Th8c2h' }));
  await page.getByLabel('Pot').fill('a lot');
  await page.getByLabel('Pot').press('Enter');
  await page.getByText('This cannot be read.').waitFor();
  for (const [name, amount] of [['Pot', '120'], ['To call', '60']]) {
    await page.getByLabel(name, { exact: true }).fill(amount);
    await page.getByLabel(name, { exact: true }).press('Enter');
  }
  await solve(page);
  await said(page, /^(Call|Fold): Player 1 has \d+\.\d%, a call needs 33\.3%/);
  await soon(() => page.locator('.value-bars th').allTextContents(), (found) => assert.deepEqual(found.map((one) => one.replace(/ ★.*/, '')), ['Fold', 'Call']));
  await page.getByRole('img', { name: /of the pot, a call needs 33.3%/ }).waitFor();
  const [checked] = await posted(t, two('Jh9h', 'TT+', { pot: 50, bets: [{ amount: 40, response: { fold: 0.4 } }] }));
  await said(checked, /^(Check|Bet 40): Player 1 has \d+\.\d%Edit$/); // there is nothing to call
  await checked.getByText('40% folds').waitFor();
});

test('a refusal leads to the range that is meant, and ends with a change', async (t) => {
  const page = await asking(t, { players: [{ range: 'AhKs' }, { range: 'QQ' }, { range: 'KsQs' }] }, { ...desktop, expected: [/status of 422/] });
  await reads(page, 'QQ');
  await button(page, 'Solve').click();
  await state(page, 'refused');
  await said(page, /the card Ks is in another player's hand, too/);
  await page.getByText('/players/2/range').waitFor();
  await reads(page, 'KsQs', 'Player 3');
  await page.locator('.seat.refused', { hasText: 'Player 3' }).waitFor();
  await range(page, 'Player 3').fill('KdQs');
  await range(page, 'Player 3').press('Enter');
  await state(page, 'editing');
  await soon(() => page.locator('.seat.refused').count(), (count) => assert.equal(count, 0));
  await solve(page);
});

test('a range that the board leaves no hand of, and a board of two cards, are refused where they are', async (t) => {
  const page = await asking(t, two('KhKs', 'AA', { board: 'AcAdAs' }), { ...desktop, expected: [/status of 422/] });
  await page.getByText('0 combos').waitFor();
  assert.match(await cell(page, 'AA').textContent(), /not possible/);
  await button(page, 'Solve').click();
  await state(page, 'refused');
  await page.locator('.seat.refused', { hasText: 'Player 2' }).waitFor();
  const board = page.getByRole('textbox', { name: 'Board cards' });
  await board.fill('AcAd');
  await board.press('Enter');
  await state(page, 'editing');
  await button(page, 'Solve').click();
  await state(page, 'refused');
  await soon(() => board.getAttribute('aria-invalid'), (bad) => assert.equal(bad, 'true'));
});

test('a long Monte Carlo shows its progress and is cancelled with what it has', async (t) => {
  const many = { players: Array.from({ length: 6 }, () => ({ range: 'random' })), method: 'monte_carlo', samples: 100000000, job: { timeout_ms: 300000 } };
  const page = await asking(t, many);
  await button(page, 'Solve').click();
  await state(page, 'waiting');
  await page.getByText(/[\d,]+ random deals so far/).waitFor();
  await soon(() => page.getByRole('progressbar', { name: 'Progress' }).getAttribute('value'), (value) => assert.ok(Number(value) > 0 && Number(value) < 1, value));
  await button(page, 'Cancel').click();
  await state(page, 'answered');
  await said(page, /Player 1 1\d\.\d%/);
  await page.getByText(/^[\d,]+ random deals$/).waitFor();
  await page.locator('.equities small').first().waitFor(); // the interval
});

test('an address brings back the question, the answer, and the player that is shown', async (t) => {
  const page = await asking(t, { players: [{ range: 'AhKs', name: 'Ann' }, { range: 'QQ+' }, { range: '77' }], board: 'Qh7s2d', dead: '3c' });
  await solve(page);
  await page.locator('.seat', { hasText: 'Player 3' }).click();
  const hash = await page.waitForFunction(() => /job=/.test(location.hash) && /player=2/.test(location.hash) && location.hash).then((found) => found.jsonValue());
  const other = await open(t, browser, `${server.url}/${hash}`, desktop);
  await state(other, 'answered');
  await soon(() => other.locator('.seat[aria-pressed=true]').textContent(), (text) => assert.match(text, /^Player 3 \d/));
  await said(other, /^Ann \d/);
  await other.getByRole('group', { name: 'Dead cards' }).getByText('clubs 3').waitFor();
});

test('axe finds nothing, light or dark, wide or on a phone', async (t) => {
  for (const [options, found] of [[{ ...desktop, colorScheme: 'light' }, violationsInBothSchemes], [phone, violations]]) {
    const page = await asking(t, examples[0].problem, options);
    await sound(page, found, 'editing');
    await button(page, 'Board cards: pick cards').click();
    await page.locator('.deck').waitFor();
    await sound(page, found, 'deck');
    for (const problem of [examples[0], examples.find(({ name }) => name === 'Call or fold')].map((one) => one.problem)) {
      const [answered] = await posted(t, problem, options);
      await sound(answered, found, 'answered');
    }
  }
});

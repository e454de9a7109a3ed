// Hold'em on the surface: one grid of starting hands is drawn on and answers. Ranges typed and painted, cards typed and picked, players,
// equities and decisions, refusals, a long job, the address; a hand that is read, action by action; the keyboard, touch, a phone, axe.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { examples } from '../../../src/web/kinds/holdem/examples.js';
import { summary } from '../../../src/web/kinds/holdem/zh.js';
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
const narrow = (page, what) => soon(() => page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth), (over) => assert.ok(over <= 0, `${what}: ${over} px`));
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
const posted = async (t, problem, { ready = '.range-grid', ...options } = desktop) => {
  const job = await server.post('holdem', problem, { wait: 60 });
  assert.equal(job.status, 'succeeded', JSON.stringify(job));
  const page = await open(t, browser, `${server.url}/#/jobs/${job.id}`, options);
  await state(page, 'answered');
  await page.locator(ready).waitFor();
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

// ---- a hand that is read ----

const line = examples.find(({ problem }) => problem.line).problem, hand = `PokerStars Hand #1001: Hold'em No Limit ($0.50/$1.00 USD) - 2026/01/02 10:00:00 ET
Table 'Ada' 6-max Seat #1 is the button
Seat 1: Ann ($100 in chips)
Seat 2: Bob ($100 in chips)
Seat 3: Cy ($100 in chips)
Bob: posts small blind $0.50
Cy: posts big blind $1
*** HOLE CARDS ***
Dealt to Cy [Ah Qd]
Ann: raises $2 to $3
Bob: folds
Cy: calls $2
*** FLOP *** [Qh 7s 2d]
Cy: checks
Ann: bets $4
Cy: folds
Uncalled bet ($4) returned to Ann
Ann collected $6.50 from pot
`;
const text = (page) => page.getByRole('textbox', { name: 'A line of actions, or a hand history' });
const now = (page) => page.locator('.player .now h3');
const named = (page, wanted) => soon(() => now(page).textContent(), (found) => assert.equal(found.trim(), wanted));
const shiftsOf = (page) => page.evaluate(() => {
  window.shifts = 0;
  new PerformanceObserver((list) => { for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifts += one.value; }).observe({ type: 'layout-shift', buffered: true });
});

test('the switch leads from equities to a hand that is read, and back to what was there', async (t) => {
  const page = await asking(t);
  const written = async (act) => { // until the address has it
    const before = page.url();
    await act();
    await page.waitForFunction((old) => location.href !== old, before);
  };
  const turn = (name) => written(() => button(page, name).click());
  await turn('Read a hand');
  await soon(() => text(page).inputValue(), (found) => assert.equal(found, line.line));
  await turn('Equity');
  await reads(page, 'QQ+');
  await turn('Read a hand');
  await written(async () => { await text(page).fill('p3 cbr 300; p4 f'); await text(page).blur(); });
  await turn('Equity');
  await turn('Read a hand');
  await soon(() => text(page).inputValue(), (found) => assert.equal(found, 'p3 cbr 300; p4 f'));
  await page.goBack();
  await reads(page, 'QQ+');
});

for (const [size, options] of [['wide', desktop], ['phone', phone]])
  test(`${size}: a line is read: the verdict is in view, nothing jumps, and the grid moves with each action`, async (t) => {
    const page = await asking(t, line, options), { result } = await server.post('holdem', line, { wait: 60 }), last = result.steps.length;
    await text(page).waitFor();
    await inView(page, 'editing');
    await narrow(page, 'editing');
    await share(page, '72o', 1);
    await shiftsOf(page);
    await solve(page);
    await said(page, /^(Raise [\d,]+|Call|Fold): our hand has \d+\.\d%, a call needs \d+\.\d%/);
    await inView(page, 'answered');
    await narrow(page, 'answered');
    assert.ok(await page.evaluate(() => window.shifts) <= 0.02, `layout shift ${await page.evaluate(() => window.shifts)}`);
    await named(page, 'p6 bets 2,200');
    const follows = async (position) => {
      for (const hand of ['AA', 'AKo', 'KK', '72o', '98s']) {
        const wanted = position ? result.steps[position - 1].grid[ATS[hand]] : 1;
        await share(page, hand, wanted < 0.015 ? 0 : wanted);
      }
    };
    await follows(last);
    await page.getByRole('button', { name: 'Step back' }).click();
    await named(page, 'p3 checks');
    await follows(last - 1);
    await page.getByText('It says nothing about the cards of p6.').waitFor();
    await page.locator('.player').getByRole('button', { name: 'p6 raises to 800' }).click();
    await named(page, 'p6 raises to 800');
    await follows(4);
    const { likelihood, bits_gained: gained } = result.steps[3];
    await page.getByText(`p6 does this ${(100 * likelihood).toFixed(1)}% of the time: ${gained.toFixed(2)} bits.`).waitFor();
    await page.getByRole('slider', { name: 'Step' }).fill('8');
    await soon(() => now(page).textContent(), (found) => assert.match(found, /^Flop hearts Q.*spades 7.*diamonds 2|^Flop/));
    await follows(8);
    await page.getByRole('button', { name: 'First step' }).focus();
    await page.keyboard.press('Home');
    await named(page, 'Before the first action');
    await soon(() => page.locator('.player .controls .num').textContent(), (found) => assert.equal(found, `0 / ${last}`));
    await follows(0);
    await page.keyboard.press('ArrowRight');
    await named(page, 'p3 raises to 250');
    await soon(() => new URL(page.url()).hash, (hash) => assert.match(hash, /[?&]step=1(&|$)/));
    await page.reload();
    await named(page, 'p3 raises to 250');
    await follows(1);
  });

test('the answer has the server’s numbers: bits, the likeliest hands, the decision with its bars', async (t) => {
  const [page, result] = await posted(t, line), { top, entropy_bits: left } = result.steps.at(-1);
  await page.getByText(`${left.toFixed(2)} of ${(left + result.bits_gained).toFixed(2)} bits left`).waitFor();
  await soon(() => page.locator('.top-hands tr').evaluateAll((rows) => rows.map((row) => [row.cells[0].textContent, row.cells[2].textContent].join(' '))), (found) => assert.deepEqual(found, top.map((one) => `${one.hand} ${(100 * one.p).toFixed(1)}%`)));
  const { actions, best, break_even: need } = result.decision, name = (id) => id.replace(/^./, (letter) => letter.toUpperCase()).replace(/\d+/, (amount) => Number(amount).toLocaleString('en-US'));
  await soon(() => page.locator('.value-bars th').allTextContents(), (found) => assert.deepEqual(found.map((one) => one.replace(/ ★.*/, '')), actions.map(({ id }) => name(id))));
  await soon(() => page.locator('.value-bars .best th').textContent(), (found) => assert.ok(found.startsWith(name(best)), found));
  await page.getByText(`A call breaks even at ${(100 * need).toFixed(1)}%; the hand has ${(100 * result.equity).toFixed(1)}%.`).waitFor();
  await page.getByText('a typical player is assumed').waitFor();
  await button(page, 'Equity against this range').click();
  await state(page, 'editing');
  await solve(page);
  await said(page, new RegExp(`^Player 1 ${(100 * result.equity).toFixed(1)}% · p6`));
});

test('a pasted hand history goes to the reader by itself: whose cards, and who we are', async (t) => {
  const page = await asking(t);
  await paste(page, 'nothing of the kind');
  await paste(page, hand);
  await soon(() => text(page).inputValue(), (found) => assert.equal(found, hand));
  await soon(() => page.getByLabel('Whose cards?').inputValue(), (name) => assert.equal(name, 'Ann'));
  await soon(() => page.getByLabel('We are').inputValue(), (name) => assert.equal(name, 'Cy'));
  await solve(page);
  await said(page, /^Ann most likely has \w+, \d+\.\d\d of 10\.\d\d bits left/);
  await page.getByText('No decision: it is not the hero\'s turn at the end of the line.').waitFor();
  await page.locator('.player').getByRole('button', { name: 'Ann bets 4' }).click();
  await named(page, 'Ann bets 4');
  await button(page, 'Edit').click();
  await state(page, 'editing');
  await page.getByLabel('Whose cards?').selectOption('Bob');
  await solve(page);
  await said(page, /^Bob most likely has \w+/);
});

test('the starting range is typed or drawn; cards, blinds, stacks and names are set', async (t) => {
  const page = await asking(t, { line: 'p1 cbr 300; p2 cc; db Qh7s2d; p2 cc; p1 cbr 400', of: 'p1' });
  await page.getByText('The table', { exact: true }).click();
  for (const [name, value] of [['Players', 'Ann, Bob'], ['Blinds', '100 200'], ['Stacks', '5000 9000']]) {
    await page.getByLabel(name, { exact: true }).fill(value);
    await page.getByLabel(name, { exact: true }).press('Enter');
  }
  await page.getByLabel('Blinds', { exact: true }).fill('100');
  await page.getByLabel('Blinds', { exact: true }).press('Enter');
  await page.getByText('This cannot be read.').waitFor();
  await soon(() => page.getByLabel('Whose cards?').locator('option').allTextContents(), (names) => assert.deepEqual(names, ['Ann', 'Bob']));
  await page.getByLabel('Whose cards?').selectOption('Bob');
  await page.getByLabel('We are').selectOption('Ann');
  const ours = page.getByRole('textbox', { name: 'Our cards' });
  await ours.fill('AhQd');
  await ours.press('Enter');
  await page.getByLabel('Starting range').fill('QQ+,AK');
  await page.getByLabel('Starting range').press('Enter');
  await cell(page, '77').click();
  await soon(() => page.getByLabel('Starting range').inputValue(), (found) => assert.equal(found, 'QQ+,77,AK'));
  await text(page).fill('p2 cbr 600; p1 cc; db Qh7s2d; p1 cc; p2 cbr 900');
  await solve(page);
  await named(page, 'Bob bets 900');
  await share(page, 'JJ', 0);
  const asked = await server.post('holdem', { line: 'p2 cbr 600; p1 cc; db Qh7s2d; p1 cc; p2 cbr 900', players: ['Ann', 'Bob'], blinds: [100, 200], stacks: [5000, 9000], of: 'Bob', hero: { player: 'Ann', cards: 'AhQd' }, range: 'QQ+,77,AK' }, { wait: 60 });
  await page.locator('.drawer summary', { hasText: 'Job' }).click();
  await page.getByText(asked.id).waitFor(); // the same question
});

test('what a line has wrong is said at its text; an empty one is not asked', async (t) => {
  const page = await asking(t, line, { ...desktop, expected: [/status of 422/] });
  await text(page).fill('p3 cbr 250; p3 f');
  await button(page, 'Solve').click();
  await state(page, 'refused');
  await said(page, /^action 2, "p3 f": /);
  await soon(() => text(page).getAttribute('aria-invalid'), (bad) => assert.equal(bad, 'true'));
  await text(page).fill('');
  await text(page).blur();
  await state(page, 'editing');
  await said(page, /Type a line of actions, or paste a hand history/);
  assert.equal(await button(page, 'Solve').getAttribute('aria-disabled'), 'true');
});

test('what a player showed is compared with the range; a range that contradicts the board is refused', async (t) => {
  const shown = hand.replace(/Cy: folds[^]*/, '').replace('Ann: bets $4\n', 'Ann: bets $4\nCy: calls $4\n*** TURN *** [Qh 7s 2d] [5c]\nCy: checks\nAnn: checks\n*** RIVER *** [Qh 7s 2d 5c] [3h]\nCy: checks\nAnn: checks\n*** SHOW DOWN ***\nCy: shows [Ah Qd] (a pair of Queens)\nAnn: shows [Kh Qs] (a pair of Queens)\nCy collected $14.50 from pot\n');
  const [page] = await posted(t, { hand: shown, of: 'Ann' });
  await page.getByText('Ann had').waitFor();
  await page.getByText(/It was given \d[\d.]*%; a hand drawn at random has 0\.075%\./).waitFor();
});

test('hands are learnt from; what an opponent has learnt predicts a line', async (t) => {
  const page = await asking(t);
  await paste(page, `${hand}\n\n${hand.replace('#1001', '#1002')}`);
  await page.getByText('The first of 2 hands is read.').waitFor();
  await button(page, 'Learn from all of them').click();
  await page.getByRole('textbox', { name: 'Hand histories' }).waitFor();
  await page.getByLabel('Player’s name', { exact: true }).fill('Ann');
  await page.getByLabel('Player’s name', { exact: true }).press('Enter');
  await solve(page);
  await said(page, /^Hands in the model: 2; new: 2/);
  const [refused] = await posted(t, { learn: { hands: hand.replace('Bob: folds', 'Bob: dances') } }, { ...desktop, ready: '.all-hands' });
  await refused.getByText('Hands that could not be read: 1').waitFor();

  const send = (path, body, type = 'application/json') => fetch(`${server.url}/v1/opponents${path}`, { method: 'POST', headers: { 'Content-Type': type, Prefer: 'wait=60' }, body });
  const { id } = await (await send('', JSON.stringify({ kind: 'holdem', name: 'Ann of the club' }))).json();
  assert.equal((await send(`/${id}/observe`, hand, 'text/plain')).status, 200);
  const other = await asking(t, line);
  await button(other, 'Use what an opponent has taught…').click();
  await other.getByLabel('Model').selectOption('Ann of the club (1)');
  await solve(other);
  await other.getByText('Hands of the model: 1; it counts 1%.').waitFor();
  await button(other, 'Edit').click();
  await state(other, 'editing');
  await text(other).fill('p3 cbr 250; p4 f; p5 f; p6 cbr 800');
  await solve(other);
  await other.getByText('Hands of the model: 1; it counts 1%.').waitFor(); // another line, the same opponent
});

test('the summaries of all examples have their phrases in Chinese', async () => {
  const { kinds } = await (await fetch(`${server.url}/v1/kinds`)).json();
  for (const problem of [...kinds.find(({ kind }) => kind === 'holdem').examples, ...examples.map((one) => one.problem), { hand, of: 'Ann' }, { learn: { hands: hand } }]) {
    const { result } = await server.post('holdem', problem, { wait: 60 });
    for (const phrase of result.summary.split(/, |: /)) {
      const [count, other] = phrase.match(/-?\d[\d./]*/g) ?? [], key = phrase.replace(count, '{count}').replace(other, '{other}');
      assert.ok(key in summary || /^(\{count\}%?|[AKQJT2-9]{2}[so]?)$/.test(key) || /^(most likely )?[AKQJT2-9]{2}[so]?$/.test(phrase), `${result.summary}: ${key}`);
    }
  }
});

test('in Chinese', async (t) => {
  const [page] = await posted(t, line, { locale: 'zh-CN', ...desktop });
  await page.getByRole('heading', { name: 'p6下注 2,200' }).waitFor();
  await said(page, /我们的牌有/);
  const [other] = await posted(t, examples[0].problem, { locale: 'zh-CN', ...desktop });
  await said(other, /^玩家 1 \d/);
});

test('the text form is shown, edited and pasted', async (t) => {
  const reply = await fetch(`${server.url}/v1/holdem`, { method: 'POST', headers: { 'Content-Type': 'text/plain', Accept: 'application/json', Prefer: 'wait=60' }, body: 'AhKs v QQ+,AKs:0.5 on Qh 7s 2d dead 2c' }), { id } = await reply.json();
  const page = await open(t, browser, `${server.url}/#/jobs/${id}`, desktop);
  await state(page, 'answered');
  await page.locator('.range-text', { hasText: 'QQ+,AKs:0.5' }).waitFor();
  await page.getByRole('group', { name: 'Dead cards' }).getByText('clubs 2').waitFor();
  await button(page, 'Edit').click();
  await state(page, 'editing');
  await cell(page, 'JJ').click();
  await reads(page, 'JJ+,AKs:0.5');
  await solve(page);
  await paste(page, 'AA v KK v QQ');
  await state(page, 'editing');
  await soon(() => page.locator('.seat').allTextContents(), (found) => assert.deepEqual(found, ['Player 1 AA', 'Player 2 KK', 'Player 3 QQ']));
});

test('axe finds nothing, light or dark, wide or on a phone', async (t) => {
  for (const [options, found] of [[{ ...desktop, colorScheme: 'light' }, violationsInBothSchemes], [phone, violations]]) {
    const page = await asking(t, examples[0].problem, options);
    await sound(page, found, 'editing');
    await button(page, 'Board cards: pick cards').click();
    await page.locator('.deck').waitFor();
    await sound(page, found, 'deck');
    const reading = await asking(t, line, options);
    await reading.getByText('The table', { exact: true }).click();
    await sound(reading, found, 'reading');
    const [learnt] = await posted(t, { learn: { hands: hand } }, { ...options, ready: '.all-hands' });
    await sound(learnt, found, 'learnt');
    for (const problem of [examples[0].problem, examples.find(({ name }) => name === 'Call or fold').problem, line]) {
      const [answered] = await posted(t, problem, options);
      await sound(answered, found, 'answered');
    }
  }
});

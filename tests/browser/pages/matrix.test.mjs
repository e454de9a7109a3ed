// Matrix games on the surface: one table is question and answer. Typed, pasted, by example; best answers at once;
// equilibria, dominance, pictures, decisions; large games and budgets that end; the keyboard, touch, a phone, axe.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { examples } from '../../../src/web/kinds/matrix/examples.js';
import { violations, violationsInBothSchemes } from '../lib/axe.mjs';
import { launch, open, phone } from '../lib/browser.mjs';
import { Server } from '../lib/server.mjs';
import { paste, soon } from '../lib/soon.mjs';

const desktop = { viewport: { width: 1280, height: 720 } };

let server, browser;
before(async () => { [server, browser] = await Promise.all([Server.start(), launch()]); });
after(async () => { await browser.close(); await server.stop(); });

const button = (page, name) => page.getByRole('button', { name, exact: true });
const tab = (page, name) => page.locator('.matrix').getByRole('tab', { name, exact: true });
const grid = (page) => page.getByRole('grid', { name: 'Payoffs' });
const cell = (page, place) => grid(page).locator(`[data-at="${place}"]`);
const state = (page, wanted) => page.locator(`.surface[data-state="${wanted}"]`).waitFor();
const verdict = (page, text) => soon(() => page.locator('.line .verdict').textContent(), (found) => assert.equal(found, text));
const status = (page, text) => soon(() => page.locator('.line').textContent(), (found) => assert.ok(found.includes(text), found));
const press = async (page, keys) => { for (const key of keys.split(' ')) await page.keyboard.press(key); };
const addressOf = (problem) => `${server.url}/#/matrix?p=${encodeURIComponent(JSON.stringify(problem))}`;

// Opens a question that is not answered yet.
const asking = async (t, problem = examples[0].problem, options = desktop) => {
  const page = await open(t, browser, addressOf(problem), options);
  await state(page, 'editing');
  await grid(page).waitFor();
  return page;
};

// Opens the answer to a problem, on its job's page.
const posted = async (t, problem, options = desktop) => {
  const job = await server.post('matrix', problem, { wait: 60 });
  assert.equal(job.status, 'succeeded', JSON.stringify(job));
  const page = await open(t, browser, `${server.url}/#/jobs/${job.id}`, options);
  await state(page, 'answered');
  await page.locator('.matrix .line .verdict').waitFor();
  return [page, job.result];
};

const typed = (page, layer) => grid(page).locator(`.layer${layer}`).evaluateAll((all) => all.map((one) => one.firstChild.data.trim()).join(' '));
const holds = (page, layer, text) => soon(() => typed(page, layer), (found) => assert.equal(found, text));
const marked = (page, mark, wanted) => soon(() => grid(page).locator(`.value.${mark}`).evaluateAll((all) => all.map((one) => one.firstChild.data).join(' ')), (found) => assert.equal(found, wanted));
const framed = (page, wanted) => soon(() => grid(page).locator('td.frame').count(), (count) => assert.equal(count, wanted));
const weights = (page, wanted) => soon(() => grid(page).locator('.extra:first-of-type, .name + .extra').evaluateAll((all) => all.map((one) => one.firstChild.data.trim())), (found) => assert.deepEqual(found, wanted));

const inView = (page) => page.locator('.line').evaluate((line) => { const { top, bottom } = line.getBoundingClientRect(); return top >= 0 && bottom <= innerHeight && line.textContent.trim() !== ''; });
const narrow = (page, what) => soon(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), (over) => assert.ok(over <= 0, `${what}: ${over} px`));

test('the examples are the server’s own', async () => {
  for (const { id, problem } of examples) {
    const [named, spelt] = [await server.post('matrix', { example: id }, { wait: 60 }), await server.post('matrix', problem, { wait: 60 })];
    assert.equal(spelt.id, named.id, id);
  }
});

for (const [size, options] of [['wide', desktop], ['phone', phone]])
  test(`${size}: the first example is answered when the page opens; every answer is in view`, async (t) => {
    const page = await open(t, browser, `${server.url}/#/matrix`, options);
    await verdict(page, 'One equilibrium, and it is pure: betray, betray');
    assert.ok(await inView(page));
    for (const { name } of examples) {
      await page.locator('.surface-head .menu summary').click();
      await page.locator('.surface-head .menu').getByRole('button', { name, exact: true }).click();
      await state(page, 'editing');
      await button(page, 'Solve').click();
      await state(page, 'answered');
      await page.locator('.line .verdict').waitFor();
      await soon(() => inView(page), (seen) => assert.ok(seen, name));
      await soon(() => page.evaluate(() => document.activeElement.className), (found) => assert.equal(found, 'line', name));
      assert.equal(await page.evaluate(() => scrollY), 0, name);
    }
  });

test('a game is made and solved by keyboard alone; the table moves by nothing', async (t) => {
  const page = await asking(t);
  await page.evaluate(() => {
    window.shifts = 0;
    new PerformanceObserver((list) => { for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifts += one.value; }).observe({ type: 'layout-shift', buffered: true });
  });
  await cell(page, '0 0 0').focus();
  await press(page, '8 Tab 8 Tab 8 Tab 1 0 Enter');
  await press(page, '1 0 Tab 8 Tab 0 Tab 0 Enter');
  await holds(page, 0, '8 8 10 0');
  await holds(page, 1, '8 10 8 0');
  await marked(page, 'under', '8 10 10 8');
  await framed(page, 2);
  await status(page, '2 pure equilibria: silent, betray; betray, silent');
  await button(page, 'Solve').focus();
  await page.keyboard.press('Enter');
  await verdict(page, '3 equilibria, 2 of them pure');
  await weights(page, ['0', '1', '1', '0']);
  assert.ok(await page.evaluate(() => window.shifts) <= 0.02);
});

test('best answers follow each key stroke, in fractions; typing into an answer returns to the question', async (t) => {
  const [page] = [await asking(t, { payoff: [[1, '1/3'], ['0.3333', 1]], rows: ['up', 'down'], cols: ['left', 'right'] })];
  await marked(page, 'under', '1 1');
  await marked(page, 'over', '1/3 0.3333');
  await framed(page, 0);
  await status(page, 'No pure equilibrium.');
  await button(page, 'Solve').click();
  await state(page, 'answered');
  await cell(page, '1 0 0').click();
  await press(page, '1 / 3 Enter');
  await state(page, 'editing');
  await holds(page, 0, '1 1/3 1/3 1');
  await page.goBack();
  await state(page, 'answered');
  await holds(page, 0, '1 1/3 0.3333 1');
  await button(page, 'Edit').click();
  await state(page, 'editing');
  await holds(page, 0, '1 1/3 0.3333 1');
});

test('what cannot be read stays, is marked, and leads to its cell', async (t) => {
  const page = await asking(t);
  await cell(page, '0 0 0').click();
  await press(page, '1 / 0 Enter');
  await soon(() => cell(page, '0 0 0').getAttribute('aria-invalid'), (bad) => assert.equal(bad, 'true'));
  await grid(page).getByRole('gridcell', { name: 'prisoner A: silent, silent: 1/0, not a number', exact: true }).waitFor();
  await status(page, 'One entry cannot be read.');
  await button(page, 'Solve').click();
  await soon(() => page.evaluate(() => document.activeElement.dataset.at), (at) => assert.equal(at, '0 0 0'));
  await state(page, 'editing');
  await press(page, '1 / 3 Enter');
  await holds(page, 0, '1/3 -10 0 -2');
  await cell(page, '0 -1 0').click();
  await press(page, 'F2 Control+a b e t r a y Enter');
  await soon(() => cell(page, '0 -1 0').getAttribute('aria-invalid'), (bad) => assert.equal(bad, 'true'));
  for (let i = 0; i < 2; i++) await button(page, '↶ Undo').click();
  await holds(page, 0, '1/0 -10 0 -2');
  await button(page, '↷ Redo').click();
  await holds(page, 0, '1/3 -10 0 -2');
});

test('form and size change; a block of a spreadsheet fills the table; a whole one is pasted anywhere, a file dropped', async (t) => {
  const page = await asking(t);
  await page.getByLabel('Kind of game').selectOption('zero_sum');
  await soon(() => grid(page).locator('.layer1').count(), (count) => assert.equal(count, 0));
  await cell(page, '0 1 0').click();
  await button(page, 'Insert a column to the right').click();
  await holds(page, 0, '-0.5 -10 0 0 -2 0');
  const pasteAt = (place, text) => cell(page, place).evaluate((element, given) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', given);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);
  await cell(page, '0 1 0').click();
  await pasteAt('0 1 0', '1\t2\t3\n4\t5\t6\n');
  await holds(page, 0, '-0.5 1 2 3 0 4 5 6');
  await pasteAt('1 3 0', '\tleft\tright\nup\t3, 1\t0, 0\ndown\t0, 0\t1, 3');
  await holds(page, 1, '1 0 0 3');
  await grid(page).getByRole('gridcell', { name: 'row player: up, left, pure equilibrium: 3, best answer', exact: true }).waitFor();
  await cell(page, '0 0 1').click();
  await pasteAt('0 0 1', '5, 6\t7\n8');
  await holds(page, 0, '5 0 0 1');
  await holds(page, 1, '6 7 8 3');
  await paste(page, '1 2\n3 4');
  await holds(page, 0, '1 2 3 4');
  await paste(page, 'nothing of the kind');
  await page.getByText('No payoffs found in this text.').waitFor();
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['NFG 1 R "t" { "A" "B" } { { "u" "d" } { "l" "r" } } "" 1 -1 2 1/2 3 -3 4 0'], 'game.nfg'));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  });
  await holds(page, 1, '-1 -3 1/2 0');
  await grid(page).getByRole('rowheader', { name: 'u', exact: false }).waitFor();
});

test('a game of the lecture has its story, and equilibria are shown in the table', async (t) => {
  const page = await asking(t, examples.find(({ id }) => id === 'rational_pigs_double').problem);
  await page.getByText('since the other cannot eat it all').waitFor();
  await button(page, 'Solve').click();
  await framed(page, 2);
  await marked(page, 'under', '8 10 10 8');
  const list = page.locator('.equilibria button');
  await soon(() => list.count(), (count) => assert.equal(count, 3));
  await weights(page, ['0', '1', '1', '0']); // the first equilibrium is selected initially
  await list.nth(2).hover();
  await weights(page, ['4/5', '1/5', '4/5', '1/5']);
  await soon(() => grid(page).locator('.extra.under').evaluateAll((all) => all.map((one) => one.firstChild.data)), (found) => assert.deepEqual(found, ['pays 8', 'pays 8', 'pays 8', 'pays 8']));
  await page.locator('.line').hover();
  await weights(page, ['0', '1', '1', '0']);
  await list.nth(0).focus();
  await page.keyboard.press('Enter');
  await soon(() => list.nth(0).getAttribute('aria-pressed'), (pressed) => assert.equal(pressed, 'false'));
  await page.keyboard.press('Tab');
  await weights(page, ['1', '0', '0', '1']);
  await page.keyboard.press('Enter');
  await soon(() => list.nth(1).getAttribute('aria-pressed'), (pressed) => assert.equal(pressed, 'true'));
  await soon(() => grid(page).locator('td.lit').count(), (count) => assert.equal(count, 1));
  await soon(() => new URL(page.url()).hash.includes('eq=1'), (kept) => assert.ok(kept));
  await page.reload();
  await weights(page, ['1', '0', '0', '1']);
});

test('dominated strategies are struck out in the table step by step, forward and back', async (t) => {
  const [page, result] = await posted(t, { example: 'rational_pigs' });
  const { order } = result.dominance.iterated.strict;
  await tab(page, 'Dominance').click();
  for (const { round, strategy, by } of order) {
    await page.getByRole('heading', { name: `Round ${round}: ${strategy}` }).waitFor();
    await page.getByText(`never plays ${strategy}: ${by} is better`).waitFor();
    await button(page, 'Next step').click();
  }
  await page.getByRole('heading', { name: 'Remaining strategies' }).waitFor();
  const struck = (count) => soon(() => grid(page).locator('td.struck').count(), (found) => assert.equal(found, count));
  await struck(3);
  await button(page, 'Last step').focus();
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('heading', { name: 'Round 2: wait' }).waitFor();
  await page.locator('.compared', { hasText: '0 < 4' }).waitFor();
  await struck(2);
  await grid(page).getByRole('rowheader', { name: 'wait dominated' }).waitFor();
});

test('a dominating mixture is shown with its payoffs; weak dominance is another list', async (t) => {
  const [page] = await posted(t, { row_payoff: [[4, 0], [0, 4], [1, 1]], col_payoff: [[1, 1], [1, 1], [1, 0]] });
  await tab(page, 'Dominance').click();
  await page.getByText('row player never plays r3: 1/2 r1 + 1/2 r2 is better').waitFor();
  await soon(() => page.locator('.compared > span').allTextContents(), (found) => assert.deepEqual(found.map((one) => one.replace(/\s+/g, ' ').trim()), ['c1: 1 < 2', 'c2: 1 < 2']));
  await button(page, 'Weak too').click();
  await page.locator('.steps').getByText('≤ c1').waitFor();
});

test('the Pareto front and outcomes better than an equilibrium are shown', async (t) => {
  const [page, result] = await posted(t, { example: 'prisoners_dilemma' });
  await tab(page, 'Pareto').click();
  await soon(() => page.locator('.plot .point.front').count(), (count) => assert.equal(count, result.pareto_count));
  await soon(() => page.locator('.plot .point.pure').count(), (count) => assert.equal(count, 1));
  await soon(() => grid(page).locator('td.by').count(), (count) => assert.equal(count, result.pareto_count));
  await page.getByText('Both could do better than in the equilibrium betray, betray: silent, silent.').waitFor();
  await tab(page, 'Security').click();
  await page.locator('.security').getByText('betray').first().waitFor();
  await weights(page, ['0', '1', '0', '1']);
});

test('equilibria are a picture where a player has two strategies', async (t) => {
  const [page] = await posted(t, { payoff: [[3, -1, 2], [-2, 4, -1]] });
  await tab(page, 'Picture').click();
  await page.getByRole('img', { name: 'its highest point is the value' }).waitFor();
  await soon(() => page.locator('.answer').count(), (count) => assert.equal(count, 3));
  const peak = await page.locator('.envelope').evaluate((path) => path.getAttribute('d').match(/[\d.]+ [\d.]+/g).map((point) => point.split(' ').map(Number)).sort((one, two) => one[1] - two[1])[0]);
  const mark = await page.locator('.mark').first().evaluate((circle) => ['cx', 'cy'].map((name) => Number(circle.getAttribute(name))));
  assert.ok(Math.hypot(peak[0] - mark[0], peak[1] - mark[1]) < 0.2, `${peak} ${mark}`);
  const [square, result] = await posted(t, { example: 'rational_pigs_double' });
  await tab(square, 'Picture').click();
  await square.getByRole('img', { name: /Best answers: the probability of press for big pig/ }).waitFor();
  await soon(() => square.locator('.reply').count(), (count) => assert.equal(count, 2));
  await soon(() => square.locator('.plot').first().locator('.mark').count(), (count) => assert.equal(count, result.equilibria.count));
});

test('a zero-sum game has its value; a degenerate one is marked', async (t) => {
  const [page] = await posted(t, { example: 'matching_pennies' });
  await verdict(page, 'One equilibrium, in mixed strategies; value 0');
  await tab(page, 'Security').click();
  await page.getByRole('heading', { name: 'Optimal strategies' }).waitFor();
  const [other, result] = await posted(t, { payoff: [[0, 0], [0, 0]] });
  assert.equal(result.equilibria.degenerate, true);
  await other.getByText('degenerate', { exact: false }).first().waitFor();
  await other.locator('.equilibria .tag').first().waitFor();
});

test('a decision is judged as one types, by all criteria, with the regrets in the table', async (t) => {
  const farmer = examples.find(({ id }) => id === 'farmer').problem, page = await asking(t, farmer);
  const { result } = await server.post('matrix', farmer, { wait: 60 }), rows = page.getByRole('table', { name: 'Criteria' }).locator('tbody tr');
  await status(page, 'Maximin: drought-proof');
  const values = () => rows.locator('td .num').allTextContents();
  const before = await values();
  await button(page, 'Solve').click();
  await verdict(page, 'drought-proof: best by 5 of 6 criteria.');
  await soon(() => rows.count(), (count) => assert.equal(count, Object.keys(result.decision.criteria).length));
  assert.deepEqual(await values(), before, 'the page and the server agree');
  await soon(() => rows.nth(3).locator('td .num').allTextContents(), (found) => assert.deepEqual(found, ['10', '12', '14']));
  await page.getByText('that knowledge is worth 4.4').waitFor();
  await button(page, 'Minimax regret').click();
  await soon(() => grid(page).locator('small').allTextContents(), (found) => assert.deepEqual(found, result.decision.criteria.regret.matrix.flat().map((one) => (one ? `−${one}` : '0'))));
  await button(page, 'Edit').click();
  const chances = page.getByLabel('Probabilities of the states');
  await chances.fill('0.5 0.5');
  await chances.press('Enter');
  await page.getByText('This cannot be read.').waitFor();
  await chances.fill('1/3 1/3 1/3');
  await chances.press('Enter');
  await button(page, 'Solve').click();
  await state(page, 'answered');
  await soon(() => grid(page).locator('thead .extra').allTextContents(), (found) => assert.deepEqual(found.map((one) => one.trim()), ['1/3', '1/3', '1/3']));
});

test('one equilibrium is said to be pure or mixed, with the value of a zero-sum game', async (t) => {
  const [mixed] = await posted(t, { payoff: [[3, 1], [1, 2]], want: 'one' });
  await verdict(mixed, 'An equilibrium in mixed strategies; value 5/3');
  const [pure] = await posted(t, { row_payoff: [[1, 0], [0, 1]], col_payoff: [[1, 0], [0, 1]], want: ['one'] });
  await verdict(pure, 'An equilibrium in pure strategies');
});

test('a job’s page is read until Edit; a text is shown as a table', async (t) => {
  const reply = await fetch(`${server.url}/v1/matrix`, { method: 'POST', headers: { 'Content-Type': 'text/plain', Accept: 'application/json', Prefer: 'wait=60' }, body: '2 2\n\n8 8\n10 0\n\n8 10\n8 0\n' });
  const { id } = await reply.json();
  const page = await open(t, browser, `${server.url}/#/jobs/${id}`, desktop);
  await state(page, 'answered');
  await holds(page, 1, '8 10 8 0');
  assert.equal(await grid(page).getAttribute('aria-readonly'), 'true');
  const [other] = await posted(t, { example: 'quarrel' });
  await cell(other, '0 0 0').click();
  await other.keyboard.press('7');
  await holds(other, 0, '-5 2 -1 1');
  await button(other, 'Edit').click();
  await state(other, 'editing');
  await cell(other, '0 0 0').click();
  await press(other, '7 Enter');
  await holds(other, 0, '7 2 -1 1');
});

test('large games and exhausted time limits are described', async (t) => {
  const table = (side, by) => Array.from({ length: side }, (_, i) => Array.from({ length: side }, (__, j) => (i * 7 + j * by + i * j * 3) % 41));
  const [page] = await posted(t, { row_payoff: table(45, 11), col_payoff: table(45, 5), want: ['pure', 'one'] });
  await page.getByText('The matrix is too large to be drawn.').waitFor();
  await page.locator('.equilibria button').first().waitFor();
  let seed = 1;
  const noise = () => Array.from({ length: 60 }, () => Array.from({ length: 60 }, () => { seed = (seed * 48271) % 2147483647; return seed % 1000; }));
  const [late] = await posted(t, { row_payoff: noise(), col_payoff: noise(), want: ['pure', 'equilibria'], job: { timeout_ms: 1000 } });
  await late.getByText('The time was up before this was done: equilibria.').waitFor();
  const job = await server.post('matrix', { row_payoff: noise(), col_payoff: noise(), want: ['equilibria'], job: { timeout_ms: 240000 } });
  const running = await open(t, browser, `${server.url}/#/jobs/${job.id}`);
  await running.getByText(/At work… \d+ equilibria so far/).waitFor();
  await running.getByRole('progressbar', { name: 'Progress' }).waitFor();
  await button(running, 'Cancel').click();
  await state(running, 'answered');
});

test('by touch: a payoff is typed, a column added, the game solved', async (t) => {
  const page = await asking(t, examples[1].problem, phone);
  await cell(page, '0 0 0').tap();
  await cell(page, '0 0 0').tap();
  const field = page.getByRole('textbox', { name: 'big pig: press, press' });
  await field.fill('10');
  await field.press('Enter');
  await holds(page, 0, '10 4 9 0');
  await marked(page, 'under', '10 4 4 0');
  await button(page, 'Insert a column to the right').tap();
  await holds(page, 0, '10 0 4 9 0 0');
  await button(page, 'Solve').tap();
  await state(page, 'answered');
  assert.ok(await inView(page));
});

test('a table of 40 by 40 pairs is typed into', async (t) => {
  const table = (by) => Array.from({ length: 40 }, (_, i) => Array.from({ length: 40 }, (__, j) => (i * 7 + j * by + i * j * 3) % 41));
  const page = await asking(t);
  await paste(page, JSON.stringify({ row_payoff: table(11), col_payoff: table(5) }));
  await cell(page, '39 39 1').waitFor();
  await cell(page, '3 3 0').click();
  await press(page, '9 9 Enter 9 8 Tab');
  await soon(() => Promise.all(['3 3 0', '4 3 0'].map((place) => cell(page, place).textContent())), (found) => assert.deepEqual(found, ['99', '98']));
  await soon(() => cell(page, '3 3 0').getAttribute('class'), (classes) => assert.match(classes, /under/));
});

test('nothing of it fails axe, light or dark, wide or on a phone', async (t) => {
  for (const [options, found] of [[{ ...desktop, colorScheme: 'light' }, violationsInBothSchemes], [phone, violations]]) {
    const page = await asking(t, examples[0].problem, options);
    const sound = async (what) => {
      assert.deepEqual(await found(page), [], what);
    };
    await sound('editing');
    for (const example of ['rational_pigs_double', 'farmer', 'matching_pennies']) {
      const { id } = await server.post('matrix', { example }, { wait: 60 });
      await page.goto(`${server.url}/#/jobs/${id}`);
      await soon(() => page.locator('.drawer summary code').textContent(), (text) => assert.ok(id.startsWith(text.slice(0, 4))));
      await state(page, 'answered');
      await sound(example);
      if (example === 'farmer') continue;
      for (const name of ['Dominance', 'Picture', 'Pareto', 'Security']) {
        await tab(page, name).click();
        await page.locator('.matrix [role=tab][aria-selected=true]', { hasText: name }).waitFor();
        await sound(name);
      }
    }
  }
});

test('on a phone nothing is wider than the screen', async (t) => {
  const page = await asking(t, examples[0].problem, phone);
  await narrow(page, 'editing');
  const [view] = await posted(t, { example: 'quarrel' }, phone);
  for (const name of ['Equilibria', 'Dominance', 'Picture', 'Pareto', 'Security']) {
    await tab(view, name).click();
    await narrow(view, name);
  }
  const [decision] = await posted(t, { example: 'farmer' }, phone);
  await narrow(decision, 'farmer');
});

test('in Chinese', async (t) => {
  const [page] = await posted(t, { example: 'quarrel' }, { locale: 'zh-CN', ...desktop });
  await page.locator('.story').getByText('夫妻吵架').waitFor();
  await page.getByRole('tab', { name: '占优' }).waitFor();
  await page.getByRole('grid', { name: '收益' }).getByRole('gridcell', { name: '最优反应' }).first().waitFor();
});

// Matrix games on the page: typed, pasted, by example; equilibria on the matrix, dominance step by step, the Pareto front,
// decisions; large games and budgets that end; the keyboard, a phone, axe.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { examples } from '../../../src/web/kinds/matrix/examples.js';
import { violations, violationsInBothSchemes } from '../lib/axe.mjs';
import { launch, open, phone } from '../lib/browser.mjs';
import { Server } from '../lib/server.mjs';
import { paste, soon } from '../lib/soon.mjs';

let server, browser;
before(async () => { [server, browser] = await Promise.all([Server.start(), launch()]); });
after(async () => { await browser.close(); await server.stop(); });

const button = (page, name) => page.getByRole('button', { name, exact: true });
const tab = (page, name) => page.locator('.matrix').getByRole('tab', { name, exact: true });
const fresh = async (t, options) => {
  const page = await open(t, browser, `${server.url}/#/solve/matrix`, options);
  await page.locator('.matrix.editor').waitFor();
  return page;
};
const typed = (page, which) => page.locator(`.editor [data-which="${which}"]`).evaluateAll((all) => all.map(({ value }) => value).join(' '));
const holds = (page, which, text) => soon(() => typed(page, which), (found) => assert.equal(found, text));
const posted = async (t, problem, options) => {
  const job = await server.post('matrix', problem, { wait: 60 });
  assert.equal(job.status, 'succeeded', JSON.stringify(job));
  const page = await open(t, browser, `${server.url}/#/jobs/${job.id}`, options);
  await page.locator('.matrix.view .verdict').waitFor();
  return [page, job.result];
};

test('the examples are the server’s own', async () => {
  for (const { id, problem } of examples) {
    const [named, spelt] = [await server.post('matrix', { example: id }, { wait: 60 }), await server.post('matrix', problem, { wait: 60 })];
    assert.equal(spelt.id, named.id, id);
  }
});

test('a game is made and solved by keyboard alone', async (t) => {
  const page = await fresh(t);
  await holds(page, 'a', '-0.5 -10 0 -2');
  await page.getByRole('textbox', { name: 'prisoner A: silent, silent' }).focus();
  for (const [text, key] of [['8', 'Enter'], ['10', 'Tab'], ['8', 'Tab'], ['0', 'Tab'], ['0', 'Tab']]) {
    await page.keyboard.insertText(text);
    await page.keyboard.press(key);
  }
  await holds(page, 'a', '8 -10 10 0');
  await page.getByRole('textbox', { name: 'prisoner A: silent, betray' }).fill('8');
  await page.getByRole('textbox', { name: 'prisoner B: silent, silent' }).fill('8');
  await page.getByRole('textbox', { name: 'prisoner B: silent, betray' }).fill('10');
  await page.keyboard.press('Tab');
  await holds(page, 'b', '8 10 8 0');
  await button(page, 'Solve').focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: '3 equilibria, 2 of them pure' }).waitFor();
});

test('what cannot be read stays and is marked; names are held apart', async (t) => {
  const page = await fresh(t);
  const cell = page.getByRole('textbox', { name: 'prisoner A: silent, silent' });
  await cell.fill('1/0');
  await cell.blur();
  await soon(() => cell.getAttribute('aria-invalid'), (bad) => assert.equal(bad, 'true'));
  await cell.fill('1/3');
  await cell.blur();
  await holds(page, 'a', '1/3 -10 0 -2');
  await soon(() => cell.getAttribute('aria-invalid'), (bad) => assert.equal(bad, null));
  const name = page.getByRole('textbox', { name: 'Name of row 1' });
  await name.fill('betray');
  await name.blur();
  await soon(() => name.getAttribute('aria-invalid'), (bad) => assert.equal(bad, 'true'));
  await button(page, '↶ Undo').click();
  await holds(page, 'a', '-0.5 -10 0 -2');
  await button(page, '↷ Redo').click();
  await holds(page, 'a', '1/3 -10 0 -2');
});

test('form and size change; a block of a spreadsheet fills the table; a whole one is pasted anywhere', async (t) => {
  const page = await fresh(t);
  await page.getByLabel('Kind of game').selectOption('zero_sum');
  await soon(() => page.locator('.editor [data-which="b"]').count(), (count) => assert.equal(count, 0));
  await page.getByLabel('Columns').fill('3');
  await page.getByLabel('Columns').blur();
  await holds(page, 'a', '-0.5 -10 0 0 -2 0');
  await page.locator('.editor [data-i="0"][data-j="1"]').evaluate((cell) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', '1\t2\t3\n4\t5\t6\n');
    cell.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  });
  await holds(page, 'a', '-0.5 1 2 3 0 4 5 6');
  await paste(page, '\tleft\tright\nup\t3, 1\t0, 0\ndown\t0, 0\t1, 3');
  await holds(page, 'b', '1 0 0 3');
  await page.getByRole('textbox', { name: 'row player: up, left' }).waitFor();
  await paste(page, 'nothing of the kind');
  await page.getByText('No payoffs found in this text.').waitFor();
});

test('a game of the lecture has its story, and equilibria are shown on the matrix', async (t) => {
  const page = await fresh(t);
  await button(page, 'Pigs: twice the food').click();
  await page.getByText('since the other cannot eat it all').waitFor();
  await button(page, 'Solve').click();
  const view = page.locator('.matrix.view');
  await view.locator('.verdict').waitFor();
  await soon(() => view.locator('td.pure').count(), (count) => assert.equal(count, 2));
  await soon(() => view.locator('.game .pair .best').evaluateAll((all) => all.map((one) => one.querySelector('.num').textContent).join(' ')), (underlined) => assert.equal(underlined, '8 10 10 8'));
  const list = view.locator('.equilibria button');
  const weights = (wanted) => soon(() => view.locator('.weight:visible > .num').allTextContents(), (found) => assert.deepEqual(found, wanted));
  await soon(() => list.count(), (count) => assert.equal(count, 3));
  await weights(['0', '1', '1', '0']); // the first equilibrium is selected initially
  await list.nth(2).hover();
  await weights(['4/5', '1/5', '4/5', '1/5']);
  await soon(() => view.locator('.pays .best .num').allTextContents(), (found) => assert.deepEqual(found, ['8', '8', '8', '8']));
  await view.locator('.verdict').hover();
  await weights(['0', '1', '1', '0']);
  await list.nth(0).focus();
  await page.keyboard.press('Enter');
  await soon(() => list.nth(0).getAttribute('aria-pressed'), (pressed) => assert.equal(pressed, 'false'));
  await page.keyboard.press('Tab');
  await weights(['1', '0', '0', '1']);
  await page.keyboard.press('Enter');
  await soon(() => list.nth(1).getAttribute('aria-pressed'), (pressed) => assert.equal(pressed, 'true'));
  await soon(() => view.locator('td.used').count(), (count) => assert.equal(count, 1));
});

test('dominated strategies are struck out step by step, forward and back', async (t) => {
  const [page, result] = await posted(t, { example: 'rational_pigs' });
  const { order } = result.dominance.iterated.strict;
  await tab(page, 'Dominance').click();
  for (const { round, strategy, by } of order) {
    await page.getByRole('heading', { name: `Round ${round}: ${strategy}` }).waitFor();
    await page.getByText(`never plays ${strategy}: ${by} is better`).waitFor();
    await button(page, 'Next step').click();
  }
  await page.getByRole('heading', { name: 'Remaining strategies' }).waitFor();
  await soon(() => page.locator('.game td.struck').count(), (count) => assert.equal(count, 3));
  await page.keyboard.press('ArrowLeft');
  await page.getByRole('heading', { name: 'Round 2: wait' }).waitFor();
  await page.locator('.compared', { hasText: '0 < 4' }).waitFor();
  await soon(() => page.locator('.game td.struck').count(), (count) => assert.equal(count, 2));
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
  await page.getByText('Both could do better than in the equilibrium betray, betray: silent, silent.').waitFor();
  await tab(page, 'Security').click();
  await page.locator('.security').getByText('betray').first().waitFor();
});

test('a zero-sum game has its value; a degenerate one is marked', async (t) => {
  const [page] = await posted(t, { example: 'matching_pennies' });
  await page.getByRole('heading', { name: 'One equilibrium, in mixed strategies; value 0' }).waitFor();
  await tab(page, 'Security').click();
  await page.getByRole('heading', { name: 'Optimal strategies' }).waitFor();
  const [other, result] = await posted(t, { payoff: [[0, 0], [0, 0]] });
  assert.equal(result.equilibria.degenerate, true);
  await other.getByText('degenerate', { exact: false }).first().waitFor();
  await other.locator('.equilibria .tag').first().waitFor();
});

test('a decision is shown by all criteria, with the regret matrix', async (t) => {
  const [page, result] = await posted(t, { example: 'farmer' });
  await page.getByRole('heading', { name: 'drought-proof: best by 5 of 6 criteria.' }).waitFor();
  const rows = page.getByRole('table', { name: 'Criteria' }).locator('tbody tr');
  await soon(() => rows.count(), (count) => assert.equal(count, Object.keys(result.decision.criteria).length));
  await soon(() => rows.nth(3).locator('td .num').allTextContents(), (found) => assert.deepEqual(found, ['10', '12', '14']));
  await page.getByText('that knowledge is worth 4.4').waitFor();
  await page.getByRole('link', { name: 'Change this game' }).click();
  await page.locator('.matrix.editor').waitFor();
  const chances = page.getByLabel('Probabilities of the states');
  await chances.fill('0.5 0.5');
  await chances.press('Enter');
  await page.getByText('This cannot be read.').waitFor();
  await chances.fill('1/3 1/3 1/3');
  await chances.press('Enter');
  await button(page, 'Solve').click();
  await soon(() => page.locator('.matrix.view .numeric .about').first().textContent(), (found) => assert.equal(found, '1/3'));
});

test('one equilibrium is said to be pure or mixed, with the value of a zero-sum game', async (t) => {
  const [mixed] = await posted(t, { payoff: [[3, 1], [1, 2]], want: 'one' });
  await mixed.getByRole('heading', { name: 'An equilibrium in mixed strategies; value 5/3' }).waitFor();
  const [pure] = await posted(t, { row_payoff: [[1, 0], [0, 1]], col_payoff: [[1, 0], [0, 1]], want: ['one'] });
  await pure.getByRole('heading', { name: 'An equilibrium in pure strategies', exact: true }).waitFor();
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
  await running.getByRole('progressbar', { name: 'Part of the search that is done' }).waitFor();
  await button(running, 'Cancel').click();
  await running.locator('.matrix.view .verdict').waitFor();
});

test('nothing of it fails axe, light or dark, wide or on a phone', async (t) => {
  for (const [options, found] of [[{ colorScheme: 'light' }, violationsInBothSchemes], [phone, violations]]) {
    const page = await fresh(t, options);
    assert.deepEqual(await found(page), []);
    for (const example of ['rational_pigs', 'farmer']) {
      const { id } = await server.post('matrix', { example }, { wait: 60 });
      await page.goto(`${server.url}/#/jobs/${id}`);
      await page.locator(`.job-id code:text-is("${id}")`).waitFor();
      await page.locator('.matrix.view .verdict').waitFor();
      assert.deepEqual(await found(page), [], example);
      if (example === 'farmer') continue;
      for (const name of ['Dominance', 'Pareto', 'Security']) {
        await tab(page, name).click();
        await page.locator('.matrix [role=tab][aria-selected=true]', { hasText: name }).waitFor();
        assert.deepEqual(await found(page), [], name);
      }
    }
  }
});

test('on a phone nothing is wider than the screen', async (t) => {
  const page = await fresh(t, phone);
  await soon(() => page.evaluate(() => document.documentElement.scrollWidth - innerWidth), (over) => assert.ok(over <= 0, `${over} px`));
  const [view] = await posted(t, { example: 'quarrel' }, phone);
  for (const name of ['Matrix', 'Dominance', 'Pareto', 'Security']) {
    await tab(view, name).click();
    await soon(() => view.evaluate(() => document.documentElement.scrollWidth - innerWidth), (over) => assert.ok(over <= 0, `${name}: ${over} px`));
  }
});

test('in Chinese', async (t) => {
  const [page] = await posted(t, { example: 'quarrel' }, { locale: 'zh-CN' });
  await page.getByText('夫妻吵架').waitFor();
  await page.getByRole('tab', { name: '占优' }).waitFor();
});

// The home page: the miniatures are played, an input finds the kind of what is pasted, dropped or opened, and the jobs
// done last are shown.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { violationsInBothSchemes } from '../lib/axe.mjs';
import { desktop, launch, open, phone } from '../lib/browser.mjs';
import { Server } from '../lib/server.mjs';
import { paste, soon } from '../lib/soon.mjs';

let server, browser;
before(async () => { [server, browser] = await Promise.all([Server.start(), launch()]); });
after(async () => { await browser.close(); await server.stop(); });

const GRID = '53..7....\n6..195...\n.98....6.\n8...6...3\n4..8.3..1\n7...2...6\n.6....28.\n...419..5\n....8..79';
const card = (page, name) => page.locator('.home-kind', { has: page.getByRole('link', { name, exact: true }) });
const said = (page, name, text) => card(page, name).getByRole('status').filter({ hasText: text }).waitFor();
const field = (page) => page.getByLabel('A problem of any kind');
const opened = (page, kind) => page.waitForURL(new RegExp(`#/${kind}\\?[pd]=.`));

test('each kind of the server has a card with a link to its page', async (t) => {
  const page = await open(t, browser, server.url);
  const { kinds } = await (await fetch(`${server.url}/v1/kinds`)).json();
  const links = await page.locator('.home-kind h2 a').evaluateAll((all) => all.map((one) => one.getAttribute('href')));
  assert.deepEqual(links, kinds.map(({ kind }) => `#/${kind}`));
});

test('a 4x4 Sudoku is filled by clicks, and a digit that stands twice is marked', async (t) => {
  const page = await open(t, browser, server.url), sudoku = card(page, 'Sudoku');
  const cell = (i) => sudoku.locator('.mini-cell').nth(i);
  await cell(1).click(); // a second 1 in the row
  await said(page, 'Sudoku', 'A digit stands twice.');
  assert.deepEqual(await sudoku.locator('.bad').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))),
    ['row 1, column 1: 1, twice', 'row 1, column 2: 1, twice']);
  await sudoku.getByRole('button', { name: 'Again' }).click();
  const solution = '1324423124133142', given = [0, 6, 9, 15];
  for (let i = 0; i < 16; i++)
    if (!given.includes(i)) for (let n = 0; n < Number(solution[i]); n++) await cell(i).click();
  await said(page, 'Sudoku', 'Solved.');
});

test('the cheapest solution graph differs from a dearer one', async (t) => {
  const page = await open(t, browser, server.url), graph = card(page, 'AND/OR graphs');
  const pick = (name) => graph.getByRole('button', { name, exact: true }).click();
  await pick('A → C 4');
  await said(page, 'AND/OR graphs', 'Choose connectors');
  await pick('C → D + E 2');
  await said(page, 'AND/OR graphs', 'Cost 6; there is a cheaper one.');
  await pick('A → B + C 2');
  await said(page, 'AND/OR graphs', 'Choose connectors');
  await pick('B → D 1');
  await said(page, 'AND/OR graphs', 'Cost 5: the cheapest.');
  await pick('B → E 3');
  await said(page, 'AND/OR graphs', 'Cost 7; there is a cheaper one.');
});

test('a payoff is raised by a click, and equilibria are those of the present game', async (t) => {
  const page = await open(t, browser, server.url), game = card(page, 'Matrix games'), payoff = (name) => game.getByRole('button', { name, exact: true });
  const framed = (names) => soon(() => game.locator('td.good button').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')).join()), (found) => assert.equal(found, names));
  await said(page, 'Matrix games', 'Equilibria: down, right');
  await framed('down, right: 1 for the rows,down, right: 1 for the columns');
  for (const n of [3, 4]) await payoff(`up, left: ${n} for the rows`).click();
  for (const n of [3, 4]) await payoff(`up, left: ${n} for the columns`).click();
  await said(page, 'Matrix games', 'Equilibria: up, left; down, right');
  await game.getByRole('button', { name: 'Again' }).click();
  await framed('down, right: 1 for the rows,down, right: 1 for the columns');
  await payoff('up, right: 0 for the rows').click();
  await payoff('up, right: 1 for the rows').click(); // no cell has two best answers
  await payoff('up, left: 3 for the columns').click();
  await payoff('up, left: 4 for the columns').click();
  await payoff('up, left: 5 for the columns').click();
  await said(page, 'Matrix games', 'Equilibrium: 1/2 up, 1/3 left');
});

test('tic-tac-toe is not lost by exact play, and a mistake is punished', async (t) => {
  const page = await open(t, browser, server.url), game = card(page, 'Game trees');
  const cells = () => game.locator('.mini-cell').allTextContents();
  for (const style of [(free) => free[0], (free) => free.at(-1), (free) => free[free.length >> 1]]) {
    for (let free = [...Array(9).keys()]; free.length;) {
      const before = free.length;
      await game.locator('.mini-cell').nth(style(free)).click();
      free = await soon(async () => (await cells()).flatMap((cell, i) => (cell ? [] : i)), (left) => { assert.ok(left.length < before); return left; });
      if (await game.locator('.mini-cell:not(:disabled)').count() === 0) break;
    }
    await game.getByRole('status').filter({ hasText: /O wins|A draw/ }).waitFor();
    await game.getByRole('button', { name: 'Again' }).click();
  }
});

test('a hand of whist is played to its end, and the tricks of exact play are those of the server', async (t) => {
  const page = await open(t, browser, server.url), whist = card(page, 'Two-hand whist');
  const job = await server.post('whist', { a: [8, 5, 4, 2], b: [7, 6, 3, 1] }, { wait: 60 });
  const cards = whist.getByRole('group').getByRole('button');
  for (let left = 4; left > 0; left--) {
    await soon(() => cards.count(), (count) => assert.equal(count, left));
    await cards.first().click();
  }
  await said(page, 'Two-hand whist', `exact play makes ${job.result.tricks.a}.`);
});

test('each card of the bridge ending costs what the server says', async (t) => {
  const page = await open(t, browser, server.url), bridge = card(page, 'Bridge');
  const names = () => bridge.locator('button.mini-card').evaluateAll((all) => all.map((one) => one.firstChild.textContent + one.lastChild.textContent));
  const { result } = await server.post('bridge', { deal: 'S:2.3..A KQ.A.. AJ.K.. ..765.', strain: 'NT', leader: 'S', want: ['card'] }, { wait: 60 });
  const best = Math.max(...result.cards.map(({ tricks }) => tricks));
  const signs = { S: '♠', H: '♥', D: '♦', C: '♣' };
  const wanted = result.cards.map(({ card: [suit, rank], tricks }) => `${signs[suit]}${rank}, costs ${best - tricks}`);
  await soon(names, (all) => assert.deepEqual(all.sort(), wanted.sort()));
  for (let left = 12; left > 0; left--) {
    await soon(() => bridge.locator('.mini-seat .mini-card').count(), (count) => assert.equal(count, left));
    await bridge.locator('button.mini-card').last().click();
  }
  await said(page, 'Bridge', /N and S: \d of 3 tricks/);
});

test('what is pasted, typed, dropped or opened goes to the page of its kind', async (t) => {
  const page = await open(t, browser, server.url);
  await field(page).waitFor();
  await paste(page, GRID);
  await opened(page, 'sudoku');
  await page.goto(`${server.url}/#/`);
  await field(page).fill('nim 3 4 5');
  await page.getByRole('button', { name: 'Open' }).click();
  await opened(page, 'gametree');
  await page.goto(`${server.url}/#/`);
  await field(page).fill('start 6; goal 1; 6 -> 3,3; 3 -> 2,1; 2 -> 1,1; h value');
  await field(page).press('Control+Enter');
  await opened(page, 'andor');
  await page.goto(`${server.url}/#/`);
  await field(page).waitFor();
  await page.evaluate(() => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File(['[Deal "N:Q6.2.8. 8.J9..4 K.8.9.2 T.4.2.K"]\n'], 'hand.pbn'));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  });
  await opened(page, 'bridge');
  await page.goto(`${server.url}/#/`);
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Choose a file' }).click()]);
  await chooser.setFiles({ name: 'game.nfg', mimeType: '', buffer: Buffer.from('NFG 1 R "pennies" { "A" "B" } { 2 2 } 1 -1 -1 1 -1 1 1 -1') });
  await opened(page, 'matrix');
  await page.goto(`${server.url}/#/`);
  await field(page).waitFor();
  await paste(page, '3\t-1\n0\t5\n'); // from a spreadsheet
  await opened(page, 'matrix');
});

test('several readings are offered, best first, and none is said', async (t) => {
  const page = await open(t, browser, server.url, { expected: [/status of 422/] });
  await field(page).fill('abbabaabbaababba');
  await page.getByRole('button', { name: 'Open' }).click();
  const choices = page.locator('.home-intake [role=status]');
  await choices.getByText('several ways').waitFor();
  assert.deepEqual(await choices.getByRole('link').allTextContents(), ['Two-hand whist', 'Sudoku']);
  assert.deepEqual(await violationsInBothSchemes(page), []);
  await field(page).fill('hello');
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByRole('alert').filter({ hasText: 'No kind can read this.' }).waitFor();
  assert.equal(await choices.getByRole('link').count(), 0);
});

test('the jobs done last are shown, newest first, also while they come', async (t) => {
  const page = await open(t, browser, server.url);
  for (let n = 2; n < 9; n++) {
    const { id } = await server.post('sudoku', { puzzle: '1'.padEnd(16, '.'), solutions: n }, { wait: 60 });
    await page.locator(`.home-latest li:first-child a[href='#/jobs/${id}']`).waitFor();
  }
  assert.equal(await page.locator('.home-latest li').count(), 5);
  await page.getByRole('link', { name: 'All jobs' }).click();
  await page.getByRole('heading', { level: 1, name: 'Jobs' }).waitFor();
});

for (const [size, device] of Object.entries({ desktop, phone }))
  for (const locale of ['en-US', 'zh-CN'])
    test(`nothing jumps while the page loads, and it fits: ${size}, ${locale}`, async (t) => {
      await server.post('sudoku', { puzzle: '1'.padEnd(16, '.') }, { wait: 60 });
      const watch = async (page) => {
        await page.addInitScript(() => {
          window.shift = 0;
          new PerformanceObserver((list) => { for (const one of list.getEntries()) if (!one.hadRecentInput) window.shift += one.value; })
            .observe({ type: 'layout-shift', buffered: true });
        });
        // Texts and miniatures that come late, as over a slow connection.
        await page.route(/assets\/(zh|mini)-/, async (route) => { await new Promise((resolve) => { setTimeout(resolve, 300); }); await route.continue(); });
      };
      const page = await open(t, browser, server.url, { ...device, locale, watch });
      for (const mini of ['.mini-4', '.mini-3', '.mini-graph', '.mini-table', '.mini-game']) await page.locator(mini).first().waitFor();
      await page.locator('.home-latest li').first().waitFor();
      assert.ok(await page.evaluate(() => window.shift) <= 0.02);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth));
      assert.deepEqual(await page.locator('.home-mini').evaluateAll((all) => all.filter((one) => one.scrollHeight > one.clientHeight + 1 || one.scrollWidth > one.clientWidth + 1).length), 0, 'a miniature is cut');
      assert.deepEqual(await violationsInBothSchemes(page), []);
    });

// A question as form, JSON and text, which are views of one problem; the server's errors are shown at their place.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { violations, violationsInBothSchemes } from '../lib/axe.mjs';
import { launch, open, phone } from '../lib/browser.mjs';
import { Server } from '../lib/server.mjs';
import { soon } from '../lib/soon.mjs';

let server, browser;
before(async () => { [server, browser] = await Promise.all([Server.start(), launch()]); });
after(async () => { await browser.close(); await server.stop(); });

const puzzle = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const refused = { expected: [/status of 4\d\d/] };
const tab = (page, name) => page.getByRole('tab', { name });
const send = (page) => page.locator('.solve-form').getByRole('button', { name: 'Solve', exact: true }).click();
const answered = (page) => page.locator('.surface[data-state=answered]').waitFor();
const field = (page, name) => page.locator('.solve-form').getByLabel(name, { exact: true });

// Opens a puzzle with the drawer of its forms.
async function drawer(t, options) {
  const page = await open(t, browser, `${server.url}/#/sudoku?p=${puzzle}`, options);
  await page.locator('.drawer summary').first().click();
  await page.getByRole('tablist').waitFor();
  return page;
}

test('a form asks in place, an address of former pages leads there, and edit gives the question back', async (t) => {
  const page = await open(t, browser, `${server.url}/#/solve/sudoku?puzzle=${puzzle}`);
  await page.locator('.drawer summary').first().click();
  await field(page, 'solutions').fill('1000');
  await send(page);
  await answered(page);
  await page.waitForURL(/job=[0-9a-f]{32}/);
  await page.locator('.line').getByRole('button', { name: 'Edit', exact: true }).click();
  await soon(() => field(page, 'solutions').inputValue(), (value) => assert.equal(value, '1000'));
});

test('form and JSON show one problem', async (t) => {
  const page = await drawer(t);
  await field(page, 'solutions').fill('7');
  await field(page, 'box').fill('3, 3');
  await page.getByText('Job options').click();
  await field(page, 'priority').fill('-5');
  await tab(page, 'JSON').click();
  const json = page.getByLabel('Problem as JSON');
  await soon(async () => JSON.parse(await json.inputValue()), (problem) => assert.deepEqual([problem.solutions, problem.box, problem.job], [7, [3, 3], { priority: -5 }]));
  await json.fill(JSON.stringify({ grid: [[1, 0, 0, 0], [0, 0, 3, 0], [0, 2, 0, 0], [0, 0, 0, 4]], size: 4 }));
  await tab(page, 'Form').click();
  await soon(() => page.getByLabel('Given as').inputValue(), (value) => assert.equal(value, '1'));
  await soon(() => field(page, 'grid (required)').inputValue(), (value) => assert.equal(value, '1 0 0 0\n0 0 3 0\n0 2 0 0\n0 0 0 4'));
  await send(page);
  await answered(page);
});

test('a refusal is shown where the fault is, in the form and in JSON', async (t) => {
  const page = await drawer(t, refused);
  await field(page, 'solutions').fill('0');
  await send(page);
  await page.locator('.surface[data-state=refused]').waitFor();
  const faulty = page.locator('.solve-form [aria-invalid=true]');
  await soon(() => faulty.inputValue(), (value) => assert.equal(value, '0'));
  await soon(() => faulty.evaluate((input) => input.getAttribute('aria-describedby').split(' ').map((id) => document.getElementById(id).textContent).join(' ')),
    (described) => assert.match(described, /1 to 1000000/));
  assert.deepEqual(await violations(page), []);
  await tab(page, 'JSON').click();
  await page.getByLabel('Problem as JSON').fill('{"puzzle": "1...",\n "job": {"priority": 1000}}');
  await send(page);
  await page.getByText('/job/priority').first().waitFor();
  await page.getByLabel('Problem as JSON').fill('{"puzzle": ');
  await soon(() => page.locator('.solve-form').getByRole('button', { name: 'Solve', exact: true }).isDisabled(), (off) => assert.equal(off, true));
});

test('text is taken as it is', async (t) => {
  const page = await drawer(t, refused);
  await tab(page, 'Text').click();
  const text = page.getByLabel('Problem as text');
  await text.fill('1..............');
  await send(page);
  await page.locator('.surface[data-state=refused]').waitFor();
  await text.fill('1...............');
  await send(page);
  await answered(page);
});

test('by keyboard: tabs with arrows, a form with Enter', async (t) => {
  const page = await drawer(t);
  await tab(page, 'Form').focus();
  await page.keyboard.press('ArrowRight');
  await page.waitForFunction(() => document.activeElement.textContent === 'JSON' && document.activeElement.getAttribute('aria-selected') === 'true');
  await page.keyboard.press('ArrowLeft');
  await page.waitForFunction(() => document.activeElement.textContent === 'Form');
  await field(page, 'solutions').focus();
  await page.keyboard.press('Enter');
  await answered(page);
});

test('a kind that is not here leads to those that are', async (t) => {
  const page = await open(t, browser, `${server.url}/#/solve/chess`);
  await page.getByText('This server solves no “chess”.').waitFor();
  await page.locator('main').getByRole('link', { name: 'Sudoku' }).click();
  await page.locator('.surface').waitFor();
});

for (const [size, device] of [['desktop', {}], ['phone', phone]])
  test(`axe finds nothing, light and dark: ${size}`, async (t) => {
    const page = await drawer(t, { colorScheme: 'light', ...device });
    await page.getByText('Job options').click();
    for (const name of ['Form', 'JSON', 'Text']) {
      await tab(page, name).click();
      await page.locator('[role=tab][aria-selected=true]', { hasText: name }).waitFor();
      assert.deepEqual(await violationsInBothSchemes(page), []);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), `${name} is too wide`);
    }
    await tab(page, 'Form').click();
    await send(page);
    await answered(page);
    assert.deepEqual(await violationsInBothSchemes(page), []);
  });

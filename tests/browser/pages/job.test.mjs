// One job: the page shows its end without polling, after reloads, lost connections and restarts of the server; its
// data; its actions.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { readFileSync } from 'node:fs';
import { violations, violationsInBothSchemes } from '../lib/axe.mjs';
import { launch, open, phone } from '../lib/browser.mjs';
import { atEnd } from '../lib/end.mjs';
import { Server } from '../lib/server.mjs';
import { expire, flashes, holding, soon } from '../lib/soon.mjs';

let server, browser;
before(async () => { [server, browser] = await Promise.all([Server.start(), launch()]); });
after(async () => { await browser.close(); await server.stop(); });

const slowly = { puzzle: '.'.repeat(625), solutions: 1000000, job: { timeout_ms: 240000 } };
const slow = (at = server) => at.post('sudoku', slowly);
const stop = ({ id }, at = server) => fetch(`${at.url}/v1/jobs/${id}/cancel`, { method: 'POST' });
const of = ({ id }, at = server) => `${at.url}/#/jobs/${id}`;
const UNDO = 5000; // ms in which a deletion can be undone, as in src/web/pages/jobs/actions.js
// The state of the job, in the drawer of its data, which is opened for it.
const state = (page, name) => ({
  async waitFor() {
    const data = page.locator('.drawer', { has: page.locator('summary', { hasText: /^Job/ }) });
    await data.waitFor();
    await data.evaluate((details) => { details.open = true; });
    await data.locator('.state', { hasText: name }).waitFor();
  }
});
const button = (page, name) => page.getByRole('button', { name, exact: true });
const heading = (page, name) => page.getByRole('heading', { name });

test('progress and end come by themselves; a reload in the middle loses nothing', async (t) => {
  const job = await slow();
  const page = await open(t, browser, of(job));
  await state(page, 'running').waitFor();
  const progress = page.locator('.tree', { hasText: 'Progress' });
  const before = await progress.textContent();
  await page.waitForFunction((old) => [...document.querySelectorAll('.tree')].some((tree) => tree.textContent.startsWith('Progress') && tree.textContent !== old), before);
  await page.reload();
  await state(page, 'running').waitFor();
  await stop(job);
  await state(page, 'cancelled').waitFor();
  await page.locator('.drawer dt', { hasText: 'Took' }).waitFor();
  await button(page, 'Retry').waitFor();
});

test('a server killed during the job: the page reports it and continues', async (t) => {
  const own = await Server.start();
  atEnd(t, () => own.stop());
  const job = await slow(own);
  const page = await open(t, browser, of(job, own), { expected: [/ERR_|Failed to fetch|network/i] });
  await state(page, 'running').waitFor();
  await own.kill();
  await page.getByText('The connection to the server is lost.').waitFor();
  await own.begin();
  await page.getByText('The connection to the server is lost.').waitFor({ state: 'detached' });
  await state(page, 'running').waitFor();
  await stop(job, own);
  await state(page, 'cancelled').waitFor();
});

test('a waiting job shows the reason, then runs', async (t) => {
  const own = await Server.start(['--workers', '1']);
  atEnd(t, () => own.stop());
  const first = await slow(own);
  const second = await own.post('sudoku', { ...slowly, solutions: 999999 });
  const page = await open(t, browser, of(second, own));
  await page.getByText('place 1 in the queue').waitFor();
  await page.getByText('Waiting for a worker.').waitFor();
  await stop(first, own);
  await state(page, 'running').waitFor();
  await page.getByText(/place . in the queue/).waitFor({ state: 'detached' });
  await stop(second, own);
});

test('an unknown id and a job deleted meanwhile lead on', async (t) => {
  const job = await slow();
  const page = await open(t, browser, `${server.url}/#/jobs/${'f'.repeat(32)}`, { expected: [/404/] });
  await heading(page, 'There is no such job').waitFor();
  assert.deepEqual(await violations(page), []);
  await page.getByRole('link', { name: 'To the jobs' }).click();
  await page.locator(`#job-${job.id} a`).click();
  await state(page, 'running').waitFor();
  await stop(job);
  await state(page, 'cancelled').waitFor();
  await fetch(`${server.url}/v1/jobs/${job.id}`, { method: 'DELETE' });
  await page.reload();
  await heading(page, 'There is no such job').waitFor();
});

test('retry, cancel and delete', async (t) => {
  const job = await slow();
  await stop(job);
  const page = await open(t, browser, of(job), { watch: holding(UNDO) });
  await state(page, 'cancelled').waitFor();
  await button(page, 'Retry').click();
  await page.waitForURL((url) => /job=[0-9a-f]{32}/.test(url.hash) && !url.hash.includes(job.id));
  const [, again] = /job=([0-9a-f]{32})/.exec(page.url());
  await button(page, 'Cancel').click();
  await state(page, 'cancelled').waitFor();
  await button(page, 'Delete').click();
  await page.locator(`#job-${job.id}`).waitFor();
  assert.equal(await page.locator(`#job-${again}`).count(), 0);
  await button(page, 'Undo').waitFor();
  await expire(page);
  await button(page, 'Undo').waitFor({ state: 'detached' });
  await soon(() => fetch(`${server.url}/v1/jobs/${again}`), (reply) => assert.equal(reply.status, 404));
});

test('the problem as curl, the result as a file', async (t) => {
  const puzzle = "1...............";
  const job = await server.post('sudoku', { puzzle, solutions: 7 }, { wait: 60 });
  const page = await open(t, browser, of(job), { permissions: ['clipboard-read', 'clipboard-write'] });
  await state(page, 'succeeded').waitFor();
  await flashes(page.getByText('Copied'), () => button(page, 'Copy as curl').click());
  const command = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(command, /^curl .*\/v1\/sudoku .*'\{"puzzle":"1\.\.\.\.\.\.\.\.\.\.\.\.\.\.\.","solutions":7\}'/);
  const result = page.locator('.tree', { hasText: 'Result' });
  const [download] = await Promise.all([page.waitForEvent('download'), result.getByRole('button', { name: /Download/ }).click()]);
  assert.deepEqual(JSON.parse(readFileSync(await download.path(), 'utf8')), job.result);
});

test('a failed job shows the reason and advice', async (t) => {
  const job = await server.post('sudoku', { puzzle: '1'.padEnd(16, '.'), solutions: 9 }, { wait: 60 });
  const error = { type: '/problems/out-of-memory', title: 'The memory budget was not enough', detail: 'The solver needed more than 512 MiB.', pointer: '/puzzle' };
  const page = await open(t, browser, server.url);
  await page.route(`**/v1/jobs/${job.id}`, (route) => route.fulfill({ json: { ...job, status: 'failed', result: undefined, error } }));
  await page.goto(of(job));
  await page.locator('.surface').getByText(error.detail).first().waitFor();
  await page.getByRole('alert').getByText('Request less').waitFor();
  assert.deepEqual(await violations(page), []);
});

test('a large result is drawn in pieces', async (t) => {
  const job = await server.post('sudoku', { puzzle: '1'.padEnd(16, '.'), solutions: 8 }, { wait: 60 });
  const records = Array.from({ length: 20000 }, (_, i) => ({ step: i, cells: [i, i + 1], why: 'x'.repeat(30) }));
  const result = { ...job.result, records, text: 'y'.repeat(100000) };
  const page = await open(t, browser, server.url);
  await page.route(`**/v1/jobs/${job.id}`, (route) => route.fulfill({ json: { ...job, result } }));
  await page.goto(of(job));
  await state(page, 'succeeded').waitFor();
  await page.getByText('records').waitFor();
  const nodes = () => page.evaluate(() => document.querySelectorAll('*').length);
  assert.ok(await nodes() < 2000);
  await page.locator('summary', { hasText: 'records' }).click();
  await button(page, '19,900 more').waitFor();
  assert.ok(await nodes() < 4000);
  await page.getByRole('button', { name: 'all 100,000 characters' }).click();
  await page.getByText('y'.repeat(100000)).waitFor();
});

for (const [size, device] of [['desktop', {}], ['phone', phone]])
  test(`axe finds nothing, light and dark: ${size}`, async (t) => {
    const job = await slow();
    const page = await open(t, browser, of(job), { colorScheme: 'light', ...device });
    for (const name of ['running', 'cancelled']) {
      await state(page, name).waitFor();
      assert.deepEqual(await violationsInBothSchemes(page), []);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), 'too wide');
      await stop(job);
    }
  });

test('a view with a fault leaves the job readable', async (t) => {
  const job = await server.post('sudoku', { puzzle: '1'.padEnd(16, '.'), solutions: 10 }, { wait: 60 });
  const page = await open(t, browser, server.url);
  await page.route('**/assets/sudoku-*.js', (route) => route.fulfill({
    contentType: 'text/javascript', body: 'export default { View() { throw new Error("fault"); } };' })); // a kind without a surface
  await page.goto(of(job));
  await page.reload();
  await heading(page, 'Result').waitFor();
});

// The list of jobs: live, filtered, long, by keyboard; the actions on jobs; recovery after a restart.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { violationsInBothSchemes } from '../lib/axe.mjs';
import { launch, open, phone } from '../lib/browser.mjs';
import { atEnd } from '../lib/end.mjs';
import { Server } from '../lib/server.mjs';
import { expire, flashes, holding, soon } from '../lib/soon.mjs';

let server, browser, serial = 0;
before(async () => { [server, browser] = await Promise.all([Server.start(), launch()]); });
after(async () => { await browser.close(); await server.stop(); });

const rows = (page) => page.locator('.jobs-body .jobs-row');
const row = (page, { id }) => page.locator(`#job-${id}`);
const feed = (page, mode) => page.locator(`.feed[data-mode=${mode}]`);
const button = (page, name) => page.getByRole('button', { name });

// Each call posts a new problem, which is answered at once.
const quick = (at = server) => at.post('sudoku', { puzzle: '1'.padEnd(16, '.'), solutions: 2 + serial++ });
// Runs until it is stopped.
const slow = () => server.post('sudoku', { puzzle: '.'.repeat(625), solutions: 1000000, job: { timeout_ms: 240000 } });
const UNDO = 5000; // ms in which a deletion can be undone, as in src/web/pages/jobs/actions.js
const stop = ({ id }) => fetch(`${server.url}/v1/jobs/${id}/cancel`, { method: 'POST' });
const status = async ({ id }) => (await fetch(`${server.url}/v1/jobs/${id}`)).status;

test('an empty server invites to solve an example', async (t) => {
  const fresh = await Server.start();
  atEnd(t, () => fresh.stop());
  const page = await open(t, browser, `${fresh.url}/#/jobs`);
  await button(page.locator('section', { hasText: 'Sudoku' }), /^Example 1\b/).click();
  await page.waitForURL(/#\/jobs\/[0-9a-f]{32}$/);
  await page.locator('.surface[data-state=answered]').waitFor();
  await page.goBack();
  await rows(page).first().waitFor();
});

test('jobs appear, run and end without being asked for', async (t) => {
  await quick();
  const asked = [];
  const watch = (page) => page.on('request', (request) => { if (/\/v1\/(jobs|stats)/.test(request.url())) asked.push(request.url()); });
  const page = await open(t, browser, `${server.url}/#/jobs`, { watch });
  await feed(page, 'live').waitFor();
  // The page fetches the list as it opens, at the feed's first event, and after a feed that was late or broke off; none of
  // these belongs to a job. Hence one of three jobs must come and go without a request.
  for (let tries = 0; tries === 0 || (asked.length && tries < 3); tries++) {
    asked.length = 0;
    const job = await slow();
    await row(page, job).getByText('running').waitFor();
    await row(page, job).locator('.jobs-bar').waitFor({ state: 'attached' });
    await page.locator('.chip', { hasText: 'running' }).locator('b', { hasText: '1' }).waitFor();
    await stop(job);
    await row(page, job).getByText('cancelled').waitFor();
    await fetch(`${server.url}/v1/jobs/${job.id}`, { method: 'DELETE' });
    await row(page, job).waitFor({ state: 'detached' });
  }
  assert.deepEqual(asked, [], 'lists were asked for while the feed spoke');
});

test('a row shows the outcome of its job: from the list, from the feed, and in Chinese', async (t) => {
  const told = (page, job) => row(page, job).locator('.jobs-summary');
  const words = (page, job, text) => told(page, job).filter({ hasText: new RegExp(`^${text}$`) }).waitFor();
  const listed = await server.post('sudoku', { puzzle: '11'.padEnd(16, '.') });
  const page = await open(t, browser, `${server.url}/#/jobs`);
  await words(page, listed, '4x4, 2 clues: conflicts');
  await feed(page, 'live').waitFor();
  const fed = await server.post('sudoku', { puzzle: '12343412.....321', explain: true });
  await words(page, fed, '4x4: explained, 5 steps, rating 1\\.[0-9], [a-z ]+');
  const height = (job) => row(page, job).evaluate((element) => element.getBoundingClientRect().height);
  await soon(async () => [await height(listed), await height(fed)], ([a, b]) => assert.equal(a, b));
  await page.evaluate(() => localStorage.setItem('nashd.lang', JSON.stringify('zh')));
  await page.reload();
  await words(page, listed, '4x4, 2 个提示数: 冲突');
});

test('without a stream the list is asked for', async (t) => {
  const page = await open(t, browser, `${server.url}/#/jobs`, { expected: [/404/] });
  await page.route('**/v1/events', (route) => route.fulfill({ status: 404, body: '{}' }));
  await page.reload();
  await feed(page, 'polling').waitFor();
  const job = await quick();
  await row(page, job).waitFor();
});

test('the list recovers after the server was killed', async (t) => {
  const own = await Server.start();
  atEnd(t, () => own.stop());
  const first = await quick(own);
  const page = await open(t, browser, `${own.url}/#/jobs`, { expected: [/ERR_|Failed to fetch|network/i] });
  await row(page, first).waitFor();
  await feed(page, 'live').waitFor();
  await own.kill();
  await feed(page, 'live').waitFor({ state: 'detached' });
  await own.begin();
  const second = await quick(own);
  await row(page, second).waitFor();
  await feed(page, 'live').waitFor();
  await row(page, first).waitFor();
});

test('filters by state and by the beginning of the id are kept in the address', async (t) => {
  const job = await slow();
  await stop(job);
  const page = await open(t, browser, `${server.url}/#/jobs`);
  await page.locator('.chip', { hasText: 'cancelled' }).click();
  await row(page, job).waitFor();
  await page.waitForFunction(() => [...document.querySelectorAll('.jobs-body .state')].every(({ textContent }) => textContent === 'cancelled'));
  await page.reload();
  await row(page, job).waitFor();
  await page.locator('.chip[aria-pressed=true]', { hasText: /^cancelled/ }).waitFor();
  await page.locator('.chip', { hasText: 'failed' }).click();
  await page.locator('.chip', { hasText: 'cancelled' }).click();
  await page.getByText('No job matches these filters.').waitFor();
  await page.getByText('Show all').click();
  for (const length of [6, 9, 14]) {
    await page.getByRole('searchbox').fill(job.id.slice(0, length));
    await page.waitForFunction((prefix) => [...document.querySelectorAll('.jobs-body .jobs-row')].every(({ id }) => id.startsWith(`job-${prefix}`)), job.id.slice(0, length));
    await row(page, job).waitFor();
  }
  await page.getByRole('searchbox').fill(job.id);
  await page.waitForURL(new RegExp(`#/jobs/${job.id}$`));
});

// ---- long lists ----

async function many(length) {
  const lines = Array.from({ length }, () => JSON.stringify({ kind: 'sudoku', puzzle: '1'.padEnd(16, '.'), solutions: 2 + serial++ }));
  const reply = await fetch(`${server.url}/v1/batch`, { method: 'POST', headers: { 'Content-Type': 'application/x-ndjson' }, body: lines.join('\n') });
  return (await reply.text()).trim().split('\n').map((line) => JSON.parse(line).id);
}

// Runs in the page: scrolls through the list to its end and returns the ids of all rows that were drawn, and the most
// that were drawn at once.
async function walk() {
  const seen = new Set();
  let most = 0;
  for (let rounds = 0; rounds < 5000; rounds++) {
    const drawn = [...document.querySelectorAll('.jobs-body .jobs-row')];
    drawn.forEach(({ id }) => seen.add(id.slice(4)));
    most = Math.max(most, drawn.length);
    const before = scrollY;
    scrollBy({ top: 400, behavior: 'instant' });
    await new Promise((resolve) => { requestAnimationFrame(() => requestAnimationFrame(resolve)); });
    if (scrollY === before && document.querySelector('.jobs-end').textContent === 'End of the list.') break;
  }
  return { seen: [...seen], most };
}

test('a long list: few rows are drawn, all are reachable, and visible rows stay in place', async (t) => {
  const ids = await many(700); // the page fetches 50 first, then 200 at a time
  const page = await open(t, browser, `${server.url}/#/jobs`);
  await rows(page).first().waitFor();
  const { seen, most } = await page.evaluate(walk);
  assert.deepEqual(ids.filter((id) => !seen.includes(id)), []);
  assert.ok(most < 80, `${most} rows drawn`);

  const place = () => page.evaluate(() => [...document.querySelectorAll('.jobs-body .jobs-row')].map((one) => ({ id: one.id, top: one.getBoundingClientRect().top })).find(({ top }) => top > 200));
  const before = await soon(place, (found) => { assert.ok(found); return found; });
  for (let i = 0; i < 3; i++) await quick();
  await button(page, '3 new jobs').waitFor();
  await soon(place, (found) => assert.deepEqual(found, before));
  await button(page, '3 new jobs').click();
  await page.waitForFunction(() => scrollY === 0);
  await page.locator('.held button').waitFor({ state: 'detached' });
});

test('by keyboard: walk, select a span, open, come back', async (t) => {
  await many(60);
  const page = await open(t, browser, `${server.url}/#/jobs`);
  const stands = (index) => page.waitForFunction((wanted) => Number(document.activeElement.getAttribute('aria-rowindex')) === wanted, index);
  await rows(page).nth(12).waitFor();
  await rows(page).first().focus();
  for (let index = 3; index <= 32; index++) { // each press acts on the row that has the focus then
    await page.keyboard.press('ArrowDown');
    await stands(index);
  }
  await soon(() => page.evaluate(() => ({ ...document.activeElement.getBoundingClientRect().toJSON(), height: innerHeight })),
    ({ top, bottom, height }) => assert.ok(top > 40 && bottom < height, 'the row with the focus is in sight'));
  await page.keyboard.press(' ');
  await page.getByText('1 selected').waitFor();
  for (const index of [33, 34]) {
    await page.keyboard.press('ArrowDown');
    await stands(index);
  }
  await page.keyboard.press('Shift+Space');
  await page.getByText('3 selected').waitFor();
  await page.keyboard.press('End');
  await page.waitForFunction(() => Number(document.activeElement.getAttribute('aria-rowindex')) > 40);
  await page.keyboard.press('Home');
  await stands(2);
  await page.keyboard.press('Escape');
  await page.getByText('3 selected').waitFor({ state: 'detached' });
  await page.keyboard.press('Enter');
  await page.waitForURL(/#\/jobs\/[0-9a-f]{32}$/);
  await page.goBack();
  await rows(page).nth(5).waitFor();
});

// ---- actions ----

const choose = async (page, jobs) => { for (const job of jobs) await row(page, job).getByRole('checkbox').click(); };

test('deleting can be taken back, and else happens', async (t) => {
  const jobs = [await quick(), await quick()];
  const page = await open(t, browser, `${server.url}/#/jobs`, { watch: holding(UNDO) });
  await choose(page, jobs);
  await button(page, 'Delete (2)').click();
  await row(page, jobs[0]).waitFor({ state: 'detached' });
  await button(page, 'Undo').click();
  await row(page, jobs[0]).waitFor();
  assert.equal(await status(jobs[0]), 200);
  await choose(page, jobs);
  await button(page, 'Delete (2)').click();
  await button(page, 'Undo').waitFor();
  assert.deepEqual([await status(jobs[0]), await status(jobs[1])], [200, 200]);
  await expire(page);
  await button(page, 'Undo').waitFor({ state: 'detached' });
  for (const job of jobs) await soon(() => status(job), (is) => assert.equal(is, 404));
});

test('cancels what runs and submits again what has ended', async (t) => {
  const [running, done] = [await slow(), await quick()];
  const page = await open(t, browser, `${server.url}/#/jobs`);
  await row(page, running).getByText('running').waitFor();
  await choose(page, [running, done]);
  await button(page, 'Cancel (1)').click();
  await row(page, running).getByText('cancelled').waitFor();
  await choose(page, [running]);
  await flashes(page.getByText('Submitted again'), () => button(page, 'Retry (1)').click());
  await rows(page).first().getByText('running').waitFor();
  const again = await page.evaluate(() => document.querySelector('.jobs-body .jobs-row').id.slice(4));
  assert.notEqual(again, running.id);
  await stop({ id: again });
});

// ---- appearance ----

for (const [size, device] of [['desktop', {}], ['phone', phone]])
  test(`axe finds nothing, light and dark: ${size}`, async (t) => {
    const job = await slow();
    const page = await open(t, browser, `${server.url}/#/jobs`, { colorScheme: 'light', ...device });
    await choose(page, [job]);
    await page.getByText('1 selected').waitFor();
    assert.deepEqual(await violationsInBothSchemes(page), []);
    assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), 'too wide');
    await button(page, 'Cancel (1)').click();
    await row(page, job).getByText('cancelled').waitFor();
  });

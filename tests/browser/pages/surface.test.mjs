// What every kind's page keeps: it opens with an answered example, the first line of an answer is in view without
// scrolling at both sizes, nothing jumps, and reload, back, forward and a shared address bring back question and answer.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { violationsInBothSchemes } from '../lib/axe.mjs';
import { launch, open, phone } from '../lib/browser.mjs';
import { atEnd } from '../lib/end.mjs';
import { Server } from '../lib/server.mjs';
import { soon } from '../lib/soon.mjs';

const SHIFT = 0.02; // largest layout shift
const LIST = 'andor bridge gametree hex holdem imperfect matrix sudoku whist'.split(' ');
const sizes = { desktop: { viewport: { width: 1280, height: 720 } }, phone };

let server, browser;
before(async () => { [server, browser] = await Promise.all([Server.start(), launch()]); });
after(async () => { await browser.close(); await server.stop(); });

const at = (page, state) => page.locator(`.surface[data-state=${state}]`).waitFor();
const line = (page) => page.locator('.surface .line');
const stateOf = (page) => page.locator('.surface').getAttribute('data-state');
const button = (page, name) => page.locator('.surface').getByRole('button', { name, exact: true }).first();

// Sums the layout shifts that no input caused.
const shifts = (page) => page.addInitScript(() => {
  window.shifted = 0;
  new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shifted += entry.value; }).observe({ type: 'layout-shift', buffered: true });
});

async function inView(page) {
  const { y, height } = await line(page).boundingBox(), { height: whole } = page.viewportSize();
  assert.ok(y >= 0 && y + Math.min(height, 24) <= whole, `the line is at ${y} of ${whole}`);
}

for (const kind of LIST) {
  for (const [size, device] of Object.entries(sizes))
    test(`${kind}, ${size}: the example is answered, in view, without a jump; asked again, its answer gets the focus`, async (t) => {
      const page = await open(t, browser, `${server.url}/#/${kind}`, { ...device, watch: shifts });
      await at(page, 'answered');
      await soon(() => line(page).textContent(), (text) => assert.ok(text.length > 5, text));
      await inView(page);
      assert.equal(await page.evaluate(() => scrollY), 0, 'scrolled');
      await button(page, 'Edit').click();
      await at(page, 'editing');
      await inView(page);
      await page.locator('.surface-actions button:not(.second, .quiet, [aria-disabled=true])').first().click();
      await at(page, 'answered');
      await soon(() => page.evaluate(() => document.activeElement.className), (name) => assert.equal(name, 'line'));
      await inView(page);
      assert.ok(await page.evaluate(() => window.shifted) <= SHIFT, `layout shift ${await page.evaluate(() => window.shifted)}`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), 'too wide');
      assert.deepEqual(await violationsInBothSchemes(page), []);
    });

  test(`${kind}: reload, back, forward and a shared address bring back question and answer`, async (t) => {
    const page = await open(t, browser, `${server.url}/#/${kind}`, { expected: [/status of 404/] });
    await at(page, 'answered');
    await button(page, 'Edit').click();
    await at(page, 'editing');
    const asked = await page.waitForFunction(() => /[?&][pd]=/.test(location.hash) && location.hash).then((found) => found.jsonValue());
    await page.locator('.surface-actions button:not(.second, .quiet, [aria-disabled=true])').first().click();
    await at(page, 'answered');
    const answered = await page.waitForFunction(() => /[?&]job=/.test(location.hash) && location.hash).then((found) => found.jsonValue());
    const said = await line(page).textContent();
    const same = async (hash, state) => {
      await at(page, state);
      assert.equal(await page.evaluate(() => location.hash), hash);
      if (state === 'answered') await soon(() => line(page).textContent(), (text) => assert.equal(text, said));
    };
    await page.reload();
    await same(answered, 'answered');
    await page.goBack();
    await same(asked, 'editing');
    await page.goForward();
    await same(answered, 'answered');
    const other = await open(t, browser, `${server.url}/${answered}`); // by another person, in another browser
    await at(other, 'answered');
    await soon(() => line(other).textContent(), (text) => assert.equal(text, said));
    await fetch(`${server.url}/v1/jobs/${/job=(\w+)/.exec(answered)[1]}`, { method: 'DELETE' });
    await page.reload(); // the job is forgotten: it is asked again
    await at(page, 'answered');
    await soon(() => line(page).textContent(), (text) => assert.equal(text, said));
  });

  test(`${kind}: a job's page is the same surface`, async (t) => {
    const { kinds } = await (await fetch(`${server.url}/v1/kinds`)).json();
    const { id } = await server.post(kind, kinds.find((one) => one.kind === kind).examples[0], { wait: 20 });
    const page = await open(t, browser, `${server.url}/#/jobs/${id}`);
    await at(page, 'answered');
    await page.locator('.drawer summary', { hasText: 'Job' }).click();
    await page.getByText(id).waitFor();
    await button(page, 'Edit').click();
    await at(page, 'editing');
    await page.waitForFunction((name) => location.hash.startsWith(`#/${name}?`), kind);
    await page.goBack();
    await page.waitForFunction((wanted) => location.hash === wanted, `#/jobs/${id}`);
    await at(page, 'answered');
  });
}

test('an outage: the question is sent again until the server answers, without a reload', async (t) => {
  const own = await Server.start();
  atEnd(t, () => own.stop());
  const page = await open(t, browser, `${own.url}/#/matrix`, { expected: [/ERR_|Failed to fetch|network/i] });
  await at(page, 'answered');
  await button(page, 'Edit').click();
  await at(page, 'editing');
  await own.kill();
  await page.locator('.surface-actions button:not(.second, .quiet, [aria-disabled=true])').first().click();
  await line(page).getByText('This question is sent again until the server answers.').waitFor();
  assert.equal(await stateOf(page), 'asking');
  await own.begin();
  await at(page, 'answered');
});

test('a running question shows its time, outlives a reload and is cancelled', async (t) => {
  const page = await open(t, browser, server.url), slow = { puzzle: '.'.repeat(625), solutions: 1000000, job: { timeout_ms: 120000 } };
  const { id } = await server.post('sudoku', slow);
  await page.goto(`${server.url}/#/jobs/${id}`);
  await at(page, 'waiting');
  await line(page).getByText(/\d s$/).waitFor();
  await page.reload();
  await at(page, 'waiting');
  await button(page, 'Cancel').click();
  await at(page, 'answered');
  assert.equal((await (await fetch(`${server.url}/v1/jobs/${id}`)).json()).status, 'cancelled');
});

test('a kind without a page of its own: a form made from its schema, the answer as a tree', async (t) => {
  const page = await open(t, browser, `${server.url}/#/echo`, {
    watch: async (watched) => {
      const reply = (path, body) => watched.route(path, (route) => route.fulfill({ status: 200, contentType: 'application/json', body: JSON.stringify(typeof body === 'function' ? body(route) : body) }));
      const kind = { kind: 'echo', title: 'Echoes: the word that is given', examples: [{ word: 'ho' }], links: { request_schema: '/v1/schema/echo.request.json' } };
      await reply('**/v1/kinds', { kinds: [kind] });
      await reply('**/v1/schema/echo.request.json', { type: 'object', required: ['word'], properties: { word: { type: 'string', maxLength: 10 } } });
      await reply('**/v1/echo', (route) => {
        const { word } = route.request().postDataJSON();
        return { id: '0193a5b0c0de0000000000000000beef', kind: 'echo', status: 'succeeded', created_at: '2026-01-01T10:00:00.000Z', started_at: '2026-01-01T10:00:00.000Z', finished_at: '2026-01-01T10:00:00.001Z',
          result: { summary: `echo of ${word}`, word: word + word } };
      });
    }
  });
  await at(page, 'answered');
  await soon(() => line(page).textContent(), (text) => assert.match(text, /^echo of ho/));
  await page.getByText('"hoho"').first().waitFor();
  await button(page, 'Edit').click();
  await page.locator('.surface-board').getByLabel(/^word/).fill('hey');
  await page.locator('.surface-actions').getByRole('button', { name: 'Solve' }).click();
  await soon(() => line(page).textContent(), (text) => assert.match(text, /^echo of hey/));
});

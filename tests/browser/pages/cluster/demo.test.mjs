// The demonstration: five members of one page solve a board while they are disturbed; phones take their places.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { violationsInBothSchemes } from '../../lib/axe.mjs';
import { launch, open, phone } from '../../lib/browser.mjs';
import { atEnd } from '../../lib/end.mjs';
import { invite, members, state } from '../../lib/phones.mjs';
import { Server } from '../../lib/server.mjs';
import { soon } from '../../lib/soon.mjs';

let browser;
before(async () => { browser = await launch(); });
after(() => browser.close());

// The page draws board and seed from Math.random(); with these numbers every run plays the same game.
const seeded = (page) => page.addInitScript(() => {
  let last = 20;
  Math.random = () => (last = (Math.imul(last, 1664525) + 1013904223) >>> 0) / 2 ** 32;
});

// Opens the page of a server of its own, because members of a page that was closed keep their names for a while.
async function show(t, options) {
  const server = await Server.start();
  atEnd(t, () => server.stop());
  const page = await open(t, browser, `${server.url}/#/demo`, { watch: seeded, ...options });
  await soon(() => page.locator('.demo-card .state').allTextContents(), (found) => assert.deepEqual(found, Array(5).fill(options?.locale === 'zh-CN' ? '就绪' : 'ready')));
  return [page, server];
}
const button = (page, name) => page.getByRole('button', { name, exact: true });
const log = (page) => page.getByRole('log').locator('p');
const told = (page, pattern) => log(page).filter({ hasText: pattern }).first().waitFor();

test('five members solve a board; one is late, one lies, one goes', { timeout: 280000 }, async (t) => {
  const [page, server] = await show(t, { viewport: { width: 1280, height: 720 } });
  assert.deepEqual((await members(server)).map(({ name }) => name).sort(), [1, 2, 3, 4, 5].map((n) => `Member ${n}`));
  await button(page, 'Begin').click();
  await told(page, 'A game begins: 25 by 25');
  await page.getByRole('slider', { name: 'Delay of Member 1' }).fill('5');
  assert.equal(await button(page, 'Late: Member 1').getAttribute('aria-pressed'), 'true');
  await button(page, 'Lying: Member 2').click();
  await told(page, /^Member 2 gave a wrong answer near round \d+ and was excluded/);
  await page.locator('.demo-card', { hasText: 'Member 2' }).getByText('excluded').waitFor();
  await button(page, 'Gone: Member 3').click();
  await told(page, /now plays rows \d+ to \d+, in place of Member 3\.$/);
  await page.locator('.verdict.good', { hasText: 'Solved in' }).waitFor();
  await told(page, /^Checked: one process alone makes the same changes, to the last one\. Both have the hash [0-9a-f]{16}\.$/);
  const shares = await page.locator('.demo-bar').getAttribute('aria-label');
  assert.match(shares, /^Parts: Member 1 \d+%, /);
  for (const name of ['Member 2', 'Member 3']) {
    await button(page, `Back: ${name}`).click();
    await button(page, `Gone: ${name}`).waitFor();
  }
  await soon(() => page.locator('.demo-card .state').allTextContents(), (found) => assert.deepEqual(found, Array(5).fill('ready')));
  const bottom = await page.locator('.demo').evaluate((element) => element.getBoundingClientRect().bottom);
  assert.ok(bottom <= 720, `the page ends at ${bottom} px of 720`);
  await page.getByRole('link', { name: 'Shards', exact: true }).click();
  await soon(() => members(server), (left) => assert.deepEqual(left, [], 'the members leave with the page'));
});

test('searches of five, on a small board, begun by the keyboard', async (t) => {
  const [page] = await show(t);
  await page.getByRole('combobox', { name: 'Board' }).selectOption({ label: '9 × 9, 30% given' });
  await button(page, 'Five searches').press('Enter');
  await button(page, 'Begin').press('Enter');
  await page.locator('.verdict.good', { hasText: 'Solved in' }).waitFor();
  await page.getByRole('img', { name: 'The board, 9 by 9, with 0 conflicts left' }).waitFor();
  await button(page, 'Play again').press('Enter');
  await soon(() => log(page).filter({ hasText: 'Solved: no letter' }).count(), (count) => assert.equal(count, 2));
});

test('a phone takes the place of a member, and gives it back', async (t) => {
  const [page, server] = await show(t);
  await button(page, 'Add a phone').click();
  await page.getByRole('dialog', { name: 'Add a phone' }).getByText(`${server.url}/join#`).waitFor();
  await button(page, 'Close').click();
  const guest = await open(t, browser, await invite(server), phone);
  await state(guest, 'waiting');
  const last = page.locator('.demo-card').last();
  await last.getByText('A phone. Lock it').waitFor();
  await soon(() => members(server), (all) => assert.equal(all.length, 5));
  await guest.getByRole('button', { name: 'Stop playing' }).click();
  await last.getByText('Member 5').waitFor();
  await button(page, 'Gone: Member 5').waitFor();
});

for (const [size, device] of [['desktop', {}], ['phone', phone]])
  for (const locale of ['en-US', 'zh-CN'])
    test(`nothing for axe to find, and nothing beside the screen: ${size}, ${locale}`, async (t) => {
      const [page] = await show(t, { ...device, locale, colorScheme: 'light' });
      await page.getByRole('combobox').selectOption({ index: 3 });
      await page.locator('.demo-controls .row > button').last().click();
      await page.locator('.verdict.good').waitFor();
      assert.deepEqual(await violationsInBothSchemes(page), []);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
    });

test('the page of shards leads here', async (t) => {
  const [page, server] = await show(t);
  await page.goto(`${server.url}/#/shards`);
  await page.getByRole('link', { name: 'Watch five members solve one board' }).click();
  await page.getByRole('heading', { level: 1, name: 'Five members solve one board' }).waitFor();
});

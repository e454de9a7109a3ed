// Each part of src/web/parts on a page of its own, which shows all its states: NAME.page.js. Its default export is
// {title of a state: component}. NAME.drive.mjs, if there is one, drives the page: its default export is
// {title of a test: async (page, t) => ...}, run on a desktop; `onPhone` has the tests for a phone.
import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { violationsInBothSchemes } from '../lib/axe.mjs';
import { launch, open, phone } from '../lib/browser.mjs';
import { parts, serveParts } from '../lib/parts.mjs';
import { Server } from '../lib/server.mjs';

const desktop = { viewport: { width: 1280, height: 720 } };
const sizes = { desktop, phone };

let browser, served;
before(async () => {
  const server = await Server.start();
  const reply = await fetch(server.url, { headers: { Accept: 'text/html' } });
  await server.stop();
  [browser, served] = await Promise.all([launch(), serveParts(reply.headers.get('Content-Security-Policy'))]);
});
after(async () => { await browser?.close(); await served?.stop(); });

const show = async (t, name, size) => {
  const page = await open(t, browser, served.url(name), sizes[size]);
  await page.locator('main').waitFor();
  return page;
};

for (const name of parts) {
  for (const size of Object.keys(sizes))
    test(`${name}, ${size}: no barrier in either scheme, no small target, no sideways scrolling`, async (t) => {
      const page = await show(t, name, size);
      assert.ok(await page.locator('main > section').count() > 0, 'a part shows its states');
      assert.deepEqual(await violationsInBothSchemes(page), []);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), 'too wide');
    });
  const drive = new URL(`${name}.drive.mjs`, import.meta.url);
  if (!existsSync(drive)) continue;
  const { default: onDesktop = {}, onPhone = {} } = await import(drive);
  for (const [size, all] of [['desktop', onDesktop], ['phone', onPhone]])
    for (const [title, run] of Object.entries(all)) test(`${name}, ${size}: ${title}`, async (t) => run(await show(t, name, size), t));
}

// The page without its server: it says so, tries again, and works without a reload; what an installed page needs; the
// service worker.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { violationsInBothSchemes } from '../lib/axe.mjs';
import { launch, open, phone } from '../lib/browser.mjs';
import { atEnd } from '../lib/end.mjs';
import { Server } from '../lib/server.mjs';
import { soon } from '../lib/soon.mjs';

let browser;
before(async () => { browser = await launch(); });
after(async () => { await browser.close(); });

const errors = [/ERR_|Failed to (load|fetch)|dynamically|network/i]; // what Chromium logs while there is no server
const outage = (page) => page.getByText('The server cannot be reached.');

async function served(t) {
  const server = await Server.start();
  atEnd(t, () => server.stop());
  return server;
}

// Opens the page with its service worker; resolves when the worker serves it.
async function installed(t, server) {
  const page = await open(t, browser, server.url, { serviceWorkers: 'allow', expected: errors });
  await page.evaluate(() => navigator.serviceWorker.ready);
  await page.waitForFunction(() => navigator.serviceWorker.controller);
  return page;
}

for (const [place, ready] of [['metrics', '.tile .num'], ['sudoku', '.editor, .surface'], ['jobs', '.jobs-title']])
  test(`${place}, not loaded before, appears when the server is back`, async (t) => {
    const server = await served(t);
    const page = await open(t, browser, server.url, { expected: errors });
    await page.locator('.mini-4').waitFor();
    await server.kill();
    await page.evaluate((hash) => { location.hash = hash; }, `#/${place}`);
    await outage(page).waitFor();
    assert.deepEqual(await violationsInBothSchemes(page), []);
    assert.equal(await page.locator(ready).count(), 0);
    await server.begin();
    await page.locator(ready).first().waitFor();
    await outage(page).waitFor({ state: 'detached' });
  });

test('what was entered is kept over an outage, and is read afterwards', async (t) => {
  const server = await served(t);
  const page = await open(t, browser, server.url, { ...phone, expected: errors });
  const field = page.getByLabel('A problem of any kind');
  await field.fill('nim 3 4 5');
  await server.kill();
  await page.getByRole('button', { name: 'Open' }).click();
  await outage(page).first().waitFor();
  assert.equal(await field.inputValue(), 'nim 3 4 5');
  await server.begin();
  await page.locator('.outage').waitFor({ state: 'detached' });
  await page.getByRole('button', { name: 'Open' }).click();
  await page.waitForURL(/#\/gametree\?/);
});

test('a module that the server does not have any more is named as such', async (t) => {
  const server = await served(t);
  const page = await open(t, browser, server.url, { expected: [/status of 404/] });
  await page.route('**/assets/metrics-*.js', (route) => route.fulfill({ status: 404, body: '' }));
  await page.getByRole('link', { name: 'Metrics' }).click();
  await page.getByRole('alert').getByRole('button', { name: 'Load again' }).waitFor();
  await page.unroute('**/assets/metrics-*.js');
  await page.getByRole('button', { name: 'Load again' }).click();
  await page.locator('.tile .num').first().waitFor();
});

test('the page can be installed: name, start and icons of the sizes that the manifest tells', async (t) => {
  const server = await served(t);
  const page = await open(t, browser, server.url);
  const { manifest, sizes, start } = await page.evaluate(async () => {
    const { href } = document.querySelector('link[rel=manifest]'), found = await (await fetch(href)).json();
    const pngs = found.icons.filter(({ type }) => type === 'image/png');
    const pictures = await Promise.all(pngs.map(async ({ src }) => createImageBitmap(await (await fetch(new URL(src, href))).blob())));
    return { manifest: found, start: new URL(found.start_url, href).href, sizes: pictures.map(({ width, height }) => `${width}x${height}`) };
  });
  assert.equal(manifest.name, 'nashd');
  assert.equal(manifest.display, 'standalone');
  assert.equal(start, `${server.url}/`);
  assert.deepEqual(sizes, ['192x192', '512x512']);
  assert.deepEqual(manifest.icons.filter(({ type }) => type === 'image/png').map((icon) => icon.sizes), sizes);
});

test('an icon is the drawing: green with a white line, transparent in the corners', async (t) => {
  const server = await served(t);
  const page = await open(t, browser, server.url);
  const colours = await page.evaluate(async () => {
    const { href } = document.querySelector('link[rel=apple-touch-icon]');
    const canvas = new OffscreenCanvas(192, 192), context = canvas.getContext('2d', { willReadFrequently: true });
    context.drawImage(await createImageBitmap(await (await fetch(href)).blob()), 0, 0);
    return [[0, 0], [96, 8], [54, 96], [96, 96], [120, 40]].map(([x, y]) => [...context.getImageData(x, y, 1, 1).data]);
  });
  const green = [15, 118, 110, 255], white = [255, 255, 255, 255];
  assert.equal(colours[0][3], 0);
  assert.deepEqual(colours.slice(1), [green, white, white, green]);
});

test('the service worker opens the page and what was used before without the server, and keeps nothing of /v1', async (t) => {
  const server = await served(t);
  const page = await installed(t, server);
  await page.evaluate(() => { location.hash = '#/metrics'; });
  await page.locator('.tile .num').first().waitFor();
  const kept = () => page.evaluate(async () => (await Promise.all((await caches.keys()).map(async (name) => (await (await caches.open(name)).keys()).map(({ url }) => new URL(url).pathname)))).flat());
  await soon(kept, (paths) => assert.ok(paths.some((path) => /\/metrics-\w+\.css$/.test(path)), paths.join(' ')));
  assert.deepEqual((await kept()).filter((path) => path !== '/' && !path.startsWith('/assets/')), []);
  await server.kill();
  await page.goto(`${server.url}/`);
  await page.locator('.mini-4').waitFor();
  await page.goto(`${server.url}/#/metrics`);
  await page.getByRole('heading', { level: 1, name: 'Metrics' }).waitFor();
  await outage(page).first().waitFor();
  await server.begin();
  await page.locator('.tile .num').first().waitFor();
  await page.locator('.outage').waitFor({ state: 'detached' });
});

test('the last answers open without the server: from the home page, by their address, and the example of a kind', async (t) => {
  const server = await served(t);
  const page = await installed(t, server), line = page.locator('.surface[data-state="answered"] .verdict');
  await page.goto(`${server.url}/#/sudoku`);
  await line.getByText('Exactly one solution.').waitFor(); // of the example, which is no question of the person
  await page.goto(`${server.url}/#/sudoku?p=1...............`);
  await page.locator('.surface[data-state="editing"]').waitFor();
  await page.getByRole('button', { name: 'Solve', exact: true }).click();
  await line.getByText('More than one solution.').waitFor();
  const address = page.url();
  await server.kill();
  await page.goto(`${server.url}/#/`);
  await page.reload();
  const last = page.locator('.home-latest li');
  await page.getByRole('heading', { name: 'Done last on this device' }).waitFor();
  assert.equal(await last.count(), 1);
  await last.getByRole('link', { name: 'Sudoku' }).click();
  await line.getByText('More than one solution.').waitFor();
  assert.match(page.url(), /#\/jobs\//);
  await page.goto(address);
  await page.reload();
  await line.getByText('More than one solution.').waitFor();
  await page.goto(`${server.url}/#/sudoku`);
  await line.getByText('Exactly one solution.').waitFor();
  await server.begin();
  await page.locator('.outage').waitFor({ state: 'detached' });
  await page.goto(address);
  await line.getByText('More than one solution.').waitFor();
  const kept = () => page.evaluate(() => Object.keys(localStorage).filter((key) => /^nashd\.recent\./.test(key)).length);
  assert.equal(await kept(), 2);
  await page.locator('.drawer', { hasText: 'Job' }).locator('summary').click();
  await page.getByRole('button', { name: 'Delete' }).click();
  await soon(kept, (count) => assert.equal(count, 1));
});

test('a new service worker deletes the files of the one before', async (t) => {
  const server = await served(t);
  const page = await installed(t, server);
  await page.evaluate(async () => {
    await (await caches.open('nashd-before')).put('/assets/old.js', new Response(''));
    await caches.open('of-another-program');
    await (await navigator.serviceWorker.ready).unregister();
  });
  await page.reload();
  await soon(() => page.evaluate(() => caches.keys()), (names) => assert.ok(!names.includes('nashd-before') && names.includes('of-another-program') && names.length === 2, names.join(' ')));
});

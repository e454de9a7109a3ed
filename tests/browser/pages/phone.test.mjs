// The phone page: joining, playing, leaving, missing features and broken connections.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { after, before, beforeEach, test } from 'node:test';
import { violations } from '../lib/axe.mjs';
import { desktop, launch, open, phone } from '../lib/browser.mjs';
import { atEnd } from '../lib/end.mjs';
import { Wire, board, invite, join, lacking, members, state } from '../lib/phones.mjs';
import { Server } from '../lib/server.mjs';
import { soon } from '../lib/soon.mjs';

const WEIGHT_MAX = 25000; // limit in bytes, gzipped, of all files that a phone loads
const hard = readFileSync(new URL('../../../deploy/example-25x25.txt', import.meta.url), 'utf8').replace(/\s/g, '');

let server, browser;
before(async () => { [server, browser] = await Promise.all([Server.start(), launch()]); });
beforeEach(() => present(0)); // wait until those of the last test have left
after(async () => { await browser.close(); await server.stop(); });

// Waits until the server has this many members.
const present = (wanted) => soon(() => members(server), ({ length }) => assert.equal(length, wanted));
const says = (page, pattern) => soon(() => page.locator('[role="status"]').innerText(), (text) => assert.match(text, pattern));
const fact = (page, text) => page.getByText(text).last().waitFor();

// Starts a game that lasts longer than its test, with these members; it is cancelled after the test.
async function play(t, shards, more = {}) {
  const job = await server.post('sudoku', { puzzle: hard, method: 'sap', beta: 1, restarts: 0, shards, mode: 'exact', job: { timeout_ms: 240000 }, ...more });
  assert.ok(job.id, JSON.stringify(job));
  const cancel = () => fetch(`${server.url}/v1/jobs/${job.id}/cancel`, { method: 'POST' });
  atEnd(t, cancel);
  return { ...job, cancel };
}

test('a phone joins by its link, once; the link is gone from its address', async (t) => {
  const link = await invite(server);
  const page = await open(t, browser, link, phone);
  await state(page, 'waiting');
  assert.equal(page.url(), `${server.url}/join`);
  await says(page, /^Waiting for a game\n+This phone has joined\./);
  await soon(() => members(server), (all) => assert.deepEqual(all.map(({ kind, state: is }) => [kind, is]), [['phone', 'idle']])); // the page's end of the socket opens first
  const again = await open(t, browser, link, { ...phone, expected: [/410/] });
  await state(again, 'away');
  await says(again, /^This code has been used\n+Each code is valid for one phone\./);
  await present(1);
  await page.getByRole('button', { name: 'Stop playing' }).click();
  await state(page, 'left');
  await present(0);
});

test('without a valid link, it shows instructions', async (t) => {
  for (const [hash, words, complaints] of [['', /^An invitation is needed\n+Open the page “Shards”/, []], ['#nonsense', /^This code is not valid/, [/404/]]]) {
    const page = await open(t, browser, `${server.url}/join${hash}`, { ...phone, expected: complaints });
    await state(page, 'away');
    await says(page, words);
    assert.equal(await page.locator('canvas').isVisible(), false);
  }
});

test('it shows its band and what it does, live', async (t) => {
  const page = await join(t, browser, server, { expected: [/willReadFrequently/] }); // the test reads the canvas, the page does not
  const job = await play(t, ['local', 'phone', 'local']);
  await state(page, 'playing');
  await says(page, /^Playing rows 6–15\n+of a board of 25 × 25, as browser/);
  await page.getByRole('img', { name: 'The board, 25 by 25; this phone plays rows 6 to 15' }).waitFor();
  const number = (label) => page.locator('.tiles > div', { hasText: label }).locator('dd').innerText();
  await page.waitForFunction(() => /[1-9]/.test(document.querySelector('.tiles dd').textContent));
  for (const label of ['windows played', 'updates per second', 'round trip']) await soon(() => number(label), (text) => assert.match(text, /[1-9]/, label));
  // Each cell soon has the ink of a letter.
  await page.waitForFunction(() => {
    const canvas = document.querySelector('canvas'), { width } = canvas, pitch = width / 25;
    const { data } = canvas.getContext('2d', { willReadFrequently: true }).getImageData(0, 0, width, width);
    const inked = (cell) => {
      for (let y = 2; y < pitch - 2; y++) {
        for (let x = 2; x < pitch - 2; x++) {
          const at = 4 * ((Math.floor(cell / 25) * pitch + y) * width + cell % 25 * pitch + x);
          if (Math.min(data[at], data[at + 1], data[at + 2]) < 200) return true;
        }
      }
      return false;
    };
    return Array.from({ length: 625 }, (_, cell) => cell).every(inked);
  }, null, { polling: 300 });
  await job.cancel();
  await state(page, 'over');
  await says(page, /^The game is over/);
});

test('a reload, and a link that is opened again in its tab, keep the member', async (t) => {
  const link = await invite(server);
  const page = await open(t, browser, link, phone);
  const id = () => page.evaluate(() => JSON.parse(sessionStorage.getItem('nashd.shard')).member);
  await state(page, 'waiting');
  const before = await id();
  await page.reload();
  await state(page, 'waiting');
  assert.equal(await id(), before);
});

test('a name is entered, stored and sent', async (t) => {
  const page = await join(t, browser, server, { locale: 'en-US' });
  const field = page.getByLabel('Name of this phone');
  await soon(() => field.inputValue(), (name) => assert.match(name, /^browser( \d+)?$/));
  await field.fill('Kitchen <b>');
  await field.press('Enter');
  await page.waitForFunction(() => JSON.parse(sessionStorage.getItem('nashd.shard')).name === 'Kitchen <b>');
  await page.reload();
  await state(page, 'waiting');
  await soon(() => field.inputValue(), (name) => assert.equal(name, 'Kitchen <b>'));
});

test('a cut connection is made again, and the phone plays in the next game', async (t) => {
  const wire = await Wire.start(server);
  atEnd(t, () => wire.stop());
  const page = await join(t, browser, server, { at: wire.url, expected: [/WebSocket|Failed to load resource|ERR_/] });
  const job = await play(t, ['phone', 'local']);
  await state(page, 'playing');
  wire.cut();
  await state(page, 'lost');
  await says(page, /^The connection is lost\n+Another member continues meanwhile/);
  wire.mend();
  await page.locator('body:is([data-state="waiting"], [data-state="playing"])').waitFor();
  await job.cancel();
  await page.locator('body:is([data-state="waiting"], [data-state="over"])').waitFor();
  await play(t, ['phone', 'local'], { job: { seed: 2, timeout_ms: 240000 } });
  await state(page, 'playing');
});

test('a frozen page releases its partition, and joins again when it is resumed', async (t) => {
  const page = await join(t, browser, server);
  await play(t, ['phone', 'local'], { job: { seed: 3, timeout_ms: 240000 } });
  await state(page, 'playing');
  await page.evaluate(() => document.dispatchEvent(new Event('freeze')));
  await present(0);
  await page.evaluate(() => document.dispatchEvent(new Event('resume')));
  await present(1);
  await page.locator('body:is([data-state="waiting"], [data-state="playing"])').waitFor();
});

test('a phone removed by the hub is notified and does not rejoin', async (t) => {
  const page = await join(t, browser, server);
  const id = await page.evaluate(() => JSON.parse(sessionStorage.getItem('nashd.shard')).member);
  assert.equal((await fetch(`${server.url}/v1/shards/members/${id}`, { method: 'DELETE' })).status, 204);
  await state(page, 'away');
  await says(page, /^The hub has removed this phone/);
  await soon(() => page.locator('body').textContent(), (text) => assert.match(text, /Reason: removed\. To join again, scan a new code\./));
  await page.reload();
  await state(page, 'away');
  await says(page, /^An invitation is needed/);
});

test('a second tab of the same session takes over', async (t) => {
  const page = await join(t, browser, server);
  const kept = await page.evaluate(() => sessionStorage.getItem('nashd.shard'));
  const other = await page.context().newPage();
  await other.addInitScript((text) => sessionStorage.setItem('nashd.shard', text), kept);
  await other.goto(`${server.url}/join`);
  await state(other, 'waiting');
  await state(page, 'away');
  await says(page, /^This phone plays in another tab/);
});

for (const [name, words, puzzle] of [['WebSocket', /· HTTP requests ·/, board(0.5, 3)], ['WebAssembly', /^JavaScript · WebSocket ·/, board(0.5, 12)]]) {
  test(`without ${name} it plays as well`, async (t) => {
    const page = await join(t, browser, server, { at: await lacking(t, server, name) });
    await fact(page, words);
    const job = await server.post('sudoku', { puzzle, method: 'sap', shards: ['phone', 'local'], mode: 'exact' });
    await page.locator('body:is([data-state="solved"], [data-state="over"])').waitFor();
    const reply = await (await fetch(`${server.url}/v1/jobs/${job.id}?wait=60`)).json();
    assert.equal(reply.result.verdict, 'solved');
    assert.equal(reply.result.game.shards[0].kind, 'phone');
  });
}

test('replicas: the phone that finds the solution shows it', async (t) => {
  const page = await join(t, browser, server);
  await server.post('sudoku', { puzzle: board(0.55, 3), method: 'tabu', shards: ['phone'], mode: 'replicas', job: { seed: 3 } });
  await state(page, 'solved');
});

test('all it loads is light', async (t) => {
  const page = await open(t, browser, 'about:blank', { ...phone, expected: [/foreign request/] });
  const paths = new Set();
  page.context().on('request', (request) => paths.add(new URL(request.url()).pathname));
  await page.goto(await invite(server));
  await state(page, 'waiting');
  await fact(page, 'WebSocket');
  for (const kind of [/\/phone-.*\.js$/, /\/phone-worker-.*\.js$/, /\.css$/]) assert.ok([...paths].some((path) => kind.test(path)), `${kind} of ${[...paths]}`);
  if (await page.getByText('WebAssembly').count()) assert.ok([...paths].some((path) => /\.wasm$/.test(path)), [...paths].join(' '));
  let weight = 0;
  for (const path of paths) {
    if (path.startsWith('/v1/')) continue;
    weight += await new Promise((resolve, reject) => {
      http.get(server.url + path, { headers: { 'Accept-Encoding': 'gzip' } }, async (reply) => {
        let size = 0;
        for await (const piece of reply) size += piece.length;
        resolve(size);
      }).on('error', reject);
    });
  }
  assert.ok(weight <= WEIGHT_MAX, `${weight} bytes gzipped: ${[...paths].join(' ')}`);
});

test('its policy lets it load nothing but this server\'s files, and open sockets', async () => {
  const policy = (await fetch(`${server.url}/join`)).headers.get('content-security-policy');
  assert.match(policy, /default-src 'none'/);
  assert.match(policy, /connect-src 'self' ws:;/);
  assert.doesNotMatch(policy, /unsafe-inline|unsafe-eval(?<!wasm-unsafe-eval)|https?:|\*/);
});

test('a browser in Chinese is spoken to in Chinese', async (t) => {
  const page = await join(t, browser, server, { locale: 'zh-CN' });
  await says(page, /^等待对局/);
  await page.locator('html[lang=zh-CN]').waitFor();
});

for (const colorScheme of ['light', 'dark']) {
  for (const [width, device] of [[360, phone], [1280, desktop]]) {
    test(`axe finds nothing, ${colorScheme}, ${width} wide; nothing is cut off at 320`, async (t) => {
      const page = await join(t, browser, server, { ...device, viewport: { ...device.viewport, width }, colorScheme, reducedMotion: 'reduce' });
      assert.deepEqual(await violations(page), [], 'waiting');
      await play(t, ['phone']);
      await state(page, 'playing');
      await page.waitForFunction(() => document.querySelector('.tiles dd').textContent);
      assert.deepEqual(await violations(page), [], 'playing');
      await page.setViewportSize({ width: width === 360 ? 320 : width, height: 640 });
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), 'no sideways scrolling');
      const refused = await open(t, browser, `${server.url}/join`, { ...device, colorScheme });
      await state(refused, 'away');
      assert.deepEqual(await violations(refused), [], 'refused');
    });
  }
}

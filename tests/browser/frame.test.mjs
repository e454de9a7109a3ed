// The frame: what is served and how, navigation, languages, colours, keys, the weight of it all.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { createHash } from 'node:crypto';
import { gunzipSync, brotliDecompressSync } from 'node:zlib';
import { join } from 'node:path';
import http from 'node:http';
import { violations } from './lib/axe.mjs';
import { launch, open, phone } from './lib/browser.mjs';
import { Server } from './lib/server.mjs';

// Bytes, gzipped, at most. What a first visit loads: the page, its scripts and its sheet, with a job of each kind in the
// list; and in Chinese, texts. Then what a page costs that comes from there, and a kind where its page of solving is there.
const FIRST = 29000, FIRST_ZH = 36500;
const PAGES = { solve: 9600, shards: 6100, metrics: 6000, api: 7400 };
const KINDS = { sudoku: 20000, whist: 14500, bridge: 17500, andor: 23000, gametree: 23000, matrix: 17500 };

let server, browser;
before(async () => { [server, browser] = await Promise.all([Server.start(), launch()]); });
after(async () => { await browser.close(); await server.stop(); });

// A reply as it comes, not decompressed.
const raw = (path, headers = {}) => new Promise((resolve, reject) => {
  http.get(server.url + path, { headers }, (reply) => {
    const pieces = [];
    reply.on('data', (piece) => pieces.push(piece));
    reply.on('end', () => resolve({ status: reply.statusCode, headers: reply.headers, body: Buffer.concat(pieces) }));
  }).on('error', reject);
});

// All files that can be reached from the page.
async function files() {
  const found = new Map(), wanted = ['/'];
  while (wanted.length) {
    const path = wanted.pop();
    if (found.has(path)) continue;
    const reply = await raw(path, { Accept: 'text/html,*/*' });
    assert.equal(reply.status, 200, path);
    found.set(path, reply);
    for (const [, name] of reply.body.toString().matchAll(/["'(](?:\.?\/)?(?:assets\/)?([\w.]+-[\w]{8}\.(?:js|css|svg|txt))["')]/g)) wanted.push(`/assets/${name}`);
  }
  return found;
}

test('every file comes plain, gzipped and in brotli, each with its own ETag', async () => {
  const all = await files();
  assert.ok(all.size >= 10, [...all.keys()].join(' '));
  for (const [path, plain] of all) {
    const tags = new Set([plain.headers.etag]);
    for (const [coding, unpack] of [['gzip', gunzipSync], ['br', brotliDecompressSync]]) {
      const packed = await raw(path, { Accept: 'text/html,*/*', 'Accept-Encoding': coding });
      if (packed.headers['content-encoding'] === undefined) continue;
      assert.equal(packed.headers['content-encoding'], coding, path);
      assert.deepEqual(unpack(packed.body), plain.body, path);
      assert.ok(!tags.has(packed.headers.etag), `${path}: two forms share an ETag`);
      tags.add(packed.headers.etag);
      const again = await raw(path, { Accept: 'text/html,*/*', 'Accept-Encoding': coding, 'If-None-Match': packed.headers.etag });
      assert.equal(again.status, 304, path);
    }
    const kept = plain.headers['cache-control'];
    assert.equal(kept, path === '/' ? 'no-cache' : 'public, max-age=31536000, immutable', path);
  }
});

// Opens a page, and tells how much it has loaded of this server's files so far, in bytes gzipped: [page, weigh].
async function weighed(t, url, options) {
  const loaded = new Map();
  const watch = (page) => page.on('response', (reply) => {
    const { pathname } = new URL(reply.url());
    if (pathname === '/' || /^\/assets\/.*\.(js|css)$/.test(pathname)) loaded.set(pathname, undefined);
  });
  const weigh = async () => {
    let sum = 0;
    for (const [path, known] of loaded) {
      const weight = known ?? (await raw(path, { Accept: 'text/html,*/*', 'Accept-Encoding': 'gzip' })).body.length;
      loaded.set(path, weight);
      sum += weight;
    }
    return sum;
  };
  return [await open(t, browser, url, { ...options, watch }), weigh];
}

test('a first visit is light, with jobs of every kind in the list', async (t) => {
  const own = await Server.start();
  t.after(() => own.stop());
  const kinds = await (await fetch(`${own.url}/v1/kinds`)).json();
  for (const { kind, examples } of kinds.kinds) await own.post(kind, examples[0], { wait: 10 });
  for (const [locale, most] of [['en-US', FIRST], ['zh-CN', FIRST_ZH]]) {
    const [page, weigh] = await weighed(t, own.url, { locale });
    await page.locator('.jobs-brief').nth(kinds.kinds.length - 1).waitFor();
    if (locale === 'zh-CN') for (let i = 0; i < kinds.kinds.length; i++) await page.waitForFunction((n) => /[\u4e00-\u9fff]/.test(document.querySelectorAll('.jobs-row .jobs-brief')[n].textContent), i);
    const weight = await weigh();
    assert.ok(weight <= most, `${locale}: ${weight} bytes gzipped`);
    assert.ok(weight > most * 0.85, `${locale}: ${weight} bytes gzipped: the limit can be lower`);
  }
});

test('each page and each kind is light, and no other brings it', async (t) => {
  for (const [place, most] of Object.entries(PAGES)) {
    const [page, weigh] = await weighed(t, server.url);
    await page.locator('h1').waitFor();
    const first = await weigh();
    await page.goto(`${server.url}/#/${place}`);
    await page.locator('#main:not(:has([role=status].muted)) h1').waitFor();
    const weight = await weigh() - first;
    assert.ok(weight <= most && weight > most * 0.7, `${place}: ${weight} bytes gzipped beyond the first visit`);
  }
  const { kinds } = await (await fetch(`${server.url}/v1/kinds`)).json();
  for (const { kind } of kinds) {
    const [page, weigh] = await weighed(t, `${server.url}/#/solve`);
    await page.locator('.kinds').waitFor();
    const first = await weigh();
    await page.goto(`${server.url}/#/solve/${kind}`);
    await page.locator('.editor').waitFor();
    const weight = await weigh() - first;
    assert.ok(weight <= KINDS[kind] && weight > KINDS[kind] * 0.7, `${kind}: ${weight} bytes gzipped beyond the page of solving`);
  }
});

test('a coding that is refused is not sent', async () => {
  for (const accept of ['br;q=0, gzip;q=0', 'identity', '', 'br;q=0.000', '*;q=0'])
    assert.equal((await raw('/', { Accept: 'text/html', 'Accept-Encoding': accept })).headers['content-encoding'], undefined, accept);
  assert.equal((await raw('/', { Accept: 'text/html', 'Accept-Encoding': 'br;q=0, gzip' })).headers['content-encoding'], 'gzip');
  assert.equal((await raw('/', { Accept: 'text/html', 'Accept-Encoding': 'GZIP;q=0.5, deflate' })).headers['content-encoding'], 'gzip');
});

test('the policy lets the page load nothing but this server\'s files', async () => {
  const { headers } = await raw('/', { Accept: 'text/html' });
  const policy = headers['content-security-policy'];
  assert.match(policy, /default-src 'none'/);
  assert.doesNotMatch(policy, /unsafe-inline|unsafe-eval(?<!wasm-unsafe-eval)|https?:|\*/);
});

test('curl gets JSON where a browser gets the page', async () => {
  assert.equal(JSON.parse((await raw('/', { Accept: '*/*' })).body).name, 'nashd');
});

test('pages are reached by keyboard alone, and each begins at its start', async (t) => {
  const page = await open(t, browser, server.url);
  const ring = [];
  for (let i = 0; i < 9; i++) {
    await page.keyboard.press('Tab');
    ring.push(await page.evaluate(() => document.activeElement.textContent.trim()));
  }
  assert.deepEqual(ring.slice(0, 7), ['To the content', 'nashd', 'Jobs', 'Solve', 'Shards', 'Metrics', 'API']);
  await page.getByRole('link', { name: 'API', exact: true }).focus();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: /nashd/ }).waitFor();
  assert.equal(await page.evaluate(() => document.activeElement.id), 'main');
  assert.equal(await page.getByRole('link', { name: 'API', exact: true }).getAttribute('aria-current'), 'page');
});

test('language and colours are kept', async (t) => {
  const page = await open(t, browser, server.url, { colorScheme: 'dark' });
  const theme = () => page.evaluate(() => document.documentElement.dataset.theme);
  assert.equal(await theme(), 'dark');
  await page.getByRole('button', { name: /Colours/ }).click();
  assert.equal(await theme(), 'light');
  await page.getByRole('button', { name: '中文' }).click();
  await page.getByRole('link', { name: '任务' }).first().waitFor();
  assert.equal(await page.evaluate(() => document.documentElement.lang), 'zh-CN');
  await page.reload();
  await page.getByRole('link', { name: '指标' }).waitFor();
  assert.equal(await theme(), 'light');
});

test('a browser in Chinese begins in Chinese', async (t) => {
  const page = await open(t, browser, server.url, { locale: 'zh-CN' });
  await page.getByRole('link', { name: '求解', exact: true }).waitFor();
});

test('every call has its examples as curl, and they work in a shell', async (t) => {
  const page = await open(t, browser, `${server.url}/#/api/submitSudoku`, { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.getByRole('button', { name: 'Copy as curl' }).first().click();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  assert.match(command, /^curl -s http:\/\/127\.0\.0\.1:\d+\/v1\/sudoku --json '/);
  const { execFileSync } = await import('node:child_process');
  const job = JSON.parse(execFileSync('sh', ['-c', command], { encoding: 'utf8' }));
  assert.equal(job.result.verdict, 'solved');
});

test('the numbers move when jobs are done', async (t) => {
  const page = await open(t, browser, `${server.url}/#/metrics`);
  const tile = page.locator('.tile', { hasText: 'Succeeded' }).locator('.num');
  await tile.waitFor();
  const before = Number(await tile.textContent());
  await server.post('sudoku', { puzzle: `1${'.'.repeat(15)}`, solutions: 7 }, { wait: 10 });
  await page.waitForFunction((count) => Number(document.querySelectorAll('.tile')[2].querySelector('.num').textContent) > count, before);
  await page.locator('.chart path.line0').first().waitFor();
});

for (const colorScheme of ['light', 'dark'])
  for (const [size, device] of [['desktop', {}], ['phone', phone]])
    test(`nothing for axe to find: ${colorScheme}, ${size}`, async (t) => {
      const page = await open(t, browser, server.url, { colorScheme, ...device, expected: [/status of 404/] }); // a job that is not there
      const done = await server.post('sudoku', { puzzle: '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79' }, { wait: 10 });
      for (const place of ['', 'jobs/' + done.id, 'jobs/00000000000000000000000000000000', 'solve/sudoku', 'shards', 'metrics', 'api', 'api/submitSudoku', 'nosuch']) {
        await page.goto(`${server.url}/#/${place}`);
        await page.locator('h1').first().waitFor();
        await page.waitForTimeout(400);
        assert.deepEqual(await violations(page), [], place);
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
        assert.ok(wide <= 0, `#/${place} is ${wide} px wider than the screen`);
      }
    });

test('a phone on the local network, where the address is not secure, still copies', async (t) => {
  const page = await open(t, browser, `${server.url}/#/api/healthz`);
  await page.evaluate(() => { Object.defineProperty(navigator, 'clipboard', { value: undefined }); });
  await page.getByRole('button', { name: 'Copy as curl' }).first().click();
  await page.getByText('Copied').waitFor();
});

test('the files that are served are those that were built', async () => {
  const page = await raw('/', { Accept: 'text/html' });
  assert.equal(page.headers.etag, `"${createHash('sha256').update(page.body).digest('hex').slice(0, 16)}"`);
  const icon = readFileSync(join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '../../src/web/icon.svg'));
  const name = /assets\/icon-\w+\.svg/.exec(page.body)[0];
  assert.deepEqual((await raw(`/${name}`)).body, icon);
});

// What other screens and engines need: a guest without a key, the record in the notations of Hex, an engine that failed.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { readFileSync, writeFileSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { launch, open, phone } from '../../lib/browser.mjs';
import { atEnd } from '../../lib/end.mjs';
import { Server } from '../../lib/server.mjs';
import { flashes } from '../../lib/soon.mjs';

const key = 'a key of the tests';

let server, browser;
before(async () => { [server, browser] = await Promise.all([Server.start(), launch()]); });
after(async () => { await browser.close(); await server.stop(); });

const line = (page, text) => page.locator('.surface.game .line', { hasText: text }).waitFor();
const cell = (page, name) => page.locator(`.hex-cell[aria-label^="${name},"]`);
const post = async (url, body, headers) => (await fetch(url, { method: 'POST', headers: { 'Content-Type': 'application/json', ...headers }, body: JSON.stringify(body) })).json();

test('a guest with the link plays without a key, and a wrong secret shows no game', async (t) => {
  const folder = mkdtempSync(join(tmpdir(), 'nashd-guests-'));
  writeFileSync(join(folder, 'keys'), `me ${createHash('sha256').update(key).digest('hex')}\n`, { mode: 0o600 });
  const own = await Server.start(['--api-keys', join(folder, 'keys')]);
  atEnd(t, async () => { await own.stop(); rmSync(folder, { recursive: true, force: true }); });
  const mine = { Authorization: `Bearer ${key}` }, game = await post(`${own.url}/v1/games`, { game: 'hex', size: 3 }, mine);
  await post(`${own.url}/v1/games/${game.id}/moves`, { move: 'b2' }, { ...mine, 'If-Match': '*' });
  const { url } = await (await fetch(`${own.url}/v1/games/${game.id}/invitation?seat=white`, { headers: mine })).json();
  const guest = await open(t, browser, url, phone);
  await line(guest, 'Black played b2. Your move.');
  await cell(guest, 'a3').tap();
  await line(guest, 'Waiting for Black.');
  assert.equal(await guest.getByRole('dialog').count(), 0);
  const { moves } = await (await fetch(`${own.url}/v1/games/${game.id}`, { headers: mine })).json();
  assert.deepEqual(moves, ['b2', 'a3']);
  const stranger = await open(t, browser, url.replace(/invite=.*/, `invite=${'0'.repeat(32)}`), { expected: [/status of 404/] });
  await stranger.getByRole('heading', { name: 'There is no such game' }).waitFor();
});

test('the record is saved as SGF, and the link to HexWorld copied', async (t) => {
  const game = await post(`${server.url}/v1/games`, { game: 'hex', size: 5, swap: true });
  for (const move of ['a5', 'swap', 'c3']) await post(`${server.url}/v1/games/${game.id}/moves`, { move }, { 'If-Match': '*' });
  const page = await open(t, browser, `${server.url}/#/games/${game.id}`, { permissions: ['clipboard-read', 'clipboard-write'] }), menu = page.locator('.surface.game summary', { hasText: 'Record' });
  await menu.click();
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Save as SGF' }).click()]);
  assert.match(download.suggestedFilename(), /^hex-[0-9a-f]{8}\.sgf$/);
  assert.match(readFileSync(await download.path(), 'utf8'), /;B\[a5\];W\[swap-pieces\];B\[c3\]/);
  await menu.click();
  await flashes(page.getByText('Copied'), () => page.getByRole('button', { name: 'Copy the link to HexWorld' }).click());
  assert.match(await page.evaluate(() => navigator.clipboard.readText()), /^https:\/\/hexworld\.org\/board\/#5c1,a5:sc3$/);
});

// No engine fails on demand: the first state of the stream says that it did.
test('an engine that failed is shown, and tries again by a button', async (t) => {
  const game = await post(`${server.url}/v1/games`, { game: 'tictactoe', players: { o: { engine: 'auto' } } });
  const failed = { ...game, moves: ['4'], to_move: 'o', legal: [], error: { title: 'Out of memory', detail: 'the engine had no memory' } };
  const watch = (page) => page.route(/\/events$/, (route) => route.fulfill({ contentType: 'text/event-stream', body: `id: ${game.version}\nevent: state\ndata: ${JSON.stringify(failed)}\n\n` }), { times: 1 });
  const page = await open(t, browser, `${server.url}/#/games/${game.id}`, { watch, expected: [/status of 409/] });
  await line(page, 'The engine of O has failed.');
  await page.getByRole('alert').getByText('the engine had no memory').waitFor();
  const [asked] = await Promise.all([page.waitForRequest(/\/engine$/), page.getByRole('button', { name: 'Try again' }).click()]);
  assert.equal(asked.headers()['if-match'], `"${game.version}"`);
});

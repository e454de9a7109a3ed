// Five pages as five phones play one 25x25 in the mode `exact`; two are closed during the game. It is solved, and the
// trajectory is that of one process.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch } from '../lib/browser.mjs';
import { board, join, members, state } from '../lib/phones.mjs';
import { Server } from '../lib/server.mjs';

let server, browser;
before(async () => { [server, browser] = await Promise.all([Server.start(), launch()]); });
after(async () => { await browser.close(); await server.stop(); });

const game = { puzzle: board(0.35, 1), method: 'sap', mode: 'exact', pace: 'share', job: { seed: 1, timeout_ms: 240000 } };

async function ended({ id }) {
  for (;;) {
    const job = await (await fetch(`${server.url}/v1/jobs/${id}?wait=30`)).json();
    if (!['queued', 'running'].includes(job.status)) return job.result;
  }
}

test('five phones, two of them closed in the middle', { timeout: 280000 }, async (t) => {
  const alone = await ended(await server.post('sudoku', { ...game, shards: 1 }));
  assert.equal(alone.verdict, 'solved');
  const phones = [];
  for (let i = 0; i < 5; i++) phones.push(await join(t, browser, server));
  assert.equal(new Set((await members(server)).map(({ name }) => name)).size, 5, 'each has a name of its own');
  // From before the game, which takes as long as it takes.
  const playing = phones.map((page) => page.waitForFunction(() => document.body.dataset.state === 'playing' && document.querySelector('h1').innerText));
  const job = await server.post('sudoku', { ...game, shards: phones.map(() => 'phone') });
  const bands = await Promise.all(playing.map(async (page) => (await page).jsonValue()));
  assert.deepEqual(bands.sort(), [1, 6, 11, 16, 21].map((row) => `Playing rows ${row}–${row + 4}`).sort());
  const middle = await (await fetch(`${server.url}/v1/jobs/${job.id}`)).json();
  assert.equal(middle.status, 'running');
  await phones[1].close();
  await phones[3].context().close();
  const result = await ended(job);
  assert.equal(result.verdict, 'solved');
  assert.equal(result.solution.length, 625);
  assert.equal(result.game.trajectory, alone.game.trajectory);
  assert.equal(result.game.updates, alone.game.updates);
  assert.ok(result.game.shards.reduce((sum, { leases }) => sum + leases, 0) >= 7, 'the two bands were given to others');
  assert.deepEqual(result.game.quarantined ?? [], []);
  for (const i of [0, 2, 4]) await state(phones[i], 'solved');
});

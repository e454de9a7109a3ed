// Pages as phones count the solutions of one puzzle, and play games of a match and of a training, each in workers of its own.
// The results are those of one process.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { launch } from '../../lib/browser.mjs';
import { join, state } from '../../lib/phones.mjs';
import { Server } from '../../lib/server.mjs';
import { soon } from '../../lib/soon.mjs';

const PHONES = 5, COUNT = 8243699; // the count: by the 9x9 engine, natively
// Long enough that each phone has loaded its module before the end, on a busy machine too.
const puzzle = '9.4....12.....1.......9.....1.........8..9...3.6..8.91.829.3.7...3........7......';

let server, browser;
before(async () => { [server, browser] = await Promise.all([Server.start(), launch()]); });
after(async () => { await browser.close(); await server.stop(); });

async function ended({ id }) {
  for (;;) {
    const job = await (await fetch(`${server.url}/v1/jobs/${id}?wait=30`)).json();
    if (!['queued', 'running'].includes(job.status)) return job;
  }
}

test('five phones take units of a proof, and the count is right', { timeout: 280000 }, async (t) => {
  const phones = [];
  for (let i = 0; i < PHONES; i++) phones.push(await join(t, browser, server, { locale: 'en-US' }));
  // From before the farm, which takes as long as it takes.
  const working = phones.map((page) => page.waitForFunction(() => /\d parts? done/.test(document.body.innerText) && document.querySelector('h1').innerText));
  const job = await server.post('sudoku', { puzzle, method: 'exact', solutions: 'all', audit: 1, shards: phones.map(() => 'phone'), job: { timeout_ms: 240000 } });
  const { result } = await ended(job);
  assert.equal(result.count, COUNT);
  assert.equal(result.count_complete, true);
  const credit = result.farm.credit, of = (kind) => credit.filter((member) => member.kind === kind);
  assert.equal(of('phone').length, PHONES);
  assert.ok(of('phone').every(({ units, wrong }) => units > 0 && wrong === 0), JSON.stringify(credit));
  assert.equal(credit.reduce((sum, { used }) => sum + used, 0), result.farm.steps);
  assert.equal(result.farm.verified, result.farm.answered, 'every unit of a phone was computed again here');
  for (const page of phones) await state(page, 'over');
  for (const title of working) assert.equal(await (await title).jsonValue(), 'Counting solutions');
  await soon(() => phones[0].locator('[role="status"]').innerText(), (text) => assert.match(text, /^The work is done/));
});

test('three phones play games of uct, and the match is that of one process', { timeout: 280000 }, async (t) => {
  const phones = [];
  for (let i = 0; i < 3; i++) phones.push(await join(t, browser, server, { locale: 'en-US' }));
  const working = phones.map((page) => page.waitForFunction(() => /[1-9]\d* parts? done/.test(document.body.innerText) && document.querySelector('h1').innerText));
  const match = { a: { engine: 'uct', iterations: 3000 }, b: { engine: 'uct', iterations: 1000, rave: false }, games: 40 };
  const ask = (more) => server.post('hex', { size: 9, swap: true, match: { ...match, ...more }, job: { timeout_ms: 240000, seed: 7, fresh: true } });
  const { result } = await ended(await ask({ audit: 1, shards: phones.map(() => 'phone') }));
  const alone = (await ended(await ask({}))).result;
  assert.deepEqual(result.records, alone.records);
  assert.deepEqual(result.a, alone.a);
  // Phones of the test before may still be members, until the hub misses them.
  const played = result.farm.credit.filter(({ kind, units }) => kind === 'phone' && units > 0);
  assert.equal(played.length, phones.length);
  assert.ok(played.every(({ wrong, faults }) => wrong === 0 && faults === 0), JSON.stringify(played));
  for (const title of working) assert.equal(await (await title).jsonValue(), 'Playing games of Hex');
});

test('two phones play games of a training, and the curve is that of one process', { timeout: 280000 }, async (t) => {
  const phones = [await join(t, browser, server, { locale: 'en-US' }), await join(t, browser, server, { locale: 'zh-CN' })];
  const working = phones.map((page, i) => page.waitForFunction((done) => new RegExp(done).test(document.body.innerText) && document.querySelector('h1').innerText, ['Games played: [1-9]', '已下 [1-9]\\d* 局'][i]));
  const train = { size: 5, net: { layers: 2, channels: 16 }, games: 32, simulations: 64, batch: 32, evaluate: 50, evaluate_games: 4, reference_iterations: 50 };
  const ask = (more) => server.post('hex', { train: { ...train, ...more }, job: { seed: 5 } });
  // It goes on until both phones have played.
  const job = await ask({ steps: 100000000, audit: 1, shards: ['phone', 'phone'] }), titles = await Promise.all(working.map(async (title) => (await title).jsonValue()));
  assert.deepEqual(titles, ['Playing training games', '正在下训练对局']);
  assert.equal(await phones[0].locator('canvas').isVisible(), false); // the games have no board there
  await soon(async () => (await fetch(`${server.url}/v1/jobs/${job.id}`)).json(), ({ progress }) => assert.ok(progress.curve.length > 0));
  await fetch(`${server.url}/v1/jobs/${job.id}/cancel`, { method: 'POST' });
  const { result } = await ended(job), alone = await ended(await ask({ steps: 50 }));
  const timeless = ({ seconds, ...point }) => point;
  assert.deepEqual(timeless(result.curve[0]), timeless(alone.result.curve[0]));
  const played = result.farm.credit.filter(({ kind, units }) => kind === 'phone' && units > 0);
  assert.equal(played.length, phones.length, JSON.stringify(result.farm.credit));
  assert.ok(played.every(({ wrong }) => wrong === 0), JSON.stringify(played));
  for (const page of phones) await state(page, 'over');
});

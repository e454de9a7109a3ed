// Members that play games of a training or a match: the form, what each did, and the names of the networks that played.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { violations, violationsInBothSchemes } from '../../lib/axe.mjs';
import { launch, open, phone } from '../../lib/browser.mjs';
import { atEnd } from '../../lib/end.mjs';
import { Server } from '../../lib/server.mjs';
import { soon } from '../../lib/soon.mjs';
import { Stage } from '../../lib/stage.mjs';
import { unpack } from '../../../../src/web/surface/pack.js';

let server, browser;
before(async () => { [server, browser] = await Promise.all([Server.start(), launch()]); });
after(async () => { await browser.close(); await server.stop(); });

const TINY = { size: 3, net: { layers: 2, channels: 16 }, batch: 16, games: 4, simulations: 4, steps: 20, evaluate: 10, evaluate_games: 4, reference_iterations: 20 };
const at = (problem, url = server.url) => `${url}/#/hex?p=${encodeURIComponent(JSON.stringify(problem))}`;
const button = (page, name) => page.getByRole('button', { name, exact: true });
const call = async (path, options) => (await fetch(server.url + path, options)).json();
const trainOf = async (page) => (await unpack(new URLSearchParams(new URL(page.url()).hash.split('?')[1]).get('p'))).train;
// Trains, and resolves to the id of the model. Another seed makes another network.
const trained = async (seed) => {
  const { id } = await server.post('hex', { train: TINY, job: { seed } }, { wait: 60 });
  await soon(() => call(`/v1/models/${id}`), (model) => assert.equal(model.id, id));
  return id;
};

test('the members of a training are chosen, and dropped with what they cannot play', async (t) => {
  const page = await open(t, browser, at({ train: { size: 5 } })), together = page.getByLabel('Phones and other machines play, too'), board = page.locator('.hex-train select').first();
  await together.check();
  await soon(() => trainOf(page), (train) => assert.deepEqual(train.shards, ['local', 'phone']));
  for (const [name, text] of [['Shards', 'local, phone, http://10.0.0.2:8080'], ['Share of games played again', '0.25'], ['Wait for phones, ms', '500']]) {
    await page.getByLabel(name).fill(text);
    await page.getByLabel(name).press('Tab');
  }
  await soon(() => trainOf(page), (train) => assert.deepEqual([train.shards, train.audit, train.wait_ms], [['local', 'phone', 'http://10.0.0.2:8080'], 0.25, 500]));
  assert.deepEqual(await violations(page), []);
  await button(page, 'Add a phone').click();
  await page.getByAltText('The link as a QR code').waitFor();
  await button(page, 'Close').click();
  assert.match(page.url(), /hex\?/, 'the dialog does not start the training');
  await board.selectOption('19');
  await soon(() => trainOf(page), (train) => assert.deepEqual(train, { size: 19 }));
  assert.ok(await together.isDisabled());
  await page.getByText('on boards up to 13 × 13').waitFor();
  await board.selectOption('13');
  await together.check();
  await page.getByRole('radio', { name: /some moves ahead/ }).check();
  await soon(() => trainOf(page), (train) => assert.deepEqual(train, { size: 13, recipe: 'n_step' }));
  assert.ok(await together.isDisabled());
});

test('a training of two members is started, paused and continued', async (t) => {
  const page = await open(t, browser, at({ train: { ...TINY, steps: 100000000, shards: 2 } })), credit = page.getByRole('region', { name: 'Who did what' });
  await button(page, 'Start the training').click();
  await credit.locator('tbody tr').nth(1).waitFor();
  await page.locator('.hex-curve .line0 .of').first().waitFor();
  await button(page, 'Pause').click();
  await page.getByRole('heading', { name: /^Paused at step/ }).waitFor();
  await page.getByText('games of members').waitFor();
  const first = page.url();
  await button(page, 'Continue').click();
  await page.waitForURL((url) => url.href !== first);
  await credit.locator('tbody tr').nth(1).waitFor(); // the members play on
  await button(page, 'Pause').click();
  await page.getByRole('heading', { name: /^Paused at step/ }).waitFor();
});

const member = (name, kind, state, units, used, more) => ({ member: name, kind, state, computed: used + 10, used, verified: 10, audited: 0, wasted: 10, units, late: 0, wrong: 0, round_trip_ms: 12.5, faults: 0, ...more });
const farm = { units: 100, waiting: 3, leased: 7, answered: 90, verified: 20, audits: 9, audits_open: 0, dropped: 1, reissued: 2, restored: 0, members: 3, messages: 500, bytes: 123456 };

test('a training shows its members while it runs and at its end', async (t) => {
  const stage = await Stage.start(server), id = 'aabbccddeeff00112233445566778899', now = new Date().toISOString();
  atEnd(t, () => stage.stop());
  const credit = [member('local', 'local', 'working', 60, 6000), member('Phone 7', 'phone', 'left', 30, 4000), member('Phone 8', 'phone', 'quarantined', 0, 0, { wrong: 1 })];
  const counts = { step: 400, games: 90, positions: 1000, cpu_s: 3, phase: 'learning', loss: 2, curve: [] };
  const job = { id, kind: 'hex', status: 'running', created_at: now, started_at: now, progress: { ...counts, steps: 1000, seconds: 0, rate: 0.001, memory: 1000, farm, credit } };
  const send = stage.job(job, { train: { size: 5, shards: 3 } });
  const page = await open(t, browser, `${stage.url}/#/jobs/${id}`), rows = page.getByRole('region', { name: 'Who did what' }).locator('tbody tr');
  await rows.nth(2).waitFor();
  const cells = async (i) => (await rows.nth(i).locator('th, td').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim()).slice(0, 5);
  assert.deepEqual([await cells(0), await cells(1), await cells(2)], [['this server', 'working', '60%', '60', '6K'], ['Phone 7 phone', 'has left', '40%', '30', '4K'], ['Phone 8 phone', 'quarantined', '0%', '0', '0']]);
  await page.getByText('90 games of members · 9 played again here · 2 given to another member · 1 not accepted · 500 messages').waitFor();
  await button(page, 'Add a phone').waitFor();
  assert.deepEqual(await violationsInBothSchemes(page), []);
  const { waiting, leased, ...whole } = farm;
  send('result', { ...job, status: 'succeeded', finished_at: now, progress: undefined, result: { summary: 'x', ...counts, train: { size: 5 }, finished: true, statistics: { solve_us: 1 },
    farm: { ...whole, credit, quarantined: [{ member: 'Phone 8', why: 'a game of it is not the one that follows from its number' }] } } });
  await page.getByRole('heading', { name: /^Trained\./ }).waitFor();
  await page.getByText('Phone 8 was quarantined: a game of it').waitFor();
  assert.deepEqual(await cells(0), ['this server', '60%', '60', '6K', '6K']); // no state at the end
  assert.equal(await button(page, 'Add a phone').count(), 0);
});

test('a match names the networks, and what the members did', async (t) => {
  const id = await trained(1), { net } = await call(`/v1/models/${id}`);
  const job = await server.post('hex', { size: 3, match: { a: { engine: 'dqn', model: id }, b: { engine: 'dqn' }, games: 6, shards: 2 } }, { wait: 60 });
  assert.equal(job.result.a.net, net);
  const page = await open(t, browser, `${server.url}/#/jobs/${job.id}`, { ...phone, viewport: { width: 360, height: 740 } });
  await page.locator(`.hex-players a[href$="models/${id}"]`).waitFor();
  await page.locator('.hex-players a[href$="models/default"]', { hasText: 'the network of the program' }).waitFor();
  const table = page.getByRole('region', { name: 'Who did what' });
  await table.locator('.state').first().waitFor({ state: 'detached' }); // of the last report, until the result is there
  const units = await table.locator('tbody td:nth-child(3)').allInnerTexts();
  assert.ok(units.reduce((sum, text) => sum + Number(text), 0) >= 6, units.join(' '));
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth));
});

test('positions and games say which network plays', async (t) => {
  const id = await trained(2), page = await open(t, browser, at({ size: 3, engine: 'dqn', model: id }));
  await button(page, 'Analyse').click();
  await page.getByText('network:').locator(`a[href$="models/${id}"]`).waitFor();
  const begun = await call('/v1/games', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify({ game: 'hex', size: 3, players: { black: { engine: 'dqn' }, white: { engine: 'dqn', model: id } } }) });
  await page.goto(`${server.url}/#/games/${begun.id}`);
  await page.locator(`.game-players a[href$="models/${id}"]`).waitFor();
  await page.locator('.game-players a[href$="models/default"]').waitFor();
  // Of a network that no model has, its digest is shown.
  const { net } = await call(`/v1/models/${id}`), job = await server.post('hex', { size: 3, moves: ['a1'], engine: 'dqn', model: id }, { wait: 60 });
  await fetch(`${server.url}/v1/models/${id}`, { method: 'DELETE' });
  await page.goto('about:blank');
  await page.goto(`${server.url}/#/jobs/${job.id}`);
  await page.locator('code', { hasText: net }).waitFor();
});

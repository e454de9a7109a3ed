// Trainings on the page: the form, the curve while it grows, pause and continuation, and what is done with the model.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, before, test } from 'node:test';
import { violations, violationsInBothSchemes } from '../../lib/axe.mjs';
import { launch, open, phone } from '../../lib/browser.mjs';
import { Server } from '../../lib/server.mjs';
import { soon } from '../../lib/soon.mjs';

let server, browser;
before(async () => { [server, browser] = await Promise.all([Server.start(), launch()]); });
after(async () => { await browser.close(); await server.stop(); });

// A training of a second, and one that does not end by itself.
const TINY = { size: 3, net: { layers: 2, channels: 16 }, batch: 16, games: 4, simulations: 4, evaluate: 10, evaluate_games: 4, reference_iterations: 20 };
const SHORT = { ...TINY, steps: 40 }, LONG = { ...TINY, steps: 100000000 };

const at = (problem) => `${server.url}/#/hex?p=${encodeURIComponent(JSON.stringify(problem))}`;
const button = (page, name) => page.getByRole('button', { name, exact: true });
const link = (page, name) => page.getByRole('link', { name, exact: true });
const call = async (path, options) => (await fetch(server.url + path, options)).json();
const trained = async (train = SHORT) => {
  const job = await server.post('hex', { train }, { wait: 60 });
  assert.equal(job.status, 'succeeded', JSON.stringify(job));
  await soon(() => call(`/v1/models/${job.id}`), (model) => assert.equal(model.id, job.id));
  return job;
};
const idOf = (page) => /jobs\/(\w+)/.exec(page.url())?.[1];

test('a training is chosen, started, watched, paused and continued', async (t) => {
  const page = await open(t, browser, at({ train: LONG }));
  await page.locator('.hex-train select').first().selectOption('4');
  await page.getByRole('radio', { name: /some moves ahead/ }).check();
  await page.getByText('More settings').click();
  await page.getByRole('spinbutton', { name: 'Moves ahead' }).fill('2');
  await page.getByRole('radio', { name: /Self-play/ }).check();
  await page.getByLabel('Games of a round').fill('6');
  await page.getByLabel('Games of a round').press('Tab');
  assert.deepEqual(await violations(page), []);
  await button(page, 'Start the training').click();
  await page.waitForURL(/jobs\//);
  const id = idOf(page), { train } = await call(`/v1/jobs/${id}/problem`);
  assert.deepEqual([train.size, train.recipe, train.games, train.n, train.simulations], [4, 'self_play', 6, undefined, undefined]); // what another recipe lacks is dropped
  await page.locator('.hex-curve .line0 .of').first().waitFor();
  const first = await page.locator('.hex-curve-table tbody tr').count();
  await page.waitForFunction((count) => document.querySelectorAll('.hex-curve-table tbody tr').length > count, first);
  await link(page, 'Play against it').waitFor();
  await button(page, 'Pause').click();
  await page.getByRole('heading', { name: /^Paused at step/ }).waitFor();
  const { result } = await call(`/v1/jobs/${id}`);
  await button(page, 'Continue').click();
  await page.waitForURL((url) => /jobs\//.test(url.hash) && !url.hash.includes(id));
  await page.locator('.hex-curve .line0 .of').first().waitFor();
  const next = idOf(page);
  await soon(() => call(`/v1/jobs/${next}`), ({ progress }) => assert.ok(progress.step > result.step));
  await page.reload(); // the problem of the job has a checkpoint, which the page leaves out
  await button(page, 'Pause').click();
  await page.getByRole('heading', { name: /^Paused at step/ }).waitFor();
});

test('leaving the page leaves the training alone', async (t) => {
  const page = await open(t, browser, at({ train: LONG }));
  await button(page, 'Start the training').click();
  await page.waitForURL(/jobs\//);
  const id = idOf(page);
  await page.goto(`${server.url}/#/models`);
  await page.locator(`.models-running a[href$="${id}"]`).waitFor();
  assert.equal((await call(`/v1/jobs/${id}`)).status, 'running');
  await fetch(`${server.url}/v1/jobs/${id}/cancel`, { method: 'POST' });
});

test('an ended training shows its numbers, goes on, and is played against', async (t) => {
  const job = await trained(), page = await open(t, browser, `${server.url}/#/jobs/${job.id}`);
  await page.getByRole('heading', { name: /^Trained\./ }).waitFor();
  await page.getByText('The curve as a table').click();
  const rows = await page.locator('.hex-curve-table tbody tr').count(), last = await page.locator('.hex-curve-table tbody tr').last().textContent();
  assert.equal(rows, job.result.curve.length);
  assert.match(last, new RegExp(`^40${Math.round(100 * job.result.curve.at(-1).uct)} % \\(`));
  assert.deepEqual(await violationsInBothSchemes(page), []);
  await link(page, 'Play against it').click();
  await page.locator('.hex-board').waitFor();
  await page.locator('.hex-cell.open').first().click();
  await page.waitForFunction(() => document.querySelectorAll('.hex-moves li').length === 2); // the network replied
  assert.equal(await page.locator('.hex-net option:checked').getAttribute('value'), job.id);
});

test('a refusal says what is wrong', async (t) => {
  const page = await open(t, browser, at({ train: { ...SHORT, recipe: 'seed' } }), { expected: [/status of 422/] });
  await button(page, 'Start the training').click();
  await page.getByRole('alert').getByText('/train/').waitFor();
});

test('models are listed, renamed, downloaded, uploaded, compared and deleted', async (t) => {
  const job = await trained({ ...SHORT, steps: 30 }), page = await open(t, browser, `${server.url}/#/models`);
  await link(page, 'the network of the program').waitFor();
  await page.locator(`.models-list a[href$="models/${job.id}"]`).click();
  await page.locator('.hex-curve').waitFor();
  await page.locator('summary', { hasText: /^More$/ }).click();
  await button(page, 'Rename…').click();
  await page.locator('dialog input').fill('Mine');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: 'Models Mine' }).waitFor();
  await page.locator('summary', { hasText: /^More$/ }).click();
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Download the checkpoint').click()]), path = await file.path();
  assert.equal(file.suggestedFilename(), 'Mine.ckpt');
  assert.equal(readFileSync(path).subarray(0, 8).toString(), 'nashckp1');
  await page.goto(`${server.url}/#/models`);
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button(page, 'Upload…').click()]);
  await chooser.setFiles({ name: 'Copy.ckpt', mimeType: 'application/octet-stream', buffer: readFileSync(path) });
  await page.getByRole('heading', { name: 'Models Copy' }).waitFor();
  const copy = /models\/(\w+)/.exec(page.url())[1];
  await page.goto(`${server.url}/#/models?a=${job.id}&b=${copy}`);
  await page.locator('.hex-curve .line1 circle').first().waitFor(); // both curves in one plot
  await page.locator('form.panel select').nth(1).selectOption('10');
  await page.locator('form.panel select').nth(2).selectOption('0');
  assert.deepEqual(await violations(page), []);
  await button(page, 'Play the match').click();
  await page.getByRole('heading', { name: /won \d+ of 10 games/ }).waitFor();
  await page.goto(`${server.url}/#/models`);
  await button(page, 'Delete Copy').click();
  await button(page, 'Delete').click();
  await page.locator(`a[href$="models/${copy}"]`).first().waitFor({ state: 'detached' });
  assert.equal((await fetch(`${server.url}/v1/models/${copy}`)).status, 404);
});

test('the list says what a model is without asking for each', async (t) => {
  const job = await trained(), asked = [], rate = Math.round(100 * job.result.best.uct.rate);
  const page = await open(t, browser, server.url, { watch: (one) => one.on('request', (request) => asked.push(new URL(request.url()).pathname)) });
  await page.goto(`${server.url}/#/models`);
  const row = page.locator(`.models-list tr:has(a[href$="models/${job.id}"])`);
  await row.getByText('3 × 3, Self-play with search').waitFor();
  await row.getByText(new RegExp(`^${rate} % \\(`)).waitFor();
  assert.deepEqual(asked.filter((path) => path.startsWith('/v1/models/')), []);
});

test('a file that is no checkpoint is refused with the reason', async (t) => {
  const page = await open(t, browser, `${server.url}/#/models`, { expected: [/status of 422/] });
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button(page, 'Upload…').click()]);
  await chooser.setFiles({ name: 'no.ckpt', mimeType: 'application/octet-stream', buffer: Buffer.from('no file') });
  await page.getByText('it does not begin with').waitFor();
});

test('engines choose a network, here and in games', async (t) => {
  const job = await trained(), page = await open(t, browser, `${server.url}/#/hex?p=${encodeURIComponent('{"size":3,"engine":"uct","iterations":1000}')}`);
  await page.locator('.hex-options select').first().selectOption('dqn');
  await page.locator(`.hex-net option[value="${job.id}"]`).waitFor({ state: 'attached' });
  await page.locator('.hex-net').selectOption(job.id);
  await button(page, 'Analyse').click();
  await page.locator('.hex-cell .heat').first().waitFor(); // Q of each cell
  await page.locator('.hex-options select').first().selectOption('uct');
  await soon(() => page.url(), (url) => assert.doesNotMatch(decodeURIComponent(url), /model/));
  await page.goto(`${server.url}/#/games?game=hex&size=3&model=${job.id}`);
  await button(page, 'Begin').click();
  await page.locator('.hex-cell.open').first().click();
  await page.waitForFunction(() => Number(document.querySelector('.game').dataset.version) >= 3); // the network moved
});

test('a phone in Chinese has it all without a finding of axe', async (t) => {
  const job = await trained(), page = await open(t, browser, `${server.url}/#/jobs/${job.id}`, { ...phone, locale: 'zh-CN' });
  await page.getByText('曲线数据表').waitFor();
  for (const [place, ready] of [[`jobs/${job.id}`, '.hex-curve'], [`hex?p=${encodeURIComponent(JSON.stringify({ train: SHORT }))}`, '.hex-train'], ['models', '.models-list'], [`models/${job.id}`, '.hex-curve'], [`models?a=${job.id}&b=default`, '.hex-curve']]) {
    await page.goto(`${server.url}/#/${place}`);
    await page.locator(ready).first().waitFor();
    assert.deepEqual(await violations(page), [], place);
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `#/${place} is ${wide} px wider than the screen`);
  }
});

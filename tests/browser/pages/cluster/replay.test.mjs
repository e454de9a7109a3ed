// A finished game, played again in the browser: verified by its hash, shown at any tick. And: solved again.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { violations, violationsInBothSchemes } from '../../lib/axe.mjs';
import { launch, open, phone } from '../../lib/browser.mjs';
import { Server } from '../../lib/server.mjs';
import { soon } from '../../lib/soon.mjs';

const PUZZLE = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';

let server, browser;
before(async () => { [server, browser] = await Promise.all([Server.start(), launch()]); });
after(async () => { await browser.close(); await server.stop(); });

const button = (page, name) => page.getByRole('button', { name, exact: true });
const replay = (page) => page.locator('.replay');
const board = (page) => page.locator('.board .cell').evaluateAll((cells) => cells.map((cell) => cell.textContent || '.').join(''));
const conflicts = (page) => page.locator('.board .cell.bad').count();
const tick = async (page) => Number(/Tick ([\d,]+) of/.exec(await replay(page).locator('h2').textContent())[1].replaceAll(',', ''));
const reads = (page, pattern) => soon(() => replay(page).locator('.now').innerText(), (text) => assert.match(text, pattern));

// Plays a game and opens its page. Returns [page, its result].
async function play(t, how = {}, options) {
  const job = await server.post('sudoku', { puzzle: PUZZLE, method: 'sap', mode: 'exact', shards: 3, propagate: false, ...how }, { wait: 60 });
  assert.equal(job.status, 'succeeded');
  const page = await open(t, browser, `${server.url}/#/jobs/${job.id}`, options);
  await button(page, 'Replay tick by tick').click();
  return [page, job];
}

const record = async ({ id }) => (await fetch(`${server.url}/v1/jobs/${id}/record`)).json();

test('the game is played again here and verified, and the board shows any tick', async (t) => {
  const [page, { result }] = await play(t, { job: { seed: 7 } });
  await replay(page).getByText(`Verified here: ${result.game.ticks.toLocaleString('en')} ticks`).waitFor();
  await replay(page).getByText(result.game.trajectory).waitFor();
  await reads(page, /^Tick 0 of [\d,]+, \d+ conflicts/);
  await soon(() => board(page), (text) => assert.doesNotMatch(text, /\./));
  const start = await board(page);
  assert.notEqual(start, result.solution);
  await soon(() => conflicts(page), (count) => assert.ok(count > 0));
  await button(page, 'Next step').click();
  await reads(page, /r\dc\d: \d becomes \d/);
  const next = await board(page), changed = [...start].flatMap((value, cell) => (next[cell] === value ? [] : [cell]));
  assert.equal(changed.length, 1, 'a step is one change');
  const [, row, column, from, to] = /r(\d)c(\d): (\d) becomes (\d)/.exec(await replay(page).locator('.now').innerText());
  assert.deepEqual([changed[0], start[changed[0]], next[changed[0]]], [(row - 1) * 9 + (column - 1), from, to]);
  await button(page, 'Last step').click();
  await reads(page, /, 0 conflicts/);
  await soon(() => board(page), (text) => assert.equal(text, result.solution));
  assert.equal(await tick(page), result.game.ticks);
  assert.equal(await conflicts(page), 0);
  await button(page, 'Step back').click();
  await soon(() => board(page), (text) => assert.notEqual(text, result.solution));
  await button(page, 'First step').click();
  await soon(() => board(page), (text) => assert.equal(text, start));
  assert.deepEqual(await violationsInBothSchemes(page), []);
});

test('a tick that changes nothing names the player that was drawn', async (t) => {
  const [page] = await play(t, { job: { seed: 7 } });
  await reads(page, /^Tick 0 /);
  let kept = 0;
  for (let i = 1; i <= 40 && !kept; i++) {
    await button(page, 'One tick on').click();
    await reads(page, new RegExp(`^Tick ${i} of [^]*(becomes|is drawn and keeps \\d)`));
    kept += (await replay(page).locator('.now').innerText()).includes('keeps');
  }
  assert.ok(kept, 'one of 40 ticks keeps its value');
  const [, row, column, value] = /r(\d)c(\d) is drawn and keeps (\d)/.exec(await replay(page).locator('.now').innerText());
  assert.equal((await board(page))[(row - 1) * 9 + (column - 1)], value);
  const at = await tick(page);
  await button(page, 'One tick back').click();
  await reads(page, new RegExp(`^Tick ${at - 1} of`));
});

test('keys, slider and playing move through it; the slider says where it is', async (t) => {
  const [page] = await play(t, { job: { seed: 7 } });
  await reads(page, /^Tick 0 /);
  const slider = replay(page).getByRole('slider', { name: 'Step' });
  await slider.focus();
  await page.keyboard.press('End');
  await reads(page, /, 0 conflicts/);
  await soon(() => slider.getAttribute('aria-valuetext'), (text) => assert.match(text, /^Step (\d+) of \1$/));
  await button(page, 'First step').focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await soon(() => replay(page).locator('.controls .num').textContent(), (text) => assert.match(text, /^2 \//));
  await replay(page).getByLabel('Speed').selectOption('1024');
  await button(page, 'Play the steps').click();
  await reads(page, /, 0 conflicts/); // until the end
  await button(page, 'Play the steps').waitFor();
  const cursor = await replay(page).locator('.potential .cursor').getAttribute('d');
  assert.match(cursor, /^M1000 /);
});

test('a game in several runs without a solution ends as it was recorded', async (t) => {
  const [page, { result }] = await play(t, { updates: 500, restarts: 2, beta: 0.5 });
  assert.equal(result.verdict, 'unsolved');
  await replay(page).getByText('Verified here: 1,500 ticks').waitFor();
  await reads(page, /Run 1 of 3/);
  await button(page, 'Last step').click();
  await reads(page, new RegExp(`Tick 1,500 of 1,500, ${-result.game.potential} conflicts[^]*Run 3 of 3`));
  await soon(() => board(page), (text) => assert.equal(text, result.game.state));
});

test('a record that was changed is not verified', async (t) => {
  const changes = [(text) => text.replace(/"seed":7/g, '"seed":8'), (text) => text.replace(/("trajectory":")(.)/, (_, name, digit) => name + (digit === '0' ? '1' : '0')),
    (text) => text.replace(/("ticks":)(\d+)/, (_, name, n) => name + (Number(n) - 1))];
  const job = await server.post('sudoku', { puzzle: PUZZLE, method: 'sap', mode: 'exact', shards: 3, propagate: false, job: { seed: 7 } }, { wait: 60 });
  for (const change of changes) {
    const lie = async (route) => {
      const reply = await route.fetch();
      await route.fulfill({ response: reply, body: change(await reply.text()) });
    };
    const watch = async (page) => { for (const path of [job.id, `${job.id}/record`]) await page.route(`**/v1/jobs/${path}`, lie); };
    const page = await open(t, browser, `${server.url}/#/jobs/${job.id}`, { watch });
    await button(page, 'Replay tick by tick').click();
    await replay(page).getByRole('alert').getByText('Not the recorded game').waitFor();
  }
});

test('the record is saved, and the answer comes back when the replay is closed', async (t) => {
  const [page, job] = await play(t, { job: { seed: 7 } });
  await reads(page, /^Tick 0 /);
  const [file] = await Promise.all([page.waitForEvent('download'), button(page, 'Save the record').click()]);
  assert.match(file.suggestedFilename(), /^sudoku-[0-9a-f]{8}\.json$/);
  assert.equal((await record(job)).job.result.game.trajectory, job.result.game.trajectory);
  await button(page, 'Close the replay').click();
  await replay(page).waitFor({ state: 'detached' });
  await soon(() => board(page), (text) => assert.equal(text, job.result.solution));
});

test('on a phone, in Chinese, everything fits and has a name', async (t) => {
  const job = await server.post('sudoku', { puzzle: PUZZLE, method: 'sap', mode: 'exact', shards: 3, propagate: false, job: { seed: 7 } }, { wait: 60 });
  const page = await open(t, browser, `${server.url}/#/jobs/${job.id}`, { ...phone, locale: 'zh-CN', reducedMotion: 'reduce' });
  await button(page, '逐时刻回放').tap();
  await replay(page).getByText('已在此验证').waitFor();
  await soon(() => replay(page).locator('select').inputValue(), (rate) => assert.equal(rate, '1', 'slow where motion is reduced'));
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 360);
  assert.deepEqual(await violations(page), []);
});

test('a known answer is found again, as another job, and a game is played again', async (t) => {
  const problem = { puzzle: '12......4..3....' };
  await server.post('sudoku', problem, { wait: 60 });
  const page = await open(t, browser, `${server.url}/#/sudoku`);
  await page.goto(`${server.url}/#/sudoku?p=${encodeURIComponent(JSON.stringify(problem))}`);
  await page.reload();
  await button(page, 'Solve').click();
  await page.locator('.drawer summary', { hasText: 'Job' }).click();
  await page.locator('.drawer dt', { hasText: 'Cache' }).waitFor();
  const first = /job=([0-9a-f]{32})/.exec(page.url())[1];
  await button(page, 'Solve again').click();
  await page.waitForURL((url) => /job=[0-9a-f]{32}/.test(url.hash) && !url.hash.includes(first));
  await page.locator('.drawer dt', { hasText: 'Cache' }).waitFor({ state: 'detached' });
  const second = /job=([0-9a-f]{32})/.exec(page.url())[1];
  assert.deepEqual((await record({ id: second })).problem, { ...problem, job: { fresh: true } });
  const [game, { id }] = await play(t, { job: { seed: 9 } });
  await button(game, 'Play again').click();
  await game.waitForURL((url) => /job=[0-9a-f]{32}/.test(url.hash) && !url.hash.includes(id));
  await button(game, 'Replay tick by tick').waitFor();
});

// A Sudoku played as a game: its settings, its view while it runs, its outcome. Some games are the server's own; those
// that need five machines, or a fault, are played on a stage.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { violations } from '../lib/axe.mjs';
import { launch, open, phone } from '../lib/browser.mjs';
import { chance, credit, jobOf, letters, members, pace, progressOf, puzzleOf, shards, solution, textOf } from '../lib/game.mjs';
import { Server } from '../lib/server.mjs';
import { flashes, soon } from '../lib/soon.mjs';
import { Stage } from '../lib/stage.mjs';

let server, stage, browser;
before(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
  stage = await Stage.start(server);
});
after(async () => { await browser.close(); await stage.stop(); await server.stop(); });

const board = (page) => page.locator('.board .cell').evaluateAll((cells) => cells.map((cell) => cell.textContent || '.').join(''));
const button = (page, name) => page.getByRole('button', { name, exact: true });
const numberOf = (page, name) => page.locator('.numbers div', { has: page.locator('dt', { hasText: new RegExp(`^${name}$`) }) }).locator('dd');
const reads = (page, text) => soon(() => board(page), (found) => assert.equal(found, text));
const counts = (page, what, good) => soon(() => page.locator(what).count(), good);
const shows = (of, text) => soon(() => of.textContent(), (found) => assert.equal(found, text));
const lists = (of, texts) => soon(() => of.allTextContents(), (found) => assert.deepEqual(found, texts));
const states = ['playing', 'playing', 'quarantined', 'lost', 'playing'];

// Puts a running job of a puzzle on the stage.
function play(size, { share = 0.4, method = 'sap', ...how } = {}) {
  const random = chance(size), puzzle = puzzleOf(size, share, random), job = jobOf();
  const tell = stage.job(job, { puzzle: textOf(puzzle, size), method, ...how });
  return { size, random, puzzle, job, tell, progress: (at, more) => progressOf(puzzle, size, at, random, more) };
}

const show = async (t, { job }, options) => {
  const page = await open(t, browser, `${stage.url}/#/jobs/${job.id}`, options);
  await page.locator('.board').waitFor();
  await stage.watched(job);
  return page;
};

const finished = ({ job, puzzle, size, random }, game, result) => ({
  ...job, status: 'succeeded', finished_at: '2026-01-01T10:00:04.000Z',
  result: { verdict: 'unsolved', solution: null, size, symbols: undefined, engine: 'sap', clues: 250, statistics: { solve_us: 34000 },
    game: { ...progressOf(puzzle, size, 40, random), method: 'sap', players: 300, nash: false, potential: -10, state: textOf(letters(puzzle, size, 0.03, random), size), ...game }, ...result }
});

test('while it is played, the board, its conflicts, the curve and the shards follow', async (t) => {
  const game = play(25, { shards: members, mode: 'exact' });
  const page = await show(t, game);
  const first = game.progress(1, { mode: 'exact', round: 1, shards: shards(25, 1, states) });
  game.tell('progress', first);
  await page.locator('.board .cell.bad').first().waitFor();
  await reads(page, first.best);
  const early = await page.locator('.board .cell.bad').count();
  const last = game.progress(60, { mode: 'exact', round: 60, shards: shards(25, 60, states), credit: credit(300000), credit_unit: 'updates', pace: pace(300000) });
  game.tell('progress', last);
  await reads(page, last.best);
  await counts(page, '.board .cell.bad', (count) => assert.ok(count < early, 'fewer conflicts'));
  await shows(numberOf(page, 'updates'), '300,000');
  await shows(numberOf(page, 'acceptance'), '0.4%');
  await shows(numberOf(page, 'method'), 'log-linear learning (sap)');
  await counts(page, '.board .edge', (count) => assert.equal(count, 5, 'each band has its mark at the edge'));
  const rows = page.getByRole('region', { name: 'Shards of this game' }).locator('tbody tr');
  await lists(rows.locator('th'), ['local', 'http://10.0.0.7:8080 peer', 'phone 1 phone', 'phone 2 phone', 'phone 3 phone']);
  await lists(rows.locator('.state'), states);
  await soon(() => rows.nth(1).textContent(), (text) => assert.match(text, /^6–10.*800 µs/));
  const parts = page.getByRole('region', { name: 'Who did what' }).locator('tbody tr');
  await lists(parts.locator('th'), ['this server', 'local', 'http://10.0.0.7:8080 peer', 'phone 1 phone', 'phone 2 phone', 'phone 3 phone']);
  await soon(() => parts.nth(0).textContent(), (text) => assert.match(text, /90%.*270K/));
  await soon(() => page.locator('.wide').textContent(), (text) => assert.match(text, /10% of the updates were played in shared rounds.*20M.*200M/));
  assert.deepEqual(await violations(page), []);
});

test('conflicts are those of the letters as they stand, each cell named', async (t) => {
  const game = play(9, { share: 0 });
  const page = await show(t, game);
  const values = solution(9);
  values[1] = values[0]; // twice in row 1 and in box 1, and in column 2 with one more
  game.tell('progress', { ...game.progress(1), best: textOf(values, 9) });
  await soon(() => page.locator('.board .cell.bad').evaluateAll((cells) => cells.map((cell) => cell.getAttribute('aria-label'))), (named) => {
    assert.deepEqual(named.slice(0, 2), ['Row 1, column 1: 1, conflict', 'Row 1, column 2: 1, conflict']);
    assert.equal(named.length, 3);
  });
});

test('the curve has a cursor for the keyboard, and shows the potential there', async (t) => {
  const game = play(9);
  const page = await show(t, game);
  game.tell('progress', { ...game.progress(1), curve: [[0, -100], [1000, -10], [2000, 0]] });
  const curve = page.getByRole('img', { name: /Potential by updates/ });
  await curve.waitFor();
  const named = (pattern) => soon(() => curve.getAttribute('aria-label'), (name) => assert.match(name, pattern));
  await named(/Φ: 0$/);
  await curve.focus();
  await page.keyboard.press('Home');
  await named(/Φ: -100$/);
  await page.keyboard.press('ArrowRight');
  await named(/Φ: -10$/);
  const heights = await curve.locator('path.line0').getAttribute('d');
  const [a, b, c] = [...heights.matchAll(/[ML][\d.]+ ([\d.]+)/g)].map(([, y]) => Number(y));
  assert.ok(Math.abs((c - b) - (b - a)) < 20 && c > b && b > a, `by the logarithm, 100 to 10 is about 10 to 0: ${heights}`);
});

test('an end without a solution is never called one: a Nash point, a run that ended, a time that was up', async (t) => {
  const ends = [
    [{ nash: true }, {}, 'Not solved.', 'This is a Nash equilibrium: no player gains by changing alone. With 10 conflicts left it is not a solution.'],
    [{ nash: false }, {}, 'Not solved.', 'It ended with 10 conflicts left. A solution may still exist.'],
    [{ nash: false }, { verdict: 'timeout' }, 'The time was up before it was solved.', 'It ended with 10 conflicts left.']
  ];
  for (const [of, result, verdict, meaning] of ends) {
    const game = play(25);
    const page = await show(t, game);
    game.tell('progress', game.progress(1));
    const end = finished(game, of, result);
    game.tell('result', end);
    await page.getByRole('heading', { name: verdict }).waitFor();
    await page.getByText(meaning).waitFor();
    await reads(page, end.result.game.state);
    await counts(page, '.board .cell.bad', (count) => assert.ok(count > 0));
    await button(page, 'Puzzle').click();
    await reads(page, textOf(game.puzzle, 25));
    await counts(page, '.board .cell.bad', (count) => assert.equal(count, 0));
    assert.deepEqual(await violations(page), []);
  }
});

test('quarantined members with their reason, the trajectory to copy, the totals', async (t) => {
  const game = play(25, { shards: 5, mode: 'exact' });
  const page = await show(t, game, { permissions: ['clipboard-read', 'clipboard-write'] });
  game.tell('result', finished(game, { mode: 'exact', trajectory: 'a1b2c3d4e5f60718', ticks: 22222, exchanges: 333, messages: 1999, bytes: 434343,
    shards: shards(25, 40, Array(5).fill('done')), quarantined: [{ member: 'phone 1', why: 'round 12 differs from its replay' }] }));
  await page.getByText('phone 1 was quarantined: round 12 differs from its replay').waitFor();
  await shows(numberOf(page, 'messages'), '1,999');
  await shows(numberOf(page, 'bytes'), '434 kB');
  await flashes(page.getByText('Copied'), () => page.locator('p', { hasText: 'Trajectory' }).getByRole('button').click());
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), 'a1b2c3d4e5f60718');
});

test('independent runs have neither bands nor a table of shards', async (t) => {
  const game = play(25, { shards: 5 });
  const page = await show(t, game);
  game.tell('result', finished(game, { mode: 'replicas' }));
  await shows(numberOf(page, 'mode'), 'replicas');
  await counts(page, '.board .edge', (count) => assert.equal(count, 0));
  assert.equal(await page.getByRole('region', { name: 'Shards of this game' }).count(), 0);
});

test('work that members divide tells how many of its units have answers', async (t) => {
  const { id } = await server.post('sudoku', { puzzle: '.'.repeat(81), solutions: 'all', shards: 2, job: { timeout_ms: 60000 } });
  const page = await open(t, browser, `${server.url}/#/jobs/${id}`);
  await page.getByText(/^\d+ of \d+ units$/).first().waitFor();
  assert.equal(await page.getByText('This answer cannot be shown here.').count(), 0);
  await fetch(`${server.url}/v1/jobs/${id}/cancel`, { method: 'POST' });
  await page.getByRole('button', { name: 'Cancel' }).waitFor({ state: 'detached' });
});

test('the server\'s own games: solved is solved, a run that ends is not', async (t) => {
  const random = chance(5), puzzle = textOf(puzzleOf(16, 0.5, random), 16);
  const tabu = await server.post('sudoku', { puzzle, method: 'tabu', job: { seed: 1 } }, { wait: 60 });
  const page = await open(t, browser, `${server.url}/#/jobs/${tabu.id}`);
  await page.getByRole('heading', { name: 'A solution.' }).waitFor();
  await reads(page, tabu.result.solution);
  await shows(numberOf(page, 'potential Φ'), '0');
  const ended = await server.post('sudoku', { puzzle: '.'.repeat(625), method: 'sap', propagate: false, beta: 0.1, updates: 100000, restarts: 0, job: { seed: 1 } }, { wait: 60 });
  assert.equal(ended.result.verdict, 'unsolved');
  await page.goto(`${server.url}/#/jobs/${ended.id}`);
  await page.getByRole('heading', { name: 'Not solved.' }).waitFor();
  await reads(page, ended.result.game.state);
  await page.goto(`${server.url}/#/jobs`);
  await page.locator(`#job-${ended.id}`, { hasText: `unsolved, potential ${ended.result.game.potential}` }).waitFor();
});

test('the server\'s own shards: their bands, their numbers, one trajectory', async (t) => {
  const random = chance(5), puzzle = textOf(puzzleOf(16, 0.5, random), 16);
  const job = await server.post('sudoku', { puzzle, method: 'sap', shards: 4, mode: 'exact', job: { seed: 1 } }, { wait: 60 });
  assert.equal(job.result.verdict, 'solved');
  const page = await open(t, browser, `${server.url}/#/jobs/${job.id}`);
  const rows = page.getByRole('region', { name: 'Shards of this game' }).locator('tbody tr');
  await rows.nth(3).waitFor();
  await lists(rows.locator('td:first-child'), ['1–4', '5–8', '9–12', '13–16']);
  await lists(rows.locator('.state'), Array(4).fill('done'));
  await shows(page.locator('p', { hasText: 'Trajectory' }).locator('code'), job.result.game.trajectory);
  assert.deepEqual(await violations(page), []);
});

test('the method is selected beside the board, in valid combinations only', async (t) => {
  const page = await open(t, browser, `${server.url}/#/sudoku?p=${'53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79'}`);
  await button(page, 'Edit').click();
  // Presses a button and returns the problem that it posts; then goes back to the question.
  const post = async (name) => {
    const [request] = await Promise.all([page.waitForRequest((one) => one.method() === 'POST' && one.url() === `${server.url}/v1/sudoku`), button(page, name).click()]);
    await page.locator('.surface[data-state=answered]').waitFor();
    await button(page, 'Edit').click();
    await page.locator('.surface[data-state=editing]').waitFor();
    return request.postDataJSON();
  };
  await page.getByText('How', { exact: true }).click();
  const field = (name) => page.locator('.options').getByRole('combobox', { name, exact: true }).or(page.locator('.options').getByRole('spinbutton', { name, exact: true }));
  const propagate = page.getByRole('checkbox', { name: 'Propagate first' });
  const { puzzle } = await post('Solve');
  await field('Method').waitFor();
  await soon(() => field('Inverse temperature β').count(), (count) => assert.equal(count, 0));
  await soon(() => field('Mode').count(), (count) => assert.equal(count, 0));
  await field('Method').selectOption('sap');
  await field('Inverse temperature β').fill('2.5');
  await field('Restarts').fill('3');
  await propagate.uncheck();
  await field('Seed').fill('42');
  assert.deepEqual(await post('Solve'), { puzzle, method: 'sap', propagate: false, restarts: 3, beta: 2.5, job: { seed: 42 } });
  await field('Method').selectOption('tabu');
  await soon(() => field('Inverse temperature β').count(), (count) => assert.equal(count, 0));
  assert.deepEqual(await post('Solve'), { puzzle, method: 'tabu', propagate: false, restarts: 3, job: { seed: 42 } });
  await field('Shards').fill('local, phone, http://10.0.0.2:8080, local');
  for (const checked of [true, false]) { // typed text survives a redrawing
    await propagate.evaluate((box) => box.click());
    await page.waitForFunction((wanted) => document.querySelector('.options label.wide input').checked === wanted, checked);
  }
  assert.equal(await field('Shards').inputValue(), 'local, phone, http://10.0.0.2:8080, local');
  await field('Shards').blur();
  await field('Mode').waitFor();
  await soon(() => field('Mode').inputValue(), (mode) => assert.equal(mode, 'replicas', 'four shards, three bands'));
  await field('Shards').fill('');
  await field('Shards').blur();
  await field('Mode').waitFor({ state: 'detached' });
  assert.deepEqual(await post('Hint'), { puzzle, hint: true, job: { seed: 42 } });
  await page.getByRole('checkbox', { name: 'Diagonals' }).check();
  await lists(field('Method').locator('option'), ['auto', 'exact']);
  assert.deepEqual(await violations(page), []);
});

test('the form of the schema has the same members, and both show one problem', async (t) => {
  const page = await open(t, browser, `${server.url}/#/sudoku?p=${'.'.repeat(81)}`);
  await page.getByText('All options: form, JSON, text').click();
  await page.locator('.drawer').getByLabel('method').selectOption('sap');
  await page.getByText('How: sap').waitFor();
  await page.getByRole('tab', { name: 'JSON' }).click();
  await soon(() => page.locator('textarea').first().inputValue(), (text) => assert.equal(JSON.parse(text).method, 'sap'));
});

test('49x49: a new grid is drawn without a stop, again and again', async (t) => {
  const game = play(49);
  const page = await show(t, game);
  game.tell('progress', game.progress(2));
  await page.locator('.board .cell.bad').first().waitFor();
  const updates = Array.from({ length: 10 }, (_, i) => game.progress(i + 3));
  await page.evaluate(() => {
    window.stops = [];
    new PerformanceObserver((list) => window.stops.push(...list.getEntries().map(({ duration }) => Math.round(duration)))).observe({ entryTypes: ['longtask'] });
  });
  for (const one of updates) {
    game.tell('progress', one);
    await reads(page, one.best);
  }
  t.diagnostic(`tasks above 50 ms: ${await page.evaluate(() => window.stops.join(', ') || 'none')}`); // printed, not asserted: other programs use this machine
  const nodes = await page.locator('.board *').count();
  assert.ok(nodes < 49 * 49 + 600, `${nodes} elements`);
});

for (const [name, options] of Object.entries({ 'light, desktop': { colorScheme: 'light' }, 'dark, phone, Chinese': { ...phone, colorScheme: 'dark', locale: 'zh-CN' } }))
  test(`${name}: no barrier, no sideways scrolling, from the first progress to the end`, async (t) => {
    const game = play(25, { shards: members, mode: 'exact' });
    const page = await show(t, game, options);
    const fits = async (when) => {
      assert.deepEqual(await violations(page), [], when);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), `too wide ${when}`);
    };
    for (const at of [1, 2, 3]) {
      game.tell('progress', game.progress(at, { mode: 'exact', round: at, shards: shards(25, at, states) }));
      await page.locator('.numbers dd', { hasText: `${at * 5},000` }).waitFor();
    }
    await page.locator('.chart').nth(1).waitFor();
    await fits('while it is played');
    game.tell('result', finished(game, { mode: 'exact', trajectory: 'a1b2c3d4e5f60718', shards: shards(25, 40), quarantined: [{ member: 'phone 1', why: 'it differs' }] }));
    await page.locator('.verdict').waitFor();
    await fits('at the end');
    await page.goto(`${stage.url}/#/sudoku?p=${'.'.repeat(81)}`);
    await page.locator('details.options summary').click();
    await page.locator('.options select').first().selectOption('sap');
    await page.locator('input[list]').fill('5');
    await page.locator('input[list]').blur();
    await page.evaluate(() => scrollTo(0, 0)); // the head of the page covers half a button wherever the field was scrolled into view
    await fits('while it is asked for');
  });

// The Sudoku view: typing, pasting, sharing and printing a puzzle; answers, hints and explanations on the board.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { violations } from '../lib/axe.mjs';
import { launch, open, phone } from '../lib/browser.mjs';
import { Server } from '../lib/server.mjs';
import { paste, soon } from '../lib/soon.mjs';

const easy = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const solved = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
const fpuzzles = 'N4IgzglgXgpiBcAWANCALhNAbO8QEvAHU0BYNwPF2RUBzAJwgBMEBtR0ANwEMsBXXARioisYAOwRpqPAL7Jg02TMkBdZCzlyQHbrkRrlqmRs48EAJgFDR8cVIUK98h+s3H4AZnMixEmEuUgA1hBYONQAxuyUuCwgoTDBYEwgAEq8AMImFMlpriB+zrggAGwgSpJAA===';
const harder = '...7..8......4..3......9..16..5......1..3..4...5..1..75..2..6...3..8..9...7.....2'; // needs chains

let server, browser;
before(async () => { [server, browser] = await Promise.all([Server.start(), launch()]); });
after(async () => { await browser.close(); await server.stop(); });

const solve = (query = '') => `${server.url}/#/solve/sudoku${query}`;
const board = (page, part = 'editor') => page.locator(`.${part} .cell`).evaluateAll((cells) => cells.map((cell) => cell.textContent || '.').join(''));
const button = (page, name) => page.getByRole('button', { name, exact: true });
const fresh = async (t, options, query) => {
  const page = await open(t, browser, solve(query), options);
  await page.locator('.editor .board').waitFor();
  return page;
};
const reads = (page, text, part) => soon(() => board(page, part), (found) => assert.equal(found, text));
const counts = (page, cells, good) => soon(() => page.locator(cells).count(), good);

test('a puzzle is made, solved and inspected by keyboard alone', async (t) => {
  const page = await fresh(t);
  await button(page, 'Clear').focus();
  await page.keyboard.press('Enter');
  await page.locator('.editor .cell[tabindex="0"]').focus();
  for (const [i, symbol] of Array.from(easy).entries()) {
    if (symbol !== '.') await page.keyboard.press(symbol);
    await page.keyboard.press(i % 9 === 8 ? 'Home' : 'ArrowRight');
    if (i % 9 === 8) await page.keyboard.press('ArrowDown');
  }
  await reads(page, easy);
  await page.keyboard.press('Control+z');
  await reads(page, easy.slice(0, -1) + '.');
  await page.keyboard.press('Control+y');
  await reads(page, easy);
  await page.keyboard.press('Tab');
  await counts(page, '.editor .cell:focus', (found) => assert.equal(found, 0, 'Tab leaves the board'));
  await button(page, 'Solve').focus();
  await page.keyboard.press('Enter');
  await page.getByText('Exactly one solution.').waitFor();
  await reads(page, solved, 'view');
  await counts(page, '.view .cell.given', (found) => assert.equal(found, 30, 'clues differ from found values'));
});

test('a pasted text of any form becomes the board', async (t) => {
  const page = await fresh(t, { expected: [/status of 422/] });
  const rows = easy.match(/.{9}/g);
  const forms = { rows: rows.join('\n'), sdk: `#A me\n[Puzzle]\n${rows.join('\n')}`, csv: `puzzle,solution\n${easy},${solved}`,
    json: JSON.stringify(rows.map((row) => Array.from(row, Number).map((value) => value || 0))) };
  for (const [name, text] of Object.entries(forms)) {
    await paste(page, '1...............');
    await reads(page, '1...............');
    await paste(page, text);
    await reads(page, easy).catch((error) => assert.fail(`${name}: ${error.message}`));
  }
  await paste(page, 'no puzzle at all');
  await page.getByText('This text cannot be read as a puzzle. no cells').waitFor();
  await reads(page, easy);
  await button(page, 'Close').click();
  await paste(page, rows.map((row, i) => (i === 4 ? row.slice(1) : row)).join('\n'));
  await page.getByText('row 5 (line 5) has 8 cells').waitFor();
  await reads(page, easy);
});

test('links of other programs become the board, with their cages; a job of such a text is drawn', async (t) => {
  const page = await fresh(t);
  await paste(page, `https://www.f-puzzles.com/?load=${fpuzzles}`);
  await reads(page, '1........2.....3');
  await soon(() => page.locator('.editor .board').first().textContent(), (text) => assert.match(text, /6/, 'the sum of the cage'));
  const grid = [[{ value: 3, given: true }, {}, {}, {}], [{}, {}, {}, {}], [{}, {}, {}, {}], [{}, {}, {}, { value: 4, given: true }]];
  await paste(page, JSON.stringify({ size: 4, grid }));
  await reads(page, '3..............4');
  const posted = await server.post('sudoku', { puzzle: { size: 4, grid } }, { wait: 60 });
  const view = await open(t, browser, `${server.url}/#/jobs/${posted.id}`);
  await counts(view, '.view .cell.given', (found) => assert.equal(found, 2));
  await button(page, 'Solve').click();
  await page.getByText('Exactly one solution.').or(page.getByText('More than one solution.')).or(page.getByText('No solution.')).first().waitFor();
  const reply = await fetch(`${server.url}/v1/sudoku`, { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: '┌───┬───┐\n│1  │  2│\n│   │   │\n├───┼───┤\n│   │   │\n│3  │  4│\n└───┴───┘\n' });
  await page.goto(`${server.url}/#/jobs/${(await reply.json()).id}`);
  await counts(page, '.view .cell.given', (found) => assert.equal(found, 4));
});

test('conflicts are marked while typing, candidates on demand', async (t) => {
  const page = await fresh(t);
  await paste(page, `1.1${'.'.repeat(78)}`);
  await page.locator('.editor .cell.bad').nth(1).waitFor();
  await soon(() => page.locator('.editor .cell').first().getAttribute('aria-label'), (label) => assert.match(label, /Row 1, column 1: 1.*conflict/));
  await button(page, 'Candidates').click();
  await soon(() => page.locator('.editor .cell').nth(1).getAttribute('aria-label'), (label) => assert.match(label, /candidates 23456789/));
  await counts(page, '.editor .marks', (found) => assert.equal(found, 79));
});

test('a link holds the puzzle; another form of the page changes the board', async (t) => {
  const page = await fresh(t, {}, `?puzzle=${encodeURIComponent(JSON.stringify({ puzzle: '.'.repeat(36), box: [3, 2], diagonal: true }))}`);
  await reads(page, '.'.repeat(36));
  await soon(() => page.getByRole('checkbox', { name: 'Diagonals' }).isChecked(), (on) => assert.equal(on, true));
  await page.getByRole('tab', { name: 'JSON' }).click();
  await page.locator('textarea').first().fill(JSON.stringify({ puzzle: '1234............' }));
  await page.getByRole('tab', { name: 'Board' }).click();
  await reads(page, '1234............');
});

test('several solutions and none are reported and shown', async (t) => {
  const page = await fresh(t);
  await paste(page, '1.....3.........');
  await button(page, 'Solve').click();
  await page.getByText('More than one solution.').waitFor();
  const whole = (text) => { assert.match(text, /^[1-4]{16}$/); return text; };
  const first = await soon(() => board(page, 'view'), whole);
  await button(page, 'Another solution').click();
  const differing = await soon(() => board(page, 'view'), (second) => {
    const cells = Array.from(whole(second)).filter((symbol, cell) => symbol !== first[cell]).length;
    assert.ok(cells > 0);
    return cells;
  });
  await page.getByText(`${differing} cells differ`).waitFor();
  await paste(page, `11${'.'.repeat(14)}`);
  await button(page, 'Solve').click();
  await page.getByText('The clues contradict each other.').waitFor();
  await counts(page, '.view .cell.bad', (found) => assert.equal(found, 2));
  await paste(page, '12.....3........'); // r1c3 and r1c4 both need 4
  await reads(page, '12.....3........');
  await button(page, 'Solve').click();
  await page.getByText('No solution.').waitFor();
});

test('an explanation is stepped through: buttons, arrows, slider, list; its last board is the solution', async (t) => {
  const page = await fresh(t);
  await paste(page, harder);
  await button(page, 'Explain').click();
  await page.locator('.player').waitFor();
  await counts(page, '.steps li', (steps) => assert.ok(steps > 20, `${steps} steps`));
  const current = () => page.locator('.steps [aria-current]').evaluateAll(([item]) => item && [...item.closest('ol').children].indexOf(item.closest('li')));
  const stands = (step) => soon(current, (found) => assert.equal(found, step));
  await button(page, 'Next step').click();
  await stands(1);
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowLeft');
  await stands(2);
  await counts(page, '.view .link', (found) => assert.ok(found > 0, 'the links of a chain are drawn'));
  await page.locator('.player input[type=range]').fill('5');
  await stands(5);
  assert.deepEqual(await violations(page), []);
  await button(page, 'Last step').click();
  await soon(() => board(page, 'view'), (text) => assert.match(text, /^[1-9]{81}$/));
});

test('a hint shows where to look first, the move when asked', async (t) => {
  const page = await fresh(t);
  await paste(page, harder);
  await button(page, 'Hint').click();
  await button(page, 'Show the move').waitFor();
  assert.equal(await page.locator('.view b.out, .view b.in').count(), 0);
  await button(page, 'Show the move').click();
  await counts(page, '.view b.out, .view b.in', (found) => assert.ok(found > 0));
});

test('a request for a puzzle has the chosen options and the rules of the board', async (t) => {
  const page = await fresh(t);
  await page.getByRole('checkbox', { name: 'Diagonals' }).check();
  await button(page, 'Generate…').click();
  assert.deepEqual(await violations(page), []);
  await page.getByLabel('Symmetry').selectOption('rotational');
  await page.getByLabel('Difficulty').selectOption('easy');
  await page.getByRole('dialog').getByLabel('Seed').fill('7');
  const [posted] = await Promise.all([page.waitForRequest((request) => request.method() === 'POST' && request.url() === `${server.url}/v1/sudoku`), button(page, 'Generate').click()]);
  assert.deepEqual(posted.postDataJSON(), { diagonal: true, generate: { size: 9, symmetry: 'rotational', difficulty: 'easy' }, job: { seed: 7 } });
  await page.locator('.view .cell.given').first().waitFor();
  await reads(page, easy); // the editor's own puzzle is unchanged
  assert.equal(await page.locator('.view .cell:not(.given)').evaluateAll((cells) => cells.filter((cell) => cell.textContent).length), 0, 'the solution is not given away');
});

test('print shows the board alone', async (t) => {
  const page = await fresh(t);
  await page.evaluate(() => { window.print = () => {}; });
  await button(page, 'Print').click();
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.locator('.editor .board').isVisible(), true);
  for (const hidden of ['h1', '.editor .side', 'header', '[role=tablist]']) assert.equal(await page.locator(hidden).first().isVisible(), false, hidden);
});

for (const [name, options] of Object.entries({ 'light, desktop': { colorScheme: 'light' }, 'dark, phone, Chinese': { ...phone, colorScheme: 'dark', locale: 'zh-CN' } }))
  test(`${name}: no barrier, no sideways scrolling, from 4x4 to 25x25`, async (t) => {
    const page = await fresh(t, options);
    for (const size of [4, 9, 16, 25]) {
      await paste(page, JSON.stringify({ size, puzzle: '.'.repeat(size * size) }));
      await reads(page, '.'.repeat(size * size));
      assert.deepEqual(await violations(page), [], `size ${size}`);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), `size ${size} is too wide`);
      assert.ok(await page.locator('.pad button').evaluateAll((buttons) => buttons.every((one) => one.offsetHeight >= 40 && one.offsetWidth >= 40)), 'a finger hits a button');
    }
  });

test('a dense board is zoomed by buttons, and the chosen cell stays in sight', async (t) => {
  const page = await fresh(t, phone);
  await paste(page, JSON.stringify({ size: 25, puzzle: '.'.repeat(625) }));
  await reads(page, '.'.repeat(625));
  const width = () => page.locator('.editor .cell').first().evaluate((cell) => cell.getBoundingClientRect().width);
  const before = await width();
  for (let i = 0; i < 3; i++) await button(page, 'Larger').click();
  await soon(width, (now) => assert.ok(now > 2 * before));
  await page.locator('.editor .cell').first().focus();
  await page.keyboard.press('Control+End');
  const seen = () => page.evaluate(() => {
    const pane = document.querySelector('.editor .pane').getBoundingClientRect(), cell = document.activeElement.getBoundingClientRect();
    return cell.right <= pane.right + 2 && cell.bottom <= pane.bottom + 2 && cell.left >= pane.left;
  });
  await soon(seen, (is) => assert.ok(is, 'the last cell is in the window'));
});

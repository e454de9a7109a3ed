// The page of Sudoku: playing, editing, pasting, sharing and printing a puzzle; answers, hints and explanations on the one
// board.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { violations, violationsInBothSchemes } from '../lib/axe.mjs';
import { launch, open, phone } from '../lib/browser.mjs';
import { Server } from '../lib/server.mjs';
import { flashes, paste, soon } from '../lib/soon.mjs';

const easy = '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79';
const solved = '534678912672195348198342567859761423426853791713924856961537284287419635345286179';
const fpuzzles = 'N4IgzglgXgpiBcAWANCALhNAbO8QEvAHU0BYNwPF2RUBzAJwgBMEBtR0ANwEMsBXXARioisYAOwRpqPAL7Jg02TMkBdZCzlyQHbrkRrlqmRs48EAJgFDR8cVIUK98h+s3H4AZnMixEmEuUgA1hBYONQAxuyUuCwgoTDBYEwgAEq8AMImFMlpriB+zrggAGwgSpJAA===';
const harder = '...7..8......4..3......9..16..5......1..3..4...5..1..75..2..6...3..8..9...7.....2'; // needs chains

let server, browser;
before(async () => { [server, browser] = await Promise.all([Server.start(), launch()]); });
after(async () => { await browser.close(); await server.stop(); });

const at = (query = '') => `${server.url}/#/sudoku${query}`;
const cells = (page) => page.locator('.board .cell');
const board = (page) => cells(page).evaluateAll((all) => all.map((cell) => cell.textContent || '.').join(''));
const button = (page, name) => page.getByRole('button', { name, exact: true });
const verdict = (page, text) => page.getByRole('heading', { name: text, exact: true }).waitFor();
const reads = (page, text) => soon(() => board(page), (found) => assert.equal(found, text));
const counts = (page, what, good) => soon(() => page.locator(what).count(), good);
const named = (page, cell, pattern) => soon(() => cells(page).nth(cell).getAttribute('aria-label'), (name) => assert.match(name, pattern));
const pressed = (page, name) => page.getByRole('button', { name, exact: true, pressed: true }).waitFor();
const coach = (page) => page.locator('.coach');

// Opens the page, with its example answered, or with a puzzle to be played.
async function fresh(t, options, puzzle) {
  const page = await open(t, browser, at(puzzle && `?p=${encodeURIComponent(puzzle)}`), options);
  if (puzzle) await pressed(page, 'Play');
  else await verdict(page, 'Exactly one solution.');
  return page;
}

// Goes from the example, or from the play, to editing.
async function edit(page) {
  await button(page, 'Edit').click();
  await pressed(page, 'Edit');
}

async function middle(page, cell) {
  const { x, y, width, height } = await cells(page).nth(cell).boundingBox();
  return [x + width / 2, y + height / 2];
}

async function drag(page, [first, ...others]) {
  await page.mouse.move(...await middle(page, first));
  await page.mouse.down();
  for (const cell of others) await page.mouse.move(...await middle(page, cell), { steps: 6 });
  await page.mouse.up();
}

test('the page opens with an answered example, and says what it is for', async (t) => {
  const page = await fresh(t);
  await reads(page, solved);
  await counts(page, '.board .cell.given', (found) => assert.equal(found, 30, 'clues differ from found values'));
  await page.getByText('Play, make, solve and explain Sudoku').waitFor();
  assert.equal(await page.locator('.board').count(), 1);
  await button(page, 'Play').click();
  await reads(page, easy);
});

test('a puzzle is made and solved by keyboard alone', async (t) => {
  const page = await fresh(t);
  await edit(page);
  await button(page, 'Clear').focus();
  await page.keyboard.press('Enter');
  await reads(page, '.'.repeat(81));
  await page.locator('.board .cell[tabindex="0"]').focus();
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
  await counts(page, '.board .cell:focus', (found) => assert.equal(found, 0, 'Tab leaves the board'));
  await button(page, 'Solve').focus();
  await page.keyboard.press('Enter');
  await verdict(page, 'Exactly one solution.');
  await reads(page, solved);
  await soon(() => page.evaluate(() => document.activeElement.textContent), (text) => assert.match(text, /Exactly one solution/, 'the answer has the focus'));
  await button(page, 'Edit').click();
  await reads(page, easy);
});

test('a 9x9 is solved by keyboard alone', async (t) => {
  const page = await fresh(t, {}, easy);
  for (let i = 0; i < 60 && !await page.evaluate(() => document.activeElement.matches('.board .cell')); i++) await page.keyboard.press('Tab');
  for (let row = 0; row < 9; row++) {
    for (let column = 0; column < 9; column++) {
      const cell = row * 9 + column;
      if (easy[cell] === '.') await page.keyboard.press(`Digit${solved[cell]}`);
      await page.keyboard.press(column === 8 ? 'Home' : 'ArrowRight');
    }
    await page.keyboard.press('ArrowDown');
  }
  await reads(page, solved);
  await page.getByText('Solved: complete and correct.').first().waitFor();
});

test('a 9x9 is solved by touch alone', async (t) => {
  const page = await fresh(t, phone, easy);
  for (const [cell, symbol] of Array.from(solved).entries()) {
    if (easy[cell] !== '.') continue;
    await cells(page).nth(cell).tap();
    await button(page, symbol).tap();
  }
  await reads(page, solved);
  await page.getByText('Solved: complete and correct.').first().waitFor();
});

test('a 9x9 is solved by names and roles alone, as a screen reader does', async (t) => {
  const page = await fresh(t, {}, easy);
  const grid = page.getByRole('grid', { name: 'Board' }), keypad = page.getByRole('group', { name: 'Keypad' });
  for (let row = 1; row <= 9; row++)
    for (let column = 1; column <= 9; column++) {
      const symbol = solved[(row - 1) * 9 + column - 1], cell = grid.getByRole('gridcell', { name: `Row ${row}, column ${column}: empty`, exact: true });
      if (easy[(row - 1) * 9 + column - 1] !== '.') continue;
      await cell.evaluate((one) => one.click()); // what "activate" does: a click without a pointer
      await keypad.getByRole('button', { name: symbol, exact: true }).evaluate((one) => one.click());
      await grid.getByRole('gridcell', { name: `Row ${row}, column ${column}: ${symbol}`, exact: true }).waitFor();
    }
  await page.getByRole('status').filter({ hasText: 'Solved: complete and correct.' }).first().waitFor();
});

test('digits of assistive technology land in the cell that has the focus', async (t) => {
  const page = await fresh(t, {}, easy);
  await cells(page).nth(2).click();
  await cells(page).nth(75).focus();
  await page.keyboard.press('2');
  await cells(page).nth(40).evaluate((cell) => cell.dispatchEvent(new KeyboardEvent('keydown', { key: '5', bubbles: true })));
  const wanted = Array.from(easy);
  [wanted[75], wanted[40]] = ['2', '5'];
  await reads(page, wanted.join(''));
});

test('marks, colours, several cells at once; undo, redo, and all of it after a reload', async (t) => {
  const page = await fresh(t, {}, easy);
  await drag(page, [2, 11, 20]); // 11 and 20: an empty cell and a clue
  await page.keyboard.press('Shift+Digit4');
  await named(page, 2, /corner 4$/);
  await named(page, 11, /corner 4$/);
  await named(page, 20, /: 8, clue$/);
  await button(page, 'Centre').click();
  await button(page, '2').click();
  await named(page, 2, /corner 4, centre 2$/);
  await button(page, 'Colour').click();
  await button(page, 'colour 3').click();
  await named(page, 20, /clue, colour 3$/);
  await button(page, 'Digit').click();
  await button(page, '4').click();
  await named(page, 2, /: 4, colour 3, conflict$/);
  await button(page, '↶ Undo').click();
  await named(page, 2, /corner 4, centre 2, colour 3$/);
  await page.reload();
  await pressed(page, 'Play');
  await named(page, 2, /corner 4, centre 2, colour 3$/);
  await button(page, '↷ Redo').click();
  await named(page, 2, /: 4, colour 3, conflict$/);
  await button(page, '↶ Undo').click();
  await cells(page).nth(3).click();
  await page.keyboard.press('2'); // sees 2: its outdated mark goes
  await named(page, 2, /corner 4, colour 3$/);
  await page.getByText('More', { exact: true }).click();
  await button(page, 'Start again').click();
  await reads(page, easy);
  await named(page, 2, /: empty$/);
  await button(page, '↶ Undo').click();
  await named(page, 2, /corner 4, colour 3$/);
  assert.equal(await page.getByRole('timer').count(), 0, 'no timer without asking');
});

test('check and hint on demand: place, technique, step, apply; refused while an entry is wrong', async (t) => {
  const page = await fresh(t, {}, easy);
  await button(page, 'Check').click();
  await coach(page).getByText('No mistake so far: 51 cells to go.').waitFor();
  await cells(page).nth(2).click();
  await page.keyboard.press('1'); // 4 is right
  await button(page, 'Hint').click();
  await coach(page).getByText('No hint: it would build on an error. Wrong: r1c3.').waitFor();
  await counts(page, '.board path.clash', (found) => assert.equal(found, 1));
  await page.keyboard.press('Escape');
  await cells(page).nth(2).click();
  await page.keyboard.press('Delete');
  await button(page, 'Hint').click();
  await coach(page).getByText('Look at box 2.').waitFor();
  assert.equal(await coach(page).getByText('single').count(), 0, 'the technique is not said yet');
  await counts(page, '.board path.unit', (found) => assert.equal(found, 1));
  await button(page, 'Which technique?').click();
  await coach(page).getByText('hidden single in box').waitFor();
  assert.equal(await page.locator('.board b.in').count(), 0);
  await button(page, 'Show the step').click();
  await coach(page).getByText('r1c6 is the only cell of box 2 that can hold 8.').waitFor();
  await counts(page, '.board b.in', (found) => assert.equal(found, 1));
  await button(page, 'Apply').click();
  await named(page, 5, /: 8$/);
  await button(page, '↶ Undo').click();
  await named(page, 5, /: empty$/);
});

test('hints go on from eliminations, and draw chains on the board', async (t) => {
  const page = await fresh(t, {}, harder);
  const seen = [];
  for (let i = 0; i < 4; i++) {
    await button(page, 'Hint').click();
    await button(page, 'Which technique?').click();
    await button(page, 'Show the step').click();
    seen.push(await coach(page).locator('p').nth(1).textContent());
    await counts(page, '.board .link', (found) => assert.ok(found > 0 || i > 1, 'the links of a chain are drawn'));
    await button(page, 'Apply').click();
    await coach(page).locator('p').first().waitFor({ state: 'detached' });
  }
  assert.equal(new Set(seen).size, 4, `each hint is new: ${seen}`);
  await named(page, 0, /centre/); // eliminations are kept in the marks
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
  await page.locator('.toast').getByRole('button', { name: 'Close' }).click();
  await paste(page, rows.map((row, i) => (i === 4 ? row.slice(1) : row)).join('\n'));
  await page.getByText('row 5 (line 5) has 8 cells').waitFor();
  await reads(page, easy);
});

test('links of other programs become the board, with their cages; a job of such a text is drawn', async (t) => {
  const page = await fresh(t);
  await paste(page, `https://www.f-puzzles.com/?load=${fpuzzles}`);
  await reads(page, '1........2.....3');
  await soon(() => page.locator('.board').first().textContent(), (text) => assert.match(text, /6/, 'the sum of the cage'));
  const grid = [[{ value: 3, given: true }, {}, {}, {}], [{}, {}, {}, {}], [{}, {}, {}, {}], [{}, {}, {}, { value: 4, given: true }]];
  await paste(page, JSON.stringify({ size: 4, grid }));
  await reads(page, '3..............4');
  const posted = await server.post('sudoku', { puzzle: { size: 4, grid } }, { wait: 60 });
  const view = await open(t, browser, `${server.url}/#/jobs/${posted.id}`);
  await counts(view, '.board .cell.given', (found) => assert.equal(found, 2));
  await button(page, 'Solve').click();
  await verdict(page, 'More than one solution.');
  const reply = await fetch(`${server.url}/v1/sudoku`, { method: 'POST', headers: { 'Content-Type': 'text/plain' }, body: '┌───┬───┐\n│1  │  2│\n│   │   │\n├───┼───┤\n│   │   │\n│3  │  4│\n└───┴───┘\n' });
  await page.goto(`${server.url}/#/jobs/${(await reply.json()).id}`);
  await counts(page, '.board .cell.given', (found) => assert.equal(found, 4));
});

test('conflicts are marked while typing, candidates on demand', async (t) => {
  const page = await fresh(t);
  await paste(page, `1.1${'.'.repeat(78)}`);
  await page.locator('.board .cell.bad').nth(1).waitFor();
  await named(page, 0, /Row 1, column 1: 1.*conflict/);
  await button(page, 'Candidates').click();
  await named(page, 1, /candidates 23456789/);
  await counts(page, '.board .marks', (found) => assert.equal(found, 79));
  await edit(page);
  await counts(page, '.board .marks', (found) => assert.equal(found, 79));
});

test('a link holds the puzzle, one of the former page too; the form of the page changes the board', async (t) => {
  const page = await open(t, browser, at(`?puzzle=${encodeURIComponent(JSON.stringify({ puzzle: '.'.repeat(36), box: [3, 2], diagonal: true }))}`));
  await reads(page, '.'.repeat(36));
  await edit(page);
  await soon(() => page.getByRole('checkbox', { name: 'Diagonals' }).isChecked(), (on) => assert.equal(on, true));
  await page.getByText('All options: form, JSON, text').click();
  await page.getByRole('tab', { name: 'JSON' }).click();
  await page.locator('textarea').first().fill(JSON.stringify({ puzzle: '1234............' }));
  await reads(page, '1234............');
  const other = await fresh(t, { permissions: ['clipboard-read', 'clipboard-write'] }, harder);
  await other.getByText('Copy', { exact: true }).click();
  await flashes(other.getByText('Copied'), () => button(other, 'as a link').click());
  assert.equal(await other.evaluate(() => navigator.clipboard.readText()), at(`?p=${harder}`));
});

test('several solutions and none are reported and shown', async (t) => {
  const page = await fresh(t);
  await paste(page, '1.....3.........');
  await button(page, 'Solve').click();
  await verdict(page, 'More than one solution.');
  const whole = (text) => { assert.match(text, /^[1-4]{16}$/); return text; };
  const first = await soon(() => board(page), whole);
  await button(page, 'Another solution').click();
  const differing = await soon(() => board(page), (second) => {
    const count = Array.from(whole(second)).filter((symbol, cell) => symbol !== first[cell]).length;
    assert.ok(count > 0);
    return count;
  });
  await page.getByText(`${differing} cells differ`).waitFor();
  await paste(page, `11${'.'.repeat(14)}`);
  await button(page, 'Solve').click();
  await verdict(page, 'The clues contradict each other.');
  await counts(page, '.board .cell.bad', (found) => assert.equal(found, 2));
  await paste(page, '12.....3........'); // r1c3 and r1c4 both need 4
  await reads(page, '12.....3........');
  await button(page, 'Solve').click();
  await verdict(page, 'No solution.');
});

test('an explanation is stepped through: buttons, arrows, slider, list; its step is in the address', async (t) => {
  const page = await fresh(t, {}, harder);
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
  await counts(page, '.board .link', (found) => assert.ok(found > 0, 'the links of a chain are drawn'));
  await page.locator('.player input[type=range]').fill('5');
  await stands(5);
  assert.deepEqual(await violations(page), []);
  await soon(() => page.url(), (url) => assert.match(url, /step=5/));
  await page.reload();
  await stands(5);
  await button(page, 'Last step').click();
  await soon(() => board(page), (text) => assert.match(text, /^[1-9]{81}$/));
  assert.equal(await page.locator('.board').count(), 1, 'one board');
});

test('a hint asked for while editing shows where to look first, the move when asked', async (t) => {
  const page = await fresh(t, {}, harder);
  await edit(page);
  await button(page, 'Hint').click();
  await button(page, 'Show the move').waitFor();
  assert.equal(await page.locator('.board b.out, .board b.in').count(), 0);
  await button(page, 'Show the move').click();
  await counts(page, '.board b.out, .board b.in', (found) => assert.ok(found > 0));
  await button(page, 'Edit').click();
  await button(page, 'Check').click();
  await verdict(page, 'Correct so far: it can still be completed.');
});

test('a request for a puzzle has the chosen options and the rules of the board; the puzzle is played', async (t) => {
  const page = await fresh(t);
  await edit(page);
  await page.getByRole('checkbox', { name: 'Diagonals' }).check();
  await button(page, 'Generate…').click();
  assert.deepEqual(await violations(page), []);
  await page.getByLabel('Symmetry').selectOption('rotational');
  await page.getByLabel('Difficulty').selectOption('easy');
  await page.getByRole('dialog').getByLabel('Seed').fill('7');
  const [posted] = await Promise.all([page.waitForRequest((request) => request.method() === 'POST' && request.url() === `${server.url}/v1/sudoku`), button(page, 'Generate').click()]);
  assert.deepEqual(posted.postDataJSON(), { diagonal: true, generate: { size: 9, symmetry: 'rotational', difficulty: 'easy' }, job: { seed: 7 } });
  await page.getByText('seed 7').waitFor();
  assert.equal(await page.locator('.board .cell:not(.given)').evaluateAll((all) => all.filter((cell) => cell.textContent).length), 0, 'the solution is not given away');
  const made = await board(page);
  assert.notEqual(made, easy);
  await button(page, 'Edit').click();
  await reads(page, easy); // the puzzle before is unchanged
  await page.goBack();
  await reads(page, made);
  await button(page, 'Play').click();
  await pressed(page, 'Play');
  await reads(page, made);
  await soon(() => page.locator('.board path.diagonal').count(), (count) => assert.equal(count, 1));
});

test('cages and regions are drawn by dragging, or from selected cells', async (t) => {
  const page = await fresh(t, {}, '.'.repeat(16));
  await edit(page);
  await button(page, 'Cages').click();
  await pressed(page, 'Cages');
  await drag(page, [0, 1, 5]);
  await counts(page, '.board .cage', (found) => assert.equal(found, 1));
  await page.getByLabel('Sum').fill('7');
  await soon(() => page.locator('.board .sum').textContent(), (sum) => assert.equal(sum, '7'));
  await cells(page).nth(10).click();
  await page.keyboard.press('Shift+ArrowRight');
  await page.getByLabel('Sum').fill('5');
  await button(page, 'Make a cage').click();
  await counts(page, '.board .cage', (found) => assert.equal(found, 2));
  await button(page, 'Solve').click();
  await page.locator('.verdict').waitFor();
  await button(page, 'Edit').click();
  await button(page, 'Regions').click();
  await pressed(page, 'Regions');
  const thick = () => page.locator('.board .thick').getAttribute('d');
  const before = await thick();
  await drag(page, [1, 2]); // joins r1c3 to the first box
  await soon(thick, (path) => assert.notEqual(path, before));
  await soon(() => page.locator('.line').textContent(), (text) => assert.match(text, /region 1 has 5 cells/));
  await cells(page).nth(6).click();
  await cells(page).nth(5).click({ modifiers: ['Control'] }); // gives r2c2 to the second box instead
  await button(page, 'Join').click();
  await soon(() => page.getByText(/region \d has/).count(), (count) => assert.equal(count, 0));
  await button(page, '↶ Undo').click();
  await page.getByText('region 1 has 5 cells').waitFor();
  await button(page, 'Boxes again').click();
  await soon(thick, (path) => assert.equal(path, before));
});

test('print shows the board alone', async (t) => {
  const page = await fresh(t);
  await page.evaluate(() => { window.print = () => {}; });
  await button(page, 'Print').click();
  await page.emulateMedia({ media: 'print' });
  assert.equal(await page.locator('.board').isVisible(), true);
  for (const hidden of ['h1', '.surface-panel', 'header']) assert.equal(await page.locator(hidden).first().isVisible(), false, hidden);
});

for (const [name, options] of Object.entries({ 'light, desktop': { colorScheme: 'light', viewport: { width: 1280, height: 720 } }, 'dark, phone, Chinese': { ...phone, colorScheme: 'dark', locale: 'zh-CN' } }))
  test(`${name}: no barrier, no sideways scrolling, from 4x4 to 25x25, played and edited`, async (t) => {
    const page = await open(t, browser, at(), options);
    await page.locator('.verdict').waitFor();
    for (const size of [4, 9, 16, 25]) {
      await paste(page, JSON.stringify({ size, puzzle: '.'.repeat(size * size) }));
      await reads(page, '.'.repeat(size * size));
      for (const mode of ['played', 'edited']) {
        if (mode === 'edited') await page.locator('.surface-actions [aria-pressed=false]').first().click();
        await page.locator('.pad').waitFor();
        await page.evaluate(() => scrollTo(0, 0)); // the head of the page covers nothing
        assert.deepEqual(await violations(page), [], `size ${size}, ${mode}`);
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), `size ${size}, ${mode}, is too wide`);
        assert.ok(await page.locator('.pad button').evaluateAll((buttons) => buttons.every((one) => one.offsetHeight >= 40 && one.offsetWidth >= 40)), 'a finger hits a button');
      }
    }
  });

for (const [name, options] of Object.entries({ '1280x720': { viewport: { width: 1280, height: 720 } }, '360x740': phone }))
  test(`${name}: the first line of each answer is in view, and nothing jumps`, async (t) => {
    const page = await fresh(t, options, harder);
    await page.evaluate(() => {
      window.shift = 0;
      new PerformanceObserver((list) => { for (const entry of list.getEntries()) if (!entry.hadRecentInput) window.shift += entry.value; }).observe({ type: 'layout-shift', buffered: true });
    });
    for (const action of ['Solve', 'Explain']) {
      await button(page, action).click();
      await verdict(page, 'Exactly one solution.');
      await soon(() => page.locator('.line .verdict').evaluate((line) => { const { top, bottom } = line.getBoundingClientRect(); return top >= 0 && bottom <= innerHeight; }), (seen) => assert.ok(seen, `${action}: the answer is out of view`));
      await soon(() => page.evaluate(() => document.activeElement.className), (found) => assert.equal(found, 'line', 'the answer has the focus'));
    }
    assert.deepEqual(await violationsInBothSchemes(page), []);
    assert.ok(await page.evaluate(() => window.shift) <= 0.02);
  });

test('a dense board is zoomed by buttons, and the chosen cell stays in sight', async (t) => {
  const page = await fresh(t, phone);
  await paste(page, JSON.stringify({ size: 25, puzzle: '.'.repeat(625) }));
  await reads(page, '.'.repeat(625));
  const width = () => cells(page).first().evaluate((cell) => cell.getBoundingClientRect().width);
  const before = await width();
  for (let i = 0; i < 3; i++) await button(page, 'Larger').click();
  await soon(width, (now) => assert.ok(now > 2 * before));
  await cells(page).first().focus();
  await page.keyboard.press('Control+End');
  const seen = () => page.evaluate(() => {
    const pane = document.querySelector('.pane').getBoundingClientRect(), cell = document.activeElement.getBoundingClientRect();
    return cell.right <= pane.right + 2 && cell.bottom <= pane.bottom + 2 && cell.left >= pane.left;
  });
  await soon(seen, (is) => assert.ok(is, 'the last cell is in the window'));
});

// Printed, never asserted: other programs use this machine.
for (const [size, symbols] of [[9, '123456789'], [25, 'ABCDEFGHIJ']])
  test(`${size}x${size}: from a key or press to the next paint, four times slower`, async (t) => {
    const page = await fresh(t, {}, '.'.repeat(size * size));
    await page.evaluate(() => {
      window.delays = new Map();
      new PerformanceObserver((list) => { for (const { interactionId, duration } of list.getEntries()) if (interactionId) window.delays.set(interactionId, Math.max(duration, window.delays.get(interactionId) ?? 0)); })
        .observe({ type: 'event', durationThreshold: 16, buffered: true });
    });
    const session = await page.context().newCDPSession(page);
    await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
    await cells(page).first().click();
    let acts = 1;
    for (let i = 0; i < 12; i++)
      for (const key of [symbols[i % symbols.length], 'ArrowRight', 'Shift+ArrowDown', 'ArrowDown']) { await page.keyboard.press(key); acts++; }
    for (let i = 0; i < 12; i++) { await cells(page).nth(i * 7).click(); acts++; }
    await page.waitForTimeout(500);
    const seen = await page.evaluate(() => [...window.delays.values()]), delays = [...Array(Math.max(0, acts - seen.length)).fill(16), ...seen].sort((a, b) => a - b);
    t.diagnostic(`p50 ${delays[Math.floor(delays.length * 0.5)]} ms, p95 ${delays[Math.floor(delays.length * 0.95)]} ms, worst ${delays.at(-1)} ms of ${acts}`);
    assert.ok((await board(page)).replaceAll('.', '').length > 5);
  });

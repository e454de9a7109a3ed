// Hex on one board: stones by mouse, touch and keys, the engine's replies, undo, swap, moves as text, addresses that keep the
// game, and what an answer shows on the board.
import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { violationsInBothSchemes } from '../../lib/axe.mjs';
import { launch, open, phone } from '../../lib/browser.mjs';
import { Server } from '../../lib/server.mjs';
import { paste, soon } from '../../lib/soon.mjs';

const desk = { viewport: { width: 1280, height: 720 } };
const TARGET = 24; // px

let server, browser;
before(async () => { [server, browser] = await Promise.all([Server.start(), launch()]); });
after(async () => { await browser.close(); await server.stop(); });

const button = (page, name) => page.getByRole('button', { name, exact: true });
const where = (problem, more = '') => `${server.url}/#/hex?p=${encodeURIComponent(JSON.stringify(problem))}${more}`;
// options: of lib/browser.mjs; more: further parameters of the address
const fresh = async (t, problem, options = desk, more = '') => {
  const page = await open(t, browser, where(problem, more), options);
  await page.locator('.surface.hex').waitFor();
  return page;
};
const line = (page, text) => page.locator('.surface .line', { hasText: text }).waitFor();
const cell = (page, name) => page.locator(`.hex-cell[aria-label^="${name},"]`);
const moves = (page) => page.locator('.hex-moves button').allTextContents();
const stones = async (page) => Object.fromEntries(await page.locator('.hex-cell').evaluateAll((all) => all.map((one) => one.getAttribute('aria-label').split(', ')).filter(([, what]) => /stone$/.test(what)).map(([name, what]) => [name, what.split(' ')[0]])));
const played = (page, wanted) => soon(() => stones(page), (found) => assert.deepEqual(found, wanted));
const counted = (page, count) => soon(async () => Object.keys(await stones(page)).length, (found) => assert.equal(found, count));
const focused = (page, name) => soon(() => page.evaluate(() => document.activeElement.getAttribute('aria-label')), (label) => assert.ok(label?.startsWith(`${name}, `), label));

async function whole(page, selector) {
  const { width, height } = page.viewportSize(), box = await page.locator(selector).boundingBox();
  assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height, `${selector}: ${JSON.stringify(box)}`);
}

test('two persons play by mouse: sides alternate, an occupied cell is left alone, the winner is said', async (t) => {
  const page = await fresh(t, { size: 3, moves: [], engine: 'resistance' }, desk, '&bot=none');
  await line(page, 'Black to move.');
  await cell(page, 'b2').click();
  await line(page, 'White to move.');
  await cell(page, 'b2').click();
  await cell(page, 'a3').click();
  await played(page, { b2: 'black', a3: 'white' });
  await cell(page, 'b1').click();
  await cell(page, 'a1').click();
  await cell(page, 'b3').click();
  await line(page, 'Black has joined its edges and wins.');
  await soon(() => page.locator('.hex-cell.chain').count(), (count) => assert.equal(count, 3));
  await cell(page, 'c3').click(); // the game is over
  assert.equal((await moves(page)).length, 5);
  assert.equal(await button(page, 'Analyse').getAttribute('aria-disabled'), 'true');
});

test('keys alone: arrows along the rows and both diagonals, Enter plays, the engine answers, Backspace takes both back', async (t) => {
  const page = await fresh(t, { size: 5, moves: [], engine: 'resistance' });
  await cell(page, 'c3').focus();
  for (const [key, name] of [['ArrowRight', 'd3'], ['ArrowDown', 'd4'], ['Shift+ArrowDown', 'c5'], ['ArrowUp', 'c4'], ['Shift+ArrowUp', 'd3'], ['ArrowLeft', 'c3'], ['Home', 'a3'], ['ArrowLeft', 'a3'], ['End', 'e3'], ['Control+Home', 'a1'], ['ArrowUp', 'a1'], ['Control+End', 'e5'], ['ArrowUp', 'e4']]) {
    await page.keyboard.press(key);
    await focused(page, name);
  }
  assert.equal(await page.locator('.hex-cell[tabindex="0"]').count(), 1);
  await page.keyboard.press('Enter');
  await counted(page, 2);
  await focused(page, 'e4');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Backspace');
  await counted(page, 0);
  assert.equal((await moves(page)).length, 2, 'what was taken back can be played again');
  await page.keyboard.press('Control+y');
  await counted(page, 2);
});

test('the engine answers; undo, redo, reload, the way back and a link keep the game', async (t) => {
  const page = await fresh(t, { size: 5, moves: [], engine: 'resistance' });
  await cell(page, 'c2').click();
  await counted(page, 2);
  const first = await stones(page);
  assert.equal(first.c2, 'black');
  await button(page, 'Undo').click();
  await counted(page, 0);
  await page.waitForFunction(() => /ahead=c2/.test(location.hash));
  await page.reload();
  await soon(() => moves(page), (found) => assert.equal(found.length, 2));
  await counted(page, 0);
  await button(page, 'Redo').click();
  await played(page, first);
  await button(page, 'Analyse').click();
  await page.locator('.surface[data-state=answered]').waitFor();
  await page.waitForFunction(() => /job=/.test(location.hash) && /bot=w/.test(location.hash));
  const other = await open(t, browser, `${server.url}/${await page.evaluate(() => location.hash)}`, desk);
  await other.locator('.surface[data-state=answered]').waitFor();
  await played(other, first);
  await button(page, 'New game').click();
  await counted(page, 0);
  await page.goBack();
  await played(page, first);
  await page.locator('.hex-cell.open').first().click(); // the engine still plays White
  await counted(page, 4);
});

test('a person who plays White sees Black begin; swap is offered after the first stone alone', async (t) => {
  const page = await fresh(t, { size: 5, moves: [], engine: 'resistance' });
  await page.getByLabel('You play').selectOption('White, second');
  await page.getByLabel('Swap rule').check();
  await page.getByLabel('Size').selectOption('4 × 4');
  assert.equal(await button(page, 'Swap').count(), 0);
  await button(page, 'Start the game').click();
  await soon(() => page.locator('.hex-cell').count(), (count) => assert.equal(count, 16));
  await counted(page, 1);
  const [[name]] = Object.entries(await stones(page)), mirror = `${String.fromCharCode(96 + Number(name[1]))}${name.charCodeAt(0) - 96}`;
  await button(page, 'Swap').click();
  await counted(page, 2);
  assert.equal((await stones(page))[mirror], 'white');
  assert.equal(await button(page, 'Swap').count(), 0);
  assert.match((await moves(page))[1], /swap/);
});

test('an answer is drawn: values, the numbered line, the cell under the pointer in words', async (t) => {
  const page = await fresh(t, { size: 5, moves: ['a2', 'd2'], engine: 'resistance' });
  await button(page, 'Analyse').click();
  await line(page, /Black to move.*Best: [a-e][1-5]\./);
  await soon(() => page.locator('.hex-cell .heat').count(), (count) => assert.ok(count > 5, `${count} cells`));
  await soon(() => page.locator('.hex-cell .ghost').count(), (count) => assert.ok(count >= 1));
  await page.locator('.hex-cell.open').nth(4).hover();
  await soon(() => page.locator('.hex-told').textContent(), (text) => assert.match(text, /^[a-e][1-5], empty.*current \d+ %/));
  assert.deepEqual(await violationsInBothSchemes(page), []);
  await page.getByLabel('Values and best line').uncheck();
  await soon(() => page.locator('.hex-cell .heat').count(), (count) => assert.equal(count, 0));
  await page.getByLabel('Numbers of moves').check();
  await soon(() => page.locator('.hex-cell text.on-black').allTextContents(), (found) => assert.deepEqual(found, ['1']));
  assert.deepEqual(await violationsInBothSchemes(page), []);
});

test('moves are typed and pasted; a text that cannot be read and a move that cannot be played are said', async (t) => {
  const page = await fresh(t, { size: 5, moves: [], engine: 'resistance' }), field = page.getByLabel('Moves as text');
  await field.fill('a2 b9');
  await page.keyboard.press('Enter');
  await soon(() => page.locator('.hex-cell').count(), (count) => assert.equal(count, 81), 'the smallest board with all cells');
  await played(page, { a2: 'black', b9: 'white' });
  await field.fill('what is this');
  await page.keyboard.press('Enter');
  await page.getByText('This cannot be read.').waitFor();
  await field.fill('5 a2 a2');
  await page.keyboard.press('Enter');
  await line(page, 'Move 2 cannot be played.');
  await paste(page, 'https://hexworld.org/board/#7c1,a3:sd4');
  await played(page, { c1: 'white', d4: 'black' });
  await paste(page, 'nothing');
  await page.getByText('No game found in this text.').waitFor();
});

// Four mistakes; White loses the game with move 10, where e2 wins.
const reviewed = { size: 6, moves: 'a2 d3 c4 c3 b4 b3 e4 d4 d5 c5 f2 e3 f3'.split(' '), engine: 'resistance' };

test('a review marks the moves that lost a won game; keys lead to the mistakes, and a reload and the way through the moves keep the game', async (t) => {
  const page = await fresh(t, reviewed, desk, '&bot=none');
  await button(page, 'Review the game').click();
  await line(page, 'White lost the game with move 10, c5: e2 wins.');
  const lost = page.getByRole('button', { name: /loses/ });
  await soon(() => lost.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label'))), (found) => assert.deepEqual(found.map((text) => text.split('.')[0]), ['1', '8', '9', '10']));
  assert.equal(await lost.last().getAttribute('aria-label'), '10. c5, loses; e2 wins');
  assert.deepEqual(await page.locator('.hex-strip i').evaluateAll((all) => all.map((one) => one.className.match(/black|white|unknown/)[0][0]).join('')), 'bwwwwwwwbwbbbb');
  assert.deepEqual(await violationsInBothSchemes(page), []);
  await button(page, 'Where it was lost').focus();
  await page.keyboard.press('Enter');
  await line(page, 'White to move and wins, proved. Best: e2.');
  await counted(page, 9);
  await page.locator('.hex-cell[aria-label="e2, empty, wins, proved"]').waitFor();
  await page.locator('.hex-cell[aria-label="c5, empty, loses, proved"]').waitFor();
  await button(page, 'Previous mistake').click();
  await counted(page, 8);
  await button(page, 'Next mistake').click();
  assert.equal(await button(page, 'Next mistake').getAttribute('aria-disabled'), 'true', 'none is after move 10');
  await counted(page, 9);
  await page.locator('.hex-strip i').first().click();
  await counted(page, 0);
  assert.equal((await moves(page)).length, 13);
  await page.goBack(); // to the answer
  await line(page, 'White lost the game with move 10');
  await page.reload();
  await line(page, 'White lost the game with move 10');
  await page.locator('.hex-cell.open').first().click(); // another game: the review is of the old one
  await soon(() => page.locator('.hex-strip').count(), (count) => assert.equal(count, 0));
});

test('a review that is cancelled keeps what is proved', async (t) => {
  const page = await fresh(t, { size: 13, moves: 'a2 g7 f6 h9 i4 d10 c3 k11'.split(' '), engine: 'resistance' }, desk, '&bot=none');
  await button(page, 'Review the game').click();
  await page.locator('.surface[data-state=waiting]').waitFor(); // before, a cancel would withdraw the question
  await button(page, 'Cancel').click();
  await page.locator('.surface[data-state=answered]').waitFor();
  await line(page, 'The review ended before a proof.');
});

test('a game is saved as SGF and HTP and copied for HexWorld; the same three are read, and an illegal one is refused by its move', async (t) => {
  const page = await fresh(t, { size: 5, moves: ['a2', 'swap', 'c3'], swap: true, engine: 'resistance' }, { ...desk, permissions: ['clipboard-read', 'clipboard-write'], expected: [/status of 422/] }, '&bot=none');
  const save = async (what) => { await page.getByText('Save the game').click(); await button(page, what).click(); };
  const saved = async (what) => {
    const [file] = await Promise.all([page.waitForEvent('download'), save(what)]);
    return [file.suggestedFilename(), await readFile(await file.path(), 'utf8')];
  };
  const [name, sgf] = await saved('as SGF'), [, htp] = await saved('as commands of HTP');
  assert.equal(name, 'hex-5x5.sgf');
  assert.match(sgf, /SZ\[5\]\s*;B\[a2\];W\[swap-pieces\];B\[c3\]/);
  assert.match(htp, /boardsize 5 5\nplay black a2\nplay white swap-pieces\nplay black c3\n/);
  await save('copy the address on HexWorld');
  await soon(() => page.evaluate(() => navigator.clipboard.readText()), (text) => assert.equal(text, 'https://hexworld.org/board/#5c1,a2:sc3'));
  for (const text of [sgf, htp, 'https://hexworld.org/board/#5c1,a2:sc3']) {
    await button(page, 'New game').click();
    await counted(page, 0);
    await paste(page, text);
    await played(page, { b1: 'white', c3: 'black' });
  }
  await paste(page, '(;GM[11]SZ[5];B[a1];W[b2];B[a1])');
  await page.getByText('move 3 (black a1): the cell is occupied').waitFor();
  await paste(page, 'boardsize 4 3\nplay b a1\nplay w d3');
  await played(page, { a1: 'black', d3: 'white' });
  assert.equal(await page.locator('.hex-cell').count(), 12);
});

test('a phone: the board, the line and the actions are in view, cells are large enough, small ones are confirmed', async (t) => {
  const page = await fresh(t, { size: 11, moves: ['f6', 'g4'], engine: 'resistance' }, phone);
  for (const part of ['.hex-board', '.surface .line', '.surface-actions']) await whole(page, part);
  const { width } = await page.locator('.hex-cell .ground').first().boundingBox();
  assert.ok(width >= TARGET, `${width} px`);
  await cell(page, 'c3').tap();
  await counted(page, 4);
  await page.goto(where({ size: 19, moves: [], engine: 'resistance' }));
  await soon(() => page.locator('.hex-cell').count(), (count) => assert.equal(count, 361));
  await cell(page, 'k10').tap();
  await page.getByText('Touch again: k10, empty').waitFor();
  await counted(page, 0);
  await cell(page, 'k10').tap();
  await counted(page, 2);
  assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), 'too wide');
  assert.deepEqual(await violationsInBothSchemes(page), []);
});

test('in Chinese', async (t) => {
  const page = await fresh(t, { size: 5, moves: ['c3'], engine: 'resistance' }, { ...desk, locale: 'zh-CN' });
  await line(page, '轮到 白方。');
  await cell(page, 'b3').click();
  await soon(() => moves(page), (found) => assert.equal(found.length, 3));
  await page.locator('.hex-cell[aria-label="c3, 黑子, 第 1 手"]').waitFor();
  await button(page, '分析').click();
  await line(page, '最佳：');
  const text = await page.locator('.surface').evaluate((one) => one.innerText);
  assert.doesNotMatch(text.replace(/HexWorld|Shift|JSON|a2 swap f6/g, ''), /[A-Za-z]{4,}/);
});

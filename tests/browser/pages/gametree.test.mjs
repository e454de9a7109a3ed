// Game trees on one surface: a tree edited by mouse and keys with its text in step, searches stepped through in the same picture;
// tic-tac-toe, connect four, Grundy's game and nim played on their boards with the exact values.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { violations } from '../lib/axe.mjs';
import { launch, open, phone } from '../lib/browser.mjs';
import { atEnd } from '../lib/end.mjs';
import { Server } from '../lib/server.mjs';
import { paste, soon } from '../lib/soon.mjs';

const tie = { tree: ['MAX', ['MIN', 3, 5], ['MIN', 3, 9], ['MIN', ['MAX', ['MIN', 2, 8], 7], 1]], engine: 'alphabeta', trace: true };
const desk = { viewport: { width: 1280, height: 720 } };

let server, browser;
before(async () => { [server, browser] = await Promise.all([Server.start(), launch()]); });
after(async () => { await browser.close(); await server.stop(); });

const button = (page, name) => page.getByRole('button', { name, exact: true });
const where = (problem, more = '') => `${server.url}/#/gametree?p=${encodeURIComponent(JSON.stringify(problem))}${more}`;
const surface = (page) => page.locator('.surface.gametree');
const fresh = async (t, problem, options) => {
  const page = await open(t, browser, problem ? where(problem) : `${server.url}/#/gametree`, options);
  await surface(page).waitFor();
  return page;
};
// Opens the page of a job with this problem.
const posted = async (t, problem, options) => {
  const job = await server.post('gametree', problem, { wait: 60 });
  assert.equal(job.status, 'succeeded', JSON.stringify(job));
  const page = await open(t, browser, `${server.url}/#/jobs/${job.id}`, options);
  await page.locator('.surface.gametree[data-state=answered]').waitFor();
  return [page, job.result, job];
};
const answer = (page, text) => page.locator('.surface-panel > .line .verdict', { hasText: text }).waitFor();
const status = (page, text) => page.locator('.surface-panel > .line', { hasText: text }).waitFor();
const node = (page, id) => page.locator(`.graph [data-node="${id}"]`);
const leaves = (page, look = '') => page.locator(`.graph .node.leaf${look} text:not(.tag, .above)`).allTextContents();
const inner = (page) => page.locator('.graph .node:not(.leaf)').evaluateAll((all) => Object.fromEntries(all.map((one) => [one.querySelector('.tag').textContent, one.querySelector('text:not(.tag, .above)').textContent])));
const step = (page, name) => page.locator('.step-name', { hasText: name }).waitFor();
const select = async (page, id) => { await node(page, id).click(); await soon(() => node(page, id).getAttribute('aria-selected'), (is) => assert.equal(is, 'true')); };
// Without a second click on the same place, which would collapse the node.
const focus = async (page, id) => { await node(page, id).focus(); await soon(() => node(page, id).getAttribute('aria-selected'), (is) => assert.equal(is, 'true')); };
const text = (page) => page.getByLabel('The tree', { exact: true });
const written = (page, wanted) => soon(() => text(page).inputValue(), (found) => assert.equal(found, wanted));
const cells = (page) => page.locator('.ttt .cell').evaluateAll((all) => all.map((one) => (one.classList.contains('x') ? 'X' : one.classList.contains('o') ? 'O' : '.')).join(''));

// Asserts that the line of the answer and the actions are in view without scrolling.
async function inView(page, what) {
  const { width, height } = page.viewportSize();
  assert.equal(await page.evaluate(() => scrollY), 0, what);
  for (const part of ['.surface-panel > .line', '.surface-actions']) {
    const box = await page.locator(part).boundingBox();
    assert.ok(box.y >= 0 && box.y + box.height <= height && box.x >= 0 && box.x + box.width <= width, `${part} of ${what}: ${JSON.stringify(box)}`);
  }
}

test('the page opens with an example answered; each game is chosen and answered at once', async (t) => {
  const page = await fresh(t, null, desk);
  await answer(page, 'X to move. A draw with best play.');
  await soon(() => page.locator('.ttt .value').allTextContents(), (found) => assert.deepEqual(found.map((of) => of.trim()), Array(9).fill('0')));
  await page.getByText('Game trees of MAX and MIN').waitFor();
  await inView(page, 'the example');
  await page.getByLabel('Game', { exact: true }).selectOption('tree');
  await answer(page, 'The root is worth 3. MAX takes branch 1.');
  await soon(() => inner(page), (found) => assert.deepEqual(found, { A: '3', B: '3', C: '3', D: '1', E: '7', F: '2' }));
  assert.equal(await page.locator('.graph').count(), 1);
  await inView(page, 'a tree');
  for (const [game, text] of [['connect4', 'Red to move and wins.'], ['grundy', 'MAX to move; MIN wins with best play.'], ['nim', 'MAX to move; MAX wins with best play.']]) {
    await page.getByLabel('Game', { exact: true }).selectOption(game);
    await answer(page, text);
    await inView(page, game);
  }
});

test('a tree is typed in brackets and solved by keyboard alone', async (t) => {
  const page = await fresh(t, { tree: ['MAX', ['MIN', 3, 5], ['MIN', 3, 9], ['MIN', ['MAX', ['MIN', 2, 8], 7], 1]] });
  await soon(() => leaves(page), (found) => assert.deepEqual(found, ['3', '5', '3', '9', '1', '7', '2', '8']));
  await written(page, '((3 5) (3 9) (((2 8) 7) 1))');
  await text(page).focus();
  await text(page).fill('((4 -2) (1 6 5)');
  await page.keyboard.press('Enter');
  await page.getByText('This cannot be read.').waitFor();
  assert.equal((await leaves(page)).length, 8, 'a text that cannot be read changes nothing');
  await text(page).fill('((4 -2) (1 6 5))'); // read while it is typed
  await soon(() => leaves(page), (found) => assert.deepEqual(found, ['4', '−2', '1', '6', '5']));
  await page.getByLabel('To move').selectOption('MIN');
  await written(page, '(MIN (4 -2) (1 6 5))');
  await button(page, 'Solve').focus();
  await page.keyboard.press('Enter');
  await answer(page, 'The root is worth 4. MIN takes branch 1.');
  await soon(() => page.evaluate(() => document.activeElement.className), (name) => assert.equal(name, 'line'));
  await soon(() => inner(page), ({ A, B, C }) => assert.deepEqual([A, B, C], ['4', '4', '6']));
  await button(page, 'Edit').click();
  await written(page, '(MIN (4 -2) (1 6 5))');
});

test('a tree is edited by mouse: children, payoffs, names, kinds, probabilities, deletions; the text follows', async (t) => {
  const page = await fresh(t, { tree: ['MAX', ['MIN', 3, 5], 4] });
  await select(page, '0');
  await button(page, '＋ Child').click();
  await written(page, '((3 5 0) 4)');
  await page.getByLabel('Payoff').fill('-2.5');
  await page.getByLabel('Payoff').press('Enter');
  await written(page, '((3 5 -2.5) 4)');
  await page.getByLabel('Payoff').fill('many');
  await page.getByLabel('Payoff').press('Enter');
  await page.getByText('This cannot be read.').waitFor();
  await focus(page, '0');
  await page.getByLabel('Name').fill('left');
  await page.getByLabel('Name').press('Enter');
  await written(page, '("left"(3 5 -2.5) 4)');
  await page.getByLabel('Kind').selectOption('CHANCE');
  await written(page, '("left"<3 5 -2.5> 4)');
  await soon(() => page.locator('.graph .label').allTextContents(), (found) => assert.deepEqual(found, ['1/3', '1/3', '1/3']));
  await select(page, '0.2');
  await page.getByLabel('Probability', { exact: true }).fill('0.5');
  await page.getByLabel('Probability', { exact: true }).press('Enter');
  await page.getByText('The probabilities miss 1 by −1/6.').waitFor();
  await select(page, '0.0');
  await button(page, 'Set to 1/6').click();
  await written(page, '("left"<1/6:3 1/3:5 1/2:-2.5> 4)');
  await select(page, '1');
  await button(page, '＋ Sibling').click();
  await written(page, '("left"<1/6:3 1/3:5 1/2:-2.5> 4 0)');
  await focus(page, '0');
  await button(page, 'To the right').click();
  await written(page, '(4 "left"<1/6:3 1/3:5 1/2:-2.5> 0)');
  await select(page, '2');
  await page.locator('.node-form').getByRole('button', { name: 'Delete', exact: true }).click();
  await written(page, '(4 "left"<1/6:3 1/3:5 1/2:-2.5>)');
  await button(page, 'Undo').click();
  await written(page, '(4 "left"<1/6:3 1/3:5 1/2:-2.5> 0)');
  await button(page, 'Redo').click();
  await button(page, 'Solve').click();
  await answer(page, 'The root is worth 4.');
});

test('a subtree is moved and copied without dragging, and added by the handle of a node', async (t) => {
  const page = await fresh(t, { tree: ['MAX', ['MIN', 3, 5], ['MIN', 2, 9]] });
  await select(page, '0.1');
  await button(page, 'Move or copy…').click();
  await select(page, '1');
  await button(page, 'Move here').click();
  await written(page, '((3) (2 9 5))');
  await focus(page, '1');
  await button(page, 'Move or copy…').click();
  await select(page, 'root');
  await button(page, 'Copy here').click();
  await written(page, '((3) (2 9 5) (2 9 5))');
  await select(page, '0');
  await button(page, 'Add a node').click();
  await written(page, '((3 0) (2 9 5) (2 9 5))');
  await soon(() => node(page, '0.1').getAttribute('aria-selected'), (is) => assert.equal(is, 'true'));
  const handle = await page.locator('.graph .handle circle').boundingBox();
  await page.mouse.move(handle.x + handle.width / 2, handle.y + handle.height / 2);
  await page.mouse.down();
  await page.mouse.move(handle.x + 60, handle.y + 90, { steps: 5 });
  await page.mouse.up();
  await written(page, '((3 (0)) (2 9 5) (2 9 5))');
  await soon(() => page.locator('.graph .node').evaluateAll((all) => all.map((one) => one.querySelector('rect, ellipse, path').getBoundingClientRect()).map(({ left, right, top, bottom }) => [left, right, top, bottom])),
    (boxes) => { assert.equal(boxes.length, 13); boxes.forEach(([a, b, c, d], i) => boxes.slice(i + 1).forEach(([e, f, g, h]) => assert.ok(a >= f || b <= e || c >= h || d <= g, 'each node has room of its own'))); });
});

test('a tree is edited by keys alone, as in Gambit', async (t) => {
  const page = await fresh(t, { tree: ['MAX', ['MIN', 3, 5], 4] });
  await node(page, 'root').focus();
  await page.keyboard.press('ArrowDown');
  await page.locator('.node-form h2', { hasText: /Selected: (B|leaf 4)/ }).waitFor();
  await page.keyboard.press('r');
  await page.locator('.node-form h2', { hasText: 'Selected: A' }).waitFor();
  await node(page, '1').focus();
  await page.keyboard.press('7');
  await page.keyboard.type('5');
  await page.keyboard.press('Tab'); // the last leaf: another one is added, with its payoff in focus
  await written(page, '((3 5) 75 0)');
  await soon(() => page.getByLabel('Payoff').evaluate((one) => one === document.activeElement && one.value), (value) => assert.equal(value, '0'));
  await page.keyboard.type('6');
  await page.keyboard.press('Enter');
  await written(page, '((3 5) 75 6)');
  await page.keyboard.press('Tab'); // nothing was typed: Tab leaves
  await written(page, '((3 5) 75 6)');
  await node(page, '0').focus();
  await page.keyboard.press('n');
  await page.keyboard.type('x');
  await page.keyboard.press('Enter');
  await written(page, '("x"(3 5) 75 6)');
  await node(page, '0').focus();
  await page.keyboard.press('a');
  await written(page, '("x"(3 5 0) 75 6)');
  await node(page, '0.2').focus();
  await page.keyboard.press('Delete');
  await written(page, '("x"(3 5) 75 6)');
  await node(page, '0.1').focus();
  await page.keyboard.press('Backspace');
  await written(page, '(5 75 6)');
  await node(page, 'root').focus();
  await page.keyboard.press('Control+z');
  await written(page, '("x"(3 5) 75 6)');
});

test('alpha-beta is played back: values, windows, cuts with their reason, counters', async (t) => {
  const [page, result] = await posted(t, tie);
  assert.equal(result.leaves, 6);
  await step(page, 'The end');
  await button(page, 'First step').click();
  await step(page, 'The beginning');
  await button(page, 'Next cut').click();
  await step(page, 'Alpha cut');
  await page.getByText('Alpha cut below C: its value is at most 3, and MAX at A already has 3.').waitFor();
  await soon(() => leaves(page, '.gone'), (found) => assert.deepEqual(found, ['9']));
  await soon(() => inner(page), (found) => assert.deepEqual(found, { A: '≥3', B: '3', C: '≤3', D: '', E: '', F: '' }));
  await soon(() => page.locator('.graph .slash').count(), (count) => assert.equal(count, 1));
  await soon(() => page.locator('.graph .above').allTextContents(), (found) => assert.deepEqual(found, ['α 3  β ∞', 'α 3  β 3']));
  await button(page, 'Next cut').click();
  await page.getByText('Alpha cut below F: its value is at most 2, and MAX at A already has 3.').waitFor();
  await soon(() => leaves(page, '.seen'), (found) => assert.deepEqual(found, ['3', '5', '3', '2']));
  await button(page, 'Cut before').click();
  await page.getByText('Alpha cut below C').waitFor();
  await page.keyboard.press('ArrowRight');
  await step(page, 'C is done');
  await page.keyboard.press('ArrowRight');
  await step(page, 'Enter D');
  await page.getByText('MIN moves at D, within α = 3, β = ∞.').waitFor();
  await soon(() => page.url(), (url) => assert.match(url, /step=10/));
  await page.reload();
  await step(page, 'Enter D');
  await page.locator('.player .controls button').first().focus();
  await page.keyboard.press('End');
  await step(page, 'The end');
  await soon(() => leaves(page, '.seen'), (found) => assert.deepEqual(found, ['3', '5', '3', '1', '7', '2']));
  await soon(() => page.locator('.surface-panel > .numbers').textContent(), (found) => assert.match(found, new RegExp(`6 / 8.*${result.minimum_leaves}`)));
  await page.locator('.steps button', { hasText: 'Alpha cut: F' }).click();
  await page.getByText('Alpha cut below F').waitFor();
});

test('the same picture shows minimax after as many leaves, to its end', async (t) => {
  const [page] = await posted(t, tie);
  await button(page, 'First step').click();
  await button(page, 'Next cut').click();
  await page.getByLabel('Show minimax after as many leaves').check();
  await soon(() => leaves(page, '.seen'), (found) => assert.deepEqual(found, ['3', '5', '3']));
  await soon(() => inner(page), ({ B }) => assert.equal(B, '3'));
  assert.equal(await page.locator('.graph .slash').count(), 0);
  await button(page, 'Last step').click();
  await soon(() => leaves(page, '.seen'), (found) => assert.equal(found.length, 8));
  await soon(() => inner(page), (found) => assert.deepEqual(found, { A: '3', B: '3', C: '3', D: '1', E: '7', F: '2' }));
  await soon(() => page.locator('.surface-panel > .numbers').textContent(), (found) => assert.match(found, /8 \/ 8/));
  assert.equal(await page.locator('.graph').count(), 1);
});

test('minimax is played back with OPEN and CLOSED, and depth first', async (t) => {
  const page = await fresh(t, { tree: ['MAX', ['MIN', 3, 5], ['MIN', 2, 9], 4] });
  await page.getByLabel('Method').selectOption('open_closed');
  await button(page, 'Solve').click();
  await button(page, 'First step').click();
  await step(page, 'The beginning');
  const lists = () => page.locator('.lists dd').allTextContents(), line = () => page.locator('.procedure .now').allTextContents();
  await soon(lists, (found) => assert.deepEqual(found, ['A', '( )']));
  await button(page, 'Next step').click();
  await step(page, 'A is expanded');
  await soon(lists, (found) => assert.deepEqual(found, ['B, C, A3', 'A']));
  await page.keyboard.press('ArrowRight');
  await page.getByText('Its children are at the depth limit and get their values at once.').waitFor();
  await soon(() => leaves(page, '.seen'), (found) => assert.deepEqual(found, ['3', '5']));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.getByText('A3 is taken from OPEN. It is decided: its value is 4.').waitFor();
  await soon(lists, (found) => assert.deepEqual(found, ['( )', 'C, B, A']));
  await page.keyboard.press('ArrowRight');
  await page.getByText('MIN at C takes the smallest value of its children: 2.').waitFor();
  await soon(line, (found) => assert.equal(found.length, 2));
  await page.keyboard.press('End');
  await page.locator('.player').getByText('The root is worth 4.').waitFor();
  await page.getByText('Three misprints of the lecture notes').click();
  await page.getByText('LOOP2 never ends').waitFor();
  await page.getByLabel('Method').selectOption('minimax'); // asked at once, because an answer was shown
  await button(page, 'First step').click();
  await step(page, 'Enter A');
  assert.equal(await page.locator('.lists').count(), 0);
  await button(page, 'Last step').click();
  await soon(() => leaves(page, '.seen'), (found) => assert.equal(found.length, 5));
  await soon(() => inner(page), (found) => assert.deepEqual(found, { A: '4', B: '3', C: '2' }));
});

test('chance nodes are typed, drawn and played back', async (t) => {
  const page = await fresh(t, { tree: tie.tree });
  await text(page).fill('(<1/3:3 2/3:(5 2)> <1 4>)');
  await soon(() => page.locator('.graph .label').allTextContents(), (found) => assert.deepEqual(found, ['1/3', '2/3', '1/2', '1/2']));
  await soon(() => page.getByLabel('Method').locator('option').evaluateAll((all) => all.map(({ value }) => value)), (found) => assert.deepEqual(found, ['auto', 'expectiminimax', 'open_closed']));
  await page.getByLabel('Method').selectOption('expectiminimax');
  await button(page, 'Solve').click();
  await answer(page, 'The root is worth 5/2.');
  await soon(() => inner(page), (found) => assert.deepEqual(found, { A: '5/2', B: '7/3', C: '2', D: '5/2' }));
  await button(page, 'First step').click();
  await button(page, 'Next step').click();
  await page.getByText('Chance moves at B.').waitFor();
  const [plain] = await posted(t, { tree: ['CHANCE', ['MAX', 1, 2], 3.5] });
  await answer(plain, 'The root is worth 11/4.');
  await soon(() => inner(plain), (found) => assert.deepEqual(found, { A: '11/4', B: '2' }));
});

test('trees are generated, engines compared, the made tree is edited', async (t) => {
  const page = await fresh(t, { generate: { branching: 2, depth: 3, values: 'random', seed: 7 } });
  await page.getByLabel('Branching').fill('3');
  await page.getByLabel('Branching').blur();
  await page.locator('.hint', { hasText: '27 leaves' }).waitFor();
  await page.getByLabel('Method').selectOption('compare');
  await button(page, 'Solve').click();
  await soon(() => page.locator('.numeric tbody th').allTextContents(), (found) => assert.ok(found.includes('minimax') && found.includes('alpha-beta'), String(found)));
  await soon(() => leaves(page), (found) => assert.equal(found.length, 27));
  await page.getByLabel('Method').selectOption('alphabeta');
  await step(page, 'The end');
  await button(page, 'Edit this tree').click();
  await soon(() => text(page).inputValue(), (found) => assert.equal(found.match(/-?\d+/g).length, 27));
});

test('a window, a limited depth and names are shown', async (t) => {
  const [page] = await posted(t, { tree: ['MAX', ['MIN', 3, 5], ['MIN', 2, 9]], window: [4, 10], engine: 'alphabeta', trace: true });
  await answer(page, 'The root is worth at most 3.');
  await button(page, 'First step').click();
  await button(page, 'Next cut').click();
  await page.getByText('Cut below B: its value 3 is outside the requested window.').waitFor();
  const [other] = await posted(t, { tree: { children: [{ name: 'left', children: [1, 2] }, { name: 'right', eval: 7, children: [4, 3] }] }, engine: 'alphabeta', trace: true });
  await answer(other, 'MAX takes branch right.');
  await soon(() => inner(other), (found) => assert.deepEqual(found, { A: '3', left: '1', right: '3' }));
  const [flat] = await posted(t, { first_child: [1, 3, 5, -1, -1, -1, -1], value: [0, 4, 1, 3.5, 5, 2, 9], depth: 1 });
  await flat.getByText('Searched to a limited depth; positions at that depth are evaluated.').waitFor();
  await soon(() => leaves(flat), (found) => assert.deepEqual(found, ['4', '1']));
});

test('a part of the steps leads to all of them; a tree that the answer lacks is described', async (t) => {
  const [page, { trace }] = await posted(t, { generate: { branching: 3, depth: 3, values: 'incremental', seed: 7 }, engine: 'alphabeta', trace: { from: 1, count: 5 } });
  await page.getByText(`Steps 1 to 5 of ${trace.events}.`).waitFor();
  await button(page, 'All steps').click();
  await soon(() => page.locator('.player .num.muted').first().textContent(), (found) => assert.equal(found, `${trace.events + 1} / ${trace.events + 1}`));
  const [other] = await posted(t, { generate: { branching: 4, depth: 6, values: 'random', seed: 7 } });
  await answer(other, 'The root is worth');
  await other.locator('.tree-missing').waitFor();
  await soon(() => other.locator('.surface-panel > .numbers').textContent(), (found) => assert.match(found, /Leaves evaluated/));
});

test('two thousand nodes are laid out aside, searched, collapsed and stepped through', async (t) => {
  const rows = Array.from({ length: 40 }, (_, i) => ['MIN', ...Array.from({ length: 49 }, (_, n) => (i * 37 + n * 61) % 100)]);
  const [page, result] = await posted(t, { tree: ['MAX', ...rows], engine: 'alphabeta', trace: true }, desk);
  await answer(page, `The root is worth ${result.value}`);
  await page.locator('.graph .view[aria-busy=false][data-layout=worker]').waitFor();
  await page.getByLabel('Find a node').fill('B');
  await page.getByLabel('Find a node').press('Enter');
  await soon(() => node(page, '0').getAttribute('aria-selected'), (is) => assert.equal(is, 'true'));
  await button(page, 'First step').click();
  await button(page, 'Next cut').click();
  await step(page, 'Alpha cut');
  await node(page, '0').focus();
  await page.keyboard.press('Space');
  await soon(() => page.locator('.graph .folded').allTextContents(), (found) => assert.ok(found.includes('+49'), String(found)));
});

test('tic-tac-toe: the first stage of the lecture notes', async (t) => {
  const [page] = await posted(t, { game: 'tictactoe', board: '.........', ply: 2, symmetry: true });
  await answer(page, 'X to move. The best move is worth 1 by e(p).');
  const moves = page.locator('.stage > ol > li');
  await soon(() => moves.count(), (count) => assert.equal(count, 3));
  assert.deepEqual(await moves.locator('.head b').allTextContents(), ['−1', '−2', '1']);
  assert.match(await moves.nth(2).getAttribute('class'), /best/);
  assert.deepEqual(await moves.nth(0).locator('.replies b').allTextContents(), ['1', '0', '−1', '1', '0']);
  await page.getByText('12 leaves, 72 without symmetry').waitFor();
  assert.deepEqual((await page.locator('.ttt .value').allTextContents()).map((of) => of.trim()), ['−1', '−2', '', '', '+1', '', '', '', '']);
});

test('tic-tac-toe: a board is set up by clicks and keys, its stage has two best moves', async (t) => {
  const page = await fresh(t, { game: 'tictactoe', board: '....X....', ply: 2 });
  await button(page, 'Set up').click();
  await page.locator('.ttt .cell').nth(1).click();
  await status(page, 'This board cannot come up: count X and O.');
  await page.locator('.ttt .cell').nth(1).click();
  await status(page, 'Click a cell: X, O, empty.');
  await soon(() => cells(page), (board) => assert.equal(board, '.O..X....'));
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('o');
  await soon(() => cells(page), (board) => assert.equal(board, '.OO.X....'));
  await page.keyboard.press('o');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('o');
  await status(page, 'This board cannot come up: count X and O.');
  await page.keyboard.press('Delete');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('.');
  await soon(() => cells(page), (board) => assert.equal(board, '.O..X....'));
  await button(page, 'Set up').click();
  await page.getByText('e(p) = 6 − 4 = 2').waitFor();
  await soon(() => page.locator('.stage .move.best .head b').allTextContents(), (found) => assert.ok(found.length >= 2 && found.every((one) => one === '1'), String(found)));
  await page.locator('.stage .move .head').first().click();
  await soon(() => cells(page), (board) => assert.equal(board, 'XO..X....'));
});

test('tic-tac-toe is played against the server, which does not lose', async (t) => {
  const [page] = await posted(t, { game: 'tictactoe', board: '.........' });
  await answer(page, 'A draw with best play.');
  await page.getByLabel('O', { exact: true }).check();
  await button(page, 'row 1, column 1: worth 0, best').click();
  await soon(() => cells(page), (board) => assert.equal(board, 'X...O....'));
  await page.locator('.ttt .cell').nth(8).click();
  await soon(() => cells(page), (board) => assert.equal(board.replace(/[^O]/g, '').length, 2));
  await answer(page, 'A draw with best play.');
  await button(page, 'Take back').click();
  await soon(() => cells(page), (board) => assert.equal(board, 'X...O....'));
  // To the end of the game, whatever the server plays: X moves whenever both have as many signs.
  const signs = (board, sign) => board.split(sign).length - 1;
  const ended = () => page.locator('.surface-panel > .line').getByText(/three in a row|board is full/).count();
  for (;;) {
    const end = await soon(async () => [await cells(page), await ended()], ([board, over]) => { assert.ok(over || signs(board, 'X') === signs(board, 'O'), board); return over; });
    if (end) break;
    const before = await cells(page);
    await page.locator('.ttt .cell:not(.x, .o)').first().click();
    await soon(() => cells(page), (board) => assert.ok(signs(board, 'X') > signs(before, 'X'), board));
  }
  assert.equal(await page.getByText('X has three in a row.').count(), 0);
});

test('two people play: the values stay on, the line is stepped through, kept in the address and left by another move', async (t) => {
  const page = await fresh(t, { game: 'tictactoe', board: '.........' });
  const values = () => page.locator('.ttt .value').evaluateAll((all) => all.map((one) => one.textContent.trim()).filter(Boolean).length);
  await soon(values, (count) => assert.equal(count, 9));
  for (const [cell, left] of [[4, 8], [1, 7], [0, 6]]) {
    await page.locator('.ttt .cell').nth(cell).click();
    await soon(values, (count) => assert.equal(count, left));
  }
  await status(page, 'O to move. X wins with best play.');
  await soon(() => page.url(), (url) => assert.match(url, /play=410/));
  await page.locator('.ttt .cell').nth(0).focus();
  await page.keyboard.press('PageUp');
  await soon(() => cells(page), (board) => assert.equal(board, '.O..X....'));
  await soon(() => page.url(), (url) => assert.match(url, /play=410&at=2/));
  await page.reload();
  await soon(() => cells(page), (board) => assert.equal(board, '.O..X....'));
  await button(page, 'Step forward').click();
  await soon(() => cells(page), (board) => assert.equal(board, 'XO..X....'));
  await page.locator('.moves-of-play button').first().click();
  await soon(() => cells(page), (board) => assert.equal(board, '....X....'));
  await page.locator('.ttt .cell').nth(8).click();
  await soon(() => page.locator('.moves-of-play').first().locator('button').count(), (count) => assert.equal(count, 2));
  await page.getByLabel('Show values').uncheck();
  await soon(values, (count) => assert.equal(count, 0));
  await page.locator('.ttt .cell').nth(8).focus();
  await page.keyboard.press('Backspace');
  await soon(() => cells(page), (board) => assert.equal(board, '....X....'));
  await page.getByLabel('Show values').check();
  await soon(values, (count) => assert.equal(count, 8));
});

test('connect four: a score below each column, stones dropped by click and key, moves in the address, the end', async (t) => {
  const [page, result] = await posted(t, { game: 'connect4', moves: '44444326555526' });
  const scores = () => page.locator('.c4 .score').evaluateAll((all) => all.map((one) => one.textContent.replace('−', '-').replace('+', '')));
  await soon(scores, (found) => assert.deepEqual(found, [1, 2, 3, 4, 5, 6, 7].map((column) => String(result.moves.find(({ move }) => move === column)?.value ?? ''))));
  await page.getByRole('button', { name: /^column 3, .*score −3, loses, best$/ }).waitFor();
  await page.locator('.c4 .column').first().click();
  await soon(() => page.getByLabel('Moves as text').inputValue(), (found) => assert.equal(found, '444443265555261'));
  await soon(() => page.url(), (url) => assert.match(url, /play=1/));
  await soon(scores, (found) => assert.ok(found.some(Boolean)));
  await page.locator('.c4 .column').first().focus();
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Enter');
  await soon(() => page.getByLabel('Moves as text').inputValue(), (found) => assert.equal(found, '4444432655552617'));
  const next = await fresh(t, { game: 'connect4', moves: '112233' });
  await next.locator('.c4 .column').first().focus();
  await next.keyboard.press('4');
  await status(next, 'Red has four in a row.');
  await soon(() => next.locator('.c4 .four').count(), (count) => assert.equal(count, 4));
  await next.getByLabel('Moves as text').fill('11111111');
  await next.getByLabel('Moves as text').press('Enter');
  await next.getByText('This cannot be read.').waitFor();
  await next.getByLabel('Moves as text').fill('4455');
  await next.getByLabel('Moves as text').press('Enter');
  await status(next, 'Red to move and wins. The game ends in 3 moves.');
  await next.locator('.best-of-play button').last().click();
  await status(next, 'Red has four in a row.');
});

test('connect four: both sides are played by the server to the end; a board without moves is played on', async (t) => {
  const [page] = await posted(t, { game: 'connect4', moves: '4455' });
  await page.getByLabel('Red', { exact: true }).check();
  await page.getByLabel('Yellow', { exact: true }).check();
  await status(page, 'Red has four in a row.');
  await soon(() => page.locator('.c4 .four').count(), (count) => assert.ok(count >= 4));
  const board = ['.......', '.......', '.......', '...O...', '...X...', 'O.XXO..'];
  const other = await fresh(t, { game: 'connect4', board });
  const stones = () => other.locator('.c4 .first, .c4 .second').count();
  const before = await soon(stones, (count) => { assert.equal(count, 6); return count; });
  await other.locator('.c4 .column').nth(1).click();
  await soon(stones, (count) => assert.equal(count, before + 1));
});

test('Grundy\'s game: coins, values, the graph of seven in the same place; a pile is split and the server answers', async (t) => {
  const [page] = await posted(t, { game: 'grundy', piles: [7], to_move: 'MIN', tree: true });
  await answer(page, 'MIN to move; MAX wins with best play.');
  assert.equal(await page.locator('.coin.good').count(), 0, 'no move wins');
  await button(page, 'All positions').click();
  await soon(() => page.locator('.graph .node').count(), (count) => assert.equal(count, 14));
  assert.equal(await page.locator('.coin').count(), 0);
  await page.getByRole('button', { name: 'Piles', exact: true }).click();
  await soon(() => page.locator('.coin').count(), (count) => assert.equal(count, 7));
  await page.getByLabel('MAX', { exact: true }).check();
  await button(page, 'pile 1: split into 3 and 4').click();
  await soon(() => page.locator('.pile').count(), (count) => assert.equal(count, 3));
  await answer(page, 'MIN to move; MAX wins with best play.');
  await page.getByRole('button', { name: 'All positions' }).click();
  await soon(() => page.locator('.graph .node.here title').count(), (count) => assert.equal(count, 1));
  await button(page, 'Take back').click();
  await page.getByRole('button', { name: 'Piles', exact: true }).click();
  await soon(() => page.locator('.pile').count(), (count) => assert.equal(count, 1));
});

test('nim: the winning move is shown and played by keys; a large pile is typed', async (t) => {
  const page = await fresh(t, { game: 'grundy', piles: [5] });
  await page.getByLabel('Game', { exact: true }).selectOption('nim');
  await answer(page, 'MAX to move; MAX wins with best play. Take 2 from the pile of 3.');
  await soon(() => page.locator('.pile .value').allTextContents(), (found) => assert.deepEqual(found, ['G = 3', 'G = 4', 'G = 5']));
  await page.getByText('1 of 12 moves win.').waitFor();
  await page.getByLabel('MIN', { exact: true }).check();
  await page.locator('.coin').first().focus();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('ArrowRight');
  await soon(() => page.evaluate(() => document.activeElement.getAttribute('aria-label')), (name) => assert.equal(name, 'pile 1: leave 1, wins'));
  await page.keyboard.press('Enter');
  await soon(() => page.locator('.moves-of-play').first().locator('button').count(), (count) => assert.equal(count, 2));
  await status(page, /MAX to move; MAX wins with best play/);
  await page.getByRole('textbox', { name: 'Piles', exact: true }).fill('3 500');
  await page.getByRole('textbox', { name: 'Piles', exact: true }).press('Enter');
  await status(page, 'Take 497 from the pile of 500.');
  await page.getByLabel('coins left').fill('3');
  await button(page, 'Move').click();
  await status(page, 'MIN to move; MIN loses'.slice(0, 12));
  await soon(() => page.locator('.pile .count').allTextContents(), (found) => assert.ok(found.every((one) => Number(one) <= 3), String(found)));
});

test('the last one loses: a largest move, misère, the graph; the second player wins', async (t) => {
  const page = await fresh(t, { game: 'nim', piles: [3, 4] });
  await page.getByRole('textbox', { name: 'Piles', exact: true }).fill('5');
  await page.getByRole('textbox', { name: 'Piles', exact: true }).press('Enter');
  await page.getByLabel('Most coins of a move').fill('3');
  await page.getByLabel('Most coins of a move').press('Enter');
  await page.getByLabel('Misère: the player without a move wins').check();
  await page.getByLabel('Draw all positions').check();
  await button(page, 'Solve').click();
  await answer(page, 'MAX to move; MIN wins with best play.');
  await page.getByText('Misère: play as usual while a pile is worth more than one').waitFor();
  await button(page, 'All positions').click();
  await soon(() => page.locator('.graph .node').count(), (count) => assert.equal(count, 10));
  await page.getByRole('button', { name: 'Piles', exact: true }).click();
  await soon(() => page.locator('button.coin').count(), (count) => assert.equal(count, 3));
  await page.getByLabel('MIN', { exact: true }).check();
  await button(page, 'pile 1: leave 4').click();
  await soon(() => page.locator('.pile .count').allTextContents(), (found) => assert.deepEqual(found, ['1']));
  await page.getByRole('button', { name: /^pile 1: take all/ }).click();
  await answer(page, 'No move is left: MIN wins.');
  const [other] = await posted(t, { game: 'grundy', piles: [7], to_move: 'MIN', misere: true, tree: true });
  await answer(other, 'MIN to move; MIN wins with best play.');
  await other.getByText('by a search of all positions').waitFor();
});

test('the list describes each game in Chinese', async (t) => {
  const jobs = [], server = await Server.start(); // a list without the jobs of the other tests
  atEnd(t, () => server.stop());
  for (const problem of [tie, { tree: ['CHANCE', 1, 2] }, { game: 'tictactoe', board: '.O..X....', ply: 2 }, { game: 'connect4', moves: '44444326555526' }, { game: 'connect4', moves: '1212121' },
    { game: 'grundy', piles: [7] }, { game: 'nim', piles: [3, 4, 5], misere: true }, { game: 'nim', piles: [5], take: 3 }, { game: 'grundy', piles: [9, 5], misere: true }]) {
    jobs.push(await server.post('gametree', problem, { wait: 60 }));
    assert.equal(jobs.at(-1).status, 'succeeded', JSON.stringify(jobs.at(-1)));
  }
  const page = await open(t, browser, `${server.url}/#/jobs?kind=gametree`, { locale: 'zh-CN', viewport: { width: 1280, height: 3000 } }); // rows outside the viewport are not drawn
  for (const { id, result } of jobs)
    await soon(() => page.locator('.jobs-row', { has: page.locator(`a[href*="${id}"]`) }).locator('.jobs-summary').textContent(),
      (found) => assert.match(found.replace(/MAX|MIN|Grundy|Nim|[XO]/g, ''), /^[^A-Za-z]*[\u4e00-\u9fff][^A-Za-z]*$/, result.summary));
});

test('a pasted text becomes the game; the address stores it; a job is edited', async (t) => {
  const page = await fresh(t, { tree: tie.tree });
  await paste(page, '.O. .X. ...');
  await soon(() => cells(page), (board) => assert.equal(board, '.O..X....'));
  await paste(page, '((1 2) (3 4))');
  await soon(() => leaves(page), (found) => assert.deepEqual(found, ['1', '2', '3', '4']));
  await paste(page, 'no game at all');
  await page.getByText('No game found in this text.').waitFor();
  const address = await soon(() => page.url(), (url) => { assert.match(url, /gametree\?p=/); return url; });
  await page.goto('about:blank');
  await page.goto(address);
  await soon(() => leaves(page), (found) => assert.deepEqual(found, ['1', '2', '3', '4']));
  const [job] = await posted(t, tie);
  await button(job, 'Edit').click();
  await job.locator('.surface.gametree[data-state=editing]').waitFor();
  await written(job, '((3 5) (3 9) (((2 8) 7) 1))');
  assert.match(job.url(), /#\/gametree/);
});

test('a refused problem says why; a text in the server\'s form is drawn and answered', async (t) => {
  const page = await fresh(t, { game: 'connect4', moves: '12121212' }, { expected: [/422/] });
  await button(page, 'Solve').click();
  await page.getByText('makes a line of four').first().waitFor();
  const reply = await fetch(`${server.url}/v1/gametree`, { method: 'POST', headers: { 'Content-Type': 'text/plain', Accept: 'application/json', Prefer: 'wait=60' }, body: 'nim 3 4 5' });
  const { id } = await reply.json(), job = await open(t, browser, `${server.url}/#/jobs/${id}`);
  await soon(() => job.locator('.coin').count(), (count) => assert.equal(count, 12));
  await answer(job, 'Take 2 from the pile of 3.');
});

// Sums the layout shifts that no input caused.
const watchShifts = (page) => page.addInitScript(() => {
  window.shifts = 0;
  new PerformanceObserver((list) => { for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifts += one.value; }).observe({ type: 'layout-shift', buffered: true });
});

const shown = [{ ...tie, compare: true }, { ...tie, engine: 'open_closed' }, { tree: ['MAX', ['CHANCE', { p: '1/3', value: 3 }, { p: '2/3', children: [5, 2] }], ['CHANCE', 1, 4]], engine: 'expectiminimax', trace: true }, { game: 'tictactoe', board: '.O..X....', ply: 2 }, { game: 'tictactoe', count: true },
  { game: 'grundy', piles: [7, 20], to_move: 'MIN', tree: true }, { game: 'nim', piles: [3, 40, 500] }, { game: 'nim', piles: [5], take: 3, misere: true, tree: true }, { game: 'connect4', moves: '44444326555526' }];

for (const [name, options] of [['a desktop', desk], ['a phone', phone]])
  test(`the answer is in view without scrolling, and nothing jumps: ${name}`, async (t) => {
    const page = await fresh(t, shown[0], { ...options, watch: watchShifts });
    for (const problem of shown) {
      await page.goto(where(problem));
      await page.locator('.surface.gametree[data-state=editing]').waitFor();
      await button(page, 'Solve').click();
      await page.locator('.surface.gametree[data-state=answered]').waitFor();
      await inView(page, JSON.stringify(problem));
    }
    const shifts = await page.evaluate(() => window.shifts);
    assert.ok(shifts <= 0.02 * shown.length, `layout shift ${shifts}`);
  });

for (const [name, options, locale] of [['light, desktop', desk, 'en-US'], ['dark, phone', { ...phone, colorScheme: 'dark' }, 'en-US'], ['Chinese, phone', phone, 'zh-CN']])
  test(`nothing for axe to find, nothing wider than the screen: ${name}`, async (t) => {
    const look = async (page, what) => {
      assert.deepEqual(await violations(page), [], what);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth) - page.viewportSize().width; // innerWidth grows with content that is too wide
      assert.ok(wide <= 0, `${what} is ${wide} px wider than the screen`);
    };
    const page = await fresh(t, null, { ...options, locale });
    for (const problem of shown) {
      await page.goto(where(problem));
      await page.locator('.surface.gametree[data-state=editing]').waitFor();
      await look(page, `editor of ${JSON.stringify(problem)}`);
      const job = await server.post('gametree', problem, { wait: 60 });
      await page.goto(`${server.url}/#/jobs/${job.id}`);
      await page.locator('.surface.gametree[data-state=answered]').waitFor();
      if (problem.trace) {
        const controls = page.locator('.player .controls button');
        await controls.first().click();
        for (let i = 0; i < 9; i++) await controls.nth(Math.ceil(await controls.count() / 2)).click();
      }
      await look(page, `answer to ${JSON.stringify(problem)}`);
    }
  });

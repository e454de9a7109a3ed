// Game trees on the page: a tree typed and generated, alpha-beta played back beside minimax; tic-tac-toe by stages and played;
// connect four; Grundy's game and nim as coins, with the graph of all positions.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { violations } from '../lib/axe.mjs';
import { launch, open, phone } from '../lib/browser.mjs';
import { Server } from '../lib/server.mjs';
import { paste, soon } from '../lib/soon.mjs';

const tie = { tree: ['MAX', ['MIN', 3, 5], ['MIN', 3, 9], ['MIN', ['MAX', ['MIN', 2, 8], 7], 1]], engine: 'alphabeta', trace: true };

let server, browser;
before(async () => { [server, browser] = await Promise.all([Server.start(), launch()]); });
after(async () => { await browser.close(); await server.stop(); });

const button = (page, name) => page.getByRole('button', { name, exact: true });
const fresh = async (t, game, options) => {
  const page = await open(t, browser, `${server.url}/#/solve/gametree${game ? `?game=${encodeURIComponent(typeof game === 'string' ? game : JSON.stringify(game))}` : ''}`, options);
  await page.locator('.gametree.editor').waitFor();
  return page;
};
const posted = async (t, problem, options) => {
  const job = await server.post('gametree', problem, { wait: 60 });
  assert.equal(job.status, 'succeeded', JSON.stringify(job));
  const page = await open(t, browser, `${server.url}/#/jobs/${job.id}`, options);
  await page.locator('.gametree.view').waitFor();
  return [page, job.result];
};
const leaves = (page, look = '', n = 0) => page.locator('.drawing').nth(n).locator(`.node.leaf${look} text`).allTextContents();
const inner = (page, n = 0) => page.locator('.drawing').nth(n).locator('.node:not(.leaf)').evaluateAll((all) => Object.fromEntries(all.map((one) => [one.querySelector('.name').textContent, one.querySelector('text').textContent])));
const heading = (page, text) => page.locator('.player h2', { hasText: text }).waitFor();
const cells = (page, where = '.play') => page.locator(`${where} .ttt .cell`).evaluateAll((all) => all.map((one) => (one.classList.contains('x') ? 'X' : one.classList.contains('o') ? 'O' : '.')).join(''));

test('a tree is typed in brackets and solved by keyboard alone', async (t) => {
  const page = await fresh(t, tie);
  await soon(() => leaves(page), (found) => assert.deepEqual(found, ['3', '5', '3', '9', '1', '7', '2', '8']));
  const field = page.getByLabel('The tree', { exact: true });
  await soon(() => field.inputValue(), (text) => assert.equal(text, '((3 5) (3 9) (((2 8) 7) 1))'));
  await field.focus();
  await field.fill('((4 -2) (1 6 5)');
  await page.keyboard.press('Enter');
  await page.getByText('This cannot be read.').waitFor();
  await field.fill('((4 -2) (1 6 5))');
  await page.keyboard.press('Enter');
  await soon(() => leaves(page), (found) => assert.deepEqual(found, ['4', '−2', '1', '6', '5']));
  await page.getByLabel('To move').selectOption('MIN');
  await button(page, 'Solve').focus();
  await page.keyboard.press('Enter');
  await page.getByText('The root is worth 4.').waitFor();
  await page.getByText('MIN takes branch 1.').waitFor();
});

test('alpha-beta is played back: values, windows, cuts with their reason, counters', async (t) => {
  const [page, result] = await posted(t, tie);
  await heading(page, 'The beginning');
  assert.equal(result.leaves, 6);
  await button(page, 'Next cut').click();
  await heading(page, 'Alpha cut');
  await page.getByText('Alpha cut below C: its value is at most 3, and MAX at A already has 3.').waitFor();
  await soon(() => leaves(page, '.gone'), (found) => assert.deepEqual(found, ['9']));
  await soon(() => inner(page), (found) => assert.deepEqual(found, { A: '≥3', B: '3', C: '≤3', D: '', E: '', F: '' }));
  await soon(() => page.locator('.drawing').first().locator('.slash').count(), (count) => assert.equal(count, 2));
  await button(page, 'Next cut').click();
  await page.getByText('Alpha cut below F: its value is at most 2, and MAX at A already has 3.').waitFor();
  await soon(() => leaves(page, '.seen'), (found) => assert.deepEqual(found, ['3', '5', '3', '2']));
  await button(page, 'Cut before').click();
  await page.getByText('Alpha cut below C').waitFor();
  await page.keyboard.press('ArrowRight');
  await heading(page, 'C is done');
  await page.keyboard.press('ArrowRight');
  await heading(page, 'Enter D');
  await page.getByText('MIN moves at D, within α = 3, β = ∞.').waitFor();
  await page.keyboard.press('End');
  await heading(page, 'The end');
  await soon(() => leaves(page, '.seen'), (found) => assert.deepEqual(found, ['3', '5', '3', '1', '7', '2']));
  await soon(() => page.locator('.numbers').textContent(), (text) => assert.match(text, new RegExp(`6 / 8.*${result.minimum_leaves}`)));
  await page.locator('.steps button', { hasText: 'Alpha cut: F' }).click();
  await page.getByText('Alpha cut below F').waitFor();
});

test('minimax runs beside it with as many leaves, to its end', async (t) => {
  const [page] = await posted(t, tie);
  await button(page, 'Next cut').click();
  await soon(() => leaves(page, '.seen', 1), (found) => assert.deepEqual(found, ['3', '5', '3']));
  await soon(() => inner(page, 1), ({ B }) => assert.equal(B, '3'));
  await page.keyboard.press('End');
  await soon(() => leaves(page, '.seen', 1), (found) => assert.equal(found.length, 8));
  await soon(() => inner(page, 1), (found) => assert.deepEqual(found, { A: '3', B: '3', C: '3', D: '1', E: '7', F: '2' }));
  await page.getByLabel('Minimax beside it').uncheck();
  await soon(() => page.locator('.drawing').count(), (count) => assert.equal(count, 1));
});

test('minimax is played back with OPEN and CLOSED, and depth first', async (t) => {
  const page = await fresh(t, { tree: ['MAX', ['MIN', 3, 5], ['MIN', 2, 9], 4] });
  await button(page, 'Minimax with OPEN and CLOSED').click();
  await heading(page, 'The beginning');
  const lists = () => page.locator('.lists dd').allTextContents(), line = () => page.locator('.procedure .now').allTextContents();
  await soon(lists, (found) => assert.deepEqual(found, ['A', '( )']));
  await page.locator('.player').getByRole('button', { name: 'Next step' }).click();
  await heading(page, 'A is expanded');
  await soon(lists, (found) => assert.deepEqual(found, ['B, C, A3', 'A']));
  await page.keyboard.press('ArrowRight');
  await page.getByText('Its children are at the depth limit and get their values at once.').waitFor();
  await soon(() => leaves(page, '.seen', 1), (found) => assert.deepEqual(found, ['3', '5'])); // the first drawing is the editor's
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
  const [other] = await posted(t, { ...tie, engine: 'minimax' });
  await heading(other, 'Enter A');
  assert.equal(await other.locator('.lists').count(), 0);
  await button(other, 'Last step').click();
  await soon(() => leaves(other, '.seen'), (found) => assert.equal(found.length, 8));
  await soon(() => inner(other), (found) => assert.deepEqual(found, { A: '3', B: '3', C: '3', D: '1', E: '7', F: '2' }));
});

test('chance nodes are typed, drawn and played back', async (t) => {
  const page = await fresh(t, tie), field = page.getByLabel('The tree', { exact: true });
  await field.fill('(<1/3:3 2/3:(5 2)> <1 4>)');
  await field.press('Enter');
  await soon(() => page.locator('.odds').allTextContents(), (found) => assert.deepEqual(found, ['1/3', '2/3', '1/2', '1/2']));
  assert.equal(await page.getByLabel('Engine').count(), 0);
  await button(page, 'Expectiminimax step by step').click();
  await page.getByText('The root is worth 5/2.').first().waitFor();
  await page.locator('.player').getByRole('button', { name: 'Next step' }).click();
  await page.getByText('Chance moves at B.').waitFor();
  await page.locator('.player').getByRole('button', { name: 'Last step' }).click();
  await soon(() => inner(page, 1), (found) => assert.deepEqual(found, { A: '5/2', B: '7/3', C: '2', D: '5/2' }));
  const [plain] = await posted(t, { tree: ['CHANCE', ['MAX', 1, 2], 3.5] });
  await plain.getByText('The root is worth 11/4.').waitFor();
  await soon(() => inner(plain), (found) => assert.deepEqual(found, { A: '11/4', B: '2' }));
});

test('trees are generated, engines compared, one without steps leads to them', async (t) => {
  const page = await fresh(t, { generate: { branching: 2, depth: 3, values: 'random', seed: 7 } });
  await page.getByLabel('Branching').fill('3');
  await page.getByLabel('Branching').blur();
  await page.getByText('27 leaves').waitFor();
  await button(page, 'Compare engines').click();
  await soon(() => page.locator('.view .numeric tbody th').allTextContents(), (found) => assert.ok(found.includes('minimax') && found.includes('alpha-beta'), String(found)));
  await soon(() => leaves(page), (found) => assert.equal(found.length, 27));
  await page.locator('.view').getByRole('button', { name: 'Alpha-beta step by step' }).click();
  await heading(page, 'The beginning');
});

test('a window, a limited depth and names are shown', async (t) => {
  const [page] = await posted(t, { tree: ['MAX', ['MIN', 3, 5], ['MIN', 2, 9]], window: [4, 10], engine: 'alphabeta', trace: true });
  await page.getByText('The root is worth at most 3.').waitFor();
  await button(page, 'Next cut').click();
  await page.getByText('Cut below B: its value 3 is outside the requested window.').waitFor();
  const [other] = await posted(t, { tree: { children: [{ name: 'left', children: [1, 2] }, { name: 'right', eval: 7, children: [4, 3] }] }, engine: 'alphabeta', trace: true });
  await other.getByText('MAX takes branch right.').waitFor();
  await soon(() => inner(other), (found) => assert.deepEqual(found, { A: '', left: '', right: '' }));
  const [flat] = await posted(t, { first_child: [1, 3, 5, -1, -1, -1, -1], value: [0, 4, 1, 3.5, 5, 2, 9], depth: 1 });
  await flat.getByText('Searched to a limited depth; positions at that depth are evaluated.').waitFor();
  await soon(() => leaves(flat), (found) => assert.deepEqual(found, ['4', '1']));
});

test('a part of the steps links to all of them; trees too large are described', async (t) => {
  const [page, { trace }] = await posted(t, { generate: { branching: 3, depth: 3, values: 'incremental', seed: 7 }, engine: 'alphabeta', trace: { from: 1, count: 5 } });
  await page.getByText(`Steps 1 to 5 of ${trace.events}.`).waitFor();
  await button(page, 'All steps').click();
  await soon(() => page.locator('.player .num.muted').first().textContent(), (text) => assert.equal(text, `1 / ${trace.events + 1}`));
  const [other] = await posted(t, { generate: { branching: 4, depth: 5, values: 'random', seed: 7 } });
  await other.getByText('Trees of more than 180 leaves are not drawn.').waitFor();
});

test('tic-tac-toe: the first stage of the lecture notes', async (t) => {
  const [page] = await posted(t, { game: 'tictactoe', board: '.........', ply: 2, symmetry: true });
  const moves = page.locator('.stage > ol > li');
  await soon(() => moves.count(), (count) => assert.equal(count, 3));
  assert.deepEqual(await moves.locator('.head b').allTextContents(), ['−1', '−2', '1']);
  assert.match(await moves.nth(2).getAttribute('class'), /best/);
  assert.deepEqual(await moves.nth(0).locator('.replies b').allTextContents(), ['1', '0', '−1', '1', '0']);
  await page.getByText('12 leaves, 72 without symmetry').waitFor();
});

test('tic-tac-toe: a board is clicked together, its stage has two best moves', async (t) => {
  const page = await fresh(t, { game: 'tictactoe', board: '....X....', ply: 2 });
  await button(page, 'row 1, column 2: empty').click();
  await button(page, 'row 1, column 2: X').click();
  await soon(() => cells(page, '.editor'), (board) => assert.equal(board, '.O..X....'));
  await page.getByText('e(p) = 6 − 4 = 2').first().waitFor();
  await button(page, 'Solve').click();
  await soon(() => page.locator('.stage .move.best .head b').allTextContents(), (found) => assert.ok(found.length >= 2 && found.every((one) => one === '1'), String(found)));
});

test('tic-tac-toe is played against the server, which does not lose', async (t) => {
  const [page] = await posted(t, { game: 'tictactoe', board: '.........' });
  await page.getByText('A draw with best play.').waitFor();
  await page.locator('.play').getByRole('button', { name: 'row 1, column 1: worth 0' }).click();
  await soon(() => cells(page), (board) => assert.equal(board, 'X...O....'));
  await page.locator('.play .cell').nth(8).click();
  await soon(() => cells(page), (board) => assert.equal(board.replace(/[^O]/g, '').length, 2));
  await page.getByText('A draw with best play.').waitFor();
  await page.getByRole('button', { name: '↶ Take back' }).click();
  await soon(() => cells(page), (board) => assert.equal(board, 'X...O....'));
  // To the end of the game, whatever the server plays: X moves whenever both have as many signs.
  const signs = (board, sign) => board.split(sign).length - 1;
  const ended = () => page.locator('.play').getByText(/three in a row|board is full/).count();
  for (;;) {
    const end = await soon(async () => [await cells(page), await ended()], ([board, over]) => { assert.ok(over || signs(board, 'X') === signs(board, 'O'), board); return over; });
    if (end) break;
    const before = await cells(page);
    await page.locator('.play .cell:not(.x, .o)').first().click();
    await soon(() => cells(page), (board) => assert.ok(signs(board, 'X') > signs(before, 'X'), board));
  }
  assert.equal(await page.getByText('X has three in a row.').count(), 0);
});

test('connect four: scores of columns, stones dropped, the end', async (t) => {
  const [page, result] = await posted(t, { game: 'connect4', moves: '44444326555526' });
  const scores = () => page.locator('.c4 .score').evaluateAll((all) => all.map((one) => one.textContent.replace('−', '-').replace('+', '')));
  await soon(scores, (found) => assert.deepEqual(found, [1, 2, 3, 4, 5, 6, 7].map((column) => String(result.moves.find(({ move }) => move === column)?.value ?? ''))));
  await page.locator('.c4 .column').first().click();
  await page.locator('code', { hasText: '444443265555261' }).waitFor();
  await soon(scores, (found) => assert.ok(found.some(Boolean)));
  const next = await fresh(t, { game: 'connect4', moves: '112233' });
  await next.locator('.c4 .column').nth(3).click();
  await next.getByText('Red has four in a row.').waitFor();
  await next.getByLabel('Moves').fill('11111111');
  await next.getByLabel('Moves').press('Enter');
  await next.getByText('This cannot be read.').waitFor();
});

test('Grundy\'s game: coins, values, the graph of seven; a pile is split and the server answers', async (t) => {
  const [page] = await posted(t, { game: 'grundy', piles: [7], to_move: 'MIN', tree: true });
  await page.getByText('MIN to move; MAX wins with best play.').waitFor();
  await soon(() => page.locator('.state-node').count(), (count) => assert.equal(count, 14));
  await soon(() => page.locator('.coin').count(), (count) => assert.equal(count, 7));
  await button(page, 'pile 1: split into 3 and 4').click();
  await soon(() => page.locator('.pile').count(), (count) => assert.equal(count, 3));
  await page.getByText('MIN to move; MAX wins with best play.').waitFor();
  await page.getByRole('button', { name: '↶ Take back' }).click();
  await soon(() => page.locator('.pile').count(), (count) => assert.equal(count, 1));
});

test('nim: the winning move is shown and played', async (t) => {
  const page = await fresh(t, { game: 'grundy', piles: [5] });
  await page.getByLabel('Game').selectOption('nim');
  await page.getByLabel('Piles').fill('3 4 5');
  await page.getByLabel('Piles').press('Enter');
  await button(page, 'Solve').click();
  await page.getByText('MAX to move; MAX wins with best play. Take 2 from the pile of 3.').waitFor();
  await page.locator('.view').getByRole('button', { name: 'pile 1: leave 1' }).click();
  await page.getByText(/MAX to move; MAX wins with best play/).waitFor();
});

test('the last one loses: a largest move, misère, the graph; the second player wins', async (t) => {
  const page = await fresh(t, { game: 'nim', piles: [3, 4] });
  await page.getByLabel('Piles').fill('5');
  await page.getByLabel('Piles').press('Enter');
  await page.getByLabel('Most coins of a move').fill('3');
  await page.getByLabel('Most coins of a move').press('Enter');
  await page.getByLabel('Misère: the player without a move wins').check();
  await page.getByLabel('Draw all positions').check();
  await button(page, 'Solve').click();
  await page.getByText('MAX to move; MIN wins with best play.').waitFor();
  await page.getByText('Misère: play as usual while a pile is worth more than one').waitFor();
  await soon(() => page.locator('.state-node').count(), (count) => assert.equal(count, 10));
  await soon(() => page.locator('.view button.gap').count(), (count) => assert.equal(count, 3));
  await page.locator('.view').getByRole('button', { name: 'pile 1: leave 4' }).click();
  await soon(() => page.locator('.view .pile .count').allTextContents(), (found) => assert.deepEqual(found, ['1']));
  await page.locator('.view').getByRole('button', { name: 'pile 1: take all' }).click();
  await page.getByText('No move is left: MIN wins.').waitFor();
  const [other] = await posted(t, { game: 'grundy', piles: [7], to_move: 'MIN', misere: true, tree: true });
  await other.getByText('MIN to move; MIN wins with best play.').waitFor();
  await other.getByText('by a search of all positions').waitFor();
});

test('the list describes each game in Chinese', async (t) => {
  const jobs = [];
  for (const problem of [tie, { tree: ['CHANCE', 1, 2] }, { game: 'tictactoe', board: '.O..X....', ply: 2 }, { game: 'connect4', moves: '44444326555526' }, { game: 'connect4', moves: '1212121' },
    { game: 'grundy', piles: [7] }, { game: 'nim', piles: [3, 4, 5], misere: true }, { game: 'nim', piles: [5], take: 3 }, { game: 'grundy', piles: [9, 5], misere: true }]) {
    jobs.push(await server.post('gametree', problem, { wait: 60 }));
    assert.equal(jobs.at(-1).status, 'succeeded', JSON.stringify(jobs.at(-1)));
  }
  const page = await open(t, browser, `${server.url}/#/jobs?kind=gametree`, { locale: 'zh-CN', viewport: { width: 1280, height: 3000 } }); // rows outside the viewport are not drawn
  for (const { id, result } of jobs)
    await soon(() => page.locator('.jobs-row', { has: page.locator(`a[href*="${id}"]`) }).locator('.jobs-summary').textContent(),
      (text) => assert.match(text.replace(/MAX|MIN|Grundy|Nim|[XO]/g, ''), /^[^A-Za-z]*[\u4e00-\u9fff][^A-Za-z]*$/, result.summary));
});

test('a pasted text becomes the game; a link stores it; the job links back', async (t) => {
  const page = await fresh(t, tie, { permissions: ['clipboard-read', 'clipboard-write'] });
  await paste(page, '.O. .X. ...');
  await soon(() => cells(page, '.editor'), (board) => assert.equal(board, '.O..X....'));
  await paste(page, '((1 2) (3 4))');
  await soon(() => leaves(page), (found) => assert.deepEqual(found, ['1', '2', '3', '4']));
  await paste(page, 'no game at all');
  await page.getByText('No game found in this text.').waitFor();
  await page.locator('.menu summary', { hasText: 'Copy' }).click();
  await button(page, 'as a link').click();
  const address = await soon(() => page.evaluate(() => navigator.clipboard.readText()), (text) => { assert.match(text, /game=/); return text; });
  await page.goto('about:blank');
  await page.goto(address);
  await soon(() => leaves(page), (found) => assert.deepEqual(found, ['1', '2', '3', '4']));
  await button(page, 'Solve').click();
  await page.getByRole('link', { name: 'To the job' }).click();
  await page.getByRole('link', { name: 'Change this game' }).click();
  await page.locator('.gametree.editor').waitFor();
  await soon(() => leaves(page), (found) => assert.deepEqual(found, ['1', '2', '3', '4']));
});

for (const [name, options, locale] of [['light, desktop', {}, 'en-US'], ['dark, phone', { ...phone, colorScheme: 'dark' }, 'en-US'], ['Chinese, phone', phone, 'zh-CN']])
  test(`nothing for axe to find, nothing wider than the screen: ${name}`, async (t) => {
    const look = async (page, where) => {
      assert.deepEqual(await violations(page), [], where);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth) - page.viewportSize().width; // innerWidth grows with content that is too wide
      assert.ok(wide <= 0, `${where} is ${wide} px wider than the screen`);
    };
    const page = await fresh(t, tie, { ...options, locale });
    await look(page, 'editor');
    for (const problem of [{ ...tie, compare: true }, { ...tie, engine: 'open_closed' }, { tree: ['MAX', ['CHANCE', { p: '1/3', value: 3 }, { p: '2/3', children: [5, 2] }], ['CHANCE', 1, 4]], engine: 'expectiminimax', trace: true }, { game: 'tictactoe', board: '.O..X....', ply: 2 }, { game: 'tictactoe', count: true }, { game: 'grundy', piles: [7, 20], to_move: 'MIN', tree: true },
      { game: 'nim', piles: [3, 40, 500] }, { game: 'nim', piles: [5], take: 3, misere: true, tree: true }, { game: 'connect4', moves: '44444326555526' }]) {
      await page.goto(`${server.url}/#/solve/gametree?game=${encodeURIComponent(JSON.stringify(problem))}`);
      await page.locator('.gametree.editor').waitFor();
      await look(page, `editor of ${JSON.stringify(problem)}`);
      const job = await server.post('gametree', problem, { wait: 60 });
      await page.goto(`${server.url}/#/jobs/${job.id}`);
      await page.locator('.gametree.view').waitFor();
      await page.locator(`.job-id code:text-is("${job.id}")`).waitFor();
      if (problem.trace) {
        const controls = page.locator('.player .controls button'), next = Math.ceil(await controls.count() / 2);
        for (let i = 0; i < 9; i++) await controls.nth(next).click();
      }
      await look(page, `view of ${JSON.stringify(problem)}`);
    }
  });

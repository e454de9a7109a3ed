// Games that last: two screens in one game with the server killed between moves, a screen that is behind, an engine, the form,
// the list, the invitation.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { violationsInBothSchemes } from '../../lib/axe.mjs';
import { launch, open, phone } from '../../lib/browser.mjs';
import { atEnd } from '../../lib/end.mjs';
import { Server } from '../../lib/server.mjs';
import { flashes, soon } from '../../lib/soon.mjs';

const desk = { viewport: { width: 1280, height: 720 } };
const OUTAGE = [/ERR_CONNECTION|ERR_INCOMPLETE|ERR_EMPTY|Failed to load resource/]; // of a server that was killed

let server, browser;
before(async () => { [server, browser] = await Promise.all([Server.start(), launch()]); });
after(async () => { await browser.close(); await server.stop(); });

const button = (page, name) => page.getByRole('button', { name, exact: true });
const line = (page, text) => page.locator('.surface.game .line', { hasText: text }).waitFor();
const cell = (page, name) => page.locator(`.hex-cell[aria-label^="${name},"]`);
const stone = (page, name, side) => page.locator(`.hex-cell[aria-label^="${name}, ${side} stone"]`).waitFor();
const call = async (path, body, at = server) => (await fetch(at.url + path, { method: 'POST', headers: { 'Content-Type': 'application/json', 'If-Match': '*' }, body: JSON.stringify(body) })).json();
const begin = (body, at) => call('/v1/games', body, at);
const move = (game, text, at) => call(`/v1/games/${game.id}/moves`, { move: text }, at);
const screen = async (t, game, query, { at = server, ...options } = {}) => {
  const page = await open(t, browser, `${at.url}/#/games/${game.id}?${query}`, { ...desk, ...options });
  await page.locator('.surface.game').waitFor();
  return page;
};
const whole = async (page, selector) => {
  const { width, height } = page.viewportSize(), box = await page.locator(selector).boundingBox();
  assert.ok(box.x >= 0 && box.y >= 0 && box.x + box.width <= width && box.y + box.height <= height, `${selector}: ${JSON.stringify(box)}`);
};

test('two screens play Hex, the server is killed between moves, and the winning chain is shown on both', async (t) => {
  const own = await Server.start();
  atEnd(t, () => own.stop());
  const game = await begin({ game: 'hex', size: 3, swap: true }, own), options = { at: own, expected: OUTAGE };
  const black = await screen(t, game, 'seat=black', options), white = await screen(t, game, `seat=white&invite=${game.invite}`, options);
  await line(black, 'Your move.');
  await line(white, 'Waiting for Black.');
  await cell(white, 'b2').click(); // not its turn
  await cell(black, 'c1').click();
  await stone(white, 'c1', 'black');
  await line(white, 'Black played c1. Your move.');
  await button(white, 'Swap').click();
  await stone(black, 'a3', 'white');
  await own.kill();
  await cell(black, 'b1').click(); // waits for the server
  await line(black, 'Your move is sent as soon as the server answers.');
  await own.begin();
  await stone(white, 'b1', 'black');
  await line(black, 'Waiting for White.');
  await own.kill();
  await own.begin();
  await cell(white, 'b2').click();
  await stone(black, 'b2', 'white');
  await cell(black, 'a1').click();
  await line(white, 'Your move.');
  await white.reload();
  await cell(white, 'c1').click();
  for (const [page, words] of [[black, 'You lose. White has joined its edges and wins.'], [white, 'You win. White has joined its edges and wins.']]) {
    await line(page, words);
    await soon(() => page.locator('.hex-cell.chain').count(), (count) => assert.equal(count, 3));
  }
  const { moves } = await (await fetch(`${own.url}/v1/games/${game.id}`)).json();
  assert.deepEqual(moves, ['c1', 'swap', 'b1', 'b2', 'a1', 'c1']);
  await white.getByRole('link', { name: 'Review this game' }).click();
  await white.locator('.hex-moves button').nth(5).waitFor();
});

test('a side that resigns out of turn leaves its stones, and the game can be reviewed', async (t) => {
  const game = await begin({ game: 'hex', size: 5 });
  await move(game, 'c3');
  await move(game, 'resign black');
  const page = await screen(t, game, 'seat=black');
  await line(page, 'You lose. White wins: the other side resigned.');
  await stone(page, 'c3', 'black');
  await page.getByRole('link', { name: 'Review this game' }).click();
  await page.locator('.hex-moves button').waitFor();
  await stone(page, 'c3', 'black');
  assert.equal(await page.locator('.hex-moves button').count(), 1);
});

test('a screen that is behind gets the position, with a short message, and plays nothing', async (t) => {
  const game = await begin({ game: 'hex', size: 5 });
  let held;
  const page = await screen(t, game, 'seat=black', { watch: (opened) => opened.route(/\/moves/, async (route) => { await move(game, 'c3'); held = true; await route.continue(); }), expected: [/412/] });
  await flashes(page.getByText('The game has changed meanwhile.'), () => cell(page, 'b2').click());
  assert.ok(held);
  await stone(page, 'c3', 'black');
  await line(page, 'Waiting for White.');
  const { moves } = await (await fetch(`${server.url}/v1/games/${game.id}`)).json();
  assert.deepEqual(moves, ['c3']);
});

test('connect four against an engine: it answers, undo takes both back, redo makes them again, resigning ends the game', async (t) => {
  const page = await open(t, browser, `${server.url}/#/games?game=connect4`, desk);
  await page.getByLabel('Who plays Yellow').selectOption('an engine');
  await button(page, 'Begin').click();
  await line(page, 'Your move.');
  await page.locator('.c4 .column').nth(3).click();
  await soon(() => page.locator('.c4 .second').count(), (count) => assert.equal(count, 1));
  await line(page, /Yellow played column \d\. Your move\./);
  // The stream shows the undone moves before the reply to the undo: redo waits for it, and is not lost.
  await page.route(/\/undo/, async (route) => { const response = await route.fetch(); setTimeout(() => route.fulfill({ response }), 1000); });
  await page.locator('.c4 .column').first().focus();
  await page.keyboard.press('Backspace');
  await soon(() => page.locator('.c4 :is(.first, .second)').count(), (count) => assert.equal(count, 0));
  await page.keyboard.press('Control+y');
  await soon(() => page.locator('.c4 :is(.first, .second)').count(), (count) => assert.equal(count, 2));
  await button(page, 'Resign').click();
  await page.getByRole('dialog').getByRole('button', { name: 'Resign' }).click();
  await line(page, 'You lose. Yellow wins: the other side resigned.');
  await page.goBack();
  await page.locator('.games-list', { hasText: 'Yellow won' }).waitFor();
});

test('tic-tac-toe and piles are played by two on one screen to their end', async (t) => {
  const page = await screen(t, await begin({ game: 'tictactoe' }), 'seat=both');
  for (const [i, at] of [4, 0, 2, 8, 6].entries()) {
    await page.locator('.ttt .cell').nth(at).click();
    await soon(() => page.locator('.ttt .cell svg').count(), (count) => assert.equal(count, i + 1));
    await page.locator(`.surface.game[data-version="${i + 2}"]`).waitFor();
  }
  await line(page, 'X has three in a row.');
  const piles = await screen(t, await begin({ game: 'grundy', piles: [3] }), 'seat=both');
  await piles.locator('button.coin').first().click();
  await line(piles, 'No move is left: First player wins.');
});

test('the form begins a game and invites by a link; the link plays the other seat alone; the owner removes the game', async (t) => {
  const page = await open(t, browser, `${server.url}/#/games?game=hex&size=5&swap=0`, desk);
  await button(page, 'Begin').click();
  const dialog = page.getByRole('dialog'), address = dialog.locator('code');
  await dialog.getByRole('img', { name: 'The link as a QR code' }).waitFor();
  await dialog.getByText('No other machine can open this').waitFor();
  const url = await address.textContent();
  assert.match(url, /#\/games\/[0-9a-f]{32}\?seat=white&invite=[0-9a-f]{32}$/);
  assert.deepEqual(await violationsInBothSchemes(page), []);
  await page.keyboard.press('Escape');
  await cell(page, 'c3').click();
  const guest = await open(t, browser, url, phone);
  await line(guest, 'Black played c3. Your move.');
  assert.equal(await button(guest, 'Invite…').count(), 0);
  assert.equal(await guest.getByLabel('This screen plays').count(), 0);
  await whole(guest, '.hex-board');
  await cell(guest, 'b4').tap();
  await line(page, 'White played b4. Your move.');
  await page.goto(`${server.url}/#/games`);
  await page.locator('.games-list tbody tr').first().getByRole('button', { name: /^Delete the game/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await guest.getByRole('heading', { name: 'This game was removed' }).waitFor();
});

for (const [size, device] of [['desktop', desk], ['phone', phone]])
  test(`nothing for axe to find, and each board in view: ${size}`, async (t) => {
    const games = [[{ game: 'hex', size: 11, swap: true }, 'a10', '.hex-board'], [{ game: 'connect4' }, '4', '.c4'], [{ game: 'tictactoe' }, '4', '.ttt'], [{ game: 'nim', piles: [3, 4] }, '4->2', '.piles']];
    const page = await open(t, browser, `${server.url}/#/games`, { ...device, colorScheme: 'light' });
    await page.locator('.games-list').waitFor();
    assert.deepEqual(await violationsInBothSchemes(page), []);
    for (const [body, first, board] of games) {
      const game = await begin(body);
      await move(game, first);
      await page.goto(`${server.url}/#/games/${game.id}?seat=both`);
      await page.locator(`.surface.game ${board}`).waitFor();
      assert.deepEqual(await violationsInBothSchemes(page), [], body.game);
      await whole(page, board);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth), body.game);
    }
  });

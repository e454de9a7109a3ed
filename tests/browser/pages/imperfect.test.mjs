// Imperfect information on the surface: a decision in two tables that is typed, seen and answered; games with their curve and their
// strategies; the keyboard, a phone, an .efg file, refusals, Chinese.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { examples } from '../../../src/web/kinds/imperfect/examples.js';
import { violationsInBothSchemes } from '../lib/axe.mjs';
import { launch, open, phone } from '../lib/browser.mjs';
import { Server } from '../lib/server.mjs';
import { paste, soon } from '../lib/soon.mjs';

let server, browser;
before(async () => { [server, browser] = await Promise.all([Server.start(), launch()]); });
after(async () => { await browser.close(); await server.stop(); });

const bluff = examples[0].problem, method = examples[2].problem;
const button = (page, name) => page.locator('.surface').getByRole('button', { name, exact: true });
const grid = (page, name) => page.getByRole('grid', { name, exact: true });
const hidden = (page, place) => grid(page, 'What is hidden').locator(`[data-at="${place}"]`);
const paying = (page, place) => grid(page, 'What each action pays').locator(`[data-at="${place}"]`);
const state = (page, wanted) => page.locator(`.surface[data-state="${wanted}"]`).waitFor();
const text = (locator, good) => soon(() => locator.textContent(), good);
const says = (locator, wanted) => text(locator, (found) => assert.ok(found.includes(wanted), found));
const verdict = (page) => page.locator('.line .verdict');
const address = (problem) => `${server.url}/#/imperfect?p=${encodeURIComponent(JSON.stringify(problem))}`;
const asking = async (t, problem, options) => {
  const page = await open(t, browser, address(problem), options);
  await state(page, 'editing');
  return page;
};
const solved = async (page) => { await button(page, 'Solve').click(); await state(page, 'answered'); };

test('a decision: the posterior moves with each observation, typed or taken back; the answer stands in the tables', async (t) => {
  const page = await asking(t, { ...bluff, observations: [] });
  await says(hidden(page, '2 -1 0'), '30.0%');
  await button(page, '+ raise').click();
  await says(hidden(page, '0 -1 0'), '54.9%');
  await button(page, '+ bet big').click();
  await says(hidden(page, '0 -1 0'), '69.7%');
  await solved(page);
  await says(verdict(page), 'fold: worth 0, wins 30.3%');
  await says(paying(page, '0 -1 0'), 'worth -24.274');
  await says(page.locator('.surface-panel'), 'The decision changes at 40.0%.');
  await says(page.locator('.surface-panel'), 'Without the observations: call, which loses 24.274.');
  const posterior = (await (await fetch(`${server.url}/v1/jobs/${/job=(\w+)/.exec(await page.evaluate(() => location.hash))[1]}`)).json()).result.hidden.map((one) => one.posterior);
  assert.ok(Math.abs(posterior[0] - 0.168 / 0.241) < 1e-9, `${posterior}`);
});

test('the slider goes through the observations, and the address keeps the step', async (t) => {
  const page = await asking(t, bluff);
  await solved(page);
  const steps = page.getByRole('region', { name: 'What each observation told' });
  await says(steps, 'bet big: ');
  await says(hidden(page, '0 -1 0'), '69.7%');
  await steps.getByRole('button', { name: 'First step' }).click();
  await says(steps, 'Before the first observation');
  await says(hidden(page, '0 -1 0'), '35.0%');
  await page.keyboard.press('ArrowRight');
  await says(steps, 'raise: ');
  await says(hidden(page, '0 -1 0'), '54.9%');
  await page.waitForFunction(() => /[?&]step=1/.test(location.hash));
  await page.reload();
  await state(page, 'answered');
  await says(hidden(page, '0 -1 0'), '54.9%');
});

test('an entry is typed, undo takes it back; an entry that is no number is marked and refused', async (t) => {
  const page = await asking(t, bluff, { expected: [/status of 4\d\d/] });
  await hidden(page, '2 0 0').click();
  await page.keyboard.type('0.9');
  await page.keyboard.press('Enter');
  await says(hidden(page, '2 -1 0'), '40.8%');
  await page.keyboard.press('Control+z');
  await says(hidden(page, '2 -1 0'), '18.7%');
  await hidden(page, '0 1 0').click();
  await page.keyboard.type('often');
  await page.keyboard.press('Enter');
  await soon(() => hidden(page, '0 1 0').getAttribute('aria-invalid'), (is) => assert.equal(is, 'true'));
  await button(page, 'Solve').click();
  await state(page, 'refused');
  await says(page.locator('.surface-panel'), '/model/likelihood/raise/0');
});

test('payoffs for each state, and the method of the patent with its corrections', async (t) => {
  const page = await asking(t, examples[1].problem);
  await soon(() => grid(page, 'What each action pays').getByRole('columnheader').allTextContents(), (found) => assert.deepEqual(found.map((one) => one.trim()).filter(Boolean), ['rival is cheap', 'rival is average', 'rival is dear']));
  await solved(page);
  await says(verdict(page), 'worth');
  const patent = await asking(t, method);
  await solved(patent);
  await says(patent.locator('.surface-panel'), 'the method of the patent, corrected');
  await patent.getByText('Corrections to the formula of the patent').click();
  await says(patent.locator('.corrections'), 'D1');
});

test('Kuhn poker: the exact value and the strategy in the board', async (t) => {
  const page = await asking(t, { game: 'kuhn' });
  await solved(page);
  await says(verdict(page), 'Worth -1/18 to the first player; exploitable by 0');
  const rows = page.locator('.imperfect-board .strategy tr');
  assert.equal(await rows.count(), 6);
  await says(page.locator('.surface-panel'), 'normal form · exact · 12 information sets');
});

test('Leduc: the curve falls, and 144 information sets a player can be read', async (t) => {
  const page = await asking(t, { game: 'kuhn' });
  await button(page, 'Leduc hold’em').click();
  await solved(page);
  await says(verdict(page), 'Worth -0.08560');
  await soon(() => page.locator('.plot .curve').getAttribute('d'), (path) => assert.ok(path.split('L').length > 20, path));
  await soon(() => page.locator('.plot').getAttribute('aria-label'), (label) => assert.match(label, /at the end [\d.]+ × 10⁻⁷/));
  await page.getByText('Strategy of player 1: 144 information sets').click();
  await says(page.locator('.surface-panel details').first(), '84 more are in the JSON.');
});

test('an opponent is chosen, and trust is a dial: what is earned and what is risked stand beside each other', async (t) => {
  const page = await asking(t, { game: 'leduc' });
  await page.getByLabel('Find').selectOption({ label: 'the answer to a maniac' });
  await page.getByLabel('Trust 50%').fill('0.75');
  await page.getByLabel('Trust 75%').waitFor();
  await solved(page);
  await says(verdict(page), 'Earns ');
  const cells = await page.locator('.trusts tbody tr').evaluateAll((rows) => rows.map((row) => [...row.cells].map((cell) => cell.textContent.trim())));
  assert.deepEqual(cells.map(([trust]) => trust), ['0%', '75%', '100%']);
  const [none, some, full] = cells.map(([, earned, worst]) => [Number(earned), Number(worst)]);
  assert.ok(none[0] < some[0] && some[0] < full[0], JSON.stringify(cells));
  assert.ok(none[1] >= some[1] && some[1] > full[1], JSON.stringify(cells));
});

test('an .efg that is pasted is solved; an error in it names line and column', async (t) => {
  const page = await asking(t, { game: 'kuhn' }, { expected: [/status of 4\d\d/] });
  await paste(page, 'EFG 2 R "Entry" { "Entrant" "Incumbent" }\np "" 1 1 "" { "enter" "stay out" } 0\np "" 2 1 "" { "fight" "share" } 0\nt "" 1 "" { -1, -1 }\nt "" 2 "" { 1, 1 }\nt "" 3 "" { 0, 2 }\n');
  const field = page.getByLabel('Game in Gambit’s .efg format');
  await soon(() => field.inputValue(), (found) => assert.ok(found.startsWith('EFG 2 R')));
  await solved(page);
  await says(page.locator('.surface-panel'), 'backward induction');
  await says(page.locator('.surface-panel'), 'perfect information');
  await button(page, 'Edit').click();
  await field.fill('EFG 2 R "Entry" { "Entrant" }\nq\n');
  await field.blur();
  await button(page, 'Solve').click();
  await state(page, 'refused');
  await says(page.locator('.line'), 'line 2');
});

test('a long game shows its iterations and its curve, and is cancelled with what was found', async (t) => {
  const page = await asking(t, { game: 'liars_dice', target: 0, job: { timeout_ms: 120000 } });
  await button(page, 'Solve').click();
  await state(page, 'waiting');
  await says(page.locator('.line'), 'iterations, exploitable by');
  await soon(() => page.locator('.plot .curve').getAttribute('d'), (path) => assert.ok(path.split('L').length >= 2, path));
  await page.locator('.line').getByRole('button', { name: 'Cancel' }).click();
  await state(page, 'answered');
  await says(verdict(page), 'Worth -0.0');
});

test('a phone: tables and games fit, by touch, and nothing for axe to find', async (t) => {
  const page = await asking(t, bluff, phone);
  await page.locator('.seen').getByRole('button', { name: 'Remove bet big' }).tap();
  await says(hidden(page, '0 -1 0'), '54.9%');
  await button(page, 'Solve').tap();
  await state(page, 'answered');
  assert.deepEqual(await violationsInBothSchemes(page), []);
  const game = await asking(t, { game: 'leduc', want: 'exploit', opponent_strategy: 'tight', trust: 0.5 }, phone);
  assert.deepEqual(await violationsInBothSchemes(game), []);
  await button(game, 'Solve').tap();
  await state(game, 'answered');
  assert.ok(await game.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), 'too wide');
  assert.deepEqual(await violationsInBothSchemes(game), []);
});

test('in Chinese', async (t) => {
  const page = await open(t, browser, address({ game: 'kuhn' }), { locale: 'zh-CN' });
  await state(page, 'editing');
  await button(page, '求解').click();
  await state(page, 'answered');
  await says(verdict(page), '对先手的价值为 -1/18');
});

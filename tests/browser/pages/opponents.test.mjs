// The pages of opponents: the list, and one of them with its hands and its report. Situations that need many hands or a slow job are
// replies by script.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { violations, violationsInBothSchemes } from '../lib/axe.mjs';
import { launch, open, phone } from '../lib/browser.mjs';
import { atEnd } from '../lib/end.mjs';
import { Server } from '../lib/server.mjs';
import { flashes, paste, soon } from '../lib/soon.mjs';

let server, browser, folder;
before(async () => {
  [server, browser] = await Promise.all([Server.start(), launch()]);
  folder = mkdtempSync(join(tmpdir(), 'nashd-opponents-'));
});
after(async () => {
  await browser.close();
  await server.stop();
  rmSync(folder, { recursive: true, force: true });
});

// Hands of two players, Ann and Vera, from a number on: Vera raises with an ace and checks otherwise; all cards are shown.
const DEALS = [['Kc7d', 'AhQs', '2c9h4s', 'Jd', '3c'], ['9c8d', '6h2s', 'KcTh4s', '5d', '3h'], ['QcQd', 'AcTs', 'Ah8h3s', 'Kd', '7c'], ['5c5d', 'JhTs', '2c9h8s', '7d', 'Ac']];
function hand(number) {
  const [ann, vera, flop, turn, river] = DEALS[number % DEALS.length], high = vera.includes('A');
  const actions = [`d dh p1 ${ann}`, `d dh p2 ${vera}`, high ? 'p2 cbr 300' : 'p2 cc', 'p1 cc', `d db ${flop}`, 'p1 cc', 'p2 cc', `d db ${turn}`, 'p1 cc', 'p2 cc', `d db ${river}`, 'p1 cc', 'p2 cc', `p1 sm ${ann}`, `p2 sm ${vera}`];
  return `[${number}]\nvariant = 'NT'\nantes = [0, 0]\nblinds_or_straddles = [50, 100]\nmin_bet = 100\nstarting_stacks = [10000, 10000]\nactions = [${actions.map((one) => `'${one}'`).join(', ')}]\nplayers = ['Ann', 'Vera']\nhand = ${number}\n`;
}
const hands = (count, from = 1) => Array.from({ length: count }, (_, i) => hand(from + i)).join('\n');

async function call(path, body, { url = server.url, key, method = body === undefined ? 'GET' : 'POST', type = 'application/json' } = {}) {
  const reply = await fetch(`${url}${path}`, { method, headers: { 'Content-Type': type, ...(key && { Authorization: `Bearer ${key}` }) }, body: typeof body === 'object' ? JSON.stringify(body) : body });
  const text = await reply.text();
  assert.ok(reply.ok, `${path}: ${reply.status} ${text}`);
  return text && JSON.parse(text);
}
const make = (name, options = {}) => call('/v1/opponents', { kind: 'holdem', name, settings: { player: 'Vera' } }, options);
const observe = (id, text, options = {}) => call(`/v1/opponents/${id}/observe`, text, { ...options, type: 'text/plain' });
const taught = async (name, count, from, options) => {
  const made = await make(name, options);
  await observe(made.id, hands(count, from), options);
  return call(`/v1/opponents/${made.id}`, undefined, options);
};

const button = (page, name) => page.getByRole('button', { name, exact: true });
const row = (page, name) => page.locator('.opp-list tbody tr', { has: page.getByRole('link', { name, exact: true }) });
const show = async (t, { id }, options) => {
  const page = await open(t, browser, `${server.url}/#/opponents/${id}`, options);
  await page.getByRole('heading', { name: /How well|预测质量/ }).waitFor();
  return page;
};
// The counts of the newest observation: new, repeated, skipped, refused.
const counts = async (page) => (await page.locator('.observation').first().locator('.counts dd').allTextContents()).map(Number);
const expectCounts = (page, wanted) => soon(() => counts(page), (found) => assert.deepEqual(found, wanted));

test('an opponent is made by keyboard, learns pasted hands, and its report is shown', async (t) => {
  const page = await open(t, browser, `${server.url}/#/`);
  await page.getByRole('link', { name: 'Opponents' }).click();
  await page.getByRole('heading', { name: 'Opponents', level: 1 }).waitFor();
  await button(page, 'New opponent').focus();
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog');
  await soon(() => dialog.getByLabel('Kind').locator('option').allTextContents(), (kinds) => assert.ok(kinds.includes('Hold’em') && !kinds.includes('Sudoku'), 'only kinds that learn'));
  await soon(() => page.evaluate(() => document.activeElement.name), (name) => assert.equal(name, 'name'));
  assert.deepEqual(await violations(page), []);
  await page.keyboard.type('Vera');
  await dialog.getByLabel('Kind').selectOption('holdem');
  await dialog.getByLabel('Player in the hands').fill('Vera');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: 'Vera' }).waitFor();
  const [, id] = /#\/opponents\/([0-9a-f]{32})$/.exec(page.url());
  assert.deepEqual((await call(`/v1/opponents/${id}`)).settings, { player: 'Vera' });
  await page.getByText('Nothing is learnt yet.').waitFor();
  await page.getByText('It can be asked as soon as').waitFor();
  assert.deepEqual(await violations(page), []);

  assert.ok(await button(page, 'Learn').isDisabled());
  await page.getByRole('textbox', { name: 'Add hands' }).fill(hands(40));
  await button(page, 'Learn').click();
  await expectCounts(page, [40, 0, 0, 0]);
  await page.getByText('40 hands').first().waitFor();
  await page.locator('.opp-report .verdict').waitFor();
  const report = await call(`/v1/opponents/${id}/report`);
  const losses = page.getByRole('region', { name: 'Log-loss of the hidden cards' }).locator('tbody tr').first();
  await soon(() => losses.textContent(), (text) => assert.ok(text.includes(report.showdown.log_loss.toFixed(3)) && text.includes(report.showdown.uniform.toFixed(3)), text));
  await page.getByText(`Brier score ${report.win_probability.brier.toFixed(3)}`).waitFor();
  const bins = report.win_probability.bins.filter(({ n }) => n);
  await soon(() => page.locator('.bin').count(), (points) => assert.equal(points, bins.length));
  assert.deepEqual(await page.locator('.bins tbody tr td:last-child').allTextContents(), bins.map(({ n }) => String(n)));
  await page.getByText(`${report.situations.thin} of ${report.situations.seen} situations`).waitFor();
  assert.equal(await page.getByRole('region', { name: 'Where data is thin' }).locator('tbody tr').count(), report.situations.thin_list.length);
  assert.deepEqual(await violationsInBothSchemes(page), []);

  await page.getByRole('link', { name: 'Opponents' }).first().click();
  await soon(() => row(page, 'Vera').locator('td').allTextContents(), (cells) => assert.deepEqual(cells.slice(0, 3), ['Hold’em', '40', '0']));
});

test('known, foreign and bad hands are counted, with the reasons', async (t) => {
  const page = await show(t, await taught('Counted', 4));
  const foreign = hand(90).replaceAll('Vera', 'Bob'), bad = hand(91).replace('p2 cc', 'p2 cbr 3');
  await paste(page, [hands(5), foreign, bad].join('\n'));
  await expectCounts(page, [1, 4, 1, 1]);
  await page.getByText('1 hand could not be read').waitFor();
  await page.locator('.refused li', { hasText: /^hand 7, line \d+ \(91\): / }).waitFor();
  await page.getByText('5 hands', { exact: false }).first().waitFor();
  assert.deepEqual(await violations(page), []);
  await paste(page, 'these are no hands');
  await expectCounts(page, [0, 0, 0, 1]);
  await page.locator('.refused').first().getByText('the format is not recognised').waitFor();
  await page.locator('.observation').first().getByRole('button', { name: 'Close' }).click();
  await soon(() => page.locator('.observation').count(), (count) => assert.equal(count, 1));
  await page.getByRole('link', { name: 'Opponents' }).first().click();
  await page.getByRole('link', { name: 'Counted' }).click();
  await expectCounts(page, [1, 4, 1, 1]); // it is kept while other pages are shown
});

test('hands are read from a file, and dropped ones too', async (t) => {
  const page = await show(t, await make('Filed'));
  writeFileSync(join(folder, 'some.phhs'), hands(6, 100));
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button(page, 'Open a file…').click()]);
  await chooser.setFiles(join(folder, 'some.phhs'));
  await expectCounts(page, [6, 0, 0, 0]);
  await page.locator('.observation').getByText('some.phhs').waitFor();
  await page.evaluate((text) => {
    const dataTransfer = new DataTransfer();
    dataTransfer.items.add(new File([text], 'more.phhs'));
    document.body.dispatchEvent(new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }));
  }, hands(3, 106));
  await page.locator('.observation').getByText('more.phhs').waitFor();
  await expectCounts(page, [3, 0, 0, 0]);
});

test('a text that is too long is not sent', async (t) => {
  const page = await show(t, await make('Long'));
  await paste(page, '#'.repeat((8 << 20) + 1));
  await page.getByRole('alert').getByText('8.4 MB can be sent at once').waitFor();
});

test('another opponent is merged', async (t) => {
  const to = await taught('To', 5, 200), from = await taught('Of the other table', 7, 203), alien = await call('/v1/opponents', { kind: 'holdem', name: 'Alien' });
  await observe(alien.id, hands(2, 300));
  const page = await show(t, to);
  await button(page, 'Merge…').click();
  const dialog = page.getByRole('dialog'), choice = dialog.getByLabel('From');
  await soon(() => choice.locator('option').allTextContents(), (names) => {
    assert.ok(names.includes('Of the other table (7)'));
    assert.ok(!names.some((name) => /^To \(|Alien/.test(name)), 'neither itself nor one of another player');
  });
  assert.deepEqual(await violations(page), []);
  await choice.selectOption({ value: from.id });
  await button(dialog, 'Merge').click();
  await page.getByText('Merged: 12 hands in all. 2 of them are in both').waitFor();
  await page.getByText('12 hands').nth(1).waitFor();
  assert.equal((await call(`/v1/opponents/${to.id}`)).hands, 12);
  assert.equal((await call(`/v1/opponents/${from.id}`)).hands, 7);
});

test('an opponent is exported, deleted after a question, and imported again', async (t) => {
  const made = await taught('Round trip / 1', 6), page = await show(t, made), before = await call(`/v1/opponents/${made.id}/export`);
  const [download] = await Promise.all([page.waitForEvent('download'), button(page, 'Export').click()]);
  assert.equal(download.suggestedFilename(), 'Round-trip-1.opponent.json');
  const file = join(folder, 'round.json');
  await download.saveAs(file);
  assert.deepEqual(JSON.parse(readFileSync(file, 'utf8')), before);

  await button(page, 'Delete').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('6 hands').waitFor();
  assert.deepEqual(await violations(page), []);
  await button(dialog, 'Cancel').click();
  await dialog.waitFor({ state: 'detached' });
  await button(page, 'Delete').click();
  await flashes(page.getByText('Round trip / 1 is deleted.'), () => button(dialog, 'Delete').click());
  await page.getByRole('heading', { name: 'Opponents', level: 1, exact: true }).waitFor();
  await soon(() => row(page, 'Round trip / 1').count(), (count) => assert.equal(count, 0));
  assert.equal((await fetch(`${server.url}/v1/opponents/${made.id}`)).status, 404);

  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), button(page, 'Import…').click()]);
  await chooser.setFiles(file);
  await page.getByRole('heading', { level: 1, name: 'Round trip / 1' }).waitFor();
  const [, id] = /#\/opponents\/([0-9a-f]{32})$/.exec(page.url());
  assert.notEqual(id, made.id);
  assert.deepEqual(await call(`/v1/opponents/${id}/export`), before);
  await page.getByText('6 hands').first().waitFor();
  await paste(page, JSON.stringify(before)); // an export that is given to an opponent is merged
  await page.getByText('Merged: 12 hands in all. 6 of them').waitFor();
});

test('the list deletes, and shows what the server refuses', async (t) => {
  await make('Doomed');
  const page = await open(t, browser, `${server.url}/#/opponents`, { expected: [/status of (400|422)/] });
  await button(page, 'Delete Doomed').click();
  await page.getByRole('dialog').getByText('It has learnt nothing yet.').waitFor();
  await button(page.getByRole('dialog'), 'Delete').click();
  await row(page, 'Doomed').waitFor({ state: 'detached' });
  await paste(page, '{"kind":"sudoku","name":"No"}');
  await page.getByText('no opponents are kept of the kind "sudoku"').waitFor();
  await button(page, 'New opponent').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Kind').selectOption('holdem');
  await dialog.getByLabel('Name').fill('n');
  await dialog.getByLabel('Player in the hands').fill('p'.repeat(80));
  await button(dialog, 'Create').click();
  await dialog.getByRole('alert').getByText('/settings/player').waitFor();
  assert.deepEqual(await violations(page), []);
});

test('a missing opponent is named, and an unreachable server', async (t) => {
  const page = await open(t, browser, `${server.url}/#/opponents/${'0'.repeat(32)}`, { expected: [/status of (404|503)/] });
  await page.getByRole('heading', { name: 'There is no such opponent' }).waitFor();
  assert.deepEqual(await violations(page), []);
  await page.getByRole('link', { name: 'All opponents' }).click();
  await page.getByRole('heading', { name: 'Opponents', level: 1, exact: true }).waitFor();
  await page.route('**/v1/opponents?*', (route) => route.fulfill({ status: 503, json: { status: 503, detail: 'the list cannot be read now' } }));
  await page.getByRole('alert').getByText('the list cannot be read now').waitFor();
  await page.unroute('**/v1/opponents?*');
  await button(page, 'Try again').click();
  await page.getByRole('alert').waitFor({ state: 'detached' });
});

test('progress is shown while hands are read, and failures with their reason', async (t) => {
  const made = await make('Slow'), page = await show(t, made), other = '1'.repeat(32), job = { id: '2'.repeat(32), kind: 'holdem', status: 'running', progress: { hands: 1234, refused: 0, read: 0.5 } };
  let seen = { id: other, status: 'waiting', job: null };
  await page.route('**/observe', (route) => route.fulfill({ status: 202, headers: { Link: `</v1/opponents/${made.id}/observations/${other}>; rel="status"` }, json: seen }));
  await page.route('**/observations/*', (route) => route.fulfill({ json: seen }));
  await page.route(`**/v1/jobs/${job.id}`, (route) => route.fulfill({ json: job }));
  await paste(page, 'hands');
  await page.getByText('Waiting for its turn…').waitFor();
  seen = { ...seen, job: job.id };
  await page.getByText('1,234 hands so far').waitFor();
  assert.equal(await page.getByRole('progressbar').getAttribute('value'), '0.5');
  assert.equal(await page.getByRole('link', { name: 'Job', exact: true }).getAttribute('href'), `#/jobs/${job.id}`);
  assert.deepEqual(await violations(page), []);
  seen = { ...seen, status: 'failed', error: { status: 413, title: 'Too large', detail: 'the model would have 9000000 bytes' } };
  await page.getByRole('alert').getByText('the model would have 9000000 bytes').waitFor();
});

// A report as it is after many hands.
const block = (i, more) => ({ from_hand: 1 + 250 * i, hands: 250, actions: 900, from: 20240101000000 + i * 1000000, to: 20240101235959 + i * 1000000, action_loss: 0.6 - i / 50, showdown: { n: 60, log_loss: 6.1 - i / 20, stderr: 0.1, uniform: 6.99, gain: 0.9 + i / 20, perplexity: 400 }, ...more });
const grown = {
  hands: 1000, actions: 3600, trust: 0.5, conditional_on_showdown: true, changes: 1,
  showdown: { n: 240, log_loss: 6.02, stderr: 0.05, uniform: 6.99, gain: 0.97, perplexity: 411 }, flop: { n: 30, log_loss: 6.9, stderr: 0.2, uniform: 6.8, gain: -0.1, perplexity: 900 },
  win_probability: { n: 240, brier: 0.151, brier_uniform: 0.21, ece: 0.03, ece_uniform: 0.12, bins: Array.from({ length: 10 }, (_, i) => ({ from: i / 10, to: (i + 1) / 10, n: 10 * i, ...(i && { said: i / 10 + 0.04, won: i / 10 + 0.06 }) })) },
  drift: [block(0), block(1), block(2, { changed: 41.3 }), block(3)],
  situations: { seen: 12, thin: 2, thin_below: 100, thin_list: [{ situation: 'flop, facing a large bet, without the initiative, multiway, last', actions: 87.25 }, { situation: 'facing a raise, small blind, raised from late', actions: 12 }] }
};
const scripted = async (page) => page.route('**/report', (route) => route.fulfill({ json: grown }));

test('a change of the player is marked in the curves and said in words', async (t) => {
  const page = await show(t, await make('Changed'), { watch: scripted });
  await page.getByText('The player changed after hand 500: the hands since then speak for it by 41.3 nats.').waitFor();
  await page.getByText('Better than uniform by 0.970 nats a showdown').waitFor();
  await soon(() => page.locator('line.change').count(), (count) => assert.equal(count, 2, 'one in each curve'));
  const at = await page.locator('line.change').first().evaluate((line) => [...line.closest('svg').querySelectorAll('.point')].map((point) => Number(point.getAttribute('cx')) - Number(line.getAttribute('x1'))));
  assert.deepEqual(at.map(Math.sign), [-1, -1, 1, 1], 'two blocks before it, two after');
  assert.equal(await page.locator('path.uniform').count(), 1);
  await page.locator('summary', { hasText: 'As a table' }).click();
  const third = page.getByRole('region', { name: 'Over time' }).locator('tbody tr').nth(2);
  assert.equal((await third.textContent()).replace(/\s+/g, ' ').trim(), '501–750 change2024-01-030.5606.0006.990');
  assert.deepEqual(await violationsInBothSchemes(page), []);
});

test('an opponent in a small game: its game, its hands, how it acts', async (t) => {
  const page = await open(t, browser, `${server.url}/#/opponents`);
  await button(page, 'New opponent').click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Kind').selectOption('imperfect');
  await dialog.getByLabel('Name').fill('Karl');
  await dialog.getByLabel('Game').selectOption('kuhn');
  await button(dialog, 'Create').click();
  await page.getByRole('heading', { level: 1, name: 'Karl' }).waitFor();
  await page.getByText('Kuhn poker').waitFor();
  await paste(page, '#1 1 J bet pass\n#2 1 K bet bet shows Q\n#3 2 Q:b bet shows K\n#1 1 J bet pass\n1 J fold\n');
  await expectCounts(page, [3, 1, 0, 1]);
  await page.locator('.refused li', { hasText: /^line 5: / }).waitFor();
  const sets = page.getByRole('region', { name: 'How it acts' }).locator('tbody tr');
  await soon(() => sets.locator('th').allTextContents(), (names) => assert.deepEqual(names, ['Q:b', 'K', 'K:b'], 'those seen most come first'));
  await soon(() => sets.first().textContent(), (text) => assert.match(text, /pass [\d.]+% · bet [\d.]+%/));
  assert.deepEqual(await violations(page), []);
  await page.getByRole('link', { name: 'Ask how to play against it' }).click();
  await button(page, 'Solve').click();
  await page.getByText(/^Earns .* a hand; at worst/).waitFor();
  await page.getByText('as far as the data goes').waitFor();
});

test('the way to use it: a question with the opponent, which the server answers, and the calls', async (t) => {
  const made = await taught('Used', 8, 400), page = await show(t, made, { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.getByText('From a program').click();
  await flashes(page.getByText('Copied'), () => page.locator('.command', { hasText: '"opponent"' }).getByRole('button').click());
  const [, body] = /--json '(.*)'$/.exec(await page.evaluate(() => navigator.clipboard.readText()));
  assert.equal(JSON.parse(body).opponent, made.id);
  const answer = await call('/v1/holdem', JSON.parse(body));
  assert.equal(answer.status, 'succeeded');
  const href = await page.getByRole('link', { name: 'Ask what it holds' }).getAttribute('href');
  assert.deepEqual(JSON.parse(new URLSearchParams(href.split('?')[1]).get('p')), JSON.parse(body));
  assert.deepEqual(await violations(page), []);
});

test('with API keys, the opponents of another key are not shown', async (t) => {
  const keys = { ann: 'the key of ann', bob: 'the key of bob' }, list = join(folder, 'keys');
  writeFileSync(list, Object.entries(keys).map(([name, key]) => `${name} ${createHash('sha256').update(key).digest('hex')}\n`).join(''), { mode: 0o600 });
  const own = await Server.start(['--api-keys', list]);
  atEnd(t, () => own.stop());
  const made = {};
  for (const [name, key] of Object.entries(keys)) made[name] = await make(`Of ${name}`, { url: own.url, key });
  const as = (key) => (page) => page.addInitScript((given) => localStorage.setItem('nashd.key', JSON.stringify(given)), key);
  const page = await open(t, browser, `${own.url}/#/opponents`, { watch: as(keys.ann), expected: [/status of 404/] });
  await row(page, 'Of ann').waitFor();
  assert.deepEqual(await page.locator('.opp-list tbody a').allTextContents(), ['Of ann']);
  await page.goto(`${own.url}/#/opponents/${made.bob.id}`);
  await page.getByRole('heading', { name: 'There is no such opponent' }).waitFor();
});

test('Chinese: all texts are translated, also on the way to the page', async (t) => {
  const made = await taught('维拉', 6, 500), page = await show(t, made, { ...phone, locale: 'zh-CN', colorScheme: 'dark', watch: scripted });
  await page.getByText('玩家在第 500 手之后改变了打法').waitFor();
  await page.getByText('翻牌圈，面对大注，无主动权，多人底池，最后行动').waitFor();
  await paste(page, hands(2, 505));
  await expectCounts(page, [1, 1, 0, 0]);
  await page.locator('main summary').evaluateAll((all) => all.forEach((one) => { one.parentElement.open = true; }));
  const words = await page.locator('main').evaluate((main) => [...main.querySelectorAll('h1, h2, h3, p, th, dt, dd, label, button, figcaption, summary')].map((one) => one.textContent.trim()).filter((text) => /[a-z]{4}/i.test(text)));
  assert.deepEqual(words.filter((text) => !/Brier|PokerStars|Vera/.test(text)), [], 'no English words');
});

for (const [name, options] of Object.entries({ 'light, desktop': { colorScheme: 'light' }, 'dark, phone, Chinese': { ...phone, colorScheme: 'dark', locale: 'zh-CN' }, 'phone, English': { ...phone } }))
  test(`${name}: no barrier, no sideways scrolling, nothing jumps`, async (t) => {
    const watch = async (page) => {
      await scripted(page);
      await page.addInitScript(() => { window.shifted = 0; new PerformanceObserver((list) => { for (const one of list.getEntries()) if (!one.hadRecentInput) window.shifted += one.value; }).observe({ type: 'layout-shift', buffered: true }); });
    };
    const fits = async (page, when) => {
      assert.deepEqual(await violations(page), [], when);
      assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth), `too wide ${when}`);
      assert.ok(await page.evaluate(() => window.shifted) < 0.01, `it jumps ${when}`);
    };
    const made = await taught(`Everyone at the long table of the casino: ${name}`, 3, 600);
    const page = await open(t, browser, `${server.url}/#/opponents`, { ...options, watch });
    await row(page, made.name).waitFor();
    await fits(page, 'in the list');
    await page.goto(`${server.url}/#/opponents/${made.id}`);
    await page.reload();
    await page.locator('.opp-report .verdict').waitFor();
    await soon(() => page.locator('.plot svg').count(), (count) => assert.equal(count, 3));
    await page.locator('main summary').evaluateAll((all) => all.forEach((one) => { one.parentElement.open = true; }));
    await fits(page, 'with a report');
  });

// Whist on the page: a deal made by keyboard, click, text and at random; its leads, replies, line, mistakes; methods
// and the distribution; several suits; deals too large to draw.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { violations } from '../lib/axe.mjs';
import { launch, open, phone } from '../lib/browser.mjs';
import { Server } from '../lib/server.mjs';
import { paste, soon } from '../lib/soon.mjs';

const played = { leader: 'a', a: [10, 7, 6, 3, 1], b: [9, 8, 5, 4, 2], play: [3, 8, 5, 7, 6, 4, 10, 2, 1, 9] };

let server, browser;
before(async () => { [server, browser] = await Promise.all([Server.start(), launch()]); });
after(async () => { await browser.close(); await server.stop(); });

const button = (page, name) => page.getByRole('button', { name, exact: true });
const fresh = async (t, deal, options) => {
  const page = await open(t, browser, `${server.url}/#/solve/whist${deal ? `?deal=${encodeURIComponent(deal)}` : ''}`, options);
  await page.locator('.whist.editor').waitFor();
  if (deal) await reads(page, deal);
  return page;
};
// Returns the word on the rank line of the editor.
const word = (page) => page.locator('.editor .ranks .interval').evaluateAll((cards) => cards.map((card) => (card.classList.contains('a') ? 'a' : 'b')).join(''));
const reads = (page, text) => soon(() => word(page), (found) => assert.equal(found, text));
const cards = (page) => page.locator('.view .ranks .card').evaluateAll((all) => all.map((card) => card.textContent).join(' '));
const shows = (page, text) => soon(() => cards(page), (found) => assert.equal(found, text));
const answered = async (page, name = 'Solve') => {
  await button(page, name).click();
  await page.locator('.whist.view .verdict').first().waitFor();
};
const posted = async (t, problem, options) => {
  const job = await server.post('whist', problem, { wait: 60 });
  assert.equal(job.status, 'succeeded', JSON.stringify(job));
  const page = await open(t, browser, `${server.url}/#/jobs/${job.id}`, options);
  await page.locator('.whist.view').waitFor();
  return [page, job.result];
};

test('a deal is made, solved and inspected by keyboard alone', async (t) => {
  const page = await fresh(t, 'aabb');
  await page.locator('.editor .ranks button[tabindex="0"]').focus();
  for (const key of ['a', 'b', 'b', 'a']) await page.keyboard.press(key);
  await reads(page, 'abba');
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await reads(page, 'bbba');
  await page.getByText('two hands need the same number').waitFor();
  await soon(() => button(page, 'Solve').isDisabled(), (off) => assert.equal(off, true));
  await page.keyboard.press('Control+z');
  await reads(page, 'abba');
  await button(page, 'Solve').focus();
  await page.keyboard.press('Enter');
  await page.getByText('a leads and makes 1 of 2 tricks; b makes 1.').waitFor();
  const leads = page.getByRole('group', { name: 'Leads, from the highest' }).getByRole('button');
  await soon(() => leads.count(), (count) => assert.equal(count, 2));
  await leads.first().focus();
  await page.keyboard.press('ArrowRight');
  await soon(() => leads.nth(1).getAttribute('aria-pressed'), (pressed) => assert.equal(pressed, 'true'));
  await soon(() => page.evaluate(() => document.activeElement.getAttribute('aria-pressed')), (pressed) => assert.equal(pressed, 'true'));
  await page.getByRole('heading', { name: /^a leads 1/ }).waitFor();
});

test('a click gives a card to the other hand; numbers set the order; chance deals', async (t) => {
  const page = await fresh(t, 'abab');
  await page.getByRole('button', { name: '4: hand a' }).click();
  await page.getByRole('button', { name: '1: hand b' }).click();
  await reads(page, 'bbaa');
  await page.getByLabel('Cards each').fill('4');
  await page.getByLabel('Cards each').blur();
  await reads(page, 'bbaaaabb');
  await button(page, 'Deal at random').click();
  await soon(() => word(page), (found) => assert.deepEqual([found.length, found.replaceAll('a', '').length], [8, 4]));
  await button(page, '↶ Undo').click();
  await reads(page, 'bbaaaabb');
  await button(page, '↷ Redo').click();
  await soon(() => word(page), (found) => assert.equal(found.length, 8));
});

test('a typed or pasted text of any form becomes the deal', async (t) => {
  const page = await fresh(t, 'ab');
  for (const [text, wanted] of [['abbabaab', 'abbabaab'], ['a: 8 5 4 1\nb: 7 6 3 2', 'abbaabba'], ['{"a":[1,4],"b":[2,3]}', 'abba'], ['3 1\n4 2', 'baba']]) {
    await paste(page, text);
    await reads(page, wanted);
  }
  await paste(page, 'no deal at all');
  await page.getByText('No deal found in this text.').waitFor();
  await page.getByLabel('Word or hands').fill('aaabbb');
  await page.getByLabel('Word or hands').press('Enter');
  await reads(page, 'aaabbb');
  await page.getByLabel('Word or hands').fill('aaaxbb');
  await page.getByLabel('Word or hands').press('Enter');
  await page.getByText('This cannot be read.').waitFor();
  await reads(page, 'aaabbb');
  await page.getByRole('tab', { name: 'JSON' }).click();
  await page.locator('#json').fill('{"leader":"b","a":[9,2],"b":[7,5]}');
  await page.getByRole('tab', { name: 'Board' }).click();
  await reads(page, 'abba');
});

test('leads and replies have their values, the best are marked, the rule is shown', async (t) => {
  const [page, result] = await posted(t, { leader: 'a', a: [10, 7, 6, 3, 2], b: [9, 8, 5, 4, 1] });
  await page.locator('.view .ranks button').first().waitFor();
  await soon(() => page.locator('.view .ranks .a .value').evaluateAll((all) => all.map((one) => one.textContent).filter(Boolean)),
    (values) => assert.deepEqual(values, result.leads.map(({ tricks }) => String(tricks))));
  await soon(() => page.locator('.view .ranks .a.best').count(), (best) => assert.equal(best, result.leads.filter(({ optimal }) => optimal).length));
  for (const lead of result.leads) {
    const top = result.graph.intervals[lead.interval].cards[0];
    await page.locator(`.view .ranks button[value="${top}"]`).click();
    await page.getByRole('heading', { name: new RegExp(`^a leads ${top}`) }).waitFor();
    await soon(() => page.locator('.replies .options li').count(), (count) => assert.equal(count, lead.replies.length));
    await soon(() => page.locator('.view .ranks .b .value').evaluateAll((all) => all.map((one) => one.textContent)),
      (shown) => assert.deepEqual(shown, lead.replies.map(({ tricks }) => String(tricks)), `replies to ${top}`));
    const rule = lead.replies.find((reply) => reply.rule)?.rule;
    await soon(() => page.locator('.replies .rule').count(), (count) => assert.equal(count, rule ? 1 : 0));
    if (rule) await page.locator('.replies .rule', { hasText: rule }).waitFor();
  }
});

test('the strategy graph is drawn with its paths and the best leads', async (t) => {
  const [page, result] = await posted(t, { leader: 'b', a: [10, 7, 6, 3, 2], b: [9, 8, 5, 4, 1] });
  const { intervals, edges } = result.graph, cards = ({ cards: held }) => held.join(' ');
  await page.getByRole('tab', { name: 'Strategy graph' }).click();
  await page.getByRole('img', { name: `Strategy graph: ${intervals.length} intervals, ${edges.length} edges` }).waitFor();
  for (const path of ['g', 'a', 'b']) {
    const steps = edges.filter((edge) => edge.path === path);
    assert.equal(await page.locator(`.graph .edge.${path}`).count(), steps.length);
    assert.equal(await page.locator('.paths div', { hasText: `Path ${path}` }).locator('dd').textContent(),
      [steps[0].from, ...steps.map(({ to }) => to)].map((at) => cards(intervals[at])).join(' → '));
  }
  assert.deepEqual(await page.locator('.graph .node text').allTextContents(),
    intervals.map((interval, i) => `${result.leads.some((lead) => lead.interval === i && lead.optimal) ? '★ ' : ''}${cards(interval)}`));
});

test('leads are shown without the graph', async (t) => {
  const [page, result] = await posted(t, { a: [8, 5, 4, 1], b: [7, 6, 3, 2], graph: false, line: false });
  assert.equal(result.graph, undefined);
  await soon(() => page.locator('.view .ranks .a .value').allTextContents(), (values) => assert.deepEqual(values, result.leads.map(({ tricks }) => String(tricks))));
  assert.equal(await page.getByRole('tab').count(), 1);
});

test('the best line is stepped through: buttons, arrows, slider, list; the rank line shrinks, tricks are counted', async (t) => {
  const [page, result] = await posted(t, { leader: 'a', a: [8, 5, 4, 1], b: [7, 6, 3, 2] });
  await page.getByRole('tab', { name: 'Best line' }).click();
  const left = (n) => { const gone = result.line.slice(0, n).flatMap(({ lead, reply }) => [lead, reply]); return [8, 7, 6, 5, 4, 3, 2, 1].filter((card) => !gone.includes(card)).join(' '); };
  await shows(page, left(0));
  await button(page, 'Next step').click();
  await shows(page, left(1));
  await page.keyboard.press('ArrowRight');
  await shows(page, left(2));
  await page.locator('.player input[type=range]').fill('3');
  await shows(page, left(3));
  await page.locator('.steps button').first().click();
  await shows(page, left(0));
  const { lead, reply, winner } = result.line[0];
  await page.getByText(`a leads ${lead}, b answers ${reply}; ${winner} wins.`).waitFor();
  await button(page, 'Last step').click();
  await page.getByRole('heading', { name: 'End of the play' }).waitFor();
  await soon(() => page.locator('.player .tricks').textContent(), (text) => assert.equal(text, `a ${result.tricks.a}b ${result.tricks.b}`));
  await button(page, 'Play').click();
  await button(page, 'Pause').click();
  await page.locator('.steps button').nth(2).waitFor();
});

test('the mistakes of a played game are shown, with the better card', async (t) => {
  const [page, result] = await posted(t, played);
  const mistakes = result.play.filter(({ cost }) => cost > 0);
  assert.ok(mistakes.length > 1);
  await page.getByText(`${mistakes.length} mistakes in the played game.`).waitFor();
  await soon(() => page.locator('.steps .cost').count(), (count) => assert.ok(count > 0));
  for (const { card, by, best } of mistakes) {
    await page.locator('.steps button', { has: page.locator('.token', { hasText: new RegExp(`^${card}$`) }) }).click();
    await page.getByText(`${by}’s ${card} gives away one trick; ${best} was better.`).waitFor();
  }
  await page.locator('.steps button').first().click();
  const { a, b } = result.play[1].tricks.after;
  await page.getByText(`With best play from here on: a ${a}, b ${b}.`).waitFor();
});

test('methods are compared with real counts', async (t) => {
  const page = await fresh(t, 'abbabaab');
  await answered(page, 'Compare methods');
  const rows = page.locator('.numeric tbody tr');
  await soon(() => rows.count(), (count) => assert.equal(count, 5));
  assert.deepEqual(await rows.locator('th').evaluateAll((all) => all.map((one) => one.firstChild.textContent)), ['naive', 'seed', 'table', 'search', 'formula']);
  await page.getByText('The full tree has 1,313 positions.').waitFor();
  await soon(() => rows.first().textContent(), (text) => assert.match(text, /1,313/));
});

test('the distribution is drawn with the place of the deal, and shown as a table', async (t) => {
  const page = await fresh(t, 'abbabaab');
  await button(page, 'Distribution').click();
  await page.locator('.distribution').waitFor();
  await soon(() => page.locator('.distribution rect').count(), (count) => assert.equal(count, 5));
  await soon(() => page.locator('.distribution .mine rect').count(), (count) => assert.equal(count, 1));
  await page.getByText(/better for the leader than .*Percentile/).waitFor();
  await page.getByText('As a table').click();
  await page.locator('.distribution td').first().waitFor();
  await soon(() => page.locator('.distribution td:nth-child(2)').allTextContents(), (found) => assert.deepEqual(found, ['2', '22', '33', '12', '1']));
});

test('several suits: a rank line for each, trump, leads with their values', async (t) => {
  const page = await fresh(t);
  await page.getByLabel('Suits').selectOption('3');
  await soon(() => page.locator('.editor .ranks-row').count(), (count) => assert.ok(count >= 2));
  await page.getByLabel('Trump').selectOption('S');
  await answered(page);
  await page.locator('.view .ranks-row .suit').first().waitFor();
  await soon(() => page.locator('.view .best .value').count(), (count) => assert.ok(count > 0));
  await page.getByRole('tab', { name: 'Best line' }).click();
  await button(page, 'Last step').click();
  await page.getByRole('heading', { name: 'End of the play' }).waitFor();
});

for (const order of [100, 3000, 60000])
  test(`a deal too large to draw is described: ${order} cards each`, async (t) => {
    const a = [], b = [];
    for (let i = 1; i <= 2 * order; i++) ((i * 7919) % 104729 % 2 && a.length < order) || b.length === order ? a.push(i) : b.push(i);
    const [page, result] = await posted(t, { leader: 'a', a, b }), told = (count) => count.toLocaleString('en');
    await page.getByText(`a leads and makes ${told(result.tricks.a)} of ${told(order)} tricks`).waitFor();
    const words = `${told(order)} cards a hand are too many to be drawn.`;
    await page.getByText(words).waitFor();
    await page.getByRole('link', { name: 'Change this deal' }).click();
    await page.locator('.whist.editor').getByText(words).waitFor();
    await button(page, 'Solve').click();
    await page.locator('.whist.view .verdict', { hasText: `of ${told(order)} tricks` }).waitFor();
  });

test('a link holds the deal; the job leads back to the editor', async (t) => {
  const page = await fresh(t, 'baab', { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.locator('.menu summary', { hasText: 'Copy' }).click();
  await button(page, 'as a link').click();
  const address = await soon(() => page.evaluate(() => navigator.clipboard.readText()), (text) => { assert.match(text, /deal=/); return text; });
  await page.goto('about:blank');
  await page.goto(address);
  await reads(page, 'baab');
  await answered(page);
  await page.getByRole('link', { name: 'To the job' }).click();
  await page.getByRole('link', { name: 'Change this deal' }).click();
  await reads(page, 'baab');
});

for (const [name, options, locale] of [['light, desktop', {}, 'en-US'], ['dark, phone', { ...phone, colorScheme: 'dark' }, 'en-US'], ['Chinese, phone', phone, 'zh-CN']])
  test(`nothing for axe to find, nothing wider than the screen: ${name}`, async (t) => {
    const look = async (page, where) => {
      assert.deepEqual(await violations(page), [], where);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${where} is ${wide} px wider than the screen`);
    };
    const page = await fresh(t, 'abbaababbabaabab'.repeat(3), { ...options, locale });
    await look(page, 'editor');
    for (const problem of [{ ...played, compare: true, distribution: {} }, { suits: { S: { a: [5, 2], b: [6, 4, 3] }, H: { a: [4, 3, 1], b: [5, 2] } }, trump: 'H' },
      { a: Array.from({ length: 26 }, (_, i) => i + 1), b: Array.from({ length: 26 }, (_, i) => i + 27) }]) {
      const job = await server.post('whist', problem, { wait: 60 });
      await page.goto(`${server.url}/#/jobs/${job.id}`);
      await page.locator(`.job-id code:text-is("${job.id}")`).waitFor();
      const tabs = page.locator('.whist.view [role=tab]');
      await tabs.first().waitFor();
      for (let i = 0; i < await tabs.count(); i++) {
        await tabs.nth(i).click();
        await page.locator(`.whist.view [role=tab]:nth-of-type(${i + 1})[aria-selected=true]`).waitFor();
        await look(page, `${JSON.stringify(problem).slice(0, 40)}, tab ${i}`);
      }
    }
  });

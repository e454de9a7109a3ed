// Whist on the page: a deal made by keyboard, click, text and at random; played card by card, with what each card costs;
// leads, replies, line, mistakes; methods and the distribution; several suits; deals too large to draw.
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
const state = (page, name) => page.locator(`.surface.whist[data-state="${name}"]`).waitFor();
// Opens the question of a deal, as 'a:abba' or as an object.
const fresh = async (t, deal = 'a:abab', options) => {
  const page = await open(t, browser, `${server.url}/#/whist?p=${encodeURIComponent(typeof deal === 'string' ? deal : JSON.stringify(deal))}`, options);
  await state(page, 'editing');
  if (typeof deal === 'string') await reads(page, deal.slice(2));
  return page;
};
// Returns the word on the rank line while it is dealt.
const word = (page) => page.locator('.ranks.deal .interval').evaluateAll((cards) => cards.map((card) => (card.classList.contains('a') ? 'a' : 'b')).join(''));
const reads = (page, text) => soon(() => word(page), (found) => assert.equal(found, text));
const cards = (page) => page.locator('.ranks .card').evaluateAll((all) => all.map((card) => card.lastChild.textContent).join(' '));
const shows = (page, text) => soon(() => cards(page), (found) => assert.equal(found, text));
const says = (page, text) => page.locator('.line', { hasText: text }).waitFor();
const answered = async (page, name = 'Solve') => { await button(page, name).click(); await state(page, 'answered'); };
const solved = async (problem) => {
  const job = await server.post('whist', problem, { wait: 60 });
  assert.equal(job.status, 'succeeded', JSON.stringify(job));
  return job;
};
const posted = async (t, problem, options) => {
  const job = await solved(problem), page = await open(t, browser, `${server.url}/#/jobs/${job.id}`, options);
  await state(page, 'answered');
  return [page, job.result];
};
const values = (page) => page.locator('.ranks .value').evaluateAll((all) => all.map((one) => one.textContent).filter(Boolean));

test('a deal is made, solved and played by keyboard alone', async (t) => {
  const page = await fresh(t, 'a:aabb');
  await page.locator('.ranks button[tabindex="0"]').focus();
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
  await state(page, 'answered');
  await says(page, 'a leads and makes 1 of 2 tricks; b makes 1.');
  await page.locator('.line:focus').waitFor();
  await page.locator('.ranks button[tabindex="0"]').focus();
  await page.keyboard.press('ArrowRight');
  await page.locator('.ranks button[value="1"]:focus').waitFor();
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { name: /^a leads 1/ }).waitFor();
  await page.locator('.ranks .b button[value="3"]:focus').waitFor();
  await page.keyboard.press('Enter');
  await says(page, 'b plays and makes');
  await page.locator('.rank-trick .b.wins').waitFor();
  await page.locator('.ranks button[value="2"]:focus').waitFor();
  await page.keyboard.press('Backspace');
  await shows(page, '4 3 2');
  await page.locator('.ranks .b button:focus').waitFor();
});

test('a click gives a card to the other hand; numbers set the order; chance deals', async (t) => {
  const page = await fresh(t, 'a:abab');
  await page.getByRole('button', { name: '4: hand a' }).click();
  await page.getByRole('button', { name: '1: hand b' }).click();
  await reads(page, 'bbaa');
  await page.getByLabel('Cards each').fill('4');
  await page.getByLabel('Cards each').blur();
  await reads(page, 'bbaaaabb');
  await button(page, 'Deal at random').click();
  await soon(() => word(page), (found) => assert.deepEqual([found.length, found.replaceAll('a', '').length], [8, 4]));
  await button(page, 'Undo').click();
  await reads(page, 'bbaaaabb');
  await button(page, 'Redo').click();
  await soon(() => word(page), (found) => assert.equal(found.length, 8));
});

test('a typed or pasted text of any form becomes the deal', async (t) => {
  const page = await fresh(t, 'a:ab');
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
  await page.goto(`${server.url}/#/solve/whist?deal=b:baab`); // an address of earlier versions
  await reads(page, 'baab');
});

test('a game is played by clicks; each card shows what it costs, as the server says', async (t) => {
  for (const [deal, lead] of [[{ leader: 'b', a: [10, 7, 6, 3, 2], b: [9, 8, 5, 4, 1] }, 'b'], [{ suits: { S: { a: [5, 2], b: [6, 4, 3] }, H: { a: [4, 3, 1], b: [5, 2] } }, trump: 'H', leader: 'a' }, 'a']]) {
    const page = await fresh(t, deal), many = !!deal.suits, play = [];
    await button(page, 'Play it').click();
    for (let i = 0; i < 10; i++) {
      const offered = await soon(() => page.locator('.ranks button.card').evaluateAll((all) => all.map((one) => [(one.closest('.ranks-row').querySelector('.suit')?.className.match(/suit-(.)/)?.[1] ?? '') + one.value, one.getAttribute('aria-label')])),
        (found) => { assert.ok(found.length > 0 && found.every(([, name]) => /makes/.test(name)), JSON.stringify(found)); return found; });
      const of = (card) => (many ? { suit: card[0], card: Number(card.slice(1)) } : Number(card));
      for (const [card, name] of offered) {
        const { result } = await solved({ ...deal, play: [...play, card].map(of), line: false, leads: false, ...(many ? {} : { graph: false }) });
        assert.equal(Number(/costs (\d)/.exec(name)?.[1] ?? 0), result.play.at(-1).cost, `${play} ${card}: ${name}`);
        if (!i) assert.equal(result.play[0].by, lead);
      }
      const [card] = offered[(i * 7) % offered.length];
      await page.locator(`.ranks-row${many ? `:has(.suit-${card[0]})` : ''} button.card[value="${many ? card.slice(1) : card}"]`).click();
      play.push(card);
      await page.getByText(`${i + 1} / ${i + 1}`, { exact: true }).waitFor();
    }
    await says(page, 'End of the play');
    await button(page, 'Take back').click();
    await page.getByText('9 / 10', { exact: true }).waitFor();
    await page.keyboard.press('Home');
    await page.getByText('0 / 10', { exact: true }).waitFor();
    await soon(() => page.evaluate(() => location.hash), (hash) => assert.match(hash, /at=0&cards=[^.]+(\.[^.]+){9}$/));
    await page.reload(); // the play is in the address
    await page.getByText('0 / 10', { exact: true }).waitFor();
    await button(page, 'Best card').click();
  }
});

test('leads and replies have their values, the best are marked, the rule is shown', async (t) => {
  const [page, result] = await posted(t, { leader: 'a', a: [10, 7, 6, 3, 2], b: [9, 8, 5, 4, 1] }), most = Math.max(...result.leads.map(({ tricks }) => tricks));
  await soon(() => values(page), (found) => assert.deepEqual(found, result.leads.map(({ tricks }) => (tricks < most ? `−${most - tricks}` : '='))));
  await soon(() => page.locator('.ranks .a.best').count(), (best) => assert.equal(best, result.leads.filter(({ optimal }) => optimal).length));
  await soon(() => page.locator('.leads > .options li').evaluateAll((all) => all.map((one) => one.textContent.replace(/\s+/g, ' ').trim())), (list) =>
    assert.deepEqual(list, result.leads.map(({ interval, tricks, optimal }) => `${result.graph.intervals[interval].cards.join(' ')} a makes ${tricks}${optimal ? 'best' : ''}`)));
  for (const lead of result.leads) {
    const top = result.graph.intervals[lead.interval].cards[0], least = Math.min(...lead.replies.map(({ tricks }) => tricks));
    await page.locator(`.ranks button[value="${top}"]`).click();
    await page.getByRole('heading', { name: new RegExp(`^a leads ${top}`) }).waitFor();
    await soon(() => page.locator('.replies .options li').count(), (count) => assert.equal(count, lead.replies.length));
    await soon(() => page.locator('.ranks .b button').evaluateAll((all) => all.map((one) => [Number(one.value), Number(/costs (\d)/.exec(one.ariaLabel)?.[1] ?? 0)])),
      (shown) => assert.deepEqual(shown, lead.replies.flatMap(({ interval, tricks }) => result.graph.intervals[interval].cards.map((card) => [card, tricks - least])), `replies to ${top}`));
    const rule = lead.replies.find((reply) => reply.rule)?.rule;
    await soon(() => page.locator('.replies .rule').count(), (count) => assert.equal(count, rule ? 1 : 0));
    if (rule) await page.locator('.replies .rule', { hasText: rule }).waitFor();
    await button(page, 'Take back').click();
    await page.getByText('0 / 1', { exact: true }).waitFor();
  }
});

test('the strategy graph is drawn with its paths and the best leads', async (t) => {
  const [page, result] = await posted(t, { leader: 'b', a: [10, 7, 6, 3, 2], b: [9, 8, 5, 4, 1] });
  const { intervals, edges } = result.graph, cards = ({ cards: held }) => held.join(' ');
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
  await soon(() => page.locator('.leads > .options li').count(), (count) => assert.equal(count, result.leads.length));
  assert.equal(await page.locator('.graph').count(), 0);
});

test('the best line is played through: buttons, arrows, list; the rank line shrinks, tricks are counted', async (t) => {
  const [page, result] = await posted(t, { leader: 'a', a: [8, 5, 4, 1], b: [7, 6, 3, 2] });
  const line = result.line.flatMap(({ lead, reply }) => [lead, reply]), left = (n) => [8, 7, 6, 5, 4, 3, 2, 1].filter((card) => !line.slice(0, n).includes(card)).join(' ');
  await shows(page, left(0));
  await button(page, 'Best line').click();
  await shows(page, left(1));
  await button(page, 'Forward').click();
  await shows(page, left(2));
  await page.locator(`.rank-trick .${result.line[0].winner}.wins`).waitFor();
  await page.keyboard.press('ArrowRight');
  await shows(page, left(3));
  await page.locator('.play-record button').nth(4).click();
  await shows(page, left(5));
  await page.keyboard.press('Home');
  await shows(page, left(0));
  await button(page, 'To the end').click();
  await says(page, `End of the play: a ${result.tricks.a}, b ${result.tricks.b}.`);
  await soon(() => page.locator('.ranks-legend b').allTextContents(), (all) => assert.deepEqual(all, [String(result.tricks.a), String(result.tricks.b)]));
  await soon(() => page.locator('.play-record button').count(), (count) => assert.equal(count, 8));
});

test('the mistakes of a played game are shown, with the better card', async (t) => {
  const [page, result] = await posted(t, played);
  const mistakes = result.play.filter(({ cost }) => cost > 0);
  assert.ok(mistakes.length > 1);
  await page.getByText(`${mistakes.length} mistakes in the played game.`).waitFor();
  await soon(() => page.locator('.play-record .cost').count(), (count) => assert.equal(count, mistakes.length));
  for (const { card, by, best } of mistakes) {
    await page.locator('.play-record button').nth(played.play.indexOf(card)).click();
    await page.getByText(`${by}’s ${card} gives away one trick; ${best} was better.`).waitFor();
  }
  await page.locator('.play-record button').nth(1).click();
  const { a, b } = result.play[1].tricks.after;
  await page.getByText(`With best play from here on: a ${a}, b ${b}.`).waitFor();
});

test('methods are compared with real counts', async (t) => {
  const page = await fresh(t, 'a:abbabaab');
  await answered(page, 'Compare methods');
  const rows = page.locator('.numeric tbody tr');
  await soon(() => rows.count(), (count) => assert.equal(count, 5));
  assert.deepEqual(await rows.locator('th').evaluateAll((all) => all.map((one) => one.firstChild.textContent)), ['naive', 'seed', 'table', 'search', 'formula']);
  await page.getByText('The full tree has 1,313 positions.').waitFor();
  await soon(() => rows.first().textContent(), (text) => assert.match(text, /1,313/));
});

test('the distribution is drawn with the place of the deal, and shown as a table', async (t) => {
  const page = await fresh(t, 'a:abbabaab');
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
  await soon(() => page.locator('.ranks-row').count(), (count) => assert.ok(count >= 2));
  await page.getByLabel('Trump').selectOption('S');
  await answered(page);
  await page.locator('.ranks-row .suit').first().waitFor();
  await soon(() => page.locator('.ranks .best .value').count(), (count) => assert.ok(count > 0));
  await page.locator('.leads .best').first().waitFor();
  await button(page, 'Best line').click();
  await button(page, 'To the end').click();
  await says(page, 'End of the play');
});

for (const order of [100, 3000, 60000])
  test(`a deal too large to draw is described: ${order} cards each`, async (t) => {
    const a = [], b = [];
    for (let i = 1; i <= 2 * order; i++) ((i * 7919) % 104729 % 2 && a.length < order) || b.length === order ? a.push(i) : b.push(i);
    const [page, result] = await posted(t, { leader: 'a', a, b }), told = (count) => count.toLocaleString('en');
    await page.getByText(`a leads and makes ${told(result.tricks.a)} of ${told(order)} tricks`).waitFor();
    const words = `${told(order)} cards a hand are too many to be drawn.`;
    await page.locator('.board-of-two').getByText(words).waitFor();
    await button(page, 'Edit').click();
    await state(page, 'editing');
    await page.locator('.board-of-two').getByText(words).waitFor();
    await answered(page);
    await page.locator('.line', { hasText: `of ${told(order)} tricks` }).waitFor();
  });

test('a link holds the deal; the answer leads back to the question', async (t) => {
  const page = await fresh(t, 'a:baab', { permissions: ['clipboard-read', 'clipboard-write'] });
  await page.locator('.edit .menu summary', { hasText: 'Copy' }).click();
  await button(page, 'as a link').click();
  const address = await soon(() => page.evaluate(() => navigator.clipboard.readText()), (text) => { assert.match(text, /p=a%3Abaab/); return text; });
  await page.goto('about:blank');
  await page.goto(address);
  await reads(page, 'baab');
  await answered(page);
  await button(page, 'Edit').click();
  await reads(page, 'baab');
});

for (const [name, options] of [['desktop', { viewport: { width: 1280, height: 720 } }], ['phone', phone]])
  test(`the answer, what to do next and the board are in view, and nothing jumps: ${name}`, async (t) => {
    const page = await open(t, browser, `${server.url}/#/whist`, options); // opens with an example that is answered
    await state(page, 'answered');
    const inside = (selector) => page.locator(selector).first().evaluate((one) => { const { top, bottom } = one.getBoundingClientRect(); return top >= 0 && bottom <= innerHeight; });
    for (const selector of ['.board-of-two', '.line', '.surface-actions button']) await soon(() => inside(selector), (seen) => assert.ok(seen, selector));
    await page.evaluate(() => { window.shift = 0; new PerformanceObserver((list) => { for (const one of list.getEntries()) if (!one.hadRecentInput) window.shift += one.value; }).observe({ type: 'layout-shift', buffered: true }); });
    await button(page, 'Play it').click();
    for (let i = 1; i < 6; i++) {
      await page.locator('.ranks .best button').first().click();
      await page.getByText(`${i} / ${i}`, { exact: true }).waitFor();
      await page.locator('.ranks .best button').first().waitFor();
      for (const selector of ['.board-of-two', '.line', '.play-steps']) assert.ok(await inside(selector), `${selector} after ${i} cards`);
    }
    assert.ok(await page.evaluate(() => window.shift) <= 0.02, `shift ${await page.evaluate(() => window.shift)}`);
  });

for (const [name, options, locale] of [['light, desktop', {}, 'en-US'], ['dark, phone', { ...phone, colorScheme: 'dark' }, 'en-US'], ['Chinese, phone', phone, 'zh-CN']])
  test(`nothing for axe to find, nothing wider than the screen: ${name}`, async (t) => {
    const look = async (page, where) => {
      assert.deepEqual(await violations(page), [], where);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
      assert.ok(wide <= 0, `${where} is ${wide} px wider than the screen`);
    };
    const page = await fresh(t, `a:${'abbaababbabaabab'.repeat(3)}`, { ...options, locale });
    await look(page, 'editor');
    for (const problem of [{ ...played, compare: true, distribution: {} }, { suits: { S: { a: [5, 2], b: [6, 4, 3] }, H: { a: [4, 3, 1], b: [5, 2] } }, trump: 'H' },
      { a: Array.from({ length: 26 }, (_, i) => i + 1), b: Array.from({ length: 26 }, (_, i) => i + 27) }]) {
      const { id } = await solved(problem);
      await page.goto(`${server.url}/#/jobs/${id}`);
      await soon(() => page.locator('.drawer a[href^="#/jobs/"]').count().then(() => page.evaluate(() => [location.hash, document.querySelector('.surface')?.dataset.state])), (found) => assert.deepEqual(found, [`#/jobs/${id}`, 'answered']));
      await page.locator('.leads').waitFor();
      await look(page, JSON.stringify(problem).slice(0, 40));
      await page.locator('.ranks button').first().click();
      await page.locator('.ranks .best button').first().waitFor();
      await look(page, 'play');
    }
  });

// AND/OR graphs on the page, on one board: a graph typed, pasted, selected and drawn by mouse, keys and touch; its answer; AO*
// played back phase by phase under each tip rule; solution graphs; the audit of h; engines; 2,000 nodes.
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { violations } from '../lib/axe.mjs';
import { launch, open, phone } from '../lib/browser.mjs';
import { Server } from '../lib/server.mjs';
import { paste, soon } from '../lib/soon.mjs';

const connectors = (text) => text.split('; ').map((rule) => { const [from, to] = rule.split(' -> '); return { from, to: to.split(' ') }; });
const nodes = (h) => Object.entries(h).map(([id, value]) => ({ id, h: value }));
const example = { root: 'n0', terminals: ['n7', 'n8'], nodes: nodes({ n1: 2, n2: 4, n3: 4, n4: 1, n5: 1, n6: 2 }), trace: true,
  connectors: connectors('n0 -> n1; n0 -> n5 n4; n1 -> n2; n1 -> n3; n2 -> n3; n2 -> n5 n4; n3 -> n5 n6; n4 -> n5; n4 -> n8; n5 -> n7 n8; n5 -> n6; n6 -> n7 n8') };
const exercise1 = { root: 'n0', terminals: ['n6', 'n7'], nodes: nodes({ n1: 2, n2: 4, n3: 4, n4: 3, n5: 1 }), trace: true,
  connectors: connectors('n0 -> n1 n2; n0 -> n2 n3; n1 -> n2; n1 -> n4; n2 -> n6 n7; n3 -> n5 n6; n4 -> n2; n5 -> n7') };
const trap = { root: 'n0', terminals: ['t'], nodes: nodes({ n0: 3, n2: 6 }), engine: 'ao_star', trace: true,
  connectors: [{ from: 'n0', to: ['n3', 't'], cost: 6 }, { from: 'n0', to: ['n2'], cost: 1 }, { from: 'n2', to: ['t'], cost: 3 }, { from: 'n3', to: ['t'], cost: 1 }] };
const rules = { start: 'T(1,4)', goals: ['T(i,i)'], rules: ['T(i,j) -> T(i,k), T(k+1,j) for k in i..j-1 cost (j-i)*k'], trace: true };

let server, browser;
before(async () => { [server, browser] = await Promise.all([Server.start(), launch()]); });
after(async () => { await browser.close(); await server.stop(); });

const wide = { viewport: { width: 1280, height: 720 } };
const button = (page, name) => page.getByRole('button', { name, exact: true });
const tab = async (page, name) => { await page.getByRole('tab', { name, exact: true }).click(); await page.getByRole('tab', { name, exact: true, selected: true }).waitFor(); };
const state = (page, name) => page.locator(`.surface[data-state=${name}]`).waitFor();
const verdict = (page, text) => page.locator('.line .verdict', { hasText: text }).waitFor();
const fresh = async (t, graph, options = wide) => {
  const page = await open(t, browser, `${server.url}/#/andor${graph ? `?p=${encodeURIComponent(graph)}` : ''}`, options);
  await state(page, graph ? 'editing' : 'answered');
  return page;
};
const posted = async (t, problem, options = wide) => {
  const job = await server.post('andor', problem, { wait: 60 });
  assert.equal(job.status, 'succeeded', JSON.stringify(job));
  const page = await open(t, browser, `${server.url}/#/jobs/${job.id}`, options);
  await page.locator('.line .verdict').waitFor();
  return [page, job.result];
};
const walked = async (t, problem, options) => {
  const [page, result] = await posted(t, problem, options);
  await tab(page, 'AO* step by step');
  await page.locator('.player').waitFor();
  return [page, result];
};
const board = (page) => page.locator('.view');
const node = (page, id) => board(page).locator(`[data-node="${id}"]`);
const titles = (page, what) => board(page).locator(`${what} > title`).evaluateAll((all) => all.map((one) => one.textContent));
// Returns the drawn nodes: their ids, or those of a class.
const drawn = (page, look = '') => titles(page, `.node${look}`);
const marked = async (page) => (await titles(page, '.edge.marked')).sort();
const costs = (page) => board(page).locator('.node').evaluateAll((all) => Object.fromEntries(all.map((one) => [one.querySelector('title').textContent, one.querySelector('.tag')?.textContent.replace(' ✓', '')]).filter(([, q]) => q !== undefined)));
const headings = (page, text) => page.locator('.player h2', { hasText: text }).waitFor();
const rulesField = (page) => page.getByLabel('Rules', { exact: true });
const written = (page, text) => soon(() => rulesField(page).inputValue(), (now) => assert.equal(now, text));
const middle = async (of) => { const { x, y, width, height } = await of.boundingBox(); return [x + width / 2, y + height / 2]; };
const drag = async (page, [ax, ay], [bx, by]) => {
  await page.mouse.move(ax, ay);
  await page.mouse.down();
  await page.mouse.move((ax + bx) / 2, (ay + by) / 2);
  await page.mouse.move(bx, by);
  await page.mouse.up();
};
const inView = (page, selector) => page.locator(selector).evaluate((one) => { const { top, bottom } = one.getBoundingClientRect(); return top >= 0 && bottom <= innerHeight && scrollY === 0; });

for (const [name, size] of [['1280x720', wide], ['360x740', phone]])
  test(`the page opens with an answered example, its line in view without scrolling, nothing jumps: ${name}`, async (t) => {
    const watch = (page) => page.addInitScript(() => { window.shift_ = 0; new PerformanceObserver((list) => { for (const one of list.getEntries()) if (!one.hadRecentInput) window.shift_ += one.value; }).observe({ type: 'layout-shift', buffered: true }); });
    const page = await open(t, browser, `${server.url}/#/andor`, { ...size, watch });
    await verdict(page, 'n0 is solved at cost 5.');
    await soon(() => marked(page), (found) => assert.deepEqual(found, ['n0#2', 'n4#2', 'n5#1']));
    assert.ok(await inView(page, '.surface-panel .line'));
    await page.locator('.player').waitFor();
    const shift = await page.evaluate(() => window.shift_);
    t.diagnostic(`layout shift ${shift.toFixed(4)}`);
    assert.ok(shift <= 0.02, String(shift));
    assert.equal(await page.locator('.view').count(), 1, 'one board');
    await button(page, 'Edit').click();
    await state(page, 'editing');
    assert.ok(await inView(page, '.surface-actions button >> nth=0'));
    await button(page, 'Solve').click();
    await verdict(page, 'n0 is solved at cost 5.');
    await soon(() => page.evaluate(() => document.activeElement.className), (focused) => assert.equal(focused, 'line'));
    assert.ok(await inView(page, '.surface-panel .verdict >> nth=0'));
    assert.equal(await page.locator('.view').count(), 1, 'one board');
  });

test('rules are typed and the graph is drawn beside them; by keyboard alone to the answer, and back untouched', async (t) => {
  const page = await fresh(t, 'a -> b c');
  await soon(() => drawn(page), (found) => assert.deepEqual(found, ['a', 'b', 'c']));
  await rulesField(page).focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\na -> d cost 7\nd -> c, c');
  await soon(() => drawn(page), (found) => assert.deepEqual(found, ['a', 'b', 'c', 'd']));
  await soon(() => board(page).locator('.edge').count(), (count) => assert.equal(count, 3));
  await page.keyboard.type('\nd ->');
  await page.getByText('Line 4 cannot be read.').waitFor();
  await soon(() => drawn(page), (found) => assert.equal(found.length, 4));
  for (let i = 0; i < 4; i++) await page.keyboard.press('Backspace');
  const before = await rulesField(page).inputValue();
  await button(page, 'Solve').focus();
  await page.keyboard.press('Enter');
  await verdict(page, 'a is solved at cost 2.');
  await page.getByText('Proved to be the cheapest.').waitFor();
  await button(page, 'Edit').click();
  await written(page, before.trim());
});

test('typing does not move the nodes that stay', async (t) => {
  const page = await fresh(t, JSON.stringify(example)), places = () => board(page).locator('.node').evaluateAll((all) => Object.fromEntries(all.map((one) => [one.querySelector('title').textContent, one.querySelector('ellipse').getAttribute('cx')])));
  await soon(() => drawn(page), (found) => assert.equal(found.length, 9));
  const before = await places();
  await rulesField(page).focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\nn7 -> x');
  await soon(() => drawn(page), (found) => assert.ok(found.includes('x')));
  const { x, ...after } = await places();
  assert.deepEqual(after, before);
});

test('the drawing writes the text: nodes and connectors by mouse, their fields, undo', async (t) => {
  const page = await fresh(t, 's -> a, b\na -> b');
  const { x, y } = await board(page).boundingBox();
  await page.mouse.dblclick(x + 60, y + 60);
  await soon(() => drawn(page), (found) => assert.deepEqual(found.sort(), ['a', 'b', 's', 's3']));
  await drag(page, await middle(board(page).locator('.handle')), await middle(node(page, 'b')));
  await written(page, 's -> a, b\na -> b\ns3 -> b');
  await page.getByLabel('Name').fill('c');
  await page.getByLabel('Name').press('Enter');
  await written(page, 's -> a, b\na -> b\nc -> b');
  await page.getByLabel('h', { exact: true }).fill('4');
  await page.getByLabel('h', { exact: true }).press('Enter');
  await soon(() => page.getByLabel('Heuristic h').inputValue(), (h) => assert.equal(h, 'c = 4'));
  await page.getByRole('checkbox', { name: 'terminal', exact: true }).check();
  await soon(() => page.getByLabel('Goals').inputValue(), (goals) => assert.equal(goals.split(' ').sort().join(' '), 'b c'));
  await node(page, 's').click();
  await page.keyboard.press('e');
  await page.getByLabel('Cost', { exact: true }).fill('9');
  await page.getByLabel('Cost', { exact: true }).press('Enter');
  await written(page, 's -> a, b cost 9\na -> b\nc -> b');
  await page.getByLabel('s leads to').fill('a, a, new');
  await page.getByLabel('s leads to').press('Enter');
  await written(page, 's -> a, a, new cost 9\na -> b\nc -> b');
  for (let i = 0; i < 7; i++) await button(page, 'Undo').click();
  await written(page, 's -> a, b\na -> b');
  await button(page, 'Redo').click();
  await soon(() => drawn(page), (found) => assert.ok(found.includes('s3')));
});

test('the drawing is edited by keys alone, and by touch alone', async (t) => {
  const page = await fresh(t, 's -> a, b\na -> b');
  await node(page, 's').focus();
  await page.keyboard.press('n');
  await written(page, 's -> a, b\ns -> s3\na -> b');
  await page.keyboard.press('c');
  await page.keyboard.press('ArrowUp');
  await page.keyboard.press('Home');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Shift+Enter');
  await soon(() => rulesField(page).inputValue(), (text) => assert.match(text, /^s3 -> (a|b|s3)$/m));
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await written(page, 's -> a, b\na -> b');
  const small = await fresh(t, 's -> a, b\na -> b', phone);
  await node(small, 's').tap();
  await button(small, 'Connect').tap();
  await node(small, 'b').tap();
  await button(small, 'Done').tap();
  await written(small, 's -> a, b\ns -> b\na -> b');
  await button(small, 'Solve').tap();
  await verdict(small, 's is solved at cost 1.');
});

test('a graph is pasted as rules or JSON, chosen among the examples, undone', async (t) => {
  const page = await fresh(t, 's -> a');
  await paste(page, 'x -> y, z\ny -> z');
  await soon(() => drawn(page), (found) => assert.deepEqual(found, ['x', 'y', 'z']));
  await soon(() => board(page).locator('.node:has(.outer) > title').allTextContents(), (found) => assert.deepEqual(found, ['z']));
  await paste(page, JSON.stringify(trap));
  await soon(() => drawn(page), (found) => assert.deepEqual(found, ['n0', 'n2', 'n3', 't']));
  await button(page, 'Undo').click();
  await soon(() => drawn(page), (found) => assert.deepEqual(found, ['x', 'y', 'z']));
  await paste(page, 'no graph at all');
  await page.getByText('No graph found in this text.').waitFor();
  await page.locator('.menu summary', { hasText: 'Examples' }).click();
  await button(page, 'Example 4.3 of the lecture notes').click();
  await soon(() => drawn(page), (found) => assert.equal(found.length, 9));
  await soon(() => page.getByLabel('Goals').inputValue(), (goals) => assert.equal(goals, 'n7 n8'));
  await page.getByLabel('Goals').fill('n8');
  await page.getByLabel('Goals').press('Enter');
  await soon(() => board(page).locator('.node:has(.outer)').count(), (count) => assert.equal(count, 1));
  await page.getByLabel('Heuristic h').fill('n1 = x');
  await page.getByLabel('Heuristic h').press('Enter');
  await page.getByText('This cannot be read.').waitFor();
});

test('a link holds the graph; reload, back and forward bring back question and answer', async (t) => {
  const page = await fresh(t, 's -> a, b\na -> b', { ...wide, permissions: ['clipboard-read', 'clipboard-write'] });
  await soon(() => drawn(page), (found) => assert.equal(found.length, 3));
  await page.locator('.menu summary', { hasText: 'Copy' }).click();
  await button(page, 'as a link').click();
  const address = await soon(() => page.evaluate(() => navigator.clipboard.readText()), (text) => { assert.match(text, /#\/andor\?p=/); return text; });
  await page.goto('about:blank');
  await page.goto(address);
  await soon(() => drawn(page), (found) => assert.deepEqual(found, ['s', 'a', 'b']));
  await button(page, 'Solve').click();
  await verdict(page, 's is solved at cost 3.');
  await page.reload();
  await verdict(page, 's is solved at cost 3.');
  await page.goBack();
  await state(page, 'editing');
  await written(page, 's -> a, b\na -> b');
  await page.goForward();
  await verdict(page, 's is solved at cost 3.');
});

test('a link of an earlier version, with the graph as rules, still opens', async (t) => {
  const page = await open(t, browser, `${server.url}/#/andor?graph=${encodeURIComponent('a -> b, c')}`, wide);
  await soon(() => drawn(page), (found) => assert.deepEqual(found, ['a', 'b', 'c']));
});

test('AO* is played back: each cycle of the lecture notes\'s example, forward and back', async (t) => {
  const [page, { trace }] = await walked(t, example);
  assert.deepEqual(trace.steps.map(({ q_root }) => q_root), [3, 4, 5, 5]);
  await headings(page, 'Step 1');
  await soon(() => costs(page), (found) => assert.deepEqual(found, { n0: '0' }));
  await soon(() => drawn(page, '.ghost'), ({ length }) => assert.equal(length, 8));
  await button(page, 'Next cycle').click();
  await headings(page, 'Cycle 1, step 4');
  await page.getByText('Nothing is marked yet: G′ is n0 alone.').waitFor();
  await page.keyboard.press('ArrowRight');
  await headings(page, 'Cycle 1, step 5');
  await soon(() => drawn(page, '.warn'), (found) => assert.deepEqual(found, ['n0']));
  await page.keyboard.press('ArrowRight');
  await headings(page, 'Cycle 1, step 6');
  await soon(() => costs(page), (found) => assert.deepEqual(found, { n0: '0', n1: '2', n5: '1', n4: '1' }));
  await page.keyboard.press('ArrowRight');
  await headings(page, 'step 11: revise n0');
  await soon(() => page.locator('.player .options tbody tr').evaluateAll((all) => all.map((one) => one.lastElementChild.firstChild.textContent)), (found) => assert.deepEqual(found, ['3', '4']));
  await soon(() => marked(page), (found) => assert.deepEqual(found, ['n0#1']));
  await soon(() => costs(page), ({ n0 }) => assert.equal(n0, '3'));
  const cycle = async (name, heading) => { await button(page, name).click(); await headings(page, heading); };
  await cycle('Next cycle', 'Cycle 2');
  await cycle('Next cycle', 'Cycle 3, step 4');
  await page.keyboard.press('ArrowRight');
  await page.getByText('n5 is expanded: of the 2 tips n5, n4 the leftmost of the shallowest.').waitFor();
  await cycle('Cycle back', 'Cycle 3, step 4');
  await cycle('Cycle back', 'Cycle 2, step 4');
  await soon(() => marked(page), (found) => assert.deepEqual(found, ['n0#1']));
  await page.keyboard.press('End');
  await headings(page, 'The end');
  await soon(() => marked(page), (found) => assert.deepEqual(found, ['n0#2', 'n1#1', 'n4#2', 'n5#1']));
  await soon(() => drawn(page, '.good'), (found) => assert.deepEqual(found.sort(), ['n0', 'n4', 'n5', 'n7', 'n8']));
  await soon(() => costs(page), ({ n0 }) => assert.equal(n0, '5'));
  await page.locator('.player input[type=range]').fill('0');
  await headings(page, 'Step 1');
  await page.locator('.steps button', { hasText: 'expands n4' }).click();
  await headings(page, 'Cycle 4, step 4');
  await soon(() => new URL(page.url()).hash, (hash) => assert.match(hash, /pane=walk/));
  const step = await page.locator('.player input[type=range]').inputValue();
  await soon(() => new URL(page.url()).hash, (hash) => assert.match(hash, new RegExp(`step=${step}(&|$)`)));
  await page.reload();
  await headings(page, 'Cycle 4, step 4');
  await button(page, 'First step').click();
  await headings(page, 'Step 1');
  await button(page, 'Play the steps').click();
  await button(page, 'Pause').click();
  assert.equal(await page.locator('.view').count(), 1, 'one board');
});

test('an answer without a trace is walked through all the same: the trace is asked for in place', async (t) => {
  const { trace, ...plain } = example;
  const [page, result] = await walked(t, plain);
  assert.equal(result.trace, undefined);
  await headings(page, 'Step 1');
  await button(page, 'Last step').click();
  await headings(page, 'The end');
  await verdict(page, 'n0 is solved at cost 5.');
});

test('another order of tips is asked for in place', async (t) => {
  const [page] = await walked(t, exercise1);
  await page.getByText('8, 10, 8, 7').waitFor();
  await page.getByRole('combobox', { name: 'Tip to be expanded' }).selectOption('rightmost');
  await page.getByText('8, 6, 7').waitFor();
  await button(page, 'Next cycle').click();
  await button(page, 'Next cycle').click();
  await page.keyboard.press('ArrowRight');
  await page.getByText('n2 is expanded: the rightmost of the 2 tips n1, n2.').waitFor();
  await page.getByRole('combobox', { name: 'Tip to be expanded' }).selectOption('leftmost');
  await page.getByText('8, 10, 10, 7').waitFor();
  await button(page, 'First step').click();
  for (let cycle = 1; cycle <= 3; cycle++) await button(page, 'Next cycle').click();
  await page.keyboard.press('ArrowRight');
  await page.getByText('n4 is expanded: the leftmost of the 2 tips n4, n2.').waitFor();
  await page.getByRole('combobox', { name: 'Tip to be expanded' }).selectOption('shallowest');
  await page.getByText('8, 10, 8, 7').waitFor();
});

test('all optimal solution graphs are shown, whole or alone, with the composition of the cost', async (t) => {
  const [page, result] = await posted(t, exercise1);
  await tab(page, 'Solution graph');
  assert.equal(result.optimal_graphs.graphs.length, 2);
  for (const [i, graph] of result.optimal_graphs.graphs.entries()) {
    await page.getByLabel('Which solution graph').selectOption({ value: String(i) });
    await soon(() => marked(page), (found) => assert.deepEqual(found, Object.values(graph).sort()));
    await soon(() => page.locator('.player .steps li').last().textContent(), (text) => assert.match(text, /^\s*\d+\s*k\(n0, N\) = .* = 7\s*$/));
  }
  await page.getByLabel('The solution alone').check();
  await soon(() => drawn(page), (found) => assert.ok(found.length < 8 && found.includes('n0')));
  await page.getByLabel('The solution alone').uncheck();
  await soon(() => drawn(page), (found) => assert.equal(found.length, 8));
});

test('all solution graphs are ranked by price, and the price is shown step by step', async (t) => {
  const [page] = await posted(t, { ...example, trace: undefined });
  await page.getByText('no tree: n3 has the parents n1, n2').waitFor();
  await page.getByText('roots: n0 · leaves: n8, n7 · terminals: n8, n7').waitFor();
  await button(page, 'All solution graphs by price').click();
  await page.getByText('12 solution graphs', { exact: true }).waitFor();
  const which = page.getByLabel('Which solution graph');
  await soon(() => which.locator('option').allTextContents(), (all) => assert.deepEqual(all.map((one) => one.replace(/^.*cost /, '')), ['5', '6', '7', '7', '8', '8', '9', '9', '9', '9', '10', '11']));
  await which.selectOption('3');
  await soon(() => marked(page), (found) => assert.deepEqual(found, ['n0#2', 'n4#1', 'n5#1']));
  await headings(page, 'n0 → n5, n4');
  await page.locator('.player .now', { hasText: 'k(n0, N) = 2 + 2 + 3 = 7' }).waitFor();
  await button(page, 'First step').click();
  await page.getByText('Rule 1: k(n, N) = 0 of the terminals n8, n7.').waitFor();
  await button(page, 'First step').focus();
  await page.keyboard.press('ArrowRight');
  await page.locator('.player .now', { hasText: 'k(n5, N) = 2 + 0 + 0 = 2' }).waitFor();
  await soon(() => costs(page), ({ n5, n4, n0 }) => assert.deepEqual([n5, n4, n0], ['2', undefined, undefined]));
});

test('a solution graph of one\'s own is checked and priced; its faults are named', async (t) => {
  const [page] = await posted(t, { ...example, trace: undefined });
  await tab(page, 'Check a graph');
  await page.getByLabel('Connector of n4').selectOption('n4#1');
  await button(page, 'Check and price').click();
  await page.getByText('A solution graph of price 7.').waitFor();
  await page.getByText('If shared parts are paid once, the price is 5.').waitFor();
  await page.locator('.player .now', { hasText: 'k(n0, N) = 2 + 2 + 3 = 7' }).waitFor();
  await page.getByLabel('Connector of n5').selectOption('');
  await page.getByText('A solution graph of price 7.').waitFor({ state: 'detached' });
  const [x, y] = await board(page).locator('.edge', { has: page.locator('title:text-is("n6#1")') }).locator('.path').first().evaluate((line) => { const { x: px, y: py } = line.getPointAtLength(line.getTotalLength() / 2).matrixTransform(line.getScreenCTM()); return [px, py]; });
  await page.mouse.click(x, y); // a connector is chosen on the board
  await soon(() => marked(page), (found) => assert.ok(found.includes('n6#1')));
  await button(page, 'Check and price').click();
  await page.getByText('This is no solution graph.').waitFor();
  await page.getByText('n5 is not terminal and no connector is chosen for it (rule 2).').waitFor();
  await page.getByText('n6 is not reached from the root: it is no part of the solution graph.').waitFor();
  await soon(() => drawn(page, '.bad'), (found) => assert.deepEqual(found.sort(), ['n5', 'n6']));
});

test('a job with its own solution graph opens with the check; a compact graph by its numbers', async (t) => {
  const [page] = await posted(t, { start: 'a', goals: ['t'], rules: ['R1: a -> b, b', 'R2: b -> t cost 3'], solution_graph: ['R1', 'R2'], k_best: 5, trace: true });
  await page.getByText('A solution graph of price 8.').waitFor();
  await soon(() => marked(page), (found) => assert.deepEqual(found, ['a#1', 'b#1']));
  const [other] = await posted(t, { n: 3, root: 0, terminals: [2], off: [0, 2, 3, 3], cost: [2, 9, 1], soff: [0, 2, 3, 4], succ: [1, 1, 2, 2], solution_graph: [1, 2], k_best: 9 });
  await other.getByText('This is no solution graph.').waitFor();
  await other.getByText('1 is not reached from the root: it is no part of the solution graph.').waitFor();
  await other.getByLabel('Connector of 0').selectOption('c0');
  await button(other, 'Check and price').click();
  await other.getByText('A solution graph of price 4.').waitFor();
  await tab(other, 'Solution graph');
  await other.getByText('2 solution graphs', { exact: true }).waitFor();
});

test('the page says where an exercise of the lecture notes misleads', async (t) => {
  const page = await fresh(t);
  await page.locator('.menu summary', { hasText: 'Examples' }).click();
  await button(page, 'Exercise 1: two optima; h breaks note (2)').click();
  await page.getByText('This breaks note (2)').waitFor();
  await button(page, 'Solve').click();
  await verdict(page, 'n0 is solved at cost 7.');
  await page.locator('.menu summary', { hasText: 'Examples' }).click();
  await button(page, 'Example 4.3 of the lecture notes').click();
  await page.getByText('This breaks note (2)').waitFor({ state: 'detached' });
});

test('an inadmissible h: the trap is reported, the offending connector is marked', async (t) => {
  const [page, result] = await posted(t, trap);
  assert.equal(result.cost, 7);
  await page.getByText('AO* missed the cheapest, because h is not admissible: the cheapest costs 4.').waitFor();
  await tab(page, 'Solution graph');
  await soon(() => marked(page), (found) => assert.deepEqual(found, ['n0#1', 'n3#1'])); // the graph that is called "by AO*"
  await page.getByLabel('Which solution graph').selectOption({ label: 'optimal: 1 of 1' });
  await soon(() => marked(page), (found) => assert.deepEqual(found, ['n0#2', 'n2#1']));
  await soon(() => page.locator('.player .steps li').last().textContent(), (text) => assert.match(text, /k\(n0, N\) = 1 \+ 3 = 4/));
  await tab(page, 'Heuristic');
  await page.getByText('h(n2) = 6 is more than h* = 3.').waitFor();
  await soon(() => drawn(page, '.bad'), (found) => assert.deepEqual(found, ['n2']));
  await soon(() => titles(page, '.edge.bad'), (found) => assert.deepEqual(found, ['n2#1']));
  await tab(page, 'Values');
  await page.locator('.numeric tr.wrong').getByRole('button', { name: 'n2', exact: true }).click();
  await page.locator('.known', { hasText: 'n2: h = 6 · ' }).waitFor();
  await soon(() => node(page, 'n2').getAttribute('aria-selected'), (now) => assert.equal(now, 'true'));
});

test('dead ends and hopeless roots end as they should', async (t) => {
  const [page] = await posted(t, { root: 's', terminals: ['t'], connectors: [{ from: 's', to: ['a', 't'], cost: 1 }], trace: true });
  await verdict(page, 's cannot be solved.');
  await button(page, 'Next cycle').click();
  await button(page, 'Next cycle').click();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await page.getByText('a has no connector: a dead end.').waitFor();
  await page.keyboard.press('End');
  await page.getByText('q(s) is infinite: there is no solution graph.').waitFor();
  await soon(() => costs(page), ({ s }) => assert.equal(s, '∞'));
});

test('what the node limit hides is not called unsolvable', async (t) => {
  const [page] = await posted(t, { start: '1', goals: ['0'], rules: ['n -> n+1'], node_limit: 300 });
  await verdict(page, 'Not known: the rules make more nodes than the limit allows.');
  await page.getByText(/No solution graph costs less than \d+\./).waitFor();
});

test('rules with variables are drawn as the server made them, on the same board', async (t) => {
  const page = await fresh(t, JSON.stringify(rules));
  await page.getByText('The server makes the graph of these rules; it is drawn with the answer.').waitFor();
  await soon(() => page.getByLabel('Goals').inputValue(), (goals) => assert.equal(goals, 'T(i,i)'));
  await button(page, 'AO* step by step').click();
  await page.locator('.player').waitFor();
  await soon(() => drawn(page), (found) => assert.equal(found.length, 10));
  await button(page, 'Last step').click();
  await soon(() => drawn(page, '.good'), (found) => assert.ok(found.includes('T(1,4)')));
});

test('a compact graph is played back by its numbers', async (t) => {
  const [page] = await walked(t, { n: 3, root: 0, terminals: [2], h: [3, 1, 0], off: [0, 2, 3, 3], cost: [2, 9, 1], soff: [0, 2, 3, 4], succ: [1, 1, 2, 2], trace: true });
  await verdict(page, '0 is solved at cost 4.');
  await button(page, 'Last step').click();
  await soon(() => marked(page), (found) => assert.deepEqual(found, ['c0', 'c2']));
  await tab(page, 'Solution graph');
  await soon(() => marked(page), (found) => assert.deepEqual(found, ['c0', 'c2']));
});

test('a job given as text is shown as any other, and edited', async (t) => {
  const job = await (await fetch(`${server.url}/v1/andor`, { method: 'POST', headers: { 'Content-Type': 'text/plain', Accept: 'application/json', Prefer: 'wait=60' }, body: 'start 6; goal 1; 6 -> 3,3; 6 -> 4,2; 4 -> 3,1; 4 -> 2,2; 3 -> 2,1; 2 -> 1,1; h value' })).json();
  const page = await open(t, browser, `${server.url}/#/jobs/${job.id}`, wide);
  await verdict(page, '6 is solved at cost 10.');
  await page.getByText('3 optimal solution graphs').waitFor();
  await soon(() => drawn(page), (found) => assert.deepEqual(found.sort(), ['1', '2', '3', '4', '6']));
  await button(page, 'Edit').click();
  await soon(() => rulesField(page).inputValue(), (text) => assert.match(text, /^6 -> 3,\s*3$/m));
});

test('engines are compared, in place or by a question of their own', async (t) => {
  const { trace, ...plain } = example;
  const [page] = await posted(t, plain);
  await tab(page, 'Engines');
  const rows = page.locator('.numeric tbody tr');
  await rows.or(button(page, 'Compare engines')).first().waitFor();
  if (!await rows.count()) await button(page, 'Compare engines').click();
  const compared = (where) => soon(() => where.locator('.numeric tbody tr').evaluateAll((all) => all.map((one) => [one.querySelector('th').firstChild.textContent, one.children[1].textContent])),
    (found) => { for (const name of ['AO*', 'bottom-up', 'Knuth']) assert.ok(found.some(([engine, cost]) => engine === name && cost === '5'), JSON.stringify(found)); });
  await compared(page);
  await verdict(page, 'n0 is solved at cost 5.');
  const other = await fresh(t, JSON.stringify(plain));
  await button(other, 'Compare engines').click();
  await compared(other);
});

test('the drawing is saved as SVG, the graph as DOT', async (t) => {
  const [page] = await posted(t, { ...example, dot: true });
  await board(page).locator('.node').first().waitFor();
  const saved = async (name, file, inside) => {
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, name).click()]);
    assert.match(download.suggestedFilename(), file);
    const parts = [];
    for await (const part of await download.createReadStream()) parts.push(part);
    assert.match(Buffer.concat(parts).toString(), inside);
  };
  await saved('Save as DOT', /\.dot$/, /^digraph/);
  await page.locator('.graph .menu summary').click();
  await saved('Save as SVG', /\.svg$/, /^<svg [^]*<ellipse[^]*fill=/);
});

// A graph of `count` nodes, each of which leads to one or two later ones.
function largeGraph(count) {
  let random = 7;
  const upTo = (n) => { random = (Math.imul(random, 1664525) + 1013904223) >>> 0; return Math.floor(random / 2 ** 32 * n); };
  const connectors = Array.from({ length: count - 1 }, (_, i) => ({ from: `v${Math.floor(i / 2)}`, to: upTo(4) ? [`v${i + 1}`] : [`v${i + 1}`, `v${Math.min(count - 1, i + 2 + upTo(30))}`] }));
  return { root: 'v0', terminals: Array.from({ length: count }, (_, v) => `v${v}`).slice(Math.floor((count - 1) / 2)), connectors };
}

test('2,000 nodes are drawn: laid out by a worker, searched, solved and walked on the board', async (t) => {
  const page = await fresh(t, 's -> a'), session = await page.context().newCDPSession(page), frames = () => page.evaluate(() => window.frames_.splice(0));
  await page.evaluate(() => { window.frames_ = []; new PerformanceObserver((list) => window.frames_.push(...list.getEntries().map(({ duration }) => Math.round(duration)))).observe({ type: 'long-animation-frame' }); });
  await session.send('Emulation.setCPUThrottlingRate', { rate: 4 });
  await paste(page, JSON.stringify(largeGraph(2000)));
  await page.getByText('The graph: 2,000 nodes, 1,999 connectors').waitFor();
  await soon(() => board(page).getAttribute('data-layout'), (how) => assert.equal(how, 'worker'));
  await soon(() => board(page).getAttribute('data-drawn'), (how) => assert.equal(how, 'canvas'));
  await soon(() => board(page).getAttribute('aria-busy'), (busy) => assert.equal(busy, 'false'));
  t.diagnostic(`4x slower, pasted and laid out: frames over 50 ms: ${JSON.stringify(await frames())}`);
  await page.getByRole('searchbox').fill('v1999');
  await page.getByRole('searchbox').press('Enter');
  await soon(() => page.evaluate(() => document.activeElement.dataset?.node), (id) => assert.equal(id, 'v1999'));
  await soon(() => drawn(page), (found) => assert.ok(found.includes('v1999') && found.length < 200));
  t.diagnostic(`4x slower, found: frames over 50 ms: ${JSON.stringify(await frames())}`);
  await button(page, 'Solve').click();
  await page.locator('.line .verdict.good').waitFor();
  await tab(page, 'AO* step by step');
  await page.locator('.player').waitFor();
  await frames();
  for (let i = 0; i < 6; i++) await button(page, 'Next step').click();
  await headings(page, 'Cycle 2');
  t.diagnostic(`4x slower, six steps of AO*: frames over 50 ms: ${JSON.stringify(await frames())}`);
  await session.send('Emulation.setCPUThrottlingRate', { rate: 1 });
  assert.equal(await page.locator('.view').count(), 1, 'one board');
});

test('a graph of more nodes than are handled is counted, its answer is given', async (t) => {
  const [page] = await posted(t, largeGraph(6000));
  await page.locator('.line .verdict.good').waitFor();
  await page.getByText(/ nodes and 5,999 connectors are too many to be drawn\./).waitFor();
});

test('the list describes each graph in Chinese', async (t) => {
  const jobs = [];
  for (const problem of [example, trap, { root: 's', terminals: ['t'], connectors: [{ from: 's', to: ['a'] }] }, { start: '1', goals: ['0'], rules: ['n -> n+1'], node_limit: 300 }]) jobs.push(await server.post('andor', problem, { wait: 60 }));
  const page = await open(t, browser, `${server.url}/#/jobs?kind=andor`, { locale: 'zh-CN', viewport: { width: 1280, height: 3000 } }); // rows outside the viewport are not drawn
  for (const { id, result } of jobs)
    await soon(() => page.locator('.jobs-row', { has: page.locator(`a[href*="${id}"]`) }).locator('.jobs-summary').textContent(), (text) => assert.match(text, /^[^A-Za-z]*[\u4e00-\u9fff][^A-Za-z]*$/, result.summary));
});

for (const [name, options, locale] of [['light, desktop', {}, 'en-US'], ['dark, phone', { ...phone, colorScheme: 'dark' }, 'en-US'], ['Chinese, phone', phone, 'zh-CN']])
  test(`nothing for axe to find, nothing wider than the screen: ${name}`, async (t) => {
    const look = async (page, where) => {
      await page.evaluate(() => scrollTo(0, 0)); // the head would cover a part of what is scrolled
      assert.deepEqual(await violations(page), [], where);
      const over = await page.evaluate(() => document.documentElement.scrollWidth) - page.viewportSize().width; // innerWidth grows with content that is too wide
      assert.ok(over <= 0, `${where} is ${over} px wider than the screen`);
    };
    const page = await fresh(t, JSON.stringify(example), { ...options, locale });
    await look(page, 'question');
    await node(page, 'n5').click();
    await page.locator('.inspector').waitFor();
    await look(page, 'a selected node');
    for (const problem of [{ ...exercise1, compare: true }, trap, rules]) {
      const job = await server.post('andor', problem, { wait: 60 });
      await page.goto(`${server.url}/#/jobs/${job.id}`);
      await page.reload(); // the board of the job before is gone
      await page.locator('.line .verdict').waitFor();
      const tabs = page.locator('.andor [role=tab]');
      await tabs.first().waitFor();
      for (let i = 0; i < await tabs.count(); i++) {
        await tabs.nth(i).click();
        await page.locator(`.andor [role=tab]:nth-of-type(${i + 1})[aria-selected=true]`).waitFor();
        await look(page, `${JSON.stringify(problem).slice(0, 40)}, tab ${i}`);
      }
    }
  });

// AND/OR graphs on the page: a graph typed as rules, pasted and selected; AO* played back phase by phase under both tip
// rules; solution graphs; the audit of h; engines; graphs too large to be drawn.
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

const button = (page, name) => page.getByRole('button', { name, exact: true });
const fresh = async (t, graph, options) => {
  const page = await open(t, browser, `${server.url}/#/solve/andor${graph ? `?graph=${encodeURIComponent(graph)}` : ''}`, options);
  await page.locator('.andor.editor').waitFor();
  return page;
};
const posted = async (t, problem, options) => {
  const job = await server.post('andor', problem, { wait: 60 });
  assert.equal(job.status, 'succeeded', JSON.stringify(job));
  const page = await open(t, browser, `${server.url}/#/jobs/${job.id}`, options);
  await page.locator('.andor.view .verdict').first().waitFor();
  return [page, job.result];
};
// Returns the drawn nodes: their ids, or those of a class.
const drawn = (page, look = '', where = '.drawing') => page.locator(`${where} .node${look} title`).evaluateAll((all) => all.map((one) => one.textContent));
const marked = (page, where = '.drawing') => page.locator(`${where} .connector.marked title`).evaluateAll((all) => all.map((one) => one.textContent).sort());
const costs = (page) => page.locator('.drawing .node').evaluateAll((all) => Object.fromEntries(all.map((one) => [one.querySelector('title').textContent, one.querySelector('.q')?.firstChild.textContent]).filter(([, q]) => q !== undefined)));
const headings = (page, text) => page.locator('.player h2', { hasText: text }).waitFor();

test('rules are typed and the graph is drawn beside them; by keyboard alone to the answer', async (t) => {
  const page = await fresh(t, 'a -> b c');
  await soon(() => drawn(page), (found) => assert.deepEqual(found, ['a', 'b', 'c']));
  const field = page.getByLabel('Rules', { exact: true });
  await field.focus();
  await page.keyboard.press('Control+End');
  await page.keyboard.type('\na -> d cost 7\nd -> c, c');
  await soon(() => drawn(page), (found) => assert.deepEqual(found, ['a', 'b', 'c', 'd']));
  await soon(() => page.locator('.drawing .connector').count(), (count) => assert.equal(count, 3));
  await page.keyboard.type('\nd ->');
  await page.getByText('Line 4 cannot be read.').waitFor();
  await soon(() => drawn(page), (found) => assert.equal(found.length, 4));
  for (let i = 0; i < 4; i++) await page.keyboard.press('Backspace');
  await button(page, 'Solve').focus();
  await page.keyboard.press('Enter');
  await page.getByText('a is solved at cost 2.').waitFor();
  await page.getByText('Proved to be the cheapest.').waitFor();
});

test('a graph is pasted as rules or JSON, chosen among the examples, undone', async (t) => {
  const page = await fresh(t, 's -> a');
  await paste(page, 'x -> y, z\ny -> z');
  await soon(() => drawn(page), (found) => assert.deepEqual(found, ['x', 'y', 'z']));
  await soon(() => drawn(page, '.terminal'), (found) => assert.deepEqual(found, ['z']));
  await paste(page, JSON.stringify(trap));
  await soon(() => drawn(page), (found) => assert.deepEqual(found, ['n0', 'n2', 'n3', 't']));
  await button(page, '↶ Undo').click();
  await soon(() => drawn(page), (found) => assert.deepEqual(found, ['x', 'y', 'z']));
  await paste(page, 'no graph at all');
  await page.getByText('No graph found in this text.').waitFor();
  await page.locator('.menu summary', { hasText: 'Examples' }).click();
  await button(page, 'Example 4.3 of the lecture notes').click();
  await soon(() => drawn(page), (found) => assert.equal(found.length, 9));
  await soon(() => page.getByLabel('Goals').inputValue(), (goals) => assert.equal(goals, 'n7 n8'));
  await page.getByLabel('Goals').fill('n8');
  await page.getByLabel('Goals').press('Enter');
  await soon(() => page.locator('.drawing .terminal').count(), (count) => assert.equal(count, 1));
  await page.getByLabel('Heuristic h').fill('n1 = x');
  await page.getByLabel('Heuristic h').press('Enter');
  await page.getByText('This cannot be read.').waitFor();
});

test('a link holds the graph; the job leads back to the editor', async (t) => {
  const page = await fresh(t, 's -> a, b\na -> b', { permissions: ['clipboard-read', 'clipboard-write'] });
  await soon(() => drawn(page), (found) => assert.equal(found.length, 3));
  await page.locator('.menu summary', { hasText: 'Copy' }).click();
  await button(page, 'as a link').click();
  const address = await soon(() => page.evaluate(() => navigator.clipboard.readText()), (text) => { assert.match(text, /graph=/); return text; });
  await page.goto('about:blank');
  await page.goto(address);
  await soon(() => drawn(page), (found) => assert.deepEqual(found, ['s', 'a', 'b']));
  await button(page, 'Solve').click();
  await page.getByRole('link', { name: 'To the job' }).click();
  await page.getByRole('link', { name: 'Change this graph' }).click();
  await page.locator('.andor.editor').waitFor();
  await soon(() => page.getByLabel('Rules', { exact: true }).inputValue(), (text) => assert.equal(text, 's -> a, b\na -> b'));
});

test('AO* is played back: each cycle of the lecture notes\'s example, forward and back', async (t) => {
  const [page, { trace }] = await posted(t, example);
  assert.deepEqual(trace.steps.map(({ q_root }) => q_root), [3, 4, 5, 5]);
  await headings(page, 'Step 1');
  await soon(() => costs(page), (found) => assert.deepEqual(found, { n0: '0' }));
  await soon(() => drawn(page, '.ghost'), ({ length }) => assert.equal(length, 8));
  await button(page, 'Next cycle').click();
  await headings(page, 'Cycle 1, step 4');
  await page.getByText('Nothing is marked yet: G′ is n0 alone.').waitFor();
  await page.keyboard.press('ArrowRight');
  await headings(page, 'Cycle 1, step 5');
  await soon(() => drawn(page, '.tip'), (found) => assert.deepEqual(found, ['n0']));
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
  await soon(() => drawn(page, '.solved'), (found) => assert.deepEqual(found.sort(), ['n0', 'n4', 'n5', 'n7', 'n8']));
  await soon(() => costs(page), ({ n0 }) => assert.equal(n0, '5'));
  await page.locator('.player input[type=range]').fill('0');
  await headings(page, 'Step 1');
  await page.locator('.steps button', { hasText: 'expands n4' }).click();
  await headings(page, 'Cycle 4, step 4');
  await page.keyboard.press('Home');
  await headings(page, 'Step 1');
  await button(page, 'Play').click();
  await button(page, 'Pause').click();
});

test('another order of tips is asked for in place', async (t) => {
  const [page] = await posted(t, exercise1);
  await page.getByText('8, 10, 8, 7').waitFor();
  await page.getByLabel('Tip to be expanded').selectOption('rightmost');
  await page.getByText('8, 6, 7').waitFor();
  await button(page, 'Next cycle').click();
  await button(page, 'Next cycle').click();
  await page.keyboard.press('ArrowRight');
  await page.getByText('n2 is expanded: the rightmost of the 2 tips n1, n2.').waitFor();
  await page.getByLabel('Tip to be expanded').selectOption('leftmost');
  await page.getByText('8, 10, 10, 7').waitFor();
  for (let cycle = 1; cycle <= 3; cycle++) await button(page, 'Next cycle').click();
  await page.keyboard.press('ArrowRight');
  await page.getByText('n4 is expanded: the leftmost of the 2 tips n4, n2.').waitFor();
  await page.getByLabel('Tip to be expanded').selectOption('shallowest');
  await page.getByText('8, 10, 8, 7').waitFor();
});

test('all optimal solution graphs are shown, whole or alone, with the composition of the cost', async (t) => {
  const [page, result] = await posted(t, exercise1);
  await page.getByRole('tab', { name: 'Solution graph' }).click();
  assert.equal(result.optimal_graphs.graphs.length, 2);
  for (const [i, graph] of result.optimal_graphs.graphs.entries()) {
    await page.getByLabel('Which solution graph').selectOption({ value: String(i) });
    await soon(() => marked(page), (found) => assert.deepEqual(found, Object.values(graph).sort()));
    await soon(() => page.locator('.player .steps li').last().textContent(), (text) => assert.match(text, /^\s*\d+\s*k\(n0, N\) = .* = 7\s*$/));
  }
  await page.getByLabel('The solution alone').check();
  await soon(() => drawn(page), (found) => assert.ok(found.length < 8 && found.includes('n0')));
});

test('all solution graphs are ranked by price, and the price is shown step by step', async (t) => {
  const [page] = await posted(t, { ...example, trace: undefined });
  await page.getByText('no tree: n3 has the parents n1, n2').waitFor();
  await page.getByText('roots: n0 · leaves: n8, n7 · terminals: n8, n7').waitFor();
  await page.getByRole('tab', { name: 'Solution graph' }).click();
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
  await page.getByRole('tab', { name: 'Check a graph' }).click();
  await page.getByLabel('Connector of n4').selectOption('n4#1');
  await button(page, 'Check and price').click();
  await page.getByText('A solution graph of price 7.').waitFor();
  await page.getByText('If shared parts are paid once, the price is 5.').waitFor();
  await page.locator('.player .now', { hasText: 'k(n0, N) = 2 + 2 + 3 = 7' }).waitFor();
  await page.getByLabel('Connector of n5').selectOption('');
  await page.getByText('A solution graph of price 7.').waitFor({ state: 'detached' });
  await page.locator('.drawing .connector', { has: page.locator('title:text-is("n6#1")') }).locator('.hit').first().dispatchEvent('click');
  await button(page, 'Check and price').click();
  await page.getByText('This is no solution graph.').waitFor();
  await page.getByText('n5 is not terminal and no connector is chosen for it (rule 2).').waitFor();
  await page.getByText('n6 is not reached from the root: it is no part of the solution graph.').waitFor();
  await soon(() => drawn(page, '.wrong'), (found) => assert.deepEqual(found.sort(), ['n5', 'n6']));
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
  await other.getByRole('tab', { name: 'Solution graph' }).click();
  await other.getByText('2 solution graphs', { exact: true }).waitFor();
});

test('the editor says where an exercise of the lecture notes misleads', async (t) => {
  const page = await fresh(t);
  await page.locator('.menu summary', { hasText: 'Examples' }).click();
  await button(page, 'Exercise 1: two optima; h breaks note (2)').click();
  await page.getByText('This exercise breaks note (2) of the lecture notes').waitFor();
  await page.locator('.menu summary', { hasText: 'Examples' }).click();
  await button(page, 'Example 4.3 of the lecture notes').click();
  await page.getByText('This exercise breaks note (2) of the lecture notes').waitFor({ state: 'detached' });
});

test('an inadmissible h: the trap is reported, the offending connector is marked', async (t) => {
  const [page, result] = await posted(t, trap);
  assert.equal(result.cost, 7);
  await page.getByText('AO* missed the cheapest, because h is not admissible: the cheapest costs 4.').waitFor();
  await page.getByRole('tab', { name: 'Solution graph' }).click();
  await soon(() => marked(page), (found) => assert.deepEqual(found, ['n0#1', 'n3#1'])); // the graph that is called "by AO*"
  await page.getByLabel('Which solution graph').selectOption({ label: 'optimal: 1 of 1' });
  await soon(() => marked(page), (found) => assert.deepEqual(found, ['n0#2', 'n2#1']));
  await soon(() => page.locator('.player .steps li').last().textContent(), (text) => assert.match(text, /k\(n0, N\) = 1 \+ 3 = 4/));
  await page.getByRole('tab', { name: 'Heuristic' }).click();
  await page.getByText('h(n2) = 6 is more than h* = 3.').waitFor();
  await soon(() => drawn(page, '.wrong'), (found) => assert.deepEqual(found, ['n2']));
  await soon(() => page.locator('.drawing .connector.wrong title').allTextContents(), (found) => assert.deepEqual(found, ['n2#1']));
  await page.getByRole('tab', { name: 'Values' }).click();
  await page.locator('.numeric tr.wrong th', { hasText: 'n2' }).waitFor();
});

test('dead ends and hopeless roots end as they should', async (t) => {
  const [page] = await posted(t, { root: 's', terminals: ['t'], connectors: [{ from: 's', to: ['a', 't'], cost: 1 }], trace: true });
  await page.getByText('s cannot be solved.').waitFor();
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
  await page.getByText('Not known: the rules make more nodes than the limit allows.').waitFor();
  await page.getByText(/No solution graph costs less than \d+\./).waitFor();
});

test('rules with variables are drawn as the server made them', async (t) => {
  const page = await fresh(t, JSON.stringify(rules));
  await page.getByText('The server makes the graph of these rules; it is drawn with the answer.').waitFor();
  await soon(() => page.getByLabel('Goals').inputValue(), (goals) => assert.equal(goals, 'T(i,i)'));
  await button(page, 'AO* step by step').click();
  await page.locator('.andor.view .player').waitFor();
  await soon(() => drawn(page, '', '.view .drawing'), (found) => assert.equal(found.length, 10));
  await button(page, 'Last step').click();
  await soon(() => drawn(page, '.solved', '.view .drawing'), (found) => assert.ok(found.includes('T(1,4)')));
});

test('a compact graph is played back by its numbers', async (t) => {
  const [page] = await posted(t, { n: 3, root: 0, terminals: [2], h: [3, 1, 0], off: [0, 2, 3, 3], cost: [2, 9, 1], soff: [0, 2, 3, 4], succ: [1, 1, 2, 2], trace: true });
  await page.getByText('0 is solved at cost 4.').waitFor();
  await button(page, 'Last step').click();
  await soon(() => marked(page), (found) => assert.deepEqual(found, ['c0', 'c2']));
  await page.getByRole('tab', { name: 'Solution graph' }).click();
  await soon(() => marked(page), (found) => assert.deepEqual(found, ['c0', 'c2']));
});

test('a job given as text is shown as any other', async (t) => {
  const job = await (await fetch(`${server.url}/v1/andor`, { method: 'POST', headers: { 'Content-Type': 'text/plain', Accept: 'application/json', Prefer: 'wait=60' }, body: 'start 6; goal 1; 6 -> 3,3; 6 -> 4,2; 4 -> 3,1; 4 -> 2,2; 3 -> 2,1; 2 -> 1,1; h value' })).json();
  const page = await open(t, browser, `${server.url}/#/jobs/${job.id}`);
  await page.getByText('6 is solved at cost 10.').waitFor();
  await page.getByText('3 optimal solution graphs').waitFor();
  await soon(() => drawn(page), (found) => assert.deepEqual(found.sort(), ['1', '2', '3', '4', '6']));
});

test('engines are compared; a job without a trace leads to one', async (t) => {
  const { trace, ...plain } = example;
  const [page] = await posted(t, { ...plain, compare: true });
  await page.getByRole('tab', { name: 'Engines' }).click();
  const rows = page.locator('.numeric tbody tr');
  await soon(() => rows.evaluateAll((all) => all.map((one) => [one.querySelector('th').firstChild.textContent, one.children[1].textContent])),
    (found) => { for (const name of ['AO*', 'bottom-up', 'Knuth']) assert.ok(found.some(([engine, cost]) => engine === name && cost === '5'), JSON.stringify(found)); });
  await page.locator('.andor.view > .row').getByRole('button', { name: 'AO* step by step' }).click();
  await headings(page, 'Step 1');
});

test('the drawing is saved as SVG, the graph as DOT', async (t) => {
  const [page] = await posted(t, { ...example, dot: true });
  for (const [name, file, inside] of [['Save as SVG', /\.svg$/, /^<svg [^]*<ellipse[^]*fill=/], ['Save as DOT', /\.dot$/, /^digraph/]]) {
    const [download] = await Promise.all([page.waitForEvent('download'), button(page, name).click()]);
    assert.match(download.suggestedFilename(), file);
    const parts = [];
    for await (const part of await download.createReadStream()) parts.push(part);
    assert.match(Buffer.concat(parts).toString(), inside);
  }
});

test('a large graph is shown as tables; its solution is drawn if it is small', async (t) => {
  const wide = Array.from({ length: 400 }, (_, i) => ({ from: 's', to: [`a${i}`, `b${i}`], cost: 400 - i }));
  const [page] = await posted(t, { root: 's', terminals: wide.flatMap(({ to }) => to), connectors: wide });
  await page.getByText('s is solved at cost 1.').waitFor();
  await soon(() => drawn(page), (found) => assert.deepEqual(found, ['s', 'a399', 'b399']));
  const chain = Array.from({ length: 400 }, (_, i) => ({ from: `c${i}`, to: [`c${i + 1}`] }));
  const [other] = await posted(t, { root: 'c0', terminals: ['c400'], connectors: chain });
  await other.getByText('More nodes than 150 are not drawn.').waitFor();
  assert.equal(await other.locator('.drawing').count(), 0);
  await other.getByRole('link', { name: 'Change this graph' }).click();
  await other.getByText('401 nodes and 400 connectors are too many to be drawn.').waitFor();
});

test('the list describes each graph in Chinese', async (t) => {
  const jobs = [];
  for (const problem of [example, trap, { root: 's', terminals: ['t'], connectors: [{ from: 's', to: ['a'] }] }, { start: '1', goals: ['0'], rules: ['n -> n+1'], node_limit: 300 }]) jobs.push(await server.post('andor', problem, { wait: 60 }));
  const page = await open(t, browser, `${server.url}/#/jobs?kind=andor`, { locale: 'zh-CN', viewport: { width: 1280, height: 3000 } }); // rows outside the viewport are not drawn
  for (const { id, result } of jobs)
    await soon(() => page.locator('.jobs-row', { has: page.locator(`a[href*="${id}"]`) }).locator('.jobs-summary').textContent(), (text) => assert.match(text, /^[^A-Za-z]*[\u4e00-\u9fff][^A-Za-z]*$/, result.summary));
});

test('the drawing is scaled', async (t) => {
  const [page] = await posted(t, example), width = () => page.locator('.drawing svg').first().evaluate((svg) => svg.getBoundingClientRect().width);
  const fitted = await soon(width, (now) => { assert.ok(now > 0); return now; });
  await button(page, 'Larger').click();
  await soon(width, (now) => assert.ok(now > fitted * 1.2));
  await button(page, 'Fit').click();
  await soon(width, (now) => assert.ok(Math.abs(now - fitted) < 1));
});

for (const [name, options, locale] of [['light, desktop', {}, 'en-US'], ['dark, phone', { ...phone, colorScheme: 'dark' }, 'en-US'], ['Chinese, phone', phone, 'zh-CN']])
  test(`nothing for axe to find, nothing wider than the screen: ${name}`, async (t) => {
    const look = async (page, where) => {
      assert.deepEqual(await violations(page), [], where);
      const wide = await page.evaluate(() => document.documentElement.scrollWidth) - page.viewportSize().width; // innerWidth grows with content that is too wide
      assert.ok(wide <= 0, `${where} is ${wide} px wider than the screen`);
    };
    const page = await fresh(t, JSON.stringify(example), { ...options, locale });
    await look(page, 'editor');
    for (const problem of [{ ...exercise1, compare: true }, trap, rules]) {
      const job = await server.post('andor', problem, { wait: 60 });
      await page.goto(`${server.url}/#/jobs/${job.id}`);
      await page.locator(`.job-id code:text-is("${job.id}")`).waitFor();
      await page.locator('.andor.view .player').waitFor();
      for (let i = 0; i < 6; i++) await page.locator('.player .controls button').nth(4).click();
      const tabs = page.locator('.andor.view [role=tab]');
      for (let i = 0; i < await tabs.count(); i++) {
        await tabs.nth(i).click();
        await page.locator(`.andor.view [role=tab]:nth-of-type(${i + 1})[aria-selected=true]`).waitFor();
        await look(page, `${JSON.stringify(problem).slice(0, 40)}, tab ${i}`);
      }
    }
  });

// AND/OR graphs: reading, writing, drawing, playback.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { examples } from '../../../src/web/kinds/andor/examples.js';
import { followed, part, readGraph, readText } from '../../../src/web/kinds/andor/graph.js';
import { playback } from '../../../src/web/kinds/andor/panes/playback.js';
import { priceSteps } from '../../../src/web/kinds/andor/price.js';
import { given, named } from '../../../src/web/kinds/andor/result.js';
import { readGoals, readRules, readValues, writeGoals, writeRules, writeValues } from '../../../src/web/kinds/andor/rules.js';
import { drawnOf, textOf, withGraph, withText } from '../../../src/web/kinds/andor/text.js';
import { addNode, connect, describe, extend, remove, rename } from '../../../src/web/parts/graph/edit.js';
import { requestOf } from '../../../src/web/parts/graph/places.js';
import { plan } from '../../../src/web/parts/graph/plan.js';
import { sceneOf } from '../../../src/web/parts/graph/scene.js';

const exampleOf = Object.fromEntries(examples);
const deadEnd = exampleOf['A dead end'];

// Returns the drawing of a graph: its nodes and the shapes of its connectors.
function draw(graph) {
  const drawn = drawnOf(graph), { request, placed } = requestOf(drawn, 'layers', 44), { nodes, edges } = sceneOf(drawn, placed(plan(request)));
  return { nodes, connectors: new Map(edges.map(({ id, shape }) => [id, shape])) };
}

// Returns all frames of a trace.
function frames(graph, trace) {
  const play = playback(graph, trace);
  return Array.from({ length: play.length }, (_, i) => play.at(i));
}

test('rules are read in their usual forms', () => {
  const read = (line) => readRules(line).connectors[0];
  assert.deepEqual(read('n0 -> n5, n4'), { from: 'n0', to: ['n5', 'n4'] });
  assert.deepEqual(read('6 -> 3,3'), { from: '6', to: ['3', '3'] });
  assert.deepEqual(read('R1: n0→n1, n2 cost 7'), { id: 'R1', from: 'n0', to: ['n1', 'n2'], cost: 7 });
  assert.deepEqual(read('a => b c cost 2.5'), { from: 'a', to: ['b', 'c'], cost: 2.5 });
  assert.deepEqual(readRules('\n// nothing\n a -> b \n').connectors, [{ from: 'a', to: ['b'] }]);
  for (const line of ['a', 'a ->', '-> b', 'a b -> c', 'n -> n-1 if n > 2', 'f(n) -> g(n)', 'a -> "b"'])
    assert.deepEqual(readRules(`x -> y\n${line}`).faults, [2], line);
});

test('values are read and written', () => {
  assert.deepEqual(readValues('n1 = 2, n2: 4; h(n3)=5\n6 7'), { n1: 2, n2: 4, n3: 5, 6: 7 });
  assert.deepEqual(readValues(''), {});
  for (const text of ['n1', 'n1 = x', 'value', '= 4']) assert.equal(readValues(text), null, text);
  assert.deepEqual(readValues(writeValues({ a: 1, b: 0.5 })), { a: 1, b: 0.5 });
});

test('goals are names, or patterns', () => {
  for (const goals of [['n7', 'n8'], ['T(i,i)', 'T(0,1)'], ['n if n <= 1', 'x'], []]) assert.deepEqual(readGoals(writeGoals(goals)), goals);
  assert.deepEqual(readGoals('n7, n8;n9'), ['n7', 'n8', 'n9']);
});

test('a text is JSON, the server\'s own form, or rules alone', () => {
  assert.deepEqual(readText(JSON.stringify(deadEnd)), deadEnd);
  assert.deepEqual(readText(JSON.stringify({ problem: deadEnd })), deadEnd);
  assert.deepEqual(readText('start 6; goal 1; 6 -> 3,3\n3 -> 1; h value; cost k'), { start: '6', goals: ['1'], rules: ['6 -> 3,3', '3 -> 1'], h: 'value', cost: 'k' });
  assert.deepEqual(readText('start n0\ngoal t\nn0 -> h, t\nh -> t\nh n0 = 3, h = 1'), { start: 'n0', goals: ['t'], rules: ['n0 -> h, t', 'h -> t'], h: { n0: 3, h: 1 } });
  assert.deepEqual(readText('start n0; goal t; n0 -> t; h(n0) = 3; h t = 0').h, { n0: 3, t: 0 });
  assert.equal(readText('start 6; goal 1; 6 -> 1; h 2 * (n > 1)').h, '2 * (n > 1)');
  assert.deepEqual(readText('s -> a, b\na -> b'), { root: 's', terminals: ['b'], connectors: [{ from: 's', to: ['a', 'b'] }, { from: 'a', to: ['b'] }], trace: true });
  for (const text of ['', 'nothing', '{}', '[1]', 'null', '7']) assert.equal(readText(text), null, text);
});

test('each form of a problem is the same graph', () => {
  const verbose = { root: '0', terminals: ['2'], nodes: [{ id: '0', h: 3 }, { id: '1', h: 1 }, { id: '2' }], connectors: [{ from: '0', to: ['1', '1'] }, { from: '0', to: ['2'], cost: 9 }, { from: '1', to: ['2'] }] };
  const compact = { n: 3, root: 0, terminals: [2], h: [3, 1, 0], off: [0, 2, 3, 3], cost: [2, 9, 1], soff: [0, 2, 3, 4], succ: [1, 1, 2, 2] };
  const rules = { start: '0', goals: ['2'], rules: ['0 -> 1, 1', '0 -> 2 cost 9', '1 -> 2'], h: { 0: 3, 1: 1 } };
  const made = { nodes: [{ id: '0', h: 3 }, { id: '1', h: 1 }, { id: '2', h: 0, terminal: true }], connectors: readGraph(verbose).connectors };
  const bare = (graph) => ({ ...graph, connectors: graph.connectors.map(({ id, ...rest }) => rest) });
  assert.deepEqual(bare(readGraph(compact)), bare(readGraph(verbose)));
  assert.deepEqual(readGraph(compact).connectors.map(({ id }) => id), ['c0', 'c1', 'c2']);
  assert.deepEqual(readGraph(rules), readGraph(verbose));
  assert.deepEqual(readGraph({ ...rules, rules: ['n -> n-1 if n > 1'] }, made), readGraph(verbose));
  assert.deepEqual(readGraph(verbose).connectors.map(({ id }) => id), ['0#1', '0#2', '1#1']);
  assert.equal(writeRules(readGraph(verbose).connectors), '0 -> 1, 1\n0 -> 2 cost 9\n1 -> 2');
});

test('invalid texts are no graph, graphs too large are only counted', () => {
  for (const problem of [null, undefined, 'n0 -> n1', {}, { root: 'a' }, { connectors: 5 }, { connectors: [{ from: 'a' }] }, { start: 'n', rules: ['n -> n-1 if n > 1'] }])
    assert.equal(readGraph(problem), null, JSON.stringify(problem));
  const large = { root: 'a', connectors: Array.from({ length: 6000 }, () => ({ from: 'a', to: ['b'] })) };
  assert.deepEqual(readGraph(large), { root: 'a', large: { nodes: 0, connectors: 6000 } });
});

test('a part is what the chosen connectors reach', () => {
  const graph = readGraph(deadEnd), small = part(graph, ({ id }) => id !== 's#2');
  assert.deepEqual([small.nodes.map(({ id }) => id), small.connectors.map(({ id }) => id)], [['s', 'a'], ['s#1']]);
});

test('every example is drawn: nodes apart, edges from outline to outline, an arc for each AND', () => {
  for (const [name, problem] of examples) {
    const graph = readGraph(problem);
    if (!graph) { assert.ok(problem.rules?.some((rule) => rule.includes('(')), name); continue; } // the server must expand the rules first
    const plan = draw(graph), nodes = [...plan.nodes.values()];
    nodes.forEach((a, i) => nodes.slice(0, i).forEach((b) => assert.ok(Math.abs(a.y - b.y) > 40 || Math.abs(a.x - b.x) > a.rx + b.rx, name)));
    for (const { id, from, to } of graph.connectors) {
      const { edges, arc } = plan.connectors.get(id), source = plan.nodes.get(from);
      assert.equal(edges.length, to.length);
      assert.equal(!!arc, to.length > 1, `${name}: ${id}`);
      assert.equal(new Set(edges.map(({ path }) => path)).size, to.length, `${name}: edges of ${id} lie upon each other`);
      edges.forEach(({ path }, i) => {
        const points = [...path.matchAll(/[ML]([-\d.]+) ([-\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]), target = plan.nodes.get(to[i]);
        const off = ([x, y], node) => ((x - node.x) / node.rx) ** 2 + ((y - node.y) / node.ry) ** 2;
        assert.ok(Math.abs(off(points[0], source) - 1) < 0.1 && off(points.at(-1), target) > 0.99 && off(points.at(-1), target) < 1.6, `${name}: ${id} to ${to[i]}`);
      });
      if (arc) assert.match(arc.path, /^M[-\d.]+ [-\d.]+A[\d.]+ [\d.]+ 0 [01] 1 [-\d.]+ [-\d.]+$/);
    }
  }
});

test('parallel edges, loops and cycles have their own curves', () => {
  const graph = readGraph({ root: 'a', terminals: ['t'], connectors: [{ from: 'a', to: ['b', 'b', 'b'] }, { from: 'b', to: ['a'] }, { from: 'b', to: ['b', 't'] }] });
  const paths = [...draw(graph).connectors.values()].flatMap(({ edges }) => edges.map(({ path }) => path));
  assert.equal(new Set(paths).size, 6);
  for (const path of paths) assert.doesNotMatch(path, /NaN|undefined/);
});

// The trace of the graph with a dead end, in the server's form.
const trace = { cycles: 4, from: 1, complete: true, tip: 'shallowest', steps: [
  { cycle: 1, partial: [], tips: ['s'], expanded: 's', why: 'the only tip', connectors: ['s#1', 's#2'], new: [{ id: 'a', h: 0 }, { id: 'b', h: 0 }, { id: 'c', h: 0 }],
    revised: [{ node: 's', options: [{ connector: 's#1', q: 1 }, { connector: 's#2', q: 1 }], mark: 's#1', q: 1 }], q: { s: [0, 1] }, marks: { s: [null, 's#1'] }, solved: [], q_root: 1 },
  { cycle: 2, partial: ['s#1'], tips: ['a'], expanded: 'a', why: 'the only tip', connectors: [], new: [],
    revised: [{ node: 'a', options: [], mark: null, q: null }, { node: 's', options: [{ connector: 's#1', q: null }, { connector: 's#2', q: 1 }], mark: 's#2', q: 1 }], q: { a: [0, null], s: [1, 1] }, marks: { s: ['s#1', 's#2'] }, solved: [], q_root: 1 },
  { cycle: 3, partial: ['s#2'], tips: ['b', 'c'], expanded: 'b', why: 'shallowest of 2 tips', connectors: ['b#1'], new: [{ id: 't', h: 0, terminal: true }],
    revised: [{ node: 'b', options: [{ connector: 'b#1', q: 1 }], mark: 'b#1', q: 1, solved: true }, { node: 's', options: [{ connector: 's#1', q: null }, { connector: 's#2', q: 2 }], mark: 's#2', q: 2 }], q: { b: [0, 1], s: [1, 2] }, marks: { b: [null, 'b#1'] }, solved: ['t', 'b'], q_root: 2 },
  { cycle: 4, partial: ['s#2', 'b#1'], tips: ['c'], expanded: 'c', why: 'the only tip', connectors: ['c#1'], new: [],
    revised: [{ node: 'c', options: [{ connector: 'c#1', q: 4 }], mark: 'c#1', q: 4, solved: true }, { node: 's', options: [{ connector: 's#1', q: null }, { connector: 's#2', q: 6 }], mark: 's#2', q: 6, solved: true }], q: { c: [0, 4], s: [2, 6] }, marks: { c: [null, 'c#1'] }, solved: ['c', 's'], q_root: 6 }] };

test('a trace is played back: nodes, q, marks, labels at each moment', () => {
  const graph = readGraph(deadEnd), all = frames(graph, trace);
  assert.deepEqual(all.map(({ cycle, phase }) => `${cycle}${phase[0]}`).join(' '), '0s 1f 1c 1e 1r 2f 2c 2e 2r 2r 3f 3c 3e 3r 3r 4f 4c 4e 4r 4r 4e');
  assert.deepEqual(playback(graph, trace).cycles.map(({ at }) => at), [0, 1, 5, 10, 15, 20]);
  const at = (cycle, phase) => all.findLast((one) => one.cycle === cycle && one.phase === phase);
  assert.deepEqual([...all[0].q], [['s', 0]]);
  assert.deepEqual([...at(1, 'choose').known], ['s']);
  assert.deepEqual([...at(1, 'expand').known], ['s', 'a', 'b', 'c']);
  assert.deepEqual([at(2, 'revise').q.get('a'), at(2, 'revise').marks.get('s'), at(2, 'revise').revised.moved], [null, 's#2', 's#1']);
  assert.deepEqual([...at(3, 'expand').solved], ['t']);
  const first = all.find(({ cycle, phase }) => cycle === 3 && phase === 'revise');
  assert.deepEqual([first.revised.solved, first.left, [...first.solved], first.q.get('s')], [true, ['s'], ['t', 'b'], 1]);
  const end = all.at(-1);
  assert.deepEqual([end.phase, end.q.get('s'), end.solved.has('s'), end.partial], ['end', 6, true, ['s#2', 'b#1', 'c#1']]);
});

test('numbers of a compact graph become the names of its drawing', () => {
  const result = { form: 'compact', solution: [[0, 0], [1, 2]], nodes: [{ id: 0, h: 3, h_star: 4, best: 0, q: 4, solved: true, mark: 0 }, { id: 2, h: 0, terminal: true, h_star: 0 }],
    optimal_graphs: { count: '1', complete: true, graphs: [[[0, 0], [1, 2]]] }, heuristic: { admissible: false, monotone: false, violations: [{ node: 1, h: 9, h_star: 1 }, { connector: 2, node: 1, h: 9, bound: 1 }] },
    trace: { cycles: 1, from: 1, complete: true, steps: [{ cycle: 1, partial: [], tips: [0], expanded: 0, connectors: [0, 1], new: [{ id: 1, h: 1 }, { id: 2, h: 0, terminal: true }],
      revised: [{ node: 0, options: [{ connector: 0, q: 4 }, { connector: 1, q: 9 }], mark: 0, q: 4 }], q: { 0: [3, 4] }, marks: { 0: [null, 0] }, solved: [2], q_root: 4 }] } };
  const told = named(result), graph = readGraph({ n: 3, root: 0, terminals: [2], h: [3, 1, 0], off: [0, 2, 3, 3], cost: [2, 9, 1], soff: [0, 2, 3, 4], succ: [1, 1, 2, 2] });
  assert.deepEqual([told.solution, told.optimal_graphs.graphs[0]], [{ 0: 'c0', 1: 'c2' }, { 0: 'c0', 1: 'c2' }]);
  assert.deepEqual(told.heuristic.violations, [{ node: '1', h: 9, h_star: 1 }, { connector: 'c2', node: '1', h: 9, bound: 1 }]);
  const end = frames(graph, told.trace).at(-1);
  assert.deepEqual([end.q.get('0'), end.marks.get('0'), end.solved.has('2'), end.partial], [4, 'c0', true, ['c0']]);
  assert.equal(named(trace), trace);
});

test('a frame of a long trace is the same in any order of asking', () => {
  const count = 45, connectors = Array.from({ length: count }, (_, i) => ({ from: `v${i}`, to: [`v${i + 1}`] })), graph = readGraph({ root: 'v0', terminals: [`v${count}`], connectors });
  const steps = connectors.map(({ from, to }, i) => ({ cycle: i + 1, partial: connectors.slice(0, i).map((one) => `${one.from}#1`), tips: [from], expanded: from, connectors: [`${from}#1`], new: [{ id: to[0], h: 0, terminal: i + 1 === count }],
    revised: Array.from({ length: i + 1 }, (_, j) => ({ node: `v${i - j}`, options: [{ connector: `v${i - j}#1`, q: j + 1 }], mark: `v${i - j}#1`, q: j + 1 })), q: {}, marks: {}, solved: [] }));
  const told = (frame) => JSON.stringify([frame.phase, frame.cycle, [...frame.known], [...frame.q], [...frame.marks], frame.revised]), forth = frames(graph, { steps }).map(told), play = playback(graph, { steps });
  for (let i = play.length - 1; i >= 0; i -= 13) assert.equal(told(play.at(i)), forth[i], String(i));
  assert.equal(play.at(play.length - 1).q.get('v0'), count);
});

test('the drawing writes the text: each edit of the graph is an edit of the problem', () => {
  const problem = { root: 's', terminals: ['t'], nodes: [{ id: 'a', h: 3 }], connectors: [{ from: 's', to: ['a', 'b'] }, { from: 's', to: ['t'], cost: 9 }, { id: 'R', from: 'a', to: ['t'] }], trace: true };
  const drawn = drawnOf(readGraph(problem)), edited = (next) => withGraph(problem, next), rules = (next) => textOf(edited(next), readGraph(edited(next))).rules;
  assert.deepEqual(readGraph(edited(drawn)), { ...readGraph(problem), nodes: readGraph(edited(drawn)).nodes });
  assert.equal(edited(drawn).trace, true);
  assert.equal(rules(connect(drawn, 's', ['b', 'b'])), 's -> a, b\ns -> t cost 9\ns -> b, b\nR: a -> t');
  assert.equal(rules(extend(drawn, 's#1', 't')), 's -> a, b, t\ns -> t cost 9\nR: a -> t'); // its cost stays the number of its successors
  assert.equal(rules(extend(drawn, 's#2', 'b')), 's -> a, b\ns -> t, b cost 9\nR: a -> t');
  assert.equal(rules(describe(drawn, { edge: 's#1' }, { cost: 5 })), 's -> a, b cost 5\ns -> t cost 9\nR: a -> t');
  assert.equal(rules(remove(drawn, { edge: 's#1' })), 's -> t cost 9\nR: a -> t');
  assert.deepEqual(edited(rename(drawn, 't', 'goal')).terminals, ['goal']);
  assert.deepEqual(edited(rename(drawn, 's', 'start')).root, 'start');
  assert.deepEqual(edited(describe(drawn, { node: 'b' }, { terminal: true })).terminals.sort(), ['b', 't']);
  assert.deepEqual(edited(addNode(drawn, 'x')).nodes, [{ id: 'a', h: 3 }, { id: 'x' }]); // a node that nothing leads to is kept
  assert.ok(readGraph(edited(addNode(drawn, 'x'))).nodes.some(({ id }) => id === 'x'));
});

test('rules stay rules when the drawing is edited, as long as they can name all nodes', () => {
  const problem = { start: '6', goals: ['1'], rules: ['6 -> 3, 3', 'R: 3 -> 1'], h: { 3: 2 }, trace: true }, drawn = drawnOf(readGraph(problem));
  assert.deepEqual(withGraph(problem, connect(drawn, '6', ['1'])), { start: '6', goals: ['1'], rules: ['6 -> 3, 3', '6 -> 1', 'R: 3 -> 1'], h: { 3: 2 }, trace: true });
  assert.deepEqual(withGraph(problem, addNode(drawn, '7')).connectors, [{ from: '6', to: ['3', '3'] }, { id: 'R', from: '3', to: ['1'] }]);
  assert.deepEqual(withText(problem, readGraph(problem), { start: '3' }).start, '3');
  assert.deepEqual(withText(problem, readGraph(problem), {}, false).root, '6');
});

test('frames have their own state: a repeated one is equal', () => {
  const all = frames(readGraph(deadEnd), trace), told = (frame) => JSON.stringify([[...frame.known], [...frame.q], [...frame.marks], [...frame.solved]]);
  const once = all.map(told);
  assert.deepEqual(all.map(told), once);
  assert.equal(new Set(once.slice(0, 5)).size, 3);
});

test('a page of a trace begins with the state of its steps', () => {
  const all = frames(readGraph(deadEnd), { ...trace, from: 3, steps: trace.steps.slice(2) });
  assert.equal(all[0].phase, 'follow');
  assert.deepEqual([all[0].marks.get('s'), all[0].q.get('s'), all[0].known.has('b')], ['s#2', 1, true]);
  assert.equal(frames(readGraph(deadEnd), { ...trace, complete: false, steps: trace.steps.slice(0, 2) }).at(-1).phase, 'revise');
});

test('marks are followed once each, around cycles too', () => {
  const graph = readGraph({ root: 'a', terminals: ['t'], connectors: [{ from: 'a', to: ['b', 'b'] }, { from: 'b', to: ['a', 't'] }] });
  const connectors = new Map(graph.connectors.map((one) => [one.id, one]));
  assert.deepEqual(followed('a', new Map([['a', 'a#1'], ['b', 'b#1']]), connectors).found, ['a#1', 'b#1']);
});

test('the price of a solution graph is added up exactly', () => {
  const graph = { root: 'a', connectors: [{ id: 'a1', from: 'a', to: ['b', 'b', 't'], cost: 0.1 }, { id: 'b1', from: 'b', to: ['c'], cost: 0.2 }, { id: 'c1', from: 'c', to: ['t'], cost: 2 ** 52 }] }, chosen = { a: 'a1', b: 'b1', c: 'c1' };
  assert.deepEqual(priceSteps(graph, chosen), [
    { node: 'c', connector: 'c1', k: '4503599627370496', sum: 'k(c, N) = 4503599627370496 + 0 = 4503599627370496' },
    { node: 'b', connector: 'b1', k: '4503599627370496.2', sum: 'k(b, N) = 0.2 + 4503599627370496 = 4503599627370496.2' },
    { node: 'a', connector: 'a1', k: '9007199254740992.5', sum: 'k(a, N) = 0.1 + 4503599627370496.2 + 4503599627370496.2 + 0 = 9007199254740992.5' }]);
  assert.deepEqual(priceSteps(graph, chosen, true).map(({ sum }) => sum), ['c: 0 + 4503599627370496 = 4503599627370496', 'b: 4503599627370496 + 0.2 = 4503599627370496.2', 'a: 4503599627370496.2 + 0.1 = 4503599627370496.3']);
  assert.deepEqual(priceSteps({ root: 't', connectors: [] }, {}), []);
  assert.equal(priceSteps({ root: 'a', connectors: [{ id: 'x', from: 'a', to: ['b'], cost: 1 }, { id: 'y', from: 'b', to: ['a'], cost: 1 }] }, { a: 'x', b: 'y' }).length, 2); // a cycle ends
});

test('a given solution graph is read in each form', () => {
  const graph = { root: 'a', nodes: [], connectors: [{ id: 'a#1', from: 'a', to: ['b'], rule: 'R1' }, { id: 'b#1', from: 'b', to: ['t'], rule: 'R2' }] };
  for (const solution of [{ a: 'a#1', b: 'b#1' }, ['a#1', 'b#1'], [['b', 'b#1'], 'a#1'], ['R1', 'R2']]) assert.deepEqual(given({ solution_graph: solution }, graph), { a: 'a#1', b: 'b#1' });
  assert.deepEqual(given({ solution_graph: [0, [1, 1], 9], off: [] }, { root: '0', nodes: [], connectors: [{ id: 'c0', from: '0', to: ['1'] }, { id: 'c1', from: '1', to: ['2'] }] }), { 0: 'c0', 1: 'c1' });
  assert.equal(given({}, graph), null);
});

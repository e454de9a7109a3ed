// A graph on a board: read-only, edited, with the looks of a search, as a tree, with 2,000 nodes.
import { html, useSignal } from '../../../src/web/app/dom.js';
import { describe } from '../../../src/web/parts/graph/edit.js';
import { Graph } from '../../../src/web/parts/graph/view.js';
import { useHistory } from '../../../src/web/parts/history.js';
import { Field } from '../../../src/web/parts/field.js';

const rules = (root, text) => {
  const edges = text.split('; ').map((rule, i) => { const [from, to] = rule.split(' -> '); return { id: `e${i}`, from, to: to.split(' ') }; });
  return { root, nodes: [...new Set([root, ...edges.flatMap(({ from, to }) => [from, ...to])])].map((id) => ({ id })), edges };
};
const notes = rules('n0', 'n0 -> n1; n0 -> n5 n4; n1 -> n2; n1 -> n3; n2 -> n3; n2 -> n5 n4; n3 -> n5 n6; n4 -> n5; n4 -> n8; n5 -> n7 n8; n5 -> n6; n6 -> n7 n8');
const looped = rules('a', 'a -> b b b; b -> a; b -> b t; t -> a');

// An edited graph: its rules are written below it, edges are numbered when they have no id.
function Edited() {
  const problem = useSignal(rules('s', 's -> a b; a -> t; b -> t')), past = useHistory(problem), selected = useSignal(null), chosen = selected.value;
  const change = (graph) => past.change({ ...graph, edges: graph.edges.map((edge, i) => ({ ...edge, id: `e${i}` })) });
  const cost = problem.value.edges.find(({ id }) => id === chosen?.edge)?.cost ?? '';
  return html`<${Graph} graph=${problem.value} label="Edited graph" selected=${selected} change=${change} history=${{ undo: past.undo, redo: past.redo, past: past.past.length, future: past.future.length }}
      looks=${{ node: () => undefined, edge: (id) => ({ label: problem.value.edges.find((edge) => edge.id === id)?.cost }) }} />
    ${chosen?.edge !== undefined && html`<${Field} key=${chosen.edge} label="Cost" hint="" value=${cost} read=${(value) => { change(describe(problem.peek(), chosen, { cost: value })); return true; }} />`}
    <p class="rules">${problem.value.edges.map(({ from, to, cost: of }) => `${from} -> ${to.join(' ')}${of ? ` ${of}` : ''}`).join('; ')}</p><p class="nodes">${problem.value.nodes.map(({ id }) => id).join(' ')}</p>`;
}

const states = ['good', 'warn', 'now', 'bad', 'fresh', 'open', 'ghost', 'gone'];
const shown = rules('root', `root -> ${states.join(' ')}; good -> now; warn -> bad; ghost -> gone`);
const looks = {
  node: (id) => ({ look: { [id]: true }, tag: id === 'good' ? '5 ✓' : undefined, note: id === 'bad' ? 'h 6' : undefined, above: id === 'open' ? 'α 3  β 7' : undefined }),
  edge: (id) => ({ e1: { look: { marked: true }, label: '7' }, e2: { look: { bad: true }, label: '12' }, e3: { look: { ghost: true } } })[id]
};

const tree = { ...rules('A', 'A -> B; A -> C; B -> D; B -> E; C -> F; C -> G; C -> H'), nodes: [...'ABCDEFGH'].map((id, i) => ({ id, shape: i < 3 ? ['box', 'ellipse', 'diamond'][i] : 'pill', rx: 18, ry: i < 3 ? 15 : 11 })) };
const cuts = { node: (id) => ({ text: id === 'A' ? '3' : undefined }), edge: (id) => ({ e4: { cut: true, look: { gone: true } }, e0: { look: { marked: true } } })[id] };

// 2,000 nodes, each of which leads to one or two that come later, and all are reached.
function large(count = 2000) {
  let state = 7;
  const upTo = (n) => { state = (Math.imul(state, 1664525) + 1013904223) >>> 0; return Math.floor(state / 2 ** 32 * n); };
  const edges = [];
  for (let v = 1; v < count; v++) edges.push({ id: `t${v}`, from: `n${Math.floor((v - 1) / 2)}`, to: upTo(4) ? [`n${v}`] : [`n${v}`, `n${Math.min(count - 1, v + 1 + upTo(30))}`] });
  return { root: 'n0', nodes: Array.from({ length: count }, (_, v) => ({ id: `n${v}` })), edges };
}
const many = large();
const onPath = new Set(['t1', 't3', 't7', 't15', 't31', 't63', 't127', 't255', 't511', 't1023']);

// The large graph is drawn on demand, so that the test measures from the click on.
function Large() {
  const asked = useSignal(false), step = useSignal(0);
  return html`<button type="button" onClick=${() => { asked.value = true; }}>Draw 2000 nodes</button> <button type="button" onClick=${() => { step.value++; }}>Step</button>
    ${asked.value && html`<${Graph} graph=${many} label="2000 nodes" looks=${{ node: (id) => ({ look: { good: id === `n${step.value}` } }), edge: (id) => (onPath.has(id) ? { look: { marked: true } } : undefined) }} />`}`;
}

export default {
  'a graph': () => html`<${Graph} graph=${notes} label="Example of the lecture notes" name="example" />`,
  'edited': Edited,
  'loops and parallel edges': () => html`<${Graph} graph=${looped} label="Loops" />`,
  'all looks': () => html`<${Graph} graph=${shown} looks=${looks} label="All looks" />`,
  'a tree': () => html`<${Graph} graph=${tree} layout="tree" plain tag=${10} looks=${cuts} label="A tree" />`,
  'one node': () => html`<${Graph} graph=${{ root: 'a', nodes: [{ id: 'a' }], edges: [] }} label="One node" />`,
  'no node': () => html`<${Graph} graph=${{ root: 'a', nodes: [], edges: [] }} label="No node" />`,
  'large': Large
};

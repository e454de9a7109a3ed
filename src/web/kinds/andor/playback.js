// AO* cycle by cycle, from the server's trace: G, G', q, the marks and the labels at each moment. Does not use the DOM.
//
// A frame: { cycle, phase, known: Set, expanded: Set, q: Map, marks: Map node -> connector, solved: Set, changed:
// [ids], fresh: [ids], partial: [connectors of G'], tips: [ids], tip?, why?, revised?: { node, options: [{ connector, q
// }], before, q, mark, moved, solved }, left?: [ids still to be revised] }. Phases: start, follow, choose, expand,
// revise, end.

import { byId, followed } from './graph.js';

const copy = (state) => ({ known: new Set(state.known), expanded: new Set(state.expanded), q: new Map(state.q), marks: new Map(state.marks), solved: new Set(state.solved) });

function frame(state, more) {
  return { ...copy(state), changed: [], fresh: [], partial: [], tips: [], ...more };
}

// Applies a cycle to the state and appends its frames to `out`.
function play(state, step, nodes, out) {
  const { cycle, partial = [], tips = [], expanded, why, q = {}, revised = [], solved = [], marks = {} } = step, shown = { cycle, partial, tips };
  const put = (phase, more) => out.push(frame(state, { ...shown, phase, ...more }));
  put('follow');
  put('choose', { tip: expanded, why });
  const fresh = (step.new ?? []).map(({ id }) => id), labelled = new Set(solved);
  for (const { id, h = 0, terminal = nodes.get(id)?.terminal } of step.new ?? []) {
    state.known.add(id);
    state.q.set(id, terminal ? 0 : h);
    if (terminal || (labelled.has(id) && !revised.some(({ node }) => node === id))) state.solved.add(id);
  }
  state.expanded.add(expanded);
  put('expand', { tip: expanded, fresh });
  revised.forEach(({ node, options = [], mark, q: after, solved: labels }, i) => {
    const before = state.q.get(node), moved = state.marks.get(node), known = state.solved.has(node);
    state.q.set(node, after);
    if (mark) state.marks.set(node, mark);
    else state.marks.delete(node);
    if (labels) state.solved.add(node);
    put('revise', { tip: expanded, changed: before === after ? [] : [node], left: revised.slice(i + 1).map((one) => one.node),
      revised: { node, options, before, q: after, mark, moved: moved === mark ? undefined : moved ?? null, solved: !known && state.solved.has(node) } });
  });
  // The values in the trace override those computed above.
  for (const [id, [, after]] of Object.entries(q)) state.q.set(id, after);
  for (const [id, [, after]] of Object.entries(marks)) if (after) state.marks.set(id, after);
  labelled.forEach((id) => state.solved.add(id));
}

// graph: from graph.js; steps: those of the trace, in their order; from: the cycle of the first step; complete: no
// steps are missing.
export function frames(graph, { steps, from = 1, complete = true }) {
  const nodes = byId(graph.nodes), connectors = byId(graph.connectors);
  const root = nodes.get(graph.root), state = { known: new Set([graph.root]), expanded: new Set(), q: new Map([[graph.root, root?.terminal ? 0 : root?.h ?? 0]]), marks: new Map(), solved: new Set() };
  if (root?.terminal) state.solved.add(graph.root);
  const out = [];
  if (from > 1 && steps.length) { // reconstruct the earlier state as far as the steps contain it
    for (const { partial = [] } of steps)
      for (const id of partial) { const one = connectors.get(id); if (one) [one.from, ...one.to].forEach((name) => { if (!state.q.has(name)) { state.known.add(name); state.q.set(name, nodes.get(name)?.h ?? 0); } }); }
    for (const id of steps[0].partial ?? []) { const one = connectors.get(id); if (one) { state.marks.set(one.from, id); state.expanded.add(one.from); } }
    for (const { q = {} } of [...steps].reverse()) for (const [id, [before]] of Object.entries(q)) if (before !== undefined) state.q.set(id, before);
  } else out.push(frame(state, { cycle: 0, phase: 'start' }));
  for (const step of steps) play(state, step, nodes, out);
  if (complete) out.push(frame(state, { cycle: steps.at(-1)?.cycle ?? 0, phase: 'end', partial: followed(graph.root, state.marks, connectors).found }));
  return out;
}

// Returns the index of the first frame of each cycle, of the start and of the end.
export const cyclesOf = (all) => all.flatMap(({ cycle, phase }, i) => (phase === 'follow' || phase === 'start' || phase === 'end' ? [{ at: i, cycle, phase }] : []));

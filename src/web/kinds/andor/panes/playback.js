// AO* cycle by cycle, from the server's trace: G, G', q, the marks and the labels at each moment. Does not use the DOM.
//
// A frame: { cycle, phase, known: Set, expanded: Set, q: Map, marks: Map node -> connector, solved: Set, changed:
// [ids], fresh: [ids], partial: [connectors of G'], tips: [ids], tip?, why?, revised?: { node, options: [{ connector, q
// }], before, q, mark, moved, solved }, left?: [ids still to be revised] }. Phases: start, follow, choose, expand,
// revise, end.

import { byId, followed } from '../graph.js';

const copy = (state) => ({ known: new Set(state.known), expanded: new Set(state.expanded), q: new Map(state.q), marks: new Map(state.marks), solved: new Set(state.solved) });

// Applies a cycle to the state. put(phase, more): called at each of its moments, of which the state is then that of the moment.
function play(state, { cycle, partial = [], tips = [], expanded, why, q = {}, revised = [], solved = [], marks = {}, new: added = [] }, nodes, put) {
  const shown = { cycle, partial, tips };
  put('follow', shown);
  put('choose', { ...shown, tip: expanded, why });
  const labelled = new Set(solved), again = new Set(revised.map(({ node }) => node));
  for (const { id, h = 0, terminal = nodes.get(id)?.terminal } of added) {
    state.known.add(id);
    state.q.set(id, terminal ? 0 : h);
    if (terminal || (labelled.has(id) && !again.has(id))) state.solved.add(id);
  }
  state.expanded.add(expanded);
  put('expand', { ...shown, tip: expanded, fresh: added.map(({ id }) => id) });
  revised.forEach(({ node, options = [], mark, q: after, solved: labels }, i) => {
    const before = state.q.get(node), moved = state.marks.get(node), known = state.solved.has(node);
    state.q.set(node, after);
    if (mark) state.marks.set(node, mark);
    else state.marks.delete(node);
    if (labels) state.solved.add(node);
    put('revise', { ...shown, tip: expanded, changed: before === after ? [] : [node], left: revised.slice(i + 1).map((one) => one.node),
      revised: { node, options, before, q: after, mark, moved: moved === mark ? undefined : moved ?? null, solved: !known && state.solved.has(node) } });
  });
  // The values in the trace override those computed above.
  for (const [id, [, after]] of Object.entries(q)) state.q.set(id, after);
  for (const [id, [, after]] of Object.entries(marks)) if (after) state.marks.set(id, after);
  labelled.forEach((id) => state.solved.add(id));
}

const MOMENTS = 3; // follow, choose, expand; the revisions follow
const KEPT = 20; // cycles from one kept state to the next

// Returns the state before the first step: that of the start, or reconstructed as far as the steps contain it.
function beginning(graph, { steps, from = 1 }, nodes, connectors) {
  const root = nodes.get(graph.root), state = { known: new Set([graph.root]), expanded: new Set(), q: new Map([[graph.root, root?.terminal ? 0 : root?.h ?? 0]]), marks: new Map(), solved: new Set(root?.terminal ? [graph.root] : []) };
  if (from === 1 || !steps.length) return state;
  const meet = (name) => { if (!state.q.has(name)) { state.known.add(name); state.q.set(name, nodes.get(name)?.h ?? 0); } };
  for (const { partial = [] } of steps) for (const one of partial.flatMap((id) => connectors.get(id) ?? [])) [one.from, ...one.to].forEach(meet);
  for (const one of (steps[0].partial ?? []).flatMap((id) => connectors.get(id) ?? [])) { state.marks.set(one.from, one.id); state.expanded.add(one.from); }
  for (const { q = {} } of [...steps].reverse()) for (const [id, [before]] of Object.entries(q)) if (before !== undefined) state.q.set(id, before);
  return state;
}

// graph: from graph.js; trace: { steps, from: the cycle of the first step, complete: no steps are missing }. Returns { length,
// at(i): the i-th frame, cycles: the first frame of each cycle, of the start and of the end as [{ at, cycle, phase }] }. Frames are
// made on demand, because a search of thousands of nodes has thousands of frames.
export function playback(graph, trace) {
  const { steps, from = 1, complete = true } = trace, nodes = byId(graph.nodes), connectors = byId(graph.connectors);
  const starts = from === 1 || !steps.length, cycles = starts ? [{ at: 0, cycle: 0, phase: 'start' }] : [], first = []; // first: the first frame of each step
  let length = starts ? 1 : 0;
  for (const { cycle, revised = [] } of steps) {
    first.push(length);
    cycles.push({ at: length, cycle, phase: 'follow' });
    length += MOMENTS + revised.length;
  }
  if (complete) cycles.push({ at: length++, cycle: steps.at(-1)?.cycle ?? 0, phase: 'end' });

  const kept = [beginning(graph, trace, nodes, connectors)]; // states before each KEPT-th step
  const before = (step) => { // a copy of the state before a step
    const last = Math.min(Math.floor(step / KEPT), kept.length - 1), state = copy(kept[last]);
    for (let i = last * KEPT; i < step; i++) {
      play(state, steps[i], nodes, () => {});
      if ((i + 1) % KEPT === 0 && kept.length === (i + 1) / KEPT) kept.push(copy(state));
    }
    return state;
  };
  const frame = (state, phase, more) => ({ ...state, phase, changed: [], fresh: [], partial: [], tips: [], ...more });
  const make = (i) => {
    if (starts && i === 0) return frame(before(0), 'start', { cycle: 0 });
    if (complete && i === length - 1) { const state = before(steps.length); return frame(state, 'end', { cycle: steps.at(-1)?.cycle ?? 0, partial: followed(graph.root, state.marks, connectors).found }); }
    const step = first.findLastIndex((at) => at <= i), state = before(step);
    let found, moment = first[step];
    play(state, steps[step], nodes, (phase, more) => { if (moment++ === i) found = frame(copy(state), phase, more); });
    return found;
  };
  return { length, cycles, at: make };
}

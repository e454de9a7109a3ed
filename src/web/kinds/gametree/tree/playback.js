// The server's trace step by step: what is known of each node after so many steps. Does not use the DOM.
//
// A playback is { count, at(i) }. at(i) returns the frame of step i; its maps and sets are those of the playback itself and
// hold until the next call. A step forward costs that step, a step back a new run, so a trace of 10,000 steps needs no copy
// of the tree for each.
import { nodeAt } from './model.js';

const low = (value) => value ?? -Infinity, high = (value) => value ?? Infinity;

// steps: of the page, each with its node `at`; begin() -> the state before the first; act(state, step): one step
function playback(steps, begin, act) {
  let state, done = -1;
  const at = (i) => {
    if (!state || i < done) { state = begin(); done = -1; }
    while (done < i) act(state, steps[++done]);
    return { ...state, ...steps[i] };
  };
  return { count: steps.length, at, steps };
}

function below(tree, v, into) {
  for (const open = [v]; open.length;) {
    const u = open.pop();
    into.add(u);
    open.push(...tree.children[u]);
  }
}

const placed = (tree, steps) => steps.map((step) => ({ ...step, at: nodeAt(tree, step.at) })).filter(({ at }) => at !== undefined);

// Alpha-beta: a frame is { event, at, alpha, beta (null: infinite), open: Map node -> { alpha, beta, now }, done: Map node ->
// value, leaves: number of leaves evaluated, visited: Set of them, cut: Set of skipped nodes, off: Set of the roots of
// skipped subtrees }. complete: no steps are missing at the end of the trace.
export function cutting(tree, steps, complete = true) {
  // Passes a value to the parent of v and updates its value and its window.
  const up = ({ open }, v, value) => {
    const node = open.get(tree.parent[v]);
    if (!node) return;
    const max = tree.max[tree.parent[v]];
    open.set(tree.parent[v], { now: node.now === undefined ? value : max ? Math.max(node.now, value) : Math.min(node.now, value),
      alpha: max ? Math.max(node.alpha, value) : node.alpha, beta: max ? node.beta : Math.min(node.beta, value) });
  };
  const act = (state, { event, at, ...step }) => {
    if (event === 'enter') state.open.set(at, { alpha: low(step.alpha), beta: high(step.beta), now: undefined });
    else if (event === 'leaf' || event === 'back') {
      if (event === 'leaf') { state.visited.add(at); state.leaves++; } else state.open.delete(at);
      state.done.set(at, step.value);
      up(state, at, step.value);
    } else if (event === 'cut')
      for (const path of step.skipped ?? []) {
        const skipped = nodeAt(tree, path);
        state.off.add(skipped);
        below(tree, skipped, state.cut);
      }
  };
  const all = [{ event: 'start', at: 0 }, ...placed(tree, steps), ...(complete ? [{ event: 'end', at: 0 }] : [])];
  return playback(all, () => ({ open: new Map(), done: new Map(), visited: new Set(), leaves: 0, cut: new Set(), off: new Set() }), act);
}

// Minimax, and minimax with OPEN and CLOSED: a frame is { event, at, done, met: Set of the nodes that are known, leaves, open
// and closed: lists of nodes, if the engine has them }.
export function sweeping(tree, steps) {
  const nodes = (list) => list?.map((path) => nodeAt(tree, path));
  const settle = (state, v, value) => { state.done.set(v, value); state.leaves += !tree.children[v].length; };
  const act = (state, { event, at, generated, values, value }) => {
    state.met.add(at);
    generated?.forEach((v, i) => { state.met.add(v); if (values) settle(state, v, values[i]); });
    if (value !== undefined && event !== 'exit') settle(state, at, value);
  };
  const all = placed(tree, steps).map((step) => ({ ...step, open: nodes(step.open), closed: nodes(step.closed), generated: nodes(step.generated) }));
  return playback(all, () => ({ done: new Map(), met: new Set([0]), leaves: 0 }), act);
}

// Minimax evaluates every leaf in its order. Returns values: of all nodes; last: for each node, the number (from 1) of
// the last leaf below it.
export function minimax(tree) {
  const values = tree.value.slice(), last = [], order = [], open = [0];
  while (open.length) {
    const v = open.pop();
    order.push(v);
    for (let i = tree.children[v].length - 1; i >= 0; i--) open.push(tree.children[v][i]);
  }
  let count = 0;
  for (const v of order) if (!tree.children[v].length) last[v] = ++count;
  for (const v of order.reverse())
    if (tree.children[v].length) {
      const of = tree.children[v].map((child) => values[child]);
      values[v] = tree.max[v] ? Math.max(...of) : Math.min(...of);
      last[v] = last[tree.children[v].at(-1)];
    }
  return { values, last, leaves: count };
}

// Returns the values known once minimax has evaluated `leaves` leaves: Map node -> value.
export function after(tree, { values, last }, leaves) {
  const done = new Map();
  values.forEach((value, v) => { if (last[v] <= leaves) done.set(v, value); });
  return done;
}

// Returns the principal variation: the branch whose value the root has, up to a chance node.
export function principal(tree, done) {
  const line = new Set([0]);
  for (let v = 0; tree.children[v].length && !tree.chance[v];) {
    const next = tree.children[v].find((child) => done.has(child) && done.get(child) === done.get(v));
    if (next === undefined) break;
    line.add(next);
    v = next;
  }
  return line;
}

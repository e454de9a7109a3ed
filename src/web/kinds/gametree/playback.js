// Alpha-beta event by event, from the server's trace, and minimax beside it. Does not use the DOM.
//
// A frame: { event, at: node, alpha, beta (null: infinite), open: Map node -> { alpha, beta, now }, done: Map node ->
// value, leaves: number of leaves evaluated, visited: the evaluated leaves in order, cut: Set of skipped nodes, off:
// Set of the roots of skipped subtrees }
import { nodeAt } from './tree.js';

const low = (value) => value ?? -Infinity, high = (value) => value ?? Infinity;

function below(tree, v, into) {
  for (const open = [v]; open.length;) {
    const u = open.pop();
    into.add(u);
    open.push(...tree.children[u]);
  }
}

// steps: those of the trace; complete: no steps are missing at its end.
export function frames(tree, steps, complete = true) {
  const open = new Map(), done = new Map(), leaves = [], cut = new Set(), off = new Set(), out = [];
  const put = (step, at) => out.push({ ...step, at, open: new Map(open), done: new Map(done), leaves: leaves.length, visited: leaves.slice(), cut: new Set(cut), off: new Set(off) });
  // Passes a value to the parent of v and updates its value and its window.
  const up = (v, value) => {
    const node = open.get(tree.parent[v]);
    if (!node) return;
    const max = tree.max[tree.parent[v]];
    open.set(tree.parent[v], { ...node, now: node.now === undefined ? value : max ? Math.max(node.now, value) : Math.min(node.now, value),
      alpha: max ? Math.max(node.alpha, value) : node.alpha, beta: max ? node.beta : Math.min(node.beta, value) });
  };
  put({ event: 'start' }, 0);
  for (const step of steps) {
    const v = nodeAt(tree, step.at);
    if (v === undefined) continue;
    if (step.event === 'enter') open.set(v, { alpha: low(step.alpha), beta: high(step.beta), now: undefined });
    else if (step.event === 'leaf') {
      leaves.push(v);
      done.set(v, step.value);
      up(v, step.value);
    } else if (step.event === 'back') {
      open.delete(v);
      done.set(v, step.value);
      up(v, step.value);
    } else if (step.event === 'cut') {
      for (const path of step.skipped ?? []) {
        const skipped = nodeAt(tree, path);
        off.add(skipped);
        below(tree, skipped, cut);
      }
    }
    put(step, v);
  }
  if (complete) put({ event: 'end' }, 0);
  return out;
}

// The steps of minimax, and of minimax with OPEN and CLOSED, which has lists of nodes; `met`: the nodes that are known by
// then. The frames have no window and no cuts.
export function sweepFrames(tree, steps) {
  const done = new Map(), met = new Set([0]), out = [];
  let leaves = 0;
  for (const step of steps) {
    const at = nodeAt(tree, step.at), nodes = (list) => list?.map((path) => nodeAt(tree, path));
    const generated = nodes(step.generated) ?? [], settle = (v, value) => { done.set(v, value); leaves += !tree.children[v].length; };
    met.add(at);
    generated.forEach((v, i) => { met.add(v); if (step.values) settle(v, step.values[i]); });
    if (step.value !== undefined && step.event !== 'exit') settle(at, step.value);
    out.push({ ...step, at, open: nodes(step.open), closed: nodes(step.closed), done: new Map(done), met: new Set(met), leaves });
  }
  return out;
}

// Minimax evaluates every leaf in its order. Returns values: of all nodes; last: for each node, the number (from 1) of
// the last leaf below it.
export function minimax(tree) {
  const values = tree.value.slice(), last = [], order = [], open = [0];
  while (open.length) {
    const v = open.pop();
    order.push(v);
    open.push(...[...tree.children[v]].reverse());
  }
  let count = 0;
  for (const v of order) if (!tree.children[v].length) last[v] = ++count;
  for (const v of [...order].reverse())
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

// A problem as texts (rules, start, goals, h), and edits of its graph written back into it. Does not use the DOM.
import { readGoals, readRules, readValues, writeGoals, writeRules, writeValues } from './rules.js';

export const isRules = (problem) => Array.isArray(problem?.rules);

// Returns the texts of a problem; null if its graph is too large to be written.
export function textOf(problem, graph) {
  if (isRules(problem)) return { rules: problem.rules.join('\n'), start: String(problem.start ?? ''), goals: writeGoals((problem.goals ?? []).map(String)), h: typeof problem.h === 'string' ? problem.h : writeValues(problem.h ?? {}) };
  if (!graph || graph.large) return null;
  return { rules: writeRules(graph.connectors), start: graph.root, goals: writeGoals((problem.terminals ?? []).map(String)),
    h: writeValues(Object.fromEntries(graph.nodes.filter(({ h, terminal }) => h && !terminal).map(({ id, h }) => [id, h]))) };
}

// Returns the members of a problem other than its graph, in the form of the problem.
function restOf(problem) {
  const { root, terminals, nodes, connectors, start, goals, rules, cost, h, n, off, soff, succ, strict, node_limit: limit, solution_graph: given, ...rest } = problem;
  return isRules(problem) ? { ...rest, ...(cost !== undefined && { cost }), ...(limit && { node_limit: limit }) } : { ...rest, ...(strict && { strict: true }) };
}

// Returns the problem with some of its texts changed. asRules: as rules with variables, which the server expands.
export function withText(problem, graph, changes, asRules = isRules(problem)) {
  const { rules, start, goals, h } = { ...textOf(problem, graph), ...changes }, values = readValues(h), rest = restOf(problem);
  const lines = rules.split('\n').map((line) => line.trim()).filter((line) => line && !line.startsWith('//'));
  if (asRules) return { start, goals: readGoals(goals), rules: lines, ...(h.trim() && { h: values ?? h.trim() }), ...rest };
  const { connectors } = readRules(rules);
  return { root: start, terminals: readGoals(goals), ...(values && Object.keys(values).length && { nodes: Object.entries(values).map(([id, value]) => ({ id, h: value })) }), connectors, ...rest };
}

// Returns the graph as parts/graph draws and edits it: costs that are the number of successors are left out, so that they follow
// an edit.
export const drawnOf = ({ root, nodes, connectors }) => ({
  root, nodes: nodes.map((node) => ({ ...node, double: node.terminal })), edges: connectors.map(({ cost, ...one }) => ({ ...one, ...(cost !== one.to.length && { cost }) }))
});

// Returns the problem whose graph has been edited in the drawing. Ids of connectors that the page gave are given anew.
export function withGraph(problem, { root, nodes, edges }) {
  const connectors = edges.map(({ id, from, to, cost }) => ({ ...(id && !/#\d+$/.test(id) && !/^c\d+$/.test(id) && { id }), from, to, ...(cost !== undefined && cost !== to.length && { cost }) }));
  const named = new Set([root, ...connectors.flatMap(({ from, to }) => [from, ...to])]), ends = nodes.filter(({ terminal }) => terminal).map(({ id }) => id), rest = restOf(problem);
  if (isRules(problem) && nodes.every(({ id }) => named.has(id))) {
    const h = Object.fromEntries(nodes.filter((node) => node.h && !node.terminal).map((node) => [node.id, node.h]));
    return { start: root, goals: ends, rules: writeRules(connectors).split('\n').filter(Boolean), ...(typeof problem.h === 'string' ? { h: problem.h } : Object.keys(h).length && { h }), ...rest };
  }
  const { cost, node_limit: limit, ...more } = rest, kept = nodes.filter((node) => (node.h && !node.terminal) || (!named.has(node.id) && !node.terminal));
  return { root, terminals: ends, ...(kept.length && { nodes: kept.map(({ id, h }) => ({ id, ...(h && { h }) })) }), connectors, ...more };
}

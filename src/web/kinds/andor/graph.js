// An AND/OR graph in the form that the page uses; all forms of a problem are converted to it. Does not use the DOM.
//
// { root, nodes: [{ id, h, terminal }], connectors: [{ id, from, to: [id], cost, rule? }] }
//
// `to` is a multiset in its order. Graphs that are too large are not read: { root, large: { nodes, connectors } }.
import { readRules, readValues } from './rules.js';

const HANDLED = 5000; // nodes, connectors or rules; larger graphs are not read

const text = (id) => (typeof id === 'string' || typeof id === 'number' ? String(id) : '');
const size = (value) => (Array.isArray(value) ? value.length : value && typeof value === 'object' ? Object.keys(value).length : 0);

// Gives connectors without an id the id "from#i": the i-th connector of the node `from`, from 1.
function named(connectors) {
  const count = {};
  return connectors.map(({ id, from, to, cost, rule }) => {
    const n = count[from] = (count[from] ?? 0) + 1;
    return { id: id ?? `${from}#${n}`, from, to, cost: cost ?? to.length, ...(rule && { rule }) };
  });
}

// Builds the graph. Nodes stand in the order of their first mention: the listed ones, then those of the connectors.
function graphOf(root, listed, connectors, terminals, hOf) {
  const known = new Map(), end = new Set(terminals);
  for (const id of [root, ...listed, ...connectors.flatMap(({ from, to }) => [from, ...to]), ...terminals])
    if (!known.has(id)) known.set(id, { id, h: end.has(id) ? 0 : hOf(id) ?? 0, terminal: end.has(id) });
  return { root, nodes: [...known.values()], connectors: named(connectors) };
}

function verbose({ root, terminals = [], nodes = [], connectors }) {
  if (!Array.isArray(connectors) || !Array.isArray(terminals) || !Array.isArray(nodes)) return null;
  if (connectors.length > HANDLED || nodes.length > HANDLED) return { root, large: { nodes: size(nodes), connectors: connectors.length } };
  if (!connectors.every((one) => one && Array.isArray(one.to))) return null;
  const h = new Map(nodes.map((node) => [text(node?.id), node?.h]));
  return graphOf(text(root), nodes.map((node) => text(node?.id)), connectors.map((one) => ({ ...one, from: text(one.from), to: one.to.map(text) })), terminals.map(text), (id) => h.get(id));
}

function compact({ n, root, terminals = [], h = [], off, cost = [], soff, succ }) {
  if (![off, soff, succ].every(Array.isArray)) return null;
  if (n > HANDLED || succ.length > 4 * HANDLED) return { root: text(root), large: { nodes: n, connectors: soff.length - 1 } };
  const connectors = [];
  for (let v = 0; v < n; v++)
    for (let c = off[v]; c < off[v + 1]; c++) connectors.push({ id: `c${c}`, from: text(v), to: succ.slice(soff[c], soff[c + 1]).map(text), cost: cost[c] });
  return graphOf(text(root), Array.from({ length: n }, (_, v) => text(v)), connectors, terminals.map(text), (id) => h[id]);
}

function rules({ start, goals = [], rules: lines, cost, h }) {
  if (!Array.isArray(lines) || lines.length > HANDLED) return null;
  const { connectors, faults } = readRules(lines.join('\n'));
  if (faults.length) return null;
  const given = (one) => (typeof cost === 'number' ? cost : one.cost);
  const value = (id) => (h === 'value' ? Number(id) || 0 : typeof h === 'object' && h ? h[id] : 0);
  return graphOf(text(start), [], connectors.map((one) => ({ ...one, cost: one.cost ?? given(one) })), goals.map(text), value);
}

// Returns the graph that the server made from rules, as far as it was made; unexpanded nodes have no connectors.
function made(root, { nodes = [], connectors }) {
  const listed = byId(nodes);
  return graphOf(root, [...listed.keys()], connectors, nodes.filter(({ terminal }) => terminal).map(({ id }) => id), (id) => listed.get(id)?.h);
}

// Returns the graph of a problem, or null if there is none yet: rules with variables before the server has expanded
// them.
export function readGraph(problem, result) {
  if (!problem || typeof problem !== 'object') return null;
  if (problem.rules && result?.connectors) return made(text(problem.start), result);
  return problem.rules ? rules(problem) : problem.off ? compact(problem) : problem.connectors ? verbose(problem) : null;
}

// Reads the server's text form, of lines or of statements separated by semicolons: "start 6; goal 1; 6 -> 3,3; h value;
// cost k"; h of named nodes as "h n1 = 2, n2 = 4" or "h(n1) = 2".
function fromWords(given) {
  const problem = { goals: [], rules: [] };
  for (const line of given.split(/[;\n]/).map((one) => one.trim()).filter(Boolean)) {
    const rule = /->|→|=>|:-/.test(line), [, word, rest] = (!rule && (/^(start|goal|h|cost)\s+(.*)$/.exec(line) ?? /^(h)(\(.*=.*)$/.exec(line))) || [];
    const values = word === 'h' && rest.includes('=') ? readValues(rest[0] === '(' ? line : rest) : null;
    if (word === 'goal') problem.goals.push(rest);
    else if (values) problem.h = { ...problem.h, ...values };
    else if (word) problem[word] = rest;
    else problem.rules.push(line);
  }
  return problem.start ? problem : null;
}

// Reads a problem from a text: JSON, the server's text form, or rules alone; then the first left side is the root, and
// nodes without a rule are goals. Returns null if the text is none of these.
export function readText(given) {
  try {
    const read = JSON.parse(given), problem = read?.problem ?? read;
    return readGraph(problem) || Array.isArray(problem?.rules) ? problem : null;
  } catch { /* not JSON */ }
  const said = fromWords(given);
  if (said) return said;
  const { connectors, faults } = readRules(given);
  if (faults.length || !connectors.length) return null;
  const from = new Set(connectors.map((one) => one.from));
  return { root: connectors[0].from, terminals: [...new Set(connectors.flatMap(({ to }) => to))].filter((id) => !from.has(id)), connectors, trace: true };
}

export const byId = (list) => new Map(list.map((one) => [one.id, one]));

// Returns the part of a graph that is reachable from its root by connectors for which keep() holds.
export function part(graph, keep) {
  const of = new Map(graph.nodes.map(({ id }) => [id, []]));
  for (const one of graph.connectors) if (keep(one)) of.get(one.from)?.push(one);
  const seen = new Set([graph.root]), kept = new Set();
  for (const id of seen)
    for (const one of of.get(id) ?? []) {
      kept.add(one);
      one.to.forEach((to) => seen.add(to));
    }
  return { ...graph, nodes: graph.nodes.filter(({ id }) => seen.has(id)), connectors: graph.connectors.filter((one) => kept.has(one)) };
}

// Returns the connectors that the marks lead to from the root, and all nodes on their way.
export function followed(root, marks, connectors) {
  const seen = new Set([root]), found = [];
  for (const id of seen) {
    const connector = connectors.get(marks.get(id));
    if (!connector) continue;
    found.push(connector.id);
    connector.to.forEach((to) => seen.add(to));
  }
  return { found, nodes: seen };
}

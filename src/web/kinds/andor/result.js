// Replaces the numbers of nodes and connectors in the result of a compact graph by names: "3" and "c3". Does not use
// the DOM.
const connector = (c) => (typeof c === 'number' ? `c${c}` : c);
const chosen = (pairs) => Object.fromEntries(pairs.map(([v, c]) => [String(v), connector(c)]));
const values = (object, name) => Object.fromEntries(Object.entries(object).map(([key, value]) => [key, name(value)]));

// Names the node and the connector of a fault, a step of a price or an error of h, which may lack either.
const placed = (one) => ({ ...one, ...('node' in one && { node: String(one.node) }), ...('connector' in one && { connector: connector(one.connector) }) });

const step = (one) => ({
  ...one, partial: one.partial.map(connector), tips: one.tips.map(String), expanded: String(one.expanded), connectors: one.connectors.map(connector), solved: one.solved.map(String),
  new: one.new.map((node) => ({ ...node, id: String(node.id) })), marks: values(one.marks, (pair) => pair.map(connector)),
  revised: one.revised.map((m) => ({ ...m, node: String(m.node), mark: connector(m.mark), options: m.options.map((option) => ({ ...option, connector: connector(option.connector) })) }))
});

const check = ({ faults, steps, ...rest }) => ({ ...rest, faults: faults.map(placed), steps: steps.map(placed) });
const structure = ({ tree, shared_node: shared, ...lists }) => ({ tree, ...(shared && { shared_node: { node: String(shared.node), parents: shared.parents.map(String) } }), ...values(lists, (one) => (Array.isArray(one) ? one.map(String) : one)) });

// Returns a problem that asks a further question about the graph, without those that it asks already.
export const further = (problem, question) => ({ ...problem, values: 'none', engine: undefined, trace: undefined, compare: undefined, k_best: undefined, solution_graph: undefined, ...question });

// Returns the solution graph that a request gives, as node -> connector; null if there is none. Unknown names are left out.
export function given({ solution_graph: solution, off }, graph) {
  if (!solution || typeof solution !== 'object') return null;
  const one = (name) => graph.connectors.find(({ id, rule }) => id === (off ? `c${name}` : name) || (rule && rule === name));
  const found = (Array.isArray(solution) ? solution.map((item) => (Array.isArray(item) ? item[1] : item)) : Object.values(solution)).map(one).filter(Boolean);
  return Object.fromEntries(found.map(({ from, id }) => [from, id]));
}

export function named(result) {
  if (result?.form !== 'compact') return result;
  const { solution, solution_graph: checked, k_best: ranked, structure: facts, optimum, nodes, optimal_graphs: optima, heuristic, trace } = result;
  return {
    ...result, ...(solution && { solution: chosen(solution) }), ...(checked && { solution_graph: check(checked) }), ...(ranked && { k_best: { ...ranked, graphs: ranked.graphs.map((one) => ({ ...one, solution: chosen(one.solution) })) } }), ...(facts && { structure: structure(facts) }),
    ...(optimum?.solution && { optimum: { ...optimum, solution: chosen(optimum.solution) } }), ...(nodes && { nodes: nodes.map((node) => ({ ...node, id: String(node.id), mark: connector(node.mark), best: connector(node.best) })) }),
    ...(optima?.graphs && { optimal_graphs: { ...optima, graphs: optima.graphs.map(chosen) } }), ...(trace && { trace: { ...trace, steps: trace.steps.map(step) } }),
    ...(heuristic && { heuristic: { ...heuristic, violations: heuristic.violations.map(placed) } })
  };
}

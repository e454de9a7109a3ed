// The answer in words: the verdict, how far it is proved, facts, warnings; and the panes, each of which has its picture on the
// board: the solution graphs, AO* step by step, a graph of one's own, the audit of h, values, engines.
import { html, useMemo } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';
import { lazy } from '../../app/lazy.js';
import { Tabs } from '../../app/ui/tabs.js';
import { useAsk } from '../../parts/ask.js';
import { saveText } from '../../app/ui/save.js';
import { further, named } from './result.js';
import { Solution } from './solution.js';
import { engineName } from './words.js';

const grouped = (value) => (value === null ? '∞' : number(typeof value === 'string' && /^\d+$/.test(value) ? BigInt(value) : value));

// Returns the verdict { tone, text }. solvable is null if it is unknown.
export function verdictOf({ solvable, cost: of, timeout, proved_optimal: proved }, root) {
  const values = { root, cost: grouped(of ?? null) };
  if (solvable === null) return { tone: 'warn', text: timeout ? t('The time was up before the cost was known.') : t('Not known: the rules make more nodes than the limit allows.') };
  if (!solvable) return { tone: 'bad', text: t('{root} cannot be solved.', values) };
  if (timeout && !proved) return { tone: 'warn', text: t('The time was up: the best solution graph so far costs {cost}.', values) };
  return { tone: proved ? 'good' : 'warn', text: t('{root} is solved at cost {cost}.', values) };
}

// Describes how far the verdict is proved.
function proofOf({ solvable, proved_optimal: proved, lower_bound: bound, optimum }) {
  if (proved) return solvable && t('Proved to be the cheapest.');
  if (optimum) return t('AO* missed the cheapest, because h is not admissible: the cheapest costs {cost}.', { cost: grouped(optimum.cost) });
  return [solvable && t('Not proved to be the cheapest.'), bound && t('No solution graph costs less than {bound}.', { bound: grouped(bound) })].filter(Boolean).join(' ');
}

// Returns the facts about the whole graph (lecture notes, p. 5).
function structureOf({ tree, shared_node: shared, roots, leaves, terminals, roots_found: r, leaves_found: l, terminals_found: e }) {
  const list = (ids, found) => (found || ids.length > 12 ? `${ids.slice(0, 12).join(', ')} … (${number(found ?? ids.length)})` : ids.join(', ') || t('none'));
  return [tree ? t('a tree') : shared ? t('no tree: {node} has the parents {parents}', { node: shared.node, parents: shared.parents.join(', ') }) : t('no tree: it has a cycle'),
    t('roots: {nodes}', { nodes: list(roots, r) }), t('leaves: {nodes}', { nodes: list(leaves, l) }), t('terminals: {nodes}', { nodes: list(terminals, e) })];
}

function Facts({ result: { structure, size = {}, engine, statistics = {}, cost_model: model, optimal_graphs: optima } }) {
  const facts = [t('{count} nodes', { count: number(size.nodes ?? 0) }), t('{count} connectors', { count: number(size.connectors ?? 0) }), size.cyclic && t('with cycles'),
    size.reachable !== undefined && size.reachable !== size.nodes && t('{count} reachable', { count: number(size.reachable) }), model === 'shared' && t('shared parts counted once'),
    engine && t('by {engine}', { engine: engineName(engine) }), statistics.expanded > 0 && t('{count} expansions', { count: number(statistics.expanded) }),
    optima && (optima.complete === false ? t('at least {count} optimal solution graphs', { count: grouped(optima.count) }) : optima.count === '1' ? t('one optimal solution graph') : t('{count} optimal solution graphs', { count: grouped(optima.count) }))];
  return html`<p class="muted num">${facts.filter(Boolean).join(' · ')}${structure && html`<br />${structureOf(structure).join(' · ')}`}</p>`;
}

// Returns the text of a warning by its type; the warning that h is not admissible is shown elsewhere.
const warningText = ({ type, detail }) => ({
  'dead-end': () => t('Nodes that are only named as successors are dead ends with h = 0.'), 'zero-cost': () => t('Connectors of cost 0: the definition asks for costs above 0.'),
  'terminal-connectors': () => t('Connectors of terminals are never needed.'), 'heuristic-terminal': () => t('h of a terminal is taken as 0.'), 'node-limit': () => t('The rules make more nodes than the limit allows.')
})[type]?.() ?? detail;

const Warnings = ({ warnings = [] }) => warnings.filter(({ type }) => type !== 'heuristic-inadmissible').map((one, i) => html`<p class="notice warn" key=${i}>${warningText(one)}${one.at && html` <code>${one.at}</code>`}</p>`);

// Lists the omitted parts with their reasons. t('solution') t('nodes') t('optimal graphs') t('trace') t('solution graph') t('k best')
// t('the time budget ended first') t('there are more than 2000: ask for them with "values"')
// t('the graph is too large to be drawn') t('the printed AO* was not run: ask for engine "ao_star"')
// t('the graph is large: ask for it with "values": "solution"') t('the graph is too large to count them') t('h star') t('engines')
// t('the rules make more nodes than node_limit allows') t('the graph is too large to rank them')
// t('the whole graph could not be evaluated')
// t('it counts a shared part each time it is reached: ask for it with cost_model "recursive"')
function Omitted({ omitted = {} }) {
  const parts = Object.keys(omitted), reasons = [...new Set(Object.values(omitted))];
  return reasons.map((why) => html`<p class="hint" key=${why}>${t('Left out: {what}: {why}.', { what: parts.filter((part) => omitted[part] === why).map((part) => t(part.replace('_', ' '))).join(', '), why: t(why) })}</p>`);
}

// Saves the graph for Graphviz; it is asked in place if the answer has none.
function SaveDot({ problem, result, name }) {
  const more = useAsk('andor');
  const save = async () => { const dot = result.dot ?? (await more.ask(further(problem, { dot: true })))?.dot; if (dot) saveText(dot, `${name}.dot`, 'text/vnd.graphviz'); };
  return html`<button type="button" class="quiet" aria-busy=${more.asking} onClick=${save}>${t('Save as DOT')}</button>`;
}

const pane = (name) => lazy(async () => (await import('./panes/panes.js'))[name]);
const Walk = pane('Walk'), Check = pane('Check'), Audit = pane('Audit'), Values = pane('Values'), Compared = pane('Compared');

// Returns the panes [{ id, name, show() }].
function panesOf({ session, problem, result, graph, show, go }) {
  const drawn = graph && !graph.large, linked = drawn && graph.connectors.length > 0, given = { graph: drawn ? graph : null, show, problem, result };
  return [
    drawn && result.solvable && { id: 'solution', name: t('Solution graph'), show: () => html`<${Solution} ...${given} />` },
    (result.trace || linked) && { id: 'walk', name: t('AO* step by step'), show: () => html`<${Walk} ...${given} view=${session.view.peek()} look=${session.look} />` },
    linked && { id: 'check', name: t('Check a graph'), show: () => html`<${Check} ...${given} />` },
    result.heuristic && { id: 'audit', name: t('Heuristic'), show: () => html`<${Audit} ...${given} />` },
    result.nodes?.length && { id: 'values', name: t('Values'), show: () => html`<${Values} nodes=${result.nodes} go=${go} />` },
    { id: 'engines', name: t('Engines'), show: () => html`<${Compared} ...${given} />` }
  ].filter(Boolean);
}

// Returns the pane that opens first: what the question asked for in particular, else the solution.
const firstOf = (problem, result) => (result.solution_graph ? 'check' : problem.trace && (problem.engine === 'ao_star' || !result.solvable) ? 'walk' : problem.compare ? 'engines' : 'solution');

export function Answer({ session, problem, result, graph, show, go }) {
  const panes = panesOf({ session, problem, result, graph, show, go }), wanted = session.view.value.pane ?? firstOf(problem, result), now = panes.find(({ id }) => id === wanted) ?? panes[0];
  const proof = useMemo(() => proofOf(result), [result]), check = result.solution_graph;
  const choose = (id) => { if (['values', 'engines'].includes(id)) show(null); session.look({ pane: id, step: undefined }); };
  return html`${proof && html`<p class="muted">${proof}</p>`}
    ${check && html`<h2 class=${`verdict ${check.valid ? 'good' : 'bad'}`}>${check.valid ? t('The given solution graph costs {cost}.', { cost: check.cost === null ? '> 2^127' : grouped(check.cost) }) : t('The given graph is no solution graph.')}</h2>`}
    <${Tabs} tabs=${panes} now=${now.id} choose=${choose} label=${t('Views')}><div key=${now.id} class="side">${now.show()}</div><//>
    <${Facts} result=${result} /><${Warnings} warnings=${result.warnings} /><${Omitted} ...${result} />
    <div class="row"><${SaveDot} problem=${problem} result=${result} name=${`andor-${session.job.peek().id}`} /></div>`;
}

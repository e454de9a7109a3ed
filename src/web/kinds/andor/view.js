// Shows a job: the cost of the root, AO* step by step, the solution graphs, the audit of h, the values, the engines.
import { submit } from '../../app/net/api.js';
import { cls, html, useMemo, useSignal } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';
import { go, link } from '../../app/router.js';
import { ended } from '../../app/state.js';
import { Tabs } from '../../app/ui/tabs.js';
import { attempt } from '../../app/ui/toast.js';
import { saveText } from '../../parts/drawing.js';
import { Audit } from './audit.js';
import { Check } from './check.js';
import { Engines, engineName } from './engines.js';
import { DRAWN, part, readGraph, readText } from './graph.js';
import { cost } from './picture.js';
import { named } from './result.js';
import { Solution } from './solution.js';
import { Walk } from './walk.js';
import './andor.css';

const grouped = (value) => (value === null ? '∞' : number(typeof value === 'string' && /^\d+$/.test(value) ? BigInt(value) : value));

// Returns the class and the words of the verdict. solvable is null if it is unknown.
function verdict({ solvable, cost: of, timeout, proved_optimal: proved }, root) {
  const values = { root, cost: grouped(of ?? null) };
  if (solvable === null) return ['warn', timeout ? t('The time was up before the cost was known.') : t('Not known: the rules make more nodes than the limit allows.')];
  if (!solvable) return ['bad', t('{root} cannot be solved.', values)];
  if (timeout && !proved) return ['warn', t('The time was up: the best solution graph so far costs {cost}.', values)];
  return [proved ? 'good' : 'warn', t('{root} is solved at cost {cost}.', values)];
}

// Describes how far the verdict is proved.
function proofOf({ solvable, proved_optimal: proved, lower_bound: bound, optimum }) {
  if (proved) return solvable && t('Proved to be the cheapest.');
  if (optimum) return t('AO* missed the cheapest, because h is not admissible: the cheapest costs {cost}.', { cost: grouped(optimum.cost) });
  return [solvable && t('Not proved to be the cheapest.'), bound ? t('No solution graph costs less than {bound}.', { bound: grouped(bound) }) : ''].filter(Boolean).join(' ');
}

function Verdict({ result, root }) {
  const [look, text] = verdict(result, root), proof = proofOf(result), check = result.solution_graph;
  return html`<div role="status"><h2 class=${`verdict ${look}`}>${text}</h2></div>${proof && html`<p class="muted">${proof}</p>`}
    ${check && html`<h2 class=${`verdict ${check.valid ? 'good' : 'bad'}`}>${check.valid ? t('The given solution graph costs {cost}.', { cost: check.cost === null ? '> 2^127' : grouped(check.cost) }) : t('The given graph is no solution graph.')}</h2>`}`;
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

// The table of all values of the nodes.
function Values({ nodes }) {
  const shown = useSignal(200);
  return html`<div class="scroll tall" tabindex="0" role="region" aria-label=${t('Values')}><table class="numeric"><thead><tr><th scope="col">${t('Node')}</th><th scope="col">h</th><th scope="col">q</th><th scope="col">h*</th><th scope="col">${t('Mark')}</th><th scope="col">SOLVED</th></tr></thead>
    <tbody>${nodes.slice(0, shown.value).map(({ id, h, q, h_star: star, mark, solved }) => html`<tr key=${id} class=${cls({ wrong: star !== null && h > star })}><th scope="row">${id}</th><td>${h ?? '–'}</td><td>${q === undefined ? '–' : cost(q)}</td>
      <td>${star === undefined ? '–' : cost(star)}</td><td>${mark ?? '–'}</td><td>${solved ? '✓' : ''}</td></tr>`)}</tbody></table></div>
    ${nodes.length > shown.value && html`<button type="button" class="quiet" onClick=${() => { shown.value += 1000; }}>${t('{n} more', { n: number(nodes.length - shown.value) })}</button>`}`;
}

// Returns the graph to be drawn: the whole graph, or its solution if only that is small enough.
function drawable(graph, result) {
  if (!graph || graph.large) return null;
  if (graph.nodes.length <= DRAWN) return graph;
  const solution = new Set(Object.values(result.solution ?? {})), small = part(graph, ({ id }) => solution.has(id));
  return small.nodes.length <= DRAWN && small.connectors.length ? small : null;
}

function panes(problem, result, graph, name) {
  const small = drawable(graph, result), check = small === graph && graph?.connectors.length > 0 && { id: 'check', name: t('Check a graph'), show: () => html`<${Check} graph=${graph} problem=${problem} result=${result} name=${name} />` };
  return [
    result.solution_graph && check,
    result.trace && { id: 'walk', name: t('AO* step by step'), show: () => html`<${Walk} problem=${problem} result=${result} name=${name} />` },
    small && result.solvable && { id: 'solution', name: t('Solution graph'), show: () => html`<${Solution} graph=${small} whole=${small === graph} problem=${problem} result=${result} name=${name} />` },
    !result.solution_graph && check,
    result.heuristic && { id: 'audit', name: t('Heuristic'), show: () => html`<${Audit} graph=${small === graph ? graph : null} result=${result} name=${name} />` },
    result.nodes?.length && { id: 'values', name: t('Values'), show: () => html`<${Values} nodes=${result.nodes} />` },
    result.engines?.length && { id: 'engines', name: t('Engines'), show: () => html`<${Engines} engines=${result.engines} />` }
  ].filter(Boolean);
}

// Buttons for further questions about the same graph; each posts a job and opens it.
function More({ problem, result, name }) {
  const run = (more) => () => attempt(async () => { go(['jobs', (await submit('andor', { ...problem, ...more })).id]); });
  const dot = result.dot && html`<button type="button" class="second" onClick=${() => saveText(result.dot, `${name}.dot`, 'text/vnd.graphviz')}>${t('Save as DOT')}</button>`;
  return html`<div class="row">
    ${!result.trace && html`<button type="button" class="second" onClick=${run({ engine: 'ao_star', trace: true })}>${t('AO* step by step')}</button>`}
    ${!result.engines && html`<button type="button" class="second" onClick=${run({ compare: true, engine: undefined, trace: undefined })}>${t('Compare engines')}</button>`}
    ${dot || html`<button type="button" class="second" onClick=${run({ dot: true })}>${t('As DOT')}</button>`}</div>`;
}

function Answer({ job, problem, result }) {
  const tab = useSignal(''), name = `andor-${job.id}`;
  const graph = useMemo(() => readGraph(problem, result), [problem, result]);
  const tabs = panes(problem, result, graph, name), now = tabs.find(({ id }) => id === tab.value) ?? tabs[0];
  return html`<${Verdict} result=${result} root=${graph?.root ?? problem.start ?? String(problem.root)} /><${Facts} result=${result} /><${Warnings} warnings=${result.warnings} /><${Omitted} ...${result} />
    ${!drawable(graph, result) && result.solvable && html`<p class="notice">${t('More nodes than {count} are not drawn.', { count: DRAWN })}</p>`}
    ${now && html`<${Tabs} tabs=${tabs} now=${now.id} choose=${(id) => { tab.value = id; }} label=${t('Views')}>${now.show()}<//>`}
    <${More} problem=${problem} result=${result} name=${name} />`;
}

export function View({ job, problem: given }) {
  const { progress } = job, result = useMemo(() => named(job.result), [job.result]), problem = useMemo(() => (typeof given === 'string' ? readText(given) : given), [given]);
  if (!problem) return null;
  return html`<div class="andor view">
    ${result ? html`<${Answer} job=${job} problem=${problem} result=${result} />`
      : !ended(job) && html`<p class="muted num" role="status">${progress?.expanded ? t('{count} expansions', { count: number(progress.expanded) }) : t('Searching…')}</p>`}
    <p><a href=${link(['solve', 'andor'], { from: job.id })}>${t('Change this graph')}</a></p></div>`;
}

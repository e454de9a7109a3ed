// A solution graph of one's own: chosen node by node or on the board, then checked and priced by the server.
import { html, useMemo, useSignal } from '../../../app/dom.js';
import { t } from '../../../app/i18n.js';
import { useAsk } from '../../../parts/ask.js';
import { cost } from '../board.js';
import { byId, followed } from '../graph.js';
import { Priced } from '../priced.js';
import { further, given, named } from '../result.js';

// Returns the words of a fault; those of names that are unknown are the server's.
const faultText = ({ type, node, connector, detail }) => ({
  'no-connector': () => t('{node} is not terminal and no connector is chosen for it (rule 2).', { node }), 'dead-end': () => t('{node} is not terminal and no connector leads from it (rule 3).', { node }),
  'cycle': () => t('A cycle leads back to {node}: a solution graph has none.', { node }), 'not-reached': () => t('{node} is not reached from the root: it is no part of the solution graph.', { node }),
  'terminal-connector': () => t('{node} is terminal: its solution graph is the node alone (rule 1).', { node }), 'several-connectors': () => t('{node} has a second connector, {connector}: a node of a solution graph has one (rule 2).', { node, connector })
})[type]?.() ?? detail;

// One choice for each node that the choices so far reach.
function Choices({ graph, chosen, choose }) {
  const connectors = byId(graph.connectors), nodes = byId(graph.nodes), reached = [...followed(graph.root, new Map(Object.entries(chosen)), connectors).nodes].filter((id) => !nodes.get(id)?.terminal);
  return html`<div class="row choices">${reached.map((id) => html`<label key=${id}>${id} <select aria-label=${t('Connector of {node}', { node: id })} onChange=${({ target }) => choose(id, target.value)}>
    <option value="" selected=${!chosen[id]}>–</option>${graph.connectors.filter(({ from }) => from === id).map((one) => html`<option key=${one.id} value=${one.id} selected=${one.id === chosen[id]}>${one.id} → ${one.to.join(', ')}</option>`)}</select></label>`)}</div>`;
}

function Verdict({ check: { valid, cost: of, shared_cost: once, faults } }) {
  return html`<div role="status"><h2 class=${`verdict ${valid ? 'good' : 'bad'}`}>${!valid ? t('This is no solution graph.') : of === null ? t('A solution graph. Its price passes 2^127 − 1.') : t('A solution graph of price {cost}.', { cost: cost(of) })}</h2>
    ${valid && once !== undefined && String(once) !== String(of) && html`<p class="muted">${t('If shared parts are paid once, the price is {cost}.', { cost: cost(once) })}</p>`}
    ${faults.length > 0 && html`<ul class="faults">${faults.map((one, i) => html`<li key=${i}>${faultText(one)}</li>`)}</ul>`}</div>`;
}

// Names connectors as the request does: by number in a compact graph.
const asked = (problem, chosen) => (problem.off ? Object.values(chosen).map((id) => Number(id.slice(1))) : chosen);

export function Check({ graph, show, problem, result }) {
  const chosen = useSignal(given(problem, graph) ?? result.solution ?? {}), more = useAsk('andor'), own = useSignal(!!result.solution_graph);
  const answer = useMemo(() => named(more.result), [more.result]), check = own.value ? result.solution_graph : answer?.solution_graph;
  const set = (next) => { chosen.value = next; own.value = false; more.forget(); };
  const choose = (node, id) => { const { [node]: old, ...rest } = chosen.peek(); set(id ? { ...rest, [node]: id } : rest); };
  const pick = (id) => { const { from } = graph.connectors.find((one) => one.id === id); choose(from, chosen.peek()[from] === id ? '' : id); };
  const ask = () => more.ask(further(problem, { solution_graph: asked(problem, chosen.peek()), graphs: 0 }));
  const steps = useMemo(() => (check?.steps ?? []).map((step) => ({ k: step.total, ...step })), [check]);
  const faults = useMemo(() => new Set((check?.faults ?? []).flatMap(({ node }) => node ?? [])), [check]);
  return html`<div class="side"><p class="hint">${t('Choose a connector for each node, here or on the board.')}</p>
    <${Choices} graph=${graph} chosen=${chosen.value} choose=${choose} />
    <div class="row"><button type="button" aria-busy=${more.asking} onClick=${ask}>${t('Check and price')}</button>
      <button type="button" class="quiet" onClick=${() => set({})}>${t('Clear')}</button></div>
    ${more.fault && html`<p class="notice bad" role="alert">${more.fault}</p>`}
    ${check && html`<${Verdict} check=${check} />`}
    <${Priced} key=${check ? 'checked' : JSON.stringify(chosen.value)} graph=${graph} show=${show} chosen=${chosen.value} steps=${steps} shared=${result.cost_model === 'shared'} pick=${pick} faults=${faults} label=${t('The chosen connectors in the graph')} empty=${check ? t('Nothing here has a price.') : ''} /></div>`;
}

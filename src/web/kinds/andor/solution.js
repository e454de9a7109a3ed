// Shows solution graphs, one at a time, in the whole graph: that of the answer, and the optimal ones.
import { html, useMemo, useSignal } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';
import { part } from './graph.js';
import { Legend, Picture, cost } from './picture.js';
import { priceSteps } from './price.js';

// Shows how the cost of a solution graph comes about, from the terminals upwards. shared: each connector counts once.
function Sum({ steps, shared }) {
  return html`<table class="options"><thead><tr><th scope="col">${t('Node')}</th><th scope="col">${t('Connector')}</th><th scope="col">${shared ? t('Cost') : 'c + Σ k'}</th><th scope="col">${shared ? t('Sum') : 'k'}</th></tr></thead><tbody>${steps.map(({ node, connector, cost: c, to, k, once }) => html`<tr key=${node}>
    <th scope="row">${node}</th><td>${connector} → ${to.map((one) => one.node).join(', ')}</td><td>${shared ? c : `${c} + ${to.map((one) => one.k).join(' + ')}`}</td><td><b>${shared ? once : k}</b></td></tr>`)}</tbody></table>`;
}

// Returns h* of the nodes in the result: of all nodes, or of those of the solution.
export const starOf = (result) => new Map((result.nodes ?? []).map(({ id, h_star: star, q }) => [id, star === undefined ? q : star]));

// Returns the solution graphs of a result as [{ name, chosen }]. If AO* missed the optimum, its own graph is the first.
function graphsOf({ solution = {}, optimal_graphs: optima, optimum, cost: of }) {
  const best = optima?.graphs?.length ? optima.graphs : [optimum?.solution ?? solution], count = number(BigInt(optima?.count ?? best.length));
  const named = best.map((chosen, i) => ({ chosen, name: t('optimal: {n} of {count}', { n: i + 1, count }) }));
  return optimum ? [{ chosen: solution, name: t('by AO*, cost {cost}: not optimal', { cost: cost(of) }) }, ...named] : named;
}

export function Solution({ graph, whole, result, name }) {
  const graphs = graphsOf(result), at = useSignal(0), alone = useSignal(!whole), shared = result.cost_model === 'shared';
  const { chosen, name: title } = graphs[Math.min(at.value, graphs.length - 1)], used = new Set(Object.values(chosen)), star = starOf(result);
  const drawn = useMemo(() => (alone.value ? part(graph, ({ id }) => used.has(id)) : graph), [graph, alone.value, chosen]);
  const inside = useMemo(() => new Set(part(graph, ({ id }) => used.has(id)).nodes.map(({ id }) => id)), [graph, chosen]);
  const steps = useMemo(() => priceSteps(graph, chosen), [graph, chosen]), priced = new Map(steps.map(({ node, k, once }) => [node, shared ? once : k]));
  const looks = { node: (id) => ({ q: inside.has(id) ? (shared ? undefined : priced.get(id) ?? '0') : star.get(id), look: { solved: inside.has(id), ghost: !inside.has(id) && star.get(id) === null } }), connector: (id) => ({ marked: used.has(id), partial: used.has(id), ghost: false }) };
  return html`<div class="row">${graphs.length > 1 && html`<label>${t('Which solution graph')} <select onChange=${({ target }) => { at.value = Number(target.value); }}>${graphs.map((one, i) => html`<option key=${i} value=${i} selected=${i === at.value}>${one.name}</option>`)}</select></label>`}
    ${whole && html`<label><input type="checkbox" checked=${alone.value} onChange=${({ target }) => { alone.value = target.checked; }} /> ${t('The solution alone')}</label>`}</div>
    <div class="walk"><div><${Picture} graph=${drawn} looks=${looks} label=${t('Solution graph of cost {cost}, {name}', { cost: priced.get(graph.root) ?? '0', name: title })} name=${name} /><${Legend} /></div>
    <div class="scroll" tabindex="0" role="region" aria-label=${t('How the cost comes about')}><h3>${t('How the cost comes about')}</h3><${Sum} steps=${steps} shared=${shared} />
      ${shared && html`<p class="hint">${t('Parts that are used more than once count once: the cost is the sum of the connectors used.')}</p>`}</div></div>`;
}

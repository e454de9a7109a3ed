// Shows solution graphs on the board, one at a time, in the whole graph: that of the answer, the optimal ones, or all by price.
import { html, useMemo, useSignal } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';
import { useAsk } from '../../parts/ask.js';
import { cost } from './board.js';
import { priceSteps } from './price.js';
import { Priced } from './priced.js';
import { further, named } from './result.js';

const RANKED = 100; // solution graphs that are asked for

// Returns h* of the nodes in the result: of all nodes, or of those of the solution.
export const starOf = (result) => new Map((result.nodes ?? []).map(({ id, h_star: star, q }) => [id, star === undefined ? q : star]));

// Returns the solution graphs of a result as [{ name, chosen }]. If AO* missed the optimum, its own graph is the first.
function graphsOf({ solution = {}, optimal_graphs: optima, optimum, cost: of }, ranked) {
  if (ranked) return ranked.graphs.map((one, i) => ({ chosen: one.solution, name: t('{n}: cost {cost}', { n: number(i + 1), cost: cost(one.cost) }) }));
  const best = optima?.graphs?.length ? optima.graphs : [optimum?.solution ?? solution], count = number(BigInt(optima?.count ?? best.length));
  const found = best.map((chosen, i) => ({ chosen, name: t('optimal: {n} of {count}', { n: i + 1, count }) }));
  return optimum ? [{ chosen: solution, name: t('by AO*, cost {cost}: not optimal', { cost: cost(of) }) }, ...found] : found;
}

// Says how many solution graphs there are and how many of them are listed. t('the listed graphs have 200000 connectors already')
// t('the listed graphs have 8 MiB of names already') t('there are too many graphs of nearly the same cost')
function Counted({ ranked: { count, complete, graphs, ended } }) {
  const all = number(BigInt(count));
  return html`<span class="muted num" role="status">${complete ? t('{count} solution graphs', { count: all }) : t('at least {count} solution graphs', { count: all })}${String(graphs.length) !== count ? ` · ${t('the {n} cheapest are listed', { n: number(graphs.length) })}` : ''}${ended ? ` · ${t(ended)}` : ''}</span>`;
}

export function Solution({ graph, show, problem, result }) {
  const more = useAsk('andor'), asked = useMemo(() => named(more.result), [more.result]), ranked = asked?.k_best ?? result.k_best;
  const graphs = useMemo(() => graphsOf(result, ranked), [result, ranked]), at = useSignal(0), alone = useSignal(false), shared = result.cost_model === 'shared';
  const { chosen, name: title } = graphs[Math.min(at.value, graphs.length - 1)];
  const steps = useMemo(() => priceSteps(graph, chosen, shared), [graph, chosen, shared]);
  const rank = async () => { if (await more.ask(further(problem, { k_best: RANKED }))) at.value = 0; };
  return html`<div class="row">${graphs.length > 1 && html`<label>${t('Which solution graph')} <select onChange=${({ target }) => { at.value = Number(target.value); }}>${graphs.map((one, i) => html`<option key=${i} value=${i} selected=${i === at.value}>${one.name}</option>`)}</select></label>`}
    ${ranked ? html`<${Counted} ranked=${ranked} />` : html`<button type="button" class="second" aria-busy=${more.asking} onClick=${rank}>${t('All solution graphs by price')}</button>`}
    <label><input type="checkbox" checked=${alone.value} onChange=${({ target }) => { alone.value = target.checked; }} /> ${t('The solution alone')}</label></div>
    ${more.fault && html`<p class="notice bad" role="alert">${more.fault}</p>`}
    <${Priced} key=${`${!!ranked}-${at.value}`} graph=${graph} show=${show} chosen=${chosen} steps=${steps} shared=${shared} alone=${alone.value} label=${t('Solution graph of cost {cost}, {name}', { cost: steps.at(-1)?.k ?? '0', name: title })} />
    ${shared && html`<p class="hint">${t('Parts that are used more than once count once: the cost is the sum of the connectors used.')}</p>`}`;
}

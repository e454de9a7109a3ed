// Shows the optimal solution graphs, one at a time, in the whole graph.
import { html, useMemo, useSignal } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';
import { byId, part } from './graph.js';
import { Legend, Picture, cost } from './picture.js';

// Shows how the recursive cost k(n, N) of the solution is composed, from the terminals upwards.
function Sum({ graph, chosen, values, root }) {
  const connectors = byId(graph.connectors), order = [], done = new Set();
  const visit = [root];
  while (visit.length) { // successors come before their node
    const id = visit.at(-1), one = connectors.get(chosen[id]), open = (one?.to ?? []).filter((to) => !done.has(to) && chosen[to] && !visit.includes(to));
    if (open.length) { visit.push(open[0]); continue; }
    visit.pop();
    if (!done.has(id) && one) order.push(one);
    done.add(id);
  }
  return html`<table class="options"><thead><tr><th scope="col">${t('Node')}</th><th scope="col">${t('Connector')}</th><th scope="col">c + Σ k</th><th scope="col">k</th></tr></thead><tbody>${order.map((one) => html`<tr key=${one.id}>
    <th scope="row">${one.from}</th><td>${one.id} → ${one.to.join(', ')}</td><td>${one.cost} + ${one.to.map((id) => cost(values.get(id) ?? 0)).join(' + ')}</td><td><b>${cost(values.get(one.from))}</b></td></tr>`)}</tbody></table>`;
}

// Returns h* of the nodes in the result: of all nodes, or of those of the solution.
export const starOf = (result) => new Map((result.nodes ?? []).map(({ id, h_star: star, q }) => [id, star === undefined ? q : star]));

export function Solution({ graph, whole, result, name }) {
  const graphs = result.optimal_graphs?.graphs?.length ? result.optimal_graphs.graphs : [result.solution ?? {}], at = useSignal(0), alone = useSignal(!whole);
  const chosen = graphs[Math.min(at.value, graphs.length - 1)], used = new Set(Object.values(chosen)), star = starOf(result);
  const drawn = useMemo(() => (alone.value ? part(graph, ({ id }) => used.has(id)) : graph), [graph, alone.value, chosen]);
  const inside = useMemo(() => new Set(part(graph, ({ id }) => used.has(id)).nodes.map(({ id }) => id)), [graph, chosen]);
  const looks = { node: (id) => ({ q: star.get(id), look: { solved: inside.has(id), ghost: !inside.has(id) && star.get(id) === null } }), connector: (id) => ({ marked: used.has(id), partial: used.has(id), ghost: false }) };
  const count = result.optimal_graphs?.count ?? graphs.length;
  return html`<div class="row">${graphs.length > 1 && html`<label>${t('Optimal solution graph')} <select onChange=${({ target }) => { at.value = Number(target.value); }}>${graphs.map((_, i) => html`<option key=${i} value=${i} selected=${i === at.value}>${i + 1}</option>`)}</select></label>
      <span class="muted num">${t('of {count}', { count: number(BigInt(count)) })}</span>`}
    ${whole && html`<label><input type="checkbox" checked=${alone.value} onChange=${({ target }) => { alone.value = target.checked; }} /> ${t('The solution alone')}</label>`}</div>
    <div class="walk"><div><${Picture} graph=${drawn} looks=${looks} label=${t('Solution graph {n} of cost {cost}', { n: at.value + 1, cost: cost(result.cost) })} name=${name} /><${Legend} /></div>
    <div class="scroll" tabindex="0" role="region" aria-label=${t('How the cost comes about')}><h3>${t('How the cost comes about')}</h3><${Sum} graph=${graph} chosen=${chosen} values=${star} root=${graph.root} />
      ${result.cost_model === 'shared' && html`<p class="hint">${t('Parts that are used more than once count once: the cost is the sum of the connectors used.')}</p>`}</div></div>`;
}

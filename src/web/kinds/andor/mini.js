// The miniature of the home page: an AND/OR graph of five nodes. One connector is chosen for each node that is needed.
import { cls, html, useSignal } from '../../app/dom.js';
import { t } from '../../app/i18n.js';

// node -> its connectors [successors, cost]; D and E are solved.
const GRAPH = { A: [['BC', 2], ['C', 4]], B: [['D', 1], ['E', 3]], C: [['DE', 2], ['E', 4]], D: [], E: [] };
const AT = { A: [90, 14], B: [45, 62], C: [135, 62], D: [45, 112], E: [135, 112] };
const ROWS = Object.entries(GRAPH).flatMap(([from, all]) => all.map(([to, cost], i) => ({ from, to, cost, i })));

// Returns the cost of a node's solution graph by the connectors that were picked; NaN if one is missing.
function costOf(picked, node = 'A') {
  if (!GRAPH[node].length) return 0;
  const way = GRAPH[node][picked[node]];
  return way ? [...way[0]].reduce((sum, next) => sum + costOf(picked, next), way[1]) : NaN;
}
const best = (node) => (GRAPH[node].length ? Math.min(...GRAPH[node].map(([to, cost]) => [...to].reduce((sum, next) => sum + best(next), cost))) : 0);

export default function Mini() {
  const picked = useSignal({}), now = picked.value, cost = costOf(now);
  const toggle = ({ from, i }) => { picked.value = { ...now, [from]: now[from] === i ? undefined : i }; };
  return html`<div class="mini-graph"><svg viewBox="0 0 180 126" aria-hidden="true">
    ${ROWS.map((row) => [...row.to].map((to) => html`<line class=${cls({ on: now[row.from] === row.i })} onClick=${() => toggle(row)}
      x1=${AT[row.from][0] + row.i * 8 - 4} y1=${AT[row.from][1]} x2=${AT[to][0] + row.i * 8 - 4} y2=${AT[to][1]} />`))}
    ${Object.entries(AT).map(([node, [x, y]]) => html`<circle cx=${x} cy=${y} r="12" class=${cls({ goal: !GRAPH[node].length })} /><text x=${x} y=${y + 4}>${node}</text>`)}</svg>
    <div role="group" aria-label=${t('Connectors')}>${ROWS.map((row) => html`<button class="second" aria-pressed=${now[row.from] === row.i}
      onClick=${() => toggle(row)}>${row.from} → ${[...row.to].join(' + ')} <small>${row.cost}</small></button>`)}</div></div>
  <p role="status">${Number.isNaN(cost) ? t('Choose connectors from A down to D and E.')
    : cost > best('A') ? t('Cost {n}; there is a cheaper one.', { n: cost }) : t('Cost {n}: the cheapest.', { n: cost })}</p>`;
}

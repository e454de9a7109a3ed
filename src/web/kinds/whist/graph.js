// The strategy graph: the intervals as on the rank line, the highest on the left, and the edges of the three paths.
import { cls, html } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { Drawing } from '../../parts/drawing.js';
import { span } from './deal.js';
import { HEIGHT, HIGH, arrow, graphLayout } from './layout.js';

// Returns the cards of the intervals on a path, in its order.
const walk = (intervals, edges) => edges.flatMap(({ from, to }, i) => (i ? [to] : [from, to])).map((at) => span(intervals[at].cards)).join(' → ');

export function Graph({ result: { graph: { intervals, edges }, leads = [] } }) {
  const best = new Set(leads.filter(({ optimal }) => optimal).map(({ interval }) => interval));
  const { nodes, width } = graphLayout(intervals, best);
  const label = t('Strategy graph: {nodes} intervals, {edges} edges', { nodes: intervals.length, edges: edges.length });
  return html`<div class="graph"><p class="hint">${t('Arrows lead to the next higher interval. Those between the lanes are path g, of all intervals; those within a lane are the path of its player.')}
      ${best.size > 0 && ` ${t('★ marks the best leads.')}`}</p>
    <${Drawing} width=${width} height=${HEIGHT} label=${label} name="strategy-graph">
      ${edges.map(({ from, to, path }) => html`<path key=${`${from} ${to}`} class=${cls('edge', path)} d=${arrow(nodes[from], nodes[to])} />`)}
      ${nodes.map(({ owner, text, x, y, width: wide }, i) => html`<g key=${i} class=${cls('node', owner)}><rect x=${x - wide / 2} y=${y - HIGH / 2} width=${wide} height=${HIGH} rx="6" /><text x=${x} y=${y}>${text}</text></g>`)}<//>
    <dl class="paths">${['g', 'a', 'b'].map((path) => {
      const steps = edges.filter((edge) => edge.path === path);
      return steps.length > 0 && html`<div key=${path}><dt>${t('Path {name}', { name: path })}</dt><dd class="num">${walk(intervals, steps)}</dd></div>`;
    })}</dl></div>`;
}

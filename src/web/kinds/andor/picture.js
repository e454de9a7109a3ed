// Draws an AND/OR graph as in the lecture notes, in any state of the search.
import { cls, html, useMemo } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { Drawing } from '../../parts/drawing.js';
import { draw } from './draw.js';

export const cost = (value) => (value === null || value === undefined ? '∞' : String(value));

// Costs are omitted if all are the default of the lecture notes, the number of successors.
const plain = (connectors) => connectors.every(({ to, cost: of }) => of === undefined || of === to.length);

function Connector({ id, shape: { edges, arc, label }, of, costs, mark, pick }) {
  return html`<g class=${cls('connector', mark, { pick })} onClick=${pick && (() => pick(id))}><title>${id}</title>${pick && edges.map(({ path }, i) => html`<path class="hit" key=${i} d=${path} />`)}
    ${edges.map(({ path, head }, i) => html`<g key=${i}><path class="edge" d=${path} /><path class="head" d=${head} /></g>`)}
    ${arc && html`<path class="arc" d=${arc.path} />`}${arc && arc.dots.length > 1 && arc.dots.map(([x, y], i) => html`<circle class="dot" key=${i} cx=${x} cy=${y} r="1.9" />`)}
    ${costs && html`<text class="cost" x=${label[0]} y=${label[1]}>${of}</text>`}</g>`;
}

function Node({ id, at: { x, y, rx, ry, name }, terminal, look, q, h }) {
  return html`<g class=${cls('node', { terminal }, look)}><title>${id}</title>
    ${terminal && html`<ellipse class="outer" cx=${x} cy=${y} rx=${rx + 4} ry=${ry + 4} />`}
    <ellipse cx=${x} cy=${y} rx=${rx} ry=${ry} /><text x=${x} y=${y}>${name}</text>
    ${q !== undefined && html`<text class="q" x=${x + rx + 6} y=${y - 6}>${cost(q)}${look?.solved && html`<tspan class="sign"> ✓</tspan>`}</text>`}
    ${h !== undefined && html`<text class="h" x=${x + rx + 6} y=${y + 9}>h ${h}</text>`}</g>`;
}

// focus: the id of a node that must be visible; looks: { node(id) -> { q, h, look: class names }, connector(id) ->
// class names }; label: a description for screen readers; pick(connector): called when one is clicked.
export function Picture({ graph, looks, label, name, focus, pick }) {
  const plan = useMemo(() => draw(graph), [graph]), costs = useMemo(() => !plain(graph.connectors), [graph]);
  const mark = (one) => looks.connector(one.id);
  // Marked connectors are drawn last, above the rest.
  const sorted = [...graph.connectors].sort((a, b) => !!mark(a)?.marked - !!mark(b)?.marked);
  return html`<${Drawing} width=${plan.width} height=${plan.height} label=${label} name=${name} focus=${plan.nodes.get(focus)}>
    ${sorted.map((one) => html`<${Connector} key=${one.id} id=${one.id} shape=${plan.connectors.get(one.id)} of=${one.cost} costs=${costs} mark=${mark(one)} pick=${pick} />`)}
    ${graph.nodes.map(({ id, terminal }) => html`<${Node} key=${id} id=${id} at=${plan.nodes.get(id)} terminal=${terminal} ...${looks.node(id)} />`)}
  <//>`;
}

// The legend of the drawing.
export const Legend = ({ playing, plain: bare }) => html`<p class="andor-legend">
  <span><svg viewBox="0 0 26 22" aria-hidden="true"><g class="node terminal"><circle class="outer" cx="13" cy="11" r="10" /><circle cx="13" cy="11" r="7" /></g></svg>${t('terminal')}</span>
  ${playing && html`<span><svg viewBox="0 0 26 22" aria-hidden="true"><g class="node solved"><circle cx="13" cy="11" r="9" /><text x="13" y="11">✓</text></g></svg>SOLVED</span>
  <span><svg viewBox="0 0 26 22" aria-hidden="true"><g class="node tip"><circle cx="13" cy="11" r="9" /></g></svg>${t('tip to be expanded')}</span>
  <span><svg viewBox="0 0 26 22" aria-hidden="true"><g class="node ghost"><circle cx="13" cy="11" r="9" /></g></svg>${t('not yet in G')}</span>`}
  ${!bare && html`<span><svg viewBox="0 0 26 22" aria-hidden="true"><g class="connector marked"><path class="edge" d="M2 19L20 4" /><path class="head" d="M24 1L19.5 8L16 3.5Z" /></g></svg>${playing ? t('marked') : t('solution')}</span>`}
  <span><svg viewBox="0 0 26 22" aria-hidden="true"><g class="connector"><path class="edge" d="M13 0L4 20M13 0L22 20" /><path class="arc" d="M7 14A10 8 0 0 0 19 14" /></g></svg>${t('all of them (AND)')}</span></p>`;

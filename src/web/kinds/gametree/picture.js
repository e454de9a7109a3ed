// Draws a tree of two players as in the lecture notes: squares where MAX moves, circles where MIN moves, values of
// leaves below.
import { cls, html, useMemo } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { Drawing } from '../../parts/drawing.js';
import { tidy } from '../../parts/graph/tidy.js';

const WIDE = 42, RISE = 74, HALF = 15, MARGIN = 30, DIGIT = 7; // px

export const shown = (value) => (value === null || value === undefined ? '' : value === Infinity ? '∞' : value === -Infinity ? '−∞' : String(value).replace('-', '−'));

// Shortens a value to thousands, to fit the drawing.
export const shortValue = (value) => (Math.abs(value) >= 1e4 && Math.abs(value) < Infinity ? `${shown(Math.round(value / 1000))}k` : shown(value));

// The slash through the edge to a subtree that was cut.
function Slash({ from, to }) {
  const [x, y] = [(from.x + to.x) / 2, (from.y + to.y) / 2], length = Math.hypot(to.x - from.x, to.y - from.y) || 1;
  const [ux, uy] = [(to.x - from.x) / length, (to.y - from.y) / length], line = (by) => html`<line class="slash" x1=${x - 8 * uy + by * ux} y1=${y + 8 * ux + by * uy} x2=${x + 8 * uy + by * ux} y2=${y - 8 * ux + by * uy} />`;
  return html`${line(-2)}${line(2)}`;
}

function Node({ v, tree, at: { x, y }, half, look: { text, window, ...look } }) {
  const inner = tree.children[v].length > 0, chance = tree.chance[v], max = tree.max[v] && !chance;
  return html`<g class=${cls('node', { leaf: !inner, max: inner && max, min: inner && !max && !chance, chance }, look)}>${!inner && html`<title>${shown(tree.value[v])}</title>`}
    ${chance ? html`<path d=${`M${x - half - 5} ${y}L${x} ${y - HALF - 5}L${x + half + 5} ${y}L${x} ${y + HALF + 5}z`} />` : inner ? (max ? html`<rect x=${x - half} y=${y - HALF} width=${2 * half} height=${2 * HALF} rx="2" />` : html`<ellipse cx=${x} cy=${y} rx=${half + 1} ry=${HALF + 1} />`) : html`<rect x=${x - half + 1} y=${y - 11} width=${2 * half - 2} height="22" rx="11" />`}
    <text x=${x} y=${y}>${inner ? text : shortValue(tree.value[v])}</text>
    ${inner && html`<text class="name" x=${x - half - 5} y=${y - 9}>${tree.name[v]}</text>`}
  </g>`;
}

// focus: the node that must be visible; look(v) -> { text, window, ...class names }; off: Set of nodes behind a slash;
// line: Set of nodes on the best line
export function Picture({ tree, look, off = new Set(), line = new Set(), label, name, focus }) {
  const plan = useMemo(() => tidy(tree.parent, tree.children), [tree]);
  const texts = useMemo(() => [...tree.value, ...(tree.values ?? [])], [tree]), half = useMemo(() => Math.max(HALF, (Math.max(...texts.map((value) => shortValue(value).length)) + 1) * DIGIT / 2 + 2), [texts]), wide = WIDE + 2 * (half - HALF);
  const at = (v) => ({ x: plan.x[v] * wide + MARGIN + half - 5, y: plan.depth[v] * RISE + MARGIN });
  const rows = Array.from({ length: plan.depths }, (_, depth) => tree.parent.findIndex((_, v) => plan.depth[v] === depth && tree.children[v].length));
  return html`<${Drawing} width=${plan.width * wide + 2 * MARGIN + half + 55} height=${(plan.depths - 1) * RISE + 2 * MARGIN} label=${label} name=${name} focus=${focus === undefined ? undefined : at(focus)}>
    ${rows.map((v, depth) => v >= 0 && html`<text class="row" key=${depth} x=${plan.width * wide + 2 * MARGIN + half + 47} y=${depth * RISE + MARGIN}>${tree.chance[v] ? t('chance') : tree.max[v] ? 'MAX' : 'MIN'}</text>`)}
    ${tree.parent.map((of, v) => of >= 0 && html`<line class=${cls('edge', { gone: look(v).gone, best: line.has(v) })} key=${v} x1=${at(of).x} y1=${at(of).y} x2=${at(v).x} y2=${at(v).y} />`)}
    ${tree.parent.map((of, v) => tree.chance[of] && html`<text class="odds" key=${v} x=${(at(of).x + at(v).x) / 2} y=${(at(of).y + at(v).y) / 2}>${tree.p[v]}</text>`)}
    ${[...off].map((v) => html`<${Slash} key=${v} from=${at(tree.parent[v])} to=${at(v)} />`)}
    ${tree.parent.map((_, v) => html`<${Node} key=${v} v=${v} tree=${tree} at=${at(v)} half=${half} look=${look(v)} />`)}
    ${tree.parent.map((_, v) => { const { window } = look(v), { x, y } = at(v); return window && html`<text class="window" key=${v} x=${x} y=${y - HALF - 8}>α ${shortValue(window.alpha)}  β ${shortValue(window.beta)}</text>`; })}<//>`;
}

// cuts: the tree may have slashes; chance: it has chance nodes
export const Legend = ({ cuts = true, chance = false }) => html`<p class="tree-legend"><span><svg viewBox="0 0 22 22" aria-hidden="true"><g class="node"><rect x="3" y="3" width="16" height="16" rx="2" /></g></svg>${t('MAX moves')}</span>
  <span><svg viewBox="0 0 22 22" aria-hidden="true"><g class="node"><circle cx="11" cy="11" r="9" /></g></svg>${t('MIN moves')}</span>
  ${chance && html`<span><svg viewBox="0 0 22 22" aria-hidden="true"><g class="node"><path d="M1 11L11 1L21 11L11 21z" /></g></svg>${t('chance moves')}</span>`}
  ${cuts && html`<span><svg viewBox="0 0 22 22" aria-hidden="true"><line class="edge" x1="16" y1="1" x2="6" y2="21" /><line class="slash" x1="5" y1="8" x2="16" y2="13" /></svg>${t('cut: not evaluated')}</span>`}</p>`;

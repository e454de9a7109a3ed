// The elements of a drawing: nodes and edges in SVG. Each is drawn again only if its place or its look has changed: its node
// of preact is kept, which preact 11 skips if it is a component's (an element is compared each time).
import { cls, html, useMemo } from '../../app/dom.js';

const outline = (shape, { x, y, rx, ry }, by = 0) => (shape === 'box' || shape === 'pill'
  ? html`<rect class=${by ? 'outer' : undefined} x=${x - rx - by} y=${y - ry - by} width=${2 * (rx + by)} height=${2 * (ry + by)} rx=${shape === 'pill' ? ry + by : 2} />`
  : shape === 'diamond' ? html`<path class=${by ? 'outer' : undefined} d=${`M${x - rx - by} ${y}L${x} ${y - ry - by}L${x + rx + by} ${y}L${x} ${y + ry + by}Z`} />`
    : html`<ellipse class=${by ? 'outer' : undefined} cx=${x} cy=${y} rx=${rx + by} ry=${ry + by} />`);

const Drawn = ({ drawn }) => drawn();

// Spaces part the texts where they are read as one, as in the label of the group.
// one: a node of the scene; look: { look, text, tag, note, above }; count: nodes hidden below it; item: attributes of the group.
export function Node({ one, look: { look, text, tag, note, above } = {}, count, item }) {
  const { id, node, name, x, y, rx, ry } = one, looks = cls('node', node.shape, node.look, look), told = item ? JSON.stringify(item) : '';
  const drawn = () => html`<g class=${looks} ...${item}><title>${id}</title>
    ${node.double && outline(node.shape, one, 4)}${outline(node.shape, one)}<text x=${x} y=${y}>${text ?? name}</text>
    ${tag !== undefined && html`${' '}<text class="tag" x=${x + rx + 6} y=${y - 6}>${tag}</text>`}
    ${note !== undefined && html`${' '}<text class="note" x=${x + rx + 6} y=${y + 9}>${note}</text>`}
    ${above !== undefined && html`${' '}<text class="above" x=${x} y=${y - ry - 8}>${above}</text>`}
    ${count > 0 && html`${' '}<g class="folded"><rect x=${x - 16} y=${y + ry + 2} width="32" height="15" rx="7" /><text x=${x} y=${y + ry + 10}>+${count}</text></g>`}</g>`;
  return useMemo(() => html`<${Drawn} drawn=${drawn} />`, [looks, x, y, rx, text, tag, note, above, count, told]);
}

// look: { look, label, cut }
export function EdgeGroup({ one, look: { look, label, cut } = {} }) {
  const { shape, id } = one, looks = cls('edge', look);
  const drawn = () => html`<g class=${looks}><title>${id}</title>
    ${shape.edges.map(({ path, head, slash }, i) => html`<path class="hit" key=${`h${i}`} d=${path} /><path class="path" key=${i} d=${path} />${head && html`<path class="head" d=${head} />`}${cut && html`<path class="slash" d=${slash} />`}`)}
    ${shape.arc && html`<path class="arc" d=${shape.arc.path} />${shape.arc.dots.map(([x, y], i) => html`<circle class="dot" key=${i} cx=${x} cy=${y} r="1.9" />`)}`}
    ${label !== undefined && html`<text class="label" x=${shape.label[0]} y=${shape.label[1]}>${label}</text>`}</g>`;
  return useMemo(() => html`<${Drawn} drawn=${drawn} />`, [shape, looks, label, cut]);
}

// Nodes and edges; marked edges are drawn last, above the rest. item(id): attributes of a node's group.
export function Elements({ nodes, edges, looks, counts, item }) {
  const found = edges.map((one) => [one, looks.edge(one.id)]), strong = ([, of]) => (of?.look?.marked ? 1 : 0);
  return html`<g class="edges" aria-hidden="true">${found.sort((a, b) => strong(a) - strong(b)).map(([one, look]) => html`<${EdgeGroup} key=${one.id} one=${one} look=${look} />`)}</g>
    ${nodes.map((one) => html`<${Node} key=${one.id} one=${one} look=${looks.node(one.id)} count=${counts.get(one.id) ?? 0} item=${item?.(one.id)} />`)}`;
}

// The whole drawing at its own size, for saving and printing.
export function Whole({ scene, looks, label }) {
  const { left, top, right, bottom } = scene.box;
  return html`<svg viewBox=${`${left} ${top} ${right - left} ${bottom - top}`} role="img" aria-label=${label}><${Elements} nodes=${[...scene.nodes.values()]} edges=${scene.edges} looks=${looks} counts=${scene.counts} /></svg>`;
}

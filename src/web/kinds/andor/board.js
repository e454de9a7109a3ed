// The board: the graph of the question or of the answer, with what the panel shows in it.
import { html, useLayoutEffect, useMemo } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';
import { Graph } from '../../parts/graph/view.js';
import { byId } from './graph.js';
import { drawnOf } from './text.js';

export const cost = (value) => (value === null || value === undefined ? '∞' : String(value));

// Costs are omitted if all are the default of the lecture notes, the number of successors.
export const costsOf = ({ connectors }) => {
  const plain = connectors.every(({ to, cost: of }) => of === undefined || of === to.length), of = new Map(connectors.map((one) => [one.id, one.cost]));
  return (id) => (plain ? undefined : of.get(id));
};

// Shows a picture on the board, { looks, label, focus?, pick?, only? }, whenever one of `known` changes. null: the solution.
export const useShown = (show, picture, known) => useLayoutEffect(() => { show(picture); }, known);

// The graph of the question: terminals, h, costs.
export function plainPicture(graph) {
  const nodes = byId(graph.nodes), costs = costsOf(graph);
  return {
    looks: { node: (id) => { const node = nodes.get(id); return { note: node && !node.terminal && node.h ? `h ${node.h}` : undefined, told: node?.terminal ? t('terminal') : undefined }; }, edge: (id) => ({ label: costs(id) }) },
    label: t('The graph: {nodes} nodes, {connectors} connectors', { nodes: number(graph.nodes.length), connectors: number(graph.connectors.length) })
  };
}

// The solution graph in the whole graph, without its prices.
export function solutionPicture(graph, { solution = {} }) {
  const used = new Set(Object.values(solution)), plain = plainPicture(graph), costs = costsOf(graph);
  return { ...plain, looks: { node: plain.looks.node, edge: (id) => ({ label: costs(id), look: { marked: used.has(id) } }) } };
}

const sign = (content) => html`<svg viewBox="0 0 26 22" aria-hidden="true">${content}</svg>`;
const circle = (look) => html`<g class=${`node ${look}`}><ellipse cx="13" cy="11" rx="9" ry="9" /></g>`;

// what: 'question', 'walk' or 'solution'
export const Legend = ({ what }) => html`<p class="andor-legend graph">
  <span>${sign(html`<g class="node"><ellipse cx="13" cy="11" rx="10" ry="10" /><ellipse cx="13" cy="11" rx="7" ry="7" /></g>`)}${t('terminal')}</span>
  ${what === 'walk' && html`<span>${sign(circle('good'))}SOLVED ✓</span><span>${sign(circle('warn'))}${t('tip to be expanded')}</span><span>${sign(circle('ghost'))}${t('not yet in G')}</span>`}
  ${what !== 'question' && html`<span>${sign(html`<g class="edge marked"><path class="path" d="M2 19L20 4" /><path class="head" d="M24 1L19.5 8L16 3.5Z" /></g>`)}${what === 'walk' ? t('marked') : t('solution')}</span>`}
  <span>${sign(html`<g class="edge"><path class="path" d="M13 0L4 20M13 0L22 20" /><path class="arc" d="M7 14A10 8 0 0 0 19 14" /></g>`)}${t('all of them (AND)')}</span></p>`;

// graph: of graph.js, or null; picture: what the panel shows in it; change(graph of parts/graph): takes over an edit
export function Board({ graph, picture, selected, change, history, name, waiting }) {
  const drawn = useMemo(() => graph && !graph.large && drawnOf(graph), [graph]);
  if (!drawn) return html`<p class="notice board-notice">${graph?.large ? t('{nodes} nodes and {connectors} connectors are too many to be drawn.', { nodes: number(graph.large.nodes), connectors: number(graph.large.connectors) })
    : waiting ? t('Searching…') : t('The server makes the graph of these rules; it is drawn with the answer.')}</p>`;
  return html`<${Graph} graph=${drawn} ...${picture} selected=${selected} change=${change} history=${history} name=${name} />`;
}

// What is known of the selected node, in an answer.
export function Known({ selected, values, graph }) {
  const what = selected.value, node = graph?.nodes?.find(({ id }) => id === what?.node), edge = graph?.connectors?.find(({ id }) => id === what?.edge), of = values?.get(what?.node);
  if (edge) return html`<p class="known num"><b>${edge.id}</b>: ${edge.from} → ${edge.to.join(', ')} · ${t('cost {cost}', { cost: edge.cost })}</p>`;
  if (!node) return null;
  const cost = (value) => (value === null ? '∞' : value), facts = [node.terminal ? t('terminal') : `h = ${node.h}`, of?.q !== undefined && `q = ${cost(of.q)}`, of?.h_star !== undefined && `h* = ${cost(of.h_star)}`, of?.solved && 'SOLVED', (of?.mark ?? of?.best) && t('marked: {connector}', { connector: of.mark ?? of.best })];
  return html`<p class="known num"><b>${node.id}</b>: ${facts.filter(Boolean).join(' · ')}</p>`;
}

// What is selected on the board: its name, h, cost and ends, as fields while the question is edited.
import { html } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { Field } from '../../parts/field.js';
import { describe, redirect, rename } from '../../parts/graph/edit.js';

const NUMBER = /^\d+(\.\d{1,6})?$/, NAME = /^[^\s,;:>"]+$/;

function NodeFields({ node, graph, change, selected }) {
  const set = (members) => { change(describe(graph, { node: node.id }, members)); return true; };
  const name = (text) => {
    const wanted = text.trim();
    if (wanted === node.id) return true;
    const next = NAME.test(wanted) && rename(graph, node.id, wanted);
    if (!next) return false;
    selected.value = { node: wanted };
    change(next);
    return true;
  };
  return html`<div class="pair"><${Field} key=${`n${node.id}`} label=${t('Name')} hint="" value=${node.id} read=${name} />
      ${!node.terminal && html`<${Field} key=${`h${node.id}`} label="h" hint=${t('an estimate of its cost')} value=${node.h ?? 0} read=${(text) => NUMBER.test(text.trim()) && set({ h: Number(text) })} />`}</div>
    <div class="row"><label><input type="checkbox" checked=${!!node.terminal} onChange=${({ target }) => set({ terminal: target.checked })} /> ${t('terminal')}</label>
      ${node.id !== graph.root && html`<button type="button" class="quiet" onClick=${() => change({ ...graph, root: node.id })}>${t('Make it the root')}</button>`}</div>`;
}

function EdgeFields({ edge, graph, change }) {
  const ends = (text) => {
    const to = text.split(/[\s,;]+/).filter(Boolean), known = new Set(graph.nodes.map(({ id }) => id));
    const grown = { ...graph, nodes: [...graph.nodes, ...[...new Set(to)].filter((id) => !known.has(id)).map((id) => ({ id }))] };
    if (!to.length) return false;
    change(redirect(grown, edge.id, to));
    return true;
  };
  return html`<p class="muted">${edge.id}</p><div class="pair"><${Field} key=${`t${edge.id}`} label=${t('{node} leads to', { node: edge.from })} hint=${t('a node may stand twice')} value=${edge.to.join(', ')} read=${ends} />
    <${Field} key=${`c${edge.id}`} label=${t('Cost')} hint=${t('{n} by default', { n: edge.to.length })} value=${edge.cost ?? edge.to.length} read=${(text) => NUMBER.test(text.trim()) && (change(describe(graph, { edge: edge.id }, { cost: Number(text) })), true)} /></div>`;
}

// graph: of parts/graph
export function Inspector({ graph, selected, change }) {
  const what = selected.value, node = graph.nodes.find(({ id }) => id === what?.node), edge = graph.edges.find(({ id }) => id === what?.edge);
  if (!node && !edge) return html`<p class="hint">${t('Double-click the board to add a node; drag the plus sign of a selected node to connect it. The buttons and keys below the board do the same.')}</p>`;
  return html`<section class="inspector panel" aria-label=${t('Selected')}>${node ? html`<${NodeFields} node=${node} graph=${graph} change=${change} selected=${selected} />` : html`<${EdgeFields} edge=${edge} graph=${graph} change=${change} />`}</section>`;
}

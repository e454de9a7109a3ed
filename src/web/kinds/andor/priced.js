// A chosen solution graph in the drawing, and its price step by step, from the terminals upwards.
import { html, useMemo, useSignal } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { Slider } from '../../parts/slider.js';
import { byId, part } from './graph.js';
import { Legend, Picture } from './picture.js';

function StepText({ graph, step, shared, ends, last }) {
  const one = step && graph.connectors.find(({ id }) => id === step.connector);
  if (!step) return html`<h2>${t('How the price comes about')}</h2><p>${shared ? t('Each connector counts once.') : ends.length ? t('Rule 1: k(n, N) = 0 of the terminals {nodes}.', { nodes: ends.join(', ') }) : ''}</p>`;
  return html`<h2>${step.node}${one ? ` → ${one.to.join(', ')}` : ''}</h2><p class="num"><b>${step.sum}</b></p>
    <p class="hint">${shared ? t('The costs so far, and the cost of {connector}.', { connector: step.connector }) : t('Rule 2: the cost of {connector} and the prices of its successors, each as often as it is named.', { connector: step.connector })}</p>
    ${last && !shared && html`<p>${t('Parts that are reached more than once are paid more than once.')}</p>`}`;
}

// graph: the graph to be drawn; chosen: node -> connector; steps: [{ node, connector?, sum }], in which a node comes after
// its successors; faults: nodes to be marked; pick(connector): choose one by a click; empty: a text in place of the steps,
// if there are none.
export function Priced({ graph, chosen, steps: all, shared, label, name, faults, pick, empty = '' }) {
  const steps = useMemo(() => all.filter(({ connector }) => connector !== undefined), [all]), at = useSignal(steps.length);
  const used = new Set(Object.values(chosen)), nodes = useMemo(() => byId(graph.nodes), [graph]);
  const inside = useMemo(() => new Set(part(graph, ({ id }) => used.has(id)).nodes.map(({ id }) => id)), [graph, chosen]);
  const now = Math.min(at.value, steps.length), done = new Map(steps.slice(0, now).map((step) => [step.node, step.k])), step = steps[now - 1];
  const ends = [...inside].filter((id) => nodes.get(id)?.terminal);
  const looks = {
    node: (id) => ({ q: done.get(id) ?? (inside.has(id) && nodes.get(id).terminal && !shared ? '0' : undefined), look: { solved: done.has(id) || (inside.has(id) && nodes.get(id).terminal), now: step?.node === id, ghost: !inside.has(id), wrong: !!faults?.has(id) } }),
    connector: (id) => ({ marked: used.has(id), partial: step?.connector === id, ghost: !used.has(id) })
  };
  return html`<div class="walk"><div><${Picture} graph=${graph} looks=${looks} label=${label} name=${name} pick=${pick} /><${Legend} /></div>
    ${steps.length > 0 ? html`<${Slider} at=${at} last=${steps.length} label=${t('The price step by step')}
      list=${(go) => html`<ol class="steps" tabindex="0" aria-label=${t('Steps')}>${steps.map((one, i) => html`<li key=${one.node}><button type="button" class="quiet" aria-current=${i + 1 === now ? 'step' : undefined} onClick=${() => go(i + 1)}>
        <span class="num muted">${i + 1}</span><span class="grow num">${one.sum}</span></button></li>`)}</ol>`}>
      <${StepText} graph=${graph} step=${step} shared=${shared} ends=${ends} last=${now === steps.length} /><//>` : html`<p class="muted">${empty}</p>`}</div>`;
}

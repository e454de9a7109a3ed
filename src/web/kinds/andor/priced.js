// A chosen solution graph on the board, and its price step by step, from the terminals upwards.
import { html, useMemo, useSignal } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { Slider } from '../../parts/slider.js';
import { costsOf, useShown } from './board.js';
import { byId, part } from './graph.js';

function StepText({ graph, step, shared, ends, last }) {
  const one = step && graph.connectors.find(({ id }) => id === step.connector);
  if (!step) return html`<h2>${t('How the price comes about')}</h2><p>${shared ? t('Each connector counts once.') : ends.length ? t('Rule 1: k(n, N) = 0 of the terminals {nodes}.', { nodes: ends.join(', ') }) : ''}</p>`;
  return html`<h2>${step.node}${one ? ` → ${one.to.join(', ')}` : ''}</h2><p class="num"><b>${step.sum}</b></p>
    <p class="hint">${shared ? t('The costs so far, and the cost of {connector}.', { connector: step.connector }) : t('Rule 2: the cost of {connector} and the prices of its successors, each as often as it is named.', { connector: step.connector })}</p>
    ${last && !shared && html`<p>${t('Parts that are reached more than once are paid more than once.')}</p>`}`;
}

// graph: the graph on the board; chosen: node -> connector; steps: [{ node, connector?, sum }], in which a node comes after its
// successors; faults: nodes to be marked; pick(connector): choose one on the board; alone: only what is chosen is drawn; empty: a
// text in place of the steps, if there are none.
export function Priced({ graph, show, chosen, steps: all, shared, label, faults, pick, alone, empty = '' }) {
  const steps = useMemo(() => all.filter(({ connector }) => connector !== undefined), [all]), at = useSignal(steps.length);
  const used = useMemo(() => new Set(Object.values(chosen)), [chosen]), nodes = useMemo(() => byId(graph.nodes), [graph]), costs = useMemo(() => costsOf(graph), [graph]);
  const inside = useMemo(() => new Set(part(graph, ({ id }) => used.has(id)).nodes.map(({ id }) => id)), [graph, chosen]);
  const now = Math.min(at.value, steps.length), step = steps[now - 1], ends = [...inside].filter((id) => nodes.get(id)?.terminal);
  useShown(show, useMemo(() => {
    const done = new Map(steps.slice(0, now).map((one) => [one.node, one.k]));
    const node = (id) => {
      const end = inside.has(id) && nodes.get(id)?.terminal, good = done.has(id) || end, price = done.get(id) ?? (end && !shared ? '0' : undefined);
      return { tag: price === undefined ? undefined : `${price}${good ? ' ✓' : ''}`, look: { good, now: step?.node === id, ghost: !inside.has(id), bad: !!faults?.has(id) } };
    };
    return { label, focus: step?.node, looks: { node, edge: (id) => ({ label: costs(id), look: { marked: used.has(id), strong: step?.connector === id, ghost: !used.has(id) } }) },
      ...(alone && { only: { nodes: inside, edges: used } }), ...(pick && { pick: ({ edge }) => edge !== undefined && (pick(edge), true) }) };
  }, [graph, steps, now, inside, faults, alone, label]), [graph, steps, now, inside, faults, alone, label]);
  if (!steps.length) return html`<p class="muted">${empty}</p>`;
  return html`<${Slider} at=${at} last=${steps.length} label=${t('The price step by step')}
      list=${(go) => html`<ol class="steps" tabindex="0" aria-label=${t('Steps')}>${steps.map((one, i) => html`<li key=${one.node}><button type="button" class="quiet" aria-current=${i + 1 === now ? 'step' : undefined} onClick=${() => go(i + 1)}>
        <span class="num muted">${i + 1}</span><span class="grow num">${one.sum}</span></button></li>`)}</ol>`}>
      <${StepText} graph=${graph} step=${step} shared=${shared} ends=${ends} last=${now === steps.length} /><//>`;
}

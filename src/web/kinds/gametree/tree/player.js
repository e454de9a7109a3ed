// The steps of a search below the board, and what the panel says of the step and of the whole search.
import { cls, html, useMemo } from '../../../app/dom.js';
import { duration, number, t } from '../../../app/i18n.js';
import { Slider } from '../../../parts/slider.js';
import { methodName, shown } from '../words.js';
import { leavesOf } from './model.js';

const LISTED = 60; // steps before and after the present one that the list shows

// The step is kept in the address. Returns null without a story, else { at: signal of Slider, i, frame, view: what is drawn }.
// An answer opens with its last step: the whole result.
export function usePlayer(session, story) {
  const last = story ? story.count - 1 : 0;
  const at = useMemo(() => ({
    get value() { const { step } = session.view.value; return /^\d+$/.test(step ?? '') ? Math.min(last, Number(step)) : last; },
    set value(i) { session.look({ step: i === last ? undefined : String(i) }); },
    peek() { return this.value; }
  }), [session, last]);
  if (!story) return null;
  const i = at.value, beside = story.beside && session.view.value.beside === 'minimax';
  return { at, i, frame: story.frame(i), view: beside ? story.beside : story, beside };
}

function List({ story, i, pick }) {
  const now = story.items.findLastIndex((item) => item.i <= i), from = Math.max(0, now - LISTED);
  return html`<ol class="steps" start=${from + 1} tabindex="0" aria-label=${t('Steps')}>${story.items.slice(from, now + LISTED).map((item, n) => html`<li key=${item.i}><button type="button" class="quiet" aria-current=${from + n === now ? 'step' : undefined} onClick=${() => pick(item.i)}>
    ${story.stops && html`<span class="num muted">${item.n ?? ''}</span>`}<span class=${cls('grow', { cut: item.cut })}>${item.text}</span></button></li>`)}</ol>`;
}

// Buttons, slider, the reason of the step; the list of steps is in the panel.
export const Player = ({ story, player }) => html`<${Slider} at=${player.at} last=${story.count - 1} label=${story.name()} stops=${story.stops} list=${() => ''}><p><b class="step-name">${story.heading(player.frame)}.</b> ${story.reasons(player.frame).join(' ')}</p><//>`;

// leaves: evaluated; all: of the tree
const Counter = ({ leaves, all, minimum, done = true }) => html`<dl class="numbers"><div><dt>${t('Leaves evaluated')}</dt><dd class="num">${number(leaves)} / ${number(all)}</dd></div>
  ${minimum !== undefined && html`<div><dt>${t('Least possible')}</dt><dd class="num">${number(minimum)}</dd></div>${done && html`<div><dt>${t('Ratio')}</dt><dd class="num">${number(leaves / minimum, { maximumFractionDigits: 2 })} ×</dd></div>`}`}</dl>`;

const Engines = ({ rows }) => html`<h2>${t('Engines compared')}</h2><div class="scroll" tabindex="0" role="region" aria-label=${t('Engines compared')}><table class="numeric"><thead><tr><th scope="col">${t('Engine')}</th><th scope="col">${t('Value')}</th><th scope="col">${t('Nodes')}</th><th scope="col">${t('Leaves')}</th><th scope="col">${t('Times the least')}</th><th scope="col">${t('Time')}</th></tr></thead>
  <tbody>${rows.map(({ engine, value, nodes, leaves, ratio, us }) => html`<tr key=${engine}><th scope="row">${methodName(engine)}</th><td>${shown(value)}</td><td>${nodes === undefined ? '–' : number(nodes)}</td><td>${leaves === undefined ? '–' : number(leaves)}</td>
    <td>${ratio === undefined ? '–' : number(ratio, { maximumFractionDigits: 3 })}</td><td>${us === undefined ? '–' : duration(us / 1000)}</td></tr>`)}</tbody></table></div>`;

// take(): makes a generated tree the question, if it can be
export function Details({ session, tree, result, story, player, take }) {
  const { trace, exact, bound, timeout } = result, part = trace && !trace.complete, all = tree ? leavesOf(tree) : result.leaves;
  const every = () => session.ask({ ...session.asked.peek(), trace: true });
  return html`${exact === false && !bound && !timeout && html`<p class="hint">${t('Searched to a limited depth; positions at that depth are evaluated.')}</p>`}
    ${part && html`<p class="notice">${t('Steps {from} to {to} of {count}.', { from: number(trace.from), to: number(trace.from + trace.steps.length - 1), count: number(trace.events) })} ${trace.from > 1 && html`<button type="button" class="quiet" onClick=${every}>${t('All steps')}</button>`}${trace.from === 1 && trace.steps.length < 10000 && html`<button type="button" class="quiet" onClick=${every}>${t('All steps')}</button>`}</p>`}
    ${story?.beside && html`<label><input type="checkbox" checked=${player.beside} onChange=${({ target }) => session.look({ beside: target.checked ? 'minimax' : undefined })} /> ${t('Show minimax after as many leaves')}</label>`}
    ${story ? html`<${Counter} leaves=${player.view.leaves(player.frame)} all=${all} minimum=${result.minimum_leaves} done=${story.ended(player.frame)} />${story.Below && html`<${story.Below} frame=${player.frame} />`}<${List} story=${story} i=${player.i} pick=${(i) => { player.at.value = i; }} />`
    : result.leaves !== undefined && html`<${Counter} leaves=${result.leaves} all=${all} minimum=${result.minimum_leaves} />`}
    ${result.engines?.length > 0 && html`<${Engines} rows=${result.engines} />`}
    ${take && html`<p><button type="button" class="second" onClick=${take}>${t('Edit this tree')}</button></p>`}`;
}

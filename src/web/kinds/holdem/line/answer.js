// What the line says: the slider through its steps, the likeliest hands, what the player had.
import { cls, html } from '../../../app/dom.js';
import { t } from '../../../app/i18n.js';
import { Slider } from '../../../parts/slider.js';
import { cardsOf } from '../cards.js';
import { CardFace } from '../picker.js';
import { COMBOS } from '../range.js';
import { bits, likely, rare, stepName } from './words.js';

const Dealt = ({ action }) => cardsOf(action.slice('deal '.length)).map((card) => html`<${CardFace} key=${card} card=${card} />`);
const isDeal = ({ action }) => action.startsWith('deal ');

// What a step told, in a sentence.
function told(step, of) {
  if (isDeal(step)) return t('These cards rule hands out: {bits} bits.', { bits: bits(step.bits_gained) });
  if (!step.own) return t('It says nothing about the cards of {name}.', { name: of });
  return t('{name} does this {share} of the time: {bits} bits.', { name: of, share: likely(step.likelihood), bits: bits(step.bits_gained) });
}

// at: {value} of the position: 0: before the first action; n: after n steps.
export function Steps({ result, at }) {
  const { steps, of } = result, start = result.entropy_bits + result.bits_gained, step = steps[at.value - 1], left = step?.entropy_bits ?? start;
  const item = (pick, name, i, share, own) => html`<li key=${i}><button type="button" class=${cls('quiet', { own })} aria-current=${i === at.value ? 'step' : undefined} onClick=${() => pick(i)}>
    <span class="grow">${name}</span><span class="left" aria-hidden="true"><i style=${{ width: `${100 * share / (start || 1)}%` }}></i></span></button></li>`;
  const list = (pick) => html`<ol class="steps" tabindex="0" aria-label=${t('Steps')}>
    ${item(pick, t('Before the first action'), 0, start)}
    ${steps.map((one, i) => item(pick, html`${stepName(one)} ${isDeal(one) && html`<${Dealt} action=${one.action} />`}`, i + 1, one.entropy_bits, one.own))}</ol>`;
  return html`<${Slider} at=${at} first=${0} last=${steps.length} label=${t('The line, step by step')} list=${list}>
    <h3>${step ? stepName(step) : t('Before the first action')} ${step && isDeal(step) && html`<${Dealt} action=${step.action} />`}</h3>
    <p>${step ? told(step, of) : t('Nothing is known but the starting range.')} <span class="num muted">${t('{left} of {all} bits left', { left: bits(left), all: bits(start) })}</span></p>
    ${step && html`<p class="num muted">${step.top.slice(0, 4).map(({ hand, p }) => html`<span class="top-hand" key=${hand}><b>${hand}</b> ${likely(p)}</span>`)}</p>`}<//>`;
}

export function TopHands({ step }) {
  const most = step.top[0]?.p ?? 1;
  return html`<section><h3>${t('The likeliest hands')}</h3><table class="equities top-hands"><tbody>${step.top.map(({ hand, p }) => html`<tr key=${hand}><th scope="row">${hand}</th>
    <td class="drawn" aria-hidden="true"><span class="bar"><i style=${{ width: `${100 * p / most}%` }}></i></span></td><td class="num">${likely(p)}</td></tr>`)}</tbody></table></section>`;
}

// The cards that the hand history shows, and how likely they were before it did.
export function Held({ held: { hand, p }, of }) {
  return html`<p>${t('{name} had', { name: of })} ${cardsOf(hand).map((card) => html`<${CardFace} key=${card} card=${card} />`)} ${t('It was given {p}; a hand drawn at random has {even}.', { p: rare(p), even: rare(1 / COMBOS) })}</p>`;
}

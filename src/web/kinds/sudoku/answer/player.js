// Steps through an explanation. The view draws the board and owns `at`.
import { html } from '../../../app/dom.js';
import { number, t } from '../../../app/i18n.js';
import { Slider } from '../../../parts/slider.js';
import { describe, nestedName, techniqueName } from '../words.js';

const tenth = (rating) => number(rating, { minimumFractionDigits: 1 });

export const Rated = ({ rating }) => html`<span class="tag num" title=${t('Rating on the scale of Sudoku Explainer')}>${tenth(rating)}</span>`;

// The choice between the chain of a step and its nested chains. inner: a signal with the index of one, or -1.
export const Nested = ({ board, step, inner }) => step?.nested.length > 0 && html`<label class="field">${t('Chain on the board')}
  <select value=${inner.value} onChange=${(event) => { inner.value = Number(event.target.value); }}>
    <option value="-1">${t('The whole step')}</option>
    ${step.nested.map((chain, i) => html`<option key=${i} value=${i}>${nestedName(board, chain, i)}</option>`)}
  </select></label>`;

export function Player({ board, steps, at, inner, stuck }) {
  const step = steps[at.value];
  const rows = (pick) => html`<${Nested} board=${board} step=${step} inner=${inner} /><ol class="steps" tabindex="0" aria-label=${t('Steps')}>
    ${steps.map((one, i) => html`<li key=${i}><button type="button" class="quiet" aria-current=${i === at.value ? 'step' : undefined} onClick=${() => pick(i)}>
      <span class="num muted">${i + 1}</span> <span class="grow">${techniqueName(one.technique)}</span> <span class="num muted">${tenth(one.rating)}</span></button></li>`)}</ol>`;
  return html`<${Slider} at=${at} last=${steps.length} label=${t('Explanation')} list=${rows}>
    <h2>${step ? html`${techniqueName(step.technique)} <${Rated} rating=${step.rating} />` : stuck ? t('No further step') : t('Solved')}</h2>
    <p>${step ? describe(board, step) : stuck ? t('No known technique applies.') : t('{count} steps.', { count: steps.length })}</p>
  <//>`;
}

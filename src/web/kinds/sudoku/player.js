// Steps through an explanation. The view draws the board and owns `at`.
import { html } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';
import { Stepper } from '../common/stepper.js';
import { describe, techniqueName } from './words.js';

const tenth = (rating) => number(rating, { minimumFractionDigits: 1 });

export const Rated = ({ rating }) => html`<span class="tag num" title=${t('Rating on the scale of Sudoku Explainer')}>${tenth(rating)}</span>`;

export function Player({ board, steps, at, stuck }) {
  const step = steps[at.value];
  const rows = (pick) => html`<ol class="steps" tabindex="0" aria-label=${t('Steps')}>
    ${steps.map((one, i) => html`<li key=${i}><button type="button" class="quiet" aria-current=${i === at.value ? 'step' : undefined} onClick=${() => pick(i)}>
      <span class="num muted">${i + 1}</span> <span class="grow">${techniqueName(one.technique)}</span> <span class="num muted">${tenth(one.rating)}</span></button></li>`)}</ol>`;
  return html`<${Stepper} at=${at} last=${steps.length} label=${t('Explanation')} list=${rows}>
    <h2>${step ? html`${techniqueName(step.technique)} <${Rated} rating=${step.rating} />` : stuck ? t('No further step') : t('Solved')}</h2>
    <p>${step ? describe(board, step) : stuck ? t('No known technique applies.') : t('{count} steps.', { count: steps.length })}</p>
  <//>`;
}

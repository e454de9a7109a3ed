// Goes through the steps of an explanation. The board itself is drawn by the view, which holds `at`.
import { html, useEffect, useRef, useSignal } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';
import { describe, techniqueName } from './words.js';

const BEAT = 1500; // ms a step while playing
const tenth = (rating) => number(rating, { minimumFractionDigits: 1 });

export const Rated = ({ rating }) => html`<span class="tag num" title=${t('Rating on the scale of Sudoku Explainer')}>${tenth(rating)}</span>`;

export function Player({ board, steps, at, stuck }) {
  const playing = useSignal(false);
  const list = useRef();
  const last = steps.length;
  const go = (to) => { at.value = Math.min(last, Math.max(0, to)); };
  useEffect(() => {
    if (!playing.value) return undefined;
    if (at.value >= last) { playing.value = false; return undefined; }
    const timer = setTimeout(() => go(at.value + 1), BEAT);
    return () => clearTimeout(timer);
  }, [playing.value, at.value]);
  useEffect(() => {
    const box = list.current, item = box?.querySelector('[aria-current]');
    if (item) box.scrollTop = item.offsetTop - box.offsetTop - (box.clientHeight - item.clientHeight) / 2;
  }, [at.value]);

  const play = () => {
    if (!playing.value && at.value >= last) go(0);
    playing.value = !playing.value;
  };
  const pick = (to) => {
    playing.value = false;
    go(to);
  };
  const keydown = (event) => {
    const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (!step || event.target.closest('input')) return; // a slider has its own
    event.preventDefault();
    pick(at.value + step);
  };
  const button = (sign, name, run, off) => html`<button type="button" class="second" aria-disabled=${off} aria-label=${name} onClick=${run}>${sign}</button>`;
  const step = steps[at.value];
  return html`<section class="player" aria-label=${t('Explanation')} onKeyDown=${keydown}>
    <div class="now" role="status" aria-live=${playing.value ? 'off' : 'polite'}>
      <h2>${step ? html`${techniqueName(step.technique)} <${Rated} rating=${step.rating} />` : stuck ? t('No further') : t('Solved')}</h2>
      <p>${step ? describe(board, step) : stuck ? t('No technique known here gets on.') : t('{count} steps.', { count: last })}</p>
    </div>
    <div class="row controls">
      ${button('«', t('First step'), () => pick(0), at.value === 0)}
      ${button('‹', t('Step back'), () => pick(at.value - 1), at.value === 0)}
      ${button(playing.value ? '‖' : '▶', playing.value ? t('Pause') : t('Play'), play)}
      ${button('›', t('Next step'), () => pick(at.value + 1), at.value >= last)}
      ${button('»', t('Last step'), () => pick(last), at.value >= last)}
      <span class="num muted">${Math.min(at.value + 1, last)} / ${last}</span>
    </div>
    <input type="range" min="0" max=${last} value=${at.value} aria-label=${t('Step')} aria-valuetext=${t('Step {step} of {steps}', { step: at.value + 1, steps: last })}
      onInput=${(event) => pick(Number(event.target.value))} />
    <ol class="steps" ref=${list} tabindex="0" aria-label=${t('Steps')}>
      ${steps.map((one, i) => html`<li key=${i}><button type="button" class="quiet" aria-current=${i === at.value ? 'step' : undefined} onClick=${() => pick(i)}>
        <span class="num muted">${i + 1}</span> <span class="grow">${techniqueName(one.technique)}</span> <span class="num muted">${tenth(one.rating)}</span></button></li>`)}
    </ol>
  </section>`;
}

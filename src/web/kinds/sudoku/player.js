// Goes through the steps of an explanation. The board itself is drawn by the view, which holds `at`.
import { html, useEffect, useRef, useSignal } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';
import { describe, techniqueName } from './words.js';

const BEAT = 1500; // ms a step while playing
const tenth = (rating) => number(rating, { minimumFractionDigits: 1 });

export const Rated = ({ rating }) => html`<span class="badge num" title=${t('Rating on the scale of Sudoku Explainer')}>${tenth(rating)}</span>`;

const shapes = { first: 'M4 3v10M13 3L7 8l6 5z', back: 'M11 3L5 8l6 5z', play: 'M5 3l7 5-7 5z', pause: 'M5 3v10M11 3v10', next: 'M5 3l6 5-6 5z', last: 'M12 3v10M3 3l6 5-6 5z' };
const icon = (name) => html`<svg class="icon" viewBox="0 0 16 16" aria-hidden="true"><path d=${shapes[name]} /></svg>`;

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
  const keys = { ArrowLeft: () => go(at.value - 1), ArrowRight: () => go(at.value + 1), Home: () => go(0), End: () => go(last), ' ': play };
  const keydown = (event) => {
    const run = !event.target.closest('input') && !(event.key === ' ' && event.target.closest('button')) && keys[event.key];
    if (!run) return;
    event.preventDefault();
    playing.value = false;
    run();
  };
  const button = (shape, name, run, off) => html`<button type="button" class="second" disabled=${off} aria-label=${name} title=${name} onClick=${run}>${icon(shape)}</button>`;
  const step = steps[at.value];
  return html`<section class="player" aria-label=${t('Explanation')} onKeyDown=${keydown}>
    <div class="now" role="status" aria-live=${playing.value ? 'off' : 'polite'}>
      <h2>${step ? html`${techniqueName(step.technique)} <${Rated} rating=${step.rating} />` : stuck ? t('No further') : t('Solved')}</h2>
      <p>${step ? describe(board, step) : stuck ? t('No technique known here gets on.') : t('{count} steps.', { count: last })}</p>
    </div>
    <div class="row controls">
      ${button('first', t('First step'), () => go(0), at.value === 0)}
      ${button('back', t('Step back'), () => go(at.value - 1), at.value === 0)}
      ${button(playing.value ? 'pause' : 'play', playing.value ? t('Pause') : t('Play'), play)}
      ${button('next', t('Next step'), () => go(at.value + 1), at.value >= last)}
      ${button('last', t('Last step'), () => go(last), at.value >= last)}
      <span class="num muted">${Math.min(at.value + 1, last)} / ${last}</span>
    </div>
    <input type="range" min="0" max=${last} value=${at.value} aria-label=${t('Step')} aria-valuetext=${t('Step {step} of {steps}', { step: at.value + 1, steps: last })}
      onInput=${(event) => { playing.value = false; go(Number(event.target.value)); }} />
    <ol class="steps" ref=${list} tabindex="0" aria-label=${t('Steps')}>
      ${steps.map((one, i) => html`<li key=${i}><button type="button" class="quiet" aria-current=${i === at.value ? 'step' : undefined} onClick=${() => { playing.value = false; go(i); }}>
        <span class="num muted">${i + 1}</span> <span class="grow">${techniqueName(one.technique)}</span> <span class="num muted">${tenth(one.rating)}</span></button></li>`)}
    </ol>
  </section>`;
}

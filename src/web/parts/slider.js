// Shows numbered steps: by buttons, a slider, the arrow keys, or playing by itself.
import { html, useEffect, useLayoutEffect, useRef, useSignal } from '../app/dom.js';
import { t } from '../app/i18n.js';
import './parts.css';

// at: a signal, 0 to last; first: the number that position 0 has; children: the description of the step; list(pick): a list of the steps below the buttons,
// pick(i) selects one; stops: { at: [first steps of larger units, ascending], back, next: names of the buttons that
// move by a unit }; beat: ms of a step while playing; by: steps of each.
export function Slider({ at, first = 1, last, label, list, stops, beat = 1500, by = 1, children }) {
  const playing = useSignal(false), section = useRef();
  const go = (to) => { at.value = Math.min(last, Math.max(0, to)); };
  useEffect(() => {
    if (at.value >= last) playing.value = false;
    const timer = playing.value && setTimeout(() => go(at.value + by), beat);
    return () => clearTimeout(timer);
  }, [playing.value, at.value]);

  useLayoutEffect(() => { // scroll the list to the current step before a pointer can aim at another
    const item = section.current.querySelector('.steps [aria-current]'), box = item?.closest('.steps');
    if (item) box.scrollTop = item.offsetTop - box.offsetTop - (box.clientHeight - item.clientHeight) / 2;
  }, [at.value]);

  const play = () => {
    if (at.value >= last) go(0);
    playing.value = !playing.value;
  };
  const pick = (to) => {
    playing.value = false;
    go(to);
  };
  const before = () => stops?.at.findLast((i) => i < at.value) ?? 0, after = () => stops?.at.find((i) => i > at.value) ?? last;
  const keydown = (event) => {
    const to = { ArrowLeft: () => at.value - 1, ArrowRight: () => at.value + 1, Home: () => 0, End: () => last, ...(stops && { PageUp: before, PageDown: after }) }[event.key];
    if (!to || event.target.closest('input, .scroll')) return; // sliders and scrolling areas use the arrow keys themselves
    event.preventDefault();
    pick(to());
  };
  const button = (sign, name, run, off) => html`<button type="button" class="second" aria-disabled=${off} aria-label=${name} onClick=${run}>${sign}</button>`;
  return html`<section class="player" ref=${section} aria-label=${label} onKeyDown=${keydown}>
    <div class="now" role="status" aria-live=${playing.value ? 'off' : null}>${children}</div>
    <div class="row controls">
      ${button('«', t('First step'), () => pick(0), !at.value)}
      ${stops && button('‹‹', stops.back, () => pick(before()), !at.value)}
      ${button('‹', t('Step back'), () => pick(at.value - 1), !at.value)}
      ${button(playing.value ? '‖' : '▶', playing.value ? t('Pause') : t('Play the steps'), play)}
      ${button('›', t('Next step'), () => pick(at.value + 1), at.value >= last)}
      ${stops && button('››', stops.next, () => pick(after()), at.value >= last)}
      ${button('»', t('Last step'), () => pick(last), at.value >= last)}
      <span class="num muted">${Math.min(at.value + first, last)} / ${last}</span>
    </div>
    <input type="range" min="0" max=${last} value=${at.value} aria-label=${t('Step')} aria-valuetext=${t('Step {step} of {steps}', { step: at.value + first, steps: last })}
      onInput=${(event) => pick(Number(event.target.value))} />
    ${list(pick)}
  </section>`;
}

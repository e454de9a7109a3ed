// The 13 by 13 grid of starting hands as a heat map: pairs on the diagonal, suited hands above it. It is one tab stop;
// arrows move, Space puts the weight of the brush or takes it back, the digits 0 to 9 give tenths, a drag paints.
import { cls, html, useRef, useSignal } from '../../app/dom.js';
import { percent } from './words.js';
import { t } from '../../app/i18n.js';
import { CLASSES, className } from './range.js';

const NAMES = Array.from({ length: CLASSES }, (_, at) => className(at));
const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0], Home: [0, -12], End: [0, 12] };

// share: 0 to 1, or NaN for a hand that dead cards exclude; sub: a short text below the name
function Cell({ at, share, sub, said, editable, stop }) {
  const gone = Number.isNaN(share);
  return html`<span role="gridcell" data-at=${at} tabindex=${stop ? 0 : -1} aria-selected=${editable ? String(share > 0) : undefined} aria-label=${[NAMES[at], gone ? t('not possible') : percent(share), said].filter(Boolean).join(', ')}
    class=${cls('hand', { on: share > 0, full: share > 0.55, gone })} style=${{ '--share': gone ? 0 : share }}>${NAMES[at]}${sub && html`<small aria-hidden="true">${sub}</small>`}</span>`;
}

// Keeps the drawn cells by what they show: preact skips a component that it has drawn.
function useCells(shares, subs, said, editable, stop) {
  const kept = useRef([]);
  return shares.map((share, at) => {
    const signature = [share, subs?.[at], said?.[at], editable, at === stop].join('|');
    if (kept.current[at]?.signature !== signature) kept.current[at] = { signature, cell: html`<${Cell} key=${at} at=${at} share=${share} sub=${subs?.[at]} said=${said?.[at]} editable=${editable} stop=${at === stop} />` };
    return kept.current[at].cell;
  });
}

// shares: [169]; subs: [169] texts below the names; said: [169] texts for screen readers; label: of the grid; brush: the weight that a click
// puts; paint(at, weight, first): changes a hand, first: it begins a step of undo; absent: the grid is only read.
export function RangeGrid({ shares, subs, said, label, brush = 1, paint }) {
  const stop = useSignal(0), stroke = useRef(), box = useRef();
  const cells = useCells(shares, subs, said, !!paint, stop.value), placeOf = (event) => event.target.closest?.('[data-at]')?.dataset.at;
  const toggled = (at) => (Math.abs(shares[at] - brush) < 1e-6 ? 0 : brush);
  const put = (at, weight, first = true) => { if (!Number.isNaN(shares[at])) paint(at, weight, first); };
  const keydown = (event) => {
    const { key } = event, step = STEPS[key], row = Math.floor(stop.peek() / 13), column = stop.peek() % 13;
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (step) {
      stop.value = 13 * Math.max(0, Math.min(12, row + step[0])) + Math.max(0, Math.min(12, column + step[1]));
      box.current.querySelector(`[data-at="${stop.peek()}"]`).focus();
    } else if (paint && (key === ' ' || key === 'Enter')) put(stop.peek(), toggled(stop.peek()));
    else if (paint && /^\d$/.test(key)) put(stop.peek(), Number(key) / 10);
    else return;
    event.preventDefault();
  };
  const down = (event) => {
    const at = placeOf(event);
    if (at === undefined || event.button) return;
    stop.value = Number(at);
    if (!paint) return;
    stroke.current = { weight: toggled(Number(at)), seen: new Set([at]), pen: event.pointerType !== 'touch' };
    put(Number(at), stroke.current.weight);
  };
  const move = (event) => {
    const at = placeOf(event), now = stroke.current;
    if (!now?.pen || at === undefined || now.seen.has(at)) return;
    if (!event.buttons) { stroke.current = undefined; return; }
    now.seen.add(at);
    put(Number(at), now.weight, false);
  };
  return html`<div class="range-grid" role="grid" ref=${box} aria-label=${label} aria-readonly=${paint ? undefined : 'true'} onKeyDown=${keydown} onPointerDown=${down} onPointerOver=${move} onPointerUp=${() => { stroke.current = undefined; }}>
    ${Array.from({ length: 13 }, (_, row) => html`<div role="row" key=${row}>${cells.slice(13 * row, 13 * row + 13)}</div>`)}</div>`;
}

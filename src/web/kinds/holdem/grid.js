// The 13 by 13 grid of starting hands as a heat map: pairs on the diagonal, suited hands above it. It is one tab stop;
// arrows move, Space puts the weight of the brush or takes it back, the digits 0 to 9 give tenths, a drag paints.
import { cls, html, useRef, useSignal } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { CLASSES, className } from './range.js';
import { percent } from './words.js';

const NAMES = Array.from({ length: CLASSES }, (_, at) => className(at));
const STEPS = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0], Home: [0, -12], End: [0, 12] };

// share: 0 to 1, or NaN for a hand that dead cards exclude; sub: a short text below the name; said: what a screen reader says after
// the name; absent: the share
function Cell({ at, share, sub, said, editable, stop }) {
  const gone = Number.isNaN(share);
  return html`<span role="gridcell" data-at=${at} tabindex=${stop ? 0 : -1} aria-selected=${editable ? String(share > 0) : undefined}
    class=${cls('hand', { on: share > 0, gone })} style=${{ '--share': gone ? 0 : share }}>${NAMES[at]}${sub && html`<small>${sub}</small>`}<span class="visually-hidden">, ${gone ? t('not possible') : said ?? percent(share)}</span></span>`;
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
// puts; paint(hands): receives a Map of hands to weights, after a click, a key or a drag; absent: the grid is only read.
export function RangeGrid({ shares, subs, said, label, brush = 1, paint }) {
  const stop = useSignal(0), stroke = useSignal(undefined), box = useRef(); // stroke: {weight, hands} of a drag that is not finished
  const drawn = stroke.value ? shares.map((share, at) => stroke.value.hands.get(at) ?? share) : shares;
  const cells = useCells(drawn, subs, said, !!paint, stop.value), placeOf = (event) => Number(event.target.closest?.('[data-at]')?.dataset.at ?? -1);
  const toggled = (at) => (Math.abs(shares[at] - brush) < 1e-6 ? 0 : brush), possible = (at) => at >= 0 && !Number.isNaN(shares[at]);
  const put = (at, weight) => possible(at) && paint(new Map([[at, weight]]));
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
    if (at < 0 || event.button) return;
    stop.value = at;
    if (!paint || !possible(at)) return;
    stroke.value = { weight: toggled(at), hands: new Map([[at, toggled(at)]]) };
    const up = () => {
      const hands = stroke.peek()?.hands;
      removeEventListener('pointerup', up);
      removeEventListener('pointercancel', cancel);
      stroke.value = undefined;
      if (hands) paint(hands);
    };
    const cancel = () => { stroke.value = undefined; up(); }; // the finger scrolls the page
    addEventListener('pointerup', up);
    addEventListener('pointercancel', cancel);
  };
  const over = (event) => {
    const at = placeOf(event), now = stroke.peek();
    if (now && possible(at) && event.pointerType !== 'touch') stroke.value = { ...now, hands: new Map([...now.hands, [at, now.weight]]) };
  };
  return html`<div class="range-grid" role="grid" ref=${box} aria-label=${label} aria-readonly=${paint ? undefined : 'true'} onKeyDown=${keydown} onPointerDown=${down} onPointerOver=${over}>
    ${Array.from({ length: 13 }, (_, row) => html`<div role="row" key=${row}>${cells.slice(13 * row, 13 * row + 13)}</div>`)}</div>`;
}

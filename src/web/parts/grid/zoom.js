// A square viewport onto a board: zoom by + and -, Ctrl and wheel, or two fingers; move by scrolling.
import { cls, html, useLayoutEffect, useRef, useSignal } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { useWide } from '../wide.js';

const STEP = 1.4, MOST = 8; // zoom factors: of one press of a button, largest
const CROWDED = 12; // more columns are wider than a phone at 24 pixels a cell
const FEW = 9; // up to this many columns, cells are large enough without the buttons

const spread = ([a, b]) => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);

// columns, rows: of the board, which keeps its shape
export function Zoom({ columns, rows = columns, children, tools }) {
  const factor = useSignal(1), wide = useWide();
  const pane = useRef();
  const anchor = useRef(null); // the fixed point of the zoom: {fx, fy: as fractions of the board, x, y: in the viewport}
  const pinch = useRef(null);

  const zoom = (to, x, y) => {
    const { clientWidth, clientHeight, scrollLeft, scrollTop } = pane.current;
    const at = { x: x ?? clientWidth / 2, y: y ?? clientHeight / 2 };
    anchor.current = { ...at, fx: (scrollLeft + at.x) / factor.value, fy: (scrollTop + at.y) / factor.value };
    factor.value = Math.min(MOST, Math.max(1, to));
  };
  useLayoutEffect(() => {
    const { fx, fy, x, y } = anchor.current ?? {};
    if (fx !== undefined) pane.current.scrollTo(fx * factor.value - x, fy * factor.value - y);
  }, [factor.value]);

  const inPane = (clientX, clientY) => {
    const { left, top } = pane.current.getBoundingClientRect();
    return [clientX - left, clientY - top];
  };
  const wheel = (event) => {
    if (!event.ctrlKey) return;
    event.preventDefault();
    zoom(factor.value * Math.exp(-event.deltaY / 300), ...inPane(event.clientX, event.clientY));
  };
  const touch = (event) => {
    const { touches } = event;
    if (touches.length !== 2) { pinch.current = null; return; }
    event.preventDefault();
    if (!pinch.current) { pinch.current = { spread: spread(touches), factor: factor.value }; return; }
    zoom(pinch.current.factor * spread(touches) / pinch.current.spread,
      ...inPane((touches[0].clientX + touches[1].clientX) / 2, (touches[0].clientY + touches[1].clientY) / 2));
  };
  return html`<div class="window" style=${{ '--n': columns, '--rows': rows }}>
    <div class=${cls('pane', { zoomed: factor.value > 1 || (columns > CROWDED && !wide) })} ref=${pane} onWheel=${wheel} onTouchStart=${touch} onTouchMove=${touch} onTouchEnd=${() => { pinch.current = null; }}>
      <div class="sheet" style=${{ '--zoom': factor.value }}>${children}</div>
    </div>
    ${(tools || columns > FEW || factor.value > 1) && html`<div class="row under">
      <div class="grow status">${tools}</div>
      ${(columns > FEW || factor.value > 1) && html`<div class="row tight" role="group" aria-label=${t('Zoom')}>
        <button type="button" class="quiet" aria-disabled=${factor.value <= 1} aria-label=${t('Smaller')} onClick=${() => zoom(factor.value / STEP)}>−</button>
        <button type="button" class="quiet" aria-disabled=${factor.value >= MOST} aria-label=${t('Larger')} onClick=${() => zoom(factor.value * STEP)}>+</button>
      </div>`}
    </div>`}
  </div>`;
}

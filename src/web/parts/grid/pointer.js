// Selects the cells of a grid by mouse, pen or finger: a press, a drag over several, a double or long press for all that
// are alike.
import { useEffect, useRef } from '../../app/dom.js';
import { alike, dragged, only, pressed } from './selection.js';
import { cellAt } from './shape.js';

const LONG = 500, TWICE = 400, STILL = 6; // ms of a long press, ms between two presses, pixels that are no movement
const REACH = 0.45; // of a cell, from its middle: a drag that passes a corner does not select the neighbours

// grid: a ref of the element whose cells are even; props: of Grid; inside: a ref, whether the focus is in the grid.
export function usePointer(grid, props, inside) {
  const now = useRef(), drag = useRef(null), last = useRef({ at: -TWICE });
  now.current = props;
  const end = () => { clearTimeout(drag.current?.timer); drag.current = null; };
  useEffect(() => end, []);
  const at = (event, radius) => {
    const { left, top, width, height } = drag.current.box, { shape } = now.current;
    return cellAt(shape, (event.clientX - left) / width * shape.columns, (event.clientY - top) / height * shape.rows, radius);
  };
  const change = (selection) => { if (selection !== now.current.selection) { now.current.onSelect(selection); drag.current.selection = selection; } };
  const takeAlike = (cell, keep) => {
    const { shape, keyOf = () => undefined } = now.current;
    change(alike(drag.current.before, shape.rows * shape.columns, cell, keyOf, keep));
    drag.current.done = true;
  };
  const down = (event) => {
    if (event.button > 0) return;
    if (drag.current) { now.current.onSelect(drag.current.before); end(); return; } // a second finger: the page is zoomed
    const { selection, lasting } = now.current, keep = lasting || event.ctrlKey || event.shiftKey || event.metaKey;
    drag.current = { id: event.pointerId, x: event.clientX, y: event.clientY, box: grid.current.getBoundingClientRect(), before: selection, selection, keep };
    const cell = at(event);
    if (cell === undefined) { drag.current = null; return; }
    event.preventDefault(); // the focus is set here, so that a drag keeps it
    grid.current.setPointerCapture(event.pointerId);
    inside.current = true;
    grid.current.querySelector(`[data-cell="${cell}"]`)?.focus({ preventScroll: true });
    const twice = last.current.cell === cell && event.timeStamp - last.current.at < TWICE;
    last.current = { cell, at: event.timeStamp };
    if (twice) { takeAlike(cell, keep); return; }
    change(pressed(selection, cell, keep));
    drag.current.timer = setTimeout(() => { if (drag.current) takeAlike(cell, keep); }, LONG);
  };
  const move = (event) => {
    const { current } = drag;
    if (!current || event.pointerId !== current.id || current.done) return;
    if (Math.hypot(event.clientX - current.x, event.clientY - current.y) > STILL) clearTimeout(current.timer);
    else return;
    const cell = at(event, REACH);
    if (cell === undefined || cell === current.selection.cursor) return;
    current.passed = true;
    // A press on the only selected cell takes it away; dragged on, it is the first of several.
    change(dragged(current.selection.cells.size || current.keep ? current.selection : only(current.selection.cursor), cell));
  };
  const up = (event) => {
    if (!drag.current || event.pointerId !== drag.current.id) return;
    const { selection, passed } = drag.current;
    end();
    if (passed) now.current.onDragged?.([...selection.cells]);
  };
  const cancel = () => { if (drag.current) { now.current.onSelect(drag.current.before); end(); } };
  // A long press of a finger selects; the browser's menu would take the next tap.
  const menu = (event) => { if (drag.current) event.preventDefault(); };
  // A click without a press comes from assistive technology.
  const click = (event) => {
    const cell = event.target.closest('[data-cell]');
    if (event.detail === 0 && cell) { now.current.onSelect(only(Number(cell.dataset.cell))); cell.focus(); }
  };
  return { isDown: () => drag.current !== null, handlers: { onPointerDown: down, onPointerMove: move, onPointerUp: up, onPointerCancel: cancel, onContextMenu: menu, onClick: click } };
}

// A button that repeats while it is held, such as Undo.
import { html, useEffect, useRef } from '../../app/dom.js';

const FIRST = 700, EACH = 100; // ms

export function Repeat({ run, off, children, ...rest }) {
  const timer = useRef(), latest = useRef(), held = useRef(false);
  latest.current = run;
  const stop = () => clearTimeout(timer.current);
  useEffect(() => stop, []);
  const again = () => {
    held.current = true;
    latest.current();
    timer.current = setTimeout(again, EACH);
  };
  const down = () => {
    held.current = false;
    timer.current = setTimeout(again, FIRST);
  };
  const click = () => { if (!held.current) latest.current(); held.current = false; };
  return html`<button type="button" aria-disabled=${off} onPointerDown=${down} onPointerUp=${stop} onPointerLeave=${stop} onPointerCancel=${stop} onClick=${click} ...${rest}>${children}</button>`;
}

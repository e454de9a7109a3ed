// One tab stop for a board: the arrow keys move the focus among its buttons.
import { useRef, useSignal } from '../../../app/dom.js';

// stops: the places of the buttons, numbers; next(key, place) -> the place to which a key leads; undefined: the key is none of
// the board's. Returns { box, keydown, stop(place) }: box: ref of the board; keydown: its handler; stop: attributes of a button.
export function useRove(stops, next) {
  const at = useSignal(stops[0]), box = useRef(), here = stops.includes(at.value) ? at.value : stops[0];
  const keydown = (event) => {
    const from = event.target.dataset.stop;
    if (from === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    const to = next(event.key, Number(from)), button = to === undefined ? null : box.current.querySelector(`[data-stop="${to}"]`);
    if (!button) return;
    event.preventDefault();
    at.value = to;
    button.focus();
  };
  return { box, keydown, stop: (place) => ({ 'data-stop': place, tabIndex: place === here ? 0 : -1, onFocus: () => { at.value = place; } }) };
}

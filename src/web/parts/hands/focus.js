// Keeps the focus in a place whose focused button was removed, as a card is when it is played or taken back.
import { useLayoutEffect, useRef } from '../../app/dom.js';

// place: a ref; selector: what gets the focus. Called by the component that draws the place, before it is drawn.
export function useKeptFocus(place, selector) {
  const inside = useRef(false);
  inside.current = !!place.current?.contains(document.activeElement);
  useLayoutEffect(() => {
    if (inside.current && !place.current.contains(document.activeElement)) place.current.querySelector(selector)?.focus();
  });
}

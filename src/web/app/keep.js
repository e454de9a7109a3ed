// Small settings that outlive the page (localStorage). A browser that keeps nothing still works.
import { effect, signal } from './dom.js';

export function keep(name, initial) {
  const key = `nashd.${name}`;
  let value = initial;
  try {
    const text = localStorage.getItem(key);
    if (text !== null) value = JSON.parse(text);
  } catch { /* not readable: the initial value stands */ }
  const kept = signal(value);
  effect(() => {
    const now = kept.value;
    try {
      if (now === initial) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(now));
    } catch { /* not writable: it holds until the page goes */ }
  });
  return kept;
}

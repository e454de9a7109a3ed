// Small settings that outlive the page (localStorage). Without localStorage they last as long as the page.
import { effect, signal } from './dom.js';

export function keep(name, initial) {
  const key = `nashd.${name}`;
  let value = initial;
  try {
    const text = localStorage.getItem(key);
    if (text !== null) value = JSON.parse(text);
  } catch { /* not readable: the initial value is used */ }
  const kept = signal(value);
  effect(() => {
    const now = kept.value;
    try {
      if (now === initial) localStorage.removeItem(key);
      else localStorage.setItem(key, JSON.stringify(now));
    } catch { /* not writable: the value lasts as long as the page */ }
  });
  return kept;
}

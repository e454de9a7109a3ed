// The style sheets of pages and kinds. The build makes each module wait for its sheets.
import { unreachable } from './net/reach.js';

const worn = {}; // name -> promise

function load(name, number, again = true) {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = new URL(name, import.meta.url).href;
  link.dataset.number = number;
  return new Promise((resolve) => {
    link.onload = resolve;
    link.onerror = async () => { // a page without its sheet is still usable
      if (again) {
        await unreachable();
        link.remove();
        await load(name, number, false);
      }
      resolve();
    };
    document.head.insertBefore(link, [...document.querySelectorAll('link[data-number]')].find((other) => +other.dataset.number > number) ?? null);
  });
}

// sheets: [name, number]: a file beside this one, and its place in the cascade, whichever is loaded first.
export const wear = (sheets) => Promise.all(sheets.map(([name, number]) => worn[name] ??= load(name, number)));

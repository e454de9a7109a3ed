// The style sheets of pages and kinds. The build makes each module wait for its sheet.
import { unreachable } from './net/reach.js';

// name: a file beside this one; last: true for the sheet of a kind, which follows the sheets of pages in whichever
// order they load.
export function wear(name, last, again = true) {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = new URL(name, import.meta.url).href;
  link.dataset.last = last;
  return new Promise((resolve) => {
    link.onload = resolve;
    link.onerror = async () => { // a page without its sheet is still usable
      if (again) {
        await unreachable();
        link.remove();
        await wear(name, last, false);
      }
      resolve();
    };
    document.head.insertBefore(link, last ? null : document.querySelector('link[data-last="true"]'));
  });
}

// The style sheets of pages and kinds. The build makes each module wait for its sheet.

// name: a file beside this one; last: true for the sheet of a kind, which follows the sheets of pages in whichever
// order they load.
export function wear(name, last) {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = new URL(name, import.meta.url).href;
  link.dataset.last = last;
  return new Promise((resolve) => {
    link.onload = link.onerror = resolve; // a page without its sheet is still usable
    document.head.insertBefore(link, last ? null : document.querySelector('link[data-last="true"]'));
  });
}

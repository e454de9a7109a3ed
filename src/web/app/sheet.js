// The style sheets of pages and kinds: each comes with its module, which the build makes wait for it.

// name: a file beside this one; last: a kind's, which comes after those of pages, whenever it is loaded.
export function wear(name, last) {
  const link = document.createElement('link');
  link.rel = 'stylesheet';
  link.href = new URL(name, import.meta.url).href;
  link.dataset.last = last;
  return new Promise((resolve) => {
    link.onload = link.onerror = resolve; // without its colours a page is still a page
    document.head.insertBefore(link, last ? null : document.querySelector('link[data-last="true"]'));
  });
}

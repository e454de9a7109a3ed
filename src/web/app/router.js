// The router: the fragment of the address, '#/jobs/ID?view=json'. Pages are loaded on their first visit.
import { computed, signal } from './dom.js';

const hash = signal(location.hash);
addEventListener('hashchange', () => { hash.value = location.hash; });

function parse(text) {
  const [path, query] = text.replace(/^#\/?/, '').split('?');
  return { path: path.split('/').filter(Boolean).map(decodeURIComponent), query: new URLSearchParams(query) };
}

// The place that is drawn: {path: ['jobs', ID], query: URLSearchParams}.
export const place = computed(() => parse(hash.value));

// Returns the place in the address bar, which is newer than `place` until the next drawing.
export const addressed = () => parse(location.hash);

export function link(path, query) {
  const text = new URLSearchParams(Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== '')).toString();
  return `#/${path.map(encodeURIComponent).join('/')}${text ? `?${text}` : ''}`;
}

export function go(path, query, { replace = false } = {}) {
  const target = link(path, query);
  if (replace) {
    history.replaceState(null, '', target);
    hash.value = target;
  } else {
    location.hash = target;
  }
}

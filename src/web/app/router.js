// Where we are: the fragment of the address, '#/jobs/ID?view=json'. Pages are loaded when they are first visited.
import { computed, signal } from './dom.js';

const hash = signal(location.hash);
addEventListener('hashchange', () => { hash.value = location.hash; });

function parse(text) {
  const [path, query] = text.replace(/^#\/?/, '').split('?');
  return { path: path.split('/').filter(Boolean).map(decodeURIComponent), query: new URLSearchParams(query) };
}

// What is drawn: {path: ['jobs', ID], query: URLSearchParams}.
export const place = computed(() => parse(hash.value));

// What the address says already: a link that was just followed is drawn a moment later.
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

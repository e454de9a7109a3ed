// The router: the fragment of the address, '#/jobs/ID?view=json'. Pages are loaded on their first visit.
import { computed, signal } from './dom.js';

// Returns the fragment of today for one of an earlier version: '#/solve/KIND' was the page of a kind, '#/solve' their list.
const renewed = (fragment) => fragment.replace(/^#\/solve(\/|$)/, '#/');

const hash = signal(renewed(location.hash));
addEventListener('hashchange', () => {
  if (renewed(location.hash) !== hash.peek()) silent = false;
  hash.value = renewed(location.hash);
});
let silent = false;

// Whether the last move was one of go() with `silent`: the page describes itself, and nothing moves.
export const isSilent = () => silent;

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

// replace: without a new entry of the history; silent: see isSilent().
export function go(path, query, { replace = false, silent: quiet = false } = {}) {
  const target = link(path, query);
  silent = quiet;
  history[replace ? 'replaceState' : 'pushState'](null, '', target);
  hash.value = renewed(target);
}

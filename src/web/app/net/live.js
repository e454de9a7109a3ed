// The changes of all jobs (GET /v1/events). The whole page has one stream, which is open while there are listeners and
// the tab is visible (browsers allow few connections to a server, over all tabs). Without a stream, the counts are
// polled and listeners are notified to fetch their lists.
//
// Many pages may be open at once. Hence lists are not fetched while the stream is up; if the server drops events in a
// flood ({"more"}), lists are fetched after it; after a restart of the server the pages spread their requests over
// time.
import { signal } from '../dom.js';
import { get } from './api.js';
import { stream } from './stream.js';

const LINGER = 20000; // ms that the stream stays open after its last listener left or the tab was hidden
const POLL = 5000; // ms between polls without a stream
const DEAF = 4000; // ms without a stream until polling begins
const FLOOD_OVER = 3000; // ms without {"more"} that end a flood
const FLOOD_LONGEST = 30000; // ms after which lists are fetched although a flood continues
const SPREAD = 2000; // ms over which pages spread their requests

export const stats = signal(null); // GET /v1/stats without its member http
export const mode = signal('connecting'); // 'live', 'polling', 'lost'

const listeners = new Set();
let open, linger, poller, deaf, flood, floodSince;

const reset = () => { for (const listener of listeners) listener.reset(); };

function missed() {
  floodSince ??= Date.now();
  clearTimeout(flood);
  const wait = Date.now() - floodSince > FLOOD_LONGEST ? 0 : FLOOD_OVER + Math.random() * SPREAD;
  flood = setTimeout(() => { floodSince = undefined; reset(); }, wait);
}

function onFeedEvent({ event, data }) {
  if (event === 'stats') stats.value = JSON.parse(data);
  else if (event === 'reset') setTimeout(reset, mode.peek() === 'live' ? Math.random() * SPREAD : 0);
  else if (event === 'jobs') {
    const rows = JSON.parse(data);
    const jobs = rows.filter(({ id }) => id);
    for (const listener of listeners) listener.jobs(jobs);
    if (jobs.length < rows.length) missed();
  }
  mode.value = 'live';
}

// ---- polling, without the stream ----

async function ask() {
  try {
    stats.value = await get('/v1/stats');
    if (mode.peek() !== 'live') mode.value = 'polling';
    reset();
  } catch (problem) {
    if (mode.peek() !== 'live') mode.value = problem.status ? 'polling' : 'lost';
  }
}

function poll(on) {
  clearInterval(poller);
  poller = undefined;
  if (!on) return;
  ask();
  poller = setInterval(ask, POLL);
}

// ---- opening and closing ----

function watch(alive) {
  clearTimeout(deaf);
  if (alive) poll(false);
  else {
    if (mode.peek() === 'live') mode.value = 'connecting';
    deaf = setTimeout(poll, DEAF, true);
  }
}

function start() {
  if (open) return;
  const feed = stream('/v1/events', onFeedEvent, (problem) => { if (problem.status !== 401) poll(true); });
  const unwatch = feed.alive.subscribe(watch);
  open = { close: () => { unwatch(); feed.close(); } };
}

function stop() {
  open?.close();
  open = undefined;
  clearTimeout(deaf);
  clearTimeout(flood);
  poll(false);
  mode.value = 'connecting';
}

function settle() {
  clearTimeout(linger);
  if (listeners.size && !document.hidden) start();
  else linger = setTimeout(stop, LINGER);
}
document.addEventListener('visibilitychange', settle);

// Adds a listener: listener.jobs(rows) receives changed jobs as in the list, or {id, deleted}; listener.reset() is
// called if changes may have been missed. Returns a function that removes the listener.
export function listen(listener) {
  listeners.add(listener);
  settle();
  return () => { listeners.delete(listener); settle(); };
}

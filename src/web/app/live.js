// What happens to all jobs, as the server tells it (GET /v1/events): one stream for all of the page, open while somebody
// listens and the tab is seen (browsers allow few connections to a server, over all tabs). Where the stream is not to be
// had, the counts are asked for instead and listeners are told to look for themselves.
//
// Many pages may be open. So nobody asks for lists while the stream speaks; when the server has more to tell than it can
// (a flood), a list is asked for when it is over; and after a restart of the server not all ask in the same moment.
import { signal } from './dom.js';
import { get } from './api.js';
import { stream } from './stream.js';

const LINGER = 20000;      // ms that the stream outlives its last listener or the sight of the tab
const POLL = 5000;         // ms between questions where there is no stream
const DEAF = 4000;         // ms without stream until questions begin
const FLOOD_OVER = 3000;   // ms without {"more"}
const FLOOD_LONGEST = 30000;
const SPREAD = 2000;       // ms over which pages spread their questions

export const stats = signal(null); // GET /v1/stats without http
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

function heard({ event, data }) {
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

// ---- without the stream ----

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

// ---- open and shut ----

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
  const feed = stream('/v1/events', heard, (problem) => { if (problem.status !== 401) poll(true); });
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

// listener.jobs(rows) hears changed jobs as in the list, or {id, deleted}; listener.reset() that it may have missed some.
// Returns what ends it.
export function listen(listener) {
  listeners.add(listener);
  settle();
  return () => { listeners.delete(listener); settle(); };
}

// The list of jobs in the page: newest first, filtered, as far down as the user has scrolled, updated by the feed. New
// jobs are inserted at the top at once, or held back while the user reads further down.
import { batch, computed, signal } from '../../app/dom.js';
import { get } from '../../app/net/api.js';
import { listen } from '../../app/net/live.js';

const PAGE_FIRST = 50, PAGE = 200, PAGE_MOST = 500; // jobs per request: first page, older jobs, reloading a long list
const KEPT_MAX = 20000, KEPT = 10000; // rows: more than KEPT_MAX are cut to KEPT

const newestFirst = (a, b) => (a.created_at < b.created_at ? 1 : a.created_at > b.created_at ? -1 : 0);

// The server finds ids by 8 digits or more. By fewer, the jobs on the page are filtered.
const byId = (prefix) => (prefix.length >= 8 ? { id: prefix } : {});

// Jobs whose deletion can still be undone; no page shows them.
const leaving = signal(new Set());
export const hide = (jobs) => { leaving.value = new Set([...leaving.peek(), ...jobs.map(({ id }) => id)]); };
export function unhide(jobs) {
  const back = new Set(jobs.map(({ id }) => id));
  leaving.value = new Set([...leaving.peek()].filter((id) => !back.has(id)));
}

// filter: {status: [names], kind, id}; each member is optional.
export function openRows(filter) {
  const rows = signal([]), held = signal([]), next = signal(undefined), loading = signal(false), problem = signal(null);
  const fits = (job) => (!filter.status?.length || filter.status.includes(job.status)) &&
    (!filter.kind || job.kind === filter.kind) && (!filter.id || job.id.startsWith(filter.id));
  const seen = computed(() => (leaving.value.size ? rows.value.filter(({ id }) => !leaving.value.has(id)) : rows.value));
  let holding = () => 0; // returns how many rows are above the visible ones; 0: at the top
  let late; // events that arrived while a list was being fetched
  let begun = 0; // number of times the list was fetched from its top

  function fetchList(query) {
    const given = { status: filter.status?.join(','), kind: filter.kind, ...(filter.id && byId(filter.id)), ...query };
    const text = new URLSearchParams(Object.entries(given).filter(([, value]) => value));
    return get(`/v1/jobs?${text}`);
  }

  // ---- the feed ----

  function applyChanges(jobs) {
    if (late) late.push(...jobs);
    const changed = new Map(jobs.map((job) => [job.id, job]));
    const keep = (job) => !changed.has(job.id);
    const renew = (job) => changed.get(job.id) ?? job;
    const known = new Set([...rows.peek(), ...held.peek()].map(({ id }) => id));
    const stays = (job) => !job.deleted && fits(job);
    const oldest = rows.peek().at(-1)?.created_at ?? '';
    const fresh = jobs.filter((job) => !job.deleted && fits(job) && !known.has(job.id) && (next.peek() === null || job.created_at >= oldest))
      .sort(newestFirst);
    batch(() => {
      if (!rows.peek().every(keep)) rows.value = rows.peek().map(renew).filter(stays);
      if (!held.peek().every(keep)) held.value = held.peek().map(renew).filter(stays);
      add(fresh);
    });
  }

  function add(fresh) {
    if (!fresh.length) return;
    const top = rows.peek()[0]?.created_at ?? '';
    const above = holding() ? fresh.filter((job) => job.created_at >= top) : [];
    const within = holding() ? fresh.filter((job) => job.created_at < top) : fresh;
    if (above.length) held.value = [...above, ...held.peek()].sort(newestFirst);
    if (!within.length) return;
    const all = [...within, ...rows.peek()];
    if (top && within.at(-1).created_at < top) all.sort(newestFirst);
    if (all.length > KEPT_MAX) {
      all.length = KEPT;
      next.value = { created_to: new Date(Date.parse(all.at(-1).created_at) + 1).toISOString() };
    }
    rows.value = all;
  }

  // ---- the list from the server ----

  // Fetches the list again from its top, to the given depth.
  async function fetchAnew(depth) {
    let found = [], cursor;
    do {
      const limit = depth > PAGE_FIRST ? PAGE_MOST : PAGE_FIRST;
      const page = await fetchList({ limit, cursor });
      found = found.concat(page.jobs);
      cursor = page.next;
    } while (cursor && found.length < depth);
    return { found, cursor };
  }

  async function reload() {
    if (late) return; // a fetch is in flight
    late = [];
    begun++;
    loading.value = true;
    try {
      const depth = holding();
      const top = rows.peek()[0];
      const { found, cursor } = await fetchAnew(depth + held.peek().length);
      const jobs = found.filter(fits);
      const place = top ? jobs.findIndex(({ id }) => id === top.id) : -1;
      const above = depth && holding() ? jobs.slice(0, Math.max(place, 0)) : [];
      batch(() => {
        held.value = above;
        rows.value = jobs.slice(above.length);
        next.value = cursor && { cursor };
        problem.value = null;
      });
    } catch (error) {
      problem.value = error;
    }
    const missed = late;
    late = undefined;
    loading.value = false;
    if (missed.length) applyChanges(missed);
  }

  async function older() {
    if (!next.peek() || loading.peek()) return;
    loading.value = true;
    const mine = begun;
    try {
      const page = await fetchList({ limit: PAGE, ...next.peek() });
      if (mine !== begun) return;
      const known = new Set(rows.peek().map(({ id }) => id));
      batch(() => {
        rows.value = [...rows.peek(), ...page.jobs.filter((job) => fits(job) && !known.has(job.id))];
        next.value = page.next && { cursor: page.next };
        problem.value = null;
      });
    } catch (error) {
      problem.value = error;
    } finally {
      if (!late) loading.value = false;
    }
  }

  // Shows the jobs that were held back.
  function release() {
    if (held.peek().length) batch(() => { rows.value = [...held.peek(), ...rows.peek()]; held.value = []; });
  }

  let stop;
  return {
    rows: seen, held, next, loading, problem, reload, older, release,
    hold(depth) { holding = depth; },
    open() {
      reload();
      stop = listen({ jobs: applyChanges, reset: reload });
    },
    close() { stop?.(); }
  };
}

// Draws only the visible rows of a list of any length. All rows have the same height, so the position of each is known
// without drawing it. The window scrolls. For the keyboard it is a grid: one row has the focus.
import { html, useEffect, useLayoutEffect, useRef, useSignal } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { go } from '../../app/router.js';
import { Row } from './row.js';

const HEIGHT = { wide: 40, narrow: 64 }; // px, as in style/jobs.css
const STEP = 6; // rows by which the drawn range moves
const AHEAD = 60; // rows before the end at which older ones are fetched

const narrow = matchMedia('(max-width: 48rem)');
const heightNow = () => (narrow.matches ? HEIGHT.narrow : HEIGHT.wide);

// Returns the range of visible rows, in whole steps; look() measures again.
function useWindow(list, body, count, onScroll) {
  const seen = useSignal({ first: 0, last: 40 });
  const look = () => {
    if (!body.current) return;
    const height = heightNow();
    const past = -body.current.getBoundingClientRect().top / height;
    const first = Math.max(0, Math.floor(past / STEP - 1) * STEP);
    const last = Math.ceil((past + innerHeight / height) / STEP + 1) * STEP;
    if (first !== seen.peek().first || last !== seen.peek().last) seen.value = { first, last };
    if (last + AHEAD > list.rows.peek().length && !list.problem.peek()) list.older();
  };
  useEffect(() => {
    let asked = 0; // measured at most once a frame, when the layout is up to date
    const soon = () => { asked ||= requestAnimationFrame(() => { asked = 0; look(); onScroll(scrollY); }); };
    look();
    addEventListener('scroll', soon, { passive: true });
    addEventListener('resize', soon);
    return () => { cancelAnimationFrame(asked); removeEventListener('scroll', soon); removeEventListener('resize', soon); };
  }, [list]);
  useEffect(look, [list, count]);
  return { ...seen.value, look };
}

// Keeps the visible rows in place when rows above them appear or disappear. (The browser's scroll anchoring would keep
// the rows below in place.)
function useSteady(body, rows, first) {
  useLayoutEffect(() => {
    const { style } = document.documentElement;
    style.overflowAnchor = 'none';
    return () => { style.overflowAnchor = ''; };
  }, []);
  const before = useRef({});
  useLayoutEffect(() => {
    const { id, index } = before.current;
    const now = id && index > 0 && first > 0 ? rows.findIndex((job) => job.id === id) : -1;
    if (now >= 0 && now !== index && body.current.getBoundingClientRect().top < 0) scrollBy(0, (now - index) * heightNow());
    before.current = { id: rows[first]?.id, index: first };
  }, [rows, first]);
}

export function Grid({ list, marked, onMark, onDelete, onScroll }) {
  const body = useRef();
  const active = useSignal(null); // id of the row that Tab reaches
  const wanted = useRef(); // id of the row that receives the focus once it is drawn
  const rows = list.rows.value;
  const { first, last, look } = useWindow(list, body, rows.length, onScroll);
  useSteady(body, rows, first);
  const height = heightNow();
  const place = () => Math.max(0, rows.findIndex(({ id }) => id === active.value));
  const at = place();

  list.hold(() => {
    const past = body.current ? Math.floor(-body.current.getBoundingClientRect().top / height) : 0;
    const busy = body.current?.contains(document.activeElement) || marked.peek().size > 0;
    return past > 0 || busy ? Math.max(past, 0) + Math.ceil(innerHeight / height) : 0;
  });

  // Scrolls a row into view, then focuses it.
  const focus = (index) => {
    const to = Math.min(Math.max(index, 0), rows.length - 1);
    if (to < 0) return;
    active.value = rows[to].id;
    const top = body.current.getBoundingClientRect().top + to * height, margin = 2.5 * height;
    if (top < margin) scrollBy(0, top - margin);
    else if (top + height > innerHeight - margin) scrollBy(0, top + height - innerHeight + margin);
    wanted.current = rows[to].id;
    look();
  };
  useLayoutEffect(() => {
    const row = wanted.current && document.getElementById(`job-${wanted.current}`);
    if (!row) return;
    wanted.current = undefined;
    row.focus({ preventScroll: true });
  });

  const onKeyDown = (event) => {
    const at = place(); // keys may come faster than rows are drawn
    const page = Math.floor(innerHeight / height) - 3;
    const moves = { ArrowDown: at + 1, ArrowUp: at - 1, PageDown: at + page, PageUp: at - page, Home: 0, End: rows.length - 1 };
    const job = rows[at];
    if (event.ctrlKey || event.altKey || event.metaKey || event.target.tagName === 'INPUT' && event.key === ' ') return;
    if (event.key in moves) focus(moves[event.key]);
    else if (event.key === 'Enter' && job) go(['jobs', job.id]);
    else if (event.key === ' ' && job) onMark(job, event.shiftKey);
    else if (event.key === 'Delete' && job) onDelete(job);
    else if (event.key === 'Escape' && marked.peek().size) onMark(null);
    else return;
    event.preventDefault();
  };

  const all = rows.length > 0 && rows.every(({ id }) => marked.value.has(id));
  return html`<div class="jobs" role="grid" aria-label=${t('Jobs')} aria-rowcount=${list.next.value ? -1 : rows.length + 1}
      aria-multiselectable="true" aria-busy=${list.loading.value && !rows.length} onKeyDown=${onKeyDown}>
    <div role="rowgroup"><div class="jobs-row jobs-head" role="row" aria-rowindex="1">
      <span role="columnheader"><input type="checkbox" aria-label=${t('Select all that are loaded')} checked=${all}
        onChange=${() => onMark(all ? null : rows)} /></span>
      <span role="columnheader">${t('State')}</span>
      <span role="columnheader">${t('Kind')}</span>
      <span role="columnheader">${t('What')}</span>
      <span role="columnheader">${t('Job')}</span>
      <span role="columnheader" class="end">${t('Created')}</span>
      <span role="columnheader" class="end">${t('Took')}</span>
    </div></div>
    <div role="rowgroup" class="jobs-body" ref=${body} style=${{ height: `${rows.length * height}px` }}>
      <div role="presentation" style=${{ transform: `translateY(${first * height}px)` }}>
        ${rows.slice(first, last).map((job, i) => html`<${Row} key=${job.id} job=${job} index=${first + i} reachable=${first + i === at}
          marked=${marked.value.has(job.id)} onMark=${onMark} onFocus=${() => { active.value = job.id; }} />`)}
      </div>
    </div>
  </div>`;
}

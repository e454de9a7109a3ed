// The first page: all jobs, newest first, live.
import '../style/jobs.css';
import { html, signal, useEffect, useMemo, useSignal } from '../app/dom.js';
import { kinds, submit } from '../app/net/api.js';
import { exampleName } from './jobs/example.js';
import { t } from '../app/i18n.js';
import { go, link, place } from '../app/router.js';
import { attempt } from '../app/ui/toast.js';
import { can, cancelAll, removeAll, retryAll } from './jobs/actions.js';
import { Filters, readFilter } from './jobs/filters.js';
import { Grid } from './jobs/grid.js';
import { openRows } from './jobs/rows.js';

// The list last shown and its scroll position, restored on the way back from a job.
let last = { key: undefined, list: undefined, scrolled: 0 };

function listFor(filter) {
  const key = JSON.stringify(filter);
  if (last.key !== key) last = { key, list: openRows(filter), scrolled: 0 };
  return last.list;
}

// Shown while there are no jobs.
function Invitation() {
  const known = useSignal([]);
  useEffect(() => { kinds().then((found) => { known.value = found; }, () => {}); }, []);
  const solve = (kind, problem) => attempt(async () => { go(['jobs', (await submit(kind, problem)).id]); });
  return html`<div class="empty">
    <h2>${t('Nothing solved yet')}</h2>
    <p>${t('Try an example, or enter a problem of your own.')}</p>
    ${known.value.map(({ kind, title, examples = [] }) => html`<section key=${kind}>
      <h3>${t(title)}</h3>
      <div class="row">
        ${examples.slice(0, 4).map((example, i) => html`
          <button class="second" onClick=${() => solve(kind, example)}>${exampleName(example, i)}</button>`)}
        <a class="button" href=${link([kind])}>${t('Your own problem')}</a>
      </div>
    </section>`)}
  </div>`;
}

function Nothing({ filtered }) {
  if (!filtered) return html`<${Invitation} />`;
  return html`<div class="empty"><h2>${t('No matching jobs')}</h2><p>${t('No job matches these filters.')}</p>
    <a class="button second" href=${link(['jobs'])}>${t('Show all')}</a></div>`;
}

// The actions on the selected jobs.
function Bulk({ list, marked }) {
  const chosen = list.rows.value.filter(({ id }) => marked.value.has(id));
  if (!chosen.length) return null;
  const clear = () => { marked.value = new Set(); };
  const button = (name, jobs, act, look) => html`<button class=${look} disabled=${!jobs.length} onClick=${() => { clear(); act(jobs); }}>
    ${t('{what} ({n})', { what: name, n: jobs.length })}</button>`;
  return html`<div class="bulk" role="toolbar" aria-label=${t('Selected jobs')}>
    <span role="status">${t('{n} selected', { n: chosen.length })}</span>
    ${button(t('Cancel'), chosen.filter(can.cancel), cancelAll, 'second')}
    ${button(t('Retry'), chosen.filter(can.retry), retryAll, 'second')}
    ${button(t('Delete'), chosen.filter(can.remove), removeAll, 'bad')}
    <button class="quiet" onClick=${clear} aria-label=${t('Select none')}>✕</button>
  </div>`;
}

function Held({ list }) {
  const n = list.held.value.length;
  const show = () => {
    scrollTo(0, 0);
    list.release();
    document.getElementById('main').focus({ preventScroll: true });
  };
  const text = n === 1 ? t('1 new job') : t('{n} new jobs', { n });
  return html`<div class="held">${n > 0 && html`<button onClick=${show}>↑ ${text}</button>`}</div>`;
}

// The selection: one row, all rows between two with Shift, a whole list, or none (null).
function useMarks(list) {
  const marked = useMemo(() => signal(new Set()), [list]);
  const from = useMemo(() => ({ id: undefined }), [list]);
  const mark = (what, range) => {
    if (!what || Array.isArray(what)) {
      marked.value = new Set(what?.map(({ id }) => id));
      return;
    }
    const marks = new Set(marked.peek()), ids = list.rows.peek().map(({ id }) => id);
    const a = range ? ids.indexOf(from.id) : -1, b = ids.indexOf(what.id);
    if (a >= 0) ids.slice(Math.min(a, b), Math.max(a, b) + 1).forEach((id) => marks.add(id));
    else if (!marks.delete(what.id)) marks.add(what.id);
    from.id = what.id;
    marked.value = marks;
  };
  return [marked, mark];
}

export function Jobs() {
  const filter = readFilter(place.value.query);
  const list = listFor(filter);
  const [marked, mark] = useMarks(list);
  useEffect(() => {
    list.open();
    const scrolled = last.scrolled;
    if (scrolled) requestAnimationFrame(() => scrollTo(0, scrolled));
    return list.close;
  }, [list]);

  const known = list.next.value !== undefined;
  const empty = known && !list.rows.value.length && !list.held.value.length;
  const end = !known || list.loading.value ? t('Loading…') : !empty && list.next.value === null ? t('End of the list.') : '';
  const remove = (job) => can.remove(job) && removeAll([job]);
  const filtered = filter.status.length > 0 || filter.kind || filter.id;
  return html`
    <div class="jobs-title"><h1>${t('Jobs')}</h1><a class="button" href=${link([])}>${t('Solve a problem')}</a></div>
    <${Filters} filter=${filter} />
    <${Held} list=${list} />
    ${list.problem.value && html`<p class="notice bad" role="alert">${t(list.problem.value.message)}
      <button class="second" onClick=${list.reload}>${t('Try again')}</button></p>`}
    ${empty ? html`<${Nothing} filtered=${filtered} />`
      : html`<${Grid} list=${list} marked=${marked} onMark=${mark} onDelete=${remove} onScroll=${(top) => { last.scrolled = top; }} />`}
    <p class="muted jobs-end">${end}</p>
    <${Bulk} list=${list} marked=${marked} />`;
}

// One job in the list.
import { html } from '../../app/dom.js';
import { ago, clock, number, t } from '../../app/i18n.js';
import { summaryOf } from '../../app/kinds.js';
import { link } from '../../app/router.js';
import { State, ranText, short } from '../../app/state.js';
import { now } from '../../app/tick.js';

const Ago = ({ iso }) => html`<time datetime=${iso} title=${clock(iso)}>${ago(iso, now.value)}</time>`;
const Took = ({ job }) => ranText(job, job.status === 'running' ? now.value : undefined);

// Formats a solver's numbers, for kinds without a summary of their own.
function numbers(progress) {
  return Object.entries(progress).filter(([, value]) => typeof value === 'number').slice(0, 3)
    .map(([name, value]) => `${name.replaceAll('_', ' ')} ${number(value)}`).join(' · ');
}

function summary(job) {
  const own = summaryOf(job);
  if (own) return own;
  if (job.summary) return job.summary;
  if (job.error) return job.error.detail;
  if (job.progress) return numbers(job.progress);
  return job.cached ? t('answered before') : '';
}

export function Row({ job, index, reachable, marked, onMark, onFocus }) {
  const { id, status } = job;
  return html`<div class="jobs-row" role="row" id=${`job-${id}`} tabindex=${reachable ? 0 : -1} aria-rowindex=${index + 2}
      aria-selected=${marked} onFocus=${onFocus}>
    <span role="gridcell"><input type="checkbox" tabindex="-1" checked=${marked} aria-label=${t('Select {id}', { id: short(id) })}
      onClick=${(event) => onMark(job, event.shiftKey)} /></span>
    <span role="gridcell"><${State} status=${status} /></span>
    <span role="gridcell" class="jobs-kind">${job.kind}</span>
    <span role="gridcell" class="jobs-summary muted">${summary(job)}</span>
    <span role="gridcell"><a class="mono" tabindex="-1" href=${link(['jobs', id])}>${short(id)}</a></span>
    <span role="gridcell" class="end muted num"><${Ago} iso=${job.created_at} /></span>
    <span role="gridcell" class="end num"><${Took} job=${job} /></span>
    ${status === 'running' && html`<i class="jobs-bar" aria-hidden="true"></i>`}
  </div>`;
}

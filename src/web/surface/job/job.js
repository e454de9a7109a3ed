// A job in its drawer: number, times, data, actions.
import { html } from '../../app/dom.js';
import { clock, duration, number, t } from '../../app/i18n.js';
import { go, link } from '../../app/router.js';
import { State, ended, millis, ranText } from '../../app/state.js';
import { now } from '../../app/tick.js';
import { copy } from '../../app/ui/copy.js';
import { Tree } from './tree.js';
import { removeAll } from '../../pages/jobs/actions.js';
import { curlOf } from './curl.js';
import { solveAgain } from './fresh.js';

function Times({ job }) {
  const made = millis(job.created_at), begun = millis(job.started_at);
  const row = (name, text) => text && html`<div><dt>${name}</dt><dd class="num">${text}</dd></div>`;
  return html`<dl class="numbers">
    ${row(t('Created'), clock(job.created_at))}
    ${row(t('Waited'), begun > made && duration(begun - made))}
    ${row(ended(job) ? t('Took') : t('Running for'), begun !== undefined && ranText(job, ended(job) ? undefined : now.value))}
    ${row(t('Place in the queue'), job.queue_position > 0 && number(job.queue_position))}
    ${job.cached && row(t('Cache'), t('answered before'))}</dl>`;
}

export function Job({ session }) {
  const job = session.job.value, problem = session.asked.value ?? session.problem.value, name = `${job.kind}-${job.id}`;
  const remove = () => { removeAll([job]); go(['jobs']); };
  const tree = (value, title, ending) => value && typeof value === 'object' && html`<${Tree} value=${value} title=${title} name=${`${name}${ending}`} level=${3} />`;
  return html`<p class="job-id"><${State} status=${job.status} /> <a href=${link(['jobs', job.id])}><code>${job.id}</code></a> <button type="button" class="quiet" onClick=${() => copy(job.id)}>${t('Copy')}</button></p>
    <${Times} job=${job} />
    <div class="row"><button type="button" class="second" onClick=${() => copy(curlOf(job, problem))}>${t('Copy as curl')}</button>
      ${ended(job) && html`<button type="button" class="second" onClick=${() => solveAgain(session, problem)}>${job.status === 'succeeded' ? t('Solve again') : t('Retry')}</button><button type="button" class="bad" onClick=${remove}>${t('Delete')}</button>`}</div>
    <div class="data">${tree(job.result, t('Result'), '')}${tree(problem, t('Problem'), '-problem')}${!job.result && tree(job.progress, t('Progress'), '-progress')}</div>`;
}

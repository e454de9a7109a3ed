// A job: its state and times, its kind's view, its error, its data. The job page and the solve page show it.
import '../../style/job.css';
import { html, useEffect, useErrorBoundary, useMemo, useSignal } from '../../app/dom.js';
import { cancel, retry } from '../../app/api.js';
import { copy } from '../../app/copy.js';
import { clock, duration, number, t } from '../../app/i18n.js';
import { kindModule } from '../../app/kinds.js';
import { go, link } from '../../app/router.js';
import { State, ended, millis, ranText, stateName } from '../../app/state.js';
import { now } from '../../app/tick.js';
import { attempt } from '../../app/toast.js';
import { Tree } from '../../app/tree.js';
import { removeAll } from '../jobs/actions.js';
import { curlOf } from './curl.js';
import { follow, problemOf } from './follow.js';

// ---- when ----

function Timeline({ job }) {
  const made = millis(job.created_at), begun = millis(job.started_at), done = millis(job.finished_at);
  const waiting = begun === undefined && done === undefined;
  const point = (name, iso, took, state) => html`<li class=${state}>
    <b>${name}</b>${iso && html`<time datetime=${iso} class="num">${clock(iso)}</time>`}<span class="muted num">${took}</span></li>`;
  return html`<ol class="timeline" aria-label=${t('Times')}>
    ${point(t('Created'), job.created_at, waiting ? t('waiting for {time}', { time: duration(Math.max(0, now.value - made)) })
      : begun !== undefined && begun > made ? t('waited {time}', { time: duration(begun - made) }) : '', 'done')}
    ${point(t('Started'), job.started_at, begun !== undefined && done === undefined ? t('running for {time}', { time: ranText(job, now.value) }) : '',
      begun !== undefined ? 'done' : done === undefined ? '' : 'never')}
    ${point(done === undefined ? t('Finished') : stateName(job.status), job.finished_at, begun !== undefined && done !== undefined ? t('took {time}', { time: ranText(job) })
      : job.cached ? t('answered before') : '', done === undefined ? '' : `done ${job.status}`)}
  </ol>`;
}

// ---- what went wrong ----

// What a person can do about it, where the server's own words name no way.
function remedy({ type = '' }) {
  if (/timeout|runaway/.test(type)) return t('Give it more time: edit the problem and raise the time budget among the job options.');
  if (/out-of-memory|output-limit/.test(type)) return t('Ask for less: a smaller problem, or fewer solutions.');
  if (/crashed|sandbox|verification|attempts|internal/.test(type)) return t('This is a fault of the server. Try again; when it comes back, report it with the problem and the server\'s log.');
  return '';
}

function Failure({ error }) {
  return html`<div class="notice bad" role="alert">
    <strong>${t(error.title ?? 'Failed')}</strong>
    <p>${error.detail}</p>
    ${error.pointer && html`<p>${t('Where:')} <code>${error.pointer}</code></p>`}
    ${remedy(error) && html`<p>${remedy(error)}</p>`}
  </div>`;
}

// ---- what it is and what came out ----

// For a kind without a view of its own.
function GenericView({ job, problem }) {
  return html`
    ${job.progress && !ended(job) && html`<dl class="numbers">${Object.entries(job.progress).filter(([, value]) => typeof value !== 'object').map(([name, value]) => html`
      <div key=${name}><dt>${name.replaceAll('_', ' ')}</dt><dd class="num">${typeof value === 'number' ? number(value) : String(value)}</dd></div>`)}</dl>`}
    ${typeof problem === 'string' && html`<pre aria-label=${t('Problem')} tabindex="0">${problem.slice(0, 4000)}</pre>`}`;
}

function Body({ job, problem }) {
  const [fault] = useErrorBoundary(); // of the kind's view; the job is shown all the same
  const module = kindModule(job.kind);
  if (!module) return html`<p class="muted">${t('Loading…')}</p>`;
  const View = (!fault && module.View) || GenericView;
  return html`<${View} job=${job} problem=${problem} />`;
}

function Data({ job, problem, level }) {
  return html`<div class="data">
    ${job.result && html`<${Tree} value=${job.result} title=${t('Result')} name=${`${job.kind}-${job.id}`} level=${level} />`}
    ${problem && typeof problem === 'object' && html`<${Tree} value=${problem} title=${t('Problem')} name=${`${job.kind}-${job.id}-problem`} level=${level} />`}
    ${job.progress && !job.result && html`<${Tree} value=${job.progress} title=${ended(job) ? t('Last progress') : t('Progress')} name=${`${job.kind}-${job.id}-progress`} level=${level} />`}
  </div>`;
}

// ---- what can be done ----

function Actions({ job, problem, inPlace }) {
  const again = () => attempt(async () => { go(['jobs', (await retry(job)).id]); });
  const remove = () => {
    removeAll([job]);
    go([]);
  };
  return html`<div class="row job-actions">
    ${ended(job) ? html`<button class="second" onClick=${again}>${t('Retry')}</button>`
      : html`<button class="bad" onClick=${() => attempt(() => cancel(job.id))}>${t('Cancel')}</button>`}
    ${!inPlace && html`<a class="button second" href=${link(['solve', job.kind], { from: job.id })}>${t('Edit')}</a>`}
    <button class="second" disabled=${problem === undefined} onClick=${() => copy(curlOf(job, problem))}>${t('Copy as curl')}</button>
    ${inPlace ? html`<a class="button second" href=${link(['jobs', job.id])}>${t('To the job')}</a>`
      : ended(job) && html`<button class="bad" onClick=${remove}>${t('Delete')}</button>`}
  </div>`;
}

// initial: the job as far as it is known; inPlace: below the form it came from.
export function JobView({ id, initial, inPlace, Missing }) {
  const { job, failed, alive, close } = useMemo(() => follow(id, initial), [id]);
  const problem = useSignal(undefined);
  useEffect(() => close, [id]);
  const known = job.value !== null;
  useEffect(() => { if (known) problemOf(id).then((found) => { problem.value = found; }, () => {}); }, [id, known]);
  if (failed.value) return Missing ? html`<${Missing} problem=${failed.value} />` : html`<p class="notice bad" role="alert">${t(failed.value.message)}</p>`;
  const now = job.value;
  if (!now) return html`<p class="muted" role="status">${t('Loading…')}</p>`;
  return html`<article class="job">
    <header class="job-head">
      <div><${inPlace ? 'h2' : 'h1'} class="job-title">${now.kind} <span role="status"><${State} status=${now.status} /></span><//>
        <p class="muted job-id"><code>${id}</code> <button class="quiet" onClick=${() => copy(id)}>${t('Copy')}</button>
        ${now.cached && html`<span class="tag">${t('answered before')}</span>`}
        ${now.queue_position > 0 && html`<span class="tag">${t('place {n} in the queue', { n: number(now.queue_position) })}</span>`}</p></div>
      <${Actions} job=${now} problem=${problem.value} inPlace=${inPlace} />
    </header>
    ${!alive.value && html`<p class="notice warn" role="status">${t('The server is not heard. This page goes on by itself when it is back.')}</p>`}
    <${Timeline} job=${now} />
    ${now.status === 'running' && html`<i class="jobs-bar job-bar" aria-hidden="true"></i>`}
    ${now.error && html`<${Failure} error=${now.error} />`}
    <${Body} job=${now} problem=${problem.value} />
    <${Data} job=${now} problem=${problem.value} level=${inPlace ? 3 : 2} />
  </article>`;
}

// A job: its state and times, the view of its kind, its error, its data. Used by the job page and the solve page.
import '../../style/job.css';
import { html, useEffect, useErrorBoundary, useMemo, useSignal } from '../../app/dom.js';
import { cancel, retry } from '../../app/net/api.js';
import { copy } from '../../app/ui/copy.js';
import { clock, duration, number, t } from '../../app/i18n.js';
import { kindModule } from '../../app/kinds.js';
import { go, link } from '../../app/router.js';
import { State, ended, millis, ranText, stateName } from '../../app/state.js';
import { now } from '../../app/tick.js';
import { attempt } from '../../app/ui/toast.js';
import { Tree } from '../../app/ui/tree.js';
import { removeAll } from '../jobs/actions.js';
import { curlOf } from '../../surface/curl.js';
import { Failure } from '../../surface/failure.js';
import { follow, problemOfJob } from '../../surface/follow.js';

// ---- times ----

function Timeline({ job }) {
  const made = millis(job.created_at), begun = millis(job.started_at), done = millis(job.finished_at);
  const ran = begun !== undefined, over = done !== undefined;
  const wait = !ran && !over ? t('waiting for {time}', { time: duration(Math.max(0, now.value - made)) })
    : begun > made ? t('waited {time}', { time: duration(begun - made) }) : '';
  const run = ran && !over ? t('running for {time}', { time: ranText(job, now.value) }) : '';
  const took = ran && over ? t('took {time}', { time: ranText(job) }) : '';
  const point = (name, iso, note, state) => html`<li class=${state}>
    <b>${name}</b>${iso && html`<time datetime=${iso} class="num">${clock(iso)}</time>`}<span class="muted num">${note}</span></li>`;
  return html`<ol class="timeline" aria-label=${t('Times')}>
    ${point(t('Created'), job.created_at, wait, 'done')}
    ${point(t('Started'), job.started_at, run, ran && 'done')}
    ${point(over ? stateName(job.status) : t('Finished'), job.finished_at, took, over && `done ${job.status}`)}
  </ol>`;
}

// ---- problem and result ----

// The view of a kind that has no view of its own.
function GenericView({ job, problem }) {
  const numbers = ended(job) ? [] : Object.entries(job.progress ?? {}).filter(([, value]) => typeof value !== 'object');
  return html`
    ${numbers.length > 0 && html`<dl class="numbers">${numbers.map(([name, value]) => html`<div key=${name}>
      <dt>${name.replaceAll('_', ' ')}</dt><dd class="num">${typeof value === 'number' ? number(value) : String(value)}</dd></div>`)}</dl>`}
    ${typeof problem === 'string' && html`<pre aria-label=${t('Problem')} tabindex="0">${problem.slice(0, 4000)}</pre>`}`;
}

function Body({ job, problem }) {
  const [fault] = useErrorBoundary(); // an error of the kind's view; the job is still shown
  const module = kindModule(job.kind);
  if (!module) return html`<p class="muted">${t('Loading…')}</p>`;
  const View = (!fault && module.View) || GenericView;
  return html`<${View} job=${job} problem=${typeof problem?.text === 'string' ? problem.text : problem} />`;
}

function Data({ job, problem, level }) {
  const tree = (value, title, ending) => html`<${Tree} value=${value} title=${title} name=${`${job.kind}-${job.id}${ending}`} level=${level} />`;
  return html`<div class="data">
    ${job.result && tree(job.result, t('Result'), '')}
    ${problem && typeof problem === 'object' && tree(problem, t('Problem'), '-problem')}
    ${job.progress && !job.result && tree(job.progress, ended(job) ? t('Last progress') : t('Progress'), '-progress')}
  </div>`;
}

// ---- actions ----

function Actions({ job, problem, inPlace }) {
  const again = () => attempt(async () => { go(['jobs', (await retry(job)).id]); });
  const remove = () => {
    removeAll([job]);
    go(['jobs']);
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

const Unseen = ({ problem }) => html`<p class="notice bad" role="alert">${t(problem.message)}</p>`;

// initial: the job as far as it is known; inPlace: shown below the form that made it; Missing: the component shown in
// place of a job that cannot be fetched, {problem}.
export function JobView({ id, initial, inPlace, Missing = Unseen }) {
  const { job, failed, alive, close } = useMemo(() => follow(id, initial), [id]);
  const problem = useSignal(undefined);
  useEffect(() => close, [id]);
  const known = job.value !== null;
  useEffect(() => { if (known) problemOfJob(id).then((found) => { problem.value = found; }, () => {}); }, [id, known]);
  if (failed.value) return html`<${Missing} problem=${failed.value} />`;
  const now = job.value;
  if (!now) return html`<p class="muted" role="status">${t('Loading…')}</p>`;
  return html`<article class="job">
    <header class="job-head">
      <div><${inPlace ? 'h2' : 'h1'} class="job-title">${now.kind} <span role="status"><${State} status=${now.status} /></span><//>
        <p class="muted job-id"><code>${id}</code> <button class="quiet" onClick=${() => copy(id)}>${t('Copy')}</button>
        ${now.cached && html`<span class="tag">${t('answered before')}</span>`}
        ${now.queue_position > 0 && html`<span class="tag">
          ${t('place {n} in the queue', { n: number(now.queue_position) })}</span>`}</p></div>
      <${Actions} job=${now} problem=${problem.value} inPlace=${inPlace} />
    </header>
    ${!alive.value && html`<p class="notice warn" role="status">
      ${t('The connection to the server is lost. This page continues when the server is back.')}</p>`}
    <${Timeline} job=${now} />
    ${now.status === 'running' && html`<i class="jobs-bar job-bar" aria-hidden="true"></i>`}
    ${now.error && html`<${Failure} error=${now.error} />`}
    <${Body} job=${now} problem=${problem.value} />
    <${Data} job=${now} problem=${problem.value} level=${inPlace ? 3 : 2} />
  </article>`;
}

// The surface of a kind: one board that holds the question, the answer and each step, and one panel beside it (below it
// on a phone). The panel says the result in one sentence; details follow on demand.
import './surface.css';
import { cls, html, useEffect, useErrorBoundary, useLayoutEffect, useRef } from '../app/dom.js';
import { duration, lang, number, t } from '../app/i18n.js';
import { kindName } from '../app/kinds.js';
import { millis } from '../app/state.js';
import { now } from '../app/tick.js';
import { Menu } from '../parts/menu.js';
import { FormsDrawer, JobDrawer } from './drawer.js';
import { Failure } from './failure.js';

// The head: the kind, what it is for, and examples.
function Head({ session, kind }) {
  const { about, docs, examples = [] } = kind;
  return html`<header class="surface-head"><h1>${kindName(session.kind)}</h1>
    ${about && html`<p class="about muted">${about()} ${docs && html`<a href=${`docs/${docs}`}>${t('Docs')}</a>`}</p>`}
    ${examples.length > 1 && html`<${Menu} name=${t('Examples')} items=${examples.map(({ name, problem }) => [t(name), () => session.change(problem, { push: true })])} />`}
  </header>`;
}

// The first line of a refusal or an error: the server's sentence, which is English, else its title.
const faultText = ({ title = 'Failed', detail }) => (lang.value === 'en' && detail ? detail : t(title));

// The line of the answer. It is there before it is filled, so that nothing moves; it gets the focus when an answer to a
// button arrives.
function Line({ session, verdict, status, progress, cancel }) {
  const line = useRef(), state = session.state.value, job = session.job.value, arrived = state === 'answered' || state === 'refused' ? `${state} ${job?.id}` : '';
  useEffect(() => {
    if (!arrived || !session.focus) return;
    session.focus = false;
    line.current.focus({ preventScroll: true });
    line.current.scrollIntoView({ block: 'nearest' });
  }, [arrived]);
  const busy = state === 'asking' || state === 'waiting', begun = millis(job?.started_at);
  const text = state === 'refused' ? { tone: 'bad', text: faultText(session.fault.value) }
    : state === 'answered' ? (job.result ? verdict : job.status === 'failed' ? { tone: 'bad', text: faultText(job.error ?? {}) } : { tone: 'warn', text: t('Cancelled before anything was found.') })
    : busy ? { tone: '', text: session.fault.value ? t('This question is sent again until the server answers.') : job?.status === 'queued' ? t('Waiting for a worker.') : progress?.text ?? t('At work…') } : undefined;
  return html`<div class="line" role="status" tabindex="-1" ref=${line} aria-live=${text && !busy ? 'polite' : 'off'}>
      ${text ? html`<h2 class=${`verdict ${text.tone}`}>${text.text}</h2>` : html`<p class="muted">${(!session.opening.value && status) || ' '}</p>`}
      ${busy && html`<span class="num muted">${job?.queue_position > 0 ? t('place {n} in the queue', { n: number(job.queue_position) }) : begun !== undefined && duration(Math.max(0, now.value - begun))}</span>
        <button type="button" class="bad" onClick=${() => session.cancel()}>${cancel ?? t('Cancel')}</button>`}
      ${(state === 'answered') && html`<button type="button" class="second" onClick=${session.edit}>${t('Edit')}</button>`}</div>
    ${busy && html`<progress class="surface-progress" max="1" value=${progress?.value} aria-label=${t('Progress')}></progress>`}`;
}

// Details that throw are replaced by a notice; the board and the data of the job stay.
function Details({ children }) {
  const [fault] = useErrorBoundary();
  return fault ? html`<p class="notice bad" role="alert">${t('This answer cannot be shown here. Its data is below.')}</p>` : children;
}

// session: of session.js; kind: the module of the kind; board: the board; square: the board is as high as wide; verdict:
// {tone: 'good' | 'bad' | 'warn' | '', text} of an answer; status: the text while the question is edited; progress:
// {text, value: 0 to 1} of a running job; cancel: the name of the button that ends the job, if it is another; actions: buttons; tools: what belongs below the board; children: details.
export function Surface({ session, kind, board, square, verdict, status, progress, cancel, actions, tools, className, children }) {
  const job = session.job.value, fault = session.fault.value, opening = session.opening.value, main = useRef();
  useLayoutEffect(() => { document.title = `${kindName(session.kind)} · nashd`; return () => { document.title = 'nashd'; }; }, [session.kind]);
  useEffect(() => {
    const warn = (event) => { if (session.unsaved?.()) event.preventDefault(); };
    addEventListener('beforeunload', warn);
    return () => removeEventListener('beforeunload', warn);
  }, [session]);
  return html`<article class=${cls('surface', className, { square })} data-state=${session.state.value} ref=${main}>
    <${Head} session=${session} kind=${kind} />
    <div class="surface-board">${board}${tools && html`<div class="surface-tools">${tools}</div>`}</div>
    <div class="surface-panel">
      <${Line} session=${session} verdict=${verdict} status=${status} progress=${progress} cancel=${cancel} />
      ${!session.alive.value && html`<p class="notice warn" role="status">${t('The connection to the server is lost. This page continues when the server is back.')}</p>`}
      ${fault && fault.status !== 0 && html`<${Failure} error=${fault} short />`}
      ${job?.error && html`<${Failure} error=${job.error} short=${!job.result} />`}
      ${actions && !opening && html`<div class="row surface-actions">${actions}</div>`}
      ${!opening && html`<${Details} key=${job?.id}>${children}<//>`}
      <div class="drawers"><${FormsDrawer} session=${session} /><${JobDrawer} session=${session} /></div>
    </div>
  </article>`;
}

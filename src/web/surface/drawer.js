// The drawers below an answer: its job (number, times, data, actions), and the question as form, JSON or text. Their contents
// are loaded when they are opened.
import { html, useSignal } from '../app/dom.js';
import { t } from '../app/i18n.js';
import { lazy } from '../app/lazy.js';
import { ended, ranText, short } from '../app/state.js';

const Job = lazy(async () => (await import('./job/job.js')).Job);
const Forms = lazy(async () => (await import('./forms/forms.js')).Forms);

function Drawer({ name, children }) {
  const open = useSignal(false);
  return html`<details class="drawer" onToggle=${(event) => { open.value = event.target.open; }}><summary>${name}</summary>${open.value && html`<div>${children()}</div>`}</details>`;
}

export const JobDrawer = ({ session }) => {
  const job = session.job.value;
  return job && html`<${Drawer} name=${html`${t('Job')} <code>${short(job.id)}</code>${ended(job) && job.started_at && html` <span class="muted">${t('took {time}', { time: ranText(job) })}</span>`}`}>${() => html`<${Job} session=${session} />`}<//>`;
};

export const FormsDrawer = ({ session }) => html`<${Drawer} name=${t('All options: form, JSON, text')}>${() => html`<${Forms} session=${session} />`}<//>`;

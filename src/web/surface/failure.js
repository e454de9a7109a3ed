// What prevents an answer: the server's refusal of a problem, or the failure of a job.
import { html } from '../app/dom.js';
import { lang, t } from '../app/i18n.js';

// Returns advice for an error whose details from the server contain none.
function remedy({ type = '' }) {
  if (/timeout|runaway/.test(type))
    return t('Allow more time: edit the problem and raise the time limit in the job options.');
  if (/out-of-memory|output-limit/.test(type)) return t('Request less: a smaller problem, or fewer solutions.');
  if (/worker-killed/.test(type))
    return t('The machine may have too little memory for all that runs on it. Try again later, or use fewer workers.');
  if (/crashed|sandbox|verification|attempts|internal/.test(type))
    return t('This is an error of the server. Try again; if it occurs again, report it with the problem and the server\'s log.');
  return '';
}

// error: of a job or of a refusal (RFC 9457); short: without what the line of the answer says (surface.js)
export function Failure({ error, short }) {
  const advice = remedy(error), detail = error.detail ?? error.message, said = short && lang.value === 'en' && error.detail;
  if (said && !error.pointer && !advice) return null;
  return html`<div class="notice bad" role="alert">
    ${!short && html`<strong>${t(error.title ?? 'Failed')}</strong>`}
    ${!said && html`<p>${t(detail)}</p>`}
    ${error.pointer && html`<p>${t('Where:')} <code>${error.pointer}</code></p>`}
    ${advice && html`<p>${advice}</p>`}
  </div>`;
}

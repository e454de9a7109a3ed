// The page of one job, '#/jobs/ID'.
import { html } from '../app/dom.js';
import { t } from '../app/i18n.js';
import { link } from '../app/router.js';
import { JobView } from './job/view.js';

function Missing({ problem }) {
  const gone = problem.status === 404;
  return html`<div class="empty">
    <h1>${gone ? t('There is no such job') : t('This job cannot be shown')}</h1>
    <p>${gone ? t('It was deleted, it has expired, or the address is wrong.') : t(problem.message)}</p>
    <div class="row">${!gone && html`<button onClick=${() => location.reload()}>${t('Try again')}</button>`}
      <a class="button" href=${link(['jobs'])}>${t('To the jobs')}</a>
      <a class="button second" href=${link(['solve'])}>${t('Solve a problem')}</a></div>
  </div>`;
}

export function Job({ args: [id] }) {
  return html`<p class="back"><a href=${link(['jobs'])}>← ${t('Jobs')}</a></p><${JobView} key=${id} id=${id} Missing=${Missing} />`;
}

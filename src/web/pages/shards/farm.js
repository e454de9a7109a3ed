// Work that members share in units: the count of a proof, the games of a match or a training.
import { html } from '../../app/dom.js';
import { clock, number, t } from '../../app/i18n.js';
import { link } from '../../app/router.js';
import { Credit } from '../../parts/members/credit.js';

export function Farm({ game, job, started_at: started, progress: { farm: { answered, units }, credit } }) {
  const facts = [started && clock(started), t('{n} of {count} units', { n: number(answered), count: number(units) })].filter(Boolean);
  return html`<h2>${t('Shared work {n}', { n: game ?? job?.slice(-6) })}</h2>
    <p class="num muted">${facts.join(' · ')}${job && html` · <a href=${link(['jobs', job])}>${t('To the job')}</a>`}</p>
    <${Credit} credit=${credit} whole=${credit.reduce((sum, { used }) => sum + used, 0)} units=${t('units')} live />`;
}

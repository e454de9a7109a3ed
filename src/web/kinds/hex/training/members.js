// The members that play games of a training or a match: their credit, and the invitation of a phone.
import { html } from '../../../app/dom.js';
import { bytes, number, t } from '../../../app/i18n.js';
import { lazy } from '../../../app/lazy.js';
import { Credit } from '../../../parts/members/credit.js';

export const AddPhone = lazy(async () => (await import('../../../pages/shards.js')).AddPhone);

// farm: the counts of a progress report or a result; credit: that of a report, of which the work goes on
export function Members({ farm, credit }) {
  const { answered, audits, reissued, dropped, kept, messages, bytes: sent } = farm, all = credit ?? farm.credit;
  const facts = [t('{n} games of members', { n: number(answered) }), audits > 0 && t('{n} played again here', { n: number(audits) }), reissued > 0 && t('{n} given to another member', { n: number(reissued) }),
    dropped > 0 && t('{n} not accepted', { n: number(dropped) }), kept > 0 && t('{n} of excluded members, not played again', { n: number(kept) }), messages > 0 && t('{n} messages, {size}', { n: number(messages), size: bytes(sent) })].filter(Boolean);
  return html`<section aria-label=${t('Members')}><${Credit} credit=${all} whole=${all.reduce((sum, { used }) => sum + used, 0)} units=${t('games')} live=${!!credit} quarantined=${farm.quarantined} note=${t('Contributions are counted in evaluations and playouts.')} />
    <p class="small muted num">${facts.join(' · ')}</p></section>`;
}

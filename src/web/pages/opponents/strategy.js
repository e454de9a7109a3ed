// The report on an opponent in a small game: how likely its hands are, and how it acts where it was seen.
import { html } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';

const percent = (value) => number(value, { style: 'percent', maximumFractionDigits: 1 });
const nats = (value) => number(value, { minimumFractionDigits: 3, maximumFractionDigits: 3 });
const one = (value) => number(value, { maximumFractionDigits: 1 });
const FIRST = 60; // information sets that are listed

export function Strategy({ report: { hands, log_likelihood: fitted, generic_log_likelihood: generic, changed_at: at, changed_by: by, strategy } }) {
  const gain = fitted - generic, listed = strategy.toSorted((a, b) => b.observations - a.observations).slice(0, FIRST);
  return html`<p class=${`verdict ${gain > 0 ? 'good' : 'warn'}`}>${t('Its hands are more likely than under a typical strategy by {gain} nats each', { gain: nats(gain) })}</p>
    <p>${t('{n} hands count: {fitted} nats a hand under the fitted strategy, {generic} under a typical one, on the same hands from which it was learnt.', { n: number(hands), fitted: nats(fitted), generic: nats(generic) })}
      ${at !== undefined && ` ${t('The player changed after hand {n}: the hands since then speak for it by {nats} nats.', { n: number(at), nats: one(by) })}`}</p>
    <h3>${t('How it acts')}</h3><div class="scroll panel" role="region" aria-label=${t('How it acts')} tabindex="0"><table><thead><tr><th scope="col">${t('Information set')}</th><th scope="col">${t('Seat')}</th><th scope="col">${t('Actions')}</th><th scope="col" class="right">${t('Seen')}</th></tr></thead>
      <tbody>${listed.map(({ player, infoset, actions, observations }) => html`<tr key=${`${player} ${infoset}`}><th scope="row"><code>${infoset}</code></th><td>${player}</td>
        <td>${Object.entries(actions).map(([name, share], i) => html`${i > 0 && ' · '}${name} <b class="num">${percent(share)}</b>`)}</td><td class="right num">${one(observations)}</td></tr>`)}</tbody></table></div>
    ${strategy.length > FIRST && html`<p class="muted">${t('{n} more are not listed.', { n: number(strategy.length - FIRST) })}</p>`}
    <p class="hint">${t('Hidden cards are shared out by their probabilities, so counts are not whole. Where little was seen, the strategy follows what the player does in similar places.')}</p>`;
}

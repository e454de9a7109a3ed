// The security levels of both players, in pure and in mixed strategies; optimal strategies of a zero-sum game.
import { html } from '../../../app/dom.js';
import { t } from '../../../app/i18n.js';
import { value } from '../number.js';
import { Exact, playersOf } from '../words.js';

const Mixture = ({ weights, names }) => weights.flatMap((weight, i) => (value(weight) > 0 ? [[names[i], weight]] : []))
  .map(([name, weight], i) => html`${i > 0 && ', '}<span class="part" key=${name}>${name} <b><${Exact} value=${weight} ratio /></b></span>`);

export function Security({ game, result }) {
  const { security, optimal } = result, [one, two] = playersOf(game), players = [['row', one, result.rows], ['col', two, result.cols]];
  return html`<p class="hint">${t('The payoff that a player can guarantee against every strategy of the other.')}</p>
    <div class="scroll" tabindex="0" role="region" aria-label=${t('Security levels')}><table class="security"><thead><tr><th scope="col">${t('Player')}</th><th scope="col">${t('Pure')}</th><th scope="col">${t('by')}</th><th scope="col">${t('Mixed')}</th><th scope="col">${t('by')}</th></tr></thead>
      <tbody>${players.map(([id, name, names]) => html`<tr key=${id}><th scope="row" class=${`${id}-player`}>${name}</th>
        <td><${Exact} value=${security[id].pure.level} /></td><td>${security[id].pure.strategies.join(', ')}</td>
        <td><${Exact} value=${security[id].mixed.level} /></td><td><${Mixture} weights=${security[id].mixed.strategy} names=${names} /></td></tr>`)}</tbody></table></div>
    ${optimal && html`<h3>${t('Optimal strategies')}</h3>${players.map(([id, name, names]) => html`<p key=${id}><b class=${`${id}-player`}>${name}</b>: ${optimal[id].map((weights, i) => html`${i > 0 && ` ${t('or')} `}<${Mixture} key=${i} weights=${weights} names=${names} />`)}</p>`)}`}`;
}

// What each member of a game contributed, and how the game went on. game: of a progress report or a result, with `credit`.
import '../../../style/shards.css';
import { html } from '../../../app/dom.js';
import { compact, duration, number, t } from '../../../app/i18n.js';

const columns = [
  ['used', /* t */ 'contributed', compact], ['computed', /* t */ 'computed', compact], ['verified', /* t */ 'checked here', compact],
  ['wasted', /* t */ 'not needed', compact], ['round_trip_ms', /* t */ 'round trip', duration], ['late', /* t */ 'late answers', number],
  ['wrong', /* t */ 'wrong answers', number], ['faults', /* t */ 'faults', number]
];

// Says how much was shared and how much this server played itself, and why.
function Pace({ pace: { shared, led, shared_per_s, led_per_s, round_trip_ms } }) {
  const part = number(shared + led > 0 ? shared / (shared + led) : 0, { style: 'percent', maximumSignificantDigits: 3 });
  const rates = { shared: compact(shared_per_s), alone: compact(led_per_s) };
  return html`<p class="small">${t('{part} of the updates were played in shared rounds, the rest by this server itself; the members confirmed those.', { part })}
    ${shared_per_s > 0 && led_per_s > 0 && ` ${t('Shared rounds give {shared} updates a second, this server alone {alone}.', rates)}`}
    ${round_trip_ms > 0 && ` ${t('A member answers a round after {time}.', { time: duration(round_trip_ms) })}`}</p>`;
}

export function Credit({ game: { credit, updates, pace } }) {
  const share = (used) => number(updates > 0 ? used / updates : 0, { style: 'percent', maximumSignificantDigits: 2 });
  return html`<h3>${t('Who did what')}</h3>
    ${pace && html`<${Pace} pace=${pace} />`}
    <div class="scroll panel shards" tabindex="0" role="region" aria-label=${t('Who did what')}><table>
      <thead><tr><th scope="col">${t('member')}</th><th scope="col" class="right">${t('part')}</th>
        ${columns.map(([field, name]) => html`<th scope="col" class="right" key=${field}>${t(name)}</th>`)}</tr></thead>
      <tbody>${credit.map((of, i) => html`<tr key=${i}>
        <th scope="row">${i === 0 ? t('this server') : of.member}${i > 0 && of.kind !== of.member && html` <span class="tag">${t(of.kind)}</span>`}</th>
        <td class="right num">${share(of.used)}</td>
        ${columns.map(([field, , format]) => html`<td class="right num" key=${field}>${i === 0 && field === 'round_trip_ms' ? '–' : format(of[field])}</td>`)}</tr>`)}</tbody>
    </table></div>
    <p class="small muted">${t('In updates. A member’s are those of the players in its rows.')}</p>`;
}

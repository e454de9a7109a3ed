// What each member contributed to shared work.
import '../../style/shards.css';
import { html } from '../../app/dom.js';
import { compact, duration, number, t } from '../../app/i18n.js';

const columns = [
  ['used', /* t */ 'contributed', compact], ['computed', /* t */ 'computed', compact], ['verified', /* t */ 'checked here', compact],
  ['wasted', /* t */ 'not needed', compact], ['round_trip_ms', /* t */ 'round trip', duration], ['late', /* t */ 'late answers', number],
  ['wrong', /* t */ 'wrong answers', number], ['faults', /* t */ 'faults', number]
];

// States of members of a farm: name, look.
const states = {
  working: [/* t */ 'working', 'running'], done: [/* t */ 'done', 'succeeded'], lost: [/* t */ 'lost', 'cancelled'], left: [/* t */ 'has left', 'cancelled'],
  unable: [/* t */ 'unable', 'cancelled'], quarantined: [/* t */ 'quarantined', 'failed']
};

const State = ({ state }) => html`<span class=${`state ${states[state]?.[1] ?? ''}`}>${states[state] ? t(states[state][0]) : state}</span>`;

// credit: of a progress report or a result; whole: what all used parts add up to; units: the name of the units of a farm, whose
// column comes first; live: the states of its members are shown; quarantined: members that were excluded, with why; children: what stands
// above the table; note: what the numbers count, if that is known
export function Credit({ credit, whole, units, live, quarantined = [], note, children }) {
  const share = (used) => number(whole > 0 ? used / whole : 0, { style: 'percent', maximumSignificantDigits: 2 }), hub = credit[0]?.member === 'hub';
  const isHere = ({ member, kind }) => member === 'hub' || (!hub && kind === 'local'), shown = [...(units ? [['units', units, number]] : []), ...columns];
  return html`${credit.length > 0 && html`<h3>${t('Who did what')}</h3>
    ${children}
    <div class="scroll panel shards" tabindex="0" role="region" aria-label=${t('Who did what')}><table>
      <thead><tr><th scope="col">${t('member')}</th>${live && html`<th scope="col">${t('state')}</th>`}<th scope="col" class="right">${t('part')}</th>
        ${shown.map(([key, name]) => html`<th scope="col" class="right" key=${key}>${key === 'units' ? name : t(name)}</th>`)}</tr></thead>
      <tbody>${credit.map((of, i) => html`<tr key=${i}>
        <th scope="row">${isHere(of) ? t('this server') : of.member}${!isHere(of) && of.kind !== of.member && html` <span class="tag">${t(of.kind)}</span>`}</th>
        ${live && html`<td><${State} state=${of.state} /></td>`}
        <td class="right num">${share(of.used)}</td>
        ${shown.map(([key, , format]) => html`<td class="right num" key=${key}>${isHere(of) && key === 'round_trip_ms' ? '–' : format(of[key])}</td>`)}</tr>`)}</tbody>
    </table></div>
    ${note && html`<p class="small muted">${note}</p>`}`}
    ${quarantined.map(({ member, why }) => html`<p class="notice bad" key=${member}>${t('{member} was quarantined: {why}', { member, why })}</p>`)}`;
}

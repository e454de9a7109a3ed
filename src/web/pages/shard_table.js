// A table of shards: those of a game (from a job), or all members (GET /v1/shards). Columns without any value are left
// out.
import '../style/shards.css';
import { html } from '../app/dom.js';
import { bytes, duration, number, t } from '../app/i18n.js';
import { bandOf } from '../parts/band.js';

const short = (count) => number(count, { notation: 'compact', maximumFractionDigits: 1 });

const columns = [
  ['updates_per_s', /* t */ 'updates/s', short],
  ['updates', /* t */ 'updates', short],
  ['round_trip_ms', /* t */ 'round trip', duration],
  ['rounds', /* t */ 'rounds', number],
  ['replayed', /* t */ 'replayed', number],
  ['hedged', /* t */ 'hedged', number],
  ['leases', /* t */ 'leases', number],
  ['messages', /* t */ 'messages', short],
  ['bytes', /* t */ 'bytes', bytes],
  ['games', /* t */ 'games', number],
  ['faults', /* t */ 'faults', number]
];

// States: t('idle') t('playing') t('waiting') t('lost') t('quarantined') t('silent') t('done'); of a
// peer t('unknown') t('failed') t('ready'). Kinds: t('local') t('peer') t('server') t('phone')
const looks = { playing: 'running', quarantined: 'failed', lost: 'cancelled', silent: 'cancelled', failed: 'failed', done: 'succeeded' };

// shards: [{member or name, kind, state, rows, …}]; band: the index of the shard in its game, which gives the colour;
// by default the index in the list. last(shard): the content of an extra last column.
export function ShardTable({ label, shards, last }) {
  const shown = columns.filter(([field]) => shards.some((shard) => shard[field] !== undefined));
  const banded = shards.some(({ rows }) => rows);
  return html`<div class="scroll panel shards" tabindex="0" role="region" aria-label=${label}><table>
    <thead><tr>${banded && html`<th scope="col">${t('rows')}</th>`}<th scope="col">${t('member')}</th><th scope="col">${t('state')}</th>
      ${shown.map(([field, name]) => html`<th scope="col" class="right" key=${field}>${t(name)}</th>`)}${last && html`<td></td>`}</tr></thead>
    <tbody>${shards.map((shard, i) => {
      const { member, name = member, kind, state, why, rows, band = i } = shard;
      return html`<tr key=${i}>
        ${banded && html`<td class="num">${rows && html`<i class=${`band ${bandOf(band)}`}></i>${rows.join('–')}`}</td>`}
        <th scope="row">${name}${kind && kind !== name && html` <span class="tag">${t(kind)}</span>`}</th>
        <td><span class=${`state ${looks[state] ?? ''}`}>${state && t(state)}${why && `: ${why}`}</span></td>
        ${shown.map(([field, , format]) => html`<td class="right num" key=${field}>${typeof shard[field] === 'number' && format(shard[field])}</td>`)}
        ${last && html`<td class="right">${last(shard)}</td>`}</tr>`;
    })}</tbody>
  </table></div>`;
}

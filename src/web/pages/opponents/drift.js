// How the predictions went over the hands, in the order in which they were learnt, and where the player changed.
import { html } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';
import { Plot, ticks } from '../../parts/charts/plot.js';

const nats = (value) => number(value, { minimumFractionDigits: 3, maximumFractionDigits: 3 });

// Returns the date of a time such as 20240229183005.
const dateOf = (time) => (time ? String(time).padStart(14, '0').replace(/^(\d{4})(\d\d)(\d\d).*$/, '$1-$2-$3') : '');

// points: [{x, y, uniform}]; changes: numbers of hands
function Curve({ title, label, points, changes, most }) {
  const values = points.flatMap(({ y, uniform }) => (uniform === undefined ? [y] : [y, uniform])), ys = ticks(Math.min(...values), Math.max(...values)), xs = ticks(0, most);
  const path = (x, y, of) => `M${points.map((one) => `${x(one.x).toFixed(1)},${y(of(one)).toFixed(1)}`).join('L')}`;
  const draw = (x, y) => html`${changes.map((hand) => html`<line key=${hand} class="change" x1=${x(hand)} x2=${x(hand)} y1=${y(ys[0])} y2=${y(ys.at(-1))} /><text class="change" x=${x(hand) + (hand > most / 2 ? -4 : 4)} y=${y(ys.at(-1)) + 12} text-anchor=${hand > most / 2 ? 'end' : 'start'}>${t('change')}</text>`)}
    ${points[0].uniform !== undefined && html`<path class="uniform" d=${path(x, y, ({ uniform }) => uniform)} /><text class="uniform" x=${x(points.at(-1).x)} y=${y(points.at(-1).uniform) - 6} text-anchor="end">${t('uniform')}</text>`}
    <path class="curve" d=${path(x, y, (one) => one.y)} />${points.map((one) => html`<circle key=${one.x} class="point" cx=${x(one.x)} cy=${y(one.y)} r="3.5" />`)}`;
  return html`<figure class="panel plot-of"><figcaption>${title}</figcaption><${Plot} label=${label} xs=${xs} ys=${ys} xTitle=${{ text: t('hands') }} yTitle=${{ text: t('nats') }} draw=${draw} /></figure>`;
}

const Row = ({ block: { from_hand: from, hands, from: first, to: last, action_loss: loss, showdown, changed }, dated }) => html`<tr><th scope="row" class="num">${number(from)}–${number(from + hands - 1)}${changed !== undefined && html` <b class="changed">${t('change')}</b>`}</th>
  ${dated && html`<td class="num">${[...new Set([dateOf(first), dateOf(last)])].join(' – ')}</td>`}
  <td class="right num">${loss === undefined ? '–' : nats(loss)}</td><td class="right num">${showdown ? nats(showdown.log_loss) : '–'}</td><td class="right num">${showdown ? nats(showdown.uniform) : '–'}</td></tr>`;

export function Drift({ drift }) {
  const middle = ({ from_hand: from, hands }) => from - 1 + hands / 2, most = drift.at(-1).from_hand + drift.at(-1).hands - 1, dated = drift.some(({ from, to }) => from ?? to);
  const changed = drift.filter((block) => block.changed !== undefined), changes = changed.map((block) => block.from_hand - 1);
  const acts = drift.filter((block) => block.action_loss !== undefined).map((block) => ({ x: middle(block), y: block.action_loss })), shown = drift.filter(({ showdown }) => showdown).map((block) => ({ x: middle(block), y: block.showdown.log_loss, uniform: block.showdown.uniform }));
  return html`<h3>${t('Over time')}</h3>
    <p>${changed.length ? changed.map((block) => html`<span key=${block.from_hand}>${t('The player changed after hand {n}: the hands since then speak for it by {nats} nats.', { n: number(block.from_hand - 1), nats: number(block.changed, { maximumFractionDigits: 1 }) })} ${t('Earlier ones count less.')} </span>`) : t('No change of the player was found.')}</p>
    <div class="opp-pair">${acts.length > 0 && html`<${Curve} title=${t('Log-loss of the actions')} label=${t('Log-loss of the actions over the hands; the table has the values.')} points=${acts} changes=${changes} most=${most} />`}
      ${shown.length > 0 && html`<${Curve} title=${t('Log-loss of the cards shown')} label=${t('Log-loss of the cards shown over the hands; the table has the values.')} points=${shown} changes=${changes} most=${most} />`}</div>
    <details class="panel"><summary>${t('As a table')}</summary><div class="scroll" role="region" aria-label=${t('Over time')} tabindex="0"><table><thead><tr><th scope="col">${t('Hands')}</th>${dated && html`<th scope="col">${t('Played')}</th>`}<th scope="col" class="right">${t('Actions')}</th><th scope="col" class="right">${t('Cards shown')}</th><th scope="col" class="right">${t('Uniform')}</th></tr></thead>
      <tbody>${drift.map((block) => html`<${Row} key=${block.from_hand} block=${block} dated=${dated} />`)}</tbody></table></div></details>`;
}

// Predicted and observed shares of wins: points on the diagonal mean that what was said happened as often.
import { html } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';
import { Plot } from '../../parts/charts/plot.js';

const TENTHS = [0, 0.2, 0.4, 0.6, 0.8, 1], SMALLEST = 3, LARGEST = 12; // px, radii of points

const percent = (value) => number(value, { style: 'percent', maximumFractionDigits: 0 });
const four = (value) => number(value, { minimumFractionDigits: 3, maximumFractionDigits: 3 });

export function Calibration({ wins: { n, brier, brier_uniform: brierUniform, ece, ece_uniform: eceUniform, bins } }) {
  const rows = bins.filter((bin) => bin.n > 0), most = Math.max(...rows.map((bin) => bin.n)), radius = (count) => SMALLEST + (LARGEST - SMALLEST) * Math.sqrt(count / most);
  const draw = (x, y) => html`<line class="even" x1=${x(0)} y1=${y(0)} x2=${x(1)} y2=${y(1)} />${rows.map(({ from, said, won, n: count }) => html`<circle key=${from} class="bin" cx=${x(said)} cy=${y(won)} r=${radius(count)} />`)}`;
  return html`<h3>${t('Calibration of the chance to win')}</h3><div class="opp-pair">
    <figure class="panel plot-of"><${Plot} label=${t('Observed against predicted chances to win; the table has the values.')} xs=${TENTHS} ys=${TENTHS} xText=${percent} yText=${percent} xTitle=${{ text: t('predicted') }} yTitle=${{ text: t('observed') }} draw=${draw} />
      <figcaption class="hint">${t('On the diagonal, what was predicted happened as often. Large points stand for many showdowns.')}</figcaption></figure>
    <div class="panel"><table class="bins"><caption class="visually-hidden">${t('Calibration of the chance to win')}</caption><thead><tr><th scope="col" class="right">${t('Predicted')}</th><th scope="col" class="right">${t('Observed')}</th><th scope="col" class="right">${t('Showdowns')}</th></tr></thead>
      <tbody>${rows.map(({ from, said, won, n: count }) => html`<tr key=${from}><td class="right num">${percent(said)}</td><td class="right num">${percent(won)}</td><td class="right num">${number(count)}</td></tr>`)}</tbody></table></div></div>
    <p>${t('Brier score {brier}, of uniform hands {uniform}; calibration error {ece}, of uniform hands {eceUniform}; {n} showdowns.', { brier: four(brier), uniform: four(brierUniform), ece: percent(ece), eceUniform: percent(eceUniform), n: number(n) })}</p>`;
}

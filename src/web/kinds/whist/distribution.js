// How many deals of an order give the leader so many tricks, as bars and as a table; the place of a hand among them.
import { cls, html } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';
import '../../style/chart.css';

const WIDTH = 640, HEIGHT = 240, LEFT = 8, BOTTOM = 24, TOP = 24; // units of the drawing

const percent = (share) => (share > 0 && share < 0.0005 ? t('< 0.1 %') : number(share, { style: 'percent', maximumFractionDigits: 1 }));

function Bars({ shares, mine }) {
  const high = Math.max(...shares), step = (WIDTH - 2 * LEFT) / shares.length, bar = step * 0.78;
  const rise = (share) => (share / high) * (HEIGHT - BOTTOM - TOP);
  return html`<svg viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} aria-hidden="true">
    <line class="base" x1=${LEFT} x2=${WIDTH - LEFT} y1=${HEIGHT - BOTTOM} y2=${HEIGHT - BOTTOM} />
    ${shares.map((share, i) => {
      const x = LEFT + i * step + (step - bar) / 2, height = Math.max(share > 0 ? 1.5 : 0, rise(share)), y = HEIGHT - BOTTOM - height;
      return html`<g key=${i} class=${cls({ mine: i === mine })}><rect x=${x} y=${y} width=${bar} height=${height} rx="3" />
        ${(share >= 0.01 || i === mine) && html`<text class="share" x=${x + bar / 2} y=${y - 6}>${i === mine ? `▼ ${percent(share)}` : percent(share)}</text>`}
        <text x=${x + bar / 2} y=${HEIGHT - 7}>${i}</text></g>`;
    })}
  </svg>`;
}

export function Distribution({ result }) {
  const { order, counts, total, mean, below, equal, percentile } = result.distribution;
  const shares = counts.map((count) => count / total);
  const mine = percentile === undefined ? undefined : result.tricks?.[result.leader];
  const title = t('Deals of order {n} by the leader\'s tricks', { n: order });
  return html`<section class="wide distribution"><figure class="chart panel"><figcaption>${title}</figcaption><${Bars} shares=${shares} mine=${mine} /></figure>
    <p class="num">${[t('{count} deals', { count: number(total) }), t('Mean {mean}', { mean: number(mean, { maximumFractionDigits: 2 }) })].join(' · ')}</p>
    ${percentile !== undefined && html`<p class="num verdict">${t('This deal: better for the leader than {below} of all, as good as {equal}. Percentile {percentile}.',
      { below: percent(below / total), equal: percent(equal / total), percentile: number(percentile, { maximumFractionDigits: 1 }) })}</p>`}
    <details><summary>${t('As a table')}</summary><div class="scroll" tabindex="0" role="region" aria-label=${title}><table class="numeric"><thead><tr>
      <th scope="col">${t('Tricks')}</th><th scope="col">${t('Deals')}</th><th scope="col">${t('Share')}</th></tr></thead>
      <tbody>${counts.map((count, i) => html`<tr key=${i} class=${cls({ mine: i === mine })}><th scope="row">${i}</th><td>${number(count)}</td><td>${percent(shares[i])}</td></tr>`)}</tbody></table></div></details>
  </section>`;
}

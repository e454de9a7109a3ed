// The number of deals of an order by the leader's tricks, as bars and as a table, with the position of the deal among
// them.
import { useWidth } from '../../app/ui/width.js';
import { cls, html, useRef } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';

const HEIGHT = 230, BOTTOM = 24, TOP = 24, LABEL = 40; // px; a bar at least LABEL wide has its share above it

const percent = (share) => (share > 0 && share < 0.0005 ? t('< 0.1 %') : number(share, { style: 'percent', maximumFractionDigits: 1 }));

function Bars({ shares, mine }) {
  const place = useRef(), width = useWidth(place);
  const high = Math.max(...shares), step = width / shares.length, bar = Math.min(step * 0.78, 70);
  const rise = (share) => (share / high) * (HEIGHT - BOTTOM - TOP);
  return html`<div class="plot" ref=${place}>${width > 0 && html`<svg width=${width} height=${HEIGHT} aria-hidden="true">
    <line class="base" x1="0" x2=${width} y1=${HEIGHT - BOTTOM} y2=${HEIGHT - BOTTOM} />
    ${shares.map((share, i) => {
      const middle = (i + 0.5) * step, height = Math.max(share > 0 ? 1.5 : 0, rise(share)), y = HEIGHT - BOTTOM - height, told = i === mine || (share >= 0.01 && step >= LABEL);
      return html`<g key=${i} class=${cls({ mine: i === mine })}><rect x=${middle - bar / 2} y=${y} width=${bar} height=${height} rx="3" />
        ${told && html`<text x=${middle} y=${y - 6}>${i === mine ? `▼ ${percent(share)}` : percent(share)}</text>`}
        <text x=${middle} y=${HEIGHT - 7}>${i}</text></g>`;
    })}</svg>`}</div>`;
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

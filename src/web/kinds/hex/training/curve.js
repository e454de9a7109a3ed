// The curve of a training: win rates with their intervals, and the loss. The table below it has the same numbers.
import { cls, html } from '../../../app/dom.js';
import { compact, number, t } from '../../../app/i18n.js';
import { Plot, ticks } from '../../../parts/charts/plot.js';
import { percent } from '../opinion.js';
import { rateWords } from './words.js';
import './training.css';

const RATES = [0, 0.25, 0.5, 0.75, 1], LOSS_HEIGHT = 150; // px

const pathOf = (points, x, y) => points.map(({ step, value }, i) => `${i ? 'L' : 'M'}${x(step).toFixed(1)} ${y(value).toFixed(1)}`).join('');
const bandOf = (points, x, y) => `${points.map(({ step, high }, i) => `${i ? 'L' : 'M'}${x(step).toFixed(1)} ${y(high).toFixed(1)}`).join('')}${[...points].reverse().map(({ step, low }) => `L${x(step).toFixed(1)} ${y(low).toFixed(1)}`).join('')}Z`;

const mostSteps = (lines) => Math.max(1, ...lines.map(({ points }) => points.at(-1)?.step ?? 0));

function drawLine({ points, band }, i, x, y) {
  const last = points.at(-1);
  return last && html`<g key=${i} class=${`line${i}`}>${band && html`<path class="band" d=${bandOf(points, x, y)} />`}<path class="of" d=${pathOf(points, x, y)} />
    ${points.length < 60 && points.map(({ step, value }) => html`<circle cx=${x(step)} cy=${y(value)} r="2" />`)}<circle cx=${x(last.step)} cy=${y(last.value)} r="3.5" /></g>`;
}

const Legend = ({ lines, words }) => html`<p class="hex-curve-legend" aria-hidden="true">${lines.map(({ name, points }, i) => html`<span key=${name}><svg width="22" height="10" class=${`line${i}`}><path class="of" d="M1 5H21" /></svg>${name} <b class="num">${points.length ? words(points.at(-1)) : '–'}</b></span>`)}</p>`;

// rates, losses: lines [{ name, points }] of points.js; label: of the picture
export function Curve({ label, rates, losses }) {
  const xs = ticks(0, mostSteps(losses)), lossMost = Math.max(0.01, ...losses.flatMap(({ points }) => points.map(({ value }) => value))), lossText = ({ value }) => number(value, { maximumFractionDigits: 3 });
  const said = [...rates.map(({ name, points }) => points.length && `${name}: ${rateWords(points.at(-1))}`)].filter(Boolean).join(', '), step = { text: t('step') };
  return html`<div class="hex-curve"><${Plot} label=${[label, said].filter(Boolean).join('. ')} xs=${xs} ys=${RATES} xText=${compact} yText=${percent} xTitle=${step} yTitle=${{ text: t('games won, %, with 95 % intervals') }} height=${280}
      draw=${(x, y) => rates.map((line, i) => drawLine({ ...line, band: true }, i, x, y))} />
    <${Legend} lines=${rates} words=${rateWords} />
    <div class="hex-loss"><${Plot} label=${t('Loss')} xs=${xs} ys=${ticks(0, lossMost)} xText=${compact} xTitle=${step} yTitle=${{ text: t('loss') }} height=${LOSS_HEIGHT} draw=${(x, y) => losses.map((line, i) => drawLine(line, i, x, y))} /></div>
    ${losses.length > 1 && html`<${Legend} lines=${losses} words=${lossText} />`}
    <${Table} rates=${rates} losses=${losses} /></div>`;
}

function Table({ rates, losses }) {
  const steps = [...new Set(losses.flatMap(({ points }) => points.map(({ step }) => step)))].sort((a, b) => a - b), many = losses.length > 1;
  const at = ({ points }, step, words) => { const found = points.find((point) => point.step === step); return html`<td class="right num">${found ? words(found) : '–'}</td>`; };
  return html`<details class=${cls('hex-curve-table')}><summary>${t('The curve as a table')}</summary><div class="scroll" role="region" aria-label=${t('The curve as a table')} tabindex="0"><table>
    <thead><tr><th scope="col" class="right">${t('Step')}</th>${rates.map(({ name }) => html`<th scope="col" class="right">${name}</th>`)}${losses.map(({ name }) => html`<th scope="col" class="right">${many ? t('{name}, loss', { name }) : t('Loss')}</th>`)}</tr></thead>
    <tbody>${steps.map((step) => html`<tr key=${step}><th scope="row" class="right num">${number(step)}</th>${rates.map((line) => at(line, step, rateWords))}${losses.map((line) => at(line, step, ({ value }) => number(value, { maximumFractionDigits: 4 })))}</tr>`)}</tbody></table></div></details>`;
}

// Pure outcomes as points in the plane of both payoffs. The Pareto front and the equilibria are marked.
import { cls, html, useMemo, useRef } from '../../app/dom.js';
import { useWidth } from '../../app/ui/chart.js';
import { number, t } from '../../app/i18n.js';
import { pureOf } from './equilibria.js';
import { show, value } from './number.js';
import { colPlayer, rowPlayer } from './table.js';

const HEIGHT = 320, LEFT = 52, RIGHT = 24, TOP = 22, BOTTOM = 44; // px
const NAMED = 16, DRAWN = 2500; // points that have names, points that are drawn

// Returns round numbers from about low to about high.
function ticks(low, high) {
  const rough = (high - low || 1) / 5, power = 10 ** Math.floor(Math.log10(rough)), step = power * [1, 2, 5, 10].find((factor) => factor * power >= rough);
  const first = Math.floor(low / step), last = Math.max(Math.ceil(high / step), first + 1);
  return Array.from({ length: last - first + 1 }, (_, i) => (first + i) * step);
}

// Returns one point for each pair of payoffs, with all its profiles.
function pointsOf(game) {
  const front = new Set(game.pareto.map(({ payoff }) => payoff.join(' '))), pure = pureOf(game), points = new Map();
  game.row_payoff.forEach((line, i) => line.forEach((a, j) => {
    const b = game.col_payoff[i][j], key = `${a} ${b}`;
    const point = points.get(key) ?? { x: value(a), y: value(b), names: [], front: front.has(key), pure: false, a, b };
    point.names.push(`${game.rows[i]}, ${game.cols[j]}`);
    point.pure ||= pure.has(`${i} ${j}`);
    points.set(key, point);
  }));
  return [...points.values()].sort((one, two) => Number(one.front) - Number(two.front)).slice(-DRAWN);
}

function Point({ point, x, y, named, width }) {
  const left = x > width * 0.6;
  return html`<g class=${cls('point', { front: point.front, pure: point.pure })}><title>${`${point.names.join(' / ')}: ${show(point.a)}, ${show(point.b)}`}</title>
    ${point.pure && html`<circle class="ring" cx=${x} cy=${y} r="9" />`}<circle cx=${x} cy=${y} r=${point.front ? 5 : 4} />
    ${named && html`<text x=${left ? x - 12 : x + 12} y=${y + 4} text-anchor=${left ? 'end' : 'start'}>${point.names[0]}${point.names.length > 1 ? ' …' : ''}</text>`}</g>`;
}

export function Pareto({ game }) {
  const place = useRef(), width = useWidth(place), points = useMemo(() => pointsOf(game), [game]);
  const xs = ticks(Math.min(...points.map((one) => one.x)), Math.max(...points.map((one) => one.x))), ys = ticks(Math.min(...points.map((one) => one.y)), Math.max(...points.map((one) => one.y)));
  const x = (at) => LEFT + (at - xs[0]) / (xs.at(-1) - xs[0]) * (width - LEFT - RIGHT), y = (at) => HEIGHT - BOTTOM - (at - ys[0]) / (ys.at(-1) - ys[0]) * (HEIGHT - BOTTOM - TOP);
  const better = game.pareto_better_than_equilibrium ?? [];
  return html`<div class="pair-of"><figure class="plot-of"><div ref=${place} class="plot" role="img" aria-label=${t('The payoffs of both players, a point for each outcome; {count} are on the Pareto front.', { count: number(game.pareto_count) })}>
      ${width > 0 && html`<svg width=${width} height=${HEIGHT} aria-hidden="true"><g class="axes">
        ${ys.map((at) => html`<line x1=${LEFT} x2=${width - RIGHT} y1=${y(at)} y2=${y(at)} /><text x=${LEFT - 6} y=${y(at) + 4} text-anchor="end">${number(at)}</text>`)}
        ${xs.map((at) => html`<line x1=${x(at)} x2=${x(at)} y1=${TOP} y2=${HEIGHT - BOTTOM} /><text x=${x(at)} y=${HEIGHT - BOTTOM + 16} text-anchor="middle">${number(at)}</text>`)}
        <text class="row-player" x=${width - RIGHT} y=${HEIGHT - 6} text-anchor="end">${rowPlayer(game)} →</text><text class="col-player" x="4" y="13">↑ ${colPlayer(game)}</text></g>
        ${points.map((point, i) => html`<${Point} key=${i} point=${point} x=${x(point.x)} y=${y(point.y)} named=${points.length <= NAMED} width=${width} />`)}</svg>`}</div>
    <figcaption class="legend hint"><span><svg width="14" height="14" aria-hidden="true"><g class="point front"><circle cx="7" cy="7" r="5" /></g></svg> ${t('Pareto front')}</span>
      <span><svg width="20" height="20" aria-hidden="true"><g class="point pure"><circle class="ring" cx="10" cy="10" r="9" /><circle cx="10" cy="10" r="4" /></g></svg> ${t('pure equilibrium')}</span></figcaption></figure>
    <div><h2>${t('Pareto front')}</h2><p>${t('No player can gain without the other losing:')} ${game.pareto.slice(0, NAMED).map(({ row, col }) => `${row}, ${col}`).join('; ')}${game.pareto_count > NAMED ? ' …' : '.'}</p>
    ${better.slice(0, 3).map(({ row, col, than }) => html`<p class="notice warn" key=${`${row} ${col} ${than}`}>${t('Both could do better than in the equilibrium {equilibrium}: {outcome}.', { equilibrium: `${game.pure[than].row}, ${game.pure[than].col}`, outcome: `${row}, ${col}` })}</p>`)}</div></div>`;
}

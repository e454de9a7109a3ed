// Pure outcomes as points in the plane of both payoffs. The Pareto front and the equilibria are marked.
import { cls, html, useMemo } from '../../../app/dom.js';
import { number, t } from '../../../app/i18n.js';
import { show, value } from '../number.js';
import { Plot, ticks } from '../../../parts/charts/plot.js';
import { playersOf } from '../words.js';

const NAMED = 16, DRAWN = 2500; // points that have names, points that are drawn

// Returns one point for each pair of payoffs, with all its profiles.
function pointsOf(game) {
  const front = new Set(game.pareto.map(({ payoff }) => payoff.join(' '))), pure = new Set((game.pure ?? []).map(({ row, col }) => `${game.rows.indexOf(row)} ${game.cols.indexOf(col)}`)), points = new Map();
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

// game: of game.js; result: of the server
export function Pareto({ game, result }) {
  const points = useMemo(() => pointsOf(result), [result]), [row, col] = playersOf(game), better = result.pareto_better_than_equilibrium ?? [];
  const xs = ticks(Math.min(...points.map((one) => one.x)), Math.max(...points.map((one) => one.x))), ys = ticks(Math.min(...points.map((one) => one.y)), Math.max(...points.map((one) => one.y)));
  return html`<figure class="plot-of"><${Plot} label=${t('The payoffs of both players, a point for each outcome; {count} are on the Pareto front.', { count: number(result.pareto_count) })} xs=${xs} ys=${ys}
      xTitle=${{ text: row, mark: 'row-player' }} yTitle=${{ text: col, mark: 'col-player' }}
      draw=${(x, y, width) => points.map((point, i) => html`<${Point} key=${i} point=${point} x=${x(point.x)} y=${y(point.y)} named=${points.length <= NAMED} width=${width} />`)} />
    <figcaption class="legend hint"><span><svg width="14" height="14" aria-hidden="true"><g class="point front"><circle cx="7" cy="7" r="5" /></g></svg> ${t('Pareto front')}</span>
      <span><svg width="20" height="20" aria-hidden="true"><g class="point pure"><circle class="ring" cx="10" cy="10" r="9" /><circle cx="10" cy="10" r="4" /></g></svg> ${t('pure equilibrium')}</span></figcaption></figure>
    <p>${t('No player can gain without the other losing:')} ${result.pareto.slice(0, NAMED).map((one) => `${one.row}, ${one.col}`).join('; ')}${result.pareto_count > NAMED ? ' …' : '.'}</p>
    ${better.slice(0, 3).map((one) => html`<p class="notice warn" key=${`${one.row} ${one.col} ${one.than}`}>${t('Both could do better than in the equilibrium {equilibrium}: {outcome}.', { equilibrium: `${result.pure[one.than].row}, ${result.pure[one.than].col}`, outcome: `${one.row}, ${one.col}` })}</p>`)}`;
}

// Equilibria as a picture, for games in which a player has two strategies: the payoff of each answer over the weight of
// the first strategy, with its envelope; for 2x2 games also the best answers of both in the square of their weights.
import { cls, html, useMemo } from '../../../app/dom.js';
import { t } from '../../../app/i18n.js';
import { value } from '../number.js';
import { answersOf, linesOf } from './picture.js';
import { Plot, ticks } from '../../../parts/charts/plot.js';
import { playersOf } from '../words.js';

const UNIT = [0, 0.25, 0.5, 0.75, 1];
const NAMED = 8; // lines that have names

const path = (points, x, y) => points.map(([a, b], i) => `${i ? 'L' : 'M'}${x(a).toFixed(1)} ${y(b).toFixed(1)}`).join('');
const Mark = ({ x, y, on }) => html`<circle class=${cls('mark', { on })} cx=${x} cy=${y} r=${on ? 7 : 5} />`;

function Envelope({ game, result, list, on }) {
  const { by, lower, lines, corners, marks } = useMemo(() => linesOf(result, list), [result]), players = playersOf(game), zero = result.game === 'zero_sum';
  const own = by === 'row' ? result.rows : result.cols, others = by === 'row' ? result.cols : result.rows, payee = zero ? 0 : by === 'row' ? 1 : 0, other = by === 'row' ? 'col' : 'row';
  const all = lines.flat(), ys = ticks(Math.min(...all), Math.max(...all));
  const which = !zero ? t('The bold upper envelope has the best answers.') : lower ? t('The bold lower envelope is certain, its highest point is the value.') : t('The bold upper envelope is the most to be paid, its lowest point is the value.');
  const label = `${t('The payoff of {player} over the probability of {strategy}, a line for each answer.', { player: players[payee], strategy: own[0] })} ${which}`;
  return html`<figure class="plot-of"><figcaption class="hint">${label}</figcaption><${Plot} label=${label} xs=${UNIT} ys=${ys} xTitle=${{ text: own[0], mark: `${by}-player` }} yTitle=${{ text: players[payee], mark: `${payee ? 'col' : 'row'}-player` }}
    draw=${(x, y, width) => html`${lines.map(([from, to], k) => html`<g key=${k} class=${`answer ${other}-player`}><path d=${path([[0, from], [1, to]], x, y)} />
        ${lines.length <= NAMED && html`<text x=${k % 2 ? width - 24 : x(0) + 6} y=${y(k % 2 ? to : from) - 5} text-anchor=${k % 2 ? 'end' : 'start'}>${others[k]}</text>`}</g>`)}
      <path class=${`envelope ${other}-player`} d=${path(corners, x, y)} />${marks.map(([p, at, i]) => html`<${Mark} key=${i} x=${x(p)} y=${y(at)} on=${i === on} />`)}`} /></figure>`;
}

function Square({ game, result, list, on }) {
  const { row, col, full } = useMemo(() => answersOf(result), [result]), [one, two] = playersOf(game), strategies = [result.rows[0], result.cols[0]];
  const label = t('Best answers: the probability of {row} for {one}, of {col} for {two}. Where the lines meet, each answers the other best: the equilibria.', { row: strategies[0], one, col: strategies[1], two });
  return html`<figure class="plot-of"><figcaption class="hint">${label}</figcaption><${Plot} label=${label} xs=${UNIT} ys=${UNIT} xTitle=${{ text: strategies[0], mark: 'row-player' }} yTitle=${{ text: strategies[1], mark: 'col-player' }}
    draw=${(x, y) => html`${full.map((player) => html`<rect key=${player} class=${`whole ${player}-player`} x=${x(0)} y=${y(1)} width=${x(1) - x(0)} height=${y(0) - y(1)} />`)}
      ${row && html`<path class="reply row-player" d=${path(row, x, y)} />`}${col && html`<path class="reply dashed col-player" d=${path(col, x, y)} />`}
      ${list.map((each, i) => html`<${Mark} key=${i} x=${x(value(each.row[0]))} y=${y(value(each.col[0]))} on=${i === on} />`)}`} /></figure>`;
}

// on: the place of the equilibrium that the table shows
export function Curves({ game, result, list, on }) {
  const square = result.rows.length === 2 && result.cols.length === 2;
  return html`${square && html`<${Square} game=${game} result=${result} list=${list} on=${on} />`}<${Envelope} game=${game} result=${result} list=${list} on=${on} />`;
}

// A small game of imperfect information: which game is the question; the curve of the exploitability and the strategy are the answer.
import { html, useMemo, useRef } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';
import { openFile } from '../../parts/intake.js';
import { Plot } from '../../parts/charts/plot.js';
import { Surface } from '../../surface/surface.js';
import { NAMED, curveOf, gameOf, strategiesOf } from './game.js';
import { amount, percent } from './words.js';

// t('Kuhn poker') t('Leduc hold’em') t('Liar’s dice')
const NAMES = { kuhn: 'Kuhn poker', leduc: 'Leduc hold’em', liars_dice: 'Liar’s dice' };
const RULES = {
  kuhn: /* t */ 'Three cards, one each, an ante of 1 and one bet of 1.', leduc: /* t */ 'Six cards, one each and one on the table; two rounds of bets of 2 and 4.',
  liars_dice: /* t */ 'One die each; each bid is higher than the last, until somebody calls the liar.'
};

const power = (at) => `10${String(at).replace(/[-\d]/g, (one) => (one === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[one]))}`;
const range = (values) => {
  const low = Math.floor(Math.min(...values)), high = Math.max(low + 1, Math.ceil(Math.max(...values))), step = Math.ceil((high - low) / 6);
  return Array.from({ length: Math.floor((high - low) / step) + 2 }, (_, i) => low + i * step).filter((at, i, all) => i === 0 || all[i - 1] < high);
};

// The exploitability over the iterations, both on scales of powers of ten.
function Curve({ points }) {
  const drawn = curveOf(points);
  if (drawn.length < 2) return html`<div class="plot"></div>`;
  const [, last] = points.at(-1), label = t('The exploitability after each number of iterations; at the end {value}.', { value: number(last, { maximumSignificantDigits: 2 }) });
  return html`<figure class="plot-of"><${Plot} label=${label} xs=${range(drawn.map(([x]) => x))} ys=${range(drawn.map(([, y]) => y))} xText=${power} yText=${power} xTitle=${{ text: t('iterations') }} yTitle=${{ text: t('exploitability') }} height=${280}
    draw=${(x, y) => html`<path class="curve" d=${`M${drawn.map(([a, b]) => `${x(a).toFixed(1)},${y(b).toFixed(1)}`).join('L')}`} />`} /></figure>`;
}

const FIRST = 60; // information sets of a player that are drawn

const Strategy = ({ player, rows }) => html`<details open=${rows.length <= 14}><summary>${t('Strategy of {player}: {count} information sets', { player, count: number(rows.length) })}</summary>
  <table class="strategy"><tbody>${rows.slice(0, FIRST).map(({ infoset, actions }) => html`<tr key=${infoset}><th scope="row"><code>${infoset}</code></th>${actions.map(([name, share]) => html`<td key=${name}><span class="chance" style=${{ '--share': share }}>${name} <b class="num">${percent(share, 1)}</b></span></td>`)}</tr>`)}</tbody></table>
  ${rows.length > FIRST && html`<p class="muted">${t('{count} more are in the JSON.', { count: number(rows.length - FIRST) })}</p>`}</details>`;

function verdictOf(result) {
  const { value, exploitability: gap } = result, worth = Array.isArray(value) ? value[0] : value;
  const text = gap === undefined || gap === null ? t('Worth {value} to the first player', { value: amount(worth, 6) }) : t('Worth {value} to the first player; exploitable by {gap}', { value: amount(worth, 6), gap: number(gap, { maximumSignificantDigits: 2 }) });
  return { tone: result.timeout ? 'warn' : 'good', text };
}

// Keeps the points of a running job, which reports one at a time.
function usePoints(job) {
  const kept = useRef({ id: undefined, points: [] }), now = job?.progress;
  if (kept.current.id !== job?.id) kept.current = { id: job?.id, points: [] };
  if (now?.iterations && now.iterations !== kept.current.points.at(-1)?.[0]) kept.current.points.push([now.iterations, now.exploitability]);
  return kept.current.points;
}

function Chooser({ game, change }) {
  return html`<div class="row tight" role="group" aria-label=${t('Game')}>${NAMED.map((name) => html`<button type="button" class="second" key=${name} aria-pressed=${game.name === name} disabled=${!change} onClick=${() => change({ game: name })}>${t(NAMES[name])}</button>`)}
    ${change && html`<button type="button" class="second" aria-pressed=${game.name === 'efg'} onClick=${() => openFile('.efg,.txt,text/plain', change)}>${t('Open an .efg file')}</button>`}</div>`;
}

export function GamePage({ session, kind, problem }) {
  const state = session.state.value, open = (state === 'editing' || state === 'refused') && !session.opening.value, game = useMemo(() => gameOf(problem), [problem]), result = session.answer.value, job = session.job.value;
  const live = usePoints(job), points = result?.curve ?? live, strategies = useMemo(() => (result ? strategiesOf(result) : []), [result]), change = open ? (next) => session.change(next, { push: true }) : undefined;
  const board = html`<div class="imperfect-board"><${Chooser} game=${game} change=${change} />
    ${RULES[game.name] && html`<p class="muted">${t(RULES[game.name])}</p>`}
    ${game.name === 'efg' && html`<textarea class="efg" rows="12" spellcheck=${false} aria-label=${t('Game in Gambit’s .efg format')} value=${game.text} readonly=${!open} onChange=${({ target }) => session.change(target.value)}></textarea>`}
    ${(points.length > 0 || !result) && html`<${Curve} points=${points} />`}</div>`;
  return html`<${Surface} session=${session} kind=${kind} className="imperfect" board=${board} verdict=${result && verdictOf(result)} status=${t('Solve it, and the curve falls to an equilibrium.')}
    progress=${job?.progress?.iterations === undefined ? undefined : { text: t('{count} iterations, exploitable by {gap}', { count: number(job.progress.iterations), gap: number(job.progress.exploitability, { maximumSignificantDigits: 2 }) }) }}
    actions=${(state === 'editing' || state === 'refused') && html`<button type="button" onClick=${() => session.ask()}>${t('Solve')}</button>`}>
    ${result && html`<p class="muted">${[result.method, result.infosets !== undefined && t('{count} information sets', { count: number(result.infosets) }), result.iterations && t('{count} iterations', { count: number(result.iterations) })].filter(Boolean).join(' · ')}</p>`}
    ${strategies.map((one) => html`<${Strategy} key=${one.player} ...${one} />`)}<//>`;
}

// A small game of imperfect information: the game and the opponent are the question; the curve, the strategy, and what each degree of
// trust is worth are the answer.
import { html, useMemo, useRef } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';
import { Plot } from '../../parts/charts/plot.js';
import { openFile } from '../../parts/intake.js';
import { Surface } from '../../surface/surface.js';
import { NAMED, STYLES, TRUST, curveOf, gameOf, powersOf, problemOf, strategiesOf } from './game.js';
import { amount, percent } from './words.js';

// t('Kuhn poker') t('Leduc hold’em') t('Liar’s dice')
const NAMES = { kuhn: 'Kuhn poker', leduc: 'Leduc hold’em', liars_dice: 'Liar’s dice' };
const RULES = {
  kuhn: /* t */ 'Three cards, one each, an ante of 1 and one bet of 1.', leduc: /* t */ 'Six cards, one each and one on the table; two rounds of bets of 2 and 4.',
  liars_dice: /* t */ 'One die each; each bid is higher than the last, until one player calls the liar.'
};
// t('a tight player') t('a calling station') t('a maniac') t('a bluffer') t('one who plays strong hands as weak ones') t('one who ignores the cards')
const OPPONENTS = { tight: 'a tight player', station: 'a calling station', maniac: 'a maniac', bluffer: 'a bluffer', inverted: 'one who plays strong hands as weak ones', ignores_cards: 'one who ignores the cards' };
// t('backward induction') t('normal form') t('counterfactual regret minimisation')
const METHODS = { backward_induction: 'backward induction', normal_form: 'normal form' };

const raised = (exponent) => `10${String(exponent).replace(/[-\d]/g, (one) => (one === '-' ? '⁻' : '⁰¹²³⁴⁵⁶⁷⁸⁹'[one]))}`;
// A small number in two digits, by a power of ten below 0.001.
function tiny(value) {
  if (value === 0 || Math.abs(value) >= 1e-3) return number(value, { maximumSignificantDigits: 2 });
  const exponent = Math.floor(Math.log10(Math.abs(value)));
  return `${number(value / 10 ** exponent, { maximumSignificantDigits: 2 })} × ${raised(exponent)}`;
}

// The exploitability over the iterations, both on scales of powers of ten.
function Curve({ points }) {
  const drawn = curveOf(points);
  if (drawn.length < 2) return html`<div class="plot"></div>`;
  const label = t('The exploitability after each number of iterations; at the end {value}.', { value: tiny(points.at(-1)[1]) });
  return html`<figure class="plot-of"><${Plot} label=${label} xs=${powersOf(drawn.map(([x]) => x))} ys=${powersOf(drawn.map(([, y]) => y))} xText=${raised} yText=${raised} xTitle=${{ text: t('iterations') }} yTitle=${{ text: t('exploitability') }} height=${280}
    draw=${(x, y) => html`<path class="curve" d=${`M${drawn.map(([a, b]) => `${x(a).toFixed(1)},${y(b).toFixed(1)}`).join('L')}`} />`} /></figure>`;
}

const FEW = 14, FIRST = 60; // information sets of a player that are shown at once; that are drawn

const Strategy = ({ player, rows }) => html`<details open=${rows.length <= FEW}><summary>${t('Strategy of player {player}: {count} information sets', { player, count: number(rows.length) })}</summary>
  <table class="strategy"><tbody>${rows.slice(0, FIRST).map(({ infoset, actions }) => html`<tr key=${infoset}><th scope="row"><code>${infoset}</code></th>${actions.map(([name, share]) => html`<td key=${name}><span class="chance" style=${{ '--share': share }}>${name} <b class="num">${percent(share, 1)}</b></span></td>`)}</tr>`)}</tbody></table>
  ${rows.length > FIRST && html`<p class="muted">${t('{count} more are in the JSON.', { count: number(rows.length - FIRST) })}</p>`}</details>`;

// What each degree of trust in the model earns against it, and loses at worst.
function Trusts({ result }) {
  const rows = [...(result.comparison ?? []), { trust: result.trust, ev: result.ev, worst_case: result.worst_case }].sort((a, b) => (a.trust ?? 2) - (b.trust ?? 2)).filter(({ trust }, i, all) => i === 0 || trust !== all[i - 1].trust);
  return html`<table class="trusts"><thead><tr><th scope="col">${t('Trust')}</th><th scope="col">${t('Against this opponent')}</th><th scope="col">${t('At worst')}</th></tr></thead><tbody>${rows.map(({ trust, ev, worst_case: worst }) => html`<tr key=${trust} class=${trust === result.trust ? 'asked' : ''}>
    <th scope="row" class="num">${trust === undefined ? t('as far as the data goes') : percent(trust)}</th><td class="num">${amount(ev, 4)}</td><td class="num">${amount(worst, 4)}</td></tr>`)}</tbody></table>`;
}

function verdictOf(result) {
  const { value, ev, exploitability: gap, timeout, want } = result, tone = timeout ? 'warn' : 'good';
  if (want === 'exploit') return { tone, text: t('Earns {value} of at most {most} a hand; at worst {worst}', { value: amount(ev, 4), most: amount(result.best_response_ev, 4), worst: amount(result.worst_case, 4) }) };
  if (value === undefined) return { tone, text: ev === undefined ? t('The answer is below.') : t('Earns {value} a hand', { value: amount(ev, 4) }) };
  const worth = (result.value_exact ?? [])[0] ?? amount(value[0], 6);
  return { tone, text: gap === undefined || gap === null ? t('Worth {value} to the first player', { value: worth }) : t('Worth {value} to the first player; exploitable by {gap}', { value: worth, gap: tiny(gap) }) };
}

// Keeps the points of a running job, which reports one at a time.
function usePoints(job) {
  const kept = useRef({ id: undefined, points: [] }), now = job?.progress;
  if (kept.current.id !== job?.id) kept.current = { id: job?.id, points: [] };
  if (now?.iterations && now.iterations !== kept.current.points.at(-1)?.[0]) kept.current.points.push([now.iterations, now.exploitability]);
  return kept.current.points;
}

// The game, and whom to play against: the equilibrium needs nobody.
function Chooser({ game, change, take }) {
  const against = ({ target }) => change(problemOf(game.name, target.value || undefined, game.style ? game.trust : TRUST));
  return html`<div class="row tight" role="group" aria-label=${t('Game')}>${NAMED.map((name) => html`<button type="button" class="second" key=${name} aria-pressed=${game.name === name} onClick=${() => change(problemOf(name, name === 'liars_dice' ? undefined : game.style, game.trust))}>${t(NAMES[name])}</button>`)}
      <button type="button" class="second" aria-pressed=${game.name === 'efg'} onClick=${() => openFile('.efg,.txt,text/plain', take)}>${t('Open an .efg file')}</button></div>
    ${game.styles && html`<div class="against"><label><span>${t('Find')}</span><select value=${game.style ?? ''} onChange=${against}><option value="">${t('an equilibrium')}</option>
      ${STYLES.map((style) => html`<option key=${style} value=${style}>${t('the answer to {opponent}', { opponent: t(OPPONENTS[style]) })}</option>`)}</select></label>
      ${game.style && html`<label><span>${t('Trust {share}', { share: percent(game.trust) })}</span><input type="range" min="0" max="1" step="0.05" value=${game.trust} onInput=${({ target }) => change(problemOf(game.name, game.style, Number(target.value)))} /></label>`}</div>`}`;
}

export function GamePage({ session, kind, problem }) {
  const state = session.state.value, open = (state === 'editing' || state === 'refused') && !session.opening.value, game = useMemo(() => gameOf(problem), [problem]), result = session.answer.value, job = session.job.value;
  const live = usePoints(job), points = result?.curve ?? live, strategies = useMemo(() => (result ? strategiesOf(result) : []), [result]), [first, ...others] = strategies, inBoard = result && !points.length;
  const board = html`<div class="imperfect-board">${open ? html`<${Chooser} game=${game} change=${session.change} take=${(text) => session.change(text, { push: true })} />` : html`<p><b>${NAMES[game.name] ? t(NAMES[game.name]) : t('A game')}</b>${game.style && ` · ${t(OPPONENTS[game.style])}`}</p>`}
    ${RULES[game.name] && html`<p class="muted">${t(RULES[game.name])}</p>`}
    ${game.name === 'efg' && html`<textarea class="efg" rows="10" spellcheck=${false} aria-label=${t('Game in Gambit’s .efg format')} value=${game.text} readonly=${!open} onChange=${({ target }) => session.change(target.value)}></textarea>`}
    ${result?.comparison && html`<${Trusts} result=${result} />`}${points.length > 0 && html`<${Curve} points=${points} />`}${inBoard && first && html`<${Strategy} ...${first} />`}</div>`;
  const facts = result && [result.method && (METHODS[result.method] ? t(METHODS[result.method]) : `${t('counterfactual regret minimisation')} (${result.method})`), result.exact && t('exact'), result.perfect_information && t('perfect information'),
    result.infosets_count > 0 && t('{count} information sets', { count: number(result.infosets_count) }), result.iterations > 0 && t('{count} iterations', { count: number(result.iterations) })].filter(Boolean).join(' · ');
  return html`<${Surface} session=${session} kind=${kind} className="imperfect" board=${board} verdict=${result && verdictOf(result)} status=${t('Solve it, and the curve falls to an equilibrium.')}
    progress=${job?.progress?.iterations === undefined ? undefined : { text: t('{count} iterations, exploitable by {gap}', { count: number(job.progress.iterations), gap: tiny(job.progress.exploitability) }) }}
    actions=${(state === 'editing' || state === 'refused') && html`<button type="button" onClick=${() => session.ask()}>${t('Solve')}</button>`}>
    ${result && html`<p class="muted">${facts}</p>`}${(inBoard ? others : strategies).map((one) => html`<${Strategy} key=${one.player} ...${one} />`)}<//>`;
}

// Elimination of dominated strategies step by step, forward and back.
import { cls, html, useMemo, useSignal } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { Slider } from '../../parts/slider.js';
import { byText, mean, show } from './number.js';
import { Matrix, colPlayer, rowPlayer } from './table.js';

const byNames = (by) => (typeof by === 'string' ? [by] : Object.keys(by));

function told(game, { player, strategy, by, strict }) {
  const values = { player: player === 'row' ? rowPlayer(game) : colPlayer(game), strategy, by: byText(by) };
  return strict ? t('{player} never plays {strategy}: {by} is better, whatever the other does.', values)
    : t('{player} need not play {strategy}: {by} is never worse and sometimes better.', values);
}

// Compares the payoffs of both against each remaining strategy of the opponent: "press: 1 < 4".
function compared(game, { player, strategy, by }, struck) {
  const row = player === 'row', own = row ? game.rows : game.cols, others = row ? game.cols : game.rows, left = struck[row ? 'col' : 'row'];
  const pay = (i, k) => (row ? game.row_payoff[i][k] : game.col_payoff[k][i]);
  const weights = typeof by === 'string' ? [[by, 1]] : Object.entries(by);
  return others.flatMap((other, k) => {
    if (left.has(k)) return [];
    const less = pay(own.indexOf(strategy), k), more = mean(weights.map(([, weight]) => weight), weights.map(([name]) => pay(own.indexOf(name), k)));
    return [{ other, less, sign: String(less) === more ? '=' : '<', more }];
  });
}

const COMPARED = 12; // opponents' strategies that are listed one by one

const Compared = ({ game, step, struck }) => html`<p class="compared num">${compared(game, step, struck).slice(0, COMPARED).map(({ other, less, sign, more }) => html`<span key=${other}>
  <span class=${step.player === 'row' ? 'col-player' : 'row-player'}>${other}</span>: ${show(less)} ${sign} <b>${show(more)}</b></span>`)}</p>`;

// Returns the strategies eliminated before step `at`: those of earlier rounds and of earlier steps of its round.
function struckBefore(game, order, at) {
  const struck = { row: new Set(), col: new Set() };
  for (const { player, strategy } of order.slice(0, at)) struck[player].add((player === 'row' ? game.rows : game.cols).indexOf(strategy));
  return struck;
}

export function Dominance({ game }) {
  const weak = useSignal(false), at = useSignal(0);
  const { iterated } = game.dominance, run = weak.value ? iterated.weak : iterated.strict, { order } = run;
  const struck = useMemo(() => struckBefore(game, order, at.value), [game, order, at.value]), step = order[at.value];
  const placeOf = (player, name) => (player === 'row' ? game.rows : game.cols).indexOf(name);
  const now = step && { player: step.player, strategy: placeOf(step.player, step.strategy), by: byNames(step.by).map((name) => placeOf(step.player, name)) };
  const choose = (is) => () => { weak.value = is; at.value = 0; };
  const list = (pick) => html`<ol class="steps" tabindex="0" aria-label=${t('Steps')}>${order.map((one, i) => html`<li key=${i}><button type="button" class="quiet" aria-current=${i === at.value ? 'step' : undefined} onClick=${() => pick(i)}>
    <span class="num muted">${one.round}</span><span class=${`grow ${one.player}-player`}><s>${one.strategy}</s></span><span class="muted">${one.strict ? '<' : '≤'} ${byText(one.by)}</span></button></li>`)}</ol>`;
  return html`<div class="row kinds" role="group" aria-label=${t('Kind of dominance')}>
      ${[[false, t('Strict')], [true, t('Weak too')]].map(([is, name]) => html`<button type="button" class="second" key=${name} aria-pressed=${weak.value === is} onClick=${choose(is)}>${name}</button>`)}</div>
    <div class="pair-of"><div><${Matrix} game=${game} struck=${struck} now=${now} /></div>
    ${order.length ? html`<${Slider} key=${weak.value} at=${at} last=${order.length} label=${t('Dominance')} list=${list}>
      <h2>${step ? t('Round {round}: {strategy}', step) : t('Remaining strategies')}</h2>
      <p class=${cls({ muted: !step })}>${step ? told(game, step) : t('{rows} against {cols}', { rows: run.rows.join(', '), cols: run.cols.join(', ') })}</p>
      ${step && html`<${Compared} game=${game} step=${step} struck=${struckBefore(game, order, order.findIndex(({ round }) => round === step.round))} />`}<//>`
      : html`<p>${weak.value ? t('No strategy is dominated, not even weakly.') : t('No strategy is strictly dominated.')}</p>`}</div>`;
}

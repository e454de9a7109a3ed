// Elimination of dominated strategies: a slider whose steps are drawn into the table.
import { cls, html } from '../../../app/dom.js';
import { t } from '../../../app/i18n.js';
import { Slider } from '../../../parts/slider.js';
import { runOf, struckBefore } from '../board.js';
import { byText, mean, show } from '../number.js';
import { playersOf } from '../words.js';

function told(game, { player, strategy, by, strict }) {
  const values = { player: playersOf(game)[player === 'row' ? 0 : 1], strategy, by: byText(by) };
  return strict ? t('{player} never plays {strategy}: {by} is better, whatever the other does.', values)
    : t('{player} need not play {strategy}: {by} is never worse and sometimes better.', values);
}

// Compares the payoffs of both against each remaining strategy of the opponent: "press: 1 < 4".
function compared(result, { player, strategy, by }, struck) {
  const row = player === 'row', own = row ? result.rows : result.cols, others = row ? result.cols : result.rows, left = struck[row ? 'col' : 'row'];
  const pay = (i, k) => (row ? result.row_payoff[i][k] : result.col_payoff[k][i]);
  const weights = typeof by === 'string' ? [[by, 1]] : Object.entries(by);
  return others.flatMap((other, k) => {
    if (left.has(k)) return [];
    const less = pay(own.indexOf(strategy), k), more = mean(weights.map(([, weight]) => weight), weights.map(([name]) => pay(own.indexOf(name), k)));
    return [{ other, less, sign: mean([1], [less]) === more ? '=' : '<', more }];
  });
}

const COMPARED = 12; // opponents' strategies that are listed one by one

const Compared = ({ result, step, struck }) => html`<p class="compared num">${compared(result, step, struck).slice(0, COMPARED).map(({ other, less, sign, more }) => html`<span key=${other}>
  <span class=${step.player === 'row' ? 'col-player' : 'row-player'}>${other}</span>: ${show(less)} ${sign} <b>${show(more)}</b></span>`)}</p>`;

// weak, at: {value} of the kind of dominance and the step
export function Dominance({ game, result, weak, at }) {
  const run = runOf(result, weak.value), { order } = run, step = order[at.value];
  const list = (pick) => html`<ol class="steps" tabindex="0" aria-label=${t('Steps')}>${order.map((one, i) => html`<li key=${i}><button type="button" class="quiet" aria-current=${i === at.value ? 'step' : undefined} onClick=${() => pick(i)}>
    <span class="num muted">${one.round}</span><span class=${`grow ${one.player}-player`}><s>${one.strategy}</s></span><span class="muted">${one.strict ? '<' : '≤'} ${byText(one.by)}</span></button></li>`)}</ol>`;
  return html`<div class="row sorts" role="group" aria-label=${t('Kind of dominance')}>
      ${[[false, t('Strict')], [true, t('Weak too')]].map(([is, name]) => html`<button type="button" class="second" key=${name} aria-pressed=${weak.value === is} onClick=${() => { weak.value = is; }}>${name}</button>`)}</div>
    ${order.length ? html`<${Slider} key=${weak.value} at=${at} last=${order.length} label=${t('Dominance')} list=${list}>
      <h3>${step ? t('Round {round}: {strategy}', step) : t('Remaining strategies')}</h3>
      <p class=${cls({ muted: !step })}>${step ? told(game, step) : t('{rows} against {cols}', { rows: run.rows.join(', '), cols: run.cols.join(', ') })}</p>
      ${step && html`<${Compared} result=${result} step=${step} struck=${struckBefore(result, order, order.findIndex(({ round }) => round === step.round))} />`}<//>`
      : html`<p>${weak.value ? t('No strategy is dominated, not even weakly.') : t('No strategy is strictly dominated.')}</p>`}`;
}

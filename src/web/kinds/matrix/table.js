// Draws the payoff matrix: best answers underlined, pure equilibria framed, the supports of a mixture and the
// eliminated strategies.
import { cls, html } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { mean, show, value } from './number.js';

// An exact number; if it is shown approximately, its title has the exact value.
export function Exact({ value, ratio }) {
  const text = show(value, ratio);
  return html`<span class="num" title=${text.startsWith('≈') ? String(value) : undefined}>${text}</span>`;
}

export const rowPlayer = ({ row_player: name }) => name ?? t('row player');
export const colPlayer = ({ col_player: name }) => name ?? t('column player');

const SMALL = 5; // strategies up to which a game is drawn large

// One player's payoff in a cell. best: a best answer to the opponent's strategy.
const Payoff = ({ value, best, who }) => html`<span class=${cls(who, { best })}><${Exact} value=${value} />${best && html`<span class="visually-hidden"> ${t('best answer')}</span>`}</span>`;

// The weight of a strategy in the selected mixture, as a number and as a bar; pays: its payoff against the opponent's
// mixture, underlined if it is maximal. Without a selection the space stays reserved, so that the page does not jump.
const Weight = ({ weight, pays, seen }) => (weight === undefined ? null : html`<span class=${cls('weight num', { unseen: !seen })}><${Exact} value=${weight} ratio /><span class="bar"><i style=${{ width: `${100 * value(weight)}%` }} /></span>
  ${pays && html`<span class="pays">${t('pays')} <span class=${cls({ best: pays.best })}><${Exact} value=${pays.mean} /></span></span>`}</span>`);

const FEW = 12; // strategies up to which expected payoffs are shown

// Returns the payoff of each strategy against the opponent's mixture.
function paysOf({ rows, cols, row_payoff: a, col_payoff: b }, { row, col, row_best: bestRows, col_best: bestCols }) {
  if (rows.length > FEW || cols.length > FEW) return {};
  return { row: rows.map((_, i) => ({ mean: mean(col, a[i]), best: bestRows.includes(i) })),
    col: cols.map((_, j) => ({ mean: mean(row, b.map((line) => line[j])), best: bestCols.includes(j) })) };
}

// game: a result. on: the selected equilibrium, room: one of the same size, to reserve space; struck: {row, col: Set of
// indices}; now: {player, strategy, by: indices} of a step; pure: Set of "i j".
export function Matrix({ game, on, room, struck, now, pure }) {
  const { rows, cols, row_payoff: a, col_payoff: b, best_responses: best } = game;
  const bestRow = (i, j) => !struck && best?.row[j].includes(i), bestCol = (i, j) => !struck && best?.col[i].includes(j);
  const gone = (i, j) => struck?.row.has(i) || struck?.col.has(j);
  const used = (player, k) => on?.[`${player}_support`].includes(k), told = on ?? room, pays = told ? paysOf(game, told) : {};
  const state = (player, k) => ({ struck: struck?.[player].has(k), leaves: now?.player === player && now.strategy === k, better: now?.player === player && now.by.includes(k), used: used(player, k) });
  return html`<p class="hint"><b class="row-player">${rowPlayer(game)}</b> ${t('chooses a row,')} <b class="col-player">${colPlayer(game)}</b> ${t('a column.')}</p>
    <div class="scroll" tabindex="0" role="region" aria-label=${t('Payoff matrix')}><table class=${cls('game', { small: rows.length <= SMALL && cols.length <= SMALL })}>
    <thead><tr><td></td>${cols.map((name, j) => html`<th scope="col" key=${j} class=${cls('col-player', state('col', j))}><span class="name">${name}</span><${Weight} weight=${told?.col[j]} pays=${pays.col?.[j]} seen=${on} /></th>`)}</tr></thead>
    <tbody>${rows.map((name, i) => html`<tr key=${i}><th scope="row" class=${cls('row-player', state('row', i))}><span class="name">${name}</span><${Weight} weight=${told?.row[i]} pays=${pays.row?.[i]} seen=${on} /></th>
      ${cols.map((_, j) => html`<td key=${j} class=${cls({ pure: !struck && pure?.has(`${i} ${j}`), struck: gone(i, j), leaves: (now?.player === 'row' && now.strategy === i) || (now?.player === 'col' && now.strategy === j), used: used('row', i) && used('col', j) })}>
        <span class="pair"><${Payoff} value=${a[i][j]} best=${bestRow(i, j)} who="row-player" /><${Payoff} value=${b[i][j]} best=${bestCol(i, j)} who="col-player" /></span>
        ${!struck && pure?.has(`${i} ${j}`) && html`<span class="star" title=${t('pure equilibrium')}>★<span class="visually-hidden">${t('pure equilibrium')}</span></span>`}</td>`)}</tr>`)}</tbody>
  </table></div>`;
}

export const Legend = () => html`<p class="legend hint"><span><span class="best sample">${t('underlined')}</span> ${t('best answer')}</span> <span><span class="star">★</span> ${t('pure equilibrium')}</span></p>`;

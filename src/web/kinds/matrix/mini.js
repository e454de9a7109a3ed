// The miniature of the home page: a game of two by two, whose payoffs a click raises; equilibria are marked at once.
import { cls, html, useSignal } from '../../app/dom.js';
import { t } from '../../app/i18n.js';

const START = [3, 3, 0, 5, 5, 0, 1, 1]; // of both players in each cell, line by line
const MOST = 9; // the payoff after which a click begins with 0 again

// best[k]: whether payoff k is a best answer; the player of an even place chooses the row.
const bestOf = (all) => all.map((one, k) => one >= all[k % 2 ? k ^ 2 : k ^ 4]);

// Returns the probability that a player plays the first strategy in a mixed equilibrium, for no pure one.
function mixture(a, b, c, d) {
  const part = Math.abs(d - c), whole = part + Math.abs(a - b), common = (x, y) => (y ? common(y, x % y) : x), by = common(part, whole);
  return `${part / by}/${whole / by}`;
}

export default function Mini() {
  const game = useSignal(START), all = game.value, best = bestOf(all), cells = [0, 1, 2, 3].filter((i) => best[2 * i] && best[2 * i + 1]);
  const rows = [t('up'), t('down')], cols = [t('left'), t('right')], name = (i) => `${rows[i >> 1]}, ${cols[i & 1]}`;
  return html`<table class="mini-game"><thead><tr><td></td>${cols.map((col) => html`<th scope="col">${col}</th>`)}</tr></thead><tbody>${rows.map((row, r) => html`<tr><th scope="row">${row}</th>
    ${[2 * r, 2 * r + 1].map((i) => html`<td class=${cls({ good: cells.includes(i) })}>${[2 * i, 2 * i + 1].map((k) => html`<button class=${cls('quiet', { best: best[k] })} aria-label=${k % 2 ? t('{where}: {n} for the columns', { where: name(i), n: all[k] }) : t('{where}: {n} for the rows', { where: name(i), n: all[k] })}
      onClick=${() => { game.value = all.map((one, at) => (at === k ? (one + 1) % (MOST + 1) : one)); }}>${all[k]}</button>`)}</td>`)}</tr>`)}</tbody></table>
  <p role="status">${cells.length ? t('Equilibria: {where}', { where: cells.map(name).join('; ') }) : t('Equilibrium: {row} up, {col} left', { row: mixture(all[1], all[3], all[5], all[7]), col: mixture(all[0], all[4], all[2], all[6]) })}
    ${all === START ? html`<br />${t('A click raises a payoff.')}` : html` <button class="quiet" onClick=${() => { game.value = START; }}>${t('Again')}</button>`}</p>`;
}

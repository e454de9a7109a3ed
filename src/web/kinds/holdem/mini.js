// The miniature of the home page: a bet into a pot, and how often the caller has to win.
import { html, useSignal } from '../../app/dom.js';
import { t } from '../../app/i18n.js';

const BETS = [[1, 3], [1, 2], [2, 3], [1, 1], [2, 1]]; // of the pot

export default function Mini() {
  const at = useSignal(1), [part, whole] = BETS[at.value], need = Math.round(100 * part / (whole + 2 * part));
  return html`<p class="row tight" role="group" aria-label=${t('The bet, in pots')}>${BETS.map(([a, b], i) => html`<button type="button" key=${i} class="second" aria-pressed=${i === at.value} onClick=${() => { at.value = i; }}>${b === 1 ? a : `${a}/${b}`}</button>`)}</p>
    <p role="status">${t('A call pays if it wins {need} % of the time.', { need })}</p>`;
}

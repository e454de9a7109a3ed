// The miniature of the home page: a hand of one suit, four cards each, against exact play.
import { html, useSignal } from '../../app/dom.js';
import { t } from '../../app/i18n.js';

const DEAL = [[8, 5, 4, 2], [7, 6, 3, 1]];
const START = { hands: DEAL, turn: 0, lead: 0, tricks: [0, 0] };

// turn: the player who moves, 0 is the user; lead: the card led, 0 before it.
function play({ hands, turn, lead, tricks }, card) {
  const rest = hands.map((hand, i) => (i === turn ? hand.filter((one) => one !== card) : hand));
  if (!lead) return { hands: rest, turn: 1 - turn, lead: card, tricks };
  const winner = card > lead ? turn : 1 - turn;
  return { hands: rest, turn: winner, lead: 0, tricks: tricks.map((n, i) => n + (i === winner)), last: [lead, card] };
}

// Returns the tricks that the user makes with best play of both sides.
function worth(state) {
  const all = state.hands[state.turn].map((card) => worth(play(state, card)));
  return all.length ? Math[state.turn ? 'min' : 'max'](...all) : state.tricks[0];
}

function answer(state) {
  while (state.turn && state.hands[1].length) {
    const now = state, cards = now.hands[1], all = cards.map((card) => worth(play(now, card)));
    state = play(now, cards[all.lastIndexOf(Math.min(...all))]);
  }
  return state;
}

export default function Mini() {
  const game = useSignal(START), { hands, lead, last, tricks } = game.value;
  return html`<div class="mini-table">
    <p>${t('Opponent:')} ${hands[1].map((card) => html`<span class="mini-card">${card}</span>`)}</p>
    <p>${lead ? t('{card} is led', { card: lead }) : last ? t('{a} and {b} were played', { a: last[0], b: last[1] }) : t('The higher card wins and leads.')}</p>
    <p role="group" aria-label=${t('Your cards')}>${t('You:')} ${hands[0].map((card) => html`<button key=${card} class="second mini-card"
      onClick=${() => { game.value = answer(play(game.value, card)); }}>${card}</button>`)}</p></div>
  <p role="status">${hands[0].length ? t('Your tricks: {n}', { n: tricks[0] }) : t('You made {n}; exact play makes {best}.', { n: tricks[0], best: worth(START) })}
    ${game.value !== START && html` <button class="quiet" onClick=${() => { game.value = START; }}>${t('Again')}</button>`}</p>`;
}

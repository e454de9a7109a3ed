// The miniature of the home page: an ending of three cards at no trump. Each card shows the tricks that it costs its side.
import { html, useSignal } from '../../app/dom.js';
import { t } from '../../app/i18n.js';

const RANKS = '23456789TJQKA';
// A squeeze: South's club makes West give up a spade or the ace of hearts.
const START = { hands: [['SA', 'SJ', 'HK'], ['D7', 'D6', 'D5'], ['S2', 'H3', 'CA'], ['SK', 'SQ', 'HA']], turn: 2, trick: [], tricks: 0 };
const show = (card) => `${{ S: '♠', H: '♥', D: '♦', C: '♣' }[card[0]]}${card[1]}`;

function legal({ hands, turn, trick }) {
  const hand = hands[turn], same = trick.length ? hand.filter((card) => card[0] === trick[0][0]) : [];
  return same.length ? same : hand;
}

function play({ hands, turn, trick, tricks }, card) {
  const rest = hands.map((hand, i) => (i === turn ? hand.filter((one) => one !== card) : hand)), all = [...trick, card];
  if (all.length < 4) return { hands: rest, turn: (turn + 1) % 4, trick: all, tricks };
  const worth = all.map((one) => (one[0] === all[0][0] ? RANKS.indexOf(one[1]) : -1));
  const winner = (turn + 1 + worth.indexOf(Math.max(...worth))) % 4;
  return { hands: rest, turn: winner, trick: [], tricks: tricks + (winner % 2 ? 0 : 1) };
}

// Returns the tricks of North and South with best play.
const value = (state) => (state.hands.flat().length ? Math[state.turn % 2 ? 'min' : 'max'](...legal(state).map((card) => value(play(state, card)))) : state.tricks);

export default function Mini() {
  const game = useSignal(START), now = game.value, may = legal(now), best = value(now);
  const cost = (card) => Math.abs(best - value(play(now, card)));
  const hand = (i) => html`<div class="mini-seat">${t('NESW')[i]} ${now.hands[i].map((card) => (i === now.turn && may.includes(card)
    ? html`<button key=${card} class="second mini-card" onClick=${() => { game.value = play(now, card); }}>
      ${show(card)}<small aria-hidden="true">${cost(card) ? `−${cost(card)}` : '='}</small><span class="visually-hidden">${t(', costs {n}', { n: cost(card) })}</span></button>`
    : html`<span key=${card} class="mini-card">${show(card)}</span>`))}</div>`;
  return html`<div class="mini-table">${[0, 3, 1, 2].map(hand)}<p>${now.trick.map(show).join(' ')}</p></div>
  <p role="status">${t('N and S: {n} of 3 tricks', { n: now.hands.flat().length ? `${now.tricks} → ${best}` : now.tricks })}
    ${now !== START && html` <button class="quiet" onClick=${() => { game.value = START; }}>${t('Again')}</button>`}</p>`;
}

// Assigns cards to seats: 52 buttons, each with the seat of its card. A click gives the card to the chosen seat or
// takes it back; the keys n, e, s and w give it to their seat, Delete takes it back, arrows move.
import { cls, html, useRef } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { RANKS, SEATS, SUITS, handOf, sizes } from './cards.js';
import { Suit, cardText, rankText, seatName } from './signs.js';

export function Picker({ held, change, seat, hidden }) {
  const stop = useRef('SA'), count = sizes(held);
  const give = (card, to) => {
    const { [card]: before, ...rest } = held;
    if (!to || before === to) change(rest);
    else if (count[to] < 13) change({ ...rest, [card]: to });
  };
  const keydown = (event) => {
    const { key, target } = event, card = target.value;
    if (!card || event.ctrlKey || event.metaKey || event.altKey) return;
    const move = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0], Home: [0, -12], End: [0, 12] }[key], to = key.toUpperCase();
    if (move) {
      const suit = SUITS[Math.max(0, Math.min(3, SUITS.indexOf(card[0]) + move[0]))], rank = RANKS[Math.max(0, Math.min(12, RANKS.indexOf(card[1]) + move[1]))];
      event.currentTarget.querySelector(`[value=${suit}${rank}]`).focus();
    } else if (SEATS.includes(to) && held[card] !== to) give(card, to);
    else if (key === 'Delete' || key === 'Backspace') give(card);
    else if (!SEATS.includes(to)) return;
    event.preventDefault();
  };
  return html`<div class="picker"><div class="row tight seats" role="group" aria-label=${t('Hand to deal to')}>${SEATS.map((one) => html`<button type="button" class="second" key=${one} aria-pressed=${one === seat.value} onClick=${() => { seat.value = one; }}>
      ${seatName(one)} <span class="num">${hidden.includes(one) ? t('hidden') : count[one]}</span></button>`)}</div>
    <div class="cards52" role="group" aria-label=${t('Cards and their hands')} onKeyDown=${keydown}>${SUITS.map((suit) => html`<div class="suit-row" key=${suit}><${Suit} suit=${suit} />
      ${Array.from(RANKS, (rank) => {
        const card = suit + rank, owner = held[card];
        return html`<button type="button" key=${rank} value=${card} class=${cls('pick', owner && `to-${owner}`, { mine: owner === seat.value })} tabindex=${card === stop.current ? 0 : -1} onFocus=${() => { stop.current = card; }}
          onClick=${() => give(card, seat.value)}><span aria-hidden="true">${rankText(rank)}<small>${owner ?? ' '}</small></span>
          <span class="visually-hidden">${owner ? t('{card}: {seat}', { card: cardText(card), seat: seatName(owner) }) : t('{card}: in no hand', { card: cardText(card) })}</span></button>`;
      })}</div>`)}</div>
    <p class="hint">${t('A click gives a card to the chosen hand or takes it back; with the keyboard: arrows, then n, e, s, w or Delete.')}</p></div>`;
}

export const missing = (held) => 52 - SEATS.reduce((sum, seat) => sum + handOf(held, seat).length, 0);

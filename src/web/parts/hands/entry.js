// Deals cards to hands: 52 buttons, each with the seat of its card. A click gives the card to the active hand or takes
// it back; the keys n, e, s and w give it to their seat, Delete takes it back, arrows move. The fourth hand fills itself.
import { cls, html, useRef } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { Field } from '../field.js';
import { RANKS, SEATS, SUITS, give, handOfText, ranksOf, setHand, sizes, without } from './cards.js';
import { Suit, cardText, rankText, seatName } from './signs.js';
import './table.css';

const dotted = (held, seat) => SUITS.map((suit) => ranksOf(held, seat, suit).join('')).join('.');

// The active hand as text.
function Typed({ held, change, seat }) {
  const read = (text) => {
    const cards = handOfText(text), next = cards && setHand(held, seat, cards);
    if (next) change(next);
    return !!next;
  };
  return html`<${Field} label=${t('{seat}’s hand', { seat: seatName(seat) })} hint=${t('Such as AK2.Q103..T9854: spades, hearts, diamonds, clubs.')} value=${dotted(held, seat).replace(/^\.\.\.$/, '')} read=${read} />`;
}

// seat: a signal, the active hand; hidden: seats that are not seen; said(text): announces what a click did not do.
export function Entry({ held, change, seat, hidden = [], said }) {
  const stop = useRef('SA'), count = sizes(held);
  const put = (card, to) => {
    if (!to || held[card] === to) return change(without(held, [card]));
    const next = give(held, card, to);
    return next === held ? said?.(t('{seat} has 13 cards.', { seat: seatName(to) })) : change(next);
  };
  const keydown = (event) => {
    const { key, target } = event, card = target.value;
    if (!card || event.ctrlKey || event.metaKey || event.altKey) return;
    const move = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0], Home: [0, -12], End: [0, 12] }[key], to = key.toUpperCase();
    if (move) {
      const suit = SUITS[Math.max(0, Math.min(3, SUITS.indexOf(card[0]) + move[0]))], rank = RANKS[Math.max(0, Math.min(12, RANKS.indexOf(card[1]) + move[1]))];
      event.currentTarget.querySelector(`[value=${suit}${rank}]`).focus();
    } else if (SEATS.includes(to) && held[card] !== to) put(card, to);
    else if (key === 'Delete' || key === 'Backspace') put(card);
    else if (!SEATS.includes(to)) return;
    event.preventDefault();
  };
  return html`<div class="entry52"><div class="row tight seats" role="group" aria-label=${t('Hand to deal to')}>${SEATS.map((one) => html`<button type="button" class="second" key=${one} aria-pressed=${one === seat.value} onClick=${() => { seat.value = one; }}>
      ${seatName(one)} <span class="num">${hidden.includes(one) ? t('hidden') : count[one]}</span></button>`)}</div>
    <div class="cards52" role="group" aria-label=${t('Cards and their hands')} onKeyDown=${keydown}>${SUITS.map((suit) => html`<div class="suit-row" key=${suit}><${Suit} suit=${suit} />
      ${Array.from(RANKS, (rank) => {
        const card = suit + rank, owner = held[card];
        return html`<button type="button" key=${rank} value=${card} class=${cls('pick', owner && `to-${owner}`, { mine: owner === seat.value })} tabindex=${card === stop.current ? 0 : -1} onFocus=${() => { stop.current = card; }}
          onClick=${() => put(card, seat.value)}><span aria-hidden="true">${rankText(card)}<small>${owner ?? ' '}</small></span>
          <span class="visually-hidden">${owner ? t('{card}: {seat}', { card: cardText(card), seat: seatName(owner) }) : t('{card}: in no hand', { card: cardText(card) })}</span></button>`;
      })}</div>`)}</div>
    <${Typed} held=${held} change=${change} seat=${seat.value} />
    <p class="hint">${t('A click gives a card to the chosen hand or takes it back; with the keyboard: arrows, then n, e, s, w or Delete.')}</p></div>`;
}

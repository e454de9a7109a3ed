// Cards in slots, typed or picked from a deck of 52 buttons that opens below them.
import { cls, html, useId, useRef, useSignal } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { Suit, cardName } from '../../parts/hands/signs.js';
import { RANKS, SUITS, cardOf, cardsOf, rankOf, suitOf, textOfAll } from './cards.js';

const signed = (card) => `${suitOf(card).toUpperCase()}${rankOf(card)}`; // as parts/hands names cards

export const CardFace = ({ card }) => html`<span class=${cls('face', `suit-${suitOf(card).toUpperCase()}`)}><span aria-hidden="true">${rankOf(card)}</span><${Suit} suit=${suitOf(card).toUpperCase()} labelled=${false} /><span class="visually-hidden">${cardName(signed(card))}</span></span>`;

// The deck: taken: a Set of cards that cannot be picked; chosen: cards that a click takes back.
function Deck({ taken, chosen, pick, label }) {
  const stop = useRef(cardOf('A', 's'));
  const keydown = (event) => {
    const card = Number(event.target.value), move = { ArrowLeft: [0, -1], ArrowRight: [0, 1], ArrowUp: [-1, 0], ArrowDown: [1, 0], Home: [0, -12], End: [0, 12] }[event.key];
    if (!move) return;
    event.preventDefault();
    const suit = SUITS[Math.max(0, Math.min(3, SUITS.indexOf(suitOf(card)) + move[0]))], rank = RANKS[Math.max(0, Math.min(12, RANKS.indexOf(rankOf(card)) + move[1]))];
    event.currentTarget.querySelector(`[value="${cardOf(rank, suit)}"]`).focus();
  };
  return html`<div class="deck" role="group" aria-label=${label} onKeyDown=${keydown}>${Array.from(SUITS, (suit) => html`<div class="suit-row" key=${suit}>${Array.from(RANKS, (rank) => {
    const card = cardOf(rank, suit), mine = chosen.includes(card);
    return html`<button type="button" key=${rank} value=${card} class=${cls('second', { mine })} aria-pressed=${mine} aria-disabled=${!mine && taken.has(card)} tabindex=${card === stop.current ? 0 : -1} onFocus=${() => { stop.current = card; }}
      onClick=${() => (mine || !taken.has(card)) && pick(card)}><${CardFace} card=${card} /></button>`;
  })}</div>`)}</div>`;
}

// label: what the cards are; cards: the chosen ones; most: how many fit; taken: a Set of cards in other places; change(cards):
// absent: they are only read. hint: an example; refused: the server refuses these cards.
export function Cards({ label, cards, most, taken, change, hint, refused }) {
  const open = useSignal(false), bad = useSignal(false), id = useId();
  if (!change) return html`<div class="slots" role="group" aria-label=${label}><span class="of">${label}</span>${cards.map((card) => html`<span class="slot" key=${card}><${CardFace} card=${card} /></span>`)}${!cards.length && '–'}</div>`;
  const pick = (card) => {
    const next = cards.includes(card) ? cards.filter((one) => one !== card) : [...cards, card].slice(0, most);
    if (next.length === most && next.length > cards.length) open.value = false;
    change(next);
  };
  const type = ({ target }) => {
    const found = cardsOf(target.value);
    bad.value = !found || found.length > most || found.some((card) => taken.has(card) && !cards.includes(card));
    if (!bad.peek()) change(found);
  };
  return html`<div class="slots" role="group" aria-label=${label}><span class="of" aria-hidden="true">${label}</span>
    <button type="button" class="second slot-button" aria-expanded=${open.value} aria-controls=${id} onClick=${() => { open.value = !open.peek(); }}>
      <span class="visually-hidden">${t('{what}: pick cards', { what: label })}</span><span class="faces" aria-hidden="true">${cards.map((card) => html`<${CardFace} key=${card} card=${card} />`)}${cards.length < most && html`<span class="face empty">+</span>`}</span></button>
    <input type="text" class="typed" value=${textOfAll(cards)} size=${Math.min(10, 2 * most)} spellcheck=${false} autocapitalize="off" autocomplete="off" aria-label=${label} title=${hint} placeholder=${hint} aria-invalid=${bad.value || refused ? 'true' : undefined} onChange=${type} />
    <div class="deck-place" id=${id}>${open.value && html`<${Deck} taken=${taken} chosen=${cards} pick=${pick} label=${label} />`}</div></div>`;
}

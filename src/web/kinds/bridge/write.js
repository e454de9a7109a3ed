// Writes a deal: for a problem, as PBN, as LIN.
import { SEATS, SUITS, ranksOf, sizes } from '../../parts/hands/cards.js';

export const dotted = (held, seat) => SUITS.map((suit) => ranksOf(held, seat, suit).join('')).join('.');
export const toPbn = (held, first = 'N') => `${first}:${SEATS.map((_, i) => dotted(held, SEATS[(SEATS.indexOf(first) + i) % 4])).join(' ')}`;

const lettered = (held, seat) => SUITS.map((suit) => suit + ranksOf(held, seat, suit).join('')).join('');
const LIN = ['S', 'W', 'N', 'E'];
export const toLin = (held, dealer = 'S') => `md|${LIN.indexOf(dealer) + 1}${LIN.map((seat) => lettered(held, seat)).join(',')}|`;

// Returns the "deal" of a problem: one string if all hands have cards, else an object of the hands that do.
export function dealFor(held) {
  const count = sizes(held);
  return SEATS.every((seat) => count[seat]) ? toPbn(held) : Object.fromEntries(SEATS.filter((seat) => count[seat]).map((seat) => [seat, dotted(held, seat)]));
}

// Cards and lists of cards as text. A card is 4 * rank + suit, as in the server: rank 0 is the deuce, suits c, d, h, s.
export const RANKS = 'AKQJT98765432', SUITS = 'shdc'; // in the order of display
const ORDER = '23456789TJQKA', NUMBER = 'cdhs';

// rank, suit: letters. Returns the card, or -1.
export function cardOf(rank, suit) {
  const r = ORDER.indexOf(rank.toUpperCase()), s = NUMBER.indexOf(suit.toLowerCase());
  return r < 0 || s < 0 ? -1 : 4 * r + s;
}

export const rankOf = (card) => ORDER[card >> 2];
export const suitOf = (card) => NUMBER[card & 3];
export const textOf = (card) => rankOf(card) + suitOf(card);
export const textOfAll = (cards) => cards.map(textOf).join('');

// Returns the different cards of a text such as "Qh7s2d", "Qh 7s 2d" or "10h", in its order; undefined if it is no list of cards.
export function cardsOf(text) {
  const plain = String(text).replace(/[\s,]/g, '').replace(/10/g, 'T').replace(/♠/g, 's').replace(/♥/g, 'h').replace(/♦/g, 'd').replace(/♣/g, 'c');
  if (plain.length % 2) return undefined;
  const cards = Array.from({ length: plain.length / 2 }, (_, i) => cardOf(plain[2 * i], plain[2 * i + 1]));
  return cards.includes(-1) || new Set(cards).size < cards.length ? undefined : cards;
}

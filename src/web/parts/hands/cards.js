// Cards, seats and deals, without drawing. A card is its suit and its rank: 'SA', 'HT', 'C2'; without suits, or with
// ranks beyond 14, the rank is a number: '17', 'S40', '-3'. `held` maps each card to its seat: { SA: 'N', … }; cards in
// no hand are absent.

export const SEATS = ['N', 'E', 'S', 'W']; // clockwise
export const SUITS = ['S', 'H', 'D', 'C'];
export const RANKS = 'AKQJT98765432';
export const ALL = SUITS.flatMap((suit) => Array.from(RANKS, (rank) => suit + rank));
const WHOLE = 13; // cards of a hand of a whole deal

export const after = (seat, places = 1) => SEATS[(SEATS.indexOf(seat) + places) % 4];
export const sideOf = (seat) => (seat === 'N' || seat === 'S' ? 'ns' : 'ew');

export const suitOf = (card) => (/^[SHDC]/.test(card) ? card[0] : '');
const COURT = { A: 14, K: 13, Q: 12, J: 11, T: 10 };
export function rankOf(card) {
  const rank = card.slice(suitOf(card).length);
  return COURT[rank] ?? Number(rank);
}

// Returns the ranks of a hand's suit, from the highest.
export const ranksOf = (held, seat, suit) => Array.from(RANKS).filter((rank) => held[suit + rank] === seat);
export const handOf = (held, seat) => ALL.filter((card) => held[card] === seat);

export function sizes(held) {
  const count = { N: 0, E: 0, S: 0, W: 0 };
  for (const card in held) count[held[card]]++;
  return count;
}

const POINTS = { A: 4, K: 3, Q: 2, J: 1 };
export const pointsOf = (held, seat) => handOf(held, seat).reduce((sum, card) => sum + (POINTS[card[1]] ?? 0), 0);

// ---- dealing ----

// Deals the cards that are in no hand, up to 13 cards a hand.
export function dealRest(held, random = Math.random) {
  const left = ALL.filter((card) => !held[card]), room = sizes(held), out = { ...held };
  for (let i = left.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [left[i], left[j]] = [left[j], left[i]];
  }
  for (const seat of SEATS) for (; room[seat] < WHOLE && left.length; room[seat]++) out[left.pop()] = seat;
  return out;
}

export function without(held, cards) {
  const out = { ...held };
  for (const card of cards) delete out[card];
  return out;
}

// Gives a card to a seat; three whole hands tell the fourth. Returns held itself if the hand is full.
export function give(held, card, seat) {
  const out = { ...held, [card]: seat }, count = sizes(out);
  if (count[seat] > WHOLE) return held;
  const short = SEATS.filter((one) => count[one] < WHOLE);
  if (short.length === 1) for (const one of ALL) out[one] ??= short[0];
  return out;
}

// Returns held with another hand of one seat: cards of other hands move to it. Returns null for more than 13 cards.
export function setHand(held, seat, cards) {
  if (cards.length > WHOLE || new Set(cards).size < cards.length) return null;
  let out = without(held, ALL.filter((card) => held[card] === seat));
  for (const card of cards) out = give(out, card, seat);
  return out;
}

// ---- reading ----

// Reads one card in any usual notation: 'SA', 'as', 'H10', '♠A'; '' if it is none.
export function cardOf(text) {
  const plain = text.trim().toUpperCase().replace('10', 'T').replace(/[♠♥♦♣]/, (sign) => SUITS['♠♥♦♣'.indexOf(sign)]);
  if (/^[SHDC][2-9TJQKA]$/.test(plain)) return plain;
  return /^[2-9TJQKA][SHDC]$/.test(plain) ? plain[1] + plain[0] : '';
}

// Reads 'SA H10 c2', 'SAHTC2', also lists; null if the text contains anything else.
export function cardsOf(given) {
  const words = (Array.isArray(given) ? given : String(given ?? '').match(/10|[♠♥♦♣]|[^\s,;]/g)?.join('').match(/(?:[SHDC♠♥♦♣](?:10|.))|(?:(?:10|.)[SHDC♠♥♦♣])|.+/gi) ?? []);
  const cards = words.map(cardOf);
  return cards.every(Boolean) ? cards : null;
}

// Reads a hand: 'AK2.Q3..T98', 'S AK2 H Q3 C T98', '♠AK2 ♥Q3', or a list of cards; null if it is none.
export function handOfText(text) {
  const plain = text.trim().toUpperCase().replaceAll('10', 'T').replace(/[♠♥♦♣]/g, (sign) => SUITS['♠♥♦♣'.indexOf(sign)]).replace(/[\s,:;]+/g, ' ');
  const dotted = plain.replace(/ ?\. ?/g, '.').split('.');
  const suits = dotted.length === 4 ? dotted.map((ranks, i) => [SUITS[i], ranks]) : [...plain.matchAll(/([SHDC]) ?([^SHDC]*)/g)].map(([, suit, ranks]) => [suit, ranks]);
  if (dotted.length !== 4 && /^[^SHDC]*[2-9TJQKA]/.test(plain)) return cardsOf(text); // 'AS KH'
  const cards = suits.flatMap(([suit, ranks]) => Array.from(ranks.replace(/[ -]/g, ''), (rank) => cardOf(suit + rank)));
  return cards.every(Boolean) && (cards.length || !plain) ? cards : null;
}

// Cards, seats, strains and deals, without drawing. A card is 'SA'; `held` maps each card to its seat: { SA: 'N', … };
// cards in no hand are absent.

export const SEATS = ['N', 'E', 'S', 'W']; // clockwise
export const SUITS = ['S', 'H', 'D', 'C'];
export const STRAINS = ['NT', ...SUITS];
export const RANKS = 'AKQJT98765432';
export const ALL = SUITS.flatMap((suit) => Array.from(RANKS, (rank) => suit + rank));

export const after = (seat, places = 1) => SEATS[(SEATS.indexOf(seat) + places) % 4];
export const sideOf = (seat) => (seat === 'N' || seat === 'S' ? 'ns' : 'ew');
export const strong = (one, two) => RANKS.indexOf(one[1]) - RANKS.indexOf(two[1]); // sorts from the highest

// Returns the ranks of a hand's suit, from the highest.
export const ranksOf = (held, seat, suit) => Array.from(RANKS).filter((rank) => held[suit + rank] === seat);
export const handOf = (held, seat) => ALL.filter((card) => held[card] === seat);
export const sizes = (held) => Object.fromEntries(SEATS.map((seat) => [seat, handOf(held, seat).length]));

const POINTS = { A: 4, K: 3, Q: 2, J: 1 };
export const pointsOf = (held, seat) => handOf(held, seat).reduce((sum, card) => sum + (POINTS[card[1]] ?? 0), 0);

// Deals the cards that are in no hand, up to 13 cards a hand.
export function dealRest(held, random = Math.random) {
  const left = ALL.filter((card) => !held[card]), room = sizes(held), out = { ...held };
  for (let i = left.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [left[i], left[j]] = [left[j], left[i]];
  }
  for (const seat of SEATS) for (; room[seat] < 13 && left.length; room[seat]++) out[left.pop()] = seat;
  return out;
}

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

// Reads '4SX', '3ntxx-N', '1NT by S' -> {level, strain, doubled: 0..2, declarer?}; null if it is no contract.
export function contractOf(text, declarer) {
  const [, level, strain, doubled, by] = /^\s*([1-7])\s*(NT?|[SHDC♠♥♦♣])\s*(X{0,2})\s*(?:(?:-|by)?\s*([NESW]))?\s*$/i.exec(text ?? '') ?? [];
  if (!level) return null;
  const suit = strain.toUpperCase().replace(/[♠♥♦♣]/, (sign) => SUITS['♠♥♦♣'.indexOf(sign)]);
  return { level: Number(level), strain: suit[0] === 'N' ? 'NT' : suit, doubled: doubled.length, declarer: by?.toUpperCase() ?? declarer };
}

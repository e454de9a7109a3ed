// A deal in the form of the page; all forms of a problem are converted to it:
//
// { suits: [{ name, cards: [{ card, owner }] }], leader, trump }
//
// name: 'S', 'H', 'D', 'C', or '' for a single suit; cards from the highest down, owner 'a' or 'b'; trump: a name or
// null. A word is the owners of a suit from the highest card to the lowest: 'abba'.

export const SUITS = ['S', 'H', 'D', 'C'];
export const DRAWN = 64; // cards of a hand; larger deals are not drawn
const HANDLED = 5000; // cards of a hand; larger deals have no cards here, but `large`: the numbers of cards { a, b }
export const other = (owner) => (owner === 'a' ? 'b' : 'a');

const whole = (list) => Array.isArray(list) && list.every(Number.isSafeInteger);

function cardsOf({ a, b }) {
  if (!whole(a) || !whole(b)) return null;
  const cards = [...a.map((card) => ({ card, owner: 'a' })), ...b.map((card) => ({ card, owner: 'b' }))];
  return cards.sort((one, two) => two.card - one.card);
}

// Returns the deal of a problem; null if it has none.
export function dealOf(problem) {
  if (!problem || typeof problem !== 'object') return null;
  const leader = problem.leader === 'b' ? 'b' : 'a';
  if (problem.suits && typeof problem.suits === 'object') {
    const suits = SUITS.filter((name) => problem.suits[name]).map((name) => {
      const { a = [], b = [] } = problem.suits[name];
      return { name, cards: cardsOf({ a, b }) };
    });
    return suits.length && suits.every(({ cards }) => cards) ? { suits, leader, trump: problem.trump ?? null } : null;
  }
  if (problem.a?.length + problem.b?.length > 2 * HANDLED) return { suits: [{ name: '', cards: [] }], leader, trump: null, large: { a: problem.a.length, b: problem.b.length } };
  const cards = cardsOf(problem);
  return cards && { suits: [{ name: '', cards }], leader, trump: null };
}

export const hand = (cards, owner) => cards.filter((one) => one.owner === owner).map(({ card }) => card);
export const wordOf = (cards) => cards.map(({ owner }) => owner).join('');
export const cardsOfWord = (word) => Array.from(word, (owner, i) => ({ card: word.length - i, owner }));

// Returns the members of a problem for a deal.
export function problemOf({ suits, leader, trump }) {
  if (!suits[0].name) return { leader, a: hand(suits[0].cards, 'a'), b: hand(suits[0].cards, 'b') };
  const held = suits.filter(({ cards }) => cards.length);
  return { suits: Object.fromEntries(held.map(({ name, cards }) => [name, { a: hand(cards, 'a'), b: hand(cards, 'b') }])), trump, leader };
}

export function counts({ suits, large }) {
  if (large) return large;
  const all = suits.flatMap(({ cards }) => cards);
  const a = all.filter(({ owner }) => owner === 'a').length;
  return { a, b: all.length - a };
}

export const single = (word, leader = 'a') => ({ suits: [{ name: '', cards: cardsOfWord(word) }], leader, trump: null });

// Returns the cards of an interval as a short text.
export const span = (cards) => (cards.length > 3 ? `${cards[0]} … ${cards.at(-1)}` : cards.join(' '));

export const none = { suits: [{ name: '', cards: [] }], leader: 'a', trump: null };

// Returns the deal of a problem in any form, a text too.
export const dealIn = (problem) => (typeof problem === 'string' ? readDeal(problem) : dealOf(problem));

// A deal of the ranks 1 to 2n as a short readable text, and back: 'b:abba'.
export function shortOf(problem) {
  const deal = Object.keys(problem ?? {}).every((name) => ['leader', 'a', 'b'].includes(name)) ? dealOf(problem) : null;
  return deal && !deal.large && deal.suits[0].cards.length && deal.suits[0].cards.every(({ card }, i, all) => card === all.length - i) ? `${deal.leader}:${wordOf(deal.suits[0].cards)}` : undefined;
}
export const fromShort = (text) => { const deal = /^[ab]:[ab]+$/.test(text) ? readDeal(text) : null; return deal ? problemOf(deal) : undefined; };

// Returns a random deal of `order` cards a hand, distributed over `suits` suits (1: a suit without a name).
export function randomDeal(order, suits = 1, random = Math.random) {
  const owners = [...'a'.repeat(order), ...'b'.repeat(order)];
  for (let i = owners.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [owners[i], owners[j]] = [owners[j], owners[i]];
  }
  if (suits === 1) return single(owners.join(''));
  const words = Array.from({ length: suits }, () => '');
  owners.forEach((owner, i) => { words[i < suits ? i : Math.floor(random() * suits)] += owner; }); // no suit is empty
  return { suits: words.map((word, i) => ({ name: SUITS[i], cards: cardsOfWord(word) })).filter(({ cards }) => cards.length), leader: 'a', trump: null };
}

// Changes the number of cards a hand: new cards are added below the lowest of the last suit, one for each hand; the
// lowest cards of each hand are removed.
export function resize(deal, order) {
  const { a, b } = counts(deal), suits = deal.suits.map(({ name, cards }) => ({ name, cards: cards.map((one) => ({ ...one })) }));
  const last = suits.at(-1).cards;
  let lowest = last.at(-1)?.card ?? 1;
  for (const [owner, held] of [['a', a], ['b', b]]) {
    for (let n = held; n < order; n++) last.push({ card: --lowest, owner });
    for (let n = held; n > order; n--) {
      const { cards } = suits.findLast((suit) => suit.cards.some((one) => one.owner === owner));
      cards.splice(cards.findLastIndex((one) => one.owner === owner), 1);
    }
  }
  if (lowest < 1) for (const one of last) one.card += 1 - lowest; // keep all cards positive
  return { ...deal, suits: suits.filter(({ cards }) => cards.length) };
}

// ---- reading ----

const numbers = (text) => (text.match(/-?\d+/g) ?? []).map(Number);

// Reads pasted words, hands, lines or JSON; null if the text contains no deal.
export function readDeal(given) {
  const text = given.trim();
  try {
    const read = JSON.parse(text);
    if (read && typeof read === 'object') return dealOf(read.problem ?? read);
  } catch { /* not JSON */ }
  const word = /^(?:([ab])\s*:)?([ab\s]+)$/i.exec(text);
  if (word) return single(word[2].replace(/\s/g, '').toLowerCase(), word[1]?.toLowerCase());
  const form = /\b([ab])\s*[:=]\s*([-\d,;\s[\]]+)/gi, hands = [...text.matchAll(form)];
  const [a, b] = hands.length === 2 && !text.replace(form, '').trim() ? ['a', 'b'].map((name) => numbers(hands.find(([, found]) => found.toLowerCase() === name)?.[2] ?? ''))
    : /^[-\d,;\s[\]]+$/.test(text) ? text.split('\n').filter((line) => /\d/.test(line)).map(numbers) : [];
  return a?.length && b?.length && new Set([...a, ...b]).size === a.length + b.length ? dealOf({ a, b }) : null;
}

// Reads cards in the order played: "8 7 3 4", or for several suits "S14 S12 H3".
export function readPlay(text, many) {
  const words = text.split(/[\s,;]+/).filter(Boolean), form = many ? /^[SHDC]-?\d+$/i : /^-?\d+$/;
  if (!words.every((word) => form.test(word))) return null;
  return words.map((word) => (many ? { suit: word[0].toUpperCase(), card: Number(word.slice(1)) } : Number(word)));
}

// Deals as people have them: PBN records and deal strings, LIN, links of viewers, JSON, hands line by line.
//
// -> { held, … } with what else the text says: dealer, vulnerable, contract, declarer, strain, leader, play, trick; null
// when there is no deal in it. A card given twice makes it no deal.
import { ALL, SEATS, SUITS, after, cardOf, cardsOf, contractOf, handOf } from './cards.js';

const VULNERABLE = { none: 'none', '-': 'none', love: 'none', o: 'none', '0': 'none', ns: 'ns', 'n-s': 'ns', n: 'ns', ew: 'ew', 'e-w': 'ew', e: 'ew', both: 'both', all: 'both', b: 'both' };

// Gives a hand's cards to a seat; false when one is somebody's already.
function give(held, seat, cards) {
  for (const card of cards) {
    if (!card || held[card]) return false;
    held[card] = seat;
  }
  return true;
}

// 'QJ6.K652.J85.T98' -> cards; null when it is no hand
function dotted(text) {
  const suits = text.replaceAll('-', '').split('.');
  if (suits.length !== 4) return null;
  const cards = suits.flatMap((ranks, i) => (ranks.match(/10|./g) ?? []).map((rank) => cardOf(SUITS[i] + rank)));
  return cards.every(Boolean) ? cards : null;
}

// 'SQJ6HK652DJ85CT98' -> cards
function lettered(text) {
  const cards = [...text.matchAll(/([SHDC])((?:10|[2-9TJQKA])*)/gi)].flatMap(([, suit, ranks]) => (ranks.match(/10|./g) ?? []).map((rank) => cardOf(suit + rank)));
  return /^(?:[SHDC](?:10|[2-9TJQKA])*)*$/i.test(text) && cards.every(Boolean) ? cards : null;
}

function fromHands(hands) {
  const held = {};
  for (const [seat, cards] of Object.entries(hands)) if (!cards || !give(held, seat, cards)) return null;
  return Object.keys(held).length ? { held } : null;
}

// 'N:… … … …' from any seat, clockwise; a hand of '-' alone is not known.
function readPbn(text) {
  const [, first, rest] = /^\s*([NESW])\s*:\s*(.+?)\s*$/is.exec(text) ?? [];
  if (!first) return null;
  const hands = rest.split(/\s+/);
  if (hands.length !== 4) return null;
  return fromHands(Object.fromEntries(hands.map((hand, i) => [after(first.toUpperCase(), i), hand === '-' ? [] : dotted(hand)])));
}

// The hands of LIN's md, in the order S, W, N, E; the fourth may be left out.
function readMd(text) {
  const [, dealer, rest] = /^\s*([1-4]?)\s*([\dSHDCTJQKA,]*)$/i.exec(text) ?? [];
  if (rest === undefined) return null;
  const hands = rest.split(',').map((hand) => lettered(hand));
  const found = fromHands(Object.fromEntries(hands.slice(0, 4).map((hand, i) => [['S', 'W', 'N', 'E'][i], hand])));
  if (!found) return null;
  const missing = SEATS.filter((seat) => !handOf(found.held, seat).length);
  if (missing.length === 1) for (const card of ALL) found.held[card] ??= missing[0];
  return dealer ? { ...found, dealer: ['S', 'W', 'N', 'E'][dealer - 1] } : found;
}

function readLin(text) {
  const parts = text.split('|'), of = (name) => parts.flatMap((part, i) => (i % 2 === 0 && part.trim().toLowerCase() === name ? [parts[i + 1] ?? ''] : []));
  const found = readMd(of('md')[0] ?? '');
  if (!found) return null;
  const vulnerable = VULNERABLE[of('sv')[0]?.trim().toLowerCase()];
  const play = of('pc').flatMap((cards) => cardsOf(cards) ?? []);
  return { ...found, ...(vulnerable && { vulnerable }), ...bidding(of('mb').map((bid) => bid.replace('!', '').trim()), found.dealer), ...(play.length && { play }) };
}

// What an auction ends in: the last bid, doubled or not, by who of the side named its strain first.
function bidding(bids, dealer) {
  let last, doubled = 0, seat = dealer;
  const first = {};
  for (const bid of dealer ? bids : []) {
    const found = contractOf(bid.replace(/^(\d)n$/i, '$1NT'));
    if (found) {
      first[`${found.strain}${SEATS.indexOf(seat) % 2}`] ??= seat;
      last = { ...found, declarer: first[`${found.strain}${SEATS.indexOf(seat) % 2}`] };
      doubled = 0;
    } else if (/^(d|x|dbl)$/i.test(bid)) doubled = 1;
    else if (/^(r|xx|rdbl)$/i.test(bid)) doubled = 2;
    seat = after(seat);
  }
  return last ? { contract: `${last.level}${last.strain}${'X'.repeat(doubled)}`, declarer: last.declarer } : {};
}

function readTags(text) {
  const tags = Object.fromEntries([...text.matchAll(/^\[(\w+)\s+"([^"]*)"\]/gm)].map(([, name, value]) => [name.toLowerCase(), value]));
  const found = readPbn(tags.deal ?? '');
  if (!found) return null;
  const contract = contractOf(tags.contract), seat = (value) => (SEATS.includes(value?.toUpperCase()) ? value.toUpperCase() : undefined);
  const vulnerable = VULNERABLE[tags.vulnerable?.toLowerCase()];
  const said = { dealer: seat(tags.dealer), vulnerable, ...(contract && seat(tags.declarer) && { contract: tags.contract.toUpperCase(), declarer: seat(tags.declarer) }) };
  return { ...found, ...Object.fromEntries(Object.entries(said).filter(([, value]) => value)) };
}

// 'n=sakq…&e=…', as in links to hand viewers
function readLink(text) {
  const query = new URLSearchParams(text.slice(text.indexOf('?') + 1));
  if (query.get('lin')) return readLin(query.get('lin'));
  const hands = SEATS.filter((seat) => query.get(seat.toLowerCase())).map((seat) => [seat, lettered(query.get(seat.toLowerCase()))]);
  return hands.length > 2 ? fromHands(Object.fromEntries(hands)) : null;
}

// 'N: QJ6.K652.J85.T98', a hand a line, by letter or name
function readLines(text) {
  const hands = [...text.matchAll(/^\s*(N|E|S|W|North|East|South|West)\s*[:=]?\s+(\S+)\s*$/gim)].map(([, seat, hand]) => [seat[0].toUpperCase(), dotted(hand) ?? lettered(hand)]);
  return hands.length ? fromHands(Object.fromEntries(hands)) : null;
}

const FIELDS = ['dealer', 'vulnerable', 'contract', 'declarer', 'strain', 'leader', 'play', 'trick'];

// The deal of a problem, and what it says besides.
export function dealOf(problem) {
  if (typeof problem === 'string') return readDeal(problem);
  const { deal, record } = problem ?? {};
  const found = typeof record === 'string' && !deal ? readDeal(record) : typeof deal === 'string' ? readDeal(deal)
    : deal && typeof deal === 'object' ? fromHands(Object.fromEntries(Object.entries(deal).filter(([seat]) => SEATS.includes(seat)).map(([seat, hand]) => [seat, dotted(String(hand)) ?? lettered(String(hand))])))
    : problem?.samples ? { held: {} } : null;
  if (!found) return null;
  const said = Object.fromEntries(FIELDS.filter((name) => problem[name] !== undefined).map((name) => [name, problem[name]]));
  if (said.vulnerable) said.vulnerable = VULNERABLE[said.vulnerable.toLowerCase()];
  return { ...found, ...said };
}

export function readDeal(given) {
  const text = given.trim();
  if (text.startsWith('{')) {
    try {
      const read = JSON.parse(text);
      return dealOf(read.problem ?? read);
    } catch { return null; }
  }
  return readPbn(text) ?? (/^\[/m.test(text) ? readTags(text) : null) ?? (/\bmd\|/i.test(text) ? readLin(text) : null)
    ?? (/^https?:/.test(text) ? readLink(text) : null) ?? (text.includes(',') ? readMd(text) : null) ?? readLines(text);
}

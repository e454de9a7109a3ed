// Reads deals in the usual formats: PBN records and deal strings, LIN, links of viewers, JSON, hands line by line.
//
// The readers return { held, … } with the other members of the text: dealer, vulnerable, contract, declarer, strain,
// leader, play, trick; null if the text contains no deal. A card given twice makes a deal invalid.
import { ALL, SEATS, SUITS, after, cardOf, cardsOf, contractOf, handOf } from './cards.js';
import { winnerOf } from './play.js';

const VULNERABLE = { none: 'none', '-': 'none', love: 'none', o: 'none', '0': 'none', ns: 'ns', 'n-s': 'ns', n: 'ns', ew: 'ew', 'e-w': 'ew', e: 'ew', both: 'both', all: 'both', b: 'both' };

// Gives cards to a seat; returns false if one of them is already dealt.
function give(held, seat, cards) {
  for (const card of cards) {
    if (!card || held[card]) return false;
    held[card] = seat;
  }
  return true;
}

// 'QJ6.K652.J85.T98' -> cards; null if it is no hand
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

// 'N:… … … …' from any seat, clockwise; '-' is an unknown hand.
function readPbn(text) {
  const [, first, rest] = /^\s*([NESW])\s*:\s*(.+?)\s*$/is.exec(text) ?? [];
  if (!first) return null;
  const hands = rest.split(/\s+/);
  if (hands.length !== 4) return null;
  return fromHands(Object.fromEntries(hands.map((hand, i) => [after(first.toUpperCase(), i), hand === '-' ? [] : dotted(hand)])));
}

// Completes the fourth hand of a whole deal, which may be omitted.
function withFourth(found) {
  const missing = found ? SEATS.filter((seat) => !handOf(found.held, seat).length) : [];
  if (missing.length === 1 && Object.keys(found.held).length === 39) for (const card of ALL) found.held[card] ??= missing[0];
  return found;
}

// The hands of LIN's md, in the order S, W, N, E; the fourth may be omitted.
function readMd(text) {
  const [, dealer, rest] = /^\s*([1-4]?)\s*([\dSHDCTJQKA,]*)$/i.exec(text) ?? [];
  if (rest === undefined) return null;
  const hands = rest.split(',').map((hand) => lettered(hand));
  const found = fromHands(Object.fromEntries(hands.slice(0, 4).map((hand, i) => [['S', 'W', 'N', 'E'][i], hand])));
  if (!found) return null;
  return { ...withFourth(found), ...(dealer && { dealer: ['S', 'W', 'N', 'E'][dealer - 1] }) };
}

function readLin(text) {
  const parts = text.split('|'), of = (name) => parts.flatMap((part, i) => (i % 2 === 0 && part.trim().toLowerCase() === name ? [parts[i + 1] ?? ''] : []));
  const found = readMd(of('md')[0] ?? '');
  if (!found) return null;
  const vulnerable = VULNERABLE[of('sv')[0]?.trim().toLowerCase()];
  const play = of('pc').flatMap((cards) => cardsOf(cards) ?? []);
  return { ...found, ...(vulnerable && { vulnerable }), ...bidding(of('mb').map((bid) => bid.replace('!', '').trim()), found.dealer), ...(play.length && { play }) };
}

// Returns the result of an auction: the last bid, its doubling, and the declarer, the first of the side to bid its
// strain.
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

// Returns the cards of the section after [Play "W"] in the order played, as far as they are known. The section has a
// line for each trick, its columns clockwise from that seat; '-' is an unknown card, '+' one not played.
function sectionPlay(text, leader, strain) {
  const [, first, section] = /^\[Play\s+"([NESW])"\]([^[]*)/im.exec(text.replace(/\{[^}]*\}|;.*$/gm, '')) ?? [], out = [];
  const cells = (section ?? '').replace(/=\d+=|\$\d+|[!?^*]/g, ' ').split(/\s+/).filter(Boolean).map(cardOf);
  for (let lead = leader, i = 0; i < cells.length; i += 4) {
    const row = SEATS.map((_, k) => cells[i + (SEATS.indexOf(after(lead, k)) - SEATS.indexOf(first.toUpperCase()) + 4) % 4]);
    const known = row.findIndex((card) => !card);
    out.push(...row.slice(0, known < 0 ? 4 : known));
    if (known >= 0) break;
    lead = after(lead, winnerOf(row, strain));
  }
  return out;
}

function readTags(text) {
  const tags = Object.fromEntries([...text.matchAll(/^\[(\w+)\s+"([^"]*)"\]/gm)].map(([, name, value]) => [name.toLowerCase(), value]));
  const found = readPbn(tags.deal ?? '');
  if (!found) return null;
  const contract = contractOf(tags.contract), seat = (value) => (SEATS.includes(value?.toUpperCase()) ? value.toUpperCase() : undefined);
  const vulnerable = VULNERABLE[tags.vulnerable?.toLowerCase()];
  const said = { dealer: seat(tags.dealer), vulnerable, ...(contract && seat(tags.declarer) && { contract: tags.contract.toUpperCase(), declarer: seat(tags.declarer) }) };
  const play = said.declarer ? sectionPlay(text, after(said.declarer), contract.strain) : [];
  return { ...found, ...Object.fromEntries(Object.entries(said).filter(([, value]) => value)), ...(play.length && { play }) };
}

// 'n=sakq…&e=…', as in links to hand viewers; d: dealer, v: vulnerable, a: auction, p: play
function readLink(text) {
  const query = new URLSearchParams(text.slice(text.indexOf('?') + 1));
  if (query.get('lin')) return readLin(query.get('lin'));
  const hands = SEATS.filter((seat) => query.get(seat.toLowerCase())).map((seat) => [seat, lettered(query.get(seat.toLowerCase()))]);
  const found = hands.length > 2 && withFourth(fromHands(Object.fromEntries(hands)));
  if (!found) return null;
  const dealer = query.get('d')?.toUpperCase(), vulnerable = VULNERABLE[query.get('v')?.toLowerCase()];
  const bids = query.get('a')?.replace(/\([^)]*\)/g, '').match(/[1-7](?:nt?|[cdhs])|[pdrx]/gi) ?? [], play = cardsOf(query.get('p') ?? '') ?? [];
  return { ...found, ...(SEATS.includes(dealer) && { dealer, ...bidding(bids, dealer) }), ...(vulnerable && { vulnerable }), ...(play.length && { play }) };
}

// 'QJ6.K652.J85.T98', 'S QJ6 H K652 D J85 C -', '♠QJ6 ♥K652 ♦J85 ♣10 9 8'; also with each suit in its own line
function spoken(text) {
  const plain = text.replace(/[♠♥♦♣♤♡♢♧]/g, (sign) => SUITS['♠♥♦♣♤♡♢♧'.indexOf(sign) % 4]).replace(/[\s,:\ufe0f–—-]+/g, '');
  return dotted(text.trim()) ?? lettered(plain);
}

// Reads hands one after the other, each after the letter or name of its seat. Lines after a hand that are not cards are
// ignored.
function readLines(text) {
  const seats = [...text.matchAll(/^[ \t]*(North|East|South|West|[NESW])(?:[ \t]*\([^)\n]*\))?(?:[ \t]*[:=]|(?=\s))/gim)];
  const hands = seats.map((found, i) => {
    const body = text.slice(found.index + found[0].length, seats[i + 1]?.index);
    return [found[1][0].toUpperCase(), spoken(body) ?? spoken(body.trim().split('\n')[0])];
  });
  return new Set(hands.map(([seat]) => seat)).size === hands.length ? fromHands(Object.fromEntries(hands)) : null;
}

const FIELDS = ['dealer', 'vulnerable', 'contract', 'declarer', 'strain', 'leader', 'play', 'trick'];

// Returns the deal of a problem with the other members that the page uses.
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

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

const withMembers = (found, members, play) => ({ ...found, ...Object.fromEntries(Object.entries(members).filter(([, value]) => value)), ...(play.length && { play }) });

const LIN = [...'SWNE'];

// The hands of LIN's md, in the order S, W, N, E; the fourth may be omitted.
function readMd(text) {
  const [, dealer, rest] = /^\s*([1-4]?)\s*([\dSHDCTJQKA,]*)$/i.exec(text) ?? [];
  if (rest === undefined) return null;
  const found = withFourth(fromHands(Object.fromEntries(rest.split(',').slice(0, 4).map((hand, i) => [LIN[i], lettered(hand)]))));
  return found && { ...found, ...(dealer && { dealer: LIN[dealer - 1] }) };
}

// The first board of LIN; line ends can stand anywhere.
function readLin(text) {
  const fields = [...text.replace(/[\r\n]+/g, '').matchAll(/([^|]*)\|([^|]*)\|?/g)].map(([, key, value]) => [key.trim().toLowerCase(), value]);
  const first = fields.findIndex(([key]) => key === 'md'), next = fields.findIndex(([key], i) => i > first && /^(md|qx)$/.test(key));
  const of = (name) => fields.flatMap(([key, value], i) => (key === name && (next < 0 || i < next) ? [value] : []));
  const found = readMd(of('md')[0] ?? '');
  return found && withMembers(found, { vulnerable: VULNERABLE[of('sv')[0]?.trim().toLowerCase()], ...bidding(callsOf(of('mb').join(' ')), found.dealer) }, of('pc').flatMap((cards) => cardsOf(cards) ?? []));
}

// Removes notes, alerts and marks from calls and cards.
const unmarked = (text) => text.replace(/\([^)]*\)|\{[^}]*\}|=\d+=|\$\d+|[!?*^]/g, ' ');
const callsOf = (text) => unmarked(text.replaceAll('^S', '-')).match(/[1-7](?:nt?|[cdhs])|pass|ap|xx|[pdrx-]/gi) ?? [];

// Returns the result of an auction: the last bid, its doubling, and the declarer, the first of the side to bid its
// strain.
function bidding(bids, dealer) {
  let last, doubled = 0, seat = dealer;
  const first = {};
  for (const bid of dealer ? bids : []) {
    const found = contractOf(bid.replace(/^(\d)n$/i, '$1NT'));
    if (found) {
      last = { ...found, declarer: first[found.strain + SEATS.indexOf(seat) % 2] ??= seat };
      doubled = 0;
    } else if (/^[dx]$/i.test(bid)) doubled = 1;
    else if (/^(r|xx)$/i.test(bid)) doubled = 2;
    seat = after(seat);
  }
  return last ? { contract: `${last.level}${last.strain}${'X'.repeat(doubled)}`, declarer: last.declarer } : {};
}

// Returns the cards of the section after [Play "W"] in the order played, as far as they are known. The section has a
// line for each trick, its columns clockwise from that seat; '-' is an unknown card, '+' one not played.
function sectionPlay({ value, data }, leader, strain) {
  const first = SEATS.indexOf(value.toUpperCase()), out = [], cells = first < 0 ? [] : unmarked(data).match(/\S+/g)?.map(cardOf) ?? [];
  for (let lead = leader, i = 0; i < cells.length; i += 4) {
    const row = SEATS.map((_, k) => cells[i + (SEATS.indexOf(after(lead, k)) - first + 4) % 4]);
    const known = row.findIndex((card) => !card);
    out.push(...row.slice(0, known < 0 ? 4 : known));
    if (known >= 0) break;
    lead = after(lead, winnerOf(row, strain));
  }
  return out;
}

// The tags of the first PBN record that has a deal: { name: { value, data } }, data being the section after the tag. Of
// two equal tags the first counts. An empty line ends a record, unless it stands in a comment.
function tagsOf(text) {
  const plain = text.replace(/\r\n?/g, '\n').replace(/("(?:\\.|[^"\\\n])*")|\{[^}]*\}|;.*|^%.*\n?/gm, (all, quoted) => quoted ?? '');
  for (const record of plain.split(/\n[ \t]*\n/)) {
    const tags = {};
    for (const [, name, value, data] of record.matchAll(/\[\s*(\w+)\s*"((?:\\.|[^"\\])*)"\s*\]((?:"[^"]*"|[^["])*)/g)) tags[name.toLowerCase()] ??= { value, data };
    if (tags.deal) return tags;
  }
  return {};
}

function readTags(text) {
  const tags = tagsOf(text), value = (name) => tags[name]?.value ?? '', seat = (name) => SEATS.find((one) => one === value(name).replace('^', '').toUpperCase());
  const found = withFourth(readPbn(value('deal')));
  if (!found) return null;
  const said = { dealer: seat('dealer'), vulnerable: VULNERABLE[value('vulnerable').toLowerCase()] };
  if (contractOf(value('contract')) && seat('declarer')) Object.assign(said, { contract: value('contract').toUpperCase(), declarer: seat('declarer') });
  else if (tags.auction) Object.assign(said, bidding(callsOf(tags.auction.data), seat('auction')));
  const play = said.declarer && tags.play ? sectionPlay(tags.play, after(said.declarer), contractOf(said.contract).strain) : [];
  return withMembers(found, said, play);
}

// A link to a hand viewer: '…?lin=…', or 'n=sakq…&e=…' with d: dealer, v: vulnerable, a: auction, p: play. Mails and web
// pages may have &amp; in it; a link in another link is encoded twice.
function readLink(text) {
  let [address] = /https?:.*\|[^\s"<>]*|https?:[^\s"<>]*/i.exec(text);
  for (let i = 0; i < 3; i++) {
    const query = new URLSearchParams(address.slice(address.indexOf('?') + 1).replaceAll('&amp;', '&')), of = (name) => query.get(name) ?? '';
    const lin = of('lin'), hands = [...'swne'].map(of);
    if (lin.includes('|')) return readLin(lin);
    if (hands.filter(Boolean).length > 2) return readLin(`md|${LIN.indexOf(of('d').toUpperCase()) + 1 || ''}${hands}|sv|${of('v')}|mb|${of('a')}|pc|${of('p')}|`);
    [address] = /https?:.*/i.exec([...query.values()]) ?? [`?lin=${lin}`];
  }
  return null;
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
  const found = typeof record === 'string' && !deal ? readDeal(record) : typeof deal === 'string' ? (problem.samples && readPbn(deal)) || readDeal(deal)
    : deal && typeof deal === 'object' ? fromHands(Object.fromEntries(Object.entries(deal).filter(([seat]) => SEATS.includes(seat)).map(([seat, hand]) => [seat, dotted(String(hand)) ?? lettered(String(hand))])))
    : problem?.samples ? { held: {} } : null;
  if (!found) return null;
  const said = Object.fromEntries(FIELDS.filter((name) => problem[name] !== undefined).map((name) => [name, problem[name]]));
  if (said.vulnerable) said.vulnerable = VULNERABLE[said.vulnerable.toLowerCase()];
  return { ...found, ...said };
}

export function readDeal(given) {
  const text = given.trim();
  if (/^\{\s*["}]/.test(text)) { // else a comment of PBN
    try {
      const read = JSON.parse(text);
      return dealOf(read.problem ?? read);
    } catch { return null; }
  }
  return withFourth(readPbn(text)) ?? (/^\s*\[/m.test(text) ? readTags(text) : null) ?? (/https?:\/\/.*=/i.test(text) ? readLink(text) : null)
    ?? (/\bmd\s*\|/i.test(text) ? readLin(text) : null) ?? (text.includes(',') ? readMd(text) : null) ?? readLines(text);
}

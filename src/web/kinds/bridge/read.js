// Reads problems as the server writes them: a deal in one string, or its hands. Every other text is read by the server
// (askDeals), so that a text means the same everywhere.
//
// A deal is { held, … } with the other members of the problem: dealer, vulnerable, contract, declarer, strain, leader,
// play, trick.
import { useEffect, useMemo, useSignal } from '../../app/dom.js';
import { request } from '../../app/net/api.js';
import { SEATS, SUITS, after, cardOf } from '../../parts/hands/cards.js';

// 'QJ6.K652.J85.T98' -> cards; null if it is no hand
function dotted(text) {
  const suits = String(text).split('.');
  if (suits.length !== 4) return null;
  const cards = suits.flatMap((ranks, i) => Array.from(ranks, (rank) => cardOf(SUITS[i] + rank)));
  return cards.every(Boolean) ? cards : null;
}

// Returns the deal of hands; null if one is unreadable or a card is given twice.
function fromHands(hands) {
  const held = {};
  for (const [seat, cards] of hands) {
    if (!cards || !SEATS.includes(seat)) return null;
    for (const card of cards) {
      if (held[card]) return null;
      held[card] = seat;
    }
  }
  return { held };
}

// 'N:… … … …' from any seat, clockwise; '-' is an unknown hand, unless the others tell it, as the server knows.
function readPbn(text) {
  const [, first, rest] = /^([NESW]):(.+)$/.exec(text) ?? [], hands = rest?.split(' ') ?? [];
  const found = hands.length === 4 ? fromHands(hands.map((hand, i) => [after(first, i), hand === '-' ? [] : dotted(hand)])) : null;
  return hands.includes('-') && Object.keys(found?.held ?? {}).length === 39 ? null : found;
}

export const FIELDS = ['dealer', 'vulnerable', 'contract', 'declarer', 'strain', 'leader', 'play', 'trick'];

// Returns the deal of a problem with the other members that the page uses; null if it has none in these forms.
export function dealOf(problem) {
  const { deal, samples, vulnerable } = problem ?? {};
  if (vulnerable && !['none', 'ns', 'ew', 'both'].includes(vulnerable)) return null;
  const found = typeof deal === 'string' ? readPbn(deal)
    : deal && typeof deal === 'object' ? fromHands(Object.entries(deal).map(([seat, hand]) => [seat, dotted(hand)]))
    : samples ? { held: {} } : null;
  return found && { ...found, ...Object.fromEntries(FIELDS.filter((name) => problem[name] !== undefined).map((name) => [name, problem[name]])) };
}

// Reads what the page itself writes as a text: a deal, or JSON.
export function readDeal(text) {
  if (!/^\s*\{\s*["}]/.test(text)) return dealOf({ deal: text.trim() }); // else a comment of PBN
  try {
    const read = JSON.parse(text);
    return dealOf(read.problem ?? read);
  } catch { return null; }
}

const post = (body, type, accept) => request('/v1/bridge/read', { method: 'POST', headers: { 'Content-Type': type, Accept: accept }, body });

// Resolves to the deal of a problem in another form. Throws a Problem that says why it cannot be read.
async function askDeal(problem) {
  const text = typeof problem === 'string';
  const reply = await post(text ? problem : JSON.stringify(problem), text ? 'text/plain' : 'application/json', 'application/json');
  return dealOf(await reply.json());
}

// Resolves to the boards of a text, null for those that cannot be read. Throws a Problem if there is none.
export async function askDeals(text) {
  const known = readDeal(text);
  if (known) return [known];
  if (/^\s*\{\s*"/.test(text)) return [await askDeal(JSON.parse(text))];
  const reply = await post(text, 'text/plain', 'application/x-ndjson');
  const boards = (await reply.text()).split('\n').filter(Boolean).map((line) => dealOf(JSON.parse(line).problem));
  const found = boards.some(Boolean);
  if (found && (boards.every(Boolean) || /[[|]/.test(text))) return boards; // PBN and LIN
  try {
    return [await askDeal(text)]; // hands in lines, with remarks among them
  } catch (error) {
    if (found) return boards;
    throw error; // what is wrong
  }
}

// Returns the deal of a problem, asking the server if need be; null: there is none, or not yet.
export function useDealOf(problem) {
  const asked = useSignal({}), known = useMemo(() => dealOf(problem), [problem]);
  const other = !known && (typeof problem === 'string' || problem?.deal || problem?.record || problem?.text);
  useEffect(() => {
    if (other) askDeal(problem).then((deal) => { asked.value = { problem, deal }; }, () => {});
  }, [problem, !other]);
  return known ?? (asked.value.problem === problem ? asked.value.deal : null);
}

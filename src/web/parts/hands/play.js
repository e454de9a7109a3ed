// The play of a trick game, without drawing: legal cards, winners, counts, and a record that can be taken back.
//
// A game: { seats, held, trump, leader, begun }. seats: in the order of play; held: card -> seat; trump: a suit, or
// anything else for none; begun: the cards on the table, from the leader's; they are in no hand.
import { SEATS, rankOf, sideOf, suitOf, without } from './cards.js';

// Returns the index of the winning card; the first one is led.
export function winnerOf(cards, trump) {
  const suit = cards.some((card) => suitOf(card) === trump) ? trump : suitOf(cards[0]);
  return cards.reduce((best, card, i) => (suitOf(card) === suit && (suitOf(cards[best]) !== suit || rankOf(card) > rankOf(cards[best])) ? i : best), 0);
}

const next = ({ seats = SEATS }, seat, places = 1) => seats[(seats.indexOf(seat) + places) % seats.length];

// Returns the cards that a seat may play to a trick: a suit led is followed if possible.
export function legalOf(held, seat, [led]) {
  const hand = Object.keys(held).filter((card) => held[card] === seat);
  const following = led === undefined ? [] : hand.filter((card) => suitOf(card) === suitOf(led));
  return following.length ? following : hand;
}

function start(game) {
  const { seats = SEATS, held, leader, begun = [] } = game;
  const trick = begun.map((card, i) => ({ seat: next(game, leader, i), card, at: i - begun.length }));
  return { held: without(held, begun), trick, lead: leader, toPlay: leader && next(game, leader, trick.length), won: Object.fromEntries(seats.map((seat) => [seat, 0])), tricks: [] };
}

// Returns the position after one more card. at: its index in the record.
function step(game, { held, trick, lead, toPlay, won, tricks }, card, at) {
  const put = [...trick, { seat: toPlay, card, at }], left = without(held, [card]);
  if (put.length < (game.seats ?? SEATS).length) return { held: left, trick: put, lead, toPlay: next(game, toPlay), won, tricks };
  const winner = put[winnerOf(put.map((one) => one.card), game.trump)].seat;
  return { held: left, trick: [], lead: winner, toPlay: winner, won: { ...won, [winner]: won[winner] + 1 }, tricks: [...tricks, { cards: put, winner }] };
}

// Returns the position after the first `count` cards: { held, trick: [{ seat, card, at }] (incomplete), lead, toPlay,
// won: seat -> tricks, tricks: [{ cards, winner }], legal: [cards], over }. `at` is the index in the record; it is
// negative for a card that was on the table before.
export function positionOf(game, cards, count = cards.length) {
  let now = start(game);
  for (let at = 0; at < count && at < cards.length; at++) now = step(game, now, cards[at], at);
  const over = !Object.keys(now.held).length;
  return { ...now, toPlay: over ? undefined : now.toPlay, legal: now.toPlay && !over ? legalOf(now.held, now.toPlay, now.trick.map(({ card }) => card)) : [], over };
}

// Returns the first illegal card of a record: { at, card, seat, reason: 'held' (not in the hand) or 'suit' (the suit
// led is not followed) }; null if there is none.
export function faultOf(game, cards) {
  let now = start(game);
  for (const [at, card] of cards.entries()) {
    if (now.held[card] !== now.toPlay) return { at, card, seat: now.toPlay, reason: 'held' };
    if (!legalOf(now.held, now.toPlay, now.trick.map((one) => one.card)).includes(card)) return { at, card, seat: now.toPlay, reason: 'suit' };
    now = step(game, now, card, at);
  }
  return null;
}

// Returns the tricks of a side: {ns, ew}, or by seats for another number of players.
export const bySide = (won) => Object.entries(won).reduce((sum, [seat, count]) => ({ ...sum, [sideOf(seat)]: sum[sideOf(seat)] + count }), { ns: 0, ew: 0 });

// ---- the record: cards in the order played, of which the first `at` are on the table or behind it ----

export const begin = (cards = [], at = cards.length) => ({ cards, at: Math.min(at, cards.length) });
export const go = ({ cards }, at) => ({ cards, at: Math.max(0, Math.min(cards.length, at)) });
export const back = (record) => go(record, record.at - 1);
export const forward = (record) => go(record, record.at + 1);
export const restart = (record) => go(record, 0);

// Plays a card: the same one as before keeps what follows, another one replaces it.
export function play({ cards, at }, card) {
  return cards[at] === card ? { cards, at: at + 1 } : { cards: [...cards.slice(0, at), card], at: at + 1 };
}

// ---- the problem of what remains ----

// Returns the members of a problem that ask about a position: hands, leader, cards on the table.
export const rest = (position) => ({ held: position.held, leader: position.lead, trick: position.trick.map(({ card }) => card) });

// A play of whist without drawing: the game of parts/hands/play.js for a deal, positions as deals, what a card is worth.
// A card is its suit, if there are several, and its rank: 'S14', '7'.
import { intervalsOf } from '../../parts/hands/intervals.js';
import { faultOf, winnerOf } from '../../parts/hands/play.js';
import { dealOf, other, problemOf } from './deal.js';

export const keyOf = (card) => (typeof card === 'object' ? `${card.suit ?? ''}${card.card}` : String(card));

export const gameOf = ({ suits, leader, trump }) => ({ seats: ['a', 'b'], leader, trump,
  held: Object.fromEntries(suits.flatMap(({ name, cards }) => cards.map(({ card, owner }) => [`${name}${card}`, owner]))) });

// Returns the cards of a played game up to the first that cannot be played, and that fault.
export function playable(game, play = []) {
  const cards = play.map(keyOf), fault = faultOf(game, cards);
  return { cards: fault ? cards.slice(0, fault.at) : cards, fault };
}

export const playOfLine = (line = []) => line.flatMap(({ lead, reply }) => [keyOf(lead), keyOf(reply)]);

// Returns a deal with the cards of `held` and another leader.
export const dealAt = (deal, held, leader) => ({ ...deal, leader, suits: deal.suits.map(({ name, cards }) => ({ name, cards: cards.filter(({ card }) => held[`${name}${card}`]) })) });

// A trump of which no card is left is none.
function asked(deal, more) {
  const trump = deal.suits.some(({ name, cards }) => name === deal.trump && cards.length) ? deal.trump : null;
  return { ...problemOf({ ...deal, trump }), graph: false, line: false, ...more };
}

// Returns the problem that values the leads of a position, or of the beginning of its trick.
export function leadProblem(deal, { held, trick, toPlay }) {
  const [led] = trick;
  return asked(led ? dealAt(deal, { ...held, [led.card]: led.seat }, led.seat) : dealAt(deal, held, toPlay));
}

// Returns Map card -> tricks of its player from here on, from an answer to leadProblem(); undefined if it has no replies.
export function worthIn({ leads, order }, problem, { trick }) {
  const suits = dealOf(problem).suits, intervals = intervalsOf(suits[0].cards), [led] = trick;
  if (!led) return new Map(leads.flatMap(({ interval, suit, card, equals = [], tricks }) => (suit ? [card, ...equals].map((one) => [`${suit}${one}`, tricks]) : intervals[interval].cards.map((one) => [String(one), tricks]))));
  const found = suits[0].name ? undefined : leads.find(({ interval }) => intervals[interval].cards.includes(Number(led.card)));
  return found?.replies && new Map(found.replies.flatMap(({ interval, tricks }) => intervals[interval].cards.map((card) => [String(card), order - tricks])));
}

// Returns what follows each reply: [{ cards: equal ones, won, problem: of the rest, undefined after the last trick }].
export function replyProblems(deal, game, { held, trick: [{ card: led, seat }], toPlay, legal }) {
  const now = dealAt(deal, { ...held, [led]: seat }, seat);
  const classes = now.suits.flatMap(({ name, cards }) => intervalsOf(cards).map((interval) => interval.cards.map((card) => `${name}${card}`).filter((card) => legal.includes(card)))).filter((cards) => cards.length);
  return classes.map((cards) => {
    const { [cards[0]]: gone, ...left } = held, won = winnerOf([led, cards[0]], game.trump) === 1;
    return { cards, won, problem: Object.keys(left).length ? asked(dealAt(deal, left, won ? toPlay : other(toPlay)), { leads: false }) : undefined };
  });
}

// Returns Map card -> { tricks: in all, cost: tricks lost against the best, best }.
export function worthOf(tricks, { toPlay, won }) {
  const most = Math.max(...tricks.values());
  return new Map([...tricks].map(([card, count]) => [card, { tricks: won[toPlay] + count, cost: most - count, best: count === most }]));
}

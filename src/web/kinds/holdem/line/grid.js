// What the grid shows of each position of a line, and the cards that are known there.
import { number, t } from '../../../app/i18n.js';
import { cardsOf } from '../cards.js';
import { meansOf, rangeOf } from '../range.js';
import { percent } from '../words.js';

const RANDOM = rangeOf('random'), LEAST = 0.015; // smaller shares are drawn as 0

// Returns the weights of the range before the first action; undefined if it cannot be read.
export const priorOf = ({ range }) => (range === undefined ? RANDOM : rangeOf(range));

export const heroCards = (problem) => cardsOf(problem.hero?.cards ?? '') ?? [];

// Returns the board cards after the first `count` steps.
export const boardAfter = (steps, count) => steps.slice(0, count).flatMap(({ action }) => (action.startsWith('deal ') ? cardsOf(action.slice('deal '.length)) ?? [] : []));

// at: 0: before the first action; n: after n steps. Returns the props of a grid.
export function shownAt(problem, steps, at) {
  const dead = new Set([...heroCards(problem), ...boardAfter(steps, at)]), prior = meansOf(priorOf(problem) ?? RANDOM, dead);
  if (!at) return { shares: prior };
  const grid = steps[at - 1].grid.map((share) => (share < LEAST ? 0 : share));
  return {
    shares: grid.map((share, i) => (Number.isNaN(prior[i]) ? NaN : share)),
    subs: grid.map((share) => (share ? number(100 * share, { maximumFractionDigits: 0 }) : undefined)),
    said: steps[at - 1].grid.map((share) => t('{share} as likely as the likeliest', { share: percent(share, share < LEAST ? 2 : 0) }))
  };
}

// Answers of whist in words.
import { number, t } from '../../app/i18n.js';
import { cardText, signs } from '../../parts/hands/signs.js';
import { methodName } from './compare.js';
import { other } from './deal.js';

export const trumpOf = ({ suits: [{ name }], trump }) => name && (trump ? t('trump {suit}', { suit: signs[trump] }) : t('no trump'));

// Describes how the answer is proved.
export function proofOf({ proof, engine, confirmed }) {
  if (confirmed?.agrees) return t('Confirmed by {by} in {count} nodes.', { by: methodName(confirmed.by), count: number(BigInt(confirmed.nodes)) });
  if (proof === 'verified_rule') return t('By the closed rule: checked on every deal of up to 16 cards a hand, unproved beyond.');
  return engine === 'formula' ? t('By the closed rule, checked on every deal of this order.') : t('By full search.');
}

const mistakes = (count) => (count > 1 ? t('{count} mistakes in the played game.', { count }) : count ? t('One mistake in the played game.') : t('No mistake in the played game.'));

// Returns the answer in one sentence: { tone, text }.
export function verdictOf(result, leader) {
  const { tricks, order, bounds, play, distribution } = result, second = other(leader);
  if (!tricks && !bounds && distribution) return { tone: '', text: t('Deals of order {n} by the leader\'s tricks', { n: distribution.order }) };
  const text = tricks ? t('{leader} leads and makes {tricks} of {order} tricks; {other} makes {rest}.', { leader, tricks: number(tricks[leader]), order: number(order), other: second, rest: number(tricks[second]) })
    : bounds ? t('The time was up: {leader} makes {least} to {most} of {order} tricks.', { leader, least: bounds[leader][0], most: bounds[leader][1], order })
    : t('The time was up before the value was known.');
  return { tone: result.timeout ? 'warn' : 'good', text: [text, play && mistakes(play.filter(({ cost }) => cost > 0).length)].filter(Boolean).join(' ') };
}

export const tricksText = (count) => (count === 1 ? t('one trick') : t('{count} tricks', { count }));

// Returns the state of the play: { tone, text }. worth: of play.js, undefined while it is unknown.
export function playText({ over, won, toPlay }, worth) {
  if (over) return { tone: '', text: t('End of the play: a {a}, b {b}.', won) };
  const best = worth && Math.max(...[...worth.values()].map(({ tricks }) => tricks));
  return { tone: '', text: best === undefined ? t('{owner} plays.', { owner: toPlay }) : t('{owner} plays and makes {tricks} in all with best play.', { owner: toPlay, tricks: tricksText(best) }) };
}

// Returns the values at the cards: Map card -> { text, title, tone, best }: the tricks that a card loses.
export const labelsOf = (worth, owner) => worth && new Map([...worth].map(([card, { tricks, cost, best }]) => [card, { text: cost ? `−${cost}` : '=', tone: cost ? 'bad' : 'good', best,
  title: [t('{owner} makes {tricks}', { owner, tricks }), cost && t('costs {count}', { count: cost }), best && t('best')].filter(Boolean).join(', ') }]));

export const nameOf = (card) => (typeof card === 'object' ? cardText(`${card.suit ?? ''}${card.card}`) : cardText(String(card)));

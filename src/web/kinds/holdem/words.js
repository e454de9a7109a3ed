// Hold'em in words: numbers, players, the result in one sentence.
import { number, t } from '../../app/i18n.js';
import { textOf } from './cards.js';
import { handOf, rangeOf } from './range.js';

export const about = () => t('Two cards or a range of them against others: how often each wins, exactly wherever it can be counted, and what a call is worth. Or a hand that was played: what its bets say about the hidden cards.');

export const percent = (share, digits = 0) => number(share, { style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits });

export const playerName = (player, i) => player?.name || t('Player {n}', { n: i + 1 });

// A range in a few letters: the two cards of a hand, or its text, shortened.
export function shortRange(range, most = 14) {
  const weights = rangeOf(range), hand = weights && handOf(weights);
  if (hand) return [...hand].sort((a, b) => b - a).map(textOf).join('');
  return range.length > most ? `${range.slice(0, most - 1)}…` : range || '–';
}

export const methodText = ({ method, exact, samples, showdowns }) => (exact ? method === 'preflop_table' ? t('exact, from the table of all hands before the flop') : t('exact: {count} showdowns', { count: number(Number(showdowns)) })
  : t('{count} random deals', { count: number(Number(samples)) }));

// need: the share at which a call breaks even; undefined: there is nothing to call.
export const sharedText = (name, share, need) => (need === undefined ? t('{name} has {share}', { name, share: percent(share, 1) }) : t('{name} has {share}, a call needs {need}', { name, share: percent(share, 1), need: percent(need, 1) }));

// result: of the server. Returns the verdict of a surface.
export function verdictOf(result, players) {
  const named = result.equity.map((share, i) => `${playerName(players[i], i)} ${percent(share, 1)}`);
  if (result.decision) return { tone: 'good', text: `${actionName(result.decision.best)}: ${sharedText(playerName(players[0], 0), result.equity[0], result.decision.break_even)}` };
  return { tone: result.timeout ? 'warn' : 'good', text: named.slice(0, 3).join(' · ') + (named.length > 3 ? ' …' : '') };
}

// t('fold') t('call') t('check') t('raise') t('bet')
export function actionName(id) {
  const [word, amount] = id.split(' '), name = t(word).replace(/^./, (letter) => letter.toUpperCase());
  return amount === undefined ? name : `${name} ${number(Number(amount))}`;
}

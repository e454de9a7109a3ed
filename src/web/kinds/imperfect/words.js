// Imperfect information in words.
import { number, t } from '../../app/i18n.js';

export const about = () => t('What is hidden, what was seen, what each action pays: the posterior, the value of each action, and where the decision changes. Small games are solved to equilibrium.');

export const percent = (share, digits = 0) => number(share, { style: 'percent', minimumFractionDigits: digits, maximumFractionDigits: digits });
export const amount = (value, digits = 3) => number(value, { maximumFractionDigits: digits });

export const namesOf = () => ({ prior: t('prior'), win: t('we win'), tie: t('tie'), wins: t('if we win'), loses: t('if we lose'), ties: t('if it ties') });

export function verdictOf(result) {
  const best = result.actions?.find(({ id }) => id === result.best);
  if (!best) return { tone: '', text: t('The posterior is in the table.') };
  const text = result.p_win === undefined ? t('{action}: worth {value}', { action: best.id, value: amount(best.ev) }) : t('{action}: worth {value}, wins {share}', { action: best.id, value: amount(best.ev), share: percent(result.p_win, 1) });
  return { tone: result.model_contradicted ? 'warn' : 'good', text };
}

export const methodText = ({ method, exact, samples }) => (exact ? t('exact') : t('{count} random draws', { count: number(Number(samples)) })) + (method === 'seed' ? ` · ${t('the method of the patent, corrected')}` : '');

// Words for engines and values.
import { t } from '../../app/i18n.js';
import { shown } from './picture.js';

export const engines = ['auto', 'minimax', 'open_closed', 'alphabeta'];
export const engineName = (name) => ({ auto: t('automatic'), minimax: t('minimax'), open_closed: t('minimax with OPEN and CLOSED'), expectiminimax: t('expectiminimax'), alphabeta: t('alpha-beta') })[name] ?? name;
// Returns the name of the method of an answer.
export const methodName = (name) => ({ auto: t('null windows and a table'), table: t('the table of Grundy values'), bouton: t('Bouton’s rule'), exhaustive: t('a search of all positions'), search: t('null windows and a table') })[name] ?? engineName(name);

// bound: the requested window allowed only a bound, not the value.
export function worth({ value, bound, timeout }) {
  const values = { value: shown(value) };
  if (value === null) return t('The time was up before the value was known.');
  if (timeout) return t('The time was up: the best value so far is {value}.', values);
  return bound === 'lower' ? t('The root is worth at least {value}.', values) : bound === 'upper' ? t('The root is worth at most {value}.', values) : t('The root is worth {value}.', values);
}

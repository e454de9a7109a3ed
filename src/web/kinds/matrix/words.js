// A game in words: its players, the result in one sentence, what is seen while it is typed.
import { html } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';
import { verdictOf } from './decision.js';
import { show } from './number.js';

export const about = () => t('Games of two players in a table of payoffs, and decisions against nature: equilibria, dominance and safe payoffs, exactly. Type, and best answers are marked at once.');

export const playersOf = ({ players: [one, two] }) => [one || t('row player'), two || t('column player')];

// An exact number; if it is shown approximately, its title has the exact value.
export function Exact({ value, ratio }) {
  const text = show(value, ratio);
  return html`<span class="num" title=${text.startsWith('≈') ? String(value) : undefined}>${text}</span>`;
}

function countsOf({ equilibria: found, one, pure_count: pure }) {
  const all = found?.count, more = found && !found.complete;
  if (more) return t('At least {count} equilibria', { count: number(all) });
  if (found) return all === 1 ? (pure ? t('One equilibrium, and it is pure') : t('One equilibrium, in mixed strategies')) : !pure ? t('{count} equilibria, none of them pure', { count: number(all) }) : t('{count} equilibria, {pure} of them pure', { count: number(all), pure: number(pure) });
  if (one) return one.pure ? t('An equilibrium in pure strategies') : t('An equilibrium in mixed strategies');
  if (pure === undefined) return t('See the results below');
  return pure === 1 ? t('One pure equilibrium') : t('{count} pure equilibria', { count: number(pure) });
}

// result: of the server. Returns the verdict of a surface.
export function verdict(result) {
  const { value, one, pure, pure_count: count, timeout } = result, worth = value ?? (result.game === 'zero_sum' ? one?.payoff[0] : undefined);
  const where = count === 1 && pure?.length ? `: ${pure[0].row}, ${pure[0].col}` : '';
  return { tone: timeout ? 'warn' : 'good', text: result.game === 'decision' ? verdictOf(result) : `${countsOf(result)}${where}${worth === undefined ? '' : `${t('; value')} ${show(worth)}`}` };
}

const NAMED = 3; // pure equilibria that the line names

// live: of live.js or criteria.js; faults: of game.js
export function statusOf({ form, rows, cols }, live, faults) {
  if (faults.length) return faults.length === 1 ? t('One entry cannot be read.') : t('{count} entries cannot be read.', { count: number(faults.length) });
  if (form === 'decision') return t('Maximin: {acts}', { acts: live.maximin.best.map((i) => rows[i]).join(', ') });
  const { pure } = live, all = pure.slice(0, NAMED).map(([i, j]) => `${rows[i]}, ${cols[j]}`).join('; ') + (pure.length > NAMED ? ' …' : '');
  return pure.length === 0 ? t('No pure equilibrium.') : pure.length === 1 ? t('One pure equilibrium: {where}', { where: all }) : t('{count} pure equilibria: {where}', { count: number(pure.length), where: all });
}

// t('static') t('dynamic')
export function classOf({ classification: it, equilibria, rows, cols }) {
  const words = [`${rows.length} × ${cols.length}`, it && (it.sum === 'zero' ? t('zero-sum') : it.sum === 'constant' ? t('constant sum {constant}', { constant: show(it.constant) }) : t('not zero-sum')),
    it?.symmetric && t('symmetric'), it && t(it.timing), it && (it.cooperative ? t('cooperative') : t('not cooperative')), it && t('complete information'), equilibria?.degenerate && t('degenerate')];
  return words.filter(Boolean).join(' · ');
}

// t('equilibria') t('dominance') t('one') t('security') t('pareto') t('pure') t('classification')
export const unfinishedOf = ({ unfinished = [] }) => unfinished.map((what) => t(what)).join(', ');

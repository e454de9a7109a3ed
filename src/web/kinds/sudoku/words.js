// What an answer says, in words.
import { lang, t } from '../../app/i18n.js';
import { cellName, symbolOf } from './board.js';

// {text, tone: 'good' | 'bad' | 'warn' | ''} of a finished job.
export function verdictOf(result) {
  const { verdict, unique, count, count_complete: complete } = result;
  if (verdict === 'contradiction') return { tone: 'bad', text: t('The clues contradict each other.') };
  if (verdict === 'unsatisfiable') return { tone: 'bad', text: t('No solution: no way of filling the grid keeps all the rules.') };
  if (verdict === 'timeout')
    return { tone: 'warn', text: result.solution ? t('A solution; the time was up before it was known whether there are others.') : result.partial ? t('The time was up. Shown is what is proved so far.') : t('The time was up.') };
  if (verdict === 'completable') return { tone: 'good', text: t('No fault so far: it can still be completed.') };
  if (result.complete) return { tone: 'good', text: t('Finished, and without a fault.') };
  if (unique) return { tone: 'good', text: t('Exactly one solution.') };
  if (unique === false && count > 2)
    return { tone: 'warn', text: complete ? t('{count} solutions in all.', { count }) : t('At least {count} solutions.', { count }) };
  if (unique === false) return { tone: 'warn', text: t('More than one solution.') };
  return { tone: '', text: t('Solved; whether there are other solutions was not asked.') };
}

export const techniqueName = (name) => t(name);

const join = (list) => list.join(lang.value === 'zh' ? '、' : ', ');

// "r1c2≠4, 7": candidates that go, cell by cell.
function byCell(board, pairs, sign) {
  const cells = new Map();
  for (const [cell, value] of pairs) cells.set(cell, [...(cells.get(cell) ?? []), symbolOf(board, value)]);
  return join([...cells].map(([cell, values]) => `${cellName(board, cell)}${sign}${values.join('')}`));
}

// A step in a sentence. The server says more, in English.
export function describe(board, step, move = true) {
  if (step.text && lang.value === 'en' && move) return step.text;
  const parts = [];
  const cells = join(step.cells.map((cell) => cellName(board, cell)));
  if (step.values.length && cells) parts.push(t('{values} in {cells}', { values: step.values.map((value) => symbolOf(board, value)).join(' '), cells }));
  else if (cells) parts.push(cells);
  if (move && step.eliminations.length) parts.push(t('so {candidates} go', { candidates: byCell(board, step.eliminations, '≠') }));
  if (move && step.placements.length) parts.push(t('so {cells}', { cells: byCell(board, step.placements, '=') }));
  return parts.join(lang.value === 'zh' ? '；' : '; ');
}

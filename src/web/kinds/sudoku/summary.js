// The description of a job in lists. The server's summary of a result is English and consists of phrases separated by
// ", " and ": ".
import { t } from '../../app/i18n.js';

// Phrases: t('1 clue') t('{count} clues') t('1 step') t('{count} steps') t('{count} solutions')
// t('{count} or more solutions') t('unique') t('solved') t('conflicts') t('no solution') t('timeout') t('finished')
// t('completable') t('irregular') t('diagonal') t('disjoint groups') t('killer') t('explained') t('explained in part')
// t('stuck') t('hint') t('no hint') t('made') t('none made') t('no such puzzle') t('not as ordered') t('unsolved') t('potential {count}')
// t('solved by sap') t('solved by tabu')
// t('easy') t('medium') t('hard') t('expert') t('extreme') t('rating {count}')
function phrase(text) {
  const [, before = '', count, after = ''] = /^(rating |potential )?(-?\d[\d.]*)( .*)?$/.exec(text) ?? [];
  return count && text !== '1 clue' && text !== '1 step' ? t(`${before}{count}${after}`, { count }) : t(text);
}

const summaryText = (summary) => summary.split(/(, |: )/).map((part, i) => (i % 2 ? part : phrase(part))).join('');

export default function summary({ summary: said, progress }) {
  if (said) return summaryText(said);
  if (progress?.potential < 0) return t('potential {count}', { count: progress.potential });
  return progress?.cells_set ? t('{count} cells', { count: progress.cells_set }) : undefined;
}

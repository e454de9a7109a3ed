// Sudoku on the page: see sudoku/.
import { t } from '../app/i18n.js';
import { Editor } from './sudoku/editor.js';
import { View } from './sudoku/view.js';

// For the list of jobs. Verdicts: t('completable') t('contradiction') t('unsatisfiable') t('timeout')
function brief({ result, progress }) {
  if (progress?.cells_set && !result) return t('{count} cells', { count: progress.cells_set });
  if (!result) return undefined;
  const { verdict, unique, rating, size } = result;
  const what = rating ? rating.score.toFixed(1) : verdict === 'solved' ? (unique ? t('unique') : unique === false ? t('not unique') : t('solved')) : t(verdict);
  return size ? `${size} × ${size} · ${what}` : what;
}

export default { Editor, View, brief };

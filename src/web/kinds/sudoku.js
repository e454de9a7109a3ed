// Sudoku on the page: see sudoku/.
import { briefText } from './sudoku/brief.js';
import { Editor } from './sudoku/editor.js';
import { View } from './sudoku/view.js';
import { t } from '../app/i18n.js';

// For the list of jobs.
function brief({ brief, progress }) {
  if (brief) return briefText(brief);
  if (progress?.potential < 0) return t('potential {count}', { count: progress.potential });
  return progress?.cells_set ? t('{count} cells', { count: progress.cells_set }) : undefined;
}

export default { Editor, View, brief };

// What is done with a whole puzzle: copied, printed, opened from a file.
import { html } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { curl } from '../../app/net/curl.js';
import { link } from '../../app/router.js';
import { copy } from '../../app/ui/copy.js';
import { printAlone } from '../../parts/grid/print.js';
import { openFile } from '../../parts/intake.js';
import { Menu } from '../../parts/menu.js';
import { toDrawing, toShare } from './write.js';

const posted = (problem) => curl({ method: 'POST', url: `${location.origin}/v1/sudoku`, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(problem) });

// board: that is shown; problem: of the question; read(text): makes a text the question
export function Sharing({ board, problem, read }) {
  const address = () => `${location.origin}${location.pathname}${link(['sudoku'], { p: toShare(board) })}`;
  return html`<div class="row tight">
    <button type="button" class="quiet" onClick=${() => openFile('.sdk,.sdm,.opensudoku,.txt,.csv,.json,text/*', read)}>${t('Open a file…')}</button>
    <${Menu} name=${t('Copy')} items=${[[t('as a link'), () => copy(address())], [t('as text'), () => copy(toDrawing(board))],
      [t('as JSON'), () => copy(JSON.stringify(problem))], [t('as curl'), () => copy(posted(problem))]]} />
    <button type="button" class="quiet" onClick=${(event) => printAlone(event.target.closest('.surface').querySelector('.window'))}>${t('Print')}</button>
  </div>
  <p class="hint">${t('Paste a puzzle of any size and form, or a link of SudokuWiki, f-puzzles or SudokuPad, anywhere on this page, or drop a file.')}</p>`;
}

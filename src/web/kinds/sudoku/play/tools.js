// The tools of the play: undo, modes, keypad, and what is wanted seldom.
import { html, useEffect, useSignal } from '../../../app/dom.js';
import { t } from '../../../app/i18n.js';
import { keep } from '../../../app/keep.js';
import { Menu } from '../../../parts/menu.js';
import { Modes, Pad } from '../../../parts/grid/pad.js';
import { Repeat } from '../../../parts/grid/repeat.js';
import { completeValues, showCandidates, tidies } from './play.js';

const timed = keep('sudoku.timer', false);

// The time since the puzzle was opened; it stands still while the page is hidden or the puzzle is solved.
function Timer({ done }) {
  const seconds = useSignal(0);
  useEffect(() => {
    if (done) return undefined;
    const timer = setInterval(() => { if (!document.hidden) seconds.value++; }, 1000);
    return () => clearInterval(timer);
  }, [done]);
  return html`<span class="num muted" role="timer" aria-live="off">${Math.floor(seconds.value / 60)}:${String(seconds.value % 60).padStart(2, '0')}</span>`;
}

const Switch = ({ of, children }) => html`<label><input type="checkbox" checked=${of.value} onChange=${(event) => { of.value = event.target.checked; }} /> ${children}</label>`;

export function Tools({ play, compact }) {
  const { board, sheet, values, mode, lasting } = play;
  return html`<div class="tools">
    <div class="row tight">
      <${Repeat} class="quiet" run=${play.undo} off=${!sheet.past.length}>↶ ${t('Undo')}<//>
      <${Repeat} class="quiet" run=${play.redo} off=${!sheet.future.length}>↷ ${t('Redo')}<//>
      <button type="button" class="quiet" aria-pressed=${showCandidates.value} onClick=${() => { showCandidates.value = !showCandidates.value; }}>${t('Candidates')}</button>
      <${Menu} name=${t('More')} items=${[[t('Fill in all candidates'), play.fill], [t('Start again'), play.restart],
        [timed.value ? t('Hide the timer') : t('Show the timer'), () => { timed.value = !timed.value; }]]} />
      ${timed.value && html`<${Timer} key=${play.puzzle} done=${play.done} />`}
    </div>
    <${Modes} mode=${mode.value} onMode=${(next) => { mode.value = next; }} lasting=${lasting.value} onLasting=${(on) => { lasting.value = on; }} />
    <${Pad} symbols=${board.symbols} mode=${mode.value} out=${completeValues(board, values)} onValue=${(value) => play.enter(value)} />
    ${!compact && html`<${Switch} of=${tidies}>${t('A digit removes its outdated marks')}<//>`}
  </div>`;
}

// Playing a puzzle: the clues are fixed, what is entered belongs to the person and is kept by the browser.
import { useMemo, useSignal } from '../../../app/dom.js';
import { t } from '../../../app/i18n.js';
import { keep } from '../../../app/keep.js';
import { cleared, entered, redone, restarted, undone } from '../../../parts/grid/marks.js';
import { targets } from '../../../parts/grid/selection.js';
import { useSheet } from '../../../parts/grid/stored.js';
import { filled, symbolOf } from '../board/board.js';
import { logicOf } from '../board/logic.js';
import { toProblem } from '../write.js';
import { peersOf, withCandidates } from './apply.js';

export const showCandidates = keep('sudoku.marks', false);
export const tidies = keep('sudoku.tidy', true); // an entered digit removes its outdated marks

const noneSeen = () => [];

// Returns the state of the play and what can be done to it. selection: of the board.
export function usePlay(board, selection) {
  const puzzle = useMemo(() => JSON.stringify(toProblem(board)), [board]);
  const [sheet, change] = useSheet(puzzle, board.cells.length, board.size), mode = useSignal('value'), lasting = useSignal(false);
  const fixed = useMemo(() => board.cells.map((clue) => clue > 0), [board]);
  const values = useMemo(() => board.cells.map((clue, cell) => clue || sheet.value[cell]), [board, sheet.value]);
  const now = useMemo(() => ({ ...board, cells: values }), [values]);
  const logic = useMemo(() => logicOf(now), [now]), done = useMemo(() => filled(values) === values.length && logic.bad.size === 0, [now]);
  const peers = (cell) => peersOf(board, cell);
  const enter = (value, layer = mode.peek(), from = selection) => {
    const cells = targets(from);
    change(value ? entered(sheet, cells, layer, value, { fixed, seen: tidies.value ? peers : noneSeen }) : cleared(sheet, cells, layer, { fixed }));
  };
  return {
    puzzle, sheet, change, values, now, logic, fixed, peers, mode, lasting, done, enter, board,
    undo: () => change(undone(sheet)), redo: () => change(redone(sheet)), restart: () => change(restarted(sheet)),
    fill: () => change(withCandidates(sheet, values, logic.open, board.size))
  };
}

// What makes cells alike for a double press: the digit, in the colour mode the colour, else the centre marks.
export const keyOf = ({ sheet, values, mode }) => (cell) => {
  const colour = sheet.colour[cell].join(' ');
  if (mode.value === 'colour' && colour) return `colour ${colour}`;
  return values[cell] ? `value ${values[cell]}` : sheet.centre[cell].length ? `centre ${sheet.centre[cell]}` : colour ? `colour ${colour}` : undefined;
};

// The cells with the digit of the cell that has the focus, other than it.
export const sameAs = (values, cursor) => values.flatMap((value, cell) => (value && value === values[cursor] && cell !== cursor ? [cell] : []));

// Returns the values that are complete.
export function completeValues({ size }, values) {
  const times = Array(size + 1).fill(0);
  for (const value of values) times[value]++;
  return new Set(Array.from({ length: size }, (_, i) => i + 1).filter((value) => times[value] >= size));
}

export function statusOf({ values, logic: { bad }, done }) {
  if (done) return t('Solved: complete and correct.');
  const parts = [t('{found} of {cells} cells', { found: filled(values), cells: values.length })];
  if (bad.size) parts.push(t('{count} cells in conflict', { count: bad.size }));
  return parts.join(' · ');
}

export const nameOf = (board, value) => symbolOf(board, value) || t('empty');

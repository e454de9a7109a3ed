// A sheet of marks that the browser keeps for each puzzle. Without localStorage it lasts as long as the page.
import { useEffect, useRef, useSignal } from '../../app/dom.js';
import { hashOf } from '../../app/hash.js';
import { emptySheet, fromText, toText } from './marks.js';

const INDEX = 'nashd.sheets', PUZZLES = 50, PAUSE = 400; // PUZZLES: kept, the last ones used; PAUSE: ms before a write

const nameOf = (puzzle) => `nashd.sheet.${hashOf(puzzle).toString(36)}`;

function read(puzzle, count, most) {
  try {
    const [kept, text] = JSON.parse(localStorage.getItem(nameOf(puzzle)));
    return kept === puzzle ? fromText(text, count, most) : undefined; // another puzzle may have the same hash
  } catch { return undefined; }
}

function write(puzzle, sheet) {
  try {
    const name = nameOf(puzzle), names = (JSON.parse(localStorage.getItem(INDEX)) ?? []).filter((one) => one !== name);
    if (sheet.past.length + sheet.future.length) {
      names.push(name);
      localStorage.setItem(name, JSON.stringify([puzzle, toText(sheet)]));
    } else localStorage.removeItem(name);
    for (const old of names.splice(0, Math.max(0, names.length - PUZZLES))) localStorage.removeItem(old);
    localStorage.setItem(INDEX, JSON.stringify(names));
  } catch { /* no storage, or it is full: the sheet lasts as long as the page */ }
}

// puzzle: a text that identifies the puzzle; count: of cells; most: the largest value. Returns [sheet, change(sheet)].
export function useSheet(puzzle, count, most) {
  const state = useSignal({}), unsaved = useRef(null);
  if (state.peek().puzzle !== puzzle) state.value = { puzzle, sheet: read(puzzle, count, most) ?? emptySheet(count) };
  const save = () => {
    if (!unsaved.current) return;
    clearTimeout(unsaved.current.timer);
    write(unsaved.current.puzzle, unsaved.current.sheet);
    unsaved.current = null;
  };
  useEffect(() => {
    addEventListener('pagehide', save);
    return () => { removeEventListener('pagehide', save); save(); };
  }, [puzzle]);
  const change = (sheet) => {
    if (sheet === state.peek().sheet) return;
    state.value = { puzzle, sheet };
    clearTimeout(unsaved.current?.timer);
    unsaved.current = { puzzle, sheet, timer: setTimeout(save, PAUSE) };
  };
  return [state.value.sheet, change];
}

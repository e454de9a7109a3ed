// The meaning of keys on a grid, as in SudokuPad. Does not use the DOM.
//
// Keys are read by their place (event.code), since Shift+1 is no digit by event.key. Assistive technology may send keys
// without a place; then event.key counts. With letters among the symbols, letters are entered directly, and the hot
// keys Z X C V and W A S D need Alt.
export const modes = ['value', 'corner', 'centre', 'colour'];

const ARROWS = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };
const LETTERS = { KeyW: [-1, 0], KeyS: [1, 0], KeyA: [0, -1], KeyD: [0, 1] };
const MODES = { KeyZ: 'value', KeyX: 'corner', KeyC: 'centre', KeyV: 'colour' };
const ENDS = { Home: 'first', End: 'last', PageUp: 'top', PageDown: 'bottom' };
const WHOLE = { Home: 'start', End: 'end' };
const FOLDED = 35; // up to this many symbols, capitals and small letters mean the same

// Returns the layer that is held: Shift or Alt for corner, Ctrl for centre, both for colour.
const heldLayer = ({ shiftKey, altKey, ctrlKey }) => (ctrlKey ? (shiftKey || altKey ? 'colour' : 'centre') : shiftKey || altKey ? 'corner' : undefined);

// Returns the digit of a key, as text. With NumLock on, Shift and a key of the number pad arrive as a bare arrow.
function digitOf({ key, code = '' }) {
  const found = /^(?:Digit|Numpad)(\d)$/.exec(code)?.[1];
  return found ?? (/^\d$/.test(key) ? key : undefined);
}

const isPad = (event) => /^Numpad\d$/.test(event.code ?? '') && event.key.length > 1;
const isShiftedPad = (event) => isPad(event) && Boolean(event.getModifierState?.('NumLock'));

function chordOf({ key, shiftKey }) {
  const undo = shiftKey ? { redo: true } : { undo: true };
  return { z: undo, y: { redo: true }, a: { select: shiftKey ? 'none' : 'all' }, i: { select: 'invert' } }[key.toLowerCase()];
}

function moveOf(event, letters) {
  const { key, code, shiftKey, ctrlKey, metaKey, altKey } = event, extend = shiftKey || ctrlKey || metaKey;
  if (altKey && !letters) return undefined;
  if (ARROWS[key] && !altKey && !isShiftedPad(event)) return { move: ARROWS[key], extend };
  if (ctrlKey && WHOLE[key]) return { end: WHOLE[key], extend: shiftKey };
  if (ENDS[key] && !altKey && !isShiftedPad(event)) return { end: ENDS[key], extend: shiftKey };
  return LETTERS[code] && altKey === letters && !ctrlKey && !metaKey ? { move: LETTERS[code], extend: shiftKey } : undefined;
}

const letterOf = ({ key, code = '' }) => (/^[a-z]$/i.test(key) ? key : /^Key([A-Z])$/.exec(code)?.[1].toLowerCase());

function valueOf(symbols, text) {
  const exact = symbols.indexOf(text);
  return (exact >= 0 || symbols.length > FOLDED ? exact : Array.from(symbols, (symbol) => symbol.toLowerCase()).indexOf(text.toLowerCase())) + 1;
}

// Returns {value, layer?} | {clear, layer?} or undefined.
function entryOf(event, symbols, letters, mode) {
  const layer = isShiftedPad(event) ? 'corner' : heldLayer(event), digit = isPad(event) && !isShiftedPad(event) ? undefined : digitOf(event);
  if (['Backspace', 'Delete'].includes(event.key)) return { clear: true, layer };
  if (digit !== undefined) {
    if ((layer ?? mode) === 'colour') return Number(digit) ? { value: Number(digit), layer } : { clear: true, layer };
    const value = valueOf(symbols, digit);
    return value ? { value, layer } : digit === '0' ? { clear: true, layer } : undefined;
  }
  if (event.key === '.' && !layer) return { clear: true };
  const letter = letters && !event.ctrlKey && !event.metaKey && !event.altKey ? letterOf(event) : undefined;
  if (!letter) return undefined;
  const value = valueOf(symbols, letter);
  return value ? { value, layer: event.shiftKey && symbols.length <= FOLDED ? 'corner' : undefined } : undefined;
}

// symbols: the texts of the values; mode: the layer that keys enter now. Returns what a key means, or undefined:
// {move: [rows, columns], extend} | {end, extend} | {value, layer} | {clear, layer} | {mode} | {turn: 1 or -1} | {undo}
// | {redo} | {select: 'all' | 'none' | 'invert'}; layer: the one that is held instead of the mode.
export function meaningOf(event, { symbols, mode }) {
  const letters = Array.from(symbols).some((symbol) => /[a-z]/i.test(symbol));
  const { key, code, ctrlKey, metaKey, altKey, shiftKey } = event;
  if (key === 'Escape') return { select: 'none' };
  if (key === ' ' && !ctrlKey && !metaKey && !altKey) return { turn: shiftKey ? -1 : 1 };
  const moving = moveOf(event, letters);
  if (moving) return moving;
  const entry = metaKey ? undefined : entryOf(event, symbols, letters, mode);
  if (entry) return entry;
  if (ctrlKey || metaKey) return chordOf(event);
  return MODES[code] && altKey === letters && !shiftKey ? { mode: MODES[code] } : undefined;
}

export const nextMode = (mode, by) => modes[(modes.indexOf(mode) + by + modes.length) % modes.length];

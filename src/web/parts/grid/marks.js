// What a person enters in a grid, with undo and redo. Does not use the DOM.
//
// A sheet is {value: [], corner: [], centre: [], colour: [], past: [moves], future: [moves]}: for each cell a value (0:
// none), and ascending lists of small and centre marks and of colours (1-9). A move is a list of [layer, cell, before,
// after]; undo applies it backwards. Sheets are immutable, and a sheet equals the replay of its past.
export const layers = ['value', 'corner', 'centre', 'colour'];
export const COLOURS = 9;
const NONE = Object.freeze([]), KEPT = 1000; // KEPT: moves that are kept apart; older ones become one

export const emptySheet = (count) => ({
  value: Array(count).fill(0), corner: Array(count).fill(NONE), centre: Array(count).fill(NONE), colour: Array(count).fill(NONE), past: [], future: []
});

const isNone = (content) => content === 0 || content?.length === 0;
const equal = (a, b) => a === b || (Array.isArray(a) && Array.isArray(b) && a.length === b.length && a.every((value, i) => value === b[i]));

// Applies a move; side: 2 for its state before, 3 for that after it.
function applied(sheet, move, side) {
  const next = { ...sheet };
  for (const entry of move) {
    const [layer, cell] = entry;
    if (next[layer] === sheet[layer]) next[layer] = sheet[layer].slice();
    next[layer][cell] = entry[side];
  }
  return next;
}

// Returns the sheet after edits [[layer, cell, content]], as one move; the same sheet if they change nothing.
export function edited(sheet, edits) {
  const move = edits.filter(([layer, cell, content]) => !equal(sheet[layer][cell], content)).map(([layer, cell, content]) => [layer, cell, sheet[layer][cell], content]);
  return move.length ? { ...applied(sheet, move, 3), past: [...sheet.past, move], future: [] } : sheet;
}

export function undone(sheet) {
  const move = sheet.past.at(-1);
  return move ? { ...applied(sheet, move, 2), past: sheet.past.slice(0, -1), future: [...sheet.future, move] } : sheet;
}

export function redone(sheet) {
  const move = sheet.future.at(-1);
  return move ? { ...applied(sheet, move, 3), past: [...sheet.past, move], future: sheet.future.slice(0, -1) } : sheet;
}

const withMark = (list, value) => [...list, value].sort((a, b) => a - b);
const without = (list, value) => list.filter((one) => one !== value);

// Returns the sheet after a value or mark was entered in cells; where all have it already, it is removed. fixed: of each
// cell, true for clues; seen(cell): the cells whose small and centre marks lose a value that is entered (none: [])
export function entered(sheet, cells, layer, value, { fixed = [], seen = () => [] } = {}) {
  const free = cells.filter((cell) => layer === 'colour' || (!fixed[cell] && (layer === 'value' || !sheet.value[cell])));
  const has = (cell) => (layer === 'value' ? sheet.value[cell] === value : sheet[layer][cell].includes(value));
  const remove = free.every(has);
  if (layer !== 'value') return edited(sheet, free.map((cell) => [layer, cell, remove ? without(sheet[layer][cell], value) : has(cell) ? sheet[layer][cell] : withMark(sheet[layer][cell], value)]));
  const edits = free.map((cell) => ['value', cell, remove ? 0 : value]);
  const outdated = remove ? [] : [...new Set(free.flatMap(seen))];
  for (const mark of ['corner', 'centre']) for (const cell of outdated) edits.push([mark, cell, without(sheet[mark][cell], value)]);
  return edited(sheet, edits);
}

// Returns the sheet after Delete: clears the layer in the cells or, if it has nothing there, the first that has.
export function cleared(sheet, cells, layer, { fixed = [] } = {}) {
  const filled = (name) => cells.filter((cell) => !isNone(sheet[name][cell]) && (name !== 'value' || !fixed[cell]));
  const found = [layer, ...layers].find((name) => filled(name).length);
  return found ? edited(sheet, filled(found).map((cell) => [found, cell, found === 'value' ? 0 : NONE])) : sheet;
}

// Returns the sheet without any entry, as a move that undo takes back.
export const restarted = (sheet) => edited(sheet, layers.flatMap((layer) => sheet[layer].map((_, cell) => [layer, cell, layer === 'value' ? 0 : NONE])));

// Joins two successive moves into one.
function joined(first, second) {
  const entries = new Map(first.map((entry) => [`${entry[0]} ${entry[1]}`, entry]));
  for (const [layer, cell, before, after] of second) {
    const key = `${layer} ${cell}`;
    entries.set(key, [layer, cell, entries.get(key)?.[2] ?? before, after]);
  }
  return [...entries.values()];
}

// Returns a text to be stored.
export function toText({ past, future }) {
  const moves = past.length > KEPT ? [past.slice(0, past.length - KEPT + 1).reduce(joined), ...past.slice(past.length - KEPT + 1)] : past;
  const pack = (list) => list.map((move) => move.map(([layer, cell, before, after]) => [layers.indexOf(layer), cell, before, after]));
  return JSON.stringify([pack(moves), pack(future)]);
}

// Reads what toText() wrote for a grid of `count` cells; values to `most`. Returns undefined if it is not such a text.
export function fromText(text, count, most) {
  const content = (layer, given) => {
    const good = (value, top) => Number.isInteger(value) && value >= 1 && value <= top;
    if (layer === 'value') return given === 0 || good(given, most) ? given : undefined;
    return Array.isArray(given) && given.every((value, i) => good(value, layer === 'colour' ? COLOURS : most) && (!i || given[i - 1] < value)) ? given : undefined;
  };
  try {
    const [past, future] = JSON.parse(text).map((list) => list.map((move) => move.map(([at, cell, ...sides]) => {
      const layer = layers[at], [before, after] = sides.map((given) => content(layer, given));
      if (!layer || !(cell >= 0 && cell < count) || before === undefined || after === undefined) throw new RangeError('not a sheet');
      return [layer, cell, before, after];
    })));
    return { ...past.reduce((sheet, move) => applied(sheet, move, 3), emptySheet(count)), past, future };
  } catch {
    return undefined;
  }
}

// The grid part without a page: shapes by their area and length, selections, keys, and sheets of marks compared with
// plain replays.
import assert from 'node:assert/strict';
import test from 'node:test';
import { withCage, withRegion, withoutCages } from '../../../src/web/parts/grid/areas.js';
import { meaningOf, nextMode } from '../../../src/web/parts/grid/keys.js';
import { candidatePoint, linkPath, outline, squares, stripe, thickLines, thinLines } from '../../../src/web/parts/grid/lines.js';
import { cleared, edited, emptySheet, entered, fromText, layers, redone, restarted, toText, undone } from '../../../src/web/parts/grid/marks.js';
import { afterKey, alike, dragged, only, pressed, targets, within } from '../../../src/web/parts/grid/selection.js';
import { cellAt, endOf, shifted } from '../../../src/web/parts/grid/shape.js';

const DIGITS = '123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmn';
const shapeOf = (rows, columns = rows, fields) => ({ rows, columns, symbols: DIGITS.slice(0, Math.max(rows, columns)), regions: null, cages: [], lines: '', ...fields });
const nine = shapeOf(9);
const boxes = (size, high, wide) => Array.from({ length: size * size }, (_, cell) => Math.floor(Math.floor(cell / size) / high) * (size / wide) + Math.floor(cell % size / wide));

function generator(seed) {
  return (below) => {
    seed ^= seed << 13; seed >>>= 0;
    seed ^= seed >>> 17;
    seed ^= seed << 5; seed >>>= 0;
    return seed % below;
  };
}

// Returns the length of a path of the strokes M, H, V, h, v.
function lengthOf(path) {
  let x = 0, y = 0, total = 0;
  for (const [, command, numbers] of path.matchAll(/([MhvHV])([^MhvHV]*)/g)) {
    const [a, b] = numbers.trim().split(/\s+/).map(Number);
    if (command === 'M') { [x, y] = [a, b]; continue; }
    const to = { h: [x + a, y], v: [x, y + a], H: [a, y], V: [x, a] }[command];
    total += Math.abs(to[0] - x) + Math.abs(to[1] - y);
    [x, y] = to;
  }
  return total;
}

test('thick lines run wherever two regions meet', () => {
  const random = generator(5);
  const ragged = Array.from({ length: 35 }, () => random(4));
  for (const shape of [shapeOf(9, 9, { regions: boxes(9, 3, 3) }), shapeOf(6, 6, { regions: boxes(6, 2, 3) }), shapeOf(5, 7, { regions: ragged })]) {
    const { rows, columns, regions } = shape;
    let edges = 0;
    for (let cell = 0; cell < rows * columns; cell++) {
      if (cell % columns < columns - 1 && regions[cell] !== regions[cell + 1]) edges++;
      if (cell + columns < rows * columns && regions[cell] !== regions[cell + columns]) edges++;
    }
    assert.equal(lengthOf(thickLines(shape)), edges, `${rows} x ${columns}`);
    assert.equal(lengthOf(thinLines(shape)), (rows - 1) * columns + (columns - 1) * rows);
  }
});

test('a cage is outlined once around, inside its cells', () => {
  const inset = 0.07;
  for (const [cells, sides, corners] of [[[0], 4, 4], [[0, 1], 6, 4], [[0, 1, 9], 8, 4 - 0], [[0, 1, 9, 10], 8, 4]]) {
    const convex = corners + (cells.length === 3 ? 1 : 0), concave = cells.length === 3 ? 1 : 0;
    const wanted = sides - 2 * inset * (convex - concave);
    assert.ok(Math.abs(lengthOf(outline(nine, cells, inset)) - wanted) < 1e-9, `${cells}: ${lengthOf(outline(nine, cells, inset))} for ${wanted}`);
  }
});

test('a cage of cells that do not touch has an outline for each', () => {
  assert.ok(Math.abs(lengthOf(outline(nine, [0, 40], 0.07)) - 2 * (4 - 8 * 0.07)) < 1e-9);
  assert.ok(Math.abs(lengthOf(outline(nine, [8, 9], 0.07)) - 2 * (4 - 8 * 0.07)) < 1e-9, 'the end of a row and the start of the next');
});

test('candidates stand in their cells, apart from each other, clear of a cage and its sum', () => {
  for (const size of [4, 6, 9, 12, 16, 25, 49])
    for (const cages of [[], [{ sum: 3, cells: [0, 1] }]]) {
      const shape = shapeOf(size, size, { cages });
      const edge = cages.length ? 0.07 : 0;
      const points = Array.from({ length: size }, (_, i) => candidatePoint(shape, (size + 1) * size + i));
      for (const [x, y] of points) assert.ok(x > 1 + edge && x < 2 - edge && y > 1 + edge && y < 2 - edge, `${size}: ${x} ${y}`);
      for (const [i, [x, y]] of points.entries())
        for (const [u, v] of points.slice(i + 1)) assert.ok(Math.hypot(x - u, y - v) > 0.7 / Math.max(3, Math.ceil(Math.sqrt(size))), `${size}`);
    }
  assert.equal(squares(nine, [10]), 'M1 1h1v1h-1z');
});

test('a link runs between its candidates, not through them', () => {
  const [from, to] = [0, 80 * 9 + 8];
  const numbers = linkPath(nine, from, to).match(/-?[\d.]+/g).map(Number);
  const [x1, y1] = candidatePoint(nine, from), [x2, y2] = candidatePoint(nine, to);
  const [start, end] = [Math.hypot(numbers[0] - x1, numbers[1] - y1), Math.hypot(numbers[4] - x2, numbers[5] - y2)];
  for (const gap of [start, end]) assert.ok(gap > 0.1 && gap < 0.2, `${gap}`);
});

test('the stripes of a cell share it evenly', () => {
  assert.equal(stripe(nine, 10, 0, 1), 'M1.000 1h1.000v1h-1.000z');
  assert.equal(stripe(nine, 10, 1, 4), 'M1.250 1h0.250v1h-0.250z');
});

test('a point is in the cell around it, for a drag only near its middle', () => {
  assert.equal(cellAt(shapeOf(3, 4), 1.05, 2.05), 9);
  assert.equal(cellAt(shapeOf(3, 4), 1.05, 2.05, 0.45), undefined);
  assert.equal(cellAt(shapeOf(3, 4), 1.5, 2.1, 0.45), 9);
  for (const [x, y] of [[-0.1, 0], [4, 0], [0, 3], [0, -1]]) assert.equal(cellAt(shapeOf(3, 4), x, y), undefined);
  const passed = Array.from({ length: 90 }, (_, i) => cellAt(nine, i / 10, i / 10, 0.45)).filter((cell) => cell !== undefined);
  assert.deepEqual([...new Set(passed)], [0, 10, 20, 30, 40, 50, 60, 70, 80], 'a diagonal is dragged without its neighbours');
});

test('moves go on at the opposite edge; ends are those of row, column and grid', () => {
  const shape = shapeOf(3, 5);
  assert.deepEqual([[0, -1], [-1, 0], [1, 1]].map(([down, right]) => shifted(shape, 0, down, right)), [4, 10, 6]);
  assert.equal(shifted(shape, 14, 1, 1), 0);
  assert.deepEqual(['first', 'last', 'top', 'bottom', 'start', 'end'].map((end) => endOf(shape, 7, end)), [5, 9, 2, 12, 0, 14]);
});

const list = ({ cells }) => [...cells].sort((a, b) => a - b);

test('a press selects one cell, a second one takes it away, Ctrl adds and removes', () => {
  let now = pressed(only(0), 4, false);
  assert.deepEqual([list(now), now.cursor], [[4], 4]);
  now = pressed(now, 4, false);
  assert.deepEqual([list(now), targets(now)], [[], [4]], 'the cell of the focus takes what is entered');
  now = pressed(pressed(only(2), 3, true), 9, true);
  assert.deepEqual(list(now), [2, 3, 9]);
  now = dragged(dragged(pressed(now, 3, true), 2), 8);
  assert.deepEqual(list(now), [9], 'a drag from a selected cell removes');
  now = dragged(dragged(pressed(now, 20, true), 21), 9);
  assert.deepEqual([list(now), now.cursor], [[9, 20, 21], 9]);
});

test('a selection by keys: moved, extended, all, none, inverted; alike cells', () => {
  const key = (now, meant) => afterKey(now, shapeOf(3), meant);
  let now = key(only(0), { move: [0, 1], extend: true });
  assert.deepEqual([list(now), now.cursor], [[0, 1], 1]);
  now = key(now, { end: 'bottom' });
  assert.deepEqual([list(now), now.cursor], [[7], 7]);
  assert.deepEqual(list(key(now, { select: 'invert' })), [0, 1, 2, 3, 4, 5, 6, 8]);
  assert.equal(key(now, { select: 'all' }).cells.size, 9);
  assert.equal(key(now, { select: 'none' }).cells.size, 0);
  assert.equal(key(now, { value: 3 }), undefined);
  const values = [1, 0, 1, 2, 1, 0], keyOf = (cell) => values[cell] || undefined;
  assert.deepEqual(list(alike(only(3), 6, 0, keyOf, false)), [0, 2, 4]);
  assert.deepEqual(list(alike(only(3), 6, 0, keyOf, true)), [0, 2, 3, 4]);
  assert.deepEqual(list(alike(only(3), 6, 1, keyOf, false)), [1], 'an empty cell is like no other');
  assert.deepEqual(within(only(80), 16), only(0));
});

const press = (key, code, held = {}) => ({ key, code, shiftKey: false, ctrlKey: false, altKey: false, metaKey: false, ...held });
const shift = { shiftKey: true }, ctrl = { ctrlKey: true }, alt = { altKey: true };

test('keys mean what they mean in SudokuPad', () => {
  const means = (event, wanted, mode = 'value') => assert.deepEqual(JSON.parse(JSON.stringify(meaningOf(event, { symbols: '123456789', mode }) ?? null)), wanted, JSON.stringify(event));
  means(press('5', 'Digit5'), { value: 5 });
  means(press('%', 'Digit5', shift), { value: 5, layer: 'corner' });
  means(press('5', 'Digit5', alt), { value: 5, layer: 'corner' });
  means(press('5', 'Digit5', ctrl), { value: 5, layer: 'centre' });
  means(press('%', 'Digit5', { ...shift, ...ctrl }), { value: 5, layer: 'colour' });
  means(press('5', 'Digit5', { ...alt, ...ctrl }), { value: 5, layer: 'colour' });
  means(press('5', 'Numpad5'), { value: 5 });
  means(press('ArrowLeft', 'Numpad4', { getModifierState: (name) => name === 'NumLock' }), { value: 4, layer: 'corner' }); // Shift with NumLock
  means(press('ArrowLeft', 'Numpad4', { getModifierState: () => false }), { move: [0, -1], extend: false });
  means(press('7', ''), { value: 7 }); // sent by assistive technology
  means(press('é', 'Digit2'), { value: 2 }); // a French keyboard
  means(press('0', 'Digit0'), { clear: true });
  means(press('Delete', 'Delete', shift), { clear: true, layer: 'corner' });
  means(press('Backspace', 'Backspace', ctrl), { clear: true, layer: 'centre' });
  for (const [code, mode] of [['KeyZ', 'value'], ['KeyX', 'corner'], ['KeyC', 'centre'], ['KeyV', 'colour']]) means(press('?', code), { mode });
  means(press(' ', 'Space'), { turn: 1 });
  means(press(' ', 'Space', shift), { turn: -1 });
  means(press('w', 'KeyW'), { move: [-1, 0], extend: false });
  means(press('D', 'KeyD', shift), { move: [0, 1], extend: true });
  means(press('ArrowDown', 'ArrowDown', ctrl), { move: [1, 0], extend: true });
  means(press('Home', 'Home', ctrl), { end: 'start', extend: false });
  means(press('PageDown', 'PageDown'), { end: 'bottom', extend: false });
  means(press('z', 'KeyY', ctrl), { undo: true }); // by the letter: a German keyboard has Z at the place of Y
  means(press('Z', 'KeyZ', { ...shift, ...ctrl }), { redo: true });
  means(press('z', 'KeyZ', { metaKey: true }), { undo: true });
  means(press('z', 'KeyZ', { metaKey: true, shiftKey: true }), { redo: true });
  means(press('y', 'KeyY', ctrl), { redo: true });
  means(press('a', 'KeyA', ctrl), { select: 'all' });
  means(press('A', 'KeyA', { ...ctrl, ...shift }), { select: 'none' });
  means(press('i', 'KeyI', ctrl), { select: 'invert' });
  means(press('Escape', 'Escape'), { select: 'none' });
  means(press('c', 'KeyC', ctrl), null); // copying belongs to the browser
  means(press('1', 'Digit1', { metaKey: true }), null); // so do its tabs
  means(press('Tab', 'Tab'), null);
  means(press('q', 'KeyQ'), null);
  means(press('4', 'Digit4'), { value: 4 }, 'colour');
});

test('with letters among the symbols, letters are entered and hot keys need Alt', () => {
  const means = (event, wanted, symbols = DIGITS.slice(0, 16), mode = 'value') => assert.deepEqual(JSON.parse(JSON.stringify(meaningOf(event, { symbols, mode }) ?? null)), wanted, JSON.stringify(event));
  means(press('c', 'KeyC'), { value: 12 });
  means(press('C', 'KeyC', shift), { value: 12, layer: 'corner' });
  means(press('c', 'KeyC', alt), { mode: 'centre' });
  means(press('w', 'KeyW', alt), { move: [-1, 0], extend: false });
  means(press('a', 'KeyA'), { value: 10 });
  means(press('ц', 'KeyW'), { value: 23 }, 'ABCDEFGHIJKLMNOPQRSTUVWXY'); // a Russian keyboard, by the place
  means(press('5', 'Digit5'), null, 'ABCDEFGHIJKLMNOPQRSTUVWXY');
  means(press('5', 'Digit5'), { value: 5 }, 'ABCDEFGHIJKLMNOPQRSTUVWXY', 'colour');
  means(press('z', 'KeyZ'), { value: 35 }, DIGITS.slice(0, 35));
  means(press('a', 'KeyA'), { value: 36 }, DIGITS); // 49 symbols: capitals and small letters differ
  means(press('A', 'KeyA', shift), { value: 10 }, DIGITS);
  means(press('0', 'Digit0'), { value: 1 }, '0123456789ABCDEF');
  means(press('F', ''), { value: 16 }, '0123456789ABCDEF');
  assert.deepEqual(['value', 'colour'].map((mode) => [nextMode(mode, 1), nextMode(mode, -1)]), [['corner', 'colour'], ['value', 'centre']]);
});

test('an entry fills all cells, again it empties them; clues stay', () => {
  const fixed = [true, false, false, false];
  let sheet = entered(emptySheet(4), [0, 1, 2], 'value', 3, { fixed });
  assert.deepEqual(sheet.value, [0, 3, 3, 0]);
  sheet = entered(sheet, [1, 2, 3], 'value', 3, { fixed });
  assert.deepEqual(sheet.value, [0, 3, 3, 3], 'where one lacks it, all get it');
  sheet = entered(sheet, [1, 2], 'value', 3, { fixed });
  assert.deepEqual(sheet.value, [0, 0, 0, 3]);
  sheet = entered(entered(sheet, [0, 1, 3], 'corner', 2, { fixed }), [0, 1], 'colour', 5, { fixed });
  assert.deepEqual([sheet.corner, sheet.colour], [[[], [2], [], []], [[5], [5], [], []]], 'no marks in clues and filled cells, colours everywhere');
  assert.equal(entered(sheet, [0], 'value', 1, { fixed }), sheet, 'nothing changes: no move');
});

test('an entered value takes the outdated marks with it, and undo brings them back', () => {
  let sheet = entered(entered(emptySheet(4), [1, 2, 3], 'centre', 1), [2, 3], 'corner', 1);
  sheet = entered(sheet, [0], 'value', 1, { seen: () => [1, 2] });
  assert.deepEqual([sheet.centre, sheet.corner], [[[], [], [], [1]], [[], [], [], [1]]]);
  sheet = undone(sheet);
  assert.deepEqual([sheet.value, sheet.centre[1], sheet.corner[2]], [[0, 0, 0, 0], [1], [1]]);
});

test('Delete clears the layer, or what else is there; a restart is a move', () => {
  let sheet = entered(entered(entered(emptySheet(2), [0], 'corner', 1), [0], 'colour', 2), [1], 'value', 2);
  sheet = cleared(sheet, [0, 1], 'value');
  assert.deepEqual([sheet.value, sheet.corner[0]], [[0, 0], [1]]);
  sheet = cleared(sheet, [0, 1], 'value');
  assert.deepEqual([sheet.corner[0], sheet.colour[0]], [[], [2]]);
  const empty = restarted(sheet);
  assert.deepEqual(empty.colour, [[], []]);
  assert.deepEqual(undone(empty).colour, [[2], []]);
  assert.equal(cleared(empty, [0], 'corner'), empty);
});

test('random play: undo, redo and the stored text give the same sheets', () => {
  const random = generator(11), count = 16, same = (a, b, what) => assert.deepEqual(layers.map((layer) => a[layer]), layers.map((layer) => b[layer]), what);
  let sheet = emptySheet(count);
  const seen = [sheet];
  for (let i = 0; i < 300; i++) {
    const cells = [...new Set(Array.from({ length: 1 + random(4) }, () => random(count)))], layer = layers[random(4)];
    const next = random(5) ? entered(sheet, cells, layer, 1 + random(4), { seen: (cell) => [(cell + 1) % count] })
      : random(9) ? cleared(sheet, cells, layer) : edited(sheet, cells.map((cell) => ['centre', cell, [1, 3]]));
    if (next !== sheet) seen.push(next);
    sheet = next;
  }
  assert.equal(sheet.past.length, seen.length - 1);
  let back = sheet;
  for (let i = seen.length - 1; i > 0; i--) { back = undone(back); same(back, seen[i - 1], `undo ${i}`); }
  assert.equal(undone(back), back);
  for (let i = 1; i < seen.length; i++) { back = redone(back); same(back, seen[i], `redo ${i}`); }
  for (let i = 0; i < 40; i++) back = undone(back);
  const read = fromText(toText(back), count, 4);
  assert.deepEqual(read, back);
  assert.equal(fromText(toText(back), count, 3), undefined, 'a value too large');
  assert.equal(fromText(toText(back), 3, 4), undefined, 'a cell outside');
  for (const text of ['', 'null', '[]', '[[],[[1]]]', '[[[[9,0,0,1]]],[]]', '[[[[1,0,[],[2,1]]]],[]]']) assert.equal(fromText(text, count, 4), undefined, text);
});

test('a very long past keeps its latest moves apart', () => {
  let sheet = emptySheet(2);
  for (let i = 0; i < 1500; i++) sheet = edited(sheet, [['value', i % 2, 1 + i % 7]]);
  const read = fromText(toText(sheet), 2, 7);
  assert.deepEqual([read.value, read.past.length], [sheet.value, 1000]);
  assert.deepEqual(undone(read).value, undone(sheet).value);
});

test('cages and regions that are drawn', () => {
  const cages = withCage([{ sum: 3, cells: [0, 1] }, { sum: 4, cells: [2] }], [3, 1, 2], { sum: 9 });
  assert.deepEqual(cages, [{ sum: 3, cells: [0] }, { sum: 9, cells: [1, 2, 3] }]);
  assert.deepEqual(withoutCages(cages, [0, 1]), [{ sum: 9, cells: [2, 3] }]);
  assert.deepEqual(withRegion([0, 0, 1, 1], [0, 2], 2), [0, 0, 0, 1], 'the cells join the region of the first');
  assert.deepEqual(withRegion([0, 0, 0, 0], [3, 2], 2), [0, 0, 1, 1], 'a whole region becomes a new one');
});

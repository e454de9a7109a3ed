// Sheets without a page: changes of size and order, the clipboard's text, places that keys lead to.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clamped, commandOf, coveredBy, movedBy, nextOf, rangeOf } from '../../../src/web/parts/table/place.js';
import { cleared, copied, inserted, moved, pasted, readTsv, removed, sizeOf, textAt, withText, writeTsv } from '../../../src/web/parts/table/sheet.js';

const grid = (m, n, sign = '') => Array.from({ length: m }, (_, i) => Array.from({ length: n }, (__, j) => `${sign}${i}${j}`));
const sheet = (m, n, layers = 1) => ({ rows: grid(1, m, 'r')[0], cols: grid(1, n, 'c')[0], layers: Array.from({ length: layers }, (_, k) => grid(m, n, 'ab'[k])) });
const make = { blank: '0', name: (axis, at, taken) => `${axis}${at}${taken.length}` };
const P = (i, j, k = 0) => ({ i, j, k });
const range = (i0, i1, j0, j1, k0 = 0, k1 = 0) => ({ i0, i1, j0, j1, k0, k1 });

test('a text is read and written; the rest of the sheet keeps its identity', () => {
  const one = sheet(2, 3, 2), two = withText(one, P(1, 2, 1), 'x');
  assert.equal(textAt(two, P(1, 2, 1)), 'x');
  assert.equal(textAt(one, P(1, 2, 1)), 'b12');
  assert.equal(two.layers[0], one.layers[0]);
  assert.equal(two.layers[1][0], one.layers[1][0]);
  assert.equal(textAt(withText(one, P(-1, 1), 'head'), P(-1, 1)), 'head');
  assert.equal(textAt(withText(one, P(1, -1), 'side'), P(1, -1)), 'side');
  assert.deepEqual(cleared(one, range(0, 0, 1, 2, 1, 1)).layers, [one.layers[0], [['b00', '', ''], one.layers[1][1]]]);
});

test('rows and columns are inserted, removed and moved with their names, in every layer', () => {
  const one = sheet(2, 2, 2), rows = inserted(one, 'rows', 1, 2, make), cols = inserted(one, 'cols', 2, 1, make);
  assert.deepEqual(rows.rows, ['r00', 'rows12', 'rows23', 'r01']);
  assert.deepEqual(rows.layers[1], [['b00', 'b01'], ['0', '0'], ['0', '0'], ['b10', 'b11']]);
  assert.deepEqual(cols.layers[0], [['a00', 'a01', '0'], ['a10', 'a11', '0']]);
  assert.deepEqual(cols.cols, ['c00', 'c01', 'cols22']);
  assert.deepEqual(removed(rows, 'rows', 1, 2), one);
  assert.equal(removed(one, 'cols', 0, 1), null);
  assert.equal(moved(one, 'rows', 0, 0, -1), null);
  assert.equal(moved(one, 'cols', 1, 1, 1), null);
  assert.deepEqual(moved(sheet(1, 4), 'cols', 1, 2, 1).layers[0], [['a00', 'a03', 'a01', 'a02']]);
  assert.deepEqual(moved(sheet(1, 4), 'cols', 1, 2, -1).cols, ['c01', 'c02', 'c00', 'c03']);
});

test('moving there and back, inserting and removing, give the same sheet', () => {
  let seed = 7;
  const random = (below) => { seed = (seed * 48271) % 2147483647; return seed % below; };
  for (let round = 0; round < 200; round++) {
    const one = sheet(1 + random(5), 1 + random(5), 1 + random(2)), axis = random(2) ? 'rows' : 'cols', count = one[axis].length;
    const from = random(count), to = from + random(count - from), at = random(count + 1), many = 1 + random(3);
    assert.deepEqual(removed(inserted(one, axis, at, many, make), axis, at, at + many - 1), one);
    const on = moved(one, axis, from, to, 1);
    if (on) assert.deepEqual(moved(on, axis, from + 1, to + 1, -1), one);
    const block = readTsv(copied(one, range(0, one.rows.length - 1, 0, one.cols.length - 1)));
    assert.deepEqual(pasted(cleared(one, range(0, 9, 0, 9)), P(0, 0), block, { make }).layers[0], one.layers[0]);
  }
});

test('tab-separated text is read as spreadsheets write it', () => {
  assert.deepEqual(readTsv('1\t2\r\n3\t4\r\n'), [['1', '2'], ['3', '4']]);
  assert.deepEqual(readTsv(''), [['']]);
  assert.deepEqual(readTsv('a'), [['a']]);
  assert.deepEqual(readTsv('\t\n\t'), [['', ''], ['', '']]);
  assert.deepEqual(readTsv('"a\tb"\t"say ""yes"""\n"two\nlines"\tx'), [['a\tb', 'say "yes"'], ['two\nlines', 'x']]);
  assert.deepEqual(readTsv('6" pipe\t"open'), [['6" pipe', '"open']]);
  const rows = [['a\tb', 'say "yes"', ''], ['two\nlines', '-1/3', '5, 1']];
  assert.deepEqual(readTsv(writeTsv(rows)), rows);
});

test('a block is pasted from a place on, and the sheet grows to its limits', () => {
  const split = (text) => text.split(', '), one = { rows: ['r'], cols: ['c'], layers: [[['1']], [['2']]] };
  const grown = pasted(one, P(0, 0, 1), [['5', '6'], ['7']], { make, split });
  assert.deepEqual(grown.layers, [[['1', '0'], ['0', '0']], [['5', '6'], ['7', '0']]]);
  assert.deepEqual(pasted(one, P(0, 0, 1), [['3, 4']], { make, split }).layers, [[['3']], [['4']]]);
  const limited = pasted(one, P(0, 0), [['1', '2', '3'], ['4', '5', '6']], { make, split, most: { rows: 1, cols: 2 } });
  assert.deepEqual([sizeOf(limited), limited.layers[0]], [{ m: 1, n: 2, l: 2 }, [['1', '2']]]);
  assert.deepEqual(pasted(one, P(-1, 0), [['left', 'right']], { make }).cols, ['left', 'right']);
  assert.deepEqual(pasted(one, P(0, -1), [['up'], ['down']], { make }).rows, ['up', 'down']);
  assert.equal(copied(grown, range(0, 1, 0, 1, 0, 1)), '1, 5\t0, 6\n0, 7\t0, 0');
  assert.equal(copied(grown, range(0, 1, 0, 0, 1, 1)), '5\n7');
  assert.equal(copied(grown, range(-1, -1, 0, 1)), 'c\tcols11');
});

test('arrows pass the layers and the names, and stop at the edges', () => {
  const size = { m: 2, n: 2, l: 2 }, path = (start, keys, options) => keys.reduce((at, key) => movedBy(at, key, size, options), start);
  const right = 'ArrowRight', left = 'ArrowLeft', up = 'ArrowUp', down = 'ArrowDown';
  assert.deepEqual(path(P(0, 0), [right]), P(0, 0, 1));
  assert.deepEqual(path(P(0, 0), [right, right]), P(0, 1));
  assert.deepEqual(path(P(0, 1, 1), [right]), P(0, 1, 1));
  assert.deepEqual(path(P(0, 0, 1), [left, left]), P(0, -1));
  assert.deepEqual(path(P(0, -1), [left]), P(0, -1));
  assert.deepEqual(path(P(0, -1), [down, down, down, right]), P(1, 0));
  assert.deepEqual(path(P(0, -1), [up]), P(0, -1));
  assert.deepEqual(path(P(0, 1, 1), [up]), P(-1, 1));
  assert.deepEqual(path(P(-1, 1), [up, left, left, left]), P(-1, 0));
  assert.deepEqual(path(P(-1, 1), [down]), P(0, 1));
  assert.deepEqual(path(P(1, 1, 1), [down]), P(1, 1, 1));
  assert.deepEqual(path(P(1, 1), ['Home']), P(1, 0));
  assert.deepEqual(path(P(0, 0), ['End']), P(0, 1, 1));
  assert.deepEqual(path(P(0, 0), ['End'], { edge: true }), P(1, 1, 1));
  assert.deepEqual(path(P(1, 1, 1), ['Home'], { edge: true }), P(0, 0));
  assert.deepEqual(path(P(0, 0), [right, down], { edge: true }), P(1, 1, 1));
  assert.deepEqual(path(P(0, 0, 1), [right, down], { whole: true }), P(1, 1, 1));
  assert.deepEqual(path(P(0, 0, 1), [left, up], { whole: true }), P(0, 0, 1));
});

test('every key leads to a place of the sheet', () => {
  const keys = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown'];
  for (const size of [{ m: 1, n: 1, l: 1 }, { m: 3, n: 2, l: 2 }, { m: 25, n: 3, l: 1 }])
    for (let i = -1; i < size.m; i++) for (let j = i < 0 ? 0 : -1; j < size.n; j++) for (let k = 0; k < (i < 0 || j < 0 ? 1 : size.l); k++)
      for (const key of keys) for (const edge of [false, true]) for (const whole of [false, true]) {
        const to = movedBy(P(i, j, k), key, size, { edge, whole });
        assert.deepEqual(clamped(to, size), to, JSON.stringify({ size, from: [i, j, k], key, edge, whole, to }));
        if (to.i < 0) assert.ok(to.j >= 0, 'the corner is no place');
      }
});

test('Tab reads on line by line, and ends', () => {
  const size = { m: 2, n: 2, l: 2 }, all = [];
  for (let at = P(0, 0); at; at = nextOf(at, 1, size)) all.push(`${at.i}${at.j}${at.k}`);
  assert.deepEqual(all, ['000', '001', '010', '011', '100', '101', '110', '111']);
  assert.equal(nextOf(P(0, 0), -1, size), undefined);
  assert.deepEqual(nextOf(P(-1, 0), 1, size), P(-1, 1));
  assert.equal(nextOf(P(1, -1), 1, size), undefined);
});

test('a range is one layer of a column, whole cells, or names', () => {
  const size = { m: 3, n: 3, l: 2 };
  assert.deepEqual(rangeOf(P(2, 1, 1), P(0, 1, 1), size), range(0, 2, 1, 1, 1, 1));
  assert.deepEqual(rangeOf(P(0, 0, 1), P(1, 2, 1), size), range(0, 1, 0, 2, 0, 1));
  assert.deepEqual(rangeOf(P(0, 0, 0), P(0, 0, 1), size), range(0, 0, 0, 0, 0, 1));
  assert.deepEqual(rangeOf(P(-1, 1), P(2, 2, 1), size), range(-1, -1, 1, 2));
  assert.deepEqual(rangeOf(P(1, -1), P(-1, 2), size), range(0, 1, -1, -1));
  assert.deepEqual(coveredBy(range(0, 2, -1, -1), 'rows'), [0, 2]);
});

test('keys are commands; what belongs to the browser stays there', () => {
  const act = (key, held = {}) => commandOf({ key, ...held });
  assert.deepEqual(act('7'), { act: 'type' });
  assert.deepEqual(act('ArrowUp', { shiftKey: true }), { act: 'go', key: 'ArrowUp', edge: false, extend: true });
  assert.deepEqual(act('Z', { ctrlKey: true, shiftKey: true }), { act: 'redo' });
  assert.deepEqual(act('z', { metaKey: true }), { act: 'undo' });
  assert.deepEqual(act('ArrowLeft', { altKey: true }), { act: 'move', axis: 'cols', by: -1 });
  assert.deepEqual(act('Enter', { altKey: true, shiftKey: true }), { act: 'insert', axis: 'cols' });
  assert.deepEqual(act('Backspace', { altKey: true }), { act: 'remove', axis: 'rows' });
  for (const [key, held] of [['Tab'], ['F5'], [' '], ['c', { ctrlKey: true }], ['v', { ctrlKey: true }], ['r', { ctrlKey: true }], ['Shift'], ['1', { altKey: true }]]) assert.equal(act(key, held), undefined, key);
});

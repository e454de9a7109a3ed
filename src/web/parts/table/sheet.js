// A sheet: a table of texts with names beside and above it. Does not use the DOM.
//
// {rows, cols: names, layers: [table, …]}: a cell has one text in each layer, such as the payoffs of two players. A
// place is {i, j, k}: row, column, layer; i is -1 at the name of a column, j is -1 at the name of a row. A range is
// {i0, i1, j0, j1, k0, k1}, all included. No function changes a sheet in place; what did not change keeps its identity.

export const sizeOf = ({ rows, cols, layers }) => ({ m: rows.length, n: cols.length, l: layers.length });

export const textAt = ({ rows, cols, layers }, { i, j, k }) => String((i < 0 ? cols[j] : j < 0 ? rows[i] : layers[k]?.[i]?.[j]) ?? '');

const replaced = (list, at, one) => list.map((old, i) => (i === at ? one : old));

export function withText(sheet, { i, j, k }, text) {
  if (i < 0) return { ...sheet, cols: replaced(sheet.cols, j, text) };
  if (j < 0) return { ...sheet, rows: replaced(sheet.rows, i, text) };
  return { ...sheet, layers: replaced(sheet.layers, k, replaced(sheet.layers[k], i, replaced(sheet.layers[k][i], j, text))) };
}

// Returns the sheet with the texts of text(place, old) in a range of cells; names are not cells.
function mapped(sheet, { i0, i1, j0, j1, k0, k1 }, text) {
  const within = (at, from, to) => at >= from && at <= to;
  return { ...sheet, layers: sheet.layers.map((table, k) => (!within(k, k0, k1) ? table
    : table.map((row, i) => (!within(i, i0, i1) ? row : row.map((old, j) => (within(j, j0, j1) ? text({ i, j, k }, old) : old)))))) };
}

export const cleared = (sheet, range) => mapped(sheet, range, () => '');

// ---- whole rows and columns; axis: 'rows' or 'cols' ----

// Applies change(list) to the names of an axis, and to the rows of each table or to each row of each table.
function along(sheet, axis, changeNames, changeCells) {
  return { ...sheet, [axis]: changeNames(sheet[axis]),
    layers: sheet.layers.map((table) => (axis === 'rows' ? changeCells(table, table[0].length) : table.map((row) => changeCells(row)))) };
}

// Inserts rows or columns before `at`. make: {blank, name(axis, position, taken names)}.
export function inserted(sheet, axis, at, count, { blank, name }) {
  const put = (list, fresh) => [...list.slice(0, at), ...fresh, ...list.slice(at)];
  const fresh = [];
  for (let i = 0; i < count; i++) fresh.push(name(axis, at + i, [...sheet[axis], ...fresh]));
  return along(sheet, axis, (names) => put(names, fresh), (list, width) => put(list, Array.from({ length: count }, () => (width ? new Array(width).fill(blank) : blank))));
}

// Removes rows or columns; returns null if none would stay.
export function removed(sheet, axis, from, to) {
  if (to - from + 1 >= sheet[axis].length) return null;
  const cut = (list) => [...list.slice(0, from), ...list.slice(to + 1)];
  return along(sheet, axis, cut, cut);
}

// Moves rows or columns by one place, by: 1 or -1; returns null at the edge.
export function moved(sheet, axis, from, to, by) {
  if (from + by < 0 || to + by >= sheet[axis].length) return null;
  const shift = (list) => {
    const rest = [...list.slice(0, from), ...list.slice(to + 1)];
    return [...rest.slice(0, from + by), ...list.slice(from, to + 1), ...rest.slice(from + by)];
  };
  return along(sheet, axis, shift, shift);
}

// ---- the clipboard ----

// Reads tab-separated text as spreadsheets write it: a cell in double quotes may contain tabs, line breaks and doubled
// quotes. Returns rows of texts.
export function readTsv(text) {
  const rows = [[]], whole = text.replace(/\r\n?/g, '\n').replace(/\n$/, '');
  const cell = /(?:"((?:[^"]|"")*)"(?=[\t\n]|$)|([^\t\n]*))([\t\n]|$)/y;
  for (let end; end !== '';) {
    const [, quoted, plain, after] = cell.exec(whole);
    rows.at(-1).push(quoted === undefined ? plain.trim() : quoted.replaceAll('""', '"').trim());
    end = after;
    if (end === '\n') rows.push([]);
  }
  return rows;
}

const quoted = (text) => (/[\t\n"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
export const writeTsv = (rows) => rows.map((row) => row.map(quoted).join('\t')).join('\n');

// Returns a range as tab-separated text. The layers of a cell are joined by ", ".
export function copied(sheet, { i0, i1, j0, j1, k0, k1 }) {
  const span = (from, to) => Array.from({ length: to - from + 1 }, (_, i) => from + i), layers = span(k0, k1);
  return writeTsv(span(i0, i1).map((i) => span(j0, j1).map((j) => (i < 0 || j < 0 ? textAt(sheet, { i, j }) : layers.map((k) => textAt(sheet, { i, j, k })).join(', ')))));
}

// Writes a block of texts from a place on; the sheet grows up to most: {rows, cols}, and what does not fit is left out.
// split(text) returns the texts of a cell for several layers: a cell with one text goes to the layer of the place.
// make: as in inserted.
export function pasted(sheet, { i, j, k }, block, { split = (text) => [text], make, most = { rows: Infinity, cols: Infinity } }) {
  const width = Math.max(...block.map((line) => line.length));
  let out = sheet;
  const grow = (axis, wanted) => {
    const add = Math.min(wanted, most[axis]) - out[axis].length;
    if (add > 0) out = inserted(out, axis, out[axis].length, add, make);
  };
  if (i < 0 || j < 0) { // names
    const axis = i < 0 ? 'cols' : 'rows', from = i < 0 ? j : i, names = block.flat();
    grow(axis, from + names.length);
    return { ...out, [axis]: out[axis].map((old, at) => names[at - from] ?? old) };
  }
  grow('rows', i + block.length);
  grow('cols', j + width);
  const parts = block.map((line) => line.map(split)), { l } = sizeOf(sheet);
  const range = { i0: i, i1: i + block.length - 1, j0: j, j1: j + width - 1, k0: 0, k1: l - 1 };
  return mapped(out, range, (at, old) => {
    const found = parts[at.i - i][at.j - j];
    if (!found) return old; // a shorter line
    if (found.length > 1) return found[at.k] ?? old;
    return at.k === k ? found[0] : old;
  });
}

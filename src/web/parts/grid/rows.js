// The rows of a grid: cells with their accessible names, candidates and marks. A row is drawn again only when its content
// changes, so that 49x49 stays fast.
import { cls, html, useRef } from '../../app/dom.js';
import { lang, t } from '../../app/i18n.js';
import { layoutOf } from './lines.js';
import { placeOf, textOf } from './shape.js';

const textsOf = (shape, values) => values.map((value) => textOf(shape, value)).join(shape.symbols.length > 9 ? ' ' : '');

function openValues(shape, open, cell) {
  const values = [], { length: count } = shape.symbols;
  for (let i = 0; i < count; i++) if (open[cell * count + i]) values.push(i + 1);
  return values;
}

// The accessible name of a cell, from its place to its conflict.
function labelOf({ shape, values, given, bad, open, sheet }, cell) {
  const value = values[cell], parts = [];
  if (value) parts.push(textOf(shape, value) + (given[cell] ? `, ${t('clue')}` : ''));
  else if (open) parts.push(t('candidates {values}', { values: textsOf(shape, openValues(shape, open, cell)) }));
  if (sheet && !value) {
    if (sheet.corner[cell].length) parts.push(t('corner {values}', { values: textsOf(shape, sheet.corner[cell]) }));
    if (sheet.centre[cell].length) parts.push(t('centre {values}', { values: textsOf(shape, sheet.centre[cell]) }));
  }
  if (!parts.length) parts.push(t('empty'));
  if (sheet?.colour[cell].length) parts.push(t('colour {values}', { values: sheet.colour[cell].join(' ') }));
  if (bad?.has(cell)) parts.push(t('conflict'));
  return `${t('Row {row}, column {column}', placeOf(shape, cell))}: ${parts.join(', ')}`;
}

// A row of cells. The text of a cell is part of its accessible name.
export function CellsRow(props) {
  const { shape, values, given, bad, selection, row } = props, { columns } = shape, cells = [];
  for (let cell = row * columns; cell < (row + 1) * columns; cell++)
    cells.push(html`<div role="gridcell" key=${cell} data-cell=${cell} tabindex=${cell === selection.cursor ? 0 : -1} aria-colindex=${cell % columns + 1}
      aria-selected=${selection.cells.has(cell)} class=${cls('cell', { given: given[cell], bad: bad?.has(cell) })}
      aria-label=${labelOf(props, cell)}>${textOf(shape, values[cell])}</div>`);
  return html`<div role="row" aria-rowindex=${row + 1}>${cells}</div>`;
}

// The candidates of a cell, laid out like a keypad; those in `marks` are highlighted.
function Candidates({ shape, cell, open, marks }) {
  const { symbols, columns } = shape, { across } = layoutOf(shape), parts = [];
  let text = '';
  for (let i = 0; i < symbols.length; i++) {
    if (i && i % across === 0) text += '\n';
    const mark = marks?.get(cell * symbols.length + i);
    const shown = open[cell * symbols.length + i] || mark === 'in' ? symbols[i] : ' ';
    if (!mark) { text += shown; continue; }
    parts.push(text, html`<b class=${mark}>${shown}</b>`);
    text = '';
  }
  return html`<span class="marks" style=${{ gridColumn: cell % columns + 1 }}>${parts}${text}</span>`;
}

// The marks that a person made in a cell. Corner marks stand around the edge, the first four in the corners; with more
// than eight they are one line.
function Pencil({ shape, cell, sheet }) {
  const corner = sheet.corner[cell], centre = sheet.centre[cell], around = corner.length <= 8;
  const text = textsOf(shape, centre);
  return html`<span class=${cls('pencil', { raised: shape.cages.length })} style=${{ gridColumn: cell % shape.columns + 1 }}>
    ${around ? corner.map((value, i) => html`<i class=${`at${i}`} key=${value}>${textOf(shape, value)}</i>`) : html`<i class="line-of">${textsOf(shape, corner)}</i>`}
    ${text && html`<b class=${text.length > 8 ? 'long' : text.length > 5 ? 'mid' : ''}>${text}</b>`}
    ${sheet.colour[cell].length > 0 && html`<u>${sheet.colour[cell].join('')}</u>`}
  </span>`;
}

// What stands in the cells of a row besides values: candidates, or a person's marks.
export function MarksRow({ shape, values, open, marks, sheet, row }) {
  const cells = [];
  for (let cell = row * shape.columns; cell < (row + 1) * shape.columns; cell++) {
    if (open && !values[cell]) cells.push(html`<${Candidates} key=${cell} shape=${shape} cell=${cell} open=${open} marks=${marks} />`);
    else if (sheet && ((!values[cell] && (sheet.corner[cell].length || sheet.centre[cell].length)) || sheet.colour[cell].length))
      cells.push(html`<${Pencil} key=${cell} shape=${shape} cell=${cell} sheet=${values[cell] ? { ...sheet, corner: { [cell]: [] }, centre: { [cell]: [] } } : sheet} />`);
  }
  return html`<div class="marks-row">${cells}</div>`;
}

// Returns a node of the component Draw for each row. A row with the same content as before is the same node: preact 11
// neither draws nor compares a component whose node it has seen, but it does compare an element. contents: of contentOf(),
// a text for each row.
export function useRows(Draw, props, contents) {
  const drawn = useRef([]), spoken = lang.value;
  drawn.current = contents.map((content, row) => {
    const before = drawn.current[row];
    return before?.content === content && before.spoken === spoken ? before : { content, spoken, node: html`<${Draw} ...${props} key=${row} row=${row} />` };
  });
  return drawn.current.map(({ node }) => node);
}

// Returns everything that a row shows as one text, to be compared with the previous drawing. opened: the candidates of
// each row as text, or null.
export function contentOf({ shape, values, given, bad, open, marks, sheet, selection }, opened, row) {
  const { symbols, columns } = shape, from = row * columns, to = from + columns, { length: count } = symbols;
  let text = `${symbols} ${shape.cages.length > 0} ${values.slice(from, to)} ${given.slice(from, to).map(Number).join('')}`;
  if (opened) text += ` ${opened[row]}`;
  for (let cell = from; cell < to; cell++) {
    if (bad?.has(cell)) text += `!${cell}`;
    if (selection.cells.has(cell)) text += `s${cell}`;
    if (cell === selection.cursor) text += `@${cell}`;
    if (sheet) text += `|${sheet.corner[cell]};${sheet.centre[cell]};${sheet.colour[cell]}`;
  }
  if (open && marks) for (const [candidate, name] of marks) if (candidate >= from * count && candidate < to * count) text += `${candidate}${name}`;
  return text;
}

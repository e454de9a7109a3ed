// Draws a board: text in an ARIA grid of cells, with SVG fills below it and SVG lines above it. A row is drawn again
// only when its content changes, so that 49x49 stays fast.
import { cls, html, useLayoutEffect, useMemo, useRef } from '../../../app/dom.js';
import { lang, t } from '../../../app/i18n.js';
import { bandOf } from '../../../app/ui/shards.js';
import { symbolOf } from './board.js';
import { cageLines, candidatePoint, diagonals, layoutOf, linkPath, squares, thickLines, thinLines } from './lines.js';
import './grid.css';

function labelOf(board, cell, value, given, bad, marks) {
  const where = t('Row {row}, column {column}', { row: Math.floor(cell / board.size) + 1, column: cell % board.size + 1 });
  const what = value ? `${symbolOf(board, value)}${given ? `, ${t('clue')}` : ''}` : marks ? t('candidates {values}', { values: marks }) : t('empty');
  return `${where}: ${what}${bad ? `, ${t('conflict')}` : ''}`;
}

const openText = (board, open, cell) => {
  let text = '';
  for (let i = 0; i < board.size; i++) if (open[cell * board.size + i]) text += board.symbols[i];
  return text;
};

// A row of cells. The text of a cell is also its accessible name.
function Row({ board, row, values, given, bad, open, selected, content }) {
  return useMemo(() => {
    const { size } = board;
    const cells = [];
    for (let cell = row * size; cell < (row + 1) * size; cell++) {
      const value = values[cell], clash = bad?.has(cell);
      cells.push(html`<div role="gridcell" key=${cell} data-cell=${cell} tabindex=${cell === selected ? 0 : -1} aria-colindex=${cell % size + 1}
        aria-selected=${cell === selected} class=${cls('cell', { given: given[cell], bad: clash })}
        aria-label=${labelOf(board, cell, value, given[cell], clash, open && !value ? openText(board, open, cell) : '')}>${symbolOf(board, value)}</div>`);
    }
    return html`<div role="row" aria-rowindex=${row + 1}>${cells}</div>`;
  }, [content, lang.value]);
}

// The candidates of a cell, laid out like a keypad; those in `marks` are highlighted.
function Marks({ board, cell, open, marks }) {
  const { size, symbols } = board;
  const { across } = layoutOf(board);
  const parts = [];
  let text = '';
  for (let i = 0; i < size; i++) {
    if (i && i % across === 0) text += '\n';
    const mark = marks?.get(cell * size + i);
    const shown = open[cell * size + i] || mark === 'in' ? symbols[i] : ' ';
    if (!mark) { text += shown; continue; }
    parts.push(text, html`<b class=${mark}>${shown}</b>`);
    text = '';
  }
  return html`<span class="marks" style=${{ gridColumn: cell % size + 1 }}>${parts}${text}</span>`;
}

function MarksRow({ board, row, values, open, marks, content }) {
  return useMemo(() => {
    const { size } = board;
    const cells = values.slice(row * size, (row + 1) * size).flatMap((value, column) => (value ? [] : [row * size + column]));
    return html`<div class="line">${cells.map((cell) => html`<${Marks} key=${cell} board=${board} cell=${cell} open=${open} marks=${marks} />`)}</div>`;
  }, [content]);
}

// Returns everything that a row shows as one text, to be compared with the previous drawing.
function contentOf({ board, values, given, bad, open, marks, selected }, opened, row) {
  const { size, symbols } = board;
  const from = row * size, to = from + size;
  let text = `${symbols} ${values.slice(from, to)} ${given.slice(from, to).map(Number).join('')} ${selected >= from && selected < to ? selected : ''}`;
  if (open) text += ` ${opened[row]}`;
  for (let cell = from; cell < to; cell++) if (bad?.has(cell)) text += `!${cell}`;
  if (open && marks) for (const [candidate, name] of marks) if (candidate >= from * size && candidate < to * size) text += `${candidate}${name}`;
  return text;
}

// Highlights the row, column and box of the selected cell.
function Guides({ board, selected }) {
  const { size, box, regions } = board;
  const row = Math.floor(selected / size), column = selected % size;
  const boxPath = regions ? squares(size, regions.flatMap((region, cell) => (region === regions[selected] ? [cell] : [])))
    : box ? `M${column - column % box[1]} ${row - row % box[0]}h${box[1]}v${box[0]}h${-box[1]}z` : '';
  return html`<path class="guide" d=${`M0 ${row}h${size}v1h${-size}zM${column} 0h1v${size}h-1z${boxPath}`} /><path class="selected" d=${squares(size, [selected])} />`;
}

// Discs below the candidates of a pattern, strokes through the eliminated ones.
const discs = (board, marks) => [...marks].map(([candidate, name]) => {
  const [x, y] = candidatePoint(board, candidate);
  return html`<circle class=${`disc ${name}`} key=${candidate} cx=${x} cy=${y} r=${layoutOf(board).pitch * 0.46} />`;
});

function strokes(board, marks) {
  const reach = layoutOf(board).pitch * 0.38;
  return [...marks].filter(([, name]) => name === 'out').map(([candidate]) => {
    const [x, y] = candidatePoint(board, candidate);
    return `M${x - reach} ${y + reach}L${x + reach} ${y - reach}`;
  }).join('');
}

const steps = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1] };

// Returns the cell that a key moves to, or undefined.
function moved(size, cell, event) {
  const row = Math.floor(cell / size), column = cell % size;
  const whole = event.ctrlKey || event.metaKey;
  if (event.key === 'Home') return whole ? 0 : row * size;
  if (event.key === 'End') return whole ? size * size - 1 : (row + 1) * size - 1;
  if (event.key === 'PageUp') return column;
  if (event.key === 'PageDown') return (size - 1) * size + column;
  const step = steps[event.key];
  return step && (row + step[0] + size) % size * size + (column + step[1] + size) % size;
}

// values: of each cell; given: true for clues; fills: {class: cells}; bad: Set of cells in conflict; open: candidates
// or null; marks: from marksOf(); links: from linksOf(); bands: rows [first, end) of each shard, marked at the edge;
// selected: cell; onSelect(cell); onKey(event) receives the keys that move nothing.
export function Grid(props) {
  const { board, open, marks, fills = {}, links = [], bands = [], selected, onSelect, onKey, label } = props;
  const { size, cages } = board;
  const grid = useRef();
  const held = useRef(false); // the focus was inside the grid
  useLayoutEffect(() => {
    if (held.current) grid.current.querySelector(`[data-cell="${selected}"]`)?.focus({ preventScroll: false });
  }, [selected, size]);
  const keydown = (event) => {
    const to = event.altKey ? undefined : moved(size, selected, event);
    if (to === undefined) return onKey?.(event);
    event.preventDefault();
    return onSelect(to);
  };
  const pick = (event) => {
    const cell = event.target.closest('[data-cell]');
    if (cell) onSelect(Number(cell.dataset.cell));
  };
  const lines = useMemo(() => html`<path class="thin" d=${thinLines(size)} /><path class="thick" d=${thickLines(board)} />`,
    [size, board.box, board.regions]);
  const { pitch, left, top } = layoutOf(board);
  const rows = Array.from({ length: size }, (_, row) => row);
  const opened = useMemo(() => open && rows.map((row) => open.subarray(row * size * size, (row + 1) * size * size).join('')), [open]);
  const contents = rows.map((row) => contentOf(props, opened, row));
  const view = `0 0 ${size} ${size}`;
  return html`<div class=${`board${size > 16 ? ' dense' : ''}`} style=${{ '--n': size, '--pitch': pitch, '--left': left, '--top': top }}>
    <svg viewBox=${view} preserveAspectRatio="none" aria-hidden="true">
      ${selected >= 0 && props.guides !== false && html`<${Guides} board=${board} selected=${selected} />`}
      ${Object.entries(fills).map(([name, cells]) => html`<path class=${name} key=${name} d=${squares(size, cells)} />`)}
      ${board.diagonal && html`<path class="diagonal" d=${diagonals(size)} />`}
      ${open && marks && discs(board, marks)}
    </svg>
    <div class="cells" role="grid" ref=${grid} aria-label=${label} aria-rowcount=${size} aria-colcount=${size} aria-readonly=${!onKey}
      onKeyDown=${keydown} onPointerDown=${pick} onFocusIn=${() => { held.current = true; }} onFocusOut=${() => { held.current = false; }}>
      ${rows.map((row) => html`<${Row} ...${props} row=${row} key=${row} content=${contents[row]} />`)}
    </div>
    ${open && html`<div class="layer" aria-hidden="true">${rows.map((row) => html`<${MarksRow} ...${props} row=${row} key=${row} content=${contents[row]} />`)}</div>`}
    <svg class="over" viewBox=${view} preserveAspectRatio="none" aria-hidden="true">
      ${lines}
      ${bands.map((rows, i) => rows && html`<path class=${`edge ${bandOf(i)}`} key=${i} d=${`M0 ${rows[0]}V${rows[1]}`} />`)}
      ${cages.map(({ cells }, i) => html`<path class="cage" key=${i} d=${cageLines(size, cells)} />`)}
      ${links.length > 0 && html`<defs><marker id="sudoku-arrow" viewBox="0 0 6 6" refX="5" refY="3" markerWidth="5" markerHeight="5" orient="auto"><path d="M0 0L6 3L0 6z" /></marker></defs>`}
      ${open && marks && html`<path class="stroke" d=${strokes(board, marks)} />`}
      ${open && links.map(({ from, to, strong }, i) => html`<path class=${strong ? 'link strong' : 'link'} key=${i} marker-end="url(#sudoku-arrow)" d=${linkPath(board, from, to)} />`)}
    </svg>
    ${cages.map(({ sum, cells }, i) => html`<span class="sum" key=${i} aria-hidden="true"
      style=${{ left: `${Math.min(...cells) % size / size * 100}%`, top: `${Math.floor(Math.min(...cells) / size) / size * 100}%` }}>${sum}</span>`)}
  </div>`;
}

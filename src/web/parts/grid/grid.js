// A grid of cells: text in an ARIA grid, with SVG fills below it and SVG lines above it. See shape.js, selection.js,
// marks.js for what it is given, keys.js for the meaning of keys.
import { html, useId, useLayoutEffect, useMemo, useRef } from '../../app/dom.js';
import { bandOf } from '../band.js';
import { candidatePoint, layoutOf, linkPath, outline, squares, stripe, thickLines, thinLines } from './lines.js';
import { usePointer } from './pointer.js';
import { CellsRow, MarksRow, contentOf, useRows } from './rows.js';
import { only } from './selection.js';
import './grid.css';

// Highlights the row, column and region of the focused cell. They are paths of their own, because the browser paints the
// rectangle around a changed path again.
function Guides({ shape, cursor }) {
  const { rows, columns, regions } = shape, row = Math.floor(cursor / columns), column = cursor % columns;
  const region = regions ? squares(shape, regions.flatMap((one, cell) => (one === regions[cursor] ? [cell] : []))) : '';
  return html`<path class="guide" d=${`M0 ${row}h${columns}v1h${-columns}z`} /><path class="guide" d=${`M${column} 0h1v${rows}h-1z`} /><path class="guide" d=${region} />`;
}

function Colours({ shape, colour }) {
  const paths = {};
  colour.forEach((list, cell) => list.forEach((one, i) => { paths[one] = (paths[one] ?? '') + stripe(shape, cell, i, list.length); }));
  return Object.entries(paths).map(([one, d]) => html`<path class=${`colour${one}`} key=${one} d=${d} />`);
}

// Discs below the candidates of a pattern, strokes through the eliminated ones.
const discs = (shape, marks) => [...marks].map(([candidate, name]) => {
  const [x, y] = candidatePoint(shape, candidate);
  return html`<circle class=${`disc ${name}`} key=${candidate} cx=${x} cy=${y} r=${layoutOf(shape).pitch * 0.46} />`;
});

function strokes(shape, marks) {
  const reach = layoutOf(shape).pitch * 0.38;
  return [...marks].filter(([, name]) => name === 'out').map(([candidate]) => {
    const [x, y] = candidatePoint(shape, candidate);
    return `M${x - reach} ${y + reach}L${x + reach} ${y - reach}`;
  }).join('');
}

// The links of a chain as arrows: solid if strong, dashed if weak.
function Links({ shape, links }) {
  const id = useId();
  return html`<defs><marker id=${id} viewBox="0 0 6 6" refX="5" refY="3" markerWidth="5" markerHeight="5" orient="auto"><path d="M0 0L6 3L0 6z" /></marker></defs>
    ${links.map(({ from, to, strong }, i) => html`<path class=${strong ? 'link strong' : 'link'} key=${i} marker-end=${`url(#${id})`} d=${linkPath(shape, from, to)} />`)}`;
}

function Cages({ shape }) {
  const { rows, columns, cages } = shape;
  return cages.map(({ label, cells }, i) => html`<span class="sum" key=${i} aria-hidden="true"
    style=${{ left: `${Math.min(...cells) % columns / columns * 100}%`, top: `${Math.floor(Math.min(...cells) / columns) / rows * 100}%` }}>${label}</span>`);
}

function Under({ shape, selection, guides, fills, sheet, open, marks }) {
  return html`<svg viewBox=${`0 0 ${shape.columns} ${shape.rows}`} preserveAspectRatio="none" aria-hidden="true">
    ${guides && html`<${Guides} shape=${shape} cursor=${selection.cursor} />`}
    ${sheet && html`<${Colours} shape=${shape} colour=${sheet.colour} />`}
    ${guides && html`<path class="selected" d=${squares(shape, selection.cells)} />`}
    ${Object.entries(fills).map(([name, cells]) => html`<path class=${name} key=${name} d=${squares(shape, cells)} />`)}
    ${shape.lines && html`<path class="diagonal" d=${shape.lines} />`}
    ${open && marks && discs(shape, marks)}
  </svg>`;
}

const Lines = ({ shape }) => html`<path class="thin" d=${thinLines(shape)} /><path class="thick" d=${thickLines(shape)} />`;

function Over({ shape, selection, guides, bands, open, marks, links }) {
  return html`<svg class="over" viewBox=${`0 0 ${shape.columns} ${shape.rows}`} preserveAspectRatio="none" aria-hidden="true">
    <${Lines} shape=${shape} />
    ${bands.map((rows, i) => rows && html`<path class=${`edge ${bandOf(i)}`} key=${i} d=${`M0 ${rows[0]}V${rows[1]}`} />`)}
    ${shape.cages.map(({ cells }, i) => html`<path class="cage" key=${i} d=${outline(shape, cells)} />`)}
    ${guides && selection.cells.size > 0 && html`<path class="ring" d=${outline(shape, selection.cells, 0.03)} />`}
    ${open && marks && html`<path class="stroke" d=${strokes(shape, marks)} />`}
    ${open && links.length > 0 && html`<${Links} shape=${shape} links=${links} />`}
  </svg>`;
}

// values: of each cell; given: true for clues; fills: {class: cells}; bad: Set of cells in conflict; open: candidates or
// null; marks: Map of candidate -> 'on' | 'off' | 'in' | 'out'; links: [{from, to: candidates, strong}]; sheet: what a
// person entered, see marks.js; bands: rows [first, end), marked at the edge; selection, onSelect(selection): see
// selection.js; onKey(event, selection): receives all keys; onDragged(cells): the pointer was released after it passed over
// several cells; keyOf(cell): what makes
// cells alike, for a double click; lasting: a press adds to the selection, as with Ctrl; guides: false for a picture.
export function Grid(props) {
  const { shape, open, marks, fills = {}, links = [], bands = [], selection, onSelect, onKey, label, guides = true, readonly } = props;
  const { rows, columns, symbols } = shape, grid = useRef(), inside = useRef(false); // inside: the focus is in the grid
  useLayoutEffect(() => {
    if (inside.current) grid.current.querySelector(`[data-cell="${selection.cursor}"]`)?.focus({ preventScroll: false });
  }, [selection.cursor, shape]);
  const pointer = usePointer(grid, props, inside);
  // Assistive technology may focus a cell, or send it a key, without a pointer: that cell becomes the selection.
  const atCell = (event) => {
    const cell = Number(event.target.closest('[data-cell]')?.dataset.cell ?? selection.cursor);
    return cell === selection.cursor ? selection : only(cell);
  };
  const focusin = (event) => {
    inside.current = true;
    const now = atCell(event);
    if (now !== selection && !pointer.isDown()) onSelect(now);
  };
  const list = Array.from({ length: rows }, (_, row) => row), width = columns * symbols.length;
  const opened = useMemo(() => open && list.map((row) => open.subarray(row * width, (row + 1) * width).join('')), [open, shape]);
  const contents = list.map((row) => contentOf(props, opened, row)), { pitch, left, top } = layoutOf(shape);
  const cells = useRows(CellsRow, props, contents), layer = useRows(MarksRow, props, open || props.sheet ? contents : []);
  return html`<div class=${`board${Math.max(rows, columns) > 16 ? ' dense' : ''}`} style=${{ '--n': columns, '--rows': rows, '--pitch': pitch, '--left': left, '--top': top }}>
    <${Under} ...${props} guides=${guides} fills=${fills} />
    <div class="cells" role="grid" ref=${grid} aria-label=${label} aria-rowcount=${rows} aria-colcount=${columns} aria-readonly=${Boolean(readonly)} aria-multiselectable="true"
      onKeyDown=${(event) => onKey?.(event, atCell(event))} onFocusIn=${focusin} onFocusOut=${() => { inside.current = false; }} ...${pointer.handlers}>
      ${cells}
    </div>
    ${layer.length > 0 && html`<div class="layer" aria-hidden="true">${layer}</div>`}
    <${Over} ...${props} guides=${guides} bands=${bands} links=${links} />
    <${Cages} shape=${shape} />
  </div>`;
}

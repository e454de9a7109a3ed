// The grid: to play on, with every kind of mark; read-only, with candidates and links; rectangular; dense; with cages.
import { html, useMemo, useSignal } from '../../../src/web/app/dom.js';
import { withCage, withRegion } from '../../../src/web/parts/grid/areas.js';
import { Grid } from '../../../src/web/parts/grid/grid.js';
import { meaningOf, nextMode } from '../../../src/web/parts/grid/keys.js';
import { cleared, emptySheet, entered, redone, undone } from '../../../src/web/parts/grid/marks.js';
import { Modes, Pad } from '../../../src/web/parts/grid/pad.js';
import { afterKey, only, targets } from '../../../src/web/parts/grid/selection.js';
import { useSheet } from '../../../src/web/parts/grid/stored.js';
import { Zoom } from '../../../src/web/parts/grid/zoom.js';
import '../../../src/web/parts/parts.css';

const DIGITS = '123456789ABCDEFGHIJKLMNOPQRSTUVWXY';
const boxes = (size, side) => Array.from({ length: size * size }, (_, cell) => Math.floor(Math.floor(cell / size) / side) * (size / side) + Math.floor(cell % size / side));
const shapeOf = (rows, columns, fields) => ({ rows, columns, symbols: DIGITS.slice(0, Math.max(rows, columns)), regions: null, cages: [], lines: '', ...fields });

// A grid to play on: what a page of a kind does with the part.
function Play({ shape, given = [], label, sheet, change, more }) {
  const selection = useSignal(only(0)), mode = useSignal('value'), lasting = useSignal(false);
  const fixed = useMemo(() => Array.from({ length: shape.rows * shape.columns }, (_, cell) => Boolean(given[cell])), [given]);
  const values = sheet.value.map((value, cell) => value || given[cell] || 0);
  const enter = (value, layer = mode.value, from = selection.value) =>
    change(value ? entered(sheet, targets(from), layer, value, { fixed }) : cleared(sheet, targets(from), layer, { fixed }));
  const press = (event, from) => {
    const meant = meaningOf(event, { symbols: shape.symbols, mode: mode.value });
    if (!meant) return;
    event.preventDefault();
    selection.value = afterKey(from, shape, meant) ?? from;
    if (meant.value || meant.clear) enter(meant.value ?? 0, meant.layer, from);
    else if (meant.mode) mode.value = meant.mode;
    else if (meant.turn) mode.value = nextMode(mode.value, meant.turn);
    else if (meant.undo) change(undone(sheet));
    else if (meant.redo) change(redone(sheet));
  };
  return html`<${Zoom} columns=${shape.columns} rows=${shape.rows} tools=${`${label}: ${[...selection.value.cells].sort((a, b) => a - b).join(' ')}`}>
      <${Grid} shape=${shape} values=${values} given=${fixed} sheet=${sheet} selection=${selection.value} onSelect=${(next) => { selection.value = next; }}
        onKey=${press} keyOf=${(cell) => values[cell] || undefined} lasting=${lasting.value} label=${label} ...${more} /><//>
    <${Modes} mode=${mode.value} onMode=${(next) => { mode.value = next; }} lasting=${lasting.value} onLasting=${(on) => { lasting.value = on; }} />
    <${Pad} symbols=${shape.symbols} mode=${mode.value} onValue=${(value) => enter(value)} />`;
}

function Marked() {
  const filled = [
    [[0], 'corner', [1, 2, 3, 4]], [[1], 'corner', [1, 2, 3, 4, 5, 6, 7, 8]], [[2], 'centre', [1, 2, 3]], [[3], 'centre', [1, 2, 3, 4, 5, 6]],
    [[4], 'centre', [1, 2, 3, 4, 5, 6, 7, 8, 9]], [[5], 'corner', [1, 2]], [[5], 'centre', [3, 4]], [[6], 'corner', [1, 2, 3, 4, 5, 6, 7, 8, 9]],
    ...Array.from({ length: 9 }, (_, i) => [[9 + i], 'colour', [i + 1]]), [[18], 'colour', [1, 4]], [[19], 'colour', [2, 5, 7]], [[20], 'colour', [1, 2, 3, 4, 5, 6, 7, 8, 9]],
    [[21], 'value', [7]], [[21], 'colour', [3]]
  ];
  const sheet = useSignal(filled.reduce((now, [cells, layer, values]) => values.reduce((one, value) => entered(one, cells, layer, value), now), emptySheet(81)));
  return html`<${Play} shape=${useMemo(() => shapeOf(9, 9, { regions: boxes(9, 3) }), [])} label="Marked" sheet=${sheet.value} change=${(next) => { sheet.value = next; }} />`;
}

function Stored() {
  const given = useMemo(() => [1, 0, 0, 4], []), [sheet, change] = useSheet('stored', 16, 4);
  return html`<${Play} shape=${useMemo(() => shapeOf(4, 4, { regions: boxes(4, 2) }), [])} given=${given} label="Stored" sheet=${sheet} change=${change} />`;
}

const strip = shapeOf(3, 7), dense = shapeOf(25, 25, { regions: boxes(25, 5) }), ofFour = shapeOf(4, 4, { regions: boxes(4, 2) });
const none = (shape) => Array(shape.rows * shape.columns).fill(0);

function Plain({ shape, label }) {
  const sheet = useSignal(emptySheet(shape.rows * shape.columns));
  return html`<${Play} shape=${shape} label=${label} sheet=${sheet.value} change=${(next) => { sheet.value = next; }} />`;
}

// A picture: candidates with a pattern, links and conclusions.
function Chain() {
  const selection = useSignal(only(0)), open = useMemo(() => new Uint8Array(64).fill(1), []);
  const marks = new Map([[0, 'on'], [5, 'off'], [26, 'on'], [63, 'out'], [41, 'in']]);
  const links = [{ from: 0, to: 5, strong: true }, { from: 5, to: 26, strong: false }, { from: 26, to: 63, strong: true }];
  return html`<${Grid} shape=${ofFour} values=${none(ofFour)} given=${[]} open=${open} marks=${marks} links=${links} fills=${{ pattern: [0, 1], move: [15], unit: [4, 5, 6, 7] }}
    selection=${selection.value} onSelect=${(next) => { selection.value = next; }} guides=${false} readonly label="Chain" />`;
}

function Clashes() {
  const selection = useSignal(only(0)), values = [1, 1, ...Array(14).fill(0)];
  return html`<${Grid} shape=${ofFour} values=${values} given=${[true]} bad=${new Set([0, 1])} fills=${{ clash: [0, 1], same: [1] }} bands=${[[0, 2], [2, 4]]}
    selection=${selection.value} onSelect=${(next) => { selection.value = next; }} label="Clashes" />`;
}

// Cages and regions are drawn by dragging.
function Areas() {
  const selection = useSignal(only(0)), state = useSignal({ cages: [{ cells: [0, 1], label: 9 }], regions: Array(36).fill(0) });
  const { cages, regions } = state.value, shape = useMemo(() => shapeOf(6, 6, { cages, regions }), [state.value]);
  const dragged = (cells) => {
    if (cells.length > 1) state.value = cells.length === 6 ? { cages, regions: withRegion(regions, cells, 6) } : { cages: withCage(cages, cells, { label: cells.length }), regions };
  };
  return html`<${Grid} shape=${shape} values=${none(shape)} given=${[]} selection=${selection.value} onSelect=${(next) => { selection.value = next; }} onDragged=${dragged} label="Areas" />`;
}

export default {
  'all marks and colours': Marked,
  'kept by the browser': Stored,
  'a picture with links': Chain,
  'conflicts and bands': Clashes,
  'cages and regions by dragging': Areas,
  'three rows of seven': () => html`<${Plain} shape=${strip} label="Strip" />`,
  '25 x 25': () => html`<${Plain} shape=${dense} label="Dense" />`
};

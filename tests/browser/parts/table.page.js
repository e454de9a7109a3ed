// The table: one value a cell, two values with marks, two below each other, unreadable texts, a reading table, a large one.
import { html, useSignal } from '../../../src/web/app/dom.js';
import { useHistory } from '../../../src/web/parts/history.js';
import { useTable } from '../../../src/web/parts/table/drive.js';
import { Table } from '../../../src/web/parts/table/table.js';
import { TableTools } from '../../../src/web/parts/table/tools.js';

const make = { blank: '0', name: (axis, at, taken) => [at + 1, `${at + 1}'`, `${at + 1}''`].map((name) => (axis === 'rows' ? 'r' : 'c') + name).find((name) => !taken.includes(name)) };
const check = (text, { i, j }) => (i < 0 || j < 0 ? (text ? '' : 'a name is missing') : /^-?\d+(\.\d+|\/[1-9]\d*)?$/.test(text) ? '' : 'no number');
const split = (text) => (text.includes(',') ? text.split(',').map((one) => one.trim()) : [text]);

function Sheet({ start, label, tools, read, names = ['value'], ...more }) {
  const sheet = useSignal(start), past = useHistory(sheet), now = sheet.value;
  const table = useTable({
    sheet: now, change: read ? undefined : past.change, undo: past.undo, redo: past.redo, make, check, split, label, most: { rows: 50, cols: 50 },
    nameOf: ({ i, j, k }) => (i < 0 ? `name of column ${j + 1}` : j < 0 ? `name of row ${i + 1}` : `${names[k]}: ${now.rows[i]}, ${now.cols[j]}`), ...more
  });
  return html`<${Table} table=${table} />${tools && html`<p><${TableTools} table=${table} /></p>`}`;
}

const texts = (m, n, of) => Array.from({ length: m }, (_, i) => Array.from({ length: n }, (__, j) => String(of(i, j))));
const numbered = (letter, count) => Array.from({ length: count }, (_, i) => letter + (i + 1));
const pigs = { rows: ['press', 'wait'], cols: ['press', 'wait'], layers: [[['5', '4'], ['9', '0']], [['1', '4'], ['-1', '0']]] };
const marks = {
  value: (i, j, k) => ((k === 0 && (i !== j)) || (k === 1 && j === 1 - (i === 1)) ? 'under' : ''), cell: (i, j) => (i === 0 && j === 1 ? 'frame' : i === 1 ? 'struck' : ''),
  row: (i) => (i === 1 ? 'struck out' : 'by'), col: (j) => (j ? 'lit' : '')
};
const extra = { row: (i) => [{ text: i ? '1/5' : '4/5', bar: i ? 0.2 : 0.8 }, { text: `pays ${4 - i}`, mark: i ? '' : 'under', note: i ? '' : 'most' }], col: (j) => (j ? [{ text: '1', bar: 1 }] : undefined) };
const large = (side) => ({ rows: numbered('r', side), cols: numbered('c', side), layers: [7, 5].map((by) => texts(side, side, (i, j) => ((i * by + j * 11 + i * j * 3) % 41) - 20)) });

export default {
  'one value': () => html`<${Sheet} label="Payoffs" tools start=${{ rows: ['up', 'down'], cols: ['left', 'middle', 'right'], layers: [texts(2, 3, (i, j) => i * 3 + j)] }} />`,
  'two values': () => html`<${Sheet} label="Pairs" names=${['row', 'column']} start=${pigs} marks=${marks} notes=${{ under: 'best', frame: 'equilibrium', struck: 'eliminated' }} extra=${extra} room=${2}
    sub=${(i, j, k) => (i && j && k ? '−4' : '')} corner=${html`<span class="muted">A ↓ B →</span>`} />`,
  'two values below each other': () => html`<${Sheet} label="Below" below names=${['row', 'column']} start=${pigs} />`,
  'texts that cannot be read': () => html`<${Sheet} label="Faults" start=${{ rows: ['r1', ''], cols: ['c1', 'c2'], layers: [[['1/0', '1/3'], ['', 'x']]] }} />`,
  'for reading': () => html`<${Sheet} label="Reading" read start=${{ rows: ['r1'], cols: ['c1', 'c2'], layers: [[['1', '2']]] }} />`,
  'a large one': () => html`<${Sheet} label="Large" names=${['row', 'column']} start=${large(40)} marks=${{ value: (i, j, k) => ((i + j) % 9 === k ? 'under' : ''), cell: (i, j) => ((i * j) % 37 === 5 ? 'frame' : '') }} />`
};

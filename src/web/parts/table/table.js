// Draws a sheet as a grid by the ARIA Authoring Practices: one tab stop, arrow keys between the cells. README.md in
// parts/ has the keys.
import { cls, html, useLayoutEffect, useRef } from '../../app/dom.js';
import { textAt } from './sheet.js';
import './table.css';

const ROOMY = 5; // rows and columns up to which a table is drawn large

// Class names that the caller gives to cells, as one text; each may be spoken by notes: {class: text}.
const spoken = (marks, notes) => (marks ? marks.split(' ').map((mark) => notes?.[mark]).filter(Boolean) : []);

// One line beside a name: {text, mark, note, bar: 0 to 1}.
const Extra = ({ line: { text, mark, note, bar } }) => html`<span class=${cls('extra num', mark)}>${text}${note && html`<span class="visually-hidden"> ${note}</span>`}
  ${bar !== undefined && html`<span class="bar" aria-hidden="true"><i style=${{ width: `${100 * bar}%` }}></i></span>`}</span>`;

// lines: of the name, always as many as `room`, so that an answer moves nothing.
function Head({ place: { i, j }, text, marks, lines, room, fault, notes }) {
  const column = i < 0, said = [fault, ...spoken(marks, notes)].filter(Boolean);
  return html`<th scope=${column ? 'col' : 'row'} role=${column ? 'columnheader' : 'rowheader'} tabindex="-1" data-at=${`${i} ${j} 0`} class=${cls(column ? 'of-column' : 'of-row', marks)}
    aria-invalid=${fault ? 'true' : undefined} title=${fault || undefined}><span class="name">${text || ' '}</span>${said.length > 0 && html`<span class="visually-hidden"> ${said.join(', ')}</span>`}
    ${Array.from({ length: Math.max(room, lines?.length ?? 0) }, (_, at) => html`<${Extra} key=${at} line=${lines?.[at] ?? { text: ' ' }} />`)}</th>`;
}

function Value({ i, j, k, text, marks, fault, label, notes, sub }) {
  const said = spoken(marks, notes), below = sub?.(i, j, k);
  return html`<span role="gridcell" tabindex="-1" data-at=${`${i} ${j} ${k}`} class=${cls('value num', `layer${k}`, marks)} aria-selected="false" aria-invalid=${fault ? 'true' : undefined} title=${fault || undefined}
    aria-label=${[`${label}: ${text || '–'}`, fault, ...said, below].filter(Boolean).join(', ')}>${text || ' '}${below && html`<small>${below}</small>`}</span>`;
}

// Returns everything that a row is drawn from, as one text: an unchanged row is not drawn again.
function signatureOf(i, { sheet, marks, extra, check, sub }) {
  const parts = [sheet.rows[i], marks?.row?.(i), JSON.stringify(extra?.row?.(i)), check?.(sheet.rows[i], { i, j: -1, k: 0 })];
  for (let j = 0; j < sheet.cols.length; j++) {
    parts.push(marks?.cell?.(i, j));
    for (let k = 0; k < sheet.layers.length; k++) parts.push(textAt(sheet, { i, j, k }), marks?.value?.(i, j, k), sub?.(i, j, k));
  }
  return parts.join('\n');
}

function Row({ i, given: { sheet, marks, extra, room = 0, check, notes, sub, nameOf } }) {
  return html`<tr role="row" aria-rowindex=${i + 2}>
    <${Head} place=${{ i, j: -1 }} text=${sheet.rows[i]} marks=${marks?.row?.(i)} lines=${extra?.row?.(i)} room=${room} fault=${check?.(sheet.rows[i], { i, j: -1, k: 0 })} notes=${notes} />
    ${sheet.cols.map((_, j) => {
      const mark = marks?.cell?.(i, j), said = spoken(mark, notes);
      return html`<td role="presentation" key=${j} class=${cls('cell', mark)}><div role="presentation" class="values">${sheet.layers.map((__, k) => {
        const text = textAt(sheet, { i, j, k }), place = { i, j, k };
        return html`<${Value} key=${k} ...${place} text=${text} marks=${marks?.value?.(i, j, k)} fault=${check?.(text, place)} label=${[nameOf(place), ...said].join(', ')} notes=${notes} sub=${sub} />`;
      })}</div></td>`;
    })}</tr>`;
}

// Keeps the drawn rows by their signatures.
function useRows(given) {
  const kept = useRef([]), { sheet, notes, room } = given, common = JSON.stringify([sheet.cols, sheet.layers.length, notes, room, given.nameOf({ i: 0, j: 0, k: 0 })]);
  kept.current.length = Math.min(kept.current.length, sheet.rows.length);
  return sheet.rows.map((_, i) => {
    const signature = `${common}\n${signatureOf(i, given)}`;
    if (kept.current[i]?.signature !== signature) kept.current[i] = { signature, row: html`<${Row} key=${i} i=${i} given=${given} />` };
    return kept.current[i].row;
  });
}

// table: of useTable, whose argument may have also: label: of the grid; marks: {value(i, j, k), cell(i, j), row(i),
// col(j)} -> class names; notes: what they say; extra: {row(i), col(j)} -> lines beside the names, room: their number;
// sub(i, j, k) -> a small text in a cell; check(text, place) -> what is wrong with a text, or ''; corner: beside the
// names; below: the layers of a cell stand below each other.
export function Table({ table }) {
  const root = useRef(), field = useRef(), { driver, given } = table, { sheet, label, marks, extra, room = 0, check, notes, corner, below } = given;
  useLayoutEffect(() => {
    driver.root = root.current;
    driver.field = field.current;
    driver.drawn();
  });
  const rows = useRows(given), m = sheet.rows.length, n = sheet.cols.length;
  return html`<div class=${cls('sheet scroll', { below, roomy: m <= ROOMY && n <= ROOMY })} ref=${root} onKeyDown=${(event) => driver.key(event)} onPointerDown=${(event) => driver.down(event)}
      onPointerOver=${(event) => driver.over(event)} onClick=${(event) => driver.click(event)} onDblClick=${(event) => driver.twice(event)}
      onCopy=${(event) => driver.copy(event)} onCut=${(event) => driver.copy(event, true)} onPaste=${(event) => driver.paste(event)}>
    <table role="grid" aria-label=${label} aria-rowcount=${m + 1} aria-multiselectable="true" aria-readonly=${driver.writable ? undefined : 'true'}>
      <thead role="rowgroup"><tr role="row" aria-rowindex="1"><td role="presentation" class="corner">${corner}</td>
        ${sheet.cols.map((name, j) => html`<${Head} key=${j} place=${{ i: -1, j }} text=${name} marks=${marks?.col?.(j)} lines=${extra?.col?.(j)} room=${room} fault=${check?.(name, { i: -1, j, k: 0 })} notes=${notes} />`)}</tr></thead>
      <tbody role="rowgroup">${rows}</tbody></table>
    <input class="sheet-field" ref=${field} type="text" hidden autocomplete="off" autocapitalize="off" spellcheck=${false} enterkeyhint="next"
      onKeyDown=${(event) => driver.fieldKey(event)} onInput=${() => driver.fit()} onBlur=${() => driver.close({ keep: true })} /></div>`;
}

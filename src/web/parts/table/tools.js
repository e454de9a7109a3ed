// Buttons for what the keys of a table do: whole rows and columns, selection by touch.
import { html } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { clamped, rangeOf } from './place.js';
import { sizeOf } from './sheet.js';

// table: of useTable
export function TableTools({ table }) {
  const { driver, given: { sheet, most } } = table, { anchor, head } = driver.at.value, size = sizeOf(sheet), { i0, i1, j0, j1 } = rangeOf(clamped(anchor, size), clamped(head, size), size);
  const counts = { rows: [i0, i1], cols: [j0, j1] };
  const button = (sign, name, command, off) => html`<button type="button" class="second" key=${name} aria-label=${name} title=${name} aria-disabled=${off ? 'true' : undefined}
    onPointerDown=${(event) => event.preventDefault()} onClick=${() => { if (!off) driver.run(command); }}>${sign}</button>`;
  const group = (axis, label, [add, cut, back, on], [less, more]) => {
    const [from, to] = counts[axis], count = sheet[axis].length, far = Math.min(to, count - 1);
    return html`<div class="row" role="group" aria-label=${label}><span class="muted" aria-hidden="true">${label}</span>
      ${button('+', add, { act: 'insert', axis }, count >= (most?.[axis] ?? Infinity))}${button('−', cut, { act: 'remove', axis }, far - Math.max(0, from) + 1 >= count)}
      ${button(less, back, { act: 'move', axis, by: -1 }, from <= 0)}${button(more, on, { act: 'move', axis, by: 1 }, far + 1 >= count)}</div>`;
  };
  return html`<div class="row sheet-tools">
    ${group('rows', t('Row'), [t('Insert a row below'), t('Delete the row'), t('Move the row up'), t('Move the row down')], ['↑', '↓'])}
    <button type="button" class="second touch-only" aria-pressed=${driver.extending.value} onClick=${() => { driver.extending.value = !driver.extending.value; }}>${t('Select several')}</button>
    ${group('cols', t('Column'), [t('Insert a column to the right'), t('Delete the column'), t('Move the column to the left'), t('Move the column to the right')], ['←', '→'])}</div>`;
}

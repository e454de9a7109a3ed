// What a table does on keys, pointers and the clipboard: the selection, the field in which a cell is edited, changes.
import { signal, useMemo } from '../../app/dom.js';
import { clamped, commandOf, coveredBy, movedBy, nextOf, rangeOf, same } from './place.js';
import { cleared, copied, inserted, moved, pasted, readTsv, removed, sizeOf, textAt, withText } from './sheet.js';

const START = { i: 0, j: 0, k: 0 };
const placeOf = (element) => {
  const [i, j, k] = element.dataset.at.split(' ').map(Number);
  return { i, j, k };
};
const cellAt = (target) => target.closest?.('[data-at]');

// given: the latest {sheet, change, …} of useTable. The elements of the cells are marked directly, not drawn anew, so
// that a step of the selection costs the same in a table of any size.
class Driver {
  at = signal({ anchor: START, head: START });
  editing = signal(null); // {place, typed, text}; typed: arrows leave the cell
  extending = signal(false); // touch: a tap extends the selection
  lit = new Set(); // the elements that are marked as selected

  get size() { return sizeOf(this.given.sheet); }
  get head() { return clamped(this.at.peek().head, this.size); }
  get range() { return rangeOf(clamped(this.at.peek().anchor, this.size), this.head, this.size); }
  get writable() { return !!this.given.change; }

  // ---- selection ----

  select(head, { extend = false, focus = true } = {}) {
    const anchor = extend ? this.at.peek().anchor : head;
    this.at.value = { anchor, head };
    this.paint();
    if (focus) this.focus();
  }

  elementOf({ i, j, k }) { // by its place in the table, since a search among thousands of cells takes long
    const cell = this.root?.firstElementChild.rows[i + 1]?.cells[j + 1];
    return i < 0 || j < 0 ? cell : cell?.firstElementChild.children[k];
  }
  focus() { this.elementOf(this.head)?.focus(); }

  // Marks the tab stop and the selected cells, and unmarks those before.
  paint() {
    const { head, range, root } = this;
    if (!root) return;
    const stop = this.elementOf(head), several = !same(clamped(this.at.peek().anchor, this.size), head);
    if (stop !== this.stop) this.stop?.setAttribute('tabindex', '-1');
    stop?.setAttribute('tabindex', '0');
    this.stop = stop;
    const before = this.lit, { i0, i1, j0, j1, k0, k1 } = range;
    this.lit = new Set();
    if (several) for (let i = i0; i <= i1; i++) for (let j = j0; j <= j1; j++) for (let k = k0; k <= k1; k++) this.lit.add(this.elementOf({ i, j, k }));
    for (const element of before) if (!this.lit.has(element)) element.setAttribute('aria-selected', 'false');
    for (const element of this.lit) if (!before.has(element)) element.setAttribute('aria-selected', 'true');
  }

  // ---- changes ----

  put(sheet, at = this.at.peek()) {
    this.at.value = at;
    if (sheet && sheet !== this.given.sheet) this.given.change(sheet);
  }

  run(command) {
    const act = this[`do_${command.act}`];
    if (act) act.call(this, command);
  }

  do_go({ key, edge, extend }) { this.select(movedBy(this.head, key, this.size, { edge, whole: extend }), { extend }); }
  do_all() {
    const { m, n, l } = this.size;
    this.at.value = { anchor: START, head: { i: m - 1, j: n - 1, k: l - 1 } };
    this.paint();
  }
  do_collapse() { this.select(this.head); }
  do_undo() { this.after = true; this.given.undo?.(); }
  do_redo() { this.after = true; this.given.redo?.(); }
  do_clear() {
    const { range } = this;
    if (range.i0 >= 0 && range.j0 >= 0) this.put(cleared(this.given.sheet, range));
  }
  do_insert({ axis }) {
    const at = coveredBy(this.range, axis)[1] + 1, { make, most, sheet } = this.given;
    if (sheet[axis].length >= (most?.[axis] ?? Infinity)) return;
    const head = axis === 'rows' ? { ...this.head, i: at } : { ...this.head, j: at };
    this.put(inserted(sheet, axis, at, 1, make), { anchor: head, head });
    this.after = true;
  }
  do_remove({ axis }) {
    const [from, to] = coveredBy(this.range, axis), sheet = removed(this.given.sheet, axis, from, to);
    if (!sheet) return;
    const head = clamped(axis === 'rows' ? { ...this.head, i: this.head.i < 0 ? -1 : from } : { ...this.head, j: this.head.j < 0 ? -1 : from }, sizeOf(sheet));
    this.put(sheet, { anchor: head, head });
    this.after = true;
  }
  do_move({ axis, by }) {
    const [from, to] = coveredBy(this.range, axis), sheet = moved(this.given.sheet, axis, from, to, by), { anchor, head } = this.at.peek();
    if (!sheet) return;
    const shift = (place) => (axis === 'rows' ? { ...place, i: place.i < 0 ? place.i : place.i + by } : { ...place, j: place.j < 0 ? place.j : place.j + by });
    this.put(sheet, { anchor: shift(anchor), head: shift(head) });
    this.after = true;
  }

  // ---- the field ----

  do_edit() { this.open({ typed: false }); }
  do_type() { this.open({ typed: true, text: '' }); }

  // Puts the field over the cell. text: instead of that of the cell, which Escape restores.
  open({ typed, text }) {
    if (!this.writable) return;
    const place = this.head, cell = this.elementOf(place), { field } = this;
    this.select(place, { focus: false });
    if (!cell || !field) return;
    this.editing.value = { place, typed };
    field.value = text ?? textAt(this.given.sheet, place);
    field.setAttribute('aria-label', this.given.nameOf(place));
    const box = cell.getBoundingClientRect(), outer = this.root.getBoundingClientRect();
    Object.assign(field.style, { left: `${box.left - outer.left + this.root.scrollLeft - this.root.clientLeft}px`, top: `${box.top - outer.top + this.root.scrollTop - this.root.clientTop}px`,
      minWidth: `${box.width}px`, height: `${box.height}px` });
    this.fit();
    field.hidden = false;
    field.focus({ preventScroll: true });
    if (text === undefined) field.select();
  }

  fit() { this.field.size = Math.max(3, this.field.value.length + 1); }

  close({ keep }) {
    const now = this.editing.peek();
    if (!now) return;
    this.editing.value = null;
    const text = this.field.value.trim();
    this.field.hidden = true;
    if (keep && text !== textAt(this.given.sheet, now.place)) this.put(withText(this.given.sheet, now.place, text));
  }

  fieldKey(event) {
    const { key, shiftKey } = event, { place, typed } = this.editing.peek() ?? {};
    if (!place || event.isComposing) return;
    const leave = (to, options) => { event.preventDefault(); event.stopPropagation(); this.close({ keep: true }); this.select(to, options); };
    if (key === 'Escape') { event.preventDefault(); event.stopPropagation(); this.close({ keep: false }); this.focus(); }
    else if (key === 'Enter') {
      const back = this.back ? { ...place, ...this.back } : place; // to the column where the entry of this row began
      leave(movedBy(back, shiftKey ? 'ArrowUp' : 'ArrowDown', this.size));
      this.back = undefined;
    } else if (key === 'Tab') this.tab(event, place, shiftKey ? -1 : 1);
    else if (key === 'ArrowUp' || key === 'ArrowDown' || (typed && (key === 'ArrowLeft' || key === 'ArrowRight'))) leave(movedBy(place, key, this.size));
    else event.stopPropagation();
  }

  // Tab takes the text and edits the next cell; after the last one it leaves the table.
  tab(event, place, by) {
    const to = nextOf(place, by, this.size), back = this.back ?? { j: place.j, k: place.k };
    this.close({ keep: true });
    this.select(place); // at the edge the browser goes on from here
    if (!to) return;
    event.preventDefault();
    event.stopPropagation();
    this.at.value = { anchor: to, head: to };
    this.back = to.i === place.i ? back : undefined;
    this.paint();
    this.focus();
    this.open({ typed: true });
  }

  // ---- events of the root ----

  key(event) {
    if (!cellAt(event.target)) return;
    const command = commandOf(event);
    if (!command || (!this.writable && !['go', 'all', 'collapse'].includes(command.act))) return;
    if (command.act === 'collapse' && !this.lit.size) return;
    if (command.act !== 'type') event.preventDefault(); // the key's text goes to the field
    event.stopPropagation();
    this.back = undefined;
    this.run(command);
  }

  down(event) {
    const cell = cellAt(event.target);
    this.pointer = event.pointerType;
    if (!cell || event.button || event.pointerType !== 'mouse') return;
    this.dragging = true;
    if (event.shiftKey) event.preventDefault();
    this.select(placeOf(cell), { extend: event.shiftKey });
    addEventListener('pointerup', () => { this.dragging = false; }, { once: true });
  }

  over(event) {
    const cell = this.dragging && cellAt(event.target);
    if (cell && !same(placeOf(cell), this.head)) this.select(placeOf(cell), { extend: true });
  }

  // A tap selects; one on the selected cell edits it. So does a press by assistive technology.
  click(event) {
    const cell = cellAt(event.target);
    if (!cell || this.pointer === 'mouse') { this.pointer = undefined; return; }
    const place = placeOf(cell);
    if (this.extending.peek()) this.select(place, { extend: true });
    else if (same(place, this.head) && !this.lit.size && this.touched) this.open({ typed: false });
    else this.select(place);
    this.touched = true;
    this.pointer = undefined;
  }

  twice(event) { if (cellAt(event.target)) this.open({ typed: false }); }

  copy(event, cut) {
    if (!cellAt(event.target)) return;
    event.preventDefault();
    event.clipboardData.setData('text/plain', copied(this.given.sheet, this.range));
    if (cut && this.writable) this.do_clear();
  }

  paste(event) {
    const text = event.clipboardData?.getData('text') ?? '', inField = event.target === this.field;
    if (!this.writable || !text || (inField && !/[\t\n]/.test(text.trim()))) return;
    event.preventDefault();
    event.stopPropagation();
    if (inField) { this.close({ keep: false }); this.focus(); }
    // The block is written from the first selected cell on.
    const { sheet, paste, split, make, most } = this.given, { i0, j0, k0, k1 } = this.range, head = { i: i0, j: j0, k: k0 === k1 ? k0 : 0 };
    if (paste?.(text, head)) return;
    const block = readTsv(text);
    const next = pasted(sheet, head, block, { split, make, most }), width = Math.max(...block.map((line) => line.length));
    this.put(next, { anchor: head, head: i0 < 0 || j0 < 0 ? head : clamped({ i: i0 + block.length - 1, j: j0 + width - 1, k: k1 }, sizeOf(next)) });
    this.after = true;
  }

  // After each drawing: new elements are marked; the focus follows a cell that was moved or removed.
  drawn() {
    this.paint();
    if (this.after && (this.root.contains(document.activeElement) || document.activeElement === document.body)) this.focus();
    this.after = false;
  }
}

// Returns {driver, given} for Table and TableTools; driver.select(place) selects a cell and focuses it.
//
// sheet, change(sheet): without change it can only be read; undo, redo; make: {blank, name}, most: {rows, cols}, split:
// as in sheet.js; paste(text, place): takes a pasted text as a whole and returns true, or leaves it; nameOf(place): the
// name of a cell for screen readers, without its text.
export function useTable(given) {
  const driver = useMemo(() => new Driver(), []);
  driver.given = given;
  return { driver, given }; // a new object, since a component is not drawn again for the same one
}

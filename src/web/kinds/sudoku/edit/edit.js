// Editing a puzzle: digits are clues; cages and regions are drawn over cells.
import { html, useMemo, useSignal } from '../../../app/dom.js';
import { t } from '../../../app/i18n.js';
import { withCage, withRegion, withoutCages } from '../../../parts/grid/areas.js';
import { Pad } from '../../../parts/grid/pad.js';
import { Repeat } from '../../../parts/grid/repeat.js';
import { targets } from '../../../parts/grid/selection.js';
import { boxes, cellName, filled, makeBoard, regionOf, sizes, withValue } from '../board/board.js';
import { deadCells, logicOf } from '../board/logic.js';
import { nameOf, showCandidates } from '../play/play.js';

// The smallest sum of a cage.
const leastSum = (count) => count * (count + 1) / 2;

// change(board): makes it the question; say(text): announces it. Returns the state of the editor and what can be done.
export function useEdit(board, selection, change, say) {
  const tool = useSignal('digits'), sum = useSignal('');
  const logic = useMemo(() => logicOf(board), [board]);
  const enter = (value, layer, from = selection) => {
    const cells = targets(from);
    if (cells.every((cell) => board.cells[cell] === value)) return;
    change(withValue(board, cells, value));
    say(`${cells.map((cell) => cellName(board, cell)).join(' ')}: ${nameOf(board, value)}`);
  };
  const addCage = (cells) => {
    if (cells.length > board.size) { say(t('A cage has at most {count} cells.', { count: board.size })); return; }
    const given = Number(sum.peek());
    sum.value = '';
    change({ ...board, cages: withCage(board.cages, cells, { sum: given > 0 ? given : leastSum(cells.length) }) });
  };
  const join = (cells) => change({ ...board, disjoint: false, regions: withRegion(regionOf(board), cells, board.size) });
  const dragged = (cells) => {
    if (cells.length < 2) return;
    if (tool.peek() === 'cages') addCage(cells);
    else if (tool.peek() === 'regions') join(cells);
  };
  return { board, selection, change, tool, sum, logic, enter, addCage, join, dragged };
}

export function statusOf({ board, logic }) {
  const { bad } = logic, parts = [t('{count} clues', { count: filled(board.cells) })], dead = bad.size ? [] : deadCells(board, logic.open);
  if (bad.size) parts.push(t('{count} cells in conflict', { count: bad.size }));
  else if (dead.length) parts.push(t('{count} cells without a candidate', { count: dead.length }));
  if (board.regions) {
    const counts = board.regions.reduce((found, region) => { found[region] = (found[region] ?? 0) + 1; return found; }, {});
    const wrong = Object.entries(counts).find(([, count]) => count !== board.size);
    if (wrong) parts.push(t('region {n} has {count} cells', { n: Number(wrong[0]) + 1, count: wrong[1] }));
  }
  return parts.join(' · ');
}

export function Shape({ board, change }) {
  const resize = (event) => change(makeBoard(Number(event.target.value)));
  const shape = (event) => change({ ...board, box: event.target.value.split('x').map(Number) });
  const shapes = boxes(board.size);
  return html`<div class="row">
    <label>${t('Size')} <select onChange=${resize}>${[...new Set([...sizes, board.size])].sort((a, b) => a - b).map((n) => html`<option value=${n} selected=${n === board.size}>${n} × ${n}</option>`)}</select></label>
    ${shapes.length > 1 && !board.regions && html`<label>${t('Box')} <select onChange=${shape}>${shapes.map(([rows, columns]) => html`<option
      value=${`${rows}x${columns}`} selected=${board.box[0] === rows}>${rows} × ${columns}</option>`)}</select></label>`}
    <label><input type="checkbox" checked=${board.diagonal} onChange=${(event) => change({ ...board, diagonal: event.target.checked })} /> ${t('Diagonals')}</label>
    ${board.box && !board.regions && html`<label><input type="checkbox" checked=${board.disjoint} onChange=${(event) => change({ ...board, disjoint: event.target.checked })} /> ${t('Disjoint groups')}</label>`}
  </div>`;
}

// The cage of the cell that has the focus, and what makes one of the selected cells.
function Cages({ edit }) {
  const { board, selection, sum } = edit, cage = board.cages.find(({ cells }) => cells.includes(selection.cursor));
  const resum = (value) => change({ ...board, cages: board.cages.map((one) => (one === cage ? { ...cage, sum: value } : one)) }), { change } = edit;
  return html`<p class="hint">${t('Drag over cells, or select them and press “Make a cage”.')}</p>
    <div class="row"><label>${t('Sum')} <input type="number" min="1" class="sum-of" value=${cage ? cage.sum : sum.value}
        onInput=${({ target }) => { if (cage) { if (target.value > 0) resum(Number(target.value)); } else sum.value = target.value; }} /></label>
      <button type="button" class="second" onClick=${() => edit.addCage(targets(selection))}>${t('Make a cage')}</button>
      <button type="button" class="second" aria-disabled=${!cage} onClick=${() => change({ ...board, cages: withoutCages(board.cages, targets(selection)) })}>${t('Take out of the cage')}</button></div>`;
}

const Regions = ({ edit: { board, selection, change, join } }) => html`<p class="hint">${t('Drag from a region over cells that shall belong to it, or select them and press “Join”.')}</p>
  <div class="row"><button type="button" class="second" onClick=${() => join([...selection.cells].length ? [...selection.cells] : [selection.cursor])}>${t('Join')}</button>
    <button type="button" class="second" aria-disabled=${!board.regions} onClick=${() => change({ ...board, regions: null })}>${t('Boxes again')}</button></div>`;

// The tools of the editor: undo, what a drag draws, keypad.
// undo, redo: {run, off}
export function Tools({ edit, undo, redo }) {
  const { board, tool } = edit, names = { digits: t('Digits'), cages: t('Cages'), regions: t('Regions') };
  return html`<div class="tools">
    <div class="row tight">
      <${Repeat} class="quiet" ...${undo}>↶ ${t('Undo')}<//>
      <${Repeat} class="quiet" ...${redo}>↷ ${t('Redo')}<//>
      <button type="button" class="quiet" aria-pressed=${showCandidates.value} onClick=${() => { showCandidates.value = !showCandidates.value; }}>${t('Candidates')}</button>
      <button type="button" class="quiet" onClick=${() => edit.change({ ...board, cells: board.cells.map(() => 0), allowed: null })}>${t('Clear')}</button>
    </div>
    <div class="modes" role="group" aria-label=${t('A drag draws')}>${Object.entries(names).map(([name, text]) => html`<button type="button" class="second" key=${name}
      aria-pressed=${tool.value === name} onClick=${() => { tool.value = name; }}>${text}</button>`)}</div>
    ${tool.value === 'cages' ? html`<${Cages} edit=${edit} />` : tool.value === 'regions' ? html`<${Regions} edit=${edit} />`
      : html`<${Pad} symbols=${board.symbols} out=${edit.out} onValue=${(value) => edit.enter(value)} />`}
  </div>`;
}

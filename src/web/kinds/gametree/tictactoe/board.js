// The board of tic-tac-toe: nine buttons, one tab stop. A small board without input is drawn for the stages.
import { cls, html } from '../../../app/dom.js';
import { t } from '../../../app/i18n.js';
import { useRove } from '../play/rove.js';
import { rowOf } from './rules.js';

export const cellName = (cell) => t('row {row}, column {column}', { row: Math.floor(cell / 3) + 1, column: cell % 3 + 1 });
// Formats a number, or "infinity" if a side has won.
export const value = (of) => (of === null || of === undefined ? '' : String(of).replace('infinity', '∞').replace('-', '−'));
// The same with its sign, for the board.
const signed = (of) => (of > 0 || of === 'infinity' ? `+${value(of)}` : value(of));

const CELLS = [0, 1, 2, 3, 4, 5, 6, 7, 8];
const GLYPHS = { X: 'M24 24L76 76M76 24L24 76', O: 'M50 22a28 28 0 1 0 .01 0z' };

// The arrow key that leads from a cell to another.
function next(key, cell) {
  const row = Math.floor(cell / 3), column = cell % 3;
  const to = { ArrowLeft: [row, column - 1], ArrowRight: [row, column + 1], ArrowUp: [row - 1, column], ArrowDown: [row + 1, column], Home: [row, 0], End: [row, 2] }[key];
  return to && to.every((at) => at >= 0 && at < 3) ? 3 * to[0] + to[1] : undefined;
}

// values: of cells; best: cells; press(cell), type(cell, key): handlers of clicks and keys; last: the cell of the last move
export function Board({ board, values = new Map(), best = [], press, type, last, label }) {
  const row = rowOf(board) ?? [], { box, keydown, stop } = useRove(CELLS, next);
  const keyed = (event) => {
    if (type && event.target.dataset.stop !== undefined && type(Number(event.target.dataset.stop), event)) return;
    keydown(event);
  };
  return html`<div class="ttt" role="group" aria-label=${label} ref=${box} onKeyDown=${keyed}>${Array.from(board, (sign, cell) => {
    const look = cls('cell', { x: sign === 'X', o: sign === 'O', best: best.includes(cell), won: row.includes(cell), last: cell === last }), of = values.get(cell);
    const name = `${cellName(cell)}: ${sign !== '.' ? sign : of !== undefined ? `${t('worth {value}', { value: value(of) })}${best.includes(cell) ? `, ${t('best')}` : ''}` : t('empty')}`;
    return html`<button type="button" key=${cell} class=${look} aria-label=${name} onClick=${() => press(cell)} ...${stop(cell)}>
      ${sign === '.' ? html`<span class="value num">${of !== undefined && signed(of)}</span>` : html`<svg viewBox="0 0 100 100" aria-hidden="true"><path d=${GLYPHS[sign]} /></svg>`}</button>`;
  })}</div>`;
}

export function Little({ board, last, best, label }) {
  return html`<svg class=${cls('little', { best })} viewBox="0 0 33 33" role="img" aria-label=${label}><path class="grid" d="M11 1V32M22 1V32M1 11H32M1 22H32" />
    ${Array.from(board, (sign, cell) => sign !== '.' && html`<text key=${cell} class=${cls(sign === 'X' ? 'x' : 'o', { last: cell === last })} x=${cell % 3 * 11 + 5.5} y=${Math.floor(cell / 3) * 11 + 6}>${sign}</text>`)}</svg>`;
}

// The board of Hex as a drawing with one tab stop: cells are played by touch, mouse and keys.
import { cls, html, useMemo, useRef, useSignal } from '../../app/dom.js';
import { HEXAGON, layout } from './geometry.js';
import { percent } from './opinion.js';
import { other } from './rules.js';

const FINGER = 24; // px: smaller cells are confirmed by a second touch

// Where a key leads from a cell: Left and Right along its row, Up and Down along its column, with Shift along the other diagonal.
function next({ rows, cols }, { key, shiftKey: shift, ctrlKey: ctrl }, cell) {
  const row = Math.floor(cell / cols), column = cell % cols;
  const [r, c] = { ArrowLeft: [row, column - 1], ArrowRight: [row, column + 1], ArrowUp: [row - 1, column + (shift ? 1 : 0)], ArrowDown: [row + 1, column - (shift ? 1 : 0)],
    Home: [ctrl ? 0 : row, 0], End: [ctrl ? rows - 1 : row, cols - 1] }[key] ?? [];
  return r === undefined ? undefined : r >= 0 && c >= 0 && r < rows && c < cols ? r * cols + c : cell;
}

// first: the side of the first move of the line
function Cell({ x, y, cell, name, stone, number, said = {}, order, first, look, shades, wait, ...attributes }) {
  const text = stone ? number : order ?? (said.proof ? (said.proof === 'win' ? '✓' : '✕') : said.shown ? percent(said.value) : undefined);
  const on = stone ?? (order ? (order % 2 ? first : other(first)) : undefined);
  return html`<g class=${cls('hex-cell', look)} transform=${`translate(${x} ${y})`} role="button" aria-label=${name} data-cell=${cell} ...${attributes}>
    <polygon class="ground" points=${HEXAGON} />
    ${said.heat > 0 && !stone && html`<polygon class="heat" points=${HEXAGON} style=${{ fillOpacity: (0.1 + 0.75 * said.heat ** 2).toFixed(2) }} />`}
    ${shades.map((shade) => html`<polygon key=${shade} class="shade" points=${HEXAGON} fill=${`url(#${shade})`} />`)}
    ${(stone || order || wait) && html`<circle class=${cls('stone', on ?? first, { ghost: !stone })} r="7.2" />`}
    ${stone && look.last && text === undefined && html`<circle class=${`mark on-${stone}`} r="2.2" />`}
    ${text !== undefined && html`<text class=${cls(on && `on-${on}`, { small: !stone && !order, best: look.best })} dy=".36em">${text}</text>`}</g>`;
}

// position: of rules.js; opinion: of opinion.js or undefined; tall: the form; numbered: stones show the numbers of their moves; ghost:
// the side whose stone a cell gets, undefined if no cell can be played; nameOfCell(cell): for screen readers; press(cell);
// held: a signal, the touched cell that waits for the second touch; type(event): whether a key was used; look(cell): a cell has the focus or the pointer, -1: none
export function Board({ position, opinion, tall, numbered, ghost, held, label, nameOfCell, press, type, look }) {
  const { rows, cols, stones, numbers, last, chain } = position, { width, box, at, edges, letters, numbers: ranks } = useMemo(() => layout({ rows, cols }, tall), [rows, cols, tall]);
  const svg = useRef(), stop = useSignal(-1);
  const here = stop.value >= 0 && stop.value < stones.length ? stop.value : last >= 0 ? last : Math.floor(rows / 2) * cols + Math.floor(cols / 2);
  const cellAt = ({ target }) => Number(target.closest?.('[data-cell]')?.dataset.cell ?? -1);
  const play = (cell) => { held.value = -1; if (ghost && !stones[cell]) press(cell); };
  const click = (event) => {
    const cell = cellAt(event);
    if (cell < 0) return;
    const small = svg.current.getBoundingClientRect().width / box[2] * width < FINGER;
    if (small && event.pointerType === 'touch' && held.peek() !== cell && ghost && !stones[cell]) held.value = cell;
    else play(cell);
  };
  const keydown = (event) => {
    const from = cellAt(event);
    if (from < 0 || event.altKey || event.metaKey || type(event)) return;
    const to = next(position, event, from), enter = event.key === 'Enter' || event.key === ' ';
    if (to === undefined && !enter) return;
    event.preventDefault();
    if (enter) return play(from);
    stop.value = to;
    svg.current.querySelector(`[data-cell="${to}"]`).focus();
  };
  const { cells, line, must, link, move } = opinion ?? {};
  const shadesOf = (cell) => [must?.has(cell) && 'hex-must', link?.cells.has(cell) && `hex-link-${link.side}`].filter(Boolean);
  const [fx, fy] = at(Math.floor(here / cols), here % cols);
  return html`<svg class=${cls('hex-board', { few: rows * cols < 50 })} viewBox=${box.join(' ')} style=${{ aspectRatio: `${box[2]} / ${box[3]}` }} role="group" aria-label=${label} ref=${svg} onClick=${click} onKeyDown=${keydown}
      onFocusIn=${(event) => { const cell = cellAt(event); if (cell >= 0) { stop.value = cell; look(cell); } }} onPointerOver=${(event) => look(cellAt(event))} onPointerLeave=${() => look(-1)}>
    <defs><pattern id="hex-must" class="must" width="4" height="4" patternUnits="userSpaceOnUse" patternTransform="rotate(45)"><rect width="1.3" height="4" /></pattern>
      ${['black', 'white'].map((side) => html`<pattern key=${side} id=${`hex-link-${side}`} class=${`link ${side}`} width="5" height="5" patternUnits="userSpaceOnUse"><circle cx="2.5" cy="2.5" r="1.3" /></pattern>`)}</defs>
    ${['black', 'white'].map((side) => edges[side].map((points, i) => html`<g key=${side + i} class=${`edge ${side}`}><polyline class="rim" points=${points} /><polyline points=${points} /></g>`))}
    <g aria-hidden="true" class="names">${letters.map(([x, y], i) => html`<text key=${i} x=${x} y=${y} dy=".36em">${String.fromCharCode(97 + i)}</text>`)}${ranks.map(([x, y], i) => html`<text key=${i} x=${x} y=${y} dy=".36em">${i + 1}</text>`)}</g>
    ${stones.map((stone, cell) => {
      const [x, y] = at(Math.floor(cell / cols), cell % cols);
      return html`<${Cell} key=${cell} x=${x} y=${y} cell=${cell} name=${nameOfCell(cell)} stone=${stone} number=${numbered ? numbers[cell] : undefined} said=${cells?.get(cell)} order=${line?.get(cell)}
        look=${{ open: ghost && !stone, last: cell === last, best: cell === move, chain: chain?.includes(cell), lost: must && !stone && !must.has(cell) }} first=${position.turn} shades=${shadesOf(cell)} wait=${held.value === cell && !!ghost} tabindex=${cell === here ? 0 : -1} />`;
    })}
    <polygon class="ring" points=${HEXAGON} transform=${`translate(${fx} ${fy})`} />
  </svg>`;
}

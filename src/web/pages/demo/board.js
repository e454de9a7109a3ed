// The board of the demonstration: the phone's board, its cells in the colours of the members.
import { html, useEffect, useRef } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';
import { dark } from '../../app/theme.js';
import { Board } from '../../phone/board.js';

export const EMPTY = 255;

const calm = matchMedia('(prefers-reduced-motion: reduce)');

class Coloured extends Board {
  // colours: of each cell, the number of a member's colour or -1
  colourCells(colours) {
    colours.forEach((colour, cell) => { if (colour !== this.colours?.[cell]) this.stale[cell] = 1; });
    this.colours = colours;
    this.wake();
  }

  // Shows a puzzle before the game: empty cells are 255, and none is in conflict.
  showPuzzle(letters) {
    this.letters = letters;
    this.bad.fill(0);
    this.stale.fill(1);
    this.wake();
  }

  resize(anew) {
    super.resize(anew);
    const style = getComputedStyle(this.canvas);
    this.tints = [0, 1, 2, 3, 4, 5].map((i) => style.getPropertyValue(`--tint${i}`).trim());
  }

  cell(cell, heat) {
    const { panel } = this.colour;
    this.colour.panel = this.tints?.[this.colours?.[cell]] ?? panel;
    super.cell(cell, heat);
    this.colour.panel = panel;
  }
}

// lease: {side, box, given} of the puzzle, the same object during a game; letters: of the cells, EMPTY before the game;
// colours: as above; conflicts: their number, for the description.
export function GameBoard({ lease, letters, colours, conflicts }) {
  const canvas = useRef(), board = useRef();
  useEffect(() => { board.current = new Coloured(canvas.current, () => calm.matches); }, []);
  useEffect(() => { board.current.lease({ region: null, row: 0, rowEnd: lease.side, ...lease }); }, [lease]);
  useEffect(() => { board.current.resize(true); }, [dark.value]);
  useEffect(() => {
    board.current.colourCells(colours);
    if (letters.includes(EMPTY)) board.current.showPuzzle(letters);
    else board.current.show(letters);
  }, [lease, letters, colours]);
  const { side } = lease;
  const label = !letters.includes(EMPTY) ? t('The board, {side} by {side}, with {n} conflicts left', { side, n: number(conflicts) }) : t('The board, {side} by {side}, before the game', { side });
  return html`<div class="demo-board"><canvas ref=${canvas} role="img" aria-label=${label}></canvas></div>`;
}

// The board on a canvas: the phone's partition in full colour, the other rows behind it, cells in conflict in red;
// changed cells glow and fade. A cell is drawn again only when it changes, so that a game at full speed costs the page
// little.
import { boxesOf, conflictsOf } from './conflicts.js';

const LETTERS = '123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmn';
const GLOW_MS = 700, WAVE_MS = 22; // duration of a glow; its delay from diagonal to diagonal when the board is solved
const EMPTY = 255;
const idle = { side: 25, box: [5, 5], region: null, row: 0, rowEnd: 25, given: new Uint8Array(625) };

export class Board {
  constructor(canvas, calm) {
    this.canvas = canvas;
    this.context = canvas.getContext('2d', { alpha: false });
    this.calm = calm; // () => true if the user prefers reduced motion
    this.frame = 0;
    this.lease(null);
    new ResizeObserver(() => this.resize()).observe(canvas.parentElement);
    matchMedia('(prefers-color-scheme: dark)').addEventListener('change', () => setTimeout(() => this.resize(true)));
  }

  lease(lease) {
    this.game = lease ?? idle;
    const { side } = this.game;
    this.boxes = boxesOf(this.game);
    this.symbols = side === 25 ? LETTERS.slice(9) : LETTERS;
    this.letters = new Uint8Array(side * side).fill(EMPTY);
    this.bad = new Uint8Array(side * side);
    this.glow = new Float64Array(side * side); // the start time of each cell's glow, 0: none
    this.won = false;
    this.resize(true);
  }

  // Sets the letters of all cells.
  show(letters) {
    const now = performance.now(), { cells, pairs } = conflictsOf(this.game.side, this.boxes, letters);
    letters.forEach((letter, cell) => {
      if (letter !== this.letters[cell] && this.letters[cell] !== EMPTY) this.glow[cell] = now;
      if (letter !== this.letters[cell] || cells[cell] !== this.bad[cell]) this.stale[cell] = 1;
    });
    this.letters = letters;
    this.bad = cells;
    if (pairs === 0) this.win(now);
    this.wake();
  }

  win(now) {
    if (this.won) return;
    this.won = true;
    const { side } = this.game;
    this.glow.forEach((_, cell) => { this.glow[cell] = now + (Math.floor(cell / side) + cell % side) * WAVE_MS; });
    this.stale.fill(1);
  }

  resize(anew) {
    const { side } = this.game, ratio = devicePixelRatio || 1;
    const pitch = Math.max(4, Math.floor(this.canvas.parentElement.clientWidth * ratio / side));
    if (pitch === this.pitch && this.canvas.width === pitch * side && !anew) return;
    this.pitch = pitch;
    this.canvas.width = this.canvas.height = pitch * side;
    this.canvas.style.width = this.canvas.style.height = `${pitch * side / ratio}px`;
    const style = getComputedStyle(this.canvas);
    this.colour = Object.fromEntries(['panel', 'bg', 'ink', 'muted', 'line', 'line-strong', 'run', 'bad', 'bad-soft', 'accent', 'glow', 'good']
      .map((name) => [name, style.getPropertyValue(`--${name}`).trim()]));
    this.context.font = `${Math.round(pitch * 0.66)}px "Helvetica Neue", "Segoe UI", Roboto, Arial, sans-serif`;
    this.context.textAlign = 'center';
    this.context.textBaseline = 'middle';
    this.stale = new Uint8Array(side * side).fill(1);
    this.ground();
    this.wake();
  }

  // Fills the canvas with the colour of the thin lines, which stay visible between the cells.
  ground() {
    this.context.fillStyle = this.colour.line;
    this.context.fillRect(0, 0, this.canvas.width, this.canvas.height);
  }

  wake() {
    this.frame ||= requestAnimationFrame((now) => {
      this.frame = 0;
      if (this.draw(now)) this.wake();
    });
  }

  // Draws the stale cells; returns true while some cell glows.
  draw(now) {
    let glowing = false;
    for (let cell = 0; cell < this.letters.length; cell++) {
      let heat = 0;
      if (this.glow[cell] > 0) {
        heat = this.calm() || now - this.glow[cell] > GLOW_MS ? 0 : now < this.glow[cell] ? -1 : 1 - (now - this.glow[cell]) / GLOW_MS;
        if (heat === 0) this.glow[cell] = 0;
        else glowing = true;
        if (heat >= 0) this.stale[cell] = 1;
      }
      if (!this.stale[cell]) continue;
      this.stale[cell] = 0;
      this.cell(cell, Math.max(heat, 0));
    }
    this.lines();
    return glowing;
  }

  cell(cell, heat) {
    const { context, pitch, colour } = this, { side, row, rowEnd, given } = this.game;
    const y = Math.floor(cell / side), x = cell % side, own = y >= row && y < rowEnd, bad = this.bad[cell];
    context.fillStyle = own ? bad ? colour['bad-soft'] : colour.panel : colour.bg;
    context.fillRect(x * pitch, y * pitch, pitch - 1, pitch - 1);
    if (heat > 0) {
      context.globalAlpha = heat * heat * (this.won ? 0.55 : 0.8);
      context.fillStyle = this.won ? colour.good : colour.glow;
      context.fillRect(x * pitch, y * pitch, pitch - 1, pitch - 1);
      context.globalAlpha = 1;
    }
    if (this.letters[cell] === EMPTY) return;
    context.globalAlpha = own || this.won ? 1 : 0.55;
    context.fillStyle = bad ? colour.bad : given[cell] ? colour.ink : colour.run;
    context.fillText(this.symbols[this.letters[cell]], (x + 0.5) * pitch, (y + 0.54) * pitch);
    context.globalAlpha = 1;
  }

  // Draws the thick lines between boxes, and the frame of the partition in the accent colour.
  lines() {
    const { context, pitch, colour, boxes } = this, { side, row, rowEnd } = this.game;
    const width = Math.max(1, Math.round(pitch / 14));
    context.fillStyle = colour['line-strong'];
    for (let cell = 0; cell < side * side; cell++) {
      const y = Math.floor(cell / side), x = cell % side;
      if (x + 1 < side && boxes[cell] !== boxes[cell + 1]) context.fillRect((x + 1) * pitch - width, y * pitch, width, pitch);
      if (y + 1 < side && boxes[cell] !== boxes[cell + side]) context.fillRect(x * pitch, (y + 1) * pitch - width, pitch, width);
    }
    if (row === 0 && rowEnd === side) return;
    const thick = Math.max(2, Math.round(pitch / 7));
    context.strokeStyle = colour.accent;
    context.lineWidth = thick;
    context.strokeRect(thick / 2, Math.max(row * pitch - 1, 0) + thick / 2, side * pitch - thick, (rowEnd - row) * pitch - thick + (row ? 1 : 0));
  }
}

// What the engine thinks of the cells, for the board. Does not use the DOM.
import { cellOf } from './rules.js';

const NUMBERS = 12; // cells of the line that are numbered on the board
const WRITTEN = 8; // values that are written on a large board; on a small one all are
const SMALL = 60; // cells of a small board
const SEEN = 0.03; // of the most visits: what rarer moves are worth is chance (4 % of the value and more with 100 playouts)

const setOf = (position, names) => new Set((names ?? []).map((name) => cellOf(position, name)));

// Returns { cells: Map cell -> { value, visits, proof, heat: 0 to 1, shown: whether the value is written }, line: Map cell ->
// number, must: Set of cells or null, link: { side, cells: Set } or null, move: cell or -1 }.
export function opinionOf(position, result) {
  const cells = new Map(Object.entries(result.cells ?? {}).map(([name, said]) => [cellOf(position, name), { ...said }]));
  const visits = Math.max(0, ...[...cells.values()].map((said) => said.visits ?? 0));
  const valued = [...cells.values()].filter((said) => said.value !== undefined && (said.visits ?? 0) >= SEEN * visits), values = valued.map(({ value }) => value);
  const low = Math.min(...values), span = Math.max(...values) - low;
  valued.sort((a, b) => (b.visits ?? 0) - (a.visits ?? 0) || b.value - a.value);
  for (const [i, said] of valued.entries()) Object.assign(said, { heat: span > 1e-6 ? (said.value - low) / span : 0.5, shown: i < WRITTEN || cells.size <= SMALL });
  const winning = result.winning && setOf(position, result.winning);
  if (winning) position.stones.forEach((stone, cell) => { if (!stone) cells.set(cell, { ...cells.get(cell), proof: winning.has(cell) ? 'win' : 'loss' }); });
  const after = result.move === 'swap' ? [] : (result.line ?? []).slice(0, NUMBERS);
  return {
    cells, line: new Map(after.map((name, i) => [cellOf(position, name), i + 1])), move: cellOf(position, result.move ?? ''),
    must: result.must_play ? setOf(position, result.must_play) : null, link: result.connection ? { side: result.connection.side, cells: setOf(position, result.connection.cells) } : null
  };
}

// The percentage of a share, without decimals.
export const percent = (share) => Math.round(100 * share);

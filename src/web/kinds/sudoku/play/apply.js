// A person's entries and the steps of a hint: which entries are wrong, what a step adds. Does not use the DOM.
import { edited } from '../../../parts/grid/marks.js';
import { unitsOf } from '../board/board.js';
import { valuesAt } from '../board/logic.js';

// Returns the cells that share a unit with a cell.
export const peersOf = (board, cell) => [...new Set(unitsOf(board).filter(({ cells }) => cells.includes(cell)).flatMap(({ cells }) => cells))].filter((other) => other !== cell);

// Whether every empty cell has centre marks: then they are a person's candidates, and hints go on from them.
export const hasCandidates = (sheet, values) => values.every((value, cell) => value || sheet.centre[cell].length);

// Returns the candidates that are left: those open by the units and, where a person has them, marked.
export function candidatesLeft(sheet, values, open, size) {
  const left = open.slice();
  values.forEach((value, cell) => {
    if (value) return;
    for (let i = 0; i < size; i++) if (!sheet.centre[cell].includes(i + 1)) left[cell * size + i] = 0;
  });
  return left;
}

// Compares what was entered with the solution. Returns {wrong: cells with another value, missing: cells whose marks lack
// the value}.
export function faultsOf(sheet, values, solution) {
  const wrong = [], missing = [], marked = hasCandidates(sheet, values);
  values.forEach((value, cell) => {
    if (value && value !== solution[cell]) wrong.push(cell);
    if (!value && marked && !sheet.centre[cell].includes(solution[cell])) missing.push(cell);
  });
  return { wrong, missing };
}

const marksOf = (open, size, values) => values.flatMap((value, cell) => (value ? [] : [['centre', cell, valuesAt(open, size, cell)]]));

// Returns the sheet with all open candidates as centre marks.
export const withCandidates = (sheet, values, open, size) => edited(sheet, marksOf(open, size, values));

// Returns the sheet after a step of the server, as one move. Eliminations are made in the centre marks, which are
// entered first if they are not complete. peers(cell): the cells that share a unit with it.
export function withStep(sheet, step, { values, open, size, peers }) {
  const marks = new Map((hasCandidates(sheet, values) || !step.eliminations.length ? values.flatMap((value, cell) => (value ? [] : [['centre', cell, sheet.centre[cell]]]))
    : marksOf(open, size, values)).map(([, cell, list]) => [cell, list]));
  const drop = (cell, value) => { if (marks.has(cell)) marks.set(cell, marks.get(cell).filter((one) => one !== value)); };
  for (const [cell, value] of step.eliminations) drop(cell, value);
  for (const [cell, value] of step.placements) {
    marks.delete(cell);
    for (const other of peers(cell)) drop(other, value);
  }
  return edited(sheet, [...step.placements.map(([cell, value]) => ['value', cell, value]), ...[...marks].map(([cell, list]) => ['centre', cell, list])]);
}

// Returns the step of the only candidate of a cell, if there is one: the server takes such a cell for filled.
export function singleStep(values, left, size) {
  const cell = values.findIndex((value, at) => !value && valuesAt(left, size, at).length === 1);
  if (cell < 0) return undefined;
  const found = valuesAt(left, size, cell);
  return { technique: 'naked single', rating: 2.3, units: [], cells: [cell], values: found, placements: [[cell, found[0]]], eliminations: [], nodes: [], nested: [] };
}

// Returns the cells that the place of a step consists of: its units, else its cells, else the cells of its chain.
export function placeOfStep(board, step) {
  const units = unitsOf(board), named = step.units.map((text) => text.split(' ')).map(([kind, n]) => units.find((unit) => unit.kind === kind && unit.index === n - 1)).filter(Boolean);
  if (named.length) return [...new Set(named.flatMap(({ cells }) => cells))];
  return step.cells.length ? step.cells : [...new Set(step.nodes.map(({ cell }) => cell))];
}

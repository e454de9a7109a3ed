// What the board shows: of a running job, of an answer, of a step. Each scene is {values, open, fills, marks, links,
// bad}.
import { makeBoard, valueOf } from './board.js';
import { readProblem } from '../formats.js';
import { conflicts } from './logic.js';
import { boardAt, linksOf, marksOf, nestedStep } from '../steps.js';

// Returns the board of a job: the problem's, or the generated puzzle. Undefined if it cannot be read.
export function boardOf(problem, result) {
  if (problem === undefined) return undefined;
  if (problem.generate) {
    const { diagonal, disjoint, regions, cages, generate } = problem;
    if (!result?.puzzle) return makeBoard(result?.size ?? generate.size ?? 9);
    return readProblem({ diagonal, disjoint, regions: result.regions ?? regions, cages, puzzle: result.puzzle, size: result.size, box: result.box, symbols: result.symbols });
  }
  const board = readProblem(problem);
  return board && result?.symbols ? { ...board, symbols: result.symbols, ...(result.box && !board.regions && { box: result.box }) } : board;
}

const valuesOf = (board, text) => Array.from(text, (character) => Math.max(0, valueOf(board.symbols, character)));

export function sceneOfText(board, text) {
  return { values: text ? valuesOf(board, text) : board.cells };
}

// A potential game: every cell has a value, the conflicts are highlighted.
export function sceneOfGame(board, text) {
  const { values } = sceneOfText(board, text), bad = conflicts(board, values);
  return { values, bad, fills: { clash: bad } };
}

// A game that is played again: values from 0, and the cell that the last tick changed, if any.
export function sceneOfReplay(board, { values, cell }) {
  const now = Array.from(values, (value) => value + 1), bad = conflicts(board, now);
  return { values: now, bad, fills: { clash: bad, move: cell === undefined ? [] : [cell] } };
}

// shown: 'puzzle' | 'solution' | 'other'
export function sceneOfAnswer(board, result, shown) {
  if (result.game?.state && shown !== 'puzzle') return sceneOfGame(board, result.game.state);
  const cellOf = ([row, column]) => (row - 1) * board.size + column - 1;
  const bad = new Set((result.conflicts ?? []).flatMap(({ cells }) => cells.map(cellOf)));
  const { solution, other_solution: other, partial } = result;
  const fills = {};
  if (bad.size) fills.clash = [...bad];
  if (other && solution && shown !== 'puzzle') fills.differ = differing(result);
  return { ...sceneOfText(board, shown === 'puzzle' ? null : (shown === 'other' && other) || solution || partial), bad, fills };
}

export const differing = ({ solution, other_solution: other }) =>
  Array.from(solution).flatMap((symbol, cell) => (symbol !== other[cell] ? [cell] : []));

// The board before steps[at] with that step drawn on it; with `move` false, without its conclusions. inner: the nested
// chain that is drawn in its place, among the candidates left; -1: none.
export function sceneOfStep(board, steps, at, move = true, inner = -1) {
  const { cells, open } = boardAt(board, steps, at);
  const chain = move && steps[at]?.nested[inner];
  const step = chain ? nestedStep(chain) : steps[at];
  if (!step) return { values: cells, open };
  if (chain) for (const [cell, value] of chain.gone) open[cell * board.size + value - 1] = 0;
  const touched = [...step.placements, ...step.eliminations].map(([cell]) => cell);
  return {
    values: cells, open, marks: marksOf(board, step, move), links: move ? linksOf(board, step) : [],
    fills: { pattern: step.cells, move: move ? touched.filter((cell, i) => !step.cells.includes(cell) && touched.indexOf(cell) === i) : [] }
  };
}

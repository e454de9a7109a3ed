// The steps of an explanation in cells and values of a board, and the board at each of them.
import { unitsOf, valueOf } from './board/board.js';
import { candidates, place } from './board/logic.js';

const listOf = (given) => (given === undefined || given === null ? [] : typeof given === 'string' ? Array.from(given) : [given].flat());

// Reads one step of the server: {technique, rating, text, cells, values, units, eliminations: [[cell, value]],
// placements: [[cell, value]], nodes: [{cell, value, on, causes: [index of a node]}],
// nested: [{technique, rating, nodes, gone, eliminations: [[cell, value]]}]}; gone: the candidates that are off before
// the nested chain starts.
export function readStep(board, step) {
  const cellOf = ([row, column]) => (row - 1) * board.size + column - 1;
  const value = (given) => (typeof given === 'string' ? valueOf(board.symbols, given) : given);
  const pairs = (list) => (list ?? []).flatMap((item) => listOf(item.values ?? item.value).map((given) => [cellOf(item.cell), value(given)]));
  const nodesOf = (chain) => (chain ?? []).map(({ cell, value: given, on, from }) => ({ cell: cellOf(cell), value: value(given), on, causes: from }));
  const nodes = nodesOf(step.chain), pair = (node) => [node.cell, node.value];
  const nested = (step.nested ?? []).map(({ technique, rating, chain }, i) => {
    const users = nodes.filter((_, at) => step.chain[at].nested === i);
    return { technique, rating, nodes: nodesOf(chain), eliminations: users.map(pair), gone: users[0].causes.map((cause) => pair(nodes[cause])) };
  });
  return {
    technique: step.technique, rating: step.rating, text: step.text, units: step.units ?? [],
    cells: (step.cells ?? []).map(cellOf), values: listOf(step.values).map(value),
    eliminations: pairs(step.eliminations), placements: pairs(step.placements), nodes, nested
  };
}

// Returns the board before step `at` (0 = as given; steps.length = after the last): {cells, open}.
export function boardAt(board, steps, at) {
  const units = unitsOf(board);
  const cells = board.cells.slice();
  const open = candidates(board);
  for (const step of steps.slice(0, at)) {
    for (const [cell, value] of step.eliminations) open[cell * board.size + value - 1] = 0;
    for (const [cell, value] of step.placements) {
      cells[cell] = value;
      place(open, board, units, cell, value);
    }
  }
  return { cells, open };
}

// Returns a nested chain as a step of its own.
export const nestedStep = ({ technique, rating, nodes, eliminations }) => ({ technique, rating, units: [], cells: [], values: [], placements: [], eliminations, nodes, nested: [] });

// Returns the marks of a step: Map of candidate (cell * size + value - 1) -> 'out' | 'in' | 'on' | 'off'. With `move`
// false the conclusions are left out, as for a hint.
export function marksOf(board, step, move = true) {
  const marks = new Map();
  const mark = (cell, value, name) => marks.set(cell * board.size + value - 1, name);
  for (const cell of step.cells) for (const value of step.values) mark(cell, value, 'on');
  for (const node of step.nodes) mark(node.cell, node.value, node.on ? 'on' : 'off');
  if (move) {
    for (const [cell, value] of step.eliminations) mark(cell, value, 'out');
    for (const [cell, value] of step.placements) mark(cell, value, 'in');
  }
  return marks;
}

// Returns the links of a chain: [{from, to: candidates, strong}]. Strong: if one is false, the other is true.
export const linksOf = (board, step) => step.nodes.flatMap((node) => node.causes.map((index) => {
  const cause = step.nodes[index];
  return { from: cause.cell * board.size + cause.value - 1, to: node.cell * board.size + node.value - 1, strong: !cause.on && node.on };
}));

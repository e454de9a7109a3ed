// The page of Sudoku: see sudoku/.
import { examples } from './sudoku/examples.js';
import { readBoard } from './sudoku/formats.js';
import { Page } from './sudoku/page.js';
import { about } from './sudoku/words.js';

export default {
  about, docs: 'sudoku',
  examples: examples.map(([name, problem]) => ({ name, problem })),
  shortOf: (problem) => (Object.keys(problem).join() === 'puzzle' && /^[\w.]+$/.test(problem.puzzle) ? problem.puzzle : undefined),
  fromShort: (text) => (readBoard(text) && !/^\s*[[{]/.test(text) ? { puzzle: text } : undefined),
  Surface: Page
};

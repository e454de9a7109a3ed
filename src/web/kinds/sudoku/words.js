// Answers in words.
import { signal } from '../../app/dom.js';
import { lang, t } from '../../app/i18n.js';
import { cellName, symbolOf } from './board/board.js';

export const about = () => t('Play, make, solve and explain Sudoku of any size. Hints name the place first, then the technique, then draw the step.');

// Returns {text, tone: 'good' | 'bad' | 'warn' | ''} of a finished job.
export function verdictOf(result) {
  const { verdict, unique, count, count_complete: complete } = result;
  if (verdict === 'contradiction') return { tone: 'bad', text: t('The clues contradict each other.') };
  if (verdict === 'unsatisfiable') return { tone: 'bad', text: t('No solution.') };
  if (verdict === 'unsolved') return { tone: 'warn', text: t('Not solved.') };
  if (verdict === 'timeout') return { tone: 'warn', text: result.game ? t('The time was up before it was solved.') : result.solution ? t('The time was up: there may be other solutions.') : t('The time was up. Shown is what is proved.') };
  if (verdict === 'completable') return { tone: 'good', text: t('Correct so far: it can still be completed.') };
  if (result.complete) return { tone: 'good', text: t('Complete and correct.') };
  if (unique) return { tone: 'good', text: t('Exactly one solution.') };
  if (unique === false && count > 2)
    return { tone: 'warn', text: complete ? t('{count} solutions in all.', { count }) : t('At least {count} solutions.', { count }) };
  if (unique === false) return { tone: 'warn', text: t('More than one solution.') };
  return { tone: '', text: t('A solution.') };
}

// Names of methods and modes: t('auto') t('exact') t('token') t('replicas')
export const methodName = (name) => ({ sap: t('log-linear learning (sap)'), tabu: t('best response with memory (tabu)'), propagation: t('propagation'), search: t('search'), cadical: 'CaDiCaL' })[name] ?? t(name);

// Names that come from the server: t('last value') t('hidden single in box') t('hidden single in line') t('direct pointing')
// t('direct claiming') t('direct hidden pair') t('cage sums') t('naked single') t('direct hidden triplet') t('pointing')
// t('claiming') t('naked pair') t('X-wing') t('hidden pair') t('naked triplet') t('swordfish') t('hidden triplet')
// t('XY-wing') t('XYZ-wing') t('unique rectangle type 1') t('unique rectangle type 2') t('unique rectangle type 3')
// t('unique rectangle type 4') t('unique loop type 1') t('unique loop type 2') t('unique loop type 3')
// t('unique loop type 4') t('naked quad') t('jellyfish') t('hidden quad') t('BUG type 1') t('BUG type 2') t('BUG type 3')
// t('BUG type 4') t('aligned pair exclusion') t('X-cycle') t('Y-cycle') t('forcing X-chain') t('bidirectional cycle')
// t('forcing chain') t('Nishio') t('cell forcing chains') t('unit forcing chains') t('contradiction forcing chains')
// t('double forcing chains') t('dynamic cell forcing chains') t('dynamic unit forcing chains')
// t('dynamic forcing chains plus') t('nested forcing chains') t('nested multiple forcing chains')
// t('nested dynamic forcing chains') t('nested trial and error') t('trial and error')
export const techniqueName = (name) => t(name);

const join = (list) => list.join(lang.value === 'zh' ? '、' : ', ');

// Formats candidates by cell: "r1c2≠4, 7".
function byCell(board, pairs, sign) {
  const cells = new Map();
  for (const [cell, value] of pairs) cells.set(cell, [...(cells.get(cell) ?? []), symbolOf(board, value)]);
  return join([...cells].map(([cell, values]) => `${cellName(board, cell)}${sign}${values.join('')}`));
}

// Names a nested chain by what it removes: "1. r1c2≠4: forcing chain".
export const nestedName = (board, { eliminations, technique }, i) =>
  t('{n}. {candidates}: {technique}', { n: i + 1, candidates: byCell(board, eliminations, '≠'), technique: techniqueName(technique) });

// Names of units: "row 3".
const unitNames = () => ({ row: t('row {n}'), column: t('column {n}'), box: t('box {n}'), region: t('region {n}'), diagonal: t('diagonal {n}'), group: t('group {n}'), cage: t('cage {n}') });

function unitName(unit) {
  const [kind, n] = unit.split(' ');
  return unitNames()[kind]?.replace('{n}', n) ?? unit;
}

const sentences = signal(null); // of sentences.js, loaded for the first Chinese sentence

// Returns the server's sentence in the language of the page; undefined until the translations are loaded.
function sentenceOf({ text }) {
  if (lang.value === 'en') return text;
  if (!sentences.value) import('./sentences.js').then((module) => { sentences.value = module; }, () => {});
  return sentences.value?.translate(text);
}

// Describes a step in one sentence: by the server's, or without its conclusions as a hint.
export function describe(board, step, move = true) {
  const sentence = move && step.text && sentenceOf(step);
  if (sentence) return sentence;
  const parts = step.units.length ? [join(step.units.map(unitName))] : [];
  const cells = join(step.cells.map((cell) => cellName(board, cell)));
  if (step.values.length && cells) parts.push(t('{values} in {cells}', { values: step.values.map((value) => symbolOf(board, value)).join(' '), cells }));
  else if (cells) parts.push(cells);
  if (move && step.eliminations.length) parts.push(t('so {candidates} go', { candidates: byCell(board, step.eliminations, '≠') }));
  if (move && step.placements.length) parts.push(t('so {cells}', { cells: byCell(board, step.placements, '=') }));
  return parts.join(lang.value === 'zh' ? '；' : '; ');
}

const NAMED = 6; // more cells are counted, not named

// Names the place of a step: its units, or these cells.
export function placeName(board, step, cells) {
  if (step.units.length) return join(step.units.map(unitName));
  return cells.length > NAMED ? t('{count} cells', { count: cells.length }) : join(cells.map((cell) => cellName(board, cell)));
}

// Shows a job: the board filling up while it runs, the verdict, the explanation.
import { html, useEffect, useMemo, useSignal } from '../../app/dom.js';
import { duration, number, t } from '../../app/i18n.js';
import { link } from '../../app/router.js';
import { filled, makeBoard, valueOf } from './board.js';
import { readProblem } from './formats.js';
import { Grid } from './grid.js';
import { Player } from './player.js';
import { boardAt, linksOf, marksOf, readStep } from './steps.js';
import { describe, techniqueName, verdictOf } from './words.js';
import { toShare } from './write.js';
import { Zoom } from './zoom.js';
import './sudoku.css';

// The board of a job: the problem's, or the puzzle that was made.
function boardOf(problem, result) {
  if (problem?.generate) {
    if (!result?.puzzle) return makeBoard(result?.size ?? problem.generate.size ?? 9);
    const { diagonal, disjoint, regions, cages } = problem;
    return readProblem({ diagonal, disjoint, regions, cages, puzzle: result.puzzle, size: result.size, box: result.box, symbols: result.symbols });
  }
  const board = readProblem(problem);
  return board && result?.symbols ? { ...board, symbols: result.symbols, ...(result.box && !board.regions && { box: result.box }) } : board;
}

const valuesOf = (board, text) => Array.from(text, (character) => Math.max(0, valueOf(board.symbols, character)));

// What is seen: {values, open, fills, marks, links, bad}.
function sceneOf({ board, result, progress, steps, at, hinted, moved, second }) {
  const clues = board.cells;
  if (steps.length) {
    const step = steps[at];
    const { cells, open } = boardAt(board, steps, at);
    return step ? { values: cells, open, ...pictureOf(board, step, true) } : { values: cells, open };
  }
  if (hinted) return { values: clues, open: boardAt(board, [], 0).open, ...pictureOf(board, hinted, moved) };
  const text = result ? (second && result.other_solution) || result.solution || result.partial : progress?.best;
  const values = text ? valuesOf(board, text) : clues;
  const fills = {};
  const cellOf = ([row, column]) => (row - 1) * board.size + column - 1;
  const bad = new Set((result?.conflicts ?? []).flatMap(({ cells }) => cells.map(cellOf)));
  if (bad.size) fills.clash = [...bad];
  if (result?.other_solution && result.solution)
    fills.differ = Array.from(result.solution).flatMap((symbol, cell) => (symbol !== result.other_solution[cell] ? [cell] : []));
  return { values, bad, fills };
}

function pictureOf(board, step, move) {
  return {
    marks: marksOf(board, step, move), links: move ? linksOf(board, step) : [],
    fills: { pattern: step.cells, move: move ? [...new Set([...step.placements, ...step.eliminations].map(([cell]) => cell))].filter((cell) => !step.cells.includes(cell)) : [] }
  };
}

function Statistics({ result }) {
  const { statistics = {}, engine, clues } = result;
  const counted = [['nodes', t('{count} nodes')], ['sat_conflicts', t('{count} SAT conflicts')]]
    .flatMap(([name, text]) => (statistics[name] ? [text.replace('{count}', number(statistics[name]))] : []));
  const parts = [clues !== undefined && t('{count} clues', { count: clues }), engine && t(`by ${engine}`),
    statistics.solve_us !== undefined && duration(statistics.solve_us / 1000), ...counted];
  return html`<p class="muted num">${parts.filter(Boolean).join(' · ')}</p>`;
}

const Rating = ({ rating }) => html`<p class="rating"><span class="badge num">${number(rating.score, { minimumFractionDigits: 1 })}</span>
  <strong>${t(rating.level)}</strong> <span class="muted">${t('hardest step: {technique}', { technique: techniqueName(rating.hardest) })}</span></p>`;

function Hint({ board, step, moved }) {
  return html`<section class="player" role="status">
    <h3>${techniqueName(step.technique)} <span class="badge num">${number(step.rating, { minimumFractionDigits: 1 })}</span></h3>
    <p>${describe(board, step, moved.value)}</p>
    ${!moved.value && html`<button class="second" onClick=${() => { moved.value = true; }}>${t('Show the move')}</button>`}
  </section>`;
}

function Progress({ job, board, values }) {
  const { progress } = job;
  const found = filled(values);
  return html`<p role="status" class="num">${job.status === 'queued' ? t('Waiting for a worker.')
    : t('{found} of {cells} cells', { found: number(found), cells: number(board.cells.length) })}</p>
    ${job.status === 'running' && html`<progress max=${board.cells.length} value=${found} aria-label=${t('Cells filled')}></progress>`}
    ${progress?.nodes > 0 && html`<p class="muted num">${t('{count} nodes', { count: number(progress.nodes) })}${progress.engine ? ` · ${t(`by ${progress.engine}`)}` : ''}</p>`}`;
}

export function View({ job, problem }) {
  const { result, progress } = job;
  const board = useMemo(() => boardOf(problem, result), [problem, result]);
  const steps = useMemo(() => (board && result?.steps ? result.steps.map((step) => readStep(board, step)) : []), [board, result]);
  const hinted = useMemo(() => (board && result?.hint ? readStep(board, result.hint) : undefined), [board, result]);
  const at = useSignal(0), moved = useSignal(false), second = useSignal(false), selected = useSignal(0);
  useEffect(() => { at.value = 0; moved.value = false; second.value = false; }, [job.id]);
  if (!board) return html`<p class="muted">${t('This problem cannot be drawn.')}</p>`;
  const scene = sceneOf({ board, result, progress, steps, at: Math.min(at.value, steps.length), hinted, moved: moved.value, second: second.value });
  const verdict = result && verdictOf(result, problem);
  return html`<div class="sudoku view">
    <${Zoom} size=${board.size}>
      <${Grid} board=${board} given=${board.cells.map((value) => value > 0)} ...${scene} guides=${false}
        selected=${Math.min(selected.value, board.cells.length - 1)} onSelect=${(cell) => { selected.value = cell; }} label=${t('Board')} />
    <//>
    <div class="side">
      ${verdict ? html`<p class=${`verdict ${verdict.tone}`} role="status">${verdict.text}</p>`
        : (job.status === 'queued' || job.status === 'running') && html`<${Progress} job=${job} board=${board} values=${scene.values} />`}
      ${result?.rating && html`<${Rating} rating=${result.rating} />`}
      ${result && html`<${Statistics} result=${result} />`}
      ${result?.other_solution && !steps.length && html`<p><button class="second" aria-pressed=${second.value} onClick=${() => { second.value = !second.value; }}>${t('Show the other solution')}</button>
        <span class="muted"> ${t('{count} cells differ: they are marked.', { count: scene.fills.differ.length })}</span></p>`}
      ${hinted && html`<${Hint} board=${board} step=${hinted} moved=${moved} />`}
      ${steps.length > 0 && html`<${Player} board=${board} steps=${steps} at=${at} />`}
      <p class="row tight"><a href=${link(['solve', 'sudoku'], { puzzle: toShare(board) })}>${t('Edit this puzzle')}</a>
        <button class="quiet" onClick=${() => print()}>${t('Print')}</button></p>
    </div>
  </div>`;
}

// The editor of a Sudoku: a board to type on, or to fill by pasting, dropping or opening a file.
import { copy } from '../../app/ui/copy.js';
import { curl } from '../../app/net/curl.js';
import { html, useEffect, useMemo, useRef, useSignal } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { keep } from '../../app/keep.js';
import { link, place } from '../../app/router.js';
import { toast } from '../../app/ui/toast.js';
import { useBusy } from '../../parts/busy.js';
import { openFile, useIntake } from '../../parts/intake.js';
import { Menu } from '../../parts/menu.js';
import { boxes, cellName, shapeKey, shapeOf, filled, makeBoard, sizes, symbolOf, withValue } from './board/board.js';
import { examples } from './examples.js';
import { askBoard, readBoard, readProblem } from './formats.js';
import { GenerateDialog } from './generate.js';
import { Grid } from '../../parts/grid/grid.js';
import { How } from './how.js';
import { candidates, conflicts, deadCells } from './board/logic.js';
import { howOf, isGame } from './method.js';
import { meaningOf } from '../../parts/grid/keys.js';
import { Pad } from '../../parts/grid/pad.js';
import { printNear } from '../../parts/grid/print.js';
import { afterKey, only, targets, within } from '../../parts/grid/selection.js';
import { toDrawing, toProblem, toShare } from './write.js';
import { Zoom } from '../../parts/grid/zoom.js';
import './sudoku.css';

const HISTORY = 500;
const showMarks = keep('sudoku.marks', false);

// Returns the problem of a board, with a task if there is one. Members that the board does not show are kept from the
// previous problem.
function problemOf(board, before = {}, task) {
  const { job, solutions } = before, how = task ?? howOf(before, board);
  return { ...toProblem(board), ...how, ...(solutions !== undefined && !isGame(how) && { solutions }), ...(job && { job }) };
}

// The board and its history, synchronised with `problem`, which the JSON form may change too.
function useBoard(problem) {
  const state = useSignal(null); // {board, past, future}
  const written = useRef();
  const set = (next, before = problem.peek()) => {
    state.value = next;
    problem.value = written.current = problemOf(next.board, before);
  };
  // how: members for the method (problemOf() removes those that do not fit); seed: of the job options; null: none,
  // undefined: unchanged
  const play = (how, seed) => {
    const { job, solutions } = problem.peek();
    set(state.peek(), { ...how, solutions, job: seed === undefined ? job : { ...job, seed: seed ?? undefined } });
  };
  const edit = (board) => {
    const { board: before, past } = state.peek();
    set({ board, past: [...past.slice(-HISTORY), before], future: [] });
  };
  const shared = place.value.query.get('puzzle');
  const asked = useRef();
  if (shared && shared !== asked.current) {
    asked.current = shared;
    const board = readBoard(shared);
    if (board) state.value = { board, past: [], future: [] };
  }
  const given = problem.value;
  if (!state.peek()) {
    written.current = given;
    state.value = { board: readProblem(given) ?? makeBoard(9), past: [], future: [] };
  }
  useEffect(() => { if (asked.current) set(state.peek()); }, [shared]);
  useEffect(() => {
    if (given === written.current) return;
    written.current = given;
    const board = readProblem(given);
    if (board) state.value = { ...state.peek(), board, past: [...state.peek().past, state.peek().board], future: [] };
  }, [given]);
  const step = (from, to) => () => {
    const now = state.peek();
    const board = now[from].at(-1);
    if (board) set({ board, [from]: now[from].slice(0, -1), [to]: [...now[to], now.board] });
  };
  return { state, edit, play, undo: step('past', 'future'), redo: step('future', 'past') };
}

function Shape({ board, edit }) {
  const resize = (event) => edit(makeBoard(Number(event.target.value)));
  const shape = (event) => edit({ ...board, box: event.target.value.split('x').map(Number) });
  const shapes = boxes(board.size);
  return html`<div class="row">
    <label>${t('Size')} <select onChange=${resize}>${[...new Set([...sizes, board.size])].sort((a, b) => a - b).map((n) => html`<option value=${n} selected=${n === board.size}>${n} × ${n}</option>`)}</select></label>
    ${shapes.length > 1 && !board.regions && html`<label>${t('Box')} <select onChange=${shape}>${shapes.map(([rows, columns]) => html`<option
      value=${`${rows}x${columns}`} selected=${board.box[0] === rows}>${rows} × ${columns}</option>`)}</select></label>`}
    <label><input type="checkbox" checked=${board.diagonal} onChange=${(event) => edit({ ...board, diagonal: event.target.checked })} /> ${t('Diagonals')}</label>
    ${board.box && !board.regions && html`<label><input type="checkbox" checked=${board.disjoint} onChange=${(event) => edit({ ...board, disjoint: event.target.checked })} /> ${t('Disjoint groups')}</label>`}
  </div>`;
}

function Sharing({ board, problem, edit, importText }) {
  const address = () => `${location.origin}${location.pathname}${link(place.value.path, { puzzle: toShare(board) })}`;
  return html`<div class="row tight">
    <${Menu} name=${t('Examples')} items=${examples.map(([name, example]) => [t(name), () => edit(readProblem(example))])} />
    <button type="button" class="quiet" onClick=${() => openFile('.sdk,.sdm,.opensudoku,.txt,.csv,.json,text/*', importText)}>${t('Open a file…')}</button>
    <${Menu} name=${t('Copy')} items=${[[t('as a link'), () => copy(address())], [t('as text'), () => copy(toDrawing(board))],
      [t('as JSON'), () => copy(JSON.stringify(problem))], [t('as curl'), () => copy(curl({ method: 'POST', url: `${location.origin}/v1/sudoku`, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(problem) }))]]} />
    <button type="button" class="quiet" onClick=${(event) => printNear(event, '.sudoku')}>${t('Print')}</button>
  </div>`;
}

function statusOf(board, bad, dead) {
  const parts = [t('{count} clues', { count: filled(board.cells) })];
  if (bad.size) parts.push(t('{count} cells in conflict', { count: bad.size }));
  else if (dead.length) parts.push(t('{count} cells without a candidate', { count: dead.length }));
  return parts.join(' · ');
}

// The tasks for the puzzle. A limit of solutions, if given, is sent only when solving.
function Tasks({ board, problem, submit }) {
  const asking = useSignal(false), [busy, post] = useBusy(submit);
  // A puzzle of the size on the board is generated with its boxes and rules.
  const make = (order) => {
    const { puzzle, cages, symbols, ...rules } = toProblem(board);
    post(order.generate.size === board.size ? { ...rules, ...order } : order);
  };
  const button = (text, task) => html`<button type="button" class=${task ? 'second' : ''} aria-busy=${busy}
    onClick=${() => post(problemOf(board, { ...problem.peek(), ...(task && { solutions: undefined }) }, task))}>${text}</button>`;
  return html`<div class="row">
    ${button(t('Solve'))}${button(t('Hint'), { hint: true })}${button(t('Explain'), { explain: true })}${button(t('Check'), { check: true })}
    <button type="button" class="second" onClick=${() => { asking.value = true; }}>${t('Generate…')}</button>
    ${asking.value && html`<${GenerateDialog} size=${board.size} onClose=${() => { asking.value = false; }} onDone=${make} />`}
  </div>`;
}

// Returns the values that are complete, or that the empty cell cannot take.
function outOf({ size, cells }, open, cell) {
  const times = Array(size + 1).fill(0);
  for (const value of cells) times[value]++;
  return new Set(Array.from({ length: size }, (_, i) => i + 1).filter((value) => times[value] >= size || (!cells[cell] && !open[cell * size + value - 1])));
}

export function Editor({ problem, submit }) {
  const { state, edit, play, undo, redo } = useBoard(problem);
  const { board, past, future } = state.value;
  const chosen = useSignal(only(0)), announcement = useSignal('');
  const last = useRef(0); // number of the last text: a slow answer must not replace a later one
  const importText = async (text) => {
    const turn = ++last.current, json = /^\s*\{/.test(text) && readBoard(text);
    const read = json || await askBoard(text).catch((problem) => {
      toast(`${t('This text cannot be read as a puzzle.')} ${t(problem.message)}`, { bad: true });
    });
    if (!read || turn !== last.current) return;
    announcement.value = t('{size} × {size} with {clues} clues.', { size: read.size, clues: filled(read.cells) });
    edit(read);
  };
  useIntake(importText);
  const [open, bad] = useMemo(() => [candidates(board), conflicts(board)], [board]);
  const shape = useMemo(() => shapeOf(board), shapeKey(board)), selection = within(chosen.value, board.cells.length);
  const value = board.cells[selection.cursor];
  const same = board.cells.flatMap((other, cell) => (value && other === value && cell !== selection.cursor ? [cell] : []));
  const out = useMemo(() => outOf(board, open, selection.cursor), [board, selection.cursor]);
  const choose = (next) => { chosen.value = next; };
  const write = (next, from = selection) => {
    const cells = targets(from);
    if (cells.every((cell) => board.cells[cell] === next)) return;
    edit(withValue(board, cells, next));
    announcement.value = `${cells.map((cell) => cellName(board, cell)).join(' ')}: ${symbolOf(board, next) || t('empty')}`;
  };
  const press = (event, from) => {
    const meant = meaningOf(event, { symbols: board.symbols, mode: 'value' });
    if (!meant) return;
    const next = afterKey(from, shape, meant);
    if (!next && !meant.undo && !meant.redo && !meant.value && !meant.clear) return;
    event.preventDefault();
    if (next ?? from !== selection) choose(next ?? from);
    if (meant.undo) undo();
    else if (meant.redo) redo();
    else if (meant.value || meant.clear) write(meant.value ?? 0, from);
  };

  return html`<div class="sudoku editor">
    <${Zoom} columns=${board.size} tools=${statusOf(board, bad, deadCells(board, open))}>
      <${Grid} shape=${shape} values=${board.cells} given=${board.cells.map((clue) => clue > 0)} bad=${bad} open=${showMarks.value || board.allowed ? open : null}
        fills=${{ same, clash: [...bad] }} keyOf=${(cell) => board.cells[cell] || undefined} selection=${selection} onSelect=${choose} onKey=${press} label=${t('Puzzle')} />
    <//>
    <div class="side">
      <${Shape} board=${board} edit=${edit} />
      <${How} board=${board} problem=${problem.value} change=${play} />
      <${Tasks} board=${board} problem=${problem} submit=${submit} />
      <${Pad} symbols=${board.symbols} out=${out} onValue=${(next) => write(next)} />
      <div class="row tight edits">
        <button type="button" class="quiet" aria-disabled=${!past.length} onClick=${undo}>↶ ${t('Undo')}</button>
        <button type="button" class="quiet" aria-disabled=${!future.length} onClick=${redo}>↷ ${t('Redo')}</button>
        <button type="button" class="quiet" aria-pressed=${showMarks.value} onClick=${() => { showMarks.value = !showMarks.value; }}>${t('Candidates')}</button>
        <button type="button" class="quiet" onClick=${() => edit({ ...board, cells: board.cells.map(() => 0), allowed: null })}>${t('Clear')}</button>
      </div>
      <${Sharing} board=${board} problem=${problem.value} edit=${edit} importText=${importText} />
      <p class="hint">${t('Paste a puzzle of any size and form, or a link of SudokuWiki, f-puzzles or SudokuPad, anywhere on this page, or drop a file.')}</p>
    </div>
    <span class="visually-hidden" role="status">${announcement.value}</span>
  </div>`;
}

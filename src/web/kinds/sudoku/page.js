// The page of Sudoku: one board to play on, to edit, and to see answers on.
import { html, useEffect, useMemo, useRef, useSignal } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { lazy } from '../../app/lazy.js';
import { toast } from '../../app/ui/toast.js';
import { Grid } from '../../parts/grid/grid.js';
import { press } from '../../parts/grid/press.js';
import { only, within } from '../../parts/grid/selection.js';
import { Zoom } from '../../parts/grid/zoom.js';
import { useIntake } from '../../parts/intake.js';
import { useWide } from '../../parts/wide.js';
import { Surface } from '../../surface/surface.js';
import { Answer, GameDetails, progressOf, useAnswer } from './answer/answer.js';
import { filled, makeBoard, shapeKey, shapeOf } from './board/board.js';
import { problemOf, useBoard } from './board/question.js';
import { Shape, Tools as EditTools, statusOf as statusOfEdit, useEdit } from './edit/edit.js';
import { How } from './edit/how.js';
import { askBoard, readBoard } from './formats.js';
import { Coach, drawnBy, useCoach } from './play/coach.js';
import { completeValues, keyOf, nameOf, sameAs, showCandidates, statusOf as statusOfPlay, usePlay } from './play/play.js';
import { Tools as PlayTools } from './play/tools.js';
import { Sharing } from './share.js';
import { verdictOf } from './words.js';
import { toProblem } from './write.js';
import './sudoku.css';

const BLANK = makeBoard(9);
const GenerateDialog = lazy(async () => (await import('./edit/generate.js')).GenerateDialog, () => null);

// The question of a session as a board. mode: 'play' or 'edit'; a question from elsewhere (an example, a paste, a link)
// is to be played, one that is edited here stays to be edited.
function useQuestion(session) {
  const mode = useSignal('play'), mine = useRef(undefined), problem = session.problem.value, open = ['editing', 'refused'].includes(session.state.value);
  if (!open) mode.value = 'edit'; // the button Edit beside an answer
  else if (mine.current !== undefined && mine.current !== problem && mode.peek() === 'edit') mode.value = 'play';
  mine.current = mode.value === 'edit' ? problem : undefined;
  const put = (next, options) => {
    if (!options?.push) mine.current = next;
    session.change(next, options);
  };
  const change = (board, options) => put(problemOf(board, session.problem.peek()), options);
  const step = (name) => () => { mine.current = undefined; session[name](); };
  const setMode = (next) => { mode.value = next; mine.current = next === 'edit' ? session.problem.peek() : undefined; };
  return { mode, setMode, change, put, undo: step('undo'), redo: step('redo'), problem, open };
}

// Reads a text that is pasted, dropped or opened, and makes it the question.
function useReader(question, say) {
  const last = useRef(0); // number of the last text: a slow answer must not replace a later one
  const read = async (text) => {
    const turn = ++last.current, json = /^\s*\{/.test(text) && readBoard(text);
    const board = json || await askBoard(text).catch((problem) => { toast(`${t('This text cannot be read as a puzzle.')} ${t(problem.message)}`, { bad: true }); });
    if (!board || turn !== last.current) return;
    say(t('{size} × {size} with {clues} clues.', { size: board.size, clues: filled(board.cells) }));
    question.change(board, { push: true });
  };
  useIntake(read);
  return read;
}

function Generate({ session, board, close }) {
  // A puzzle of the size on the board is generated with its boxes and rules.
  const make = (order) => {
    const { puzzle, cages, symbols, ...rules } = toProblem(board);
    session.ask(order.generate.size === board.size ? { ...rules, ...order } : order);
  };
  return html`<${GenerateDialog} size=${board.size} onClose=${close} onDone=${make} />`;
}

// The buttons below the line of the answer.
function Actions({ session, question, board, answer, coach, generating }) {
  const { mode, setMode, open } = question, playing = open && mode.value === 'play';
  const busy = session.state.value === 'asking' || coach.state.value?.asking;
  const ask = (task) => () => {
    const before = open ? session.problem.peek() : session.asked.peek() ?? session.problem.peek();
    if (!busy) session.ask(board === BLANK ? before : problemOf(board, task ? { ...Object(before), solutions: undefined } : Object(before), task));
  };
  const button = (text, run, first) => html`<button type="button" class=${first ? '' : 'second'} aria-busy=${busy} onClick=${run}>${text}</button>`;
  const play = () => {
    setMode('play');
    if (open) return;
    if (answer.problem?.generate && answer.result?.puzzle) question.change(board, { push: true });
    else session.edit();
  };
  return html`<div class="row tight" role="group" aria-label=${t('What the board is for')}>
      <button type="button" class="second" aria-pressed=${playing} onClick=${play}>${t('Play')}</button>
      ${open && html`<button type="button" class="second" aria-pressed=${!playing} onClick=${() => setMode('edit')}>${t('Edit')}</button>`}</div>
    ${playing ? html`${button(t('Hint'), coach.hint, true)}${button(t('Check'), coach.check)}${button(t('Solve'), ask())}` : button(t('Solve'), ask(), open)}
    ${open && !playing && html`${button(t('Hint'), ask({ hint: true }))}${button(t('Check'), ask({ check: true }))}`}
    ${button(t('Explain'), ask({ explain: true }))}
    <button type="button" class="second" onClick=${() => { generating.value = true; }}>${t('Generate…')}</button>`;
}

// What the grid shows and does while the puzzle is played, edited or answered.
function pictureOf({ question, play, edit, answer, coach, selection }) {
  if (!question.open) return { ...answer.scene, given: play.fixed, readonly: true, guides: false, bands: answer.bands, label: t('Board') };
  if (question.mode.value === 'edit') {
    const { board, logic } = edit, { bad } = logic, values = board.cells;
    return { values, given: play.fixed, bad, open: showCandidates.value || board.allowed ? logic.open : null, fills: { same: sameAs(values, selection.cursor), clash: [...bad] },
      keyOf: (cell) => values[cell] || undefined, onDragged: edit.dragged, label: t('Puzzle') };
  }
  const { values, logic, sheet, fixed } = play, { bad } = logic, drawn = drawnBy(coach, play);
  return { values, given: fixed, bad, sheet: drawn.open ? undefined : sheet, open: showCandidates.value ? logic.open : null, keyOf: keyOf(play), lasting: play.lasting.value, guides: !drawn.open, label: t('Board'),
    ...drawn, fills: { ...drawn.fills, same: drawn.open ? [] : sameAs(values, selection.cursor), clash: [...bad, ...drawn.fills?.clash ?? []] } };
}

// A generated puzzle that is restored from an address lacks its order.
const useMade = (problem, result) => useMemo(() => {
  if (result?.puzzle === undefined || problem?.generate) return problem;
  const { diagonal, disjoint, regions } = Object(problem);
  return { diagonal, disjoint, regions, generate: { size: result.size } };
}, [problem, result]);

export function Page({ session, kind }) {
  const question = useQuestion(session), { open, mode } = question, wide = useWide();
  const problem = open ? question.problem : session.asked.value ?? question.problem;
  const result = open ? undefined : session.answer.value, shown = useMade(problem, result), found = useBoard(shown, result), board = found ?? BLANK;
  const chosen = useSignal(only(0)), selection = within(chosen.value, board.cells.length), generating = useSignal(false), announcement = useSignal('');
  const say = (text) => { announcement.value = text; }, shape = useMemo(() => shapeOf(board), shapeKey(board));
  const play = usePlay(board, selection), coach = useCoach(play), answer = useAnswer(session, board, shown);
  const edit = useEdit(board, selection, question.change, say), read = useReader(question, say);
  edit.out = useMemo(() => completeValues(board, board.cells), [board]);
  const editing = open && mode.value === 'edit', playing = open && !editing;
  useEffect(() => { if (playing && play.done) say(t('Solved: complete and correct.')); }, [playing && play.done]);

  const enter = editing ? edit.enter : (value, layer, from) => {
    play.enter(value, layer, from);
    if (layer === 'value' && from.cells.size < 2) say(nameOf(board, value));
  };
  const does = { shape, mode: playing ? play.mode.value : 'value', select: (next) => { chosen.value = next; }, ...(open && { enter }), ...(playing && { setMode: (next) => { play.mode.value = next; } }),
    undo: playing ? play.undo : question.undo, redo: playing ? play.redo : question.redo };
  const picture = pictureOf({ question, play, edit, answer, coach, selection });
  const tools = editing ? html`<${EditTools} edit=${edit} undo=${{ run: question.undo, off: !session.past.value.length }} redo=${{ run: question.redo, off: !session.future.value.length }} />` : playing && html`<${PlayTools} play=${play} compact=${!wide} />`;
  const words = playing && html`<${Coach} coach=${coach} board=${board} />`;
  return html`<${Surface} session=${session} kind=${kind} square className="sudoku"
    board=${found === null ? html`<p class="muted">${t('This problem cannot be drawn.')}</p>` : html`<${Zoom} columns=${board.size}>
      <${Grid} shape=${shape} given=${play.fixed} ...${picture} selection=${selection} onSelect=${does.select} onKey=${(event, from) => press(event, from, does)} /><//>`}
    verdict=${answer.result && verdictOf(answer.result)} progress=${progressOf(answer)} status=${editing ? statusOfEdit(edit) : playing && statusOfPlay(play)}
    tools=${!wide && !session.opening.value && html`${words}${tools}`}
    actions=${html`<${Actions} session=${session} question=${question} board=${board} answer=${answer} coach=${coach} generating=${generating} />`}>
    ${wide && html`${words}${tools}`}
    ${!open && html`<${Answer} answer=${answer} />`}
    ${editing && html`<${Shape} board=${board} change=${question.change} />`}
    ${open && html`<${How} board=${board} problem=${Object(problem)} change=${(how, seed) => {
      const { job, solutions } = Object(session.problem.peek());
      question.put(problemOf(board, { ...how, solutions, job: seed === undefined ? job : { ...job, seed: seed ?? undefined } }));
    }} />`}
    ${!open && html`<${GameDetails} answer=${answer} session=${session} />`}
    <${Sharing} board=${board} problem=${problem} read=${read} />
    ${generating.value && html`<${Generate} session=${session} board=${board} close=${() => { generating.value = false; }} />`}
    <span class="visually-hidden" role="status">${announcement.value}</span>
  <//>`;
}

// Check and hint on demand, without leaving the board. A hint names the place first, then the technique, then draws the
// step, then applies it. Where an entry is wrong it is refused with that reason, because it would build on the error.
import { html, useEffect, useRef, useSignal } from '../../../app/dom.js';
import { lang, t } from '../../../app/i18n.js';
import { answerOf } from '../../../parts/ask.js';
import { cellName, filled, valueOf } from '../board/board.js';
import { linksOf, marksOf, nestedStep, readStep } from '../steps.js';
import { Nested, Rated } from '../answer/player.js';
import { describe, placeName, techniqueName } from '../words.js';
import { toProblem } from '../write.js';
import { candidatesLeft, faultsOf, hasCandidates, placeOfStep, singleStep, withStep } from './apply.js';

const PLACE = 0, TECHNIQUE = 1, STEP = 2; // levels of a hint
const MANY = 6; // more cells are counted, not named

const list = (cells, board) => (cells.length > MANY ? t('{count} cells', { count: cells.length }) : cells.map((cell) => cellName(board, cell)).join(lang.value === 'zh' ? '、' : ', '));

// Returns what is wrong with the entries: {text, cells}, or undefined. solve(): resolves to the answer to the puzzle.
async function wrongOf({ board, now, sheet, values, logic: { bad } }, solve) {
  const { solution, unique } = await solve();
  if (unique && solution) {
    const { wrong, missing } = faultsOf(sheet, values, Array.from(solution, (symbol) => valueOf(board.symbols, symbol)));
    if (wrong.length) return { text: t('Wrong: {cells}.', { cells: list(wrong, board) }), cells: wrong };
    return missing.length ? { text: t('The marks lack the right digit: {cells}.', { cells: list(missing, board) }), cells: missing } : undefined;
  }
  if (bad.size) return { text: t('{count} cells in conflict', { count: bad.size }), cells: [...bad] };
  const { completable } = await answerOf('sudoku', { ...toProblem(now), check: true });
  return completable ? undefined : { text: t('These entries cannot be completed.'), cells: [] };
}

async function hintOf(play) {
  const { now, sheet, values, logic: { open }, board } = play, marked = hasCandidates(sheet, values), left = marked ? candidatesLeft(sheet, values, open, board.size) : open;
  const single = marked && singleStep(values, left, board.size);
  if (single) return single;
  const { hint } = await answerOf('sudoku', { ...toProblem(marked ? { ...now, allowed: withValues(left, values, board.size) } : now), hint: true });
  return hint && readStep(board, hint);
}

// Candidates as the server reads them: a filled cell has its value alone.
function withValues(left, values, size) {
  const allowed = left.slice();
  values.forEach((value, cell) => { if (value) allowed[cell * size + value - 1] = 1; });
  return allowed;
}

export function useCoach(play) {
  const state = useSignal(null), solved = useRef({}), turn = useRef(0), inner = useSignal(-1);
  useEffect(() => { turn.current++; state.value = null; }, [play.sheet, play.puzzle]);
  const solve = async () => {
    if (solved.current.puzzle !== play.puzzle) solved.current = { puzzle: play.puzzle, result: await answerOf('sudoku', toProblem(play.board)) };
    return solved.current.result;
  };
  const run = (task) => async () => {
    const mine = ++turn.current;
    state.value = { asking: true };
    let next;
    try { next = await task(); } catch (error) { next = { tone: 'bad', text: t(error.message) }; }
    if (mine === turn.current) state.value = next;
  };
  const check = run(async () => {
    const wrong = await wrongOf(play, solve);
    if (wrong) return { tone: 'bad', text: wrong.text, wrong: wrong.cells };
    return { tone: 'good', text: play.done ? t('Complete and correct.') : t('No mistake so far: {left} cells to go.', { left: play.values.length - filled(play.values) }) };
  });
  const hint = run(async () => {
    const wrong = await wrongOf(play, solve);
    if (wrong) return { tone: 'bad', text: `${t('No hint: it would build on an error.')} ${wrong.text}`, wrong: wrong.cells };
    if (play.done) return { tone: 'good', text: t('Complete and correct.') };
    const step = await hintOf(play);
    inner.value = -1;
    return step ? { step, level: PLACE } : { tone: 'warn', text: t('No hint: no known technique applies.') };
  });
  const deeper = () => { state.value = { ...state.peek(), level: state.peek().level + 1 }; };
  const apply = () => play.change(withStep(play.sheet, state.peek().step, { values: play.values, open: play.logic.open, size: play.board.size, peers: play.peers }));
  return { state, inner, check, hint, deeper, apply, close: () => { turn.current++; state.value = null; } };
}

// Returns what the board shows of it: {fills, open, marks, links}.
export function drawnBy({ state, inner }, { board, sheet, values, logic }) {
  const { step, level, wrong } = state.value ?? {};
  if (wrong) return { fills: { clash: wrong } };
  if (!step) return {};
  if (level < STEP) return { fills: { unit: placeOfStep(board, step) } };
  const chain = step.nested[inner.value], drawn = chain ? nestedStep(chain) : step;
  const left = (hasCandidates(sheet, values) ? candidatesLeft(sheet, values, logic.open, board.size) : logic.open).slice();
  if (chain) for (const [cell, value] of chain.gone) left[cell * board.size + value - 1] = 0;
  return { open: left, marks: marksOf(board, drawn), links: linksOf(board, drawn), fills: { pattern: drawn.cells, move: [...drawn.placements, ...drawn.eliminations].map(([cell]) => cell).filter((cell, i, all) => !drawn.cells.includes(cell) && all.indexOf(cell) === i) } };
}

function Words({ state, board }) {
  const { asking, text, tone, step, level } = state;
  if (asking) return html`<p class="muted">${t('At work…')}</p>`;
  if (!step) return html`<p class=${`verdict ${tone}`}>${text}</p>`;
  if (level === PLACE) return html`<p class="verdict">${t('Look at {place}.', { place: placeName(board, step, placeOfStep(board, step)) })}</p>`;
  return html`<p class="verdict"><span class="first">${techniqueName(step.technique)}</span> <${Rated} rating=${step.rating} /></p>
    <p>${level === TECHNIQUE ? t('Look at {place}.', { place: placeName(board, step, placeOfStep(board, step)) }) : describe(board, step)}</p>`;
}

// The words of the coach, always there so that screen readers announce them, and its buttons.
export function Coach({ coach, board }) {
  const { step, level } = coach.state.value ?? {};
  const more = [t('Which technique?'), t('Show the step')];
  return html`<div class="coach"><div role="status">${coach.state.value && html`<${Words} state=${coach.state.value} board=${board} />`}</div>
    ${step && level >= STEP && html`<${Nested} board=${board} step=${step} inner=${coach.inner} />`}
    ${coach.state.value && !coach.state.value.asking && html`<div class="row">
      ${step && (level < STEP ? html`<button type="button" onClick=${coach.deeper}>${more[level]}</button>` : html`<button type="button" onClick=${coach.apply}>${t('Apply')}</button>`)}
      <button type="button" class="second" onClick=${coach.close}>${t('Close')}</button></div>`}
  </div>`;
}

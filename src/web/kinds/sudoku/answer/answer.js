// The answer to a question: what the board shows of it, and its details.
import { html, useEffect, useMemo, useSignal } from '../../../app/dom.js';
import { duration, number, t } from '../../../app/i18n.js';
import { lazy } from '../../../app/lazy.js';
import { ended } from '../../../app/state.js';
import { filled } from '../board/board.js';
import { differing, sceneOfAnswer, sceneOfGame, sceneOfReplay, sceneOfStep, sceneOfText } from '../board/scene.js';
import { readStep } from '../steps.js';
import { describe, methodName, techniqueName } from '../words.js';
import { Nested, Player, Rated } from './player.js';

// The step of an explanation, which is kept in the address, like a signal.
const stepOf = (session) => ({
  get value() { return Number(session.view.value.step) || 0; },
  set value(step) { session.look({ step: step ? String(step) : undefined }); }
});

// Returns the potential game of a job: its progress while it runs, result.game afterwards. A progress that began as a game
// and continues with another method has none.
function gameOf({ progress, result }) {
  if (result) return result.game;
  return progress?.potential === undefined ? undefined : { method: progress.engine, ...progress };
}

// Returns the rows of the board by shard, from 0: [[first, end]]; of searches, all rows for the member of the best board.
function bandsOf({ shards = [], credit = [], best_member: holder } = {}, side) {
  if (holder) return credit.map(({ member }) => member === holder && [0, side]);
  return shards.map(({ rows: [first, last] }) => [first - 1, last]);
}

// Returns {scene: what the board shows, ...} of the job of a session. board: of the question.
export function useAnswer(session, board, problem) {
  const job = session.job.value, result = job?.result;
  const steps = useMemo(() => (board && result?.steps ? result.steps.map((step) => readStep(board, step)) : []), [board, result]);
  const hinted = useMemo(() => (board && result?.hint ? readStep(board, result.hint) : undefined), [board, result]);
  const at = useMemo(() => stepOf(session), [session]), moved = useSignal(false), shown = useSignal(''), inner = useSignal(-1), replay = useSignal(null), game = job ? gameOf(job) : undefined;
  useEffect(() => { inner.value = -1; }, [job?.id, at.value, moved.value]);
  useEffect(() => { moved.value = false; shown.value = problem?.generate ? 'puzzle' : 'solution'; }, [job?.id, problem?.generate]);
  const scene = useMemo(() => (!board ? {} : replay.value ? sceneOfReplay(board, replay.value) : steps.length ? sceneOfStep(board, steps, Math.min(at.value, steps.length), true, inner.value) : hinted ? sceneOfStep(board, [hinted], 0, moved.value, inner.value)
    : result ? sceneOfAnswer(board, result, shown.value) : game ? sceneOfGame(board, job.progress.best) : sceneOfText(board, job?.progress?.best)),
  [board, steps, hinted, result, job?.progress, at.value, moved.value, inner.value, shown.value, replay.value]);
  return { job, result, problem, board, steps, hinted, at, moved, shown, inner, replay, game, scene, bands: bandsOf(game, board?.size) };
}

// Returns {text, value} for the line of the answer while the job runs.
export function progressOf({ job, board, scene, game }) {
  if (!board || !job?.progress || game) return undefined;
  const { farm } = job.progress;
  if (farm) return { text: t('{answered} of {units} units', { answered: number(farm.answered), units: number(farm.units) }), value: farm.answered / farm.units };
  const found = filled(scene.values), all = board.cells.length;
  return { text: t('{found} of {cells} cells', { found: number(found), cells: number(all) }), value: found / all };
}

function Statistics({ result, made }) {
  const { statistics = {}, engine, clues } = result;
  return html`<p class="muted num">${[!made && t('{count} clues', { count: clues }), t('by {engine}', { engine: methodName(engine) }), duration(statistics.solve_us / 1000),
    statistics.nodes > 1 && t('{count} nodes', { count: number(statistics.nodes) })].filter(Boolean).join(' · ')}</p>`;
}

const Rating = ({ rating }) => html`<p><${Rated} rating=${rating.score} /> <strong>${t(rating.level)}</strong>
  <span class="muted"> · ${t('hardest step: {technique}', { technique: techniqueName(rating.hardest) })}</span></p>`;

function Made({ result }) {
  const { puzzle, clues, symmetry, seed, reached } = result;
  return html`<p class="num">${[puzzle && t('{count} clues', { count: clues }), symmetry && symmetry !== 'none' && t('symmetry: {name}', { name: t(symmetry) }),
    seed !== undefined && t('seed {seed}', { seed })].filter(Boolean).join(' · ')}</p>
    ${reached === false && html`<p class="notice warn">${t('This is the closest to the request that was found within the time limit.')}</p>`}`;
}

function Hint({ board, step, moved, inner }) {
  if (!step) return html`<p class="notice">${t('No hint: no known technique applies.')}</p>`;
  return html`<section class="player"><div role="status">
      <h2>${techniqueName(step.technique)} <${Rated} rating=${step.rating} /></h2>
      <p>${describe(board, step, moved.value)}</p></div>
    <div><button type="button" class="second" aria-pressed=${moved.value} onClick=${() => { moved.value = !moved.value; }}>${t('Show the move')}</button></div>
    ${moved.value && html`<${Nested} board=${board} step=${step} inner=${inner} />`}
  </section>`;
}

// The choice between puzzle, solution and the other solution.
function Faces({ result, shown }) {
  const { solution, game } = result;
  if (!solution && !game?.state) return null;
  const face = (name, text) => html`<button type="button" class="second" aria-pressed=${shown.value === name} onClick=${() => { shown.value = name; }}>${text}</button>`;
  return html`<div class="row tight" role="group" aria-label=${t('Shown')}>
    ${face('puzzle', t('Puzzle'))}${face('solution', solution ? t('Solution') : t('As it stood'))}${result.other_solution && face('other', t('Another solution'))}</div>
    ${result.other_solution && html`<p class="muted">${t('{count} cells differ; they are marked.', { count: number(differing(result).length) })}</p>`}`;
}

// The details below the line of the answer.
export function Answer({ answer }) {
  const { job, board, result, problem, steps, at, inner, hinted, moved, shown, replay, game } = answer;
  if (!result) return job?.progress?.engine && !game && html`<p class="muted num">${t('by {engine}', { engine: methodName(job.progress.engine) })} · ${t('{count} nodes', { count: number(job.progress.nodes) })}</p>`;
  return html`${'hint' in result ? html`<${Hint} board=${board} step=${hinted} moved=${moved} inner=${inner} />`
      : steps.length > 0 ? html`<${Player} board=${board} steps=${steps} at=${at} inner=${inner} stuck=${result.stuck} />`
      : !replay.value && html`<${Faces} result=${result} shown=${shown} />`}
    ${problem?.generate && html`<${Made} result=${result} />`}
    ${result.rating && html`<${Rating} rating=${result.rating} />`}
    <${Statistics} result=${result} made=${problem?.generate} />`;
}

const Game = lazy(async () => (await import('./game.js')).Game);

// A potential game, also while it is played.
export const GameDetails = ({ answer, session }) => answer.game && html`<${Game} key=${answer.job.id} answer=${answer} game=${answer.game} live=${!ended(answer.job)} session=${session} />`;

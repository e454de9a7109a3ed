// Shows a job: the board while it fills, the verdict, the explanation.
import { html, useEffect, useMemo, useSignal } from '../../app/dom.js';
import { duration, number, t } from '../../app/i18n.js';
import { link } from '../../app/router.js';
import { ended } from '../../app/state.js';
import { filled, shapeKey, shapeOf } from './board/board.js';
import { Game, Players, bandsOf, gameOf } from './game.js';
import { Grid } from '../../parts/grid/grid.js';
import { Nested, Player, Rated } from './player.js';
import { meaningOf } from '../../parts/grid/keys.js';
import { printNear } from '../../parts/grid/print.js';
import { boardOf, differing, sceneOfAnswer, sceneOfGame, sceneOfStep, sceneOfText } from './board/scene.js';
import { askBoard } from './formats.js';
import { readStep } from './steps.js';
import { describe, techniqueName, verdictOf } from './words.js';
import { toShare } from './write.js';
import { afterKey, only, within } from '../../parts/grid/selection.js';
import { Zoom } from '../../parts/grid/zoom.js';
import './sudoku.css';

function Statistics({ result, made }) {
  const { statistics = {}, engine, clues } = result;
  return html`<p class="muted num">${[!made && t('{count} clues', { count: clues }), t('by {engine}', { engine }), duration(statistics.solve_us / 1000),
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

function Progress({ job, board, values }) {
  const { progress, status } = job;
  const found = filled(values), all = board.cells.length;
  if (status === 'queued') return html`<p role="status">${t('Waiting for a worker.')}</p>`;
  return html`<p class="num">${t('{found} of {cells} cells', { found: number(found), cells: number(all) })}</p>
    <progress max=${all} value=${found} aria-label=${t('Cells filled')}></progress>
    ${progress && html`<p class="muted num">${t('by {engine}', progress)} · ${t('{count} nodes', { count: number(progress.nodes) })}</p>`}`;
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

function Answer({ board, result, problem, steps, at, inner, hinted, moved, shown }) {
  const verdict = verdictOf(result);
  return html`<div role="status"><h2 class=${`verdict ${verdict.tone}`}>${verdict.text}</h2></div>
    ${problem?.generate && html`<${Made} result=${result} />`}
    ${result.rating && html`<${Rating} rating=${result.rating} />`}
    <${Statistics} result=${result} made=${problem?.generate} />
    ${'hint' in result ? html`<${Hint} board=${board} step=${hinted} moved=${moved} inner=${inner} />`
      : steps.length > 0 ? html`<${Player} board=${board} steps=${steps} at=${at} inner=${inner} stuck=${result.stuck} />`
      : html`<${Faces} result=${result} shown=${shown} />`}`;
}

export function View({ job, problem }) {
  const { result, progress } = job;
  const asked = useSignal(undefined); // the board of a text that only the server reads: undefined: not yet, null: none
  const known = useMemo(() => boardOf(problem, result), [problem, result]), board = known ?? asked.value;
  useEffect(() => {
    if (problem !== undefined && !known) askBoard(problem).then((read) => { asked.value = read; }, () => { asked.value = null; });
  }, [problem, !known]);
  const steps = useMemo(() => (board && result?.steps ? result.steps.map((step) => readStep(board, step)) : []), [board, result]);
  const hinted = useMemo(() => (board && result?.hint ? readStep(board, result.hint) : undefined), [board, result]);
  const game = gameOf(job);
  const at = useSignal(0), moved = useSignal(false), shown = useSignal(''), selected = useSignal(only(0)), inner = useSignal(-1);
  useEffect(() => { inner.value = -1; }, [job.id, at.value, moved.value]);
  useEffect(() => {
    at.value = 0;
    moved.value = false;
    shown.value = problem?.generate ? 'puzzle' : 'solution';
  }, [job.id, problem?.generate]);
  const shape = useMemo(() => board && shapeOf(board), board ? shapeKey(board) : [null, null, null, null, null, null]);
  if (problem === undefined || (!known && asked.value === undefined)) return html`<p class="muted" role="status">${t('Loading…')}</p>`;
  if (!board) return html`<p class="muted">${t('This problem cannot be drawn.')}</p>`;
  const scene = steps.length ? sceneOfStep(board, steps, Math.min(at.value, steps.length), true, inner.value) : hinted ? sceneOfStep(board, [hinted], 0, moved.value, inner.value)
    : result ? sceneOfAnswer(board, result, shown.value) : game ? sceneOfGame(board, progress.best) : sceneOfText(board, progress?.best);
  const press = (event, from) => {
    const next = afterKey(from, shape, meaningOf(event, { symbols: board.symbols, mode: 'value' }) ?? {});
    if (next) { event.preventDefault(); selected.value = next; }
  };
  return html`<div class="sudoku view">
    <${Zoom} columns=${board.size}>
      <${Grid} shape=${shape} given=${board.cells.map((value) => value > 0)} ...${scene} guides=${false} readonly bands=${bandsOf(game)}
        selection=${within(selected.value, board.cells.length)} onSelect=${(next) => { selected.value = next; }} onKey=${press} label=${t('Board')} />
    <//>
    <div class="side">
      ${result ? html`<${Answer} board=${board} result=${result} problem=${problem} steps=${steps} at=${at} inner=${inner} hinted=${hinted} moved=${moved} shown=${shown} />`
        : !game && !ended(job) && html`<${Progress} job=${job} board=${board} values=${scene.values} />`}
      ${game && html`<${Game} game=${game} live=${!ended(job)} />`}
      <p class="row tight"><a href=${link(['solve', 'sudoku'], { puzzle: toShare(board) })}>${t('Edit this puzzle')}</a>
        <button type="button" class="quiet" onClick=${(event) => printNear(event, '.sudoku')}>${t('Print')}</button></p>
    </div>
    ${game?.shards && html`<${Players} game=${game} live=${!ended(job)} />`}
  </div>`;
}

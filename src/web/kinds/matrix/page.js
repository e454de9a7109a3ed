// The page of matrix games: one table is the question and the answer.
import { html, useMemo, useSignal } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';
import { lazy } from '../../app/lazy.js';
import { Tabs } from '../../app/ui/tabs.js';
import { toast } from '../../app/ui/toast.js';
import { useUndoKeys } from '../../parts/history.js';
import { useIntake } from '../../parts/intake.js';
import { useTable } from '../../parts/table/drive.js';
import { Table } from '../../parts/table/table.js';
import { TableTools } from '../../parts/table/tools.js';
import { Surface } from '../../surface/surface.js';
import { Asking, More } from './asking.js';
import { checkOf, criterionOf, drawable, frontMarks, liveMarks, liveNotes, nameOf, stepMarks, struckNotes, weightsOf } from './board.js';
import { judged } from './criteria.js';
import { Criteria, Findings, servedOf } from './decision.js';
import { Equilibria, listOf } from './equilibria.js';
import { DRAWN, faultsOf, gameOf, gameOfResult, gameOfText, makeOf, problemOf, readGame, sheetOf, splitCell, withSheet } from './game.js';
import { analysed } from './live.js';
import { Story } from './story.js';
import { classOf, playersOf, statusOf, unfinishedOf, verdict } from './words.js';
import './matrix.css';

const fits = ({ rows, cols }) => rows.length <= DRAWN && cols.length <= DRAWN;

// ---- the panes of an answer ----

const panesOf = (result, drawn) => [
  ['equilibria', t('Equilibria'), result.equilibria || result.one || result.pure], ['dominance', t('Dominance'), result.dominance && drawn], ['picture', t('Picture'), drawable(result) && result.row_payoff],
  ['pareto', t('Pareto'), result.pareto], ['security', t('Security'), result.security]
].filter(([, , shown]) => shown).map(([id, name]) => ({ id, name }));

// A parameter of the picture as the signal that a control expects; of, to: from and to its text.
const asSignal = (session, name, of, to) => ({ get value() { return of(session.view.value[name]); }, peek: () => of(session.view.peek()[name]), set value(next) { session.look({ [name]: to(next) }); } });

// Returns what the table shows besides the payoffs: the marks of the pane, or of the question.
function drawnOf({ game, result, live, pane, on, criterion, session }) {
  if (game.form === 'decision') return { ...criterionOf(game, live, criterion), room: 1 };
  const marks = liveMarks(game, live), notes = liveNotes(game), room = 2;
  if (!result) return { marks, notes, room };
  if (pane === 'dominance') {
    const { weak, step = 0 } = session.view.value;
    return { marks: stepMarks(result, weak === '1', Number(step)), notes: { ...notes, ...struckNotes() }, room };
  }
  const { extra, marks: more, notes: said } = pane === 'pareto' ? { marks: frontMarks(result), notes: { by: t('Pareto front') } }
    : weightsOf(result, pane === 'security' ? { row: result.security.row.mixed.strategy, col: result.security.col.mixed.strategy } : on);
  return { extra, room, notes: { ...notes, ...said }, marks: more ? { ...marks, ...more, cell: (i, j) => [marks.cell(i, j), more.cell(i, j)].filter(Boolean).join(' ') } : marks };
}

// ---- the page ----

const Legend = ({ game }) => html`<p class="legend hint">${game.form === 'decision' ? html`<span><span class="under">${t('underlined')}</span> ${t('decides')}</span> <span><span class="star">★</span> ${t('best')}</span>`
  : html`<span><span class="under">${t('underlined')}</span> ${t('best answer')}</span>${game.form === 'zero_sum' && html` <span><span class="over">${t('overlined')}</span> ${t('best answer of {player}', { player: playersOf(game)[1] })}</span>`} <span><span class="star">★</span> ${t('pure equilibrium')}</span>`}</p>`;

const Corner = ({ game }) => game.form !== 'decision' && html`<span class="col-player">${playersOf(game)[1]} →</span><span class="row-player">${playersOf(game)[0]} ↓</span>`;

// The panes that are not shown at first.
const panes = Object.fromEntries(['dominance', 'picture', 'pareto', 'security'].map((name) => [name, lazy(async () => (await import('./panes/panes.js'))[name])]));

function Pane({ session, game, result, pane, on }) {
  const step = asSignal(session, 'step', (text) => Number(text ?? 0), String), weak = asSignal(session, 'weak', (text) => text === '1', (is) => (is ? '1' : '0'));
  return html`<${panes[pane]} game=${game} result=${result} list=${listOf(result)} on=${on} at=${step} weak=${weak} />`;
}

function Answer({ session, game, result, drawn, tabs, pane, picked, pointed }) {
  const pick = (i) => session.look({ eq: i === undefined ? 'none' : String(i) });
  return html`<p class="muted">${classOf(result)}</p>${!drawn && html`<p class="notice">${t('The matrix is too large to be drawn.')}</p>`}
    ${result.unfinished?.length > 0 && html`<p class="notice warn">${t('The time was up before this was done: {what}.', { what: unfinishedOf(result) })}</p>`}
    ${pane && html`<${Tabs} tabs=${tabs} now=${pane} choose=${(id) => session.look({ pane: id })} label=${t('Views')}>${pane === 'equilibria' ? html`<${Equilibria} game=${game} result=${result} picked=${picked} pick=${pick} pointed=${pointed} />`
      : html`<${Pane} session=${session} game=${game} result=${result} pane=${pane} on=${pointed.value ?? picked} />`}<//>`}`;
}

function Board({ session, game, drawn, table }) {
  if (!game) return html`<p class="notice">${t('This problem cannot be drawn.')}</p>`;
  if (drawn) return html`<${Table} table=${table} />`;
  return html`<p class="notice">${t('{rows} × {cols} strategies are too many to be typed here; they can be solved as they are.', { rows: number(game.rows.length), cols: number(game.cols.length) })}</p>`;
}

export function Page({ session, kind }) {
  const problem = session.problem.value, result = session.answer.value, view = session.view.value, state = session.state.value;
  const game = useMemo(() => (typeof problem === 'string' ? gameOfText(problem) : gameOf(problem)) ?? (result && gameOfResult(result)), [problem, result]);
  const whole = game ?? gameOf({ payoff: [[0]] }), drawn = fits(whole), faults = useMemo(() => faultsOf(whole), [whole]);
  const live = useMemo(() => (whole.form === 'decision' ? judged(whole) : drawn ? analysed(whole) : { row: new Set(), col: new Set(), pure: [] }), [whole]);
  const pointed = useSignal(undefined), busy = state === 'asking' || state === 'waiting', reading = busy || (session.page !== undefined && state === 'answered');
  const tabs = result && result.game !== 'decision' ? panesOf(result, drawn) : [], pane = tabs.find(({ id }) => id === view.pane)?.id ?? tabs[0]?.id;
  const picked = view.eq === 'none' ? undefined : Number(view.eq ?? 0), on = result && result.game !== 'decision' ? listOf(result)[pointed.value ?? picked] : undefined;
  const criterion = live[view.by] ? view.by : 'maximin';

  const change = (next, options) => session.change(problemOf(next), options);
  const take = (text) => {
    const found = readGame(text);
    if (!found) return toast(t('No payoffs found in this text.'), { bad: true });
    return change(found, { push: true });
  };
  const takeBlock = (text) => {
    const found = readGame(text, { named: true });
    if (found) change(found, { push: true });
    return !!found;
  };
  const table = useTable({
    sheet: useMemo(() => sheetOf(whole), [whole]), change: reading ? undefined : (sheet) => change(withSheet(whole, sheet)), undo: session.undo, redo: session.redo, make: makeOf(whole), most: { rows: DRAWN, cols: DRAWN },
    split: whole.form === 'bimatrix' ? splitCell : undefined, paste: takeBlock, nameOf: nameOf(whole), check: checkOf(whole), label: t('Payoffs'), corner: html`<${Corner} game=${whole} />`,
    ...drawnOf({ game: whole, result, live, pane, on, criterion, session })
  });
  useIntake(take);
  useUndoKeys(session);
  const solve = () => {
    if (!faults.length || !drawn) return session.ask(problem);
    table.driver.select(faults[0]);
    return undefined;
  };
  return html`<${Surface} session=${session} kind=${kind} className="matrix" board=${html`<${Board} session=${session} game=${game} drawn=${drawn} table=${table} />`}
    status=${game && drawn ? statusOf(whole, live, faults) : undefined} verdict=${result && verdict(result)} progress=${progressOf(session.job.value)}
    tools=${game && drawn && html`${!reading && html`<${TableTools} table=${table} />`}<${Legend} game=${whole} />`}
    actions=${html`${!busy && state !== 'answered' && html`<button type="button" onClick=${solve}>${t('Solve')}</button>`}
      <button type="button" class="quiet" aria-disabled=${!session.past.value.length} onClick=${session.undo}>↶ ${t('Undo')}</button><button type="button" class="quiet" aria-disabled=${!session.future.value.length} onClick=${session.redo}>↷ ${t('Redo')}</button>
      ${game && html`<${More} game=${whole} change=${change} take=${take} />`}`}>
    ${whole.form === 'decision' && game && html`<${Criteria} found=${result?.decision ? servedOf(result) : live} acts=${whole.rows} alpha=${whole.alpha ?? 0.5} chosen=${criterion} choose=${(name) => session.look({ by: name })} />`}
    ${result && (result.game === 'decision' ? html`<${Findings} result=${result} />` : html`<${Answer} session=${session} game=${whole} result=${result} drawn=${drawn} tabs=${tabs} pane=${pane} picked=${picked} pointed=${pointed} />`)}
    ${game && html`<${Story} game=${whole} />`}${!result && !busy && game && html`<${Asking} game=${whole} change=${change} />`}
    ${!result && !busy && html`<p class="hint">${t('Fractions such as 1/3 are exact. A block of a spreadsheet can be pasted into any cell, a whole table or a .nfg file anywhere.')}</p>`}<//>`;
}

// The number of equilibria found, and the share of the search that is done.
function progressOf(job) {
  const found = job?.progress?.equilibria;
  return found === undefined ? undefined : { text: t('At work… {count} equilibria so far', { count: number(found) }), value: job.progress.done };
}

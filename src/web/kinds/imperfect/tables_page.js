// A decision in tables: what is hidden and what each action pays are the question; posterior and values are drawn into the same tables.
import { cls, html, useMemo } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';
import { useUndoKeys } from '../../parts/history.js';
import { useTable } from '../../parts/table/drive.js';
import { Table } from '../../parts/table/table.js';
import { TableTools } from '../../parts/table/tools.js';
import { Surface } from '../../surface/surface.js';
import { Inference } from './inference.js';
import { actionSheet, isNumber, posteriorOf, problemOf, stateSheet, tablesOf, withActionSheet, withStateSheet } from './tables.js';
import { amount, namesOf, percent, verdictOf } from './words.js';

const MOST = 40; // rows and columns that are drawn

const freeName = (taken, name) => (taken.includes(name) ? freeName(taken, `${name}'`) : name);
const makeOf = (row, column) => ({ blank: '0', name: (axis, at, taken) => freeName(taken, `${axis === 'rows' ? row : column} ${at + 1}`) });

// A name stands once; an entry is a number, a probability where it is one.
const checkOf = (sheet, share) => (text, { i, j }) => {
  if (i < 0 || j < 0) return text && (i < 0 ? sheet.cols : sheet.rows).filter((one) => one === text).length === 1 ? '' : t('not a name of its own');
  if (text === '' && !share) return '';
  return !isNumber(text) ? t('not a number') : share && j > 0 && !(Number(text) >= 0 && Number(text) <= 1) ? t('not from 0 to 1') : '';
};
const nameIn = (sheet) => ({ i, j }) => (i < 0 ? t('Name of column {n}', { n: j + 1 }) : j < 0 ? t('Name of row {n}', { n: i + 1 }) : `${sheet.rows[i]}, ${sheet.cols[j]}`);

// The actions that were seen, in their order; buttons add one.
function Seen({ tables, at, change }) {
  const { acts, observations } = tables, put = (list) => change({ ...tables, observations: list });
  return html`<div class="seen" role="group" aria-label=${t('Seen so far')}><span class="muted">${t('Seen')}</span>
    <ol>${observations.map((name, i) => html`<li key=${i} class=${cls({ ahead: i >= at })} aria-current=${i === at - 1 ? 'step' : undefined}>${name}${change && html`<button type="button" class="quiet" aria-label=${t('Remove {name}', { name })} onClick=${() => put(observations.filter((_, k) => k !== i))}>×</button>`}</li>`)}
      ${!observations.length && html`<li class="muted">${t('nothing')}</li>`}</ol>
    ${change && acts.map((name) => html`<button type="button" class="second" key=${name} onClick=${() => put([...observations, name])}>+ ${name}</button>`)}</div>`;
}

export function TablesPage({ session, kind, tables }) {
  const state = session.state.value, open = (state === 'editing' || state === 'refused') && !session.opening.value, result = session.answer.value, names = useMemo(namesOf, [t('prior')]);
  const last = tables.observations.length, at = Math.min(last, Number(session.view.value.step ?? last)), posterior = useMemo(() => posteriorOf(tables, at), [tables, at]);
  const change = open ? (next) => session.change(problemOf(next)) : undefined, drawn = tables.states.length <= MOST && tables.acts.length <= MOST;
  const states = useMemo(() => stateSheet(tables, names), [tables, names]), acts = useMemo(() => actionSheet(tables, names), [tables, names]), values = result?.actions?.map(({ ev }) => ev);
  useUndoKeys(session);
  const common = { undo: session.undo, redo: session.redo };
  const stateTable = useTable({ ...common, sheet: states, change: change && ((sheet) => change(withStateSheet(tables, sheet, names))), make: makeOf(t('state'), t('action')), nameOf: nameIn(states), check: checkOf(states, true), label: t('What is hidden'), most: { rows: MOST, cols: MOST },
    extra: { row: (i) => (posterior ? [{ text: percent(posterior[i], 1), bar: posterior[i], note: t('posterior') }] : []) }, room: 1, notes: {} });
  const actionTable = useTable({ ...common, sheet: acts, change: change && ((sheet) => change(withActionSheet(tables, sheet))), make: makeOf(t('action'), t('payoff')), nameOf: nameIn(acts), check: checkOf(acts, false), label: t('What each action pays'), most: { rows: MOST, cols: acts.cols.length },
    marks: { row: (i) => (result?.best === acts.rows[i] ? 'starred' : '') }, extra: { row: (i) => (values ? [{ text: t('worth {value}', { value: amount(values[i]) }) }] : []) }, room: 1, notes: { starred: t('best') } });

  const board = html`<div class="imperfect-board">${drawn ? html`<${Seen} tables=${tables} at=${at} change=${change} /><${Table} table=${stateTable} /><${Table} table=${actionTable} />`
    : html`<p class="notice">${t('{count} hidden states are too many to be drawn here; they can be solved as they are.', { count: number(tables.states.length) })}</p>`}</div>`;
  return html`<${Surface} session=${session} kind=${kind} className="imperfect" board=${board} verdict=${result && verdictOf(result)} status=${t('The posterior follows at once; solve it for the decision.')}
    actions=${html`${(state === 'editing' || state === 'refused') && html`<button type="button" onClick=${() => session.ask()}>${t('Solve')}</button>`}
      <button type="button" class="quiet" aria-disabled=${!session.past.value.length} onClick=${session.undo}>↶ ${t('Undo')}</button><button type="button" class="quiet" aria-disabled=${!session.future.value.length} onClick=${session.redo}>↷ ${t('Redo')}</button>`}>
    ${open && drawn && html`<h3>${t('What is hidden')}</h3><${TableTools} table=${stateTable} /><h3>${t('What each action pays')}</h3><${TableTools} table=${actionTable} />`}
    ${result && html`<${Inference} session=${session} result=${result} last=${last} at=${at} />`}<//>`;
}

export { tablesOf };

// The page of AND/OR graphs: the graph as the board, its rules or its answer in the panel.
import './andor.css';
import { html, useMemo, useSignal } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';
import { lazy } from '../../app/lazy.js';
import { toast } from '../../app/ui/toast.js';
import { useIntake } from '../../parts/intake.js';
import { Surface } from '../../surface/surface.js';
import { Answer, verdictOf } from './answer.js';
import { Board, Known, Legend, plainPicture, solutionPicture } from './board.js';
import { examples } from './examples.js';
import { byId, readGraph, readText } from './graph.js';
import { named } from './result.js';
import { drawnOf, isRules, withGraph } from './text.js';

export const about = () => t('The cheapest way to take a problem apart into parts that must all be solved. AO* finds it, step by step.');

const readProblem = (given) => (typeof given === 'string' ? readText(given) : given);

// Returns the remark of the example that a problem is, if it has one.
const remarkOf = (problem) => { const text = JSON.stringify(problem); return examples.find(([, example, remark]) => remark && JSON.stringify(example) === text)?.[2]; };

const Question = lazy(async () => (await import('./question.js')).Question, () => html`<div class="pending"></div>`); // of its height, so that nothing jumps
function Actions({ session }) {
  const asked = (more) => session.ask({ ...readProblem(session.problem.peek()), ...more });
  return html`<button type="button" onClick=${() => asked({ trace: undefined, compare: undefined })}>${t('Solve')}</button>
    <button type="button" class="second" onClick=${() => asked({ engine: 'ao_star', trace: true, compare: undefined, cost_model: undefined })}>${t('AO* step by step')}</button>
    <button type="button" class="second" onClick=${() => asked({ compare: true, trace: undefined, engine: undefined, cost_model: undefined })}>${t('Compare engines')}</button>`;
}

// Edits the question; a field that reports the same value twice is no step.
const changed = (session, next) => { if (JSON.stringify(next) !== JSON.stringify(session.problem.peek())) session.change(next); };

// Returns what the session is about: the question while it is edited, afterwards the question that was asked and its answer.
function useProblem(session) {
  const editing = ['editing', 'refused'].includes(session.state.value), given = editing ? session.problem.value : session.asked.value ?? session.problem.value, job = session.job.value;
  const problem = useMemo(() => readProblem(given), [given]), result = useMemo(() => (editing ? undefined : named(job?.result)), [editing, job?.result]);
  const graph = useMemo(() => readGraph(problem, result), [problem, result]);
  return { editing, problem, result, graph };
}

export function Page({ session, kind }) {
  const { editing, problem, result, graph } = useProblem(session), shown = useSignal(null), selected = useSignal(null), drawn = graph && !graph.large, job = session.job.value;
  const importText = (text) => { const read = readText(text); if (read) session.change(read, { push: true }); else toast(t('No graph found in this text.'), { bad: true }); };
  useIntake(importText);
  const edges = useMemo(() => drawn && drawnOf(graph), [graph]), values = useMemo(() => result?.nodes && byId(result.nodes), [result]);
  const change = (next) => changed(session, withGraph(readProblem(session.problem.peek()), next)), own = useMemo(() => drawn && (result ? solutionPicture(graph, result) : plainPicture(graph)), [graph, result]);
  const past = session.past.value.length, future = session.future.value.length, picture = (result && shown.value?.result === result && shown.value.picture) || own;
  const show = (next) => { shown.value = { result, picture: next }; }, remark = useMemo(() => remarkOf(problem), [problem]);
  const what = !result ? 'question' : (session.view.value.pane ?? (result.trace && problem.engine === 'ao_star' ? 'walk' : '')) === 'walk' ? 'walk' : 'solution';
  const status = drawn ? t('The graph: {nodes} nodes, {connectors} connectors', { nodes: number(graph.nodes.length), connectors: number(graph.connectors.length) }) : isRules(problem) ? t('Rules with variables') : ' ';
  const progress = { text: job?.progress?.expanded ? t('{count} expansions', { count: number(job.progress.expanded) }) : t('Searching…') };
  return html`<${Surface} session=${session} kind=${kind} className="andor" status=${status} progress=${progress}
    verdict=${result && verdictOf(result, graph?.root ?? problem?.start ?? String(problem?.root))}
    board=${html`<${Board} graph=${graph} picture=${picture} selected=${selected} waiting=${!editing && !result} name=${job ? `andor-${job.id}` : 'andor'} change=${editing ? change : undefined} history=${editing ? { undo: session.undo, redo: session.redo, past, future } : undefined} />`}
    tools=${drawn && html`${result && html`<${Known} selected=${selected} values=${values} graph=${graph} />`}<${Legend} what=${what} />`}
    actions=${editing && html`<${Actions} session=${session} />`}>
    ${remark && html`<p class="notice warn" role="status">${t(remark)}</p>`}
    ${editing ? html`<${Question} kind=${kind} problem=${problem} graph=${graph} edges=${edges} selected=${selected} set=${(next) => changed(session, next)} change=${change} importText=${importText} />`
    : result && problem && html`<${Answer} session=${session} problem=${problem} result=${result} graph=${graph} show=${show} go=${(id) => { selected.value = { node: id }; }} />`}<//>`;
}

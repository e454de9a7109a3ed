// The editor of a graph: rules are typed, one a line, and the graph is drawn beside them.
import { copy } from '../../app/ui/copy.js';
import { curl } from '../../app/net/curl.js';
import { html, useEffect, useId, useLayoutEffect, useMemo, useRef, useSignal } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';
import { link, place } from '../../app/router.js';
import { toast } from '../../app/ui/toast.js';
import { useBusy } from '../../parts/busy.js';
import { Field } from '../../parts/field.js';
import { openFile, useIntake } from '../../parts/intake.js';
import { Menu } from '../../parts/menu.js';
import { useHistory } from '../../parts/history.js';
import { engineName, engines, tipOrders } from './engines.js';
import { examples } from './examples.js';
import { DRAWN, byId, readGraph, readText } from './graph.js';
import { Legend, Picture } from './picture.js';
import { readGoals, readRules, readValues, writeGoals, writeRules, writeValues } from './rules.js';
import './andor.css';

const isRules = (problem) => Array.isArray(problem?.rules);

// Returns the texts of a problem: its rules, start, goals and h.
function textOf(problem, graph) {
  if (isRules(problem)) return { rules: problem.rules.join('\n'), start: String(problem.start ?? ''), goals: writeGoals((problem.goals ?? []).map(String)), h: typeof problem.h === 'string' ? problem.h : writeValues(problem.h ?? {}) };
  if (!graph || graph.large) return null;
  return { rules: writeRules(graph.connectors), start: graph.root, goals: writeGoals((problem.terminals ?? []).map(String)),
    h: writeValues(Object.fromEntries(graph.nodes.filter(({ h, terminal }) => h && !terminal).map(({ id, h }) => [id, h]))) };
}

// Returns the members of a problem other than its graph.
const restOf = ({ root, terminals, nodes, connectors, start, goals, rules, cost, h, n, off, soff, succ, strict, node_limit: limit, solution_graph: given, ...rest }) => rest;

function fromText({ rules, start, goals, h }, asRules, rest) {
  const lines = rules.split('\n').map((line) => line.trim()).filter((line) => line && !line.startsWith('//')), values = readValues(h);
  if (asRules) return { start, goals: readGoals(goals), rules: lines, ...(h.trim() && { h: values ?? h.trim() }), ...rest };
  const { connectors } = readRules(rules);
  return { root: start, terminals: readGoals(goals), ...(values && Object.keys(values).length && { nodes: Object.entries(values).map(([id, value]) => ({ id, h: value })) }), connectors, ...rest };
}

// The field for rules. Text that cannot be read as a graph stays in the field, with an error.
function Rules({ text, rules, change }) {
  const own = useSignal(text), written = useRef(text), id = useId();
  useLayoutEffect(() => { if (text !== written.current) { own.value = text; written.current = text; } }, [text]); // the field is updated before the next key press
  const { faults, connectors } = readRules(own.value);
  const input = ({ target: { value } }) => {
    own.value = value;
    if (!rules && readRules(value).faults.length) return;
    const accepted = rules ? value.split('\n').map((line) => line.trim()).filter(Boolean).join('\n') : writeRules(readRules(value).connectors);
    written.current = accepted;
    change(value);
  };
  return html`<div class="field"><label for=${id}>${t('Rules')}</label><textarea id=${id} rows=${Math.min(16, Math.max(6, own.value.split('\n').length + 1))} spellcheck=${false} autocapitalize="off"
      value=${own.value} onInput=${input} aria-invalid=${!rules && faults.length ? 'true' : undefined} aria-describedby=${`${id}-hint`}></textarea>
    <span class="hint" id=${`${id}-hint`} role="status">${!rules && faults.length ? t('Line {n} cannot be read.', { n: faults[0] })
      : rules ? t('One a line, such as 6 -> 3, 3 or f(n) -> f(n-1), f(n-2) if n > 2 cost n.') : t('One a line: n0 -> n5, n4 cost 2. Without a cost it is the number of successors.')}
      ${!rules && !faults.length && connectors.length > 1 && ` ${t('{count} connectors', { count: number(connectors.length) })}.`}</span></div>`;
}

function Graph({ problem, graph, past }) {
  const rules = isRules(problem.value), text = textOf(problem.value, graph), rest = restOf(problem.value);
  if (!text) return null;
  const kept = rules ? { ...rest, ...(problem.value.cost !== undefined && { cost: problem.value.cost }), ...(problem.value.node_limit && { node_limit: problem.value.node_limit }) } : { ...rest, ...(problem.value.strict && { strict: true }) };
  const change = (more, asRules = rules) => { past.change(fromText({ ...text, ...more }, asRules, kept)); return true; };
  return html`<${Rules} text=${text.rules} rules=${rules} change=${(value) => change({ rules: value })} />
    <div class="pair"><${Field} label=${t('Start')} hint=${t('the root')} value=${text.start} read=${(value) => !!value.trim() && change({ start: value.trim() })} />
      <${Field} label=${t('Goals')} hint=${t('terminals')} value=${text.goals} read=${(value) => change({ goals: value })} /></div>
    <${Field} label=${t('Heuristic h')} hint=${rules ? t('n1 = 2, n2 = 4; or value: the number itself; or an expression') : t('Estimates, such as n1 = 2, n2 = 4; the others have 0.')} value=${text.h}
      read=${(value) => (rules || readValues(value)) && change({ h: value })} />
    <label><input type="checkbox" checked=${rules} onChange=${({ target }) => { if (target.checked || !readRules(text.rules).faults.length) change({}, target.checked); else target.checked = true; }} /> ${t('As rules with variables: the server makes the graph')}</label>`;
}

const pick = (label, value, options, change) => html`<label>${label} <select onChange=${({ target }) => change(target.value)}>${options.map(([id, name]) => html`<option key=${id} value=${id} selected=${id === value}>${name}</option>`)}</select></label>`;

function How({ problem, ask }) {
  const { engine = 'auto', tip = 'shallowest', cost_model: model = 'recursive' } = problem.value, unless = (value, usual) => (value === usual ? undefined : value);
  return html`<div class="row">${pick(t('Engine'), engine, engines.map((name) => [name, engineName(name)]), (value) => ask({ engine: unless(value, 'auto') }))}
    ${pick(t('Tip to be expanded'), tip, tipOrders(), (value) => ask({ tip: unless(value, 'shallowest') }))}
    ${pick(t('Shared parts'), model, [['recursive', t('count each time')], ['shared', t('count once')]], (value) => ask({ cost_model: unless(value, 'recursive') }))}</div>`;
}

function Tasks({ problem, submit }) {
  const [busy, post] = useBusy(submit), asked = (more) => ({ ...problem.peek(), ...more });
  const button = (name, what, look) => html`<button type="button" class=${look} aria-busy=${busy} onClick=${() => post(what())}>${name}</button>`;
  return html`<div class="row">${button(t('AO* step by step'), () => asked({ engine: 'ao_star', trace: true, compare: undefined, cost_model: undefined }), '')}
    ${button(t('Solve'), () => asked({ trace: undefined, compare: undefined }), 'second')}
    ${button(t('Compare engines'), () => asked({ compare: true, trace: undefined, engine: undefined, cost_model: undefined }), 'second')}</div>`;
}

function Sharing({ problem, text, set, importText }) {
  const address = () => `${location.origin}${location.pathname}${link(place.value.path, { graph: JSON.stringify(problem.value) })}`;
  return html`<div class="row tight"><${Menu} name=${t('Examples')} items=${examples.map(([name, example]) => [t(name), () => set(example)])} />
    <button type="button" class="quiet" onClick=${() => openFile('.txt,.json,text/*', importText)}>${t('Open a file…')}</button>
    <${Menu} name=${t('Copy')} items=${[[t('as a link'), () => copy(address())], ...(text ? [[t('as text'), () => copy(text.rules)]] : []), [t('as JSON'), () => copy(JSON.stringify(problem.value))],
      [t('as curl'), () => copy(curl({ method: 'POST', url: `${location.origin}/v1/andor`, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(problem.value) }))]]} /></div>`;
}

function useProblem(problem) {
  const past = useHistory(problem), shared = place.value.query.get('graph');
  useEffect(() => {
    const read = shared && readText(shared);
    if (read) past.change(read);
    else if (!readGraph(problem.peek()) && !isRules(problem.peek())) problem.value = examples[0][1];
  }, [shared]);
  return past;
}

// Returns the remark of the example that a problem is, if it has one.
const remarkOf = (problem) => { const text = JSON.stringify(problem); return examples.find(([, example, remark]) => remark && JSON.stringify(example) === text)?.[2]; };

const Preview = ({ graph }) => {
  const of = useMemo(() => byId(graph.nodes), [graph]);
  const looks = { node: (id) => ({ h: of.get(id).terminal ? undefined : of.get(id).h, look: {} }), connector: () => ({}) };
  return html`<${Picture} graph=${graph} looks=${looks} label=${t('The graph: {nodes} nodes, {connectors} connectors', { nodes: graph.nodes.length, connectors: graph.connectors.length })} name="andor" /><${Legend} plain />`;
};

export function Editor({ problem, submit }) {
  const past = useProblem(problem), announcement = useSignal('');
  const graph = useMemo(() => readGraph(problem.value), [problem.value]);
  const importText = (given) => {
    const read = readText(given);
    if (!read) return toast(t('No graph found in this text.'), { bad: true });
    past.change(read);
    announcement.value = t('{count} connectors', { count: number(readGraph(read)?.connectors?.length ?? 0) });
    return undefined;
  };
  useIntake(importText);
  const remark = useMemo(() => remarkOf(problem.value), [problem.value]);
  const large = graph?.large ?? (graph && graph.nodes.length > DRAWN && { nodes: graph.nodes.length, connectors: graph.connectors.length });
  return html`<div class="andor editor">
    <div>${large ? html`<p class="notice">${t('{nodes} nodes and {connectors} connectors are too many to be drawn.', { nodes: number(large.nodes), connectors: number(large.connectors) })}</p>`
      : graph ? html`<${Preview} graph=${graph} />` : html`<p class="notice">${t('The server makes the graph of these rules; it is drawn with the answer.')}</p>`}</div>
    <div class="side">${remark && html`<p class="notice warn" role="status">${t(remark)}</p>`}<${Tasks} problem=${problem} submit=${submit} />
      <${Graph} problem=${problem} graph=${graph} past=${past} />
      <${How} problem=${problem} ask=${(more) => past.change({ ...problem.peek(), ...more })} />
      <div class="row tight"><button type="button" class="quiet" aria-disabled=${!past.past.length} onClick=${past.undo}>↶ ${t('Undo')}</button>
        <button type="button" class="quiet" aria-disabled=${!past.future.length} onClick=${past.redo}>↷ ${t('Redo')}</button></div>
      <${Sharing} problem=${problem} text=${textOf(problem.value, graph)} set=${past.change} importText=${importText} />
      <p class="hint">${t('Paste rules or JSON anywhere on this page, or drop a file.')}</p></div>
    <span class="visually-hidden" role="status">${announcement.value}</span></div>`;
}

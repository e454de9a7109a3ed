// AO* step by step: the graph as far as it is made, on the board, and the current step of the printed algorithm.
import { cls, html, useEffect, useMemo, useSignal } from '../../../app/dom.js';
import { number, t } from '../../../app/i18n.js';
import { useAsk } from '../../../parts/ask.js';
import { Slider } from '../../../parts/slider.js';
import { cost, costsOf, useShown } from '../board.js';
import { byId } from '../graph.js';
import { playback } from './playback.js';
import { named } from '../result.js';
import { tipOrders } from '../words.js';

const names = (ids) => ids.join(', ');
const q = (id) => html`<i>q</i>(${id})`;

// ---- a frame in words ----

const Follow = ({ frame, root }) => html`<p>${frame.partial.length ? t('From {root} along the marked connectors: {connectors}.', { root, connectors: names(frame.partial) })
  : t('Nothing is marked yet: G′ is {root} alone.', { root })}</p><p>${t('Tips that are no terminals: {tips}.', { tips: names(frame.tips) })}</p>`;

const chosenBy = {
  shallowest: (values) => t('{tip} is expanded: of the {count} tips {tips} the leftmost of the shallowest.', values),
  leftmost: (values) => t('{tip} is expanded: the leftmost of the {count} tips {tips}.', values),
  rightmost: (values) => t('{tip} is expanded: the rightmost of the {count} tips {tips}.', values)
};

function Choose({ frame: { tips, tip }, rule }) {
  return html`<p>${tips.length > 1 ? chosenBy[rule]({ tip, count: tips.length, tips: names(tips) })
    : t('{tip} is expanded: it is the only tip.', { tip })}</p>
    <p class="hint">${tips.length > 1 ? t('Step 5 leaves the choice open: every tip of G′ has to be solved if G′ is the solution, so none is wrong.') : t('It has to be solved if G′ is to be the solution.')}</p>`;
}

function Expand({ frame: { tip, fresh, q: values, solved }, of }) {
  if (!of.length) return html`<p>${t('{tip} has no connector: a dead end. Its cost becomes infinite.', { tip })}</p>`;
  const open = fresh.filter((id) => !solved.has(id)), ends = fresh.filter((id) => solved.has(id));
  return html`<ul class="plain">${of.map(({ id, from, to, rule }) => html`<li key=${id}><b>${id}</b> ${from} → ${names(to)}${rule && html` <span class="muted">(${rule})</span>`}</li>`)}</ul>
    ${open.length > 0 && html`<p>${t('New in G, with q = h: {nodes}.', { nodes: names(open.map((id) => `${id} ${cost(values.get(id))}`)) })}</p>`}
    ${ends.length > 0 && html`<p>${t('Terminals, SOLVED at once: {nodes}.', { nodes: names(ends) })}</p>`}
    ${!fresh.length && html`<p>${t('All successors are in G already.')}</p>`}`;
}

// The connectors of the revised node (m in the lecture notes), each with its sum.
function Options({ frame: { revised: { node, options, mark, q: after }, q: values }, connectors }) {
  const sum = (one) => `${one.cost} + ${one.to.map((id) => cost(values.get(id))).join(' + ')}`;
  return html`<table class="options"><thead><tr><th scope="col">${t('Connector')}</th><th scope="col">c + Σ q</th><th scope="col">${q(node)}</th></tr></thead>
    <tbody>${options.map(({ connector: id, q: of }) => {
      const one = connectors.get(id);
      return html`<tr key=${id} class=${cls({ best: id === mark })}><th scope="row">${id === mark && html`<span aria-hidden="true">➤ </span>`}${id}${one && html`<span class="muted"> → ${names(one.to)}</span>`}</th>
        <td>${one ? sum(one) : '–'}</td><td><b>${cost(of)}</b>${id === mark && html`<span class="visually-hidden">${t('marked')}</span>`}</td></tr>`;
    })}${!options.length && html`<tr><th scope="row">${t('none')}</th><td>–</td><td><b>${cost(after)}</b></td></tr>`}</tbody></table>`;
}

function Revise({ frame, connectors }) {
  const { revised: { node, before, q: after, mark, moved, solved }, left } = frame, same = before === after;
  return html`<${Options} frame=${frame} connectors=${connectors} />
    <p>${same ? html`${q(node)} ${t('stays {value}.', { value: cost(after) })}` : html`${q(node)}: ${cost(before)} → <b>${cost(after)}</b>`}
      ${mark && moved === null && html` ${t('{mark} is marked.', { mark })}`}${mark && moved && html` ${t('The mark moves from {from} to {mark}.', { from: moved, mark })}`}
      ${solved && html` <b class="good">${t('{node} is SOLVED.', { node })}</b>`}</p>
    <p class="hint">${left.length ? t('Still to be revised in this cycle: {nodes}.', { nodes: names(left) })
      : same && !solved ? t('Neither the cost nor the label changed: nothing goes up from here.') : t('S is empty: the cycle ends.')}</p>`;
}

const End = ({ frame, root }) => (frame.solved.has(root) ? html`<p><b class="good">${t('{node} is SOLVED.', { node: root })}</b> ${t('The marks lead to the solution graph; it costs {cost}.', { cost: cost(frame.q.get(root)) })}</p>`
  : html`<p><b class="bad">${t('q({root}) is infinite: there is no solution graph.', { root })}</b></p>`);

// The steps of the printed algorithm by phase.
const heading = ({ cycle, phase, tip, revised }) => ({
  start: () => t('Step 1: the beginning'), follow: () => t('Cycle {n}, step 4: follow the marks', { n: cycle }), choose: () => t('Cycle {n}, step 5: choose a tip', { n: cycle }),
  expand: () => t('Cycle {n}, step 6: expand {tip}', { n: cycle, tip }), revise: () => t('Cycle {n}, step 11: revise {node}', { n: cycle, node: revised.node }), end: () => t('The end')
})[phase]();

function FrameText({ frame, graph, connectors, rule }) {
  const { root } = graph, { phase } = frame;
  return html`<h2>${heading(frame)}</h2>
    ${phase === 'start' && html`<p>${t('G is {root} alone, with q = h = {value}.', { root, value: cost(frame.q.get(root)) })}</p>`}
    ${phase === 'follow' && html`<${Follow} frame=${frame} root=${root} />`}
    ${phase === 'choose' && html`<${Choose} frame=${frame} rule=${rule} />`}
    ${phase === 'expand' && html`<${Expand} frame=${frame} of=${graph.connectors.filter(({ from }) => from === frame.tip)} />`}
    ${phase === 'revise' && html`<${Revise} frame=${frame} connectors=${connectors} />`}
    ${phase === 'end' && html`<${End} frame=${frame} root=${root} />`}`;
}

// ---- on the board ----

function looksOf(frame, graph, nodes, costs) {
  const marked = new Set(frame.marks.values()), partial = new Set(frame.partial), open = ['follow', 'choose'].includes(frame.phase) ? new Set(frame.tips) : new Set(), fresh = new Set(frame.fresh);
  const from = new Map(graph.connectors.map((one) => [one.id, one.from]));
  const node = (id) => {
    const known = frame.known.has(id), { terminal, h } = nodes.get(id) ?? {}, solved = frame.solved.has(id), tip = frame.tip === id && frame.phase !== 'revise';
    return { tag: known ? `${cost(frame.q.get(id))}${solved ? ' ✓' : ''}` : undefined, note: known && !terminal && !frame.expanded.has(id) ? `h ${h}` : undefined, told: [solved && 'SOLVED', tip && t('tip to be expanded'), !known && t('not yet in G')].filter(Boolean).join(', '),
      look: { ghost: !known, good: solved, warn: tip, now: frame.revised?.node === id, open: open.has(id), fresh: fresh.has(id), dead: known && frame.q.get(id) === null } };
  };
  return { node, edge: (id) => ({ label: costs(id), look: { ghost: !frame.expanded.has(from.get(id)), marked: marked.has(id), strong: partial.has(id) } }) };
}

const told = (frame, graph) => t('The graph after {n} cycles: q({root}) is {value}, {count} nodes are solved.', { n: frame.phase === 'end' ? frame.cycle : Math.max(0, frame.cycle - 1), root: graph.root, value: cost(frame.q.get(graph.root)), count: frame.solved.size });

// The steps so far; fetches the first ones if the answer has none, and further ones on demand.
function useSteps(problem, trace) {
  const rule = trace?.tip ?? problem.tip ?? 'shallowest', other = useAsk('andor'), more = useAsk('andor'), chosen = useSignal(rule), added = useSignal([]);
  const asked = useMemo(() => named(other.result), [other.result]), base = [trace, asked?.trace].find((one) => one?.tip === chosen.value);
  const now = useMemo(() => (base && added.value.length ? { ...base, steps: [...base.steps, ...added.value.flatMap(({ steps }) => steps)] } : base), [base, added.value]);
  const ask = (tip) => other.ask({ ...problem, engine: 'ao_star', trace: true, tip, compare: undefined, cost_model: undefined });
  useEffect(() => { if (!trace) ask(rule); }, []);
  const choose = (tip) => {
    chosen.value = tip;
    added.value = [];
    if (tip !== trace?.tip) ask(tip);
  };
  const next = async () => {
    const found = named(await more.ask({ ...problem, engine: 'ao_star', tip: chosen.peek(), trace: { from: now.from + now.steps.length, count: 200 }, compare: undefined, cost_model: undefined }));
    if (found?.trace?.steps.length) added.value = [...added.peek(), found.trace];
  };
  return { trace: now, chosen: chosen.value, choose, next, busy: other.asking || more.asking, fault: other.fault ?? more.fault, why: !now && !other.asking && asked?.omitted?.trace };
}

const left = ({ cycles, from = 1, steps }) => cycles - (from - 1) - steps.length;

const LISTED = 150; // cycles of the list around the present one: of thousands, each item would cost time in each step

function Cycles({ trace, cycles, at, pick, root }) {
  const i = cycles.findLastIndex((one) => one.at <= at), begin = Math.max(0, Math.min(i - LISTED / 2, cycles.length - LISTED)), step = useMemo(() => new Map(trace.steps.map((one) => [one.cycle, one])), [trace]);
  return html`<ol class="steps" tabindex="0" aria-label=${t('Cycles')}>${cycles.slice(begin, begin + LISTED).map(({ at: first, cycle, phase }) => html`<li key=${first}>
    <button type="button" class="quiet" aria-current=${first === cycles[i].at ? 'step' : undefined} onClick=${() => pick(first)}>
      <span class="num muted">${phase === 'follow' ? cycle : ''}</span><span class="grow">${phase === 'start' ? t('The beginning') : phase === 'end' ? t('The end') : t('expands {tip}', { tip: step.get(cycle).expanded })}</span>
      ${phase === 'follow' && html`<span class="num">${q(root)} = ${cost(step.get(cycle).q_root)}</span>`}</button></li>`)}</ol>`;
}

// view: { step }, look(changes): those of the session, which keep the step in the address
function Playback({ graph, show, trace, rule, view, look }) {
  const whole = left(trace) <= 0, play = useMemo(() => playback(graph, { ...trace, complete: whole }), [graph, trace]), at = useSignal(Math.min(Number(view.step) || 0, play.length - 1));
  const connectors = useMemo(() => byId(graph.connectors), [graph]), nodes = useMemo(() => byId(graph.nodes), [graph]), costs = useMemo(() => costsOf(graph), [graph]);
  const now = Math.min(at.value, play.length - 1), frame = useMemo(() => play.at(now), [play, now]);
  useShown(show, { label: told(frame, graph), focus: frame.revised?.node ?? frame.tip ?? graph.root, looks: useMemo(() => looksOf(frame, graph, nodes, costs), [frame]) }, [frame]);
  useEffect(() => { look({ step: now ? String(now) : undefined }); }, [now]);
  return html`<${Slider} at=${at} last=${play.length - 1} label=${t('AO* step by step')} stops=${{ at: play.cycles.map((one) => one.at), back: t('Cycle back'), next: t('Next cycle') }}
      list=${(pick) => html`<${Cycles} trace=${trace} cycles=${play.cycles} at=${now} pick=${pick} root=${graph.root} />`}>
      <${FrameText} frame=${frame} graph=${graph} connectors=${connectors} rule=${rule} /><//>`;
}

// The cycles as a table, for a graph too large to be drawn.
function Table({ trace, root }) {
  return html`<div class="scroll tall" tabindex="0" role="region" aria-label=${t('Cycles')}><table class="numeric"><thead><tr><th scope="col">${t('Cycle')}</th><th scope="col">${t('Expanded')}</th><th scope="col">${t('Revised')}</th><th scope="col">${t('New')}</th><th scope="col">${q(root)}</th></tr></thead>
    <tbody>${trace.steps.map((step) => html`<tr key=${step.cycle}><th scope="row">${step.cycle}</th><td>${step.expanded}</td><td>${step.revised?.length ?? 0}</td><td>${step.new?.length ?? 0}</td><td>${cost(step.q_root)}</td></tr>`)}</tbody></table></div>`;
}

export function Walk({ graph, show, problem, result, view, look }) {
  const { trace, chosen, choose, next, busy, fault, why } = useSteps(problem, result.trace), rest = trace ? left(trace) : 0;
  return html`<div class="row"><label>${t('Tip to be expanded')} <select onChange=${({ target }) => choose(target.value)} aria-busy=${busy}>
      ${tipOrders().map(([id, what]) => html`<option key=${id} value=${id} selected=${chosen === id}>${what}</option>`)}</select></label>
    ${trace && html`<span class="num muted">${q(graph?.root ?? '·')}: ${trace.steps.slice(0, 40).map((one) => cost(one.q_root)).join(', ')}${trace.steps.length > 40 ? ' …' : ''}</span>`}
    ${rest > 0 && html`<button type="button" class="second" aria-busy=${busy} onClick=${next}>${t('{count} more cycles', { count: number(rest) })}</button>`}</div>
    ${fault && html`<p class="notice bad" role="alert">${fault}</p>`}${why && html`<p class="notice">${t(why)}</p>`}${!trace && busy && html`<p class="muted" role="status">${t('Searching…')}</p>`}
    ${trace && (graph ? html`<${Playback} key=${chosen} graph=${graph} show=${show} trace=${trace} rule=${chosen} view=${view} look=${look} />` : html`<${Table} trace=${trace} root="" />`)}`;
}

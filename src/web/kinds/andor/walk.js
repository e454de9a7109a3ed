// AO* step by step: the graph as far as it is made, and the current step of the printed algorithm.
import { cls, html, useMemo, useSignal } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';
import { useAsk } from '../../parts/ask.js';
import { Slider } from '../../parts/slider.js';
import { tipOrders } from './engines.js';
import { DRAWN, byId, part, readGraph } from './graph.js';
import { Legend, Picture, cost } from './picture.js';
import { cyclesOf, frames } from './playback.js';
import { named } from './result.js';

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

// ---- the drawing ----

function looksOf(frame, graph) {
  const marked = new Set(frame.marks.values()), partial = new Set(frame.partial), nodes = byId(graph.nodes);
  const node = (id) => {
    const known = frame.known.has(id), { terminal, h } = nodes.get(id);
    return { q: known ? frame.q.get(id) : undefined, h: known && !terminal && !frame.expanded.has(id) ? h : undefined,
      look: { ghost: !known, solved: frame.solved.has(id), tip: frame.tip === id && frame.phase !== 'revise', now: frame.revised?.node === id,
        open: frame.tips.includes(id) && ['follow', 'choose'].includes(frame.phase), fresh: frame.fresh.includes(id), dead: known && frame.q.get(id) === null } };
  };
  const connector = ({ id, from }) => ({ ghost: !frame.expanded.has(from), marked: marked.has(id), partial: partial.has(id) });
  const known = new Map(graph.connectors.map((one) => [one.id, connector(one)]));
  return { node, connector: (id) => known.get(id) };
}

const told = (frame, graph) => t('The graph after {n} cycles: q({root}) is {value}, {count} nodes are solved.', { n: frame.phase === 'end' ? frame.cycle : Math.max(0, frame.cycle - 1), root: graph.root, value: cost(frame.q.get(graph.root)), count: frame.solved.size });

// The steps so far; fetches further ones on demand.
function useSteps(problem, trace, rule) {
  const other = useAsk('andor'), more = useAsk('andor'), chosen = useSignal(rule), added = useSignal([]);
  const asked = useMemo(() => named(other.result), [other.result]), base = [trace, asked?.trace].find((one) => one?.tip === chosen.value);
  const now = base && added.value.length ? { ...base, steps: [...base.steps, ...added.value.flatMap(({ steps }) => steps)], complete: added.value.at(-1).complete || base.from + base.steps.length + added.value.flatMap(({ steps }) => steps).length > base.cycles } : base;
  const choose = (tip) => {
    chosen.value = tip;
    added.value = [];
    if (tip !== rule) other.ask({ ...problem, engine: 'ao_star', trace: true, tip });
  };
  const next = async () => {
    const found = named(await more.ask({ ...problem, engine: 'ao_star', tip: chosen.peek(), trace: { from: now.from + now.steps.length, count: 200 } }));
    if (found?.trace?.steps.length) added.value = [...added.peek(), found.trace];
  };
  return { trace: now, chosen: chosen.value, choose, next, busy: other.asking || more.asking, fault: other.fault ?? more.fault };
}

const left = ({ cycles, from = 1, steps }) => cycles - (from - 1) - steps.length;

function Cycles({ trace, all, at, pick, root }) {
  const begins = cyclesOf(all), now = begins.findLast(({ at: i }) => i <= at);
  const step = new Map(trace.steps.map((one) => [one.cycle, one]));
  return html`<ol class="steps" tabindex="0" aria-label=${t('Cycles')}>${begins.map(({ at: i, cycle, phase }) => html`<li key=${i}>
    <button type="button" class="quiet" aria-current=${i === now?.at ? 'step' : undefined} onClick=${() => pick(i)}>
      <span class="num muted">${phase === 'follow' ? cycle : ''}</span><span class="grow">${phase === 'start' ? t('The beginning') : phase === 'end' ? t('The end') : t('expands {tip}', { tip: step.get(cycle).expanded })}</span>
      ${phase === 'follow' && html`<span class="num">${q(root)} = ${cost(step.get(cycle).q_root)}</span>`}</button></li>`)}</ol>`;
}

function Playback({ graph, trace, rule, name }) {
  const whole = left(trace) <= 0;
  const all = useMemo(() => frames(graph, { ...trace, complete: whole }), [graph, trace]), at = useSignal(0);
  const connectors = useMemo(() => byId(graph.connectors), [graph]), frame = all[Math.min(at.value, all.length - 1)];
  if (!frame) return null;
  return html`<div class="walk"><div><${Picture} graph=${graph} looks=${looksOf(frame, graph)} label=${told(frame, graph)} name=${name} focus=${frame.revised?.node ?? frame.tip ?? graph.root} /><${Legend} playing /></div>
    <${Slider} at=${at} last=${all.length - 1} label=${t('AO* step by step')} stops=${{ at: cyclesOf(all).map((one) => one.at), back: t('Cycle back'), next: t('Next cycle') }}
      list=${(pick) => html`<${Cycles} trace=${trace} all=${all} at=${at.value} pick=${pick} root=${graph.root} />`}>
      <${FrameText} frame=${frame} graph=${graph} connectors=${connectors} rule=${rule} /><//></div>`;
}

// Returns the part of the graph to be drawn: all of it, or the nodes in the trace.
function seenBy(graph, { steps }) {
  if (graph.nodes.length <= DRAWN) return graph;
  const expanded = new Set(steps.map((one) => one.expanded));
  return part(graph, ({ from }) => expanded.has(from));
}

// The cycles as a table, for a graph too large to be drawn.
function Table({ trace, root }) {
  return html`<p class="notice">${t('More nodes than {count} are not drawn.', { count: DRAWN })}</p>
    <div class="scroll tall" tabindex="0" role="region" aria-label=${t('Cycles')}><table class="numeric"><thead><tr><th scope="col">${t('Cycle')}</th><th scope="col">${t('Expanded')}</th><th scope="col">${t('Revised')}</th><th scope="col">${t('New')}</th><th scope="col">${q(root)}</th></tr></thead>
    <tbody>${trace.steps.map((step) => html`<tr key=${step.cycle}><th scope="row">${step.cycle}</th><td>${step.expanded}</td><td>${step.revised?.length ?? 0}</td><td>${step.new?.length ?? 0}</td><td>${cost(step.q_root)}</td></tr>`)}</tbody></table></div>`;
}

export function Walk({ problem, result, name }) {
  const { trace, chosen, choose, next, busy, fault } = useSteps(problem, result.trace, result.trace.tip);
  const graph = useMemo(() => { const all = readGraph(problem, result); return all && !all.large && trace ? seenBy(all, trace) : null; }, [problem, result, trace]);
  const rest = trace ? left(trace) : 0;
  return html`<div class="row"><label>${t('Tip to be expanded')} <select onChange=${({ target }) => choose(target.value)} aria-busy=${busy}>
      ${tipOrders().map(([id, what]) => html`<option key=${id} value=${id} selected=${chosen === id}>${what}</option>`)}</select></label>
    ${trace && html`<span class="num muted">${q(graph?.root ?? '·')}: ${trace.steps.slice(0, 40).map((one) => cost(one.q_root)).join(', ')}${trace.steps.length > 40 ? ' …' : ''}</span>`}
    ${rest > 0 && html`<button type="button" class="second" aria-busy=${busy} onClick=${next}>${t('{count} more cycles', { count: number(rest) })}</button>`}</div>
    ${fault && html`<p class="notice bad" role="alert">${fault}</p>`}
    ${trace && (graph && graph.nodes.length <= DRAWN ? html`<${Playback} key=${chosen} graph=${graph} trace=${trace} rule=${chosen} name=${name} />` : html`<${Table} trace=${trace} root=${graph?.root ?? ''} />`)}`;
}

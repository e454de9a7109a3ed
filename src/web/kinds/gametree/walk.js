// Alpha-beta step by step, with minimax beside it.
import { cls, html, useMemo, useSignal } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';
import { keep } from '../../app/keep.js';
import { Slider } from '../../parts/slider.js';
import { Legend, Picture, shortValue, shown } from './picture.js';
import { after, frames, minimax, principal } from './playback.js';
import { nodeAt } from './tree.js';
import { worth } from './words.js';

const beside = keep('gametree.beside', matchMedia('(min-width: 60rem)').matches);
const nameOf = (tree, v) => (tree.children[v].length ? tree.name[v] : t('leaf {value}', { value: shown(tree.value[v]) }));
const windowOf = ({ alpha, beta }) => `α = ${shown(alpha ?? -Infinity)}, β = ${shown(beta ?? Infinity)}`;

function cutText(tree, { at, by, kind, value, bound }) {
  const values = { node: nameOf(tree, at), value: shown(value), by: by && nameOf(tree, nodeAt(tree, by)), bound: shown(bound ?? value) };
  if (!by) return t('Cut below {node}: its value {value} is outside the requested window.', values);
  return kind === 'alpha' ? t('Alpha cut below {node}: its value is at most {value}, and MAX at {by} already has {bound}.', values)
    : t('Beta cut below {node}: its value is at least {value}, and MIN at {by} already has {bound}.', values);
}

const heading = (tree, { event, at, kind }) => ({
  start: () => t('The beginning'), enter: () => t('Enter {node}', { node: nameOf(tree, at) }), leaf: () => t('Evaluate a leaf'), back: () => t('{node} is done', { node: nameOf(tree, at) }),
  cut: () => (kind === 'alpha' ? t('Alpha cut') : t('Beta cut')), end: () => t('The end')
})[event]();

function FrameText({ tree, frame, result }) {
  const { event, at } = frame, of = tree.parent[at], gone = frame.skipped_count ?? frame.skipped?.length ?? 0;
  return html`<h2>${heading(tree, frame)}</h2>
    ${event === 'start' && html`<p>${t('Leaves are evaluated from left to right; values are passed up as soon as they are known.')}</p>`}
    ${event === 'enter' && html`<p>${tree.max[at] ? t('MAX moves at {node}, within {window}.', { node: nameOf(tree, at), window: windowOf(frame) }) : t('MIN moves at {node}, within {window}.', { node: nameOf(tree, at), window: windowOf(frame) })}</p>`}
    ${event === 'leaf' && html`<p>${t('Its value {value} goes up to {node}.', { value: shown(frame.value), node: of >= 0 ? nameOf(tree, of) : '' })}</p>`}
    ${event === 'cut' && html`<p>${cutText(tree, frame)}</p><p>${gone === 1 ? t('One branch below it is not evaluated.') : t('{count} branches below it are not evaluated.', { count: gone })}</p>`}
    ${event === 'back' && html`<p>${of >= 0 ? t('{value} goes up to {node}.', { value: shown(frame.value), node: nameOf(tree, of) }) : worth(result)}</p>`}
    ${event === 'end' && html`<p>${worth(result)}</p>`}`;
}

// leaves: evaluated; all: of the tree
export const Counter = ({ leaves, all, minimum, done = true }) => html`<dl class="numbers"><div><dt>${t('Leaves evaluated')}</dt><dd class="num">${number(leaves)} / ${number(all)}</dd></div>
  ${minimum !== undefined && html`<div><dt>${t('Least possible')}</dt><dd class="num">${number(minimum)}</dd></div>${done && html`<div><dt>${t('Ratio')}</dt><dd class="num">${number(leaves / minimum, { maximumFractionDigits: 2 })} ×</dd></div>`}`}</dl>`;

// At a MAX node the value can only rise, at a MIN node only fall.
const bound = (tree, v, now) => (now === undefined ? '' : `${tree.max[v] ? '≥' : '≤'}${shortValue(now)}`);

function lookOf(tree, frame, of) {
  const visited = new Set(frame.visited);
  return (v) => {
    const open = frame.open.get(v);
    return { text: frame.done.has(v) ? shortValue(frame.done.get(v)) : open ? bound(tree, v, open.now) : '', window: of && open ? open : undefined,
      gone: frame.cut.has(v), seen: visited.has(v), open: !!open, now: frame.at === v && frame.event !== 'start' && frame.event !== 'end', done: frame.done.has(v) };
  };
}

function list(tree, all, at, pick) {
  const shownEvents = all.flatMap((frame, i) => (['leaf', 'cut', 'start', 'end'].includes(frame.event) ? [[frame, i]] : [])), now = shownEvents.findLast(([, i]) => i <= at)?.[1];
  return html`<ol class="steps" tabindex="0" aria-label=${t('Leaves and cuts')}>${shownEvents.map(([frame, i]) => html`<li key=${i}><button type="button" class="quiet" aria-current=${i === now ? 'step' : undefined} onClick=${() => pick(i)}>
    <span class="num muted">${frame.event === 'leaf' ? frame.leaves : ''}</span><span class=${cls('grow', { cut: frame.event === 'cut' })}>${frame.event === 'leaf' ? nameOf(tree, frame.at) : frame.event === 'cut' ? `${heading(tree, frame)}: ${nameOf(tree, frame.at)}` : heading(tree, frame)}</span></button></li>`)}</ol>`;
}

export function Walk({ tree, result, name }) {
  const all = useMemo(() => frames(tree, result.trace.steps, result.trace.complete), [tree, result]), plain = useMemo(() => minimax(tree), [tree]), at = useSignal(0);
  const frame = all[Math.min(at.value, all.length - 1)], ended = frame.event === 'end', leaves = ended ? plain.leaves : frame.leaves;
  const done = after(tree, plain, leaves), stops = all.flatMap(({ event }, i) => (event === 'cut' || event === 'start' || event === 'end' ? [i] : []));
  return html`<div class="walk"><div><h2>${t('Alpha-beta')}</h2><${Picture} tree=${tree} focus=${frame.at} look=${lookOf(tree, frame, true)} off=${frame.off} line=${ended ? principal(tree, frame.done) : undefined} name=${name}
      label=${t('Alpha-beta after {count} leaves', { count: frame.leaves })} />
    ${beside.value && html`<h2>${ended ? t('Minimax') : t('Minimax after as many leaves')}</h2><${Picture} tree=${tree} name=${`${name}-minimax`} focus=${frame.at} label=${t('Minimax after {count} leaves', { count: leaves })}
      line=${ended ? principal(tree, done) : undefined} look=${(v) => ({ text: done.has(v) ? shortValue(done.get(v)) : '', seen: plain.last[v] <= leaves && !tree.children[v].length, done: done.has(v) })} />`}
    <div class="row"><${Legend} /><label><input type="checkbox" checked=${beside.value} onChange=${({ target }) => { beside.value = target.checked; }} /> ${t('Minimax beside it')}</label></div></div>
    <div><${Slider} at=${at} last=${all.length - 1} label=${t('Alpha-beta step by step')} stops=${{ at: stops, back: t('Cut before'), next: t('Next cut') }} list=${(pick) => list(tree, all, at.value, pick)}>
      <${FrameText} tree=${tree} frame=${frame} result=${result} /><//><${Counter} leaves=${frame.leaves} all=${plain.leaves} minimum=${result.minimum_leaves} done=${ended} /></div></div>`;
}

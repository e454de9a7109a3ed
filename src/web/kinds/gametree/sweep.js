// Minimax step by step: depth first, or with the lists OPEN and CLOSED as the lecture notes print it.
import { cls, html, useMemo, useSignal } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { Slider } from '../../parts/slider.js';
import { Legend, Picture, shortValue, shown } from './picture.js';
import { principal, sweepFrames } from './playback.js';
import { hasChance, leavesOf } from './tree.js';
import { Counter } from './walk.js';
import { worth } from './words.js';

// The procedure on pages 68 and 69, without its misprints: [the steps that reach a line, the line]
const LINES = [
  [['start'], 'T := (s, MAX), OPEN := (s), CLOSED := ( )'],
  [[], 'LOOP1: IF OPEN = ( ) THEN GO LOOP2'],
  [['leaf', 'expand'], '    n := FIRST(OPEN), REMOVE(n, OPEN)'],
  [['leaf'], '    IF e(n) = ∞, −∞, 0: GO LOOP1'],
  [['expand'], '    ADD(n, CLOSED), EXPAND(n) → {nᵢ}, ADD({nᵢ}, T)'],
  [['expand'], '    IF d(nᵢ) < L THEN ADD({nᵢ}, OPEN) ELSE e(nᵢ); GO LOOP1'],
  [[], 'LOOP2: IF CLOSED = NIL THEN GO LOOP3'],
  [['back'], '    nₚ := FIRST(CLOSED), REMOVE(nₚ, CLOSED)'],
  [['backMAX'], '    IF nₚ ∈ MAX THEN e(nₚ) := max e(nₖ)'],
  [['backMIN'], '    IF nₚ ∈ MIN THEN e(nₚ) := min e(nₖ)'],
  [['backCHANCE'], '    IF nₚ ∈ CHANCE THEN e(nₚ) := Σ p e(nₖ)'],
  [['exit'], 'LOOP3: EXIT(END ∨ M(Move, T))']
];

// The name of an inner node; a leaf is named by its place below the parent: B2.
const nameOf = (tree, v) => tree.name[v] || (v ? `${tree.name[tree.parent[v]]}${tree.children[tree.parent[v]].indexOf(v) + 1}` : 's');

const heading = (tree, { event, at }) => ({
  start: () => t('The beginning'), enter: () => t('Enter {node}', { node: nameOf(tree, at) }), leaf: () => t('Evaluate a leaf'), expand: () => t('{node} is expanded', { node: nameOf(tree, at) }),
  back: () => t('{node} is done', { node: nameOf(tree, at) }), exit: () => t('The end')
})[event]();

function text(tree, frame, result) {
  const { event, at, player, values, open } = frame, node = nameOf(tree, at), of = tree.parent[at], value = shown(frame.value);
  if (event === 'start') return t('The root is on OPEN, CLOSED is empty.');
  if (event === 'enter') return player === 'CHANCE' ? t('Chance moves at {node}.', { node }) : player === 'MAX' ? t('MAX moves at {node}.', { node }) : t('MIN moves at {node}.', { node });
  if (event === 'expand') return values ? t('{node} goes from OPEN to the front of CLOSED. Its children are at the depth limit and get their values at once.', { node }) : t('{node} goes from OPEN to the front of CLOSED. Its children go to the end of OPEN.', { node });
  if (event === 'leaf') return open ? t('{node} is taken from OPEN. It is decided: its value is {value}.', { node, value }) : of < 0 ? worth(result) : t('Its value {value} goes up to {node}.', { value, node: nameOf(tree, of) });
  if (event === 'exit' || (of < 0 && !open && player !== 'CHANCE')) return worth(result);
  if (player === 'CHANCE') return t('Chance at {node}: the mean of its children is {value}.', { node, value });
  return player === 'MAX' ? t('MAX at {node} takes the largest value of its children: {value}.', { node, value }) : t('MIN at {node} takes the smallest value of its children: {value}.', { node, value });
}

const Lists = ({ tree, frame: { open, closed, open_count: more, closed_count: below } }) => html`<dl class="lists">${[['OPEN', open, more], ['CLOSED', closed, below]].map(([name, list, count]) => html`<div key=${name}><dt>${name}</dt><dd>${list.length ? `${list.map((v) => nameOf(tree, v)).join(', ')}${count ? ' …' : ''}` : '( )'}</dd></div>`)}</dl>`;

const Procedure = ({ frame: { event, player }, chance }) => html`<ol class="procedure" aria-label=${t('The procedure')}>${LINES.filter(([[event]]) => chance || event !== 'backCHANCE').map(([events, line], i) => html`<li key=${i} class=${cls('', { now: events.includes(event) || (event === 'back' && events.includes(`back${player}`)) })}>${line}</li>`)}</ol>
  <details><summary>${t('Three misprints of the lecture notes')}</summary><ol><li>${t('“e(n) := 0” stands for ∞, −∞ or 0: won, lost or drawn.')}</li>
    <li>${t('ADD(n, CLOSED) must put n in front: behind, FIRST(CLOSED) stays the root and LOOP2 never ends.')}</li><li>${t('A decided node must not go on CLOSED: it has no children, and LOOP2 would replace its value by the maximum of none.')}</li></ol></details>`;

export function Sweep({ tree, result, name }) {
  const all = useMemo(() => sweepFrames(tree, result.trace.steps), [tree, result]), at = useSignal(0), frame = all[Math.min(at.value, all.length - 1)], lists = frame.open !== undefined;
  const ended = at.value === all.length - 1 && result.trace.complete, method = lists ? t('Minimax with OPEN and CLOSED') : hasChance(tree) ? t('Expectiminimax') : t('Minimax');
  const look = (v) => ({ text: frame.done.has(v) ? shortValue(frame.done.get(v)) : '', done: frame.done.has(v), seen: frame.done.has(v), gone: !frame.met.has(v), open: frame.open?.includes(v), now: frame.at === v && frame.event !== 'start' && !ended });
  const list = (pick) => html`<ol class="steps" tabindex="0" aria-label=${t('Steps')}>${all.map((one, i) => html`<li key=${i}><button type="button" class="quiet" aria-current=${i === at.value ? 'step' : undefined} onClick=${() => pick(i)}>${one.event === 'leaf' ? nameOf(tree, one.at) : heading(tree, one)}</button></li>`)}</ol>`;
  return html`<div class="walk"><div><h2>${method}</h2><${Picture} tree=${tree} focus=${frame.at} look=${look} line=${ended ? principal(tree, frame.done) : undefined} name=${name} label=${t('Minimax after {count} leaves', { count: frame.leaves })} /><${Legend} cuts=${false} chance=${hasChance(tree)} />
      ${lists && html`<${Lists} tree=${tree} frame=${frame} /><${Procedure} frame=${frame} chance=${hasChance(tree)} />`}</div>
    <div><${Slider} at=${at} last=${all.length - 1} label=${method} list=${list}><h2>${heading(tree, frame)}</h2><p>${text(tree, frame, result)}</p><//><${Counter} leaves=${frame.leaves} all=${leavesOf(tree)} minimum=${result.minimum_leaves} done=${ended} /></div></div>`;
}

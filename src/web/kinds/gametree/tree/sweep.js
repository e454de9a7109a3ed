// Minimax in words: depth first, or with the lists OPEN and CLOSED as the lecture notes print it; also with chance nodes.
import { cls, html } from '../../../app/dom.js';
import { t } from '../../../app/i18n.js';
import { shortValue, shown, worth } from '../words.js';
import { hasChance } from './model.js';
import { principal, sweeping } from './playback.js';

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

function reason(tree, frame, result) {
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

// Returns the story of an answer with a trace of minimax or expectiminimax, as in steps.js.
export function sweep(tree, result) {
  const played = sweeping(tree, result.trace.steps), lists = played.steps[0]?.open !== undefined, last = played.steps.at(-1), chance = hasChance(tree);
  const ended = (frame) => result.trace.complete && frame.n === played.count - 1;
  const items = played.steps.map((step, i) => ({ i, text: step.event === 'leaf' ? nameOf(tree, step.at) : heading(tree, step) }));
  return {
    name: () => (lists ? t('Minimax with OPEN and CLOSED') : chance ? t('Expectiminimax') : t('Minimax')), count: last ? played.count : 0, frame: (i) => ({ ...played.at(i), n: i }), items, ended,
    heading: (frame) => heading(tree, frame), reasons: (frame) => [reason(tree, frame, result)],
    Below: ({ frame }) => lists && html`<${Lists} tree=${tree} frame=${frame} /><${Procedure} frame=${frame} chance=${chance} />`,
    look: (frame, v) => {
      const done = frame.done.has(v), now = frame.at === v && frame.event !== 'start' && !ended(frame);
      return { text: done ? shortValue(frame.done.get(v)) : '', look: { done, seen: done, gone: !frame.met.has(v), open: !!frame.open?.includes(v) && !now, warn: now } };
    },
    cut: () => false, line: (frame) => (ended(frame) ? principal(tree, frame.done) : undefined), leaves: (frame) => frame.leaves
  };
}

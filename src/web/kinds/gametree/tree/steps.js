// Alpha-beta in words: the heading, reason and look of each step.
import { t } from '../../../app/i18n.js';
import { shortValue, shown, worth } from '../words.js';
import { after, cutting, minimax, principal } from './playback.js';
import { nodeAt } from './model.js';

export const nameOf = (tree, v) => (tree.children[v].length ? tree.name[v] : t('leaf {value}', { value: shown(tree.value[v]) }));
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

// Returns the sentences of a step.
function reasons(tree, frame, result) {
  const { event, at } = frame, of = tree.parent[at], gone = frame.skipped_count ?? frame.skipped?.length ?? 0, node = nameOf(tree, at);
  if (event === 'start') return [t('Leaves are evaluated from left to right; values are passed up as soon as they are known.')];
  if (event === 'enter') return [tree.max[at] ? t('MAX moves at {node}, within {window}.', { node, window: windowOf(frame) }) : t('MIN moves at {node}, within {window}.', { node, window: windowOf(frame) })];
  if (event === 'leaf') return [t('Its value {value} goes up to {node}.', { value: shown(frame.value), node: of >= 0 ? nameOf(tree, of) : '' })];
  if (event === 'cut') return [cutText(tree, frame), gone === 1 ? t('One branch below it is not evaluated.') : t('{count} branches below it are not evaluated.', { count: gone })];
  if (event === 'back' && of >= 0) return [t('{value} goes up to {node}.', { value: shown(frame.value), node: nameOf(tree, of) })];
  return [worth(result)];
}

// At a MAX node the value can only rise, at a MIN node only fall.
const bound = (tree, v, now) => (now === undefined ? '' : `${tree.max[v] ? '≥' : '≤'}${shortValue(now)}`);

function lookOf(tree, frame, v) {
  const open = frame.open.get(v), done = frame.done.has(v), now = frame.at === v && frame.event !== 'start' && frame.event !== 'end';
  return { text: done ? shortValue(frame.done.get(v)) : open ? bound(tree, v, open.now) : '', above: open && `α ${shortValue(open.alpha)}  β ${shortValue(open.beta)}`,
    look: { gone: frame.cut.has(v), seen: frame.visited.has(v), done, open: !!open && !now, warn: now } };
}

// Returns the story of an answer with a trace of alpha-beta:
// { name, count, frame(i), heading(frame), reasons(frame), look(frame, v), cut(frame, v), line(frame), leaves(frame), stops, items: [{ i, text, n, cut }],
// beside(frame, v): the look of minimax after as many leaves }.
export function alphaBeta(tree, result) {
  const played = cutting(tree, result.trace.steps, result.trace.complete), plain = minimax(tree);
  let leaf = 0;
  const items = played.steps.flatMap(({ event, at, ...step }, i) => (event === 'leaf' ? [{ i, n: ++leaf, text: nameOf(tree, at) }] : event === 'cut' ? [{ i, cut: true, text: `${heading(tree, { event, at, ...step })}: ${nameOf(tree, at)}` }]
    : event === 'start' || event === 'end' ? [{ i, text: heading(tree, { event, at }) }] : []));
  const ended = ({ event }) => event === 'end';
  let known = null; // what minimax knows after so many leaves
  const minimaxAt = (frame) => {
    const leaves = ended(frame) ? plain.leaves : frame.leaves;
    if (known?.leaves !== leaves) known = { leaves, done: after(tree, plain, leaves) };
    return known;
  };
  return {
    name: () => t('Alpha-beta'), count: played.count, frame: played.at, items, stops: { at: items.filter(({ n }) => !n).map(({ i }) => i), back: t('Cut before'), next: t('Next cut') },
    heading: (frame) => heading(tree, frame), reasons: (frame) => reasons(tree, frame, result),
    look: (frame, v) => lookOf(tree, frame, v), cut: (frame, v) => frame.off.has(v), line: (frame) => (ended(frame) ? principal(tree, frame.done) : undefined), leaves: (frame) => frame.leaves, ended,
    beside: {
      look: (frame, v) => { const { done, leaves } = minimaxAt(frame); return { text: done.has(v) ? shortValue(done.get(v)) : '', look: { seen: plain.last[v] <= leaves && !tree.children[v].length, done: done.has(v) } }; },
      line: (frame) => (ended(frame) ? principal(tree, minimaxAt(frame).done) : undefined), leaves: (frame) => minimaxAt(frame).leaves
    }
  };
}

// What is drawn into the table: marks, lines beside the names, and what they say. The question, the answer and each step
// of it are drawn into the same table.
import { t } from '../../app/i18n.js';
import { isName } from './game.js';
import { mean, read, show, value } from './number.js';
import { playersOf } from './words.js';

const FEW = 12; // strategies up to which expected payoffs are shown
const join = (...marks) => marks.filter(Boolean).join(' ');

// What is wrong with a text, or ''.
export const checkOf = ({ rows, cols }) => (text, { i, j }) => {
  if (i < 0 || j < 0) return isName(text, i < 0 ? cols : rows) ? '' : t('not a name of its own');
  return read(text) ? '' : text ? t('not a number') : t('empty');
};

// Returns the name of a cell without its text.
export function nameOf(game) {
  const players = playersOf(game), own = game.form === 'decision' ? [t('payoff')] : players;
  return ({ i, j, k }) => (i < 0 ? t('Name of column {n}', { n: j + 1 }) : j < 0 ? t('Name of row {n}', { n: i + 1 }) : `${own[k]}: ${game.rows[i]}, ${game.cols[j]}`);
}

// Best answers and pure equilibria, as one types. live: of live.js
export function liveMarks(game, { row, col, pure }) {
  const frames = new Set(pure.map(([i, j]) => `${i} ${j}`)), two = game.form === 'bimatrix';
  const value = (i, j, k) => (two ? (k ? col : row).has(`${i} ${j}`) && 'under' : join(row.has(`${i} ${j}`) && 'under', col.has(`${i} ${j}`) && 'over'));
  return { value: (i, j, k) => value(i, j, k) || '', cell: (i, j) => (frames.has(`${i} ${j}`) ? 'frame' : '') };
}

export const liveNotes = (game) => ({ under: t('best answer'), over: t('best answer of {player}', { player: playersOf(game)[1] }), frame: t('pure equilibrium') });

// ---- an equilibrium: the weights of both players and what their strategies pay ----

function paysOf({ row_payoff: a, col_payoff: b }, { row, col }) {
  if (a.length > FEW || a[0].length > FEW) return {};
  return { row: a.map((line) => mean(col, line)), col: a[0].map((_, j) => mean(row, b.map((line) => line[j]))) };
}

const lineOf = (weight, pays, best) => [{ text: show(weight, true), bar: value(weight) }, pays !== undefined && { text: `${t('pays')} ${show(pays)}`, mark: best ? 'under' : '', note: best ? t('best answer') : '' }].filter(Boolean);

// on: an equilibrium of the list, or {row, col} weights alone. Returns {extra, marks} that add to those of liveMarks.
export function weightsOf(result, on) {
  if (!on) return {};
  const pays = on.payoff ? paysOf(result, on) : {}, used = { row: new Set(on.row_support), col: new Set(on.col_support) };
  const lines = (player) => (k) => lineOf(on[player][k], pays[player]?.[k], on[`${player}_best`]?.includes(k));
  return { extra: { row: lines('row'), col: lines('col') },
    marks: { row: (i) => (used.row.has(i) ? 'lit' : ''), col: (j) => (used.col.has(j) ? 'lit' : ''), cell: (i, j) => (used.row.has(i) && used.col.has(j) ? 'lit' : '') } };
}

// ---- dominance: struck strategies ----

// The run of eliminations: with weak dominance, too, or strict alone.
export const runOf = ({ dominance: { iterated } }, weak) => (weak ? iterated.weak : iterated.strict);

// Returns the strategies eliminated before step `at`: those of earlier rounds and of earlier steps of its round.
export function struckBefore({ rows, cols }, order, at) {
  const struck = { row: new Set(), col: new Set() };
  for (const { player, strategy } of order.slice(0, at)) struck[player].add((player === 'row' ? rows : cols).indexOf(strategy));
  return struck;
}

// Returns the marks of a step.
export function stepMarks(result, weak, at) {
  const { order } = runOf(result, weak), step = order[at], placeOf = (player, name) => (player === 'row' ? result.rows : result.cols).indexOf(name);
  const by = step && (typeof step.by === 'string' ? [step.by] : Object.keys(step.by));
  return struckMarks(struckBefore(result, order, at), step && { player: step.player, strategy: placeOf(step.player, step.strategy), by: by.map((name) => placeOf(step.player, name)) });
}

// struck: {row, col: Set}; now: {player, strategy, by: indices} of the step
function struckMarks(struck, now) {
  const own = (player) => (k) => join(struck[player].has(k) && 'struck', now?.player === player && (now.strategy === k ? 'out' : now.by.includes(k) ? 'by' : ''));
  return { row: own('row'), col: own('col'), value: () => '',
    cell: (i, j) => join((struck.row.has(i) || struck.col.has(j)) && 'struck', now && (now.player === 'row' ? i : j) === now.strategy && 'out') };
}

export const struckNotes = () => ({ struck: t('eliminated'), out: t('dominated'), by: t('dominates') });

// ---- other panes ----

// The outcomes on the Pareto front.
export function frontMarks({ pareto, rows, cols }) {
  const front = new Set(pareto.map(({ row, col }) => `${rows.indexOf(row)} ${cols.indexOf(col)}`));
  return { cell: (i, j) => (front.has(`${i} ${j}`) ? 'by' : '') };
}

// Whether a player has two strategies: see panes/curves.js.
export const drawable = (result) => result.game !== 'decision' && (result.rows.length === 2 || result.cols.length === 2) && Math.max(result.rows.length, result.cols.length) <= 40;

// ---- decisions ----

// judged: of criteria.js; name: the criterion that is shown. The states that decide are underlined, the best acts lit.
export function criterionOf({ probability }, judged, name) {
  const { values, best, states } = judged[name];
  return { extra: { col: (j) => (probability ? [{ text: show(probability[j], true), bar: value(probability[j]) }] : undefined), row: (i) => [{ text: values[i] === null || values[i] === undefined ? '–' : show(values[i]), note: best.includes(i) ? t('best') : '', mark: best.includes(i) ? 'under' : '' }] },
    marks: { value: (i, j) => (states[i].includes(j) ? 'under' : ''), cell: (i) => (best.includes(i) ? 'lit' : ''), row: (i) => (best.includes(i) ? 'lit starred' : '') },
    notes: { under: t('decides'), starred: t('best') },
    sub: name === 'regret' ? (i, j) => (judged.regrets[i][j] === undefined ? '' : judged.regrets[i][j] === '0' ? '0' : `−${show(judged.regrets[i][j])}`) : undefined };
}

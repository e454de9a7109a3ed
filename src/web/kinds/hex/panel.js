// What stands beside the board: the engine, a new game, the moves, what is shown.
import { cls, html, useSignal } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';
import { keep } from '../../app/keep.js';
import { link } from '../../app/router.js';
import { Field } from '../../parts/field.js';
import { NetChoice, NetName } from './nets.js';
import { ENGINES, readText, settingsOf } from './read.js';
import { LARGEST, SMALLEST } from './rules.js';
import { engineName, moveName } from './words.js';

const ITERATIONS = [1000, 5000, 20000, 100000, 500000, 2000000], SIMULATIONS = [50, 200, 400, 800, 3000, 10000, 100000];

export const shows = { values: keep('hex.values', true), proof: keep('hex.proof', true), numbers: keep('hex.numbers', false), always: keep('hex.always', false) };

const select = (label, value, options, change) => html`<label>${label} <select onChange=${({ target }) => change(target.value)}>${options.map(([id, name]) => html`<option key=${id} value=${id} selected=${String(id) === String(value)}>${name}</option>`)}</select></label>`;
const check = (label, on, change) => html`<label><input type="checkbox" checked=${on} onChange=${({ target }) => change(target.checked)} /> ${label}</label>`;

// The buttons below the board, and what is known of the cell under the pointer or the focus.
export function Tools({ play, at, held, nameOf }) {
  const { game: { moves }, all, go, undo, redo } = play, n = moves.length;
  const button = (sign, name, run, off) => html`<button type="button" class="second sign" aria-label=${name} title=${name} aria-disabled=${off} onClick=${run}>${sign}</button>`;
  return html`<div class="row tight hex-steps">${button('«', t('To the start'), () => go(0), !n)}${button('↶', t('Undo'), undo, !n)}<span class="num muted">${n} / ${all.length}</span>${button('↷', t('Redo'), redo, n === all.length)}${button('»', t('To the end'), () => go(all.length), n === all.length)}
    <${Told} at=${at} held=${held} nameOf=${nameOf} /></div>`;
}

const Told = ({ at, held, nameOf }) => html`<span class="hex-told muted num" aria-hidden="true">${held.value >= 0 ? t('Touch again: {cell}', { cell: nameOf(held.value) }) : at.value >= 0 ? nameOf(at.value) : ''}</span>`;

export function Engine({ play: { game, bots, setup, turn } }) {
  const engine = game.engine ?? (game.rows * game.cols <= 25 ? 'exact' : 'uct'), { iterations = 10000, simulations = 400 } = game;
  const amounts = (list, now) => [...new Set([...list, now])].sort((a, b) => a - b).map((n) => [n, number(n)]);
  return html`<fieldset class="row hex-options"><legend>${t('Engine')}</legend>
    ${select(t('Engine'), engine, ENGINES.map((name) => [name, engineName(name)]), (name) => setup({ engine: name, iterations: name === 'uct' ? iterations : undefined, simulations: name === 'dqn+search' ? simulations : undefined, all: name === 'exact' ? game.all : undefined, ...(!/^dqn/.test(name) && { net: undefined, model: undefined }) }))}
    ${engine === 'uct' && select(t('Playouts'), iterations, amounts(ITERATIONS, iterations), (n) => setup({ iterations: Number(n) }))}
    ${engine === 'dqn+search' && select(t('Simulations'), simulations, amounts(SIMULATIONS, simulations), (n) => setup({ simulations: Number(n) }))}
    ${/^dqn/.test(engine) && html`<${NetChoice} value=${game.model} given=${game.net} change=${(model) => setup({ model, net: undefined })} />`}
    ${engine === 'exact' && check(t('Prove every move'), !!game.all, (on) => setup({ all: on || undefined }))}
    ${select(t('It plays'), bots || 'none', [['none', t('neither side')], ['w', t('White')], ['b', t('Black')], ['bw', t('both sides')]], turn)}
  </fieldset>`;
}

export function NewGame({ play: { game, begin } }) {
  const size = useSignal(game.rows === game.cols ? game.rows : 11), side = useSignal('w'), swap = useSignal(!!game.swap);
  const start = (event) => { event.preventDefault(); begin({ size: size.value, moves: [], ...settingsOf(game), ...(swap.value && { swap: true }) }, side.value); };
  return html`<form onSubmit=${start}><fieldset class="row hex-options"><legend>${t('New game')}</legend>
    ${select(t('Size'), size.value, Array.from({ length: LARGEST - SMALLEST + 1 }, (_, i) => [i + SMALLEST, `${i + SMALLEST} × ${i + SMALLEST}`]), (n) => { size.value = Number(n); })}
    ${select(t('You play'), side.value, [['w', t('Black, first')], ['b', t('White, second')], ['none', t('both sides')]], (who) => { side.value = who; })}
    ${check(t('Swap rule'), swap.value, (on) => { swap.value = on; })}
    <button class="second">${t('Start the game')}</button><a href=${link(['games'], { game: 'hex', size: size.value, swap: swap.value ? 1 : 0 })}>${t('Play with another person…')}</a></fieldset></form>`;
}

// mistakes: of review.js
export function Moves({ play: { all, game: { moves }, go }, mistakes }) {
  const one = (move, i) => {
    const lost = mistakes.get(i), better = lost?.better && moveName(lost.better[0]);
    const said = lost && `${i + 1}. ${moveName(move)}, ${better ? t('loses; {move} wins', { move: better }) : t('loses')}`;
    return html`<li key=${i}><button type="button" class=${cls('quiet num', { lost })} aria-current=${i + 1 === moves.length ? 'step' : undefined} aria-label=${said} title=${said} onClick=${() => go(i + 1)}>${i + 1}. ${moveName(move)}${lost && ' ✕'}</button></li>`;
  };
  return all.length > 0 && html`<ol class="hex-moves" aria-label=${t('Moves')}>${all.map(one)}</ol>`;
}

export function MovesField({ play: { all, game, begin, take } }) {
  const text = all.join(' ');
  const read = (given) => {
    if (!given.trim()) { take([]); return true; }
    const { rows, cols, board, ...rest } = game, found = readText(given, board ? undefined : rows === cols ? { size: rows, ...rest } : undefined);
    if (!found) return false;
    begin(found);
    return true;
  };
  return html`<${Field} label=${t('Moves as text')} hint=${t('For example “a2 swap f6”, or an address of HexWorld.')} value=${text} read=${read} />`;
}

// What is drawn on the board beside the stones, with its meaning.
export function Shown({ play: { result, measure } }) {
  const one = (name, label) => check(label, shows[name].value, (on) => { shows[name].value = on; });
  const key = (look, label) => html`<span><i class=${`swatch ${look}`}></i>${label}</span>`;
  return html`<fieldset class="row hex-options"><legend>${t('Show')}</legend>${one('values', t('Values and best line'))}${one('proof', t('Proof'))}${one('numbers', t('Numbers of moves'))}${one('always', t('Judge each position'))}</fieldset>
    ${result && html`<p class="hex-legend">${measure && shows.values.value && key('heat', measure === 'resistance' ? t('share of the current') : t('win rate of the side to move'))}
      ${shows.proof.value && html`${result.must_play && key('must', t('must-play: all other moves lose'))}${result.connection && key(`link ${result.connection.side}`, t('connection that wins'))}${Object.values(result.cells ?? {}).some(({ proof }) => proof) && html`<span>✓ ${t('wins')}, ✕ ${t('loses')}</span>`}`}</p>`}`;
}

export function Facts({ result: { engine, net, statistics = {} } }) {
  const { iterations, nodes, simulations } = statistics, facts = [t('by {engine}', { engine: engineName(engine) }), iterations !== undefined && t('{count} playouts', { count: number(iterations) }), simulations !== undefined && t('{count} simulations', { count: number(simulations) }), nodes !== undefined && t('{count} positions', { count: number(nodes) })].filter(Boolean);
  return html`<p class="muted num">${facts.join(' · ')}${net && html` · ${t('network:')} <${NetName} net=${net} />`}</p>`;
}


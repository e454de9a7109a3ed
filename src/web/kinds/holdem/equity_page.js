// Equities: cards on the table, players with ranges, and one grid of starting hands, which is drawn on and answers.
import { html, useEffect, useMemo } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';
import { useUndoKeys } from '../../parts/history.js';
import { Surface } from '../../surface/surface.js';
import { Decision, Stakes } from './decision.js';
import { Equities } from './equities.js';
import { RangeGrid } from './grid.js';
import { Cards } from './picker.js';
import { PlayerTabs, RangeText } from './players.js';
import { Ways } from './ways.js';
import { cardsOf, textOfAll } from './cards.js';
import { COMBOS, countOf, handOf, meansOf, rangeOf, textOfRange, withClass } from './range.js';
import { methodText, percent, playerName, verdictOf } from './words.js';

const NOTHING = new Float64Array(COMBOS);

// Returns what the page draws of a problem: {players: [{range, name, weights}], board, dead}, weights undefined for an unreadable range.
function tableOf(problem) {
  const players = Array.isArray(problem?.players) ? problem.players : [{ range: '' }, { range: 'random' }];
  return { players: players.map((one) => ({ ...one, range: String(one?.range ?? ''), weights: rangeOf(one?.range ?? '') })), board: cardsOf(problem?.board ?? '') ?? [], dead: cardsOf(problem?.dead ?? '') ?? [] };
}

// Returns the cards that player `mine` cannot hold: board, dead cards, the hands of the others.
const blockedFor = ({ players, board, dead }, mine) => new Set([...board, ...dead, ...players.flatMap(({ weights }, i) => (i !== mine && weights && handOf(weights)) || [])]);

// What the grid shows: the weights while the range is edited, the equity of each hand in an answer.
function shownOf(player, dead, answer, pane) {
  const weights = player?.weights ?? NOTHING;
  if (!answer?.grid || pane === 'weight') return { shares: meansOf(weights, dead) };
  const { weight, equity } = answer.grid;
  return { shares: meansOf(weights, dead).map((mean, at) => (Number.isNaN(mean) ? NaN : weight[at] > 0 ? equity[at] ?? 0 : 0)), subs: equity.map((share, at) => (weight[at] > 0 && share !== null ? number(100 * share, { maximumFractionDigits: 0 }) : undefined)),
    said: weight.map((share, at) => (share > 0 && equity[at] !== null ? [t('equity {share}', { share: percent(equity[at]) }), share < 1 && t('weight {share}', { share: percent(share) })].filter(Boolean).join(', ') : undefined)) };
}

// The player whose grid is shown at first: the first with more than one hand.
const firstRange = (players) => Math.max(0, players.findIndex(({ weights }) => weights && !handOf(weights)));

const WEIGHTS = [1, 0.75, 0.5, 0.25];

const Brush = ({ brush, choose }) => html`<label class="brush"><span>${t('Weight')}</span><select value=${String(brush)} onChange=${({ target }) => choose(Number(target.value))}>
  ${WEIGHTS.map((one) => html`<option key=${one} value=${String(one)}>${percent(one)}</option>`)}</select></label>`;

function faultOf({ players, board }) {
  const unreadable = players.findIndex(({ weights }) => !weights);
  if (unreadable >= 0) return players[unreadable].range ? t('The range of {name} cannot be read.', { name: playerName(players[unreadable], unreadable) }) : t('{name} has no range yet.', { name: playerName(players[unreadable], unreadable) });
  if (![0, 3, 4, 5].includes(board.length)) return t('A board has 3, 4 or 5 cards.');
  return undefined;
}

// Returns the member of the problem that the server refuses, as a pointer, and the player whose range it is, or -1.
function refusalOf(session) {
  const pointer = session.fault.value?.pointer ?? '', player = /^\/players\/(\d+)/.exec(pointer);
  return { pointer, accused: player ? Number(player[1]) : -1 };
}

export function EquityPage({ session, kind, problem }) {
  const state = session.state.value, open = state === 'editing' || state === 'refused', { pointer, accused } = refusalOf(session);
  const result = session.answer.value, table = useMemo(() => tableOf(problem), [problem]), { players, board, dead } = table, view = session.view.value;
  const at = Math.min(players.length - 1, Number(view.player ?? firstRange(players))), brush = Number(view.brush ?? 1), blocked = useMemo(() => blockedFor(table, at), [table, at]);
  const shown = useMemo(() => shownOf(players[at], blocked, result?.players?.[at], view.pane), [players, at, blocked, result, view.pane]), editable = open && !session.opening.value;
  useUndoKeys(session);
  useEffect(() => { if (accused >= 0) session.look({ player: String(accused) }); }, [accused]);

  const change = (next, options) => session.change({ ...problem, ...next }, options);
  const put = (i, range) => change({ players: players.map(({ range: text, name }, k) => ({ range: k === i ? range : text, ...(name && { name }) })) });
  const paint = editable ? (hands) => put(at, textOfRange([...hands].reduce((weights, [hand, weight]) => withClass(weights, hand, weight), players[at].weights ?? NOTHING))) : undefined;
  const cards = (name) => editable && ((list) => change({ [name]: list.length ? textOfAll(list) : undefined }));
  const taken = new Set([...board, ...dead, ...players.flatMap(({ weights }) => (weights && handOf(weights)) || [])]), fault = faultOf(table);

  const drawing = html`<div class="holdem-board"><${Ways} session=${session} problem=${problem} />
    <${Cards} label=${t('Board cards')} cards=${board} most=${5} taken=${taken} change=${cards('board')} hint="Qh7s2d" refused=${pointer === '/board'} />
    <${PlayerTabs} players=${players} refused=${accused} equity=${result?.equity} at=${at} choose=${(i) => session.look({ player: String(i) })}
      add=${editable && players.length < 9 && (() => { change({ players: [...players.map(({ range, name }) => ({ range, ...(name && { name }) })), { range: 'random' }] }); session.look({ player: String(players.length) }); })}
      remove=${editable && players.length > 2 && ((i) => { change({ players: players.filter((_, k) => k !== i).map(({ range, name }) => ({ range, ...(name && { name }) })) }); session.look({ player: undefined }); })} />
    <${RangeText} player=${players[at]} i=${at} count=${players[at].weights ? countOf(players[at].weights, blocked) : undefined} change=${editable ? (range) => put(at, range) : undefined} />
    <${RangeGrid} key=${at} ...${shown} brush=${brush} paint=${paint} label=${t('Starting hands of {name}', { name: playerName(players[at], at) })} /></div>`;

  return html`<${Surface} session=${session} kind=${kind} className="holdem" board=${drawing} verdict=${result && verdictOf(result, players)} status=${fault ?? t('Solve it, or draw in the grid.')} progress=${progressOf(session.job.value?.progress, players)}
    tools=${editable ? html`<${Brush} brush=${brush} choose=${(weight) => session.look({ brush: weight === 1 ? undefined : String(weight) })} />` : result?.players?.[at]?.grid && html`<div class="row tight" role="group" aria-label=${t('The grid shows')}>
      ${[['equity', t('Equity')], ['weight', t('Weight')]].map(([id, name]) => html`<button type="button" key=${id} class="second" aria-pressed=${(view.pane ?? 'equity') === id} onClick=${() => session.look({ pane: id === 'equity' ? undefined : id })}>${name}</button>`)}</div>`}
    actions=${html`${open && html`<button type="button" onClick=${() => session.ask()}>${t('Solve')}</button>`}
      <button type="button" class="quiet" aria-disabled=${!session.past.value.length} onClick=${session.undo}>↶ ${t('Undo')}</button><button type="button" class="quiet" aria-disabled=${!session.future.value.length} onClick=${session.redo}>↷ ${t('Redo')}</button>`}>
    ${result && html`<${Equities} result=${result} players=${players} /><p class="muted">${methodText(result)}</p>`}
    ${result?.decision && html`<${Decision} decision=${result.decision} equity=${result.equity[0]} />`}
    ${editable && html`<${Stakes} problem=${problem} change=${change} />`}
    ${(editable || dead.length > 0) && html`<${Cards} label=${t('Dead cards')} cards=${dead} most=${40} taken=${taken} change=${cards('dead')} hint="AsTs" refused=${pointer === '/dead'} />`}
    ${editable && html`<p class="hint">${t('A click puts a hand into the range or takes it out, a drag paints; with the keyboard: arrows, then Space, or a digit for tenths.')}</p>`}<//>`;
}

function progressOf(progress, players) {
  if (progress?.boards !== undefined) return { text: t('{count} boards so far', { count: number(progress.boards) }), value: progress.boards / progress.of };
  if (progress?.samples === undefined) return undefined;
  const { samples, of, equity, stderr } = progress;
  return { text: [`${playerName(players[0], 0)} ${percent(equity, 1)} ± ${percent(1.96 * stderr, 2)}`, t('{count} random deals so far', { count: number(samples) })].join(' · '), value: samples / of };
}

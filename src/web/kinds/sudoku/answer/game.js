// The details of a potential game: the potential as a curve, counts, the shards and the meaning of the outcome. Loaded with
// the first game. game: of answer.js.
import { copy } from '../../../app/ui/copy.js';
import { html, useRef, useSignal } from '../../../app/dom.js';
import { bytes, compact, duration, number, t } from '../../../app/i18n.js';
import { lazy } from '../../../app/lazy.js';
import { Chart } from '../../../pages/metrics/chart.js';
import { Credit } from '../../../parts/members/credit.js';
import { solveAgain } from '../../../surface/job/fresh.js';
import { ShardTable } from '../../../pages/shard_table.js';
import { methodName } from '../words.js';

const KEPT = 300; // points of the traffic chart

// Describes a game that ended without a solution.
function meaning({ nash, potential }) {
  const n = number(-potential);
  return nash ? t('This is a Nash equilibrium: no player gains by changing alone. With {n} conflicts left it is not a solution.', { n })
    : t('It ended with {n} conflicts left. A solution may still exist.', { n });
}

function Curve({ curve }) {
  if (!(curve?.length > 1)) return null;
  return html`<${Chart} title=${t('Potential by updates')} series=${['Φ']} counted log format=${(value) => number(0 - value)}
    data=${[curve.map(([at]) => at), curve.map(([, potential]) => -potential)]} />`;
}

// Messages and bytes per second, from the growth of the counts that this page has received.
function Traffic({ shards, live }) {
  const seen = useRef({ columns: [[], [], []] });
  const total = (field) => shards.reduce((sum, shard) => sum + (shard[field] ?? 0), 0);
  const now = { at: Date.now() / 1000, messages: total('messages'), bytes: total('bytes') }, { last, columns } = seen.current;
  if (live && now.messages !== last?.messages) {
    const rate = (field) => (last ? Math.max(0, now[field] - last[field]) / Math.max(0.001, now.at - last.at) : null);
    const point = [now.at, rate('messages'), rate('bytes')];
    seen.current = { last: now, columns: columns.map((column, i) => [...column, point[i]].slice(-KEPT)) };
  }
  const { columns: drawn } = seen.current;
  return drawn[0].length > 1 && html`<${Chart} title=${t('Per second')} series=${[t('messages'), t('bytes')]} data=${drawn} log format=${compact} />`;
}

function Numbers({ game }) {
  const share = (value) => number(value, { style: 'percent', maximumSignificantDigits: 3 });
  const yesNo = (value) => (value ? t('yes') : t('no'));
  const entries = [
    ['method', /* t */ 'method', methodName], ['mode', /* t */ 'mode', methodName], ['potential', /* t */ 'potential Φ'], ['updates', /* t */ 'updates'],
    ['changes', /* t */ 'changes'], ['acceptance', /* t */ 'acceptance', share], ['beta', 'β'], ['runs', /* t */ 'runs'],
    ['players', /* t */ 'players'], ['nash', /* t */ 'Nash equilibrium', yesNo], ['round', /* t */ 'rounds'], ['ticks', /* t */ 'ticks'],
    ['exchanges', /* t */ 'exchanges'], ['messages', /* t */ 'messages'], ['bytes', /* t */ 'bytes', bytes]
  ];
  return html`<dl class="numbers small">${entries.filter(([field]) => game[field] !== undefined).map(([field, name, format = number]) =>
    html`<div key=${field}><dt>${t(name)}</dt><dd class="num">${format(game[field])}</dd></div>`)}</dl>`;
}

// The best end of all searches so far, which the board shows; its edge has the colour of the member.
function Best({ game: { best_member: holder, potential } }) {
  return html`<p role="status">${t('The best board so far has {n} conflicts. It is of {member}.', { n: number(-potential), member: holder === 'local' ? t('this server') : holder })}</p>`;
}

function Outcome({ game, live }) {
  const { trajectory } = game;
  return html`
    ${live && game.best_member && html`<${Best} game=${game} />`}
    ${!live && game.potential < 0 && html`<p class="notice warn">${meaning(game)}</p>`}
    <${Curve} curve=${game.curve} />
    <${Numbers} game=${game} />
    ${trajectory && html`<p>${t('Trajectory')} <code>${trajectory}</code>
      <button type="button" class="quiet" onClick=${() => copy(trajectory)}>${t('Copy')}</button></p>`}`;
}

const Replay = lazy(async () => (await import('../replay/replay.js')).Replay);

// What can be done with a game that is over.
function Again({ answer: { job, board, problem, replay }, game, session }) {
  const open = useSignal(false);
  if (!job.result) return null;
  return html`<div class="row"><button type="button" class="second" onClick=${() => solveAgain(session, problem)}>${t('Play again')}</button>
      ${game.trajectory && board && html`<button type="button" class="second" aria-expanded=${open.value} onClick=${() => { open.value = !open.value; }}>${t('Replay tick by tick')}</button>`}</div>
    ${open.value && html`<${Replay} job=${job} board=${board} show=${(picture) => { replay.value = picture; }} close=${() => { open.value = false; }} />`}`;
}

// How much was shared and how much this server played itself, and why.
function Pace({ pace: { shared, led, shared_per_s, led_per_s, round_trip_ms } }) {
  const part = number(shared + led > 0 ? shared / (shared + led) : 0, { style: 'percent', maximumSignificantDigits: 3 });
  const rates = { shared: compact(shared_per_s), alone: compact(led_per_s) };
  return html`<p class="small">${t('{part} of the updates were played in shared rounds, the rest by this server itself; the members confirmed those.', { part })}
    ${shared_per_s > 0 && led_per_s > 0 && ` ${t('Shared rounds give {shared} updates a second, this server alone {alone}.', rates)}`}
    ${round_trip_ms > 0 && ` ${t('A member answers a round after {time}.', { time: duration(round_trip_ms) })}`}</p>`;
}

// The shards of the game and the members that were quarantined.
function Players({ game: { shards, quarantined = [], credit, updates, pace }, live }) {
  return html`<section class="wide">
    <${ShardTable} label=${t('Shards of this game')} shards=${shards} />
    <${Credit} credit=${credit ?? []} whole=${updates} quarantined=${quarantined} note=${t('In updates. A member’s are those of the players in its rows.')}>${pace && html`<${Pace} pace=${pace} />`}<//>
    <${Traffic} shards=${shards} live=${live} /></section>`;
}

// live: the game is still played; answer: of answer.js.
export const Game = (props) => html`${!props.live && html`<${Again} ...${props} />`}<${Outcome} ...${props} />${props.game.shards && html`<${Players} ...${props} />`}`;

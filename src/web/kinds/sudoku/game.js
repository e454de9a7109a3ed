// How a game goes, or went: a job's progress while it is played, result.game then. The potential as a curve, numbers, who
// played, what the end means.
import { copy } from '../../app/copy.js';
import { html, useRef } from '../../app/dom.js';
import { Chart } from '../../app/chart.js';
import { bytes, number, t } from '../../app/i18n.js';
import { ShardTable } from '../../app/shards.js';

const KEPT = 300; // points of the traffic

// The game of a job, if it is or was one. Of a progress that began as a game and goes on otherwise, nothing is left to show.
export function gameOf({ progress, result }) {
  if (result) return result.game;
  return progress?.potential === undefined ? undefined : { method: progress.engine, ...progress };
}

const whole = ({ potential }) => -potential; // conflicts

// What an end without a solution means.
export function explain(game) {
  if (game.potential === 0) return '';
  return game.nash
    ? t('This is a Nash equilibrium: nobody gains by a change of its own. With {n} conflicts left it is no solution.', { n: number(whole(game)) })
    : t('The last run ended with {n} conflicts left. Whether the puzzle has a solution is not said by this.', { n: number(whole(game)) });
}

function Curve({ curve }) {
  if (!(curve?.length > 1)) return null;
  return html`<${Chart} title=${t('Potential by updates')} series=${['Φ']} counted log format=${(value) => number(-value)}
    data=${[curve.map(([at]) => at), curve.map(([, potential]) => -potential)]} />`;
}

// Messages and bytes as this page has seen them grow.
function Traffic({ shards, live }) {
  const seen = useRef([[], [], []]);
  const sum = (field) => shards.reduce((total, shard) => total + (shard[field] ?? 0), 0);
  const messages = sum('messages'), [times, before] = seen.current;
  if (live && messages !== before.at(-1))
    seen.current = [[...times, Date.now() / 1000], [...before, messages], [...seen.current[2], sum('bytes')]].map((column) => column.slice(-KEPT));
  if (seen.current[0].length < 2) return null;
  return html`<${Chart} title=${t('Messages and bytes so far')} series=${[t('messages'), t('bytes')]} data=${seen.current} log
    format=${(value) => number(value, { notation: 'compact' })} />`;
}

function Numbers({ game }) {
  const share = { style: 'percent', maximumSignificantDigits: 3 };
  const entries = [
    [t('method'), game.method && t(game.method)], [t('mode'), game.mode && t(game.mode)], [t('potential'), number(game.potential)],
    [t('updates'), number(game.updates)], [t('changes'), number(game.changes)], [t('acceptance'), game.acceptance && number(game.acceptance, share)],
    ['β', game.beta && number(game.beta)], [t('runs'), game.runs && number(game.runs)], [t('players'), game.players && number(game.players)],
    [t('Nash equilibrium'), game.nash !== undefined && (game.nash ? t('yes') : t('no'))], [t('round'), game.round && number(game.round)],
    [t('ticks'), game.ticks && number(game.ticks)], [t('exchanges'), game.exchanges && number(game.exchanges)],
    [t('messages'), game.messages && number(game.messages)], [t('bytes'), game.bytes && bytes(game.bytes)]
  ];
  return html`<dl class="numbers small">${entries.filter(([, value]) => value).map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd class="num">${value}</dd></div>`)}</dl>`;
}

export function Game({ game, live }) {
  const { shards, trajectory, quarantined = [] } = game;
  return html`
    ${!live && explain(game) && html`<p class="notice warn">${explain(game)}</p>`}
    <${Curve} curve=${game.curve} />
    <${Numbers} game=${game} />
    ${shards && html`<${ShardTable} label=${t('Shards of this game')} shards=${shards} /><${Traffic} shards=${shards} live=${live} />`}
    ${quarantined.map(({ member, why }) => html`<p class="notice bad" key=${member}>${t('{member} was shut out: {why}', { member, why })}</p>`)}
    ${trajectory && html`<p>${t('Trajectory')} <code>${trajectory}</code> <button type="button" class="quiet" onClick=${() => copy(trajectory)}>${t('Copy')}</button></p>`}`;
}

// Rows of the board by shard, from 0: [[first, end]]. Replicas have none.
export const bandsOf = (game) => (game?.shards ?? []).map(({ rows }) => rows && [rows[0] - 1, rows[1]]);

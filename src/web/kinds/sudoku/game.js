// How a game goes, or went: a job's progress while it is played, result.game then. The potential as a curve, numbers, who
// played, what the end means.
import { copy } from '../../app/copy.js';
import { html, useRef } from '../../app/dom.js';
import { Chart } from '../../app/chart.js';
import { bytes, compact, number, t } from '../../app/i18n.js';
import { ShardTable } from '../../app/shards.js';
import { methodName } from './words.js';

const KEPT = 300; // points of the traffic

// The game of a job, if it is or was one. Of a progress that began as a game and goes on otherwise, nothing is left to show.
export function gameOf({ progress, result }) {
  if (result) return result.game;
  return progress?.potential === undefined ? undefined : { method: progress.engine, ...progress };
}

// What an end without a solution means.
function meaning({ nash, potential }) {
  const n = number(-potential);
  return nash ? t('This is a Nash equilibrium: nobody gains by a change of its own. With {n} conflicts left it is no solution.', { n })
    : t('It ended with {n} conflicts left. That says nothing of whether there is a solution.', { n });
}

function Curve({ curve }) {
  if (!(curve?.length > 1)) return null;
  return html`<${Chart} title=${t('Potential by updates')} series=${['Φ']} counted log format=${(value) => number(0 - value)}
    data=${[curve.map(([at]) => at), curve.map(([, potential]) => -potential)]} />`;
}

// Messages and bytes a second, as this page has seen their counts grow.
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

export function Game({ game, live }) {
  const { trajectory } = game;
  return html`
    ${!live && game.potential < 0 && html`<p class="notice warn">${meaning(game)}</p>`}
    <${Curve} curve=${game.curve} />
    <${Numbers} game=${game} />
    ${trajectory && html`<p>${t('Trajectory')} <code>${trajectory}</code>
      <button type="button" class="quiet" onClick=${() => copy(trajectory)}>${t('Copy')}</button></p>`}`;
}

// Who played it.
export function Players({ game: { shards, quarantined = [] }, live }) {
  return html`<section class="wide">
    <${ShardTable} label=${t('Shards of this game')} shards=${shards} />
    ${quarantined.map(({ member, why }) => html`<p class="notice bad" key=${member}>${t('{member} was shut out: {why}', { member, why })}</p>`)}
    <${Traffic} shards=${shards} live=${live} /></section>`;
}

// Rows of the board by shard, from 0: [[first, end]]. Replicas have none.
export const bandsOf = (game) => (game?.shards ?? []).map(({ rows }) => rows && [rows[0] - 1, rows[1]]);

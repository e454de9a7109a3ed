// A match between two engines: who won how often, with intervals.
import { html } from '../../../app/dom.js';
import { number, t } from '../../../app/i18n.js';
import { ValueBars } from '../../../parts/charts/bars.js';
import { Surface } from '../../../surface/surface.js';
import { NetName } from '../nets.js';
import { percent } from '../opinion.js';
import { engineName } from '../words.js';
import { AddPhone, Members } from './members.js';
import './training.css';

export const about = () => t('Two engines play games against each other. The intervals hold with 95 %.');

const sideOf = (name, side) => (side ? t('{name}, {engine}', { name, engine: engineName(side.engine ?? 'uct') }) : name);
const rates = ({ wins, games, rate, interval: [low, high] }) => t('{wins} of {games}: {n} % ({low} to {high})', { wins: number(wins), games: number(games), n: percent(rate), low: percent(low), high: percent(high) });

function Sides({ result: { a, b } }) {
  return html`<div class="scroll" role="region" aria-label=${t('Result')} tabindex="0"><table class="hex-players"><thead><tr><th scope="col">${t('Engine')}</th><th scope="col">${t('Games won')}</th><th scope="col">${t('as Black')}</th><th scope="col">${t('as White')}</th></tr></thead>
    <tbody>${[['A', a], ['B', b]].map(([name, side]) => html`<tr key=${name}><th scope="row">${sideOf(name, side)}${side.net && html`<small class="muted"><${NetName} net=${side.net} /></small>`}</th><td class="num">${rates(side)}</td><td class="num">${side.as_black.games ? rates(side.as_black) : '–'}</td><td class="num">${side.as_white.games ? rates(side.as_white) : '–'}</td></tr>`)}</tbody></table></div>`;
}

function verdictOf({ a, b, games, planned }) {
  if (!games) return { tone: 'warn', text: t('No game ended.') };
  const [low, high] = a.interval, [name, side] = a.wins >= b.wins ? ['A', a] : ['B', b];
  const won = t('{name} won {wins} of {games} games.', { name, wins: number(side.wins), games: number(games) }), sure = low <= 0.5 && high >= 0.5 ? t('That does not show who is stronger.') : '';
  return { tone: games < planned ? 'warn' : 'good', text: [won, sure].filter(Boolean).join(' ') };
}

export function Match({ session, kind }) {
  const job = session.job.value, { result, progress } = job ?? {}, { match = {} } = session.problem.value;
  const farm = (result ?? progress)?.farm, games = progress?.games, planned = progress?.of ?? match.games ?? 50;
  const board = result?.a ? html`<${Sides} result=${result} /><${ValueBars} label=${t('Games won')} rows=${['a', 'b'].map((side) => ({ id: side, name: side.toUpperCase(), value: result[side].wins, best: result[side].wins > result.games / 2 }))} />`
    : html`<p>${sideOf('A', match.a)} – ${sideOf('B', match.b)}</p>`;
  return html`<${Surface} session=${session} kind=${{ ...kind, about, docs: 'hex', examples: [] }} className="hex-match" board=${board} verdict=${result?.a && verdictOf(result)} status=${t('A match of {n} games', { n: number(planned) })}
    progress=${games !== undefined && { text: t('{n} of {count} games', { n: number(games), count: number(planned) }), value: games / planned }}
    actions=${(session.state.value === 'editing' || session.state.value === 'refused') && html`<button type="button" onClick=${() => session.ask()}>${t('Play the match')}</button>`}>
    ${farm && html`<${Members} farm=${farm} credit=${progress?.credit} />`}
    ${farm && !result && html`<div class="row"><${AddPhone} /></div>`}<//>`;
}

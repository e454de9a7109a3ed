// The players as tabs, each with its range and, in an answer, its equity; the range of the chosen one as text.
import { cls, html } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';
import { Field } from '../../parts/field.js';
import { rangeOf } from './range.js';
import { percent, playerName, shortRange } from './words.js';

// refused: the player whose range the server refuses, or -1.
export const PlayerTabs = ({ players, equity, at, choose, add, remove, refused }) => html`<div class="row tight players" role="group" aria-label=${t('Players')}>${players.map((player, i) => html`<button type="button" key=${i} class=${cls('second seat', `seat${i % 6}`, { refused: i === refused })} aria-pressed=${i === at}
    onClick=${() => choose(i)}><span>${playerName(player, i)}</span> <b class="num">${equity ? percent(equity[i], 1) : shortRange(player.range)}</b>${i === refused && html`<span class="visually-hidden">, ${t('refused')}</span>`}</button>`)}
  ${add && html`<button type="button" class="quiet" aria-label=${t('Add a player')} onClick=${add}>+</button>`}
  ${remove && html`<button type="button" class="quiet" aria-label=${t('Remove {name}', { name: playerName(players[at], at) })} onClick=${() => remove(at)}>−</button>`}</div>`;

export function RangeText({ player, i, count, change }) {
  if (!change) return html`<p class="range-text"><code>${player.range}</code></p>`;
  return html`<${Field} key=${i} label=${t('Range of {name}', { name: playerName(player, i) })} hint=${count === undefined ? t('Such as QQ+,AKs:0.5,AhKd or random.') : count === 1 ? t('one combo') : t('{count} combos', { count: number(count) })} value=${player.range}
    read=${(text) => { if (!rangeOf(text)) return false; change(text.trim()); return true; }} />`;
}

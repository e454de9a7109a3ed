// The piles of nim and Grundy's game: a button for each coin, one tab stop. A click takes coins, or splits a pile behind a coin.
import { cls, html, useSignal } from '../../../app/dom.js';
import { number, t } from '../../../app/i18n.js';
import { useRove } from '../play/rove.js';
import { canSplit, canTake, moveOf } from './rules.js';

export const COINS = 40; // of a pile; more are not drawn one by one
const WIDE = 1e6; // of a place on the board: pile * WIDE + coin

// Returns the places where a pile can be played: [coins of its left part].
export const placesOf = (game, pile, most) => Array.from({ length: Math.min(pile, COINS) + 1 }, (_, at) => at).filter((at) => (game === 'grundy' ? canSplit(pile, at) : canTake(pile, at, most)));

// What a move does, in words.
export const deed = (game, pile, at) => (game === 'grundy' ? t('split into {a} and {b}', { a: at, b: pile - at }) : at ? t('leave {n}', { n: at }) : t('take all'));

// A pile that is too high to be drawn: its move is typed.
function Typed({ game, pile, i, most, press }) {
  const text = useSignal(''), at = Number(text.value), good = /^\d+$/.test(text.value) && (game === 'grundy' ? canSplit(pile, at) : canTake(pile, at, most));
  const play = () => { if (good) press(moveOf(i, at)); };
  return html`<span class="typed"><label>${game === 'grundy' ? t('split off') : t('coins left')} <input type="text" inputmode="numeric" class="narrow" value=${text.value} onInput=${({ target }) => { text.value = target.value.trim(); }} onKeyDown=${(event) => { if (event.key === 'Enter') { event.preventDefault(); play(); } }} /></label>
    <button type="button" class="second" aria-disabled=${!good} onClick=${play}>${t('Move')}</button></span>`;
}

// The coins of a pile. The button of a coin leaves the coins before it (nim), or splits the pile behind it (Grundy).
function Coins({ game, pile, i, most, best, press, stop, ahead, point }) {
  const places = new Set(placesOf(game, pile, most));
  return html`<span class="coins">${Array.from({ length: pile }, (_, n) => {
    const at = game === 'grundy' ? n + 1 : n, move = moveOf(i, at), can = places.has(at), good = best.includes(move), taken = ahead?.i === i && (game === 'grundy' ? ahead.at === at : n >= ahead.at);
    const look = cls('coin', { good, taken, off: !can });
    if (!can) return html`<span key=${n} class=${look}></span>`;
    return html`<button type="button" key=${n} class=${look} aria-label=${`${t('pile {n}', { n: i + 1 })}: ${deed(game, pile, at)}${good ? `, ${t('wins')}` : ''}`} title=${deed(game, pile, at)} onClick=${() => press(move)} onPointerEnter=${() => point({ i, at })} onPointerLeave=${() => point(null)} ...${stop(i * WIDE + n)}>${good && html`<span class="star" aria-hidden="true">★</span>`}</button>`;
  })}</span>`;
}

// Returns the key handler of useRove: left and right along a pile, up and down to the next one. stops: places in order
const walk = (stops) => (key, here) => {
  const i = Math.floor(here / WIDE), row = stops.filter((one) => Math.floor(one / WIDE) === i), at = row.indexOf(here);
  if (key === 'ArrowLeft') return row[at - 1];
  if (key === 'ArrowRight') return row[at + 1];
  if (key === 'Home') return row[0];
  if (key === 'End') return row.at(-1);
  const by = { ArrowUp: -1, ArrowDown: 1 }[key], rows = [...new Set(stops.map((one) => Math.floor(one / WIDE)))], to = by && rows[rows.indexOf(i) + by];
  return to === undefined ? undefined : stops.filter((one) => Math.floor(one / WIDE) === to).reduce((a, b) => (Math.abs(b % WIDE - here % WIDE) < Math.abs(a % WIDE - here % WIDE) ? b : a));
};

// position: { game, piles, most }; best: moves; values: Grundy values of the piles; press(move); type(event): whether a key was used
export function Board({ position: { game, piles, most }, best = [], values, press, type, label }) {
  const stops = piles.flatMap((pile, i) => (pile > COINS ? [] : placesOf(game, pile, most).map((at) => i * WIDE + (game === 'grundy' ? at - 1 : at)))), ahead = useSignal(null);
  const { box, keydown, stop } = useRove(stops, walk(stops));
  const keyed = (event) => { if (!event.target.closest('input') && !type(event)) keydown(event); };
  return html`<div class=${`piles ${game}`} role="group" aria-label=${label} ref=${box} onKeyDown=${keyed}>${piles.length ? piles.map((pile, i) => html`<div key=${i} class="pile"><span class="num count">${number(pile)}</span>
    ${pile > COINS ? html`<${Typed} game=${game} pile=${pile} i=${i} most=${most} press=${press} />` : html`<${Coins} game=${game} pile=${pile} i=${i} most=${most} best=${best} press=${press} stop=${stop} ahead=${ahead.value} point=${(of) => { ahead.value = of; }} />`}
    ${values?.[i] !== undefined && html`<span class="num value">G = <b>${values[i]}</b></span>`}</div>`) : html`<p class="muted">${t('No coins are left.')}</p>`}</div>`;
}

// The miniature of the home page: nine cells against exact play. Of the nine first moves five win.
import { cls, html, useSignal } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { HEXAGON, layout } from './geometry.js';
import { chainOf, other } from './rules.js';

const shape = { rows: 3, cols: 3 }, { box, at } = layout(shape, false);
const place = (stones, cell, side) => stones.map((stone, i) => (i === cell ? side : stone));
const free = (stones) => stones.flatMap((stone, i) => (stone ? [] : [i]));

// Whether the side to move wins.
const wins = (stones, side) => free(stones).some((cell) => { const next = place(stones, cell, side); return chainOf(shape, next, side) || !wins(next, other(side)); });
const reply = (stones) => free(stones).find((cell) => { const next = place(stones, cell, 'white'); return chainOf(shape, next, 'white') || !wins(next, 'black'); }) ?? free(stones)[0];

export default function Mini() {
  const stones = useSignal(Array(9).fill(undefined)), now = stones.value, black = chainOf(shape, now, 'black'), white = chainOf(shape, now, 'white'), over = black || white;
  const move = (cell) => {
    if (over || now[cell]) return;
    const next = place(now, cell, 'black');
    stones.value = chainOf(shape, next, 'black') ? next : place(next, reply(next), 'white');
  };
  const key = (cell) => (event) => { if (event.key === 'Enter' || event.key === ' ') { event.preventDefault(); move(cell); } };
  return html`<svg class="mini-hex" viewBox=${box.join(' ')} role="group" aria-label=${t('Hex on nine cells')}>${now.map((stone, cell) => html`
    <g key=${cell} class=${cls(stone, { chain: over?.includes(cell) })} transform=${`translate(${at(Math.floor(cell / 3), cell % 3)})`} role="button" tabindex="0" aria-disabled=${!!(over || stone)} onClick=${() => move(cell)} onKeyDown=${key(cell)}
      aria-label=${`${'abc'[cell % 3]}${Math.floor(cell / 3) + 1}${stone ? ` ${stone === 'black' ? t('Black') : t('White')}` : ''}`}><polygon points=${HEXAGON} />${stone && html`<circle r="7" />`}</g>`)}</svg>
  <p role="status">${black ? t('You have joined top and bottom.') : white ? t('White has joined left and right.') : t('You are Black: join top and bottom. Four first moves lose.')}
    ${now.some(Boolean) && html` <button class="quiet" onClick=${() => { stones.value = Array(9).fill(undefined); }}>${t('Again')}</button>`}</p>`;
}

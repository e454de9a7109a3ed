// A trick in the middle of the table: each card in front of its seat, the winner marked.
import { cls, html } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { SEATS } from './cards.js';
import { Card, seatName } from './signs.js';

// trick: [{ seat, card, cost }]; winner: its seat; toPlay: the seat whose turn it is
export function Trick({ trick = [], winner, toPlay, children }) {
  return html`<div class="centre" role="group" aria-label=${t('Trick')}>${SEATS.map((seat) => {
    const played = trick.find((one) => one.seat === seat);
    return html`<span key=${seat} class=${cls(`at at-${seat}`, { wins: winner === seat, lost: played?.cost > 0, turn: toPlay === seat })}>${played ? html`<span class="visually-hidden">${seatName(seat)} </span><${Card} card=${played.card} />` : html`<span class="compass" aria-hidden="true">${seat}</span>`}</span>`;
  })}${children}</div>`;
}

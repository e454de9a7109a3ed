// Four hands around the table, as printed in bridge columns: north above, west and east at the sides, the trick
// between. The hand to play has buttons.
import { cls, html, useRef } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { SEATS, handOf, pointsOf, sideOf } from './cards.js';
import { useKeptFocus } from './focus.js';
import { Hand } from './hand.js';
import { seatName } from './signs.js';
import { Trick } from './trick.js';
import './table.css';

const isVulnerable = (vulnerable, seat) => vulnerable === 'both' || vulnerable === sideOf(seat);

function Seat({ seat, held, tags, full, turn, none, ...rest }) {
  const count = handOf(held, seat).length;
  return html`<div class=${cls(`hand hand-${seat}`, { turn })} role="group" aria-label=${seatName(seat)}>
    <p class="seat">${seatName(seat)} ${full && count === 13 && html`<span class="muted num hcp" title=${t('high-card points')}>${pointsOf(held, seat)}</span>`}
      ${tags.map((text) => html`<span class="tag" key=${text}>${text}</span>`)}</p>
    ${count ? html`<${Hand} held=${held} seat=${seat} ...${rest} />` : html`<p class="muted none">${none ?? '—'}</p>`}</div>`;
}

// values: Map card -> { text, title, tone, best }; marks: Map card -> class; legal: cards that play(card) takes; back():
// takes back the last card; full: shows points; none: what an empty hand says; info: below the hands.
export function Table({ held, dealer, vulnerable, leader, toPlay, declarer, values, marks, legal, play, back, trick, winner, full, none, info, children }) {
  const table = useRef();
  useKeptFocus(table, '.hcard[tabindex="0"]');
  const tags = (seat) => [seat === dealer && t('dealer'), isVulnerable(vulnerable, seat) && t('vul.'), seat === declarer && t('declarer'),
    seat === leader && t('leads'), seat === toPlay && seat !== leader && t('to play')].filter(Boolean);
  const keydown = (event) => {
    if (event.key !== 'Backspace' || !back) return;
    event.preventDefault();
    back();
  };
  return html`<div class=${cls('table4', { playing: play })} ref=${table} onKeyDown=${keydown}>
    ${SEATS.map((seat) => html`<${Seat} key=${seat} seat=${seat} held=${held} full=${full} none=${none} tags=${tags(seat)} turn=${seat === toPlay} values=${values} marks=${marks} legal=${legal} play=${play} />`)}
    <${Trick} trick=${trick} winner=${winner} toPlay=${toPlay}>${children}<//>${info && html`<div class="info">${info}</div>`}</div>`;
}

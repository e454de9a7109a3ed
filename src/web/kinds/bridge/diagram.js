// Four hands around the table, as printed in bridge columns: north above, west and east at the sides, the trick
// between.
import { cls, html } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { SEATS, SUITS, handOf, pointsOf, ranksOf, sideOf } from './cards.js';
import { Card, Suit, fourColours, rankText, seatName } from './signs.js';

// The suits of a hand; a rank has its value below it if `values` has one for the card.
function Suits({ held, seat, values, marks }) {
  return html`<ul class="suits">${SUITS.map((suit) => {
    const ranks = ranksOf(held, seat, suit);
    return html`<li key=${suit}><${Suit} suit=${suit} /><span class="ranks-of">${ranks.map((rank) => {
      const card = suit + rank, value = values?.get(card);
      return html`<span key=${rank} class=${cls('rank', marks?.get(card), { best: value?.best, valued: value })}>${rankText(rank)}${value && html`<b class="num" title=${value.title}>${value.text}<span class="visually-hidden">${value.best ? `, ${t('best')}` : ''}</span></b>`} </span>`;
    })}${!ranks.length && html`<span class="muted">—</span>`}</span></li>`;
  })}</ul>`;
}

function Hand({ seat, held, tags, full, ...rest }) {
  const count = handOf(held, seat).length;
  return html`<section class=${`hand hand-${seat}`} aria-label=${seatName(seat)}>
    <p class="seat">${seatName(seat)} ${full && count === 13 && html`<span class="muted num hcp" title=${t('high-card points')}>${pointsOf(held, seat)}</span>`}
      ${tags.map((text) => html`<span class="tag" key=${text}>${text}</span>`)}</p>
    ${count ? html`<${Suits} held=${held} seat=${seat} ...${rest} />` : html`<p class="muted">${full ? t('not seen') : '—'}</p>`}</section>`;
}

// The centre: the cards of the trick in front of their seats, and its winner.
function Centre({ trick = [], winner, children }) {
  return html`<div class="centre">${SEATS.map((seat) => {
    const played = trick.find((one) => one.seat === seat);
    return html`<span key=${seat} class=${cls(`at at-${seat}`, { wins: winner === seat, lost: played?.cost > 0 })}>${played && html`<${Card} card=${played.card} />`}</span>`;
  })}${children}</div>`;
}

const isVulnerable = (vulnerable, seat) => vulnerable === 'both' || vulnerable === sideOf(seat);

// values: Map card -> {text, title, best}; marks: Map card -> class; full: shows points, and empty hands as not seen
export function Diagram({ held, dealer, vulnerable, leader, toPlay, declarer, values, marks, trick, winner, full, children }) {
  const tags = (seat) => [seat === dealer && t('dealer'), isVulnerable(vulnerable, seat) && t('vul.'), seat === declarer && t('declarer'),
    seat === leader && t('leads'), seat === toPlay && seat !== leader && t('to play')].filter(Boolean);
  return html`<div class=${cls('diagram', { four: fourColours.value })}>
    ${SEATS.map((seat) => html`<${Hand} key=${seat} seat=${seat} held=${held} full=${full} tags=${tags(seat)} values=${values} marks=${marks} />`)}
    <${Centre} trick=${trick} winner=${winner}>${children}<//></div>`;
}

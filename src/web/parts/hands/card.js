// One card of a hand: its rank, what it is worth below it, and a button if it can be played.
import { cls, html } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { cardName, rankText } from './signs.js';

// value: { text, title, tone: 'good' | 'bad' | '', best }; mark: a class; play(card): makes it a button; stop: whether
// Tab reaches it.
export function HandCard({ card, value, mark, play, stop }) {
  const said = [cardName(card), value?.title, value?.best && t('best')].filter(Boolean).join(', ');
  const worth = html`<b class="num worth" aria-hidden="true">${value?.text}</b>`, looks = cls('hcard', mark, value?.tone, { best: value?.best, valued: value });
  if (!play) return html`<span class=${looks} title=${value?.title}><span class="rank">${rankText(card)}</span>${value && worth}${value && html`<span class="visually-hidden">${said}</span>`} </span>`;
  return html`<button type="button" class=${looks} value=${card} tabindex=${stop ? 0 : -1} title=${value?.title} onClick=${() => play(card)}><span class="rank" aria-hidden="true">${rankText(card)}</span>${worth}<span class="visually-hidden">${said}</span></button>`;
}

// The cards of the hand to play and the tricks that each makes, as a list beside the diagram.
import { html } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { ALL, cardsOf, sideOf } from '../../parts/hands/cards.js';
import { Card, seatName } from '../../parts/hands/signs.js';

const plain = (card) => cardsOf(card)?.[0] ?? card;

// Sorts from the best; cards of equal value stay in the order of the hand.
const ordered = (cards) => [...cards].sort((one, two) => two.tricks - one.tricks || ALL.indexOf(plain(one.card)) - ALL.indexOf(plain(two.card)));

export function Options({ cards, toPlay }) {
  return html`<h2>${t('{seat} plays: tricks of {side}', { seat: seatName(toPlay) ?? '', side: sideOf(toPlay) === 'ns' ? t('North-South') : t('East-West') })}</h2>
    <ul class="plain options">${ordered(cards).map(({ card, equals = [], tricks, best }) => html`<li key=${card} class=${best ? 'best' : ''}>
      <b class="num">${tricks}</b> ${[card, ...equals].map((one) => html`<${Card} key=${one} card=${plain(one)} /> `)}${best && html`<span class="tag">${t('best')}</span>`}</li>`)}</ul>`;
}

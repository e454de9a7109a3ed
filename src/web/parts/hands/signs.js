// Suits, seats, cards and contracts as components and in words.
import { effect, html } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { keep } from '../../app/keep.js';
import { suitOf } from './cards.js';
import './cards.css';

export const signs = { S: '♠', H: '♥', D: '♦', C: '♣' };
export const seatName = (seat) => ({ N: t('North'), E: t('East'), S: t('South'), W: t('West') })[seat];
export const sideName = (side) => (side === 'ns' ? t('North-South') : t('East-West'));
export const suitName = (suit) => ({ S: t('spades'), H: t('hearts'), D: t('diamonds'), C: t('clubs'), NT: t('no trump') })[suit];

// Suits in two or in four colours, in every part of the page.
export const fourColours = keep('bridge.four', false);
effect(() => { document.documentElement.dataset.suits = fourColours.value ? 'four' : 'two'; });
export const Colours = () => html`<button type="button" class="quiet" aria-pressed=${fourColours.value} onClick=${() => { fourColours.value = !fourColours.value; }}>${t('Four colours')}</button>`;

// labelled: has an accessible name of its own; otherwise the text around it names the suit.
export const Suit = ({ suit, labelled = true }) => (suit === 'NT' ? html`<span class="suit">${t('NT')}</span>`
  : html`<span class=${`suit suit-${suit}`} role=${labelled ? 'img' : undefined} aria-label=${labelled ? suitName(suit) : undefined} aria-hidden=${labelled ? undefined : 'true'}>${signs[suit]}</span>`);

export const rankText = (card) => card.slice(suitOf(card).length).replace('T', '10');
export const cardText = (card) => `${signs[suitOf(card)] ?? ''}${rankText(card)}`;
// For screen readers, which may not read the signs.
export const cardName = (card) => [suitName(suitOf(card)), rankText(card)].filter(Boolean).join(' ');
export const Card = ({ card }) => html`<span class="pcard">${suitOf(card) && html`<${Suit} suit=${suitOf(card)} />`}${rankText(card)}</span>`;

// level, strain, doubled: 0..2
export const Contract = ({ level, strain, doubled = 0 }) => html`<span class="pcard">${level}<${Suit} suit=${strain} />${'×'.repeat(doubled)}</span>`;

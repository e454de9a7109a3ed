// Suits, seats and contracts as components.
import { html } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { keep } from '../../app/keep.js';

export const signs = { S: '♠', H: '♥', D: '♦', C: '♣' };
export const seatName = (seat) => ({ N: t('North'), E: t('East'), S: t('South'), W: t('West') })[seat];
export const suitName = (suit) => ({ S: t('spades'), H: t('hearts'), D: t('diamonds'), C: t('clubs'), NT: t('no trump') })[suit];
export const fourColours = keep('bridge.four', false);

// labelled: has an accessible name of its own; otherwise the text around it names the suit.
export const Suit = ({ suit, labelled = true }) => (suit === 'NT' ? html`<span class="suit">${t('NT')}</span>`
  : html`<span class=${`suit suit-${suit}`} role=${labelled ? 'img' : undefined} aria-label=${labelled ? suitName(suit) : undefined} aria-hidden=${labelled ? undefined : 'true'}>${signs[suit]}</span>`);

const rank = (letter) => (letter === 'T' ? '10' : letter);
export const Card = ({ card }) => html`<span class="bcard"><${Suit} suit=${card[0]} />${rank(card[1])}</span>`;
export const cardText = (card) => `${signs[card[0]]}${rank(card[1])}`;
export const rankText = rank;

// level, strain, doubled: 0..2
export const Contract = ({ level, strain, doubled = 0 }) => html`<span class="bcard">${level}<${Suit} suit=${strain} />${'×'.repeat(doubled)}</span>`;

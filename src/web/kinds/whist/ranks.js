// The rank line: the cards of a suit from the highest (left) to the lowest, a's above the line and b's below it,
// divided into continuous intervals. Long lines wrap. Three uses: display, selecting an interval, dealing.
import { cls, html, useRef } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { intervalsOf, other } from './deal.js';

export const suitSigns = { S: '♠', H: '♥', D: '♦', C: '♣' };
export const suitNames = () => ({ S: t('spades'), H: t('hearts'), D: t('diamonds'), C: t('clubs') });

const named = (suit) => suit && html`<b class=${`suit suit-${suit}`} role="img" aria-label=${suitNames()[suit]}>${suitSigns[suit]}</b>`;

// Arrows, Home and End move between the buttons of a line; Tab reaches one of them.
function roving(event) {
  const buttons = [...event.currentTarget.querySelectorAll('button')], at = buttons.indexOf(event.target);
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: buttons.length - 1 }[event.key];
  if (at < 0 || to === undefined) return undefined;
  event.preventDefault();
  event.stopPropagation();
  const next = buttons[Math.max(0, Math.min(buttons.length - 1, to))];
  next.focus();
  return next;
}

const PIECE = 8; // cards of an interval that stay together when lines wrap
const pieces = (cards) => Array.from({ length: Math.ceil(cards.length / PIECE) }, (_, i) => cards.slice(i * PIECE, (i + 1) * PIECE));

const Cards = ({ cards, marks }) => html`<span class="cards" aria-hidden="true">${cards.map((card) =>
  html`<span key=${card} class=${cls('card', marks?.get(card))}>${card}</span>`)}</span>`;

// cards: [{card, owner}]; values: Map of an interval's highest card -> {text, title, best}; marks: Map card -> class;
// choose(card): makes the intervals of `chooser` buttons, of which `chosen` is pressed.
export function Ranks({ suit, cards, values, marks, chooser, chosen, choose, label }) {
  const intervals = intervalsOf(cards);
  const keyed = choose && intervals.filter(({ owner, cards: [top] }) => owner === chooser && values.has(top));
  const stop = keyed?.some(({ cards: [top] }) => top === chosen) ? chosen : keyed?.[0]?.cards[0];
  return html`<div class="ranks-row">${named(suit)}<div class=${cls('ranks', { valued: values })} role="group" aria-label=${label} onKeyDown=${(event) => {
    const next = choose && roving(event);
    if (next) choose(Number(next.value));
  }}>
    ${intervals.map(({ owner, cards: held }) => {
      const [top] = held, value = values?.get(top), name = value?.title ?? `${owner}: ${held.join(' ')}`;
      const button = value && choose && owner === chooser, pick = button && (() => choose(top));
      return pieces(held).map((cardsHere, i, all) => {
        const body = html`${value && html`<span class="value" aria-hidden="true">${i ? '' : value.text}</span>`}<${Cards} cards=${cardsHere} marks=${marks} />
          ${!i && html`<span class="visually-hidden">${name}</span>`}`;
        const [kind, more] = button && !i ? ['button', { type: 'button', value: top, tabindex: top === stop ? 0 : -1, 'aria-pressed': top === chosen }] : ['span', {}];
        return html`<div key=${`${owner}${cardsHere[0]}`} class=${cls('interval', owner, { best: value?.best, goes: i < all.length - 1, comes: i })}>
          <${kind} ...${more} class=${cls('strip', { on: button && top === chosen, pick: button })} onClick=${pick}>${body}<//></div>`;
      });
    })}
    ${!cards.length && html`<span class="muted">–</span>`}
  </div></div>`;
}

// change(cards): called when a card moves to the other hand.
export function DealRanks({ suit, cards, change, label }) {
  const stop = useRef(0);
  const give = (i, owner) => change(cards.map((one, at) => (at === i ? { ...one, owner } : one)));
  const keydown = (event) => {
    const next = roving(event);
    if (next) stop.current = Number(next.value);
    const owner = event.key.toLowerCase();
    if (!['a', 'b'].includes(owner) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    give(Number(event.target.value), owner);
    roving({ currentTarget: event.currentTarget, target: event.target, key: 'ArrowRight', preventDefault() {}, stopPropagation() {} });
  };
  return html`<div class="ranks-row">${named(suit)}<div class="ranks deal" role="group" aria-label=${label} onKeyDown=${keydown}>
    ${cards.map(({ card, owner }, i) => html`<div key=${i} class=${cls('interval', owner)}>
      <button type="button" class="strip" value=${i} tabindex=${i === Math.min(stop.current, cards.length - 1) ? 0 : -1}
        aria-label=${t('{card}: hand {owner}', { card, owner })} onFocus=${() => { stop.current = i; }} onClick=${() => give(i, other(owner))}>
        <span class="card">${card}</span></button></div>`)}
    ${!cards.length && html`<span class="muted">–</span>`}
  </div></div>`;
}

// The legend of the two lanes.
export const Legend = ({ leader }) => html`<p class="legend whist-legend">
  <span><i class="swatch a" aria-hidden="true"></i>${t('a, above the line')}${leader === 'a' && html` <span class="tag">${t('leads')}</span>`}</span>
  <span><i class="swatch b" aria-hidden="true"></i>${t('b, below the line')}${leader === 'b' && html` <span class="tag">${t('leads')}</span>`}</span></p>`;

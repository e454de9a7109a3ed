// The rank line: the cards of a suit from the highest (left) to the lowest, a's above the line and b's below it,
// divided into continuous intervals. Long lines wrap. Three uses: display, playing a card, dealing.
import { cls, html, useRef } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { intervalsOf } from './intervals.js';
import { Suit } from './signs.js';
import './ranks.css';

// Arrows, Home and End move between the buttons of a line; Tab reaches one of them.
function roving(event) {
  const buttons = [...event.currentTarget.querySelectorAll('button')], at = buttons.indexOf(event.target);
  const to = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: buttons.length - 1 }[event.key];
  if (at < 0 || to === undefined) return undefined;
  event.preventDefault();
  event.stopPropagation();
  const next = buttons[Math.max(0, Math.min(buttons.length - 1, to))];
  for (const one of buttons) one.tabIndex = one === next ? 0 : -1;
  next.focus();
  return next;
}

const PIECE = 8; // cards of an interval that stay together when lines wrap
const pieces = (cards) => Array.from({ length: Math.ceil(cards.length / PIECE) }, (_, i) => cards.slice(i * PIECE, (i + 1) * PIECE));

const Line = ({ suit, children }) => html`<div class="ranks-row">${suit && html`<b><${Suit} suit=${suit} /></b>`}${children}</div>`;

// Divides cards into runs of one owner and one value.
const runsOf = (cards, values) => intervalsOf(cards.map(({ card, owner }) => ({ card, owner: `${owner} ${values?.get(card)?.title ?? ''}` }))).map(({ owner, cards: held }) => ({ owner: owner[0], cards: held }));

// cards: [{card, owner}]; values: Map card -> { text, title, tone, best }; playable: Set of the
// cards that play(card) takes; stop: the card that Tab reaches first
export function Ranks({ suit, cards, values, playable, play, stop, label }) {
  const intervals = runsOf(cards, values), reached = play && (cards.some(({ card }) => card === stop && playable.has(card)) ? stop : cards.find(({ card }) => playable.has(card))?.card);
  return html`<${Line} suit=${suit}><div class="ranks" role="group" aria-label=${label} onKeyDown=${roving}>
    ${intervals.map(({ owner, cards: held }) => {
      const value = values?.get(held[0]);
      return pieces(held).map((here, i, all) => html`<div key=${`${owner}${here[0]}`} class=${cls('interval', owner, value?.tone, { best: value?.best, goes: i < all.length - 1, comes: i })}>
        <span class="value num" aria-hidden="true" title=${value?.title}>${i ? '' : value?.text}</span>
        <span class="strip">${here.map((card) => (play && playable.has(card)
          ? html`<button type="button" key=${card} class="card" value=${card} tabindex=${card === reached ? 0 : -1} aria-label=${[`${owner}: ${card}`, value?.title].filter(Boolean).join(', ')} onClick=${() => play(card)}>${card}</button>`
          : html`<span key=${card} class="card"><span class="visually-hidden">${owner}: </span>${card}</span>`))}</span></div>`);
    })}
    ${!cards.length && html`<span class="muted">–</span>`}
  </div><//>`;
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
  return html`<${Line} suit=${suit}><div class="ranks deal" role="group" aria-label=${label} onKeyDown=${keydown}>
    ${cards.map(({ card, owner }, i) => html`<div key=${i} class=${cls('interval', owner)}>
      <button type="button" class="strip card" value=${i} tabindex=${i === Math.min(stop.current, cards.length - 1) ? 0 : -1}
        aria-label=${t('{card}: hand {owner}', { card, owner })} onFocus=${() => { stop.current = i; }} onClick=${() => give(i, owner === 'a' ? 'b' : 'a')}>${card}</button></div>`)}
    ${!cards.length && html`<span class="muted">–</span>`}
  </div><//>`;
}

// The legend of the two lanes. tags: { a, b }: words beside the names.
export const Legend = ({ tags = {}, won }) => html`<p class="ranks-legend">${[['a', t('a, above the line')], ['b', t('b, below the line')]].map(([owner, name]) =>
  html`<span key=${owner}><i class=${`swatch ${owner}`} aria-hidden="true"></i>${name}${won && html` <b class="num">${won[owner]}</b>`}${tags[owner] && html` <span class="tag">${tags[owner]}</span>`}</span>`)}</p>`;

// A trick of two cards below the lines, the winner marked. trick: [{ seat, text }]; winner: its seat
export const PairTrick = ({ trick, winner }) => html`<p class="rank-trick" aria-label=${t('Trick')} role="group">${trick.map(({ seat, text }) =>
  html`<span key=${seat} class=${cls('htoken', seat, { wins: seat === winner })}><span class="muted">${seat}</span> ${text}${seat === winner ? html`<span class="visually-hidden"> ${t('wins')}</span>` : ''}</span> `)}</p>`;

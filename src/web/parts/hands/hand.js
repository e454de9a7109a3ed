// A hand of cards by suits, each from the highest.
import { html, useRef } from '../../app/dom.js';
import { SUITS, ranksOf } from './cards.js';
import { HandCard } from './card.js';
import { Suit } from './signs.js';

// Returns the button to which a key moves: left and right through the hand, up and down between the suits.
function target(buttons, at, key) {
  if (key === 'Home') return buttons[0];
  if (key === 'End') return buttons.at(-1);
  if (key === 'ArrowLeft') return buttons[at - 1];
  if (key === 'ArrowRight') return buttons[at + 1];
  const row = (button) => button.closest('li'), left = (button) => button.getBoundingClientRect().left;
  const onward = key === 'ArrowUp' ? buttons.slice(0, at).reverse() : buttons.slice(at + 1);
  const first = onward.find((button) => row(button) !== row(buttons[at]));
  return first && onward.filter((button) => row(button) === row(first))
    .reduce((best, one) => (Math.abs(left(one) - left(buttons[at])) < Math.abs(left(best) - left(buttons[at])) ? one : best));
}

// values: Map card -> value; marks: Map card -> class; legal: the cards that can be played by play(card); stop: the
// card that Tab reaches first.
export function Hand({ held, seat, values, marks, legal = [], play }) {
  const at = useRef(), playable = play && new Set(legal.filter((card) => held[card] === seat));
  const cards = SUITS.flatMap((suit) => ranksOf(held, seat, suit).map((rank) => suit + rank)).filter((card) => playable?.has(card));
  const stop = playable?.has(at.current) ? at.current : cards.find((card) => values?.get(card)?.best) ?? cards[0];
  const keydown = (event) => {
    const buttons = [...event.currentTarget.querySelectorAll('button')], from = buttons.indexOf(event.target);
    if (from < 0 || !/^(Arrow|Home$|End$)/.test(event.key) || event.ctrlKey || event.metaKey || event.altKey) return;
    event.preventDefault();
    event.stopPropagation(); // arrows step through the play elsewhere
    const to = target(buttons, from, event.key);
    if (!to) return;
    at.current = to.value;
    for (const one of buttons) one.tabIndex = one === to ? 0 : -1;
    to.focus();
  };
  return html`<ul class="suits" onKeyDown=${keydown}>${SUITS.map((suit) => {
    const ranks = ranksOf(held, seat, suit);
    return html`<li key=${suit}><${Suit} suit=${suit} /><span class="ranks-of">${ranks.map((rank) => {
      const card = suit + rank;
      return html`<${HandCard} key=${card} card=${card} value=${values?.get(card)} mark=${marks?.get(card)} play=${playable?.has(card) ? play : undefined} stop=${card === stop} />`;
    })}${!ranks.length && html`<span class="muted">—</span>`}</span></li>`;
  })}</ul>`;
}

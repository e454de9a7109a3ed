// Steps through a line or a played hand, trick by trick: list, words, and the mistakes with the better card.
import { html } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { Slider } from '../../parts/slider.js';
import { cardsOf } from '../../parts/hands/cards.js';
import { Card, cardText, seatName } from '../../parts/hands/signs.js';

// Returns the costly moves of a trick, by the index of each card in the played hand.
const costs = (moves, trick) => trick.filter(({ at }) => moves?.[at]?.cost > 0).map(({ at, seat }) => ({ ...moves[at], seat }));

function Mistake({ move: { card, seat, cost, best } }) {
  const [played] = cardsOf(card) ?? [], [better] = cardsOf(best ?? '') ?? [];
  return html`<p class="notice warn">${t('{seat}’s {card} costs {cost}; {best} was better.', { seat: seatName(seat), card: played ? cardText(played) : card, cost, best: better ? cardText(better) : best })}</p>`;
}

const told = ({ trick, winner }) => (!trick.length ? '' : t('{seat} leads {card}.', { seat: seatName(trick[0].seat), card: cardText(trick[0].card) })
  + (winner ? ` ${t('{seat} wins the trick.', { seat: seatName(winner) })}` : ''));

// Returns the value of the hand after the trick: tricks of one side.
function worth(moves, trick, side) {
  const last = moves?.[trick.at(-1)?.at]?.tricks;
  return last && t('With best play from here on: {count} tricks for {side}.', { count: last.after, side: side === 'ns' ? t('North-South') : t('East-West') });
}

// steps: from replay(); at: a signal; moves: result.play, whose tricks are those of `side`
export function Walk({ steps, at, moves, side, label }) {
  const now = steps[Math.min(at.value, steps.length - 1)], whole = now.trick.length > 0;
  const rows = (pick) => html`<ol class="steps" tabindex="0" aria-label=${t('Tricks')}>${steps.filter(({ trick }) => trick.length).map((step, i) => html`<li key=${i}>
    <button type="button" class="quiet" aria-current=${i === at.value ? 'step' : undefined} onClick=${() => pick(i)}><span class="num muted">${i + 1}</span>
      <span class="grow trick-row">${step.trick.map(({ seat, card, at: place }) => html`<span key=${seat} class=${moves?.[place]?.cost > 0 ? 'lost' : seat === step.winner ? 'wins' : ''}><span class="muted">${seat}</span> <${Card} card=${card} /></span>`)}</span>
      ${costs(moves, step.trick).length > 0 && html`<span class="cost">✗<span class="visually-hidden">${t('mistake')}</span></span>`}</button></li>`)}</ol>`;
  return html`<${Slider} at=${at} last=${steps.length - 1} label=${label} list=${rows}>
    <h2>${whole ? t('Trick {n}', { n: at.value + 1 }) : t('End of the play')}</h2>
    <p class="num">${t('North-South {ns}, East-West {ew}', now.won)}</p>
    <p>${told(now)}</p>${costs(moves, now.trick).map((move) => html`<${Mistake} key=${move.card} move=${move} />`)}
    <p class="muted num">${worth(moves, now.trick, side)}</p><//>`;
}

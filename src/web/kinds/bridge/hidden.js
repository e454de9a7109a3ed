// Single dummy: unseen hands are dealt at random many times, within the given constraints.
import { html } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { SEATS, SUITS, cardsOf } from '../../parts/hands/cards.js';
import { Suit, seatName, suitName } from '../../parts/hands/signs.js';

const SAMPLES = 200;

// A range as two numbers; both empty: no constraint.
function Range({ label, name, range, most, change }) {
  const [low, high] = range ?? [];
  const set = (i) => ({ target }) => {
    if (!target.validity.valid) return;
    const next = [low ?? 0, high ?? most];
    next[i] = target.value === '' ? [0, most][i] : Number(target.value);
    change(next[0] === 0 && next[1] === most ? undefined : next);
  };
  const field = (i, text) => html`<input type="number" class="narrow" min="0" max=${most} value=${range ? range[i] : ''} aria-label=${`${name}: ${text}`} onChange=${set(i)} />`;
  return html`<span class="range"><span>${label}</span>${field(0, t('at least'))}<span aria-hidden="true">–</span>${field(1, t('at most'))}</span>`;
}

// Returns a record without its undefined members; undefined if none are left.
const compact = (record) => { const found = Object.entries(record).filter(([, value]) => value !== undefined); return found.length ? Object.fromEntries(found) : undefined; };

export function Hidden({ question, held, hidden, ask }) {
  const { samples, constraints = {}, play } = question;
  // A hand played to its end has no card left to compare.
  const begin = () => ask({ samples: SAMPLES, want: undefined, play: cardsOf(play)?.length < Object.keys(held).length ? play : undefined });
  const show = (seat, on) => ask({ known: SEATS.filter((one) => (one === seat ? !on : !hidden.includes(one))) });
  const constrain = (seat, next) => ask({ constraints: compact({ ...constraints, [seat]: compact({ ...constraints[seat], ...next }) }) });
  return html`<div class="hidden-hands"><label><input type="checkbox" checked=${samples > 0} onChange=${({ target }) => (target.checked ? begin() : ask({ samples: undefined, known: undefined, constraints: undefined }))} />
      ${t('Some hands are hidden')}</label>
    ${samples > 0 && html`<fieldset><legend>${t('Hidden hands')}</legend><div class="row">${SEATS.map((seat) => html`<label key=${seat}><input type="checkbox" checked=${hidden.includes(seat)} onChange=${({ target }) => show(seat, target.checked)} /> ${seatName(seat)}</label>`)}
      <label>${t('Deals')} <input type="number" class="narrow" min="1" max="2000" value=${samples} onChange=${({ target }) => { if (target.validity.valid && target.value) ask({ samples: Number(target.value) }); }} /></label></div>
      ${hidden.map((seat) => html`<details key=${seat} open=${!!constraints[seat]}><summary>${t('Constraints on {seat}', { seat: seatName(seat) })}</summary><div class="ranges">
        <${Range} label=${t('Points')} name=${`${seatName(seat)}, ${t('Points')}`} range=${constraints[seat]?.hcp} most=${37} change=${(hcp) => constrain(seat, { hcp })} />
        ${SUITS.map((suit) => html`<${Range} key=${suit} label=${html`<${Suit} suit=${suit} labelled=${false} />`} name=${`${seatName(seat)}, ${suitName(suit)}`} range=${constraints[seat]?.shape?.[suit]} most=${13}
          change=${(range) => constrain(seat, { shape: compact({ ...constraints[seat]?.shape, [suit]: range }) })} />`)}</div></details>`)}</fieldset>`}</div>`;
}

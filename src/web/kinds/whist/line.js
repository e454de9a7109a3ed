// Steps through the tricks of the best line or of a played game: the rank lines shrink, the tricks are counted.
import { cls, html, useMemo, useSignal } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { Slider } from '../../parts/slider.js';
import { Ranks, suitSigns } from './ranks.js';
import { plain, replay } from './replay.js';
import { other } from './deal.js';

const cardName = ({ suit, card }) => `${suitSigns[suit] ?? ''}${card}`;

const told = ({ by, lead, reply, winner }) => (reply
  ? t('{by} leads {lead}, {other} answers {reply}; {winner} wins.', { by, lead: cardName(lead), other: other(by), reply: cardName(reply), winner })
  : t('{by} leads {lead}.', { by, lead: cardName(lead) }));

const tricksOf = (count) => (count === 1 ? t('one trick') : t('{count} tricks', { count }));

// The cost of a move in a played game.
const Cost = ({ move: { suit, card, by, cost, best } }) => (cost > 0 && html`<p class="notice warn">${t('{by}’s {card} gives away {cost}; {best} was better.',
  { by, card: cardName({ suit, card }), cost: tricksOf(cost), best: cardName(plain(best)) })}</p>`);

// The value of the whole game after the trick.
const Worth = ({ moves }) => moves?.at(-1).tricks && html`<p class="muted num">${t('With best play from here on: a {a}, b {b}.', moves.at(-1).tricks.after)}</p>`;

const lost = ({ moves = [] }) => moves.some(({ cost }) => cost > 0);

function Trick({ step: { trick, won }, at, count }) {
  return html`<h2>${trick ? t('Trick {n} of {count}', { n: at + 1, count }) : t('End of the play')}</h2>
    <p class="tricks num"><span class="token a">a ${won.a}</span><span class="token b">b ${won.b}</span></p>
    ${trick && html`<p>${told(trick)}</p>${trick.moves?.map((move, i) => html`<${Cost} key=${i} move=${move} />`)}<${Worth} moves=${trick.moves} />`}`;
}

// tricks: from replay.js; order: tricks of the deal
export function Line({ deal, tricks, order, label }) {
  const steps = useMemo(() => replay(deal, tricks), [deal, tricks]), at = useSignal(0);
  const step = steps[Math.min(at.value, steps.length - 1)], { trick } = step;
  const marksOf = (name) => new Map([trick?.lead, trick?.reply].flatMap((card, i) =>
    (card && card.suit === name ? [[card.card, cls('played', { wins: trick.winner === (i ? other(trick.by) : trick.by) })]] : [])));
  const list = (pick) => html`<ol class="steps" tabindex="0" aria-label=${t('Tricks')}>${tricks.map((one, i) => html`<li key=${i}>
    <button type="button" class="quiet" aria-current=${i === at.value ? 'step' : undefined} onClick=${() => pick(i)}>
      <span class="num muted">${i + 1}</span><span class="grow"><span class=${`token ${one.by}`}>${cardName(one.lead)}</span>
        ${one.reply && html`<span class=${`token ${other(one.by)}`}>${cardName(one.reply)}</span>`}</span>
      ${lost(one) && html`<span class="cost" title=${t('mistake')}>✗<span class="visually-hidden">${t('mistake')}</span></span>`}
      <span class="muted">${one.winner && t('{winner} wins', { winner: one.winner })}</span></button></li>`)}</ol>`;
  return html`<div class="walk"><div class="walk-board">${step.suits.map(({ name, cards }) => html`<${Ranks} key=${name} suit=${name} cards=${cards} marks=${marksOf(name)}
      label=${t('Cards that are left')} />`)}</div>
    <${Slider} at=${at} last=${steps.length - 1} label=${label} list=${list}><${Trick} step=${step} at=${at.value} count=${order} /><//></div>`;
}

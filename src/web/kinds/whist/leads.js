// The value of every lead as a list, and of every reply to one lead with the rule that applies.
import { html } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { intervalsOf } from '../../parts/hands/intervals.js';
import { cardText } from '../../parts/hands/signs.js';
import { other, span } from './deal.js';

// The rules of the patent. t('just-beat') t('lowest-discard')
const rules = {
  'just-beat': /* t */ 'The lead is not of the top interval: the lowest card that beats it is a best reply (just beat).',
  'lowest-discard': /* t */ 'The lead is of the top interval and the other hand has the lowest card of all: throwing it away is a best reply (lowest discard).'
};

function Replies({ leader, intervals, lead }) {
  const by = other(leader), rule = lead.replies?.find((reply) => reply.rule)?.rule;
  return html`<div class="replies"><h2>${t('{owner} leads {cards}', { owner: leader, cards: span(intervals[lead.interval].cards) })}
      <span class="muted num"> · ${t('{owner} makes {tricks}', { owner: leader, tricks: lead.tricks })}</span></h2>
    ${lead.replies ? html`<ul class="options">${lead.replies.map((reply) => html`<li key=${reply.interval} class=${reply.optimal ? 'best' : ''}>
      <span class=${`htoken ${by}`}>${span(intervals[reply.interval].cards)}</span> <span class="num">${t('{owner} makes {tricks}', { owner: leader, tricks: reply.tricks })}</span>
      ${reply.optimal && html`<span class="tag">${t('best')}</span>`}${reply.rule && html`<span class="tag rule">${t(reply.rule)}</span>`}</li>`)}</ul>`
      : html`<p class="muted">${t('There are too many replies to show.')}</p>`}
    ${rule && html`<p class="hint">${t(rules[rule])}</p>`}</div>`;
}

const Option = ({ owner, cards, tricks, best }) => html`<li class=${best ? 'best' : ''}><span class=${`htoken ${owner}`}>${cards}</span> <span class="num">${t('{owner} makes {tricks}', { owner, tricks })}</span>${best && html`<span class="tag">${t('best')}</span>`}</li>`;

// led: the card that was led on the board, whose replies are shown; without it those of the best lead
export function Leads({ deal, result: { leads }, led }) {
  const many = deal.suits[0].name, intervals = intervalsOf(deal.suits[0].cards), { leader } = deal; // as in the graph, which an answer may lack
  const chosen = !many && (leads.find(({ interval }) => intervals[interval].cards.includes(Number(led))) ?? leads.find(({ optimal }) => optimal));
  return html`<section class="leads"><h2>${t('Leads')}</h2><ul class="options">${leads.map(({ interval, suit, card, equals = [], tricks, optimal }) => html`<${Option} key=${`${suit}${card}`} owner=${leader} tricks=${tricks} best=${optimal}
      cards=${suit ? [card, ...equals].sort((one, two) => two - one).map((one) => cardText(`${suit}${one}`)).join(' ') : span(intervals[interval].cards)} />`)}</ul>
    ${chosen && html`<${Replies} leader=${leader} intervals=${intervals} lead=${chosen} />`}</section>`;
}

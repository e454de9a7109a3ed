// The value of every lead, and of every reply to the selected one: on the rank line, and as text beside it.
import { html } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';
import { intervalsOf, other, span } from './deal.js';
import { Ranks } from './ranks.js';

// The rules of the patent. t('just-beat') t('lowest-discard')
const rules = {
  'just-beat': /* t */ 'The lead is not of the top interval: the lowest card that beats it is a best reply (just beat).',
  'lowest-discard': /* t */ 'The lead is of the top interval and the other hand has the lowest card of all: throwing it away is a best reply (lowest discard).'
};

function valuesOf(leader, leads, intervals) {
  const values = new Map();
  for (const lead of leads) {
    const { cards } = intervals[lead.interval];
    values.set(cards[0], { text: number(lead.tricks), best: lead.optimal,
      title: lead.optimal ? t('{owner} leads {cards}, makes {tricks}: best', { owner: leader, cards: span(cards), tricks: lead.tricks })
        : t('{owner} leads {cards}, makes {tricks}', { owner: leader, cards: span(cards), tricks: lead.tricks }) });
  }
  return values;
}

function Replies({ deal, intervals, lead }) {
  const by = other(deal.leader);
  const rule = lead.replies?.find((reply) => reply.rule)?.rule;
  return html`<div class="replies" role="status"><h2>${t('{owner} leads {cards}', { owner: deal.leader, cards: span(intervals[lead.interval].cards) })}
      <span class="muted num"> · ${t('{owner} makes {tricks}', { owner: deal.leader, tricks: lead.tricks })}</span></h2>
    ${lead.replies ? html`<ul class="options">${lead.replies.map((reply) => html`<li key=${reply.interval} class=${reply.optimal ? 'best' : ''}>
      <span class=${`token ${by}`}>${span(intervals[reply.interval].cards)}</span> <span class="num">${t('{owner} makes {tricks}', { owner: deal.leader, tricks: reply.tricks })}</span>
      ${reply.optimal && html`<span class="tag">${t('best')}</span>`}${reply.rule && html`<span class="tag rule">${t(reply.rule)}</span>`}</li>`)}</ul>`
      : html`<p class="muted">${t('There are too many replies to show.')}</p>`}
    ${rule && html`<p class="hint">${t(rules[rule])}</p>`}</div>`;
}

// picked: a signal, the highest card of the selected lead's interval
export function Leads({ deal, result, picked }) {
  const { cards } = deal.suits[0], intervals = intervalsOf(cards); // as in the graph, which an answer may lack
  const topOf = (lead) => intervals[lead.interval].cards[0];
  const chosen = result.leads.find((lead) => topOf(lead) === picked.value) ?? result.leads.find(({ optimal }) => optimal);
  const values = valuesOf(deal.leader, result.leads, intervals);
  for (const reply of chosen.replies ?? []) {
    const held = intervals[reply.interval].cards;
    values.set(held[0], { text: number(reply.tricks), best: reply.optimal,
      title: t('reply {cards}: {owner} makes {tricks}', { cards: span(held), owner: deal.leader, tricks: reply.tricks }) });
  }
  return html`<div class="leads"><p class="hint">${t('The numbers are {owner}’s tricks: at {owner}’s cards when they are led, at the others when they answer the chosen lead.', { owner: deal.leader })}</p>
    <${Ranks} cards=${cards} values=${values} chosen=${topOf(chosen)} chooser=${deal.leader}
      choose=${(card) => { picked.value = card; }} label=${t('Leads, from the highest')} />
    <${Replies} deal=${deal} intervals=${intervals} lead=${chosen} /></div>`;
}

// Several suits: each lead with its equals; the server sends no replies.
export function SuitLeads({ deal, result }) {
  return html`<div class="leads"><p class="hint">${t('The numbers are {owner}’s tricks when that card is led.', { owner: deal.leader })}</p>
    ${deal.suits.map(({ name, cards }) => {
      const values = new Map(result.leads.filter(({ suit }) => suit === name).flatMap((lead) => {
        const held = [lead.card, ...lead.equals ?? []].sort((one, two) => two - one);
        return [[held[0], { text: number(lead.tricks), best: lead.optimal,
          title: t('{owner} leads {cards}, makes {tricks}', { owner: deal.leader, cards: span(held), tricks: lead.tricks }) }]];
      }));
      return html`<${Ranks} key=${name} suit=${name} cards=${cards} values=${values} label=${name} />`;
    })}</div>`;
}

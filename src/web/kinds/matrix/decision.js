// A decision against nature: every criterion with its best acts; the chosen one is drawn into the table.
import { html } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { byText, show } from './number.js';
import { Exact } from './words.js';

export const criteria = () => [
  ['maximin', t('Maximin'), t('the best of the worst')], ['maximax', t('Maximax'), t('the best of the best')],
  ['hurwicz', 'Hurwicz', (alpha) => t('{alpha} of the best, the rest of the worst', { alpha: show(alpha) })], ['regret', t('Minimax regret'), t('the least of the greatest regrets')],
  ['laplace', 'Laplace', t('all states alike')], ['expected', t('Expected value'), t('by the probabilities')]
];

const dominated = ({ act, by, strict }) => (strict ? t('{act} is worse than {by} in every state.', { act, by: byText(by) }) : t('{act} is never better than {by}.', { act, by: byText(by) }));

// found: criterion -> {values, best: places}; acts: names; chosen, choose(name): the criterion in the table
export function Criteria({ found, acts, alpha, chosen, choose }) {
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${t('Criteria')}><table class="numeric"><caption class="visually-hidden">${t('Criteria')}</caption>
    <thead><tr><th scope="col">${t('Criterion')}</th>${acts.map((act) => html`<th scope="col" key=${act}>${act}</th>`)}</tr></thead>
    <tbody>${criteria().filter(([name]) => found[name]).map(([name, title, why]) => html`<tr key=${name} class=${name === chosen ? 'chosen' : ''}><th scope="row"><button type="button" class="quiet" aria-pressed=${name === chosen} onClick=${() => choose(name)}>${title}</button>
      <span class="about">${typeof why === 'function' ? why(alpha) : why}</span></th>
      ${acts.map((_, i) => html`<td key=${i} class=${found[name].best.includes(i) ? 'best' : ''}>${found[name].values[i] === null ? '–' : html`<${Exact} value=${found[name].values[i]} />`}${found[name].best.includes(i) && html` <span class="star">★<span class="visually-hidden">${t('best')}</span></span>`}</td>`)}</tr>`)}</tbody></table></div>`;
}

// What only the server says: dominance, the value of knowing the state.
export function Findings({ result: { decision: { criteria: { expected }, dominance } } }) {
  return html`${expected && html`<p>${t('With the state known beforehand the expected value is {with}: that knowledge is worth {value}.', { with: show(expected.with_perfect_information), value: show(expected.value_of_perfect_information) })}</p>`}
    ${dominance.map((one) => html`<p class="hint" key=${one.act}>${dominated(one)}</p>`)}`;
}

// Returns the server's criteria in the form of criteria.js: best acts by their places.
export const servedOf = ({ acts, decision: { criteria: found } }) => Object.fromEntries(Object.entries(found).map(([name, { values, best }]) => [name, { values, best: best.map((act) => acts.indexOf(act)) }]));

// Returns the acts that most criteria recommend.
export function verdictOf({ acts, decision: { criteria: found } }) {
  const all = Object.values(found), votes = acts.map((act) => all.filter(({ best }) => best.includes(act)).length), most = Math.max(...votes);
  const names = acts.filter((_, i) => votes[i] === most).join(', ');
  return most === all.length ? t('{act}: best by every criterion.', { act: names }) : t('{act}: best by {count} of {all} criteria.', { act: names, count: most, all: all.length });
}

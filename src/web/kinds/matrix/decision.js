// A decision against nature: the payoffs, every criterion with its numbers and the best acts, the regret matrix.
import { cls, html } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { byText, show } from './number.js';
import { Exact } from './table.js';

const criteria = () => [
  ['maximin', t('Maximin'), t('the best of the worst')], ['maximax', t('Maximax'), t('the best of the best')],
  ['hurwicz', 'Hurwicz', (alpha) => t('{alpha} of the best, the rest of the worst', { alpha: show(alpha) })], ['regret', t('Minimax regret'), t('the least of the greatest regrets')],
  ['laplace', 'Laplace', t('all states alike')], ['expected', t('Expected value'), t('by the probabilities')]
];

function Table({ label, corner, heads, rows, cells, marked }) {
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${label}><table class="numeric"><caption>${label}</caption>
    <thead><tr><th scope="col">${corner}</th>${heads.map((head, j) => html`<th scope="col" key=${j}>${head}</th>`)}</tr></thead>
    <tbody>${rows.map((row, i) => html`<tr key=${i}><th scope="row">${row}</th>${cells[i].map((cell, j) => html`<td key=${j} class=${cls({ best: marked?.(i, j) })}><${Exact} value=${cell} />${marked?.(i, j) && html` <span class="star">★<span class="visually-hidden">${t('best')}</span></span>`}</td>`)}</tr>`)}</tbody></table></div>`;
}

const dominated = ({ act, by, strict }) => (strict ? t('{act} is worse than {by} in every state.', { act, by: byText(by) }) : t('{act} is never better than {by}.', { act, by: byText(by) }));

const Regret = ({ acts, states, decision: { criteria: { regret } } }) => html`<${Table} label=${t('Regret: the payoff lost compared with the best act in that state')} corner=${t('Act')} heads=${[...states, t('greatest')]} rows=${acts}
  cells=${regret.matrix.map((row, i) => [...row, regret.values[i]])} marked=${(i, j) => j === states.length && regret.best.includes(acts[i])} />`;

export function Decision({ game }) {
  const { acts, states, payoff, decision } = game, { expected } = decision.criteria;
  const used = criteria().filter(([name]) => decision.criteria[name]);
  const why = (name, text) => (typeof text === 'function' ? text(decision.criteria[name].alpha) : text);
  return html`<div class="criteria"><div><${Table} label=${t('What each act gives')} corner=${t('Act')} rows=${acts} cells=${payoff}
      heads=${states.map((state, j) => html`${state}${expected && html`<span class="about"><${Exact} value=${expected.probability[j]} /></span>`}`)} />
    <${Regret} ...${game} /></div>
    <${Table} label=${t('Criteria')} corner=${t('Criterion')} heads=${acts} cells=${used.map(([name]) => decision.criteria[name].values)}
      rows=${used.map(([name, title, text]) => html`${title}<span class="about">${why(name, text)}</span>`)} marked=${(i, j) => decision.criteria[used[i][0]].best.includes(acts[j])} /></div>
    ${expected && html`<p>${t('With the state known beforehand the expected value is {with}: that knowledge is worth {value}.', { with: show(expected.with_perfect_information), value: show(expected.value_of_perfect_information) })}</p>`}
    ${decision.dominance.map((one) => html`<p class="hint" key=${one.act}>${dominated(one)}</p>`)}`;
}

// Returns the acts that most criteria recommend.
export function verdictOf({ acts, decision: { criteria: found } }) {
  const all = Object.values(found), votes = acts.map((act) => all.filter(({ best }) => best.includes(act)).length), most = Math.max(...votes);
  const names = acts.filter((_, i) => votes[i] === most).join(', ');
  return most === all.length ? t('{act}: best by every criterion.', { act: names }) : t('{act}: best by {count} of {all} criteria.', { act: names, count: most, all: all.length });
}

// The results apart from the play: the table of tricks, par, averages over sampled deals.
import { cls, html } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';
import { STRAINS, contractOf } from '../../parts/hands/contract.js';
import { Card, Contract, Suit, cardText, seatName } from '../../parts/hands/signs.js';
import { outcome, signed } from './words.js';

// table: {N: {NT, S, H, D, C}, …}; unknown entries are absent
export function Tricks({ table }) {
  return html`<div class="scroll"><table class="dd num"><caption>${t('Double-dummy tricks by declarer')}</caption>
    <thead><tr><td></td>${STRAINS.map((strain) => html`<th scope="col" key=${strain}><${Suit} suit=${strain} /></th>`)}</tr></thead>
    <tbody>${['N', 'S', 'E', 'W'].map((seat) => html`<tr key=${seat}><th scope="row">${seatName(seat)}</th>
      ${STRAINS.map((strain) => { const tricks = table[seat]?.[strain]; return html`<td key=${strain} class=${cls({ makes: tricks >= 7 })}>${tricks ?? '–'}</td>`; })}</tr>`)}</tbody></table></div>`;
}

export function Par({ par: { score, contracts } }) {
  return html`<div class="par"><h2>${t('Par: {score} for North-South', { score: signed(score) })}</h2>
    ${contracts.length ? html`<ul class="plain">${contracts.map(({ contract, declarers, over }, i) => {
      const read = contractOf(contract);
      return html`<li key=${i}>${read ? html`<${Contract} ...${read} />` : contract}
        <span> ${t('by {seats}', { seats: declarers.map(seatName).join(', ') })}</span> <span class="muted">· ${outcome(over)}</span></li>`;
    })}</ul>` : html`<p>${t('No contract can be made: all pass.')}</p>`}</div>`;
}

// ---- averages ----

const SCALE = 100; // width of the bars in units of their viewBox

// The mean as a bar, its standard error as a whisker.
function Whisker({ value, error, low, high }) {
  const x = (at) => SCALE * Math.min(1, Math.max(0, (at - low) / (high - low || 1)));
  return html`<svg class="whisker" viewBox="0 0 ${SCALE} 12" preserveAspectRatio="none" aria-hidden="true"><rect x="0" y="2" width=${x(value)} height="8" />
    <path d=${`M${x(value - error)} 6H${x(value + error)}M${x(value - error)} 2V10M${x(value + error)} 2V10`} /></svg>`;
}

// Formats a count of deals: from 10 digits on as three significant digits and a power of ten.
function long(digits) {
  if (digits.length < 10) return number(Number(digits));
  const [first, power] = Number(digits).toExponential(2).split('e+');
  return `${number(Number(first))} × 10${Array.from(power, (digit) => '⁰¹²³⁴⁵⁶⁷⁸⁹'[digit]).join('')}`;
}

const within = (show, error) => (error === undefined ? '' : html` <span class="muted">± ${show(error)}</span>`);
const exact = (value) => number(value, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const percent = (value) => number(value, { style: 'percent', maximumFractionDigits: 1 });

// sample: result.sample, or the progress so far: {deals, samples, cards}; declares: the side to play is the declarer's
export function Sample({ sample: { deals, possible, samples, cards }, declares }) {
  const ordered = [...cards].sort((one, two) => (two.makes ?? 0) - (one.makes ?? 0) || two.tricks - one.tricks), makes = cards.some((one) => one.makes !== undefined);
  const low = Math.max(0, Math.floor(Math.min(...cards.map(({ tricks, tricks_error: error = 0 }) => tricks - error)) - 0.5)), high = Math.ceil(Math.max(...cards.map(({ tricks, tricks_error: error = 0 }) => tricks + error)));
  return html`${possible ? html`<p class="num">${t('{deals} deals at random of the {count} that fit.', { deals: number(deals), count: long(possible) })}</p>`
      : html`<p class="num">${t('{deals} of {samples} deals so far.', { deals: number(deals), samples: number(samples) })}</p><progress max=${samples} value=${deals} aria-label=${t('Deals')}></progress>`}
    <div class="scroll" tabindex="0" role="region" aria-label=${t('Averages by card')}><table class="sample num"><thead><tr><th scope="col">${t('Card')}</th><th scope="col">${t('Mean tricks')}</th><th scope="col" class="bar"><span class="visually-hidden">${t('As a bar')}</span></th>
      ${makes && html`<th scope="col">${declares ? t('Makes it') : t('Beats it')}</th>`}</tr></thead>
    <tbody>${ordered.map(({ card, equals = [], tricks, tricks_error: error, makes: share, makes_error: shareError }, i) => html`<tr key=${card} class=${cls({ mine: i === 0 })}>
      <th scope="row"><${Card} card=${card} />${equals.length > 0 && html` <span class="muted equals">= ${equals.map(cardText).join(' ')}</span>`}</th>
      <td>${exact(tricks)}${within(exact, error)}</td><td class="bar"><${Whisker} value=${tricks} error=${error ?? 0} low=${low} high=${high} /></td>
      ${makes && html`<td>${share === undefined ? '–' : html`${percent(share)}${within(percent, shareError)}`}</td>`}</tr>`)}</tbody></table></div>
    ${possible && html`<p class="hint">${t('± is the standard error of the mean.')}</p>`}`;
}

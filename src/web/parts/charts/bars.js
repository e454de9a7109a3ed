// Values as bars from zero, such as the expected values of actions, and a share with a mark.
import { html } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';
import './bars.css';

const digits = { maximumFractionDigits: 3 };

// rows: [{id, name, value, error, best, note}]; error: half the width of an interval around the value, or 0; label: of the table.
export function ValueBars({ rows, label }) {
  const most = Math.max(...rows.map(({ value, error = 0 }) => Math.abs(value) + error), 1e-9), negative = rows.some(({ value, error = 0 }) => value - error < 0);
  const zero = negative ? 50 : 0, unit = (100 - zero) / most, at = (value) => zero + value * unit;
  return html`<table class="value-bars"><caption class="visually-hidden">${label}</caption><tbody>${rows.map(({ id, name, value, error, best, note }) => html`<tr key=${id} class=${best ? 'best' : ''}>
    <th scope="row">${name}${best && html` <span class="star" aria-hidden="true">★</span><span class="visually-hidden"> ${t('best')}</span>`}</th>
    <td class="drawn" aria-hidden="true"><span style=${{ left: `${zero}%` }} class="zero"></span><i class=${value < 0 ? 'loss' : ''} style=${{ left: `${Math.min(zero, at(value))}%`, width: `${Math.abs(value) * unit}%` }}></i>
      ${error > 0 && html`<b style=${{ left: `${at(value - error)}%`, width: `${2 * error * unit}%` }}></b>`}</td>
    <td class="num">${number(value, digits)}${error > 0 && html`<small> ± ${number(error, digits)}</small>`}${note && html`<small> ${note}</small>`}</td></tr>`)}</tbody></table>`;
}

// A share from 0 to 1 as a bar, with a mark at another share, such as the point where a decision changes.
export const ShareBar = ({ share, mark, label }) => html`<span class="share-bar" role="img" aria-label=${label}><i style=${{ width: `${100 * share}%` }}></i>${mark !== undefined && html`<b style=${{ left: `${100 * mark}%` }}></b>`}</span>`;

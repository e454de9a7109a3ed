// Several methods on the same deal: nodes, time, and how many times fewer the best needs than the worst.
import { html } from '../../app/dom.js';
import { duration, number, t } from '../../app/i18n.js';

// t('naive') t('seed') t('table') t('search') t('formula') t('auto')
export const methodName = (name) => t(name);
export const methods = ['auto', 'naive', 'seed', 'table', 'search', 'formula'];

// What each does: t('every card of both, nothing kept') t('pruning rules of the patent') t('the same, down to the tabulated orders')
// t('null windows, bounds, transpositions') t('closed rule, no search')
const about = {
  naive: 'every card of both, nothing kept', seed: 'pruning rules of the patent', table: 'the same, down to the tabulated orders',
  search: 'null windows, bounds, transpositions', formula: 'closed rule, no search'
};

// Node counts pass what a number holds: they come as text.
const grouped = (digits) => number(BigInt(digits));
// "1.5e11" as people write it.
const power = (text) => {
  const [, digits, exponent] = /^([\d.]+)e\+?(\d+)$/i.exec(text) ?? [];
  return exponent ? html`${digits} × 10<sup>${exponent}</sup>` : number(Number(text), { maximumSignificantDigits: 3 });
};

export function Compare({ rows, ratio }) {
  return html`<section class="wide"><h2>${t('Methods compared')}</h2>
    <div class="scroll" tabindex="0" role="region" aria-label=${t('Methods compared')}><table class="numeric"><thead><tr><th scope="col">${t('Method')}</th><th scope="col">${t('Nodes')}</th>
      <th scope="col">${t('Time')}</th><th scope="col">${t('Tricks')}</th></tr></thead>
    <tbody>${rows.map(({ method, nodes, ms, tricks, ...row }) => html`<tr key=${method}>
      <th scope="row">${methodName(method)}<span class="muted about">${t(about[method] ?? '')}</span></th>
      <td>${nodes === undefined ? '–' : grouped(nodes)}</td><td>${ms === undefined ? '–' : duration(ms)}</td>
      <td>${tricks ?? (row.timeout ? t('timeout') : '–')}</td></tr>`)}</tbody></table></div>
    ${ratio !== undefined && html`<p class="verdict">${t('Most to fewest nodes:')} ${power(String(ratio))}</p>`}</section>`;
}

// Compares methods on the same deal: positions searched or looked up, time, and the ratio to the full tree.
import { html } from '../../app/dom.js';
import { duration, number, t } from '../../app/i18n.js';

// t('naive') t('seed') t('table') t('search') t('formula') t('auto')
export const methodName = (name) => t(name);
export const methods = ['auto', 'naive', 'seed', 'table', 'search', 'formula'];

// Descriptions: t('every card of both, nothing kept') t('pruning rules of the patent')
// t('the same, down to the tabulated orders') t('null windows, bounds, transpositions') t('closed rule, no search')
const about = {
  naive: 'every card of both, nothing kept', seed: 'pruning rules of the patent', table: 'the same, down to the tabulated orders',
  search: 'null windows, bounds, transpositions', formula: 'closed rule, no search'
};

// Node counts may exceed the range of a number; the server sends them as text.
const grouped = (digits) => number(BigInt(digits));
// Writes a long ratio as three digits and the power of ten.
function times(ratio) {
  if (ratio < 1e6) return number(ratio, { maximumSignificantDigits: 3 });
  const [digits, exponent] = Number(ratio).toExponential(2).split('e+');
  return html`${number(digits)} × 10<sup>${exponent}</sup>`;
}

const Row = ({ row: { method, tricks, nodes, table, ms, ratio, skipped, unfinished }, leader }) => html`<tr>
  <th scope="row">${methodName(method)}<span class="muted about does">${t(about[method])}</span>
    ${(skipped ?? unfinished) && html`<span class="muted about">${skipped ?? unfinished}</span>`}</th>
  <td>${nodes === undefined ? '–' : grouped(BigInt(nodes) + BigInt(table))}</td><td>${ratio === undefined ? '–' : times(ratio)}</td><td>${ms === undefined ? '–' : ms < 0.001 ? t('< 1 µs') : duration(ms)}</td>
  <td>${tricks ? tricks[leader] : '–'}</td></tr>`;

export function Compare({ compare: { naive_tree: tree, methods: rows }, leader }) {
  return html`<section class="wide"><h2>${t('Methods compared')}</h2>
    ${tree && html`<p class="num">${t('The full tree has {count} positions.', { count: grouped(tree) })}</p>`}
    <div class="scroll" tabindex="0" role="region" aria-label=${t('Methods compared')}><table class="numeric"><thead><tr><th scope="col">${t('Method')}</th><th scope="col">${t('Positions')}</th>
      <th scope="col">${t('Times fewer')}</th><th scope="col">${t('Time')}</th><th scope="col">${t('Tricks')}</th></tr></thead>
    <tbody>${rows.map((row) => html`<${Row} key=${row.method} row=${row} leader=${leader} />`)}</tbody></table></div></section>`;
}

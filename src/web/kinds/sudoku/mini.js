// The miniature of the home page: a 4x4 to fill by clicks. Digits that meet twice in a row, column or box are marked.
import { cls, html, useSignal } from '../../app/dom.js';
import { t } from '../../app/i18n.js';

const GIVEN = [1, 0, 0, 0, 0, 0, 3, 0, 0, 4, 0, 0, 0, 0, 0, 2];
const box = (i) => (i >> 3) * 2 + (i % 4 >> 1);
const meets = (i, k) => i !== k && (i >> 2 === k >> 2 || i % 4 === k % 4 || box(i) === box(k));

export default function Mini() {
  const cells = useSignal(GIVEN), now = cells.value;
  const bad = now.map((digit, i) => digit > 0 && now.some((other, k) => other === digit && meets(i, k)));
  const left = now.filter((digit) => !digit).length, wrong = bad.includes(true);
  return html`<div class="mini-board mini-4" role="group" aria-label=${t('A 4x4 Sudoku')}>${now.map((digit, i) => {
    const name = t('row {row}, column {column}: {digit}', { row: (i >> 2) + 1, column: i % 4 + 1, digit: digit || '–' });
    return html`<button class=${cls('mini-cell', { bad: bad[i], given: GIVEN[i], right: i % 4 === 1, low: i >> 2 === 1 })} disabled=${GIVEN[i] > 0}
      aria-label=${bad[i] ? `${name}, ${t('twice')}` : name} onClick=${() => { cells.value = now.with(i, (digit + 1) % 5); }}>${digit || ''}</button>`;
  })}</div>
  <p role="status">${wrong ? t('A digit stands twice.') : left ? t('Click a cell: 1, 2, 3, 4.') : t('Solved.')}
    ${now !== GIVEN && html` <button class="quiet" onClick=${() => { cells.value = GIVEN; }}>${t('Again')}</button>`}</p>`;
}

// Buttons for the values, for devices without a keyboard.
import { html } from '../../../app/dom.js';
import { t } from '../../../app/i18n.js';

export function Pad({ board, cell, open, onValue }) {
  const { size, symbols, cells } = board;
  const times = Array(size + 1).fill(0);
  for (const value of cells) times[value]++;
  return html`<div class="pad" role="group" aria-label=${t('Values')} style=${size <= 9 && { gridTemplateColumns: 'repeat(5, 1fr)' }}>
    ${Array.from(symbols, (symbol, i) => html`<button type="button" class="second" key=${symbol} aria-label=${symbol} onClick=${() => onValue(i + 1)}
      data-out=${times[i + 1] >= size || (cell >= 0 && !cells[cell] && !open[cell * size + i])}>${symbol}</button>`)}
    <button type="button" class="second" aria-label=${t('Empty the cell')} onClick=${() => onValue(0)}>⌫</button>
  </div>`;
}

// Buttons for what keys enter, for devices without a keyboard: the modes, the values or colours, Select, Delete.
import { html, useMemo, useRef } from '../../app/dom.js';
import { lang, t } from '../../app/i18n.js';
import { COLOURS } from './marks.js';

const names = () => ({ value: t('Digit'), corner: t('Corner'), centre: t('Centre'), colour: t('Colour') });
const hints = { value: 'Z', corner: 'X', centre: 'C', colour: 'V' };

// mode, onMode(mode): the layer that is entered; lasting, onLasting(on): whether a press adds to the selection
export function Modes({ mode, onMode, lasting, onLasting }) {
  const said = names();
  return html`<div class="modes" role="group" aria-label=${t('Input')}>
    ${Object.keys(said).map((one) => html`<button type="button" class="second" key=${one} aria-pressed=${mode === one} title=${`${said[one]} (${hints[one]})`}
      onClick=${() => onMode(one)}>${said[one]}</button>`)}
    ${onLasting && html`<button type="button" class="second" aria-pressed=${lasting} title=${t('Each press adds a cell or removes it')} onClick=${() => onLasting(!lasting)}>${t('Select')}</button>`}
  </div>`;
}

// out: Set of values that cannot be entered or are complete, which are shown pale; onValue(value), 0 to empty. It is drawn
// again only when it looks different: each key on the board gives it another onValue.
export function Pad({ symbols, mode = 'value', out, onValue }) {
  const colours = mode === 'colour', now = useRef();
  now.current = onValue;
  return useMemo(() => html`<${Keypad} symbols=${symbols} colours=${colours} out=${out} onValue=${(value) => now.current(value)} />`, [symbols, colours, [...out ?? []].join(), lang.value]);
}

function Keypad({ symbols, colours, out, onValue }) {
  const texts = colours ? Array.from({ length: COLOURS }, (_, i) => String(i + 1)) : Array.from(symbols);
  return html`<div class=${`pad${texts.length <= 9 ? ' few' : ''}`} role="group" aria-label=${t('Keypad')}>
    ${texts.map((text, i) => html`<button type="button" class=${colours ? `second swatch colour${text}` : 'second'} key=${text} aria-label=${colours ? t('colour {values}', { values: text }) : text}
      onClick=${() => onValue(i + 1)} data-out=${!colours && Boolean(out?.has(i + 1))}>${text}</button>`)}
    <button type="button" class="second" aria-label=${t('Empty the cell')} onClick=${() => onValue(0)}>⌫</button>
  </div>`;
}

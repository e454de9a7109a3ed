// A viewer for JSON. It folds and draws only the open parts, so that a large result does not block the page.
import { html, useSignal } from '../../app/dom.js';
import { copy } from '../../app/ui/copy.js';
import { saveText } from '../../app/ui/save.js';
import { bytes, number, t } from '../../app/i18n.js';

const SHOWN = 100; // members of an object or array that are shown before "more"
const TEXT = 400; // characters of a string that are shown before "more"
const OPEN = 12; // objects and arrays of at most so many members are open at first

const isNode = (value) => value !== null && typeof value === 'object';

function Text({ value }) {
  const all = useSignal(value.length <= TEXT);
  const text = JSON.stringify(all.value ? value : value.slice(0, TEXT));
  return html`<span class="tree-string">${text}</span>${!all.value && html` <button class="quiet" onClick=${() => { all.value = true; }}>
    ${t('all {n} characters', { n: number(value.length) })}</button>`}`;
}

// Returns whether an array is short enough to be shown in one line.
const flat = (value) => Array.isArray(value) && value.length <= 60 && !value.some(isNode) && JSON.stringify(value).length <= 160;

function Leaf({ value }) {
  if (typeof value === 'string') return html`<${Text} value=${value} />`;
  return html`<span class="tree-value">${isNode(value) ? JSON.stringify(value).replaceAll(',', ', ') : String(value)}</span>`;
}

function Node({ name, value, open }) {
  const opened = useSignal(open), shown = useSignal(SHOWN);
  const label = name !== undefined && html`<span class="tree-name">${name}</span>`;
  if (!isNode(value) || flat(value)) return html`<li>${label}<${Leaf} value=${value} /></li>`;
  const array = Array.isArray(value), keys = Object.keys(value);
  const count = array ? `[${keys.length}]` : `{${keys.length}}`;
  return html`<li><details open=${opened.value} onToggle=${(event) => { opened.value = event.target.open; }}>
    <summary>${label}<span class="muted">${count}</span></summary>
    ${opened.value && html`<ul>
      ${keys.slice(0, shown.value).map((key) => html`<${Node} key=${key} name=${key} value=${value[key]} open=${keys.length <= OPEN && !array} />`)}
      ${keys.length > shown.value && html`<li><button class="quiet" onClick=${() => { shown.value += 10 * SHOWN; }}>
        ${t('{n} more', { n: number(keys.length - shown.value) })}</button></li>`}
    </ul>`}
  </details></li>`;
}

// name: the name of the downloaded file, without its ending; level: of the heading, 1 to 6.
export function Tree({ value, title, name, level = 2 }) {
  const text = () => JSON.stringify(value, null, 2);
  return html`<section class="tree">
    <div class="row"><${`h${level}`} class="tree-title grow">${title}<//>
      <button class="quiet" onClick=${() => copy(text())}>${t('Copy')}</button>
      <button class="quiet" onClick=${() => saveText(text(), `${name}.json`, 'application/json')}>${t('Download')} <span>${bytes(JSON.stringify(value).length)}</span></button>
    </div>
    <ul>${Object.keys(value).map((key) => html`<${Node} key=${key} name=${key} value=${value[key]} open=${false} />`)}</ul>
  </section>`;
}

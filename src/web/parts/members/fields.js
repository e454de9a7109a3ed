// Which members share a work: their names, how much of it is done again here, how long to wait for phones.
import { html, useId, useState } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { readShards, shardsText } from './names.js';

// An input that is read when it loses the focus; until then redrawing does not change its text.
export function Typed({ value, take, ...rest }) {
  const [text, setText] = useState(null);
  return html`<input ...${rest} value=${text ?? value} onInput=${({ target }) => setText(target.value)}
    onChange=${({ target }) => { setText(null); take(target.value); }} />`;
}

const field = (text, input) => html`<label class="field">${text}${input}</label>`;
const numberOf = (text) => (text === '' ? undefined : Number(text));

// The field of the names, and with members the others. value: { shards, audit, wait_ms }; put(name, value); usual: names to choose
// from; again: the label of audit; children: further fields between them
export function MemberFields({ value: { shards, audit, wait_ms: wait }, put, usual, again, children }) {
  const id = useId(), limits = { type: 'number', min: 0, placeholder: t('default') };
  return html`${field(t('Shards'), html`<${Typed} list=${id} class="mono" value=${shardsText(shards)} placeholder=${t('none')} take=${(text) => put('shards', readShards(text))} />
      <datalist id=${id}>${usual.map((names) => html`<option key=${names}>${names}</option>`)}</datalist>`)}
    ${shards && html`${children}
      ${field(again, html`<${Typed} ...${limits} max="1" step="any" value=${audit ?? ''} take=${(text) => put('audit', numberOf(text))} />`)}
      ${field(t('Wait for phones, ms'), html`<${Typed} ...${limits} max="60000" value=${wait ?? ''} take=${(text) => put('wait_ms', numberOf(text))} />`)}
      <p class="hint wide">${t('A number, or a list of members: local, phone, or the address of a peer.')}</p>`}`;
}

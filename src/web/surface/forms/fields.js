// The simple fields of a form, with one value each. All take {schema, value, change, id, aria}; undefined means no
// value. `aria` links the field to its description and marks it as invalid.
import { html, useEffect, useSignal } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { words } from './schema.js';

// options: texts; value: the selected index, -1 for none
export function Select({ options, none, value, change, ...rest }) {
  return html`<select ...${rest} value=${String(value)} onChange=${({ target }) => change(Number(target.value))}>
    ${none !== undefined && html`<option value="-1">${none}</option>`}
    ${options.map((text, i) => html`<option key=${i} value=${String(i)}>${text}</option>`)}
  </select>`;
}

const given = ({ target }) => (target.value === '' ? undefined : target.value);

export function Numeric({ schema, value, change, id, aria }) {
  const type = (event) => change(given(event) && Number(given(event)));
  return html`<input type="number" id=${id} ...${aria} min=${schema.minimum} max=${schema.maximum}
    step=${schema.type === 'number' ? 'any' : 1} value=${value ?? ''} placeholder=${schema.default} onInput=${type} />`;
}

export function Text({ schema, value, change, id, aria }) {
  const props = { id, ...aria, value: value ?? '', spellcheck: false, maxLength: schema.maxLength, onInput: (event) => change(given(event)) };
  return (schema.maxLength ?? 0) > 200 ? html`<textarea rows="4" ...${props}></textarea>`
    : html`<input type="text" class="mono" autocomplete="off" placeholder=${schema.default} ...${props} />`;
}

const usual = (schema, name) => (schema.default === undefined ? t('not specified') : t('{value} (default)', { value: name(schema.default) }));

function Among({ all, name, schema, value, change, id, aria }) {
  return html`<${Select} id=${id} ...${aria} options=${all.map(name)} none=${usual(schema, name)} value=${all.indexOf(value)}
    change=${(index) => change(all[index])} />`;
}

export const YesNo = (props) => html`<${Among} ...${props} all=${[true, false]} name=${(value) => (value ? t('yes') : t('no'))} />`;
export const Choice = (props) => html`<${Among} ...${props} all=${props.schema.enum ?? [props.schema.const]} name=${(value) => words(String(value))} />`;

// Lists and JSON, typed as text. The typed text stays as it is while it parses to the value.
export function Typed({ form, rows = 3, value, change, id, aria }) {
  const written = () => (value === undefined ? '' : form.write(value));
  const draft = useSignal(written()), wrong = useSignal('');
  const means = (text) => {
    try {
      const read = form.read(text);
      return JSON.stringify(Array.isArray(read) && !read.length ? undefined : read);
    } catch {
      return null;
    }
  };
  useEffect(() => { if (!wrong.peek() && means(draft.peek()) !== JSON.stringify(value)) draft.value = written(); }, [value]);
  const type = ({ target }) => {
    draft.value = target.value;
    try {
      const read = form.read(target.value);
      wrong.value = '';
      change(Array.isArray(read) && !read.length ? undefined : read);
    } catch (error) {
      wrong.value = error.message;
    }
  };
  return html`<textarea id=${id} ...${aria} rows=${rows} spellcheck=${false} value=${draft.value} onInput=${type}></textarea>
    ${wrong.value && html`<span class="fault" role="status">${wrong.value}</span>`}`;
}

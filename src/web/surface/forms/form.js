// A form from the JSON Schema of a kind: one field for each member, chosen by its type.
import { html, useId, useSignal } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';
import { resolve } from '../../app/net/schema.js';
import { Choice, Numeric, Select, Text, Typed, YesNo } from './fields.js';
import { blank, choicesOf, fieldOf, fits, words } from './schema.js';
import { forms } from './text.js';

// ---- hints of a field ----

function hintOf({ description, minimum: min, maximum: max, default: usual }) {
  const low = min !== undefined, high = max !== undefined;
  const range = low && high ? t('{min} to {max}', { min: number(min), max: number(max) })
    : low ? t('at least {min}', { min: number(min) }) : high ? t('at most {max}', { max: number(max) }) : '';
  const otherwise = ['string', 'number'].includes(typeof usual) ? t('{value} when left empty', { value: usual }) : '';
  return [description && t(description), range, otherwise].filter(Boolean).join(' · ');
}

// Returns whether the fault is at the pointer or below it.
const within = (pointer, fault) => fault?.pointer === pointer || fault?.pointer?.startsWith(`${pointer}/`);

// A labelled field with its hints and its fault. The other props are passed to the input.
function Field({ name, required, ...props }) {
  const { root, pointer, fault } = props, id = useId();
  const schema = resolve(root, props.schema), sort = fieldOf(root, schema);
  const composed = sort === 'object' || sort === 'list';
  const mine = composed ? fault?.pointer === pointer : within(pointer, fault);
  const hint = hintOf(schema);
  const described = [mine && `${id}-fault`, hint && `${id}-hint`].filter(Boolean).join(' ');
  const aria = { 'aria-describedby': described || undefined, 'aria-invalid': mine ? 'true' : undefined };
  const label = html`${words(name)}${required && html` <span class="muted">${t('(required)')}</span>`}`;
  const notes = html`${mine && html`<span class="fault" id=${`${id}-fault`}>${fault.detail}</span>`}
    ${hint && html`<span class="hint" id=${`${id}-hint`}>${hint}</span>`}`;
  const input = html`<${Input} ...${props} schema=${schema} id=${id} aria=${aria} />`;
  if (composed) return html`<fieldset class="field"><legend>${label}</legend>${notes}${input}</fieldset>`;
  return html`<div class="field"><label for=${id}>${label}</label>${input}${notes}</div>`;
}

function Input(props) {
  const { root, schema } = props;
  const typed = (form, rows) => html`<${Typed} ...${props} form=${form} rows=${rows} />`;
  switch (fieldOf(root, schema)) {
    case 'choice': return html`<${Choice} ...${props} />`;
    case 'alternatives': return html`<${Alternatives} ...${props} />`;
    case 'number': return html`<${Numeric} ...${props} />`;
    case 'text': return html`<${Text} ...${props} />`;
    case 'boolean': return html`<${YesNo} ...${props} />`;
    case 'numbers': return typed(forms.numbers, (schema.maxItems ?? 99) > 8 ? 4 : 1);
    case 'lines': return typed(forms.lines, 9);
    case 'matrix': return typed(forms.matrix, 9);
    case 'object': return html`<div class="nested"><${Members} ...${props} /></div>`;
    case 'list': return html`<${List} ...${props} />`;
    default: return typed(forms.json, 2);
  }
}

// ---- composite fields ----

function titleOf(root, one) {
  const schema = resolve(root, one);
  switch (fieldOf(root, schema)) {
    case 'numbers': return t('a list of numbers');
    case 'matrix': return t('rows of numbers');
    case 'lines': return t('rows of text');
    case 'text': return t('text');
    case 'number': return t('number');
    case 'boolean': return t('yes or no');
    case 'choice': return (schema.enum ?? [schema.const]).map(String).join(', ');
    case 'object': return Object.keys(schema.properties).slice(0, 3).map(words).join(', ');
    case 'list': return t('list');
    default: return t('JSON');
  }
}

// A choice of several shapes, followed by the field of the selected one.
function Alternatives(props) {
  const { root, schema, value, change } = props, all = schema.oneOf ?? schema.anyOf;
  const suits = (one) => fits(root, one, value);
  const chosen = useSignal(Math.max(0, all.findIndex(suits)));
  if (value !== undefined && !suits(all[chosen.value]) && all.some(suits)) chosen.value = all.findIndex(suits);
  const choose = (index) => { chosen.value = index; change(undefined); };
  const one = resolve(root, all[chosen.value]);
  return html`
    <${Select} class="how" aria-label=${t('Format')} options=${all.map((each) => each.title ?? titleOf(root, each))} value=${chosen.value} change=${choose} />
    <${Input} ...${props} key=${chosen.value} schema=${one} />`;
}

function List(props) {
  const { root, schema, value = [], change, pointer } = props, items = schema.items ?? {};
  const put = (index, item) => change(value.map((old, i) => (i === index ? item ?? null : old)));
  return html`<div class="nested">
    ${value.map((item, i) => html`<div class="row top-aligned" key=${i}>
      <div class="grow"><${Field} ...${props} schema=${items} name=${String(i + 1)} value=${item} change=${(now) => put(i, now)} pointer=${`${pointer}/${i}`} /></div>
      <button type="button" class="quiet" aria-label=${t('Remove {n}', { n: i + 1 })} onClick=${() => change(value.filter((old, k) => k !== i))}>✕</button>
    </div>`)}
    <button type="button" class="second" disabled=${value.length >= (schema.maxItems ?? Infinity)}
      onClick=${() => change([...value, blank(root, items)])}>${t('Add')}</button>
  </div>`;
}

// The members of an object. Some may exclude each other; the job options come last, folded.
function Members({ root, schema, value = {}, change, pointer = '', fault }) {
  const choices = choicesOf(schema), open = useSignal(0);
  const used = choices.findIndex((names) => names.some((name) => value[name] !== undefined));
  const chosen = choices[used >= 0 ? used : open.value] ?? [];
  const excluded = choices.flat().filter((name) => !chosen.includes(name));
  const put = (name, item) => {
    const { [name]: old, ...rest } = value;
    change(item === undefined ? rest : { ...value, [name]: item });
  };
  const choose = (index) => {
    open.value = index;
    change(Object.fromEntries(Object.entries(value).filter(([name]) => choices[index].includes(name) || !choices.flat().includes(name))));
  };
  const field = (name) => html`<${Field} key=${name} root=${root} schema=${schema.properties[name]} name=${name} value=${value[name]}
    change=${(item) => put(name, item)} required=${schema.required?.includes(name) || chosen.includes(name)} pointer=${`${pointer}/${name}`} fault=${fault} />`;
  const isJob = (name) => pointer === '' && name === 'job';
  return html`
    ${choices.length > 1 && html`<label class="given">${t('Given as')}
      <${Select} options=${choices.map((names) => names.map(words).join(' + ') || t('nothing more'))} value=${choices.indexOf(chosen)} change=${choose} /></label>`}
    ${Object.keys(schema.properties).filter((name) => !excluded.includes(name) && !isJob(name)).map(field)}
    ${Object.keys(schema.properties).filter(isJob).map((name) => html`
      <details class="options" open=${within('/job', fault)}><summary>${t('Job options')}</summary>${field(name)}</details>`)}`;
}

// root: the schema of the kind; value: the problem; fault: a Problem of the server with its pointer.
export const Form = ({ root, value, change, fault }) => html`<${Members} root=${root} schema=${resolve(root, root)} value=${value} change=${change} fault=${fault} />`;

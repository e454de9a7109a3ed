// A form made from a kind's JSON Schema: one field for each member, of the sort that its type asks for.
import { html, useEffect, useId, useSignal } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';
import { blank, choicesOf, fieldOf, fits, resolve, words } from './schema.js';
import { forms } from './text.js';

// ---- what a field says about itself ----

function bounds({ minimum, maximum, default: usual }) {
  const range = minimum !== undefined && maximum !== undefined ? t('{min} to {max}', { min: number(minimum), max: number(maximum) })
    : minimum !== undefined ? t('at least {min}', { min: number(minimum) }) : maximum !== undefined ? t('at most {max}', { max: number(maximum) }) : '';
  const otherwise = usual !== undefined && typeof usual !== 'object' ? t('{value} when left empty', { value: String(usual) }) : '';
  return [range, otherwise].filter(Boolean);
}

function Hints({ id, schema, fault }) {
  const all = [schema.description && t(schema.description), ...bounds(schema)].filter(Boolean);
  return html`${fault && html`<span class="fault" id=${`${id}-fault`} role="alert">${fault.detail}</span>`}
    ${all.length > 0 && html`<span class="hint" id=${`${id}-hint`}>${all.join(' · ')}</span>`}`;
}

const described = (id, schema, fault) => ({
  'aria-describedby': [fault && `${id}-fault`, (schema.description || bounds(schema).length) && `${id}-hint`].filter(Boolean).join(' ') || undefined,
  'aria-invalid': fault ? 'true' : undefined
});

// ---- fields; each has {schema, value, change, id, aria, root}; undefined stands for nothing given ----

const Number_ = ({ schema, value, change, id, aria }) => html`<input type="number" id=${id} ...${aria} min=${schema.minimum} max=${schema.maximum}
  step=${schema.type === 'number' ? 'any' : 1} value=${value ?? ''} placeholder=${schema.default} onInput=${({ target }) => change(target.value === '' ? undefined : Number(target.value))} />`;

function Text({ schema, value, change, id, aria }) {
  const props = { id, ...aria, value: value ?? '', spellcheck: false, maxLength: schema.maxLength, onInput: ({ target }) => change(target.value === '' ? undefined : target.value) };
  return (schema.maxLength ?? 0) > 200 ? html`<textarea rows="4" ...${props}></textarea>`
    : html`<input type="text" class="mono" autocomplete="off" placeholder=${schema.default} ...${props} />`;
}

const Boolean_ = ({ schema, value, change, id, aria }) => html`<select id=${id} ...${aria} value=${String(value ?? '')}
    onChange=${({ target }) => change(target.value === '' ? undefined : target.value === 'true')}>
  <option value="">${schema.default === undefined ? t('not said') : schema.default ? t('yes (usual)') : t('no (usual)')}</option>
  <option value="true">${t('yes')}</option><option value="false">${t('no')}</option></select>`;

function Choice({ schema, value, change, id, aria }) {
  const all = schema.enum ?? [schema.const];
  return html`<select id=${id} ...${aria} value=${value === undefined ? '' : String(all.indexOf(value))} onChange=${({ target }) => change(target.value === '' ? undefined : all[Number(target.value)])}>
    <option value="">${schema.default !== undefined ? t('{value} (usual)', { value: String(schema.default) }) : t('not said')}</option>
    ${all.map((one, i) => html`<option key=${i} value=${String(i)}>${words(String(one))}</option>`)}</select>`;
}

// What is typed stays as it was typed while it means the value.
function Typed({ form, rows = 3, value, change, id, aria }) {
  const draft = useSignal(value === undefined ? '' : form.write(value)), wrong = useSignal('');
  useEffect(() => {
    let same = false;
    try { same = JSON.stringify(form.read(draft.peek())) === JSON.stringify(value) || (value === undefined && draft.peek().trim() === ''); } catch { /* not yet readable */ }
    if (!same && !wrong.peek()) draft.value = value === undefined ? '' : form.write(value);
  }, [value]);
  const type = ({ target }) => {
    draft.value = target.value;
    try {
      const read = form.read(target.value);
      wrong.value = '';
      change(Array.isArray(read) && !read.length ? undefined : read);
    } catch (error) { wrong.value = error.message; }
  };
  return html`<textarea id=${id} ...${aria} rows=${rows} spellcheck=${false} value=${draft.value} onInput=${type}></textarea>
    ${wrong.value && html`<span class="fault" role="alert">${wrong.value}</span>`}`;
}

// ---- composed fields ----

const titleOf = (root, one) => {
  const schema = resolve(root, one);
  return schema.title ?? { numbers: t('numbers, one after the other'), matrix: t('rows of numbers'), lines: t('rows of text'), text: t('text'), number: t('number'), boolean: t('yes or no'),
    object: Object.keys(schema.properties ?? {}).map(words).slice(0, 3).join(', ') || t('members'), list: t('list'), choice: (schema.enum ?? [schema.const]).map(String).join(', ') }[fieldOf(root, schema)] ?? t('JSON');
};

function Alternatives({ root, schema, value, change, id, aria, pointer, fault }) {
  const all = schema.oneOf ?? schema.anyOf;
  const chosen = useSignal(Math.max(0, all.findIndex((one) => fits(root, one, value))));
  if (value !== undefined && !fits(root, all[chosen.value], value)) {
    const better = all.findIndex((one) => fits(root, one, value));
    if (better >= 0) chosen.value = better;
  }
  return html`<select class="how" aria-label=${t('How it is given')} value=${String(chosen.value)} onChange=${({ target }) => { chosen.value = Number(target.value); change(undefined); }}>
      ${all.map((one, i) => html`<option key=${i} value=${String(i)}>${t(titleOf(root, one))}</option>`)}</select>
    <${Input} key=${chosen.value} root=${root} schema=${resolve(root, all[chosen.value])} value=${value} change=${change} id=${id} aria=${aria} pointer=${pointer} fault=${fault} />`;
}

function List({ root, schema, value = [], change, pointer, fault }) {
  const put = (i, item) => change(value.map((old, k) => (k === i ? item ?? null : old)));
  return html`<div class="nested">
    ${value.map((item, i) => html`<div class="row top-aligned" key=${i}><div class="grow"><${Field} root=${root} schema=${schema.items ?? {}} name=${String(i + 1)} value=${item} change=${(now) => put(i, now)} pointer=${`${pointer}/${i}`} fault=${fault} /></div>
      <button type="button" class="quiet" aria-label=${t('Remove {n}', { n: i + 1 })} onClick=${() => change(value.filter((old, k) => k !== i))}>✕</button></div>`)}
    <button type="button" class="second" disabled=${value.length >= (schema.maxItems ?? Infinity)} onClick=${() => change([...value, blank(root, schema.items ?? {})])}>${t('Add')}</button></div>`;
}

function Input(props) {
  const { root, schema } = props;
  switch (fieldOf(root, schema)) {
    case 'choice': return html`<${Choice} ...${props} />`;
    case 'alternatives': return html`<${Alternatives} ...${props} />`;
    case 'number': return html`<${Number_} ...${props} />`;
    case 'text': return html`<${Text} ...${props} />`;
    case 'boolean': return html`<${Boolean_} ...${props} />`;
    case 'numbers': return html`<${Typed} ...${props} form=${forms.numbers} rows=${(schema.maxItems ?? 99) > 8 ? 4 : 1} />`;
    case 'lines': return html`<${Typed} ...${props} form=${forms.lines} rows=${9} />`;
    case 'matrix': return html`<${Typed} ...${props} form=${forms.matrix} rows=${9} />`;
    case 'object': return html`<div class="nested"><${Members} ...${props} /></div>`;
    case 'list': return html`<${List} ...${props} />`;
    default: return html`<${Typed} ...${props} form=${forms.json} rows=${2} />`;
  }
}

const below = (pointer, fault) => fault?.pointer === pointer || fault?.pointer?.startsWith(`${pointer}/`);

function Field({ root, schema: given, name, required, value, change, pointer, fault }) {
  const id = useId();
  const schema = resolve(root, given);
  const sort = fieldOf(root, schema), composed = sort === 'object' || sort === 'list';
  const mine = below(pointer, fault) && !(composed && fault.pointer !== pointer) ? fault : undefined;
  const label = html`${words(name)}${required && html` <span class="muted">${t('(needed)')}</span>`}`;
  const input = html`<${Input} root=${root} schema=${schema} value=${value} change=${change} id=${id} aria=${described(id, schema, mine)} pointer=${pointer} fault=${fault} />`;
  if (composed) return html`<fieldset class="field"><legend>${label}</legend><${Hints} id=${id} schema=${schema} fault=${mine} />${input}</fieldset>`;
  return html`<div class=${mine ? 'field wrong' : 'field'}><label for=${id}>${label}</label>${input}<${Hints} id=${id} schema=${schema} fault=${mine} /></div>`;
}

// The members of an object; `job` and what else is seldom needed come last.
function Members({ root, schema, value = {}, change, pointer = '', fault }) {
  const choices = choicesOf(schema), open = useSignal(Math.max(0, choices.findIndex((names) => names.some((name) => value[name] !== undefined))));
  const now = choices.findIndex((names) => names.some((name) => value[name] !== undefined));
  const chosen = now >= 0 ? now : open.value;
  const hidden = new Set(choices.flat().filter((name) => !choices[chosen]?.includes(name)));
  const put = (name, item) => {
    const { [name]: old, ...rest } = value;
    change(item === undefined ? rest : { ...value, [name]: item });
  };
  const choose = (index) => {
    open.value = index;
    change(Object.fromEntries(Object.entries(value).filter(([name]) => !choices.flat().includes(name) || choices[index].includes(name))));
  };
  const names = Object.keys(schema.properties ?? {}).filter((name) => !hidden.has(name) && !(pointer === '' && name === 'job'));
  const field = (name) => html`<${Field} key=${name} root=${root} schema=${schema.properties[name]} name=${name} value=${value[name]} change=${(item) => put(name, item)}
    required=${schema.required?.includes(name) || choices[chosen]?.includes(name)} pointer=${`${pointer}/${name}`} fault=${fault} />`;
  return html`
    ${choices.length > 1 && html`<label class="given">${t('Given as')} <select value=${String(chosen)} onChange=${({ target }) => choose(Number(target.value))}>
      ${choices.map((members, i) => html`<option key=${i} value=${String(i)}>${members.map(words).join(' + ') || t('nothing more')}</option>`)}</select></label>`}
    ${names.map(field)}
    ${pointer === '' && schema.properties?.job && html`<details class="options" open=${below('/job', fault)}><summary>${t('Job options')}</summary>${field('job')}</details>`}`;
}

// root: the kind's schema; fault: a Problem of the server with its pointer.
export function Form({ root, value, change, fault }) {
  return html`<${Members} root=${root} schema=${resolve(root, root)} value=${value ?? {}} change=${change} fault=${fault} />`;
}

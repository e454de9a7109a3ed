// A JSON Schema in readable form: a list of members with types, bounds and descriptions. Parts unfold on demand,
// because a schema may refer to itself.
import { html, useState } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { resolve } from '../../app/net/schema.js';
import { Markdown } from './markdown.js';

const nameOf = (schema) => schema.$ref?.split('/').pop();

function typeText(document, schema) {
  const whole = resolve(document, schema);
  if (whole.const !== undefined) return JSON.stringify(whole.const);
  if (whole.enum) return whole.enum.map((value) => JSON.stringify(value)).join(' | ');
  const choices = whole.oneOf ?? whole.anyOf;
  if (!whole.type && choices) return nameOf(schema) ?? t('one of {n}', { n: choices.length });
  const type = [whole.type ?? (whole.properties ? 'object' : t('anything'))].flat().join(' | ');
  if (type === 'array' && whole.items) return `${typeText(document, whole.items)}[]`;
  return nameOf(schema) && type === 'object' ? nameOf(schema) : type;
}

const bounds = [
  ['minimum', '≥ '], ['maximum', '≤ '], ['minLength', 'length ≥ '], ['maxLength', 'length ≤ '], ['minItems', 'items ≥ '],
  ['maxItems', 'items ≤ '], ['default', 'default '], ['format', '']
];

const boundsOf = (schema) => bounds.filter(([name]) => schema[name] !== undefined)
  .map(([name, text]) => text + (typeof schema[name] === 'string' ? schema[name] : JSON.stringify(schema[name]))).join(', ');

// Returns the parts of a schema that unfold.
function inside(document, schema) {
  let whole = resolve(document, schema);
  if (whole?.type === 'array' && whole.items) whole = resolve(document, whole.items);
  const parts = [whole, ...(whole?.allOf ?? []).map((part) => resolve(document, part))].filter(Boolean);
  const members = parts.flatMap((part) => Object.entries(part.properties ?? {}));
  const required = new Set(parts.flatMap((part) => part.required ?? []));
  const choices = (whole?.oneOf ?? whole?.anyOf ?? []).filter((choice) => choice.type || choice.$ref);
  return { members, required, choices };
}

function Unfold({ document, schema }) {
  const [open, setOpen] = useState(false);
  return html`<details onToggle=${(event) => setOpen(event.currentTarget.open)}>
    <summary>${t('Details')}</summary>
    ${open && html`<${Schema} document=${document} schema=${schema} />`}
  </details>`;
}

function Member({ document, name, schema, required }) {
  const whole = resolve(document, schema);
  const { members, choices } = inside(document, schema);
  return html`<li>
    <code class="name">${name}</code> <span class="type">${typeText(document, schema)}</span>
    ${required && html`<span class="must">${t('required')}</span>`}
    <span class="hint">${boundsOf(whole)}</span>
    <${Markdown} text=${whole.description} />
    ${(members.length > 0 || choices.length > 0) && html`<${Unfold} document=${document} schema=${schema} />`}
  </li>`;
}

export function Schema({ document, schema }) {
  const { members, required, choices } = inside(document, schema);
  const whole = resolve(document, schema);
  return html`<div class="schema">
    ${!members.length && html`<p><span class="type">${typeText(document, schema)}</span> <span class="hint">${boundsOf(whole)}</span></p>`}
    ${members.length > 0 && html`<ul class="members">${members.map(([name, member]) =>
      html`<${Member} key=${name} document=${document} name=${name} schema=${member} required=${required.has(name)} />`)}</ul>`}
    ${choices.length > 0 && html`<p class="hint">${t('one of:')}</p><ul class="members">${choices.map((choice, i) =>
      html`<${Member} key=${i} document=${document} name=${choice.title ?? nameOf(choice) ?? `${i + 1}`} schema=${choice} />`)}</ul>`}
  </div>`;
}

// Reads a JSON Schema (2020-12, as far as the kinds use it) for a form.
import { resolve } from '../../app/net/schema.js';

const typeOf = (value) => value === null ? 'null' : Array.isArray(value) ? 'array' : Number.isInteger(value) ? 'integer' : typeof value;

// Returns whether the value has this shape: a rough check that chooses between alternatives; the server validates.
export function fits(root, given, value) {
  const schema = resolve(root, given);
  const types = [schema.type ?? []].flat(), type = typeOf(value);
  if (types.length && !types.includes(type) && !(type === 'integer' && types.includes('number'))) return false;
  if ('const' in schema && schema.const !== value) return false;
  if (schema.enum && !schema.enum.includes(value)) return false;
  if (type === 'array' && schema.items) return value.slice(0, 20).every((item, i) => fits(root, schema.prefixItems?.[i] ?? schema.items, item));
  if (type === 'object') return (schema.required ?? []).every((key) => key in value) &&
    Object.keys(value).every((key) => schema.properties ? key in schema.properties && fits(root, schema.properties[key], value[key]) : true);
  const any = schema.anyOf ?? schema.oneOf;
  return !any || any.some((one) => fits(root, one, value));
}

// Returns the type of field for a (resolved) schema.
export function fieldOf(root, schema) {
  if (schema.enum || 'const' in schema) return 'choice';
  const any = schema.oneOf ?? schema.anyOf;
  if (any && !schema.properties) return 'alternatives';
  const type = [schema.type ?? []].flat().find((one) => one !== 'null');
  if (type === 'array') {
    const items = resolve(root, schema.items ?? {});
    const inner = [items.type ?? []].flat()[0];
    if (inner === 'integer' || inner === 'number') return 'numbers';
    if (inner === 'string') return 'lines';
    if (inner === 'array' && ['integer', 'number'].includes([resolve(root, items.items ?? {}).type].flat()[0])) return 'matrix';
    return 'list';
  }
  if (type === 'object' && schema.properties) return 'object';
  return { integer: 'number', number: 'number', string: 'text', boolean: 'boolean' }[type] ?? 'json';
}

// Returns the members of an object that exclude each other: [[names of one choice], …], from oneOf or anyOf with
// `required` alone.
export function choicesOf(schema) {
  const branches = schema.oneOf ?? schema.anyOf ?? [];
  if (!branches.length || !branches.every((one) => one.required)) return [];
  const all = branches.map(({ required }) => required);
  const common = all[0].filter((name) => all.every((names) => names.includes(name)));
  return all.map((names) => names.filter((name) => !common.includes(name)));
}

// Returns an initial value.
export function blank(root, given) {
  const schema = resolve(root, given);
  if ('default' in schema) return schema.default;
  if ('const' in schema) return schema.const;
  if (schema.enum) return schema.enum[0];
  switch (fieldOf(root, schema)) {
    case 'alternatives': return blank(root, (schema.oneOf ?? schema.anyOf)[0]);
    case 'text': return '';
    case 'number': return schema.minimum ?? 0;
    case 'boolean': return false;
    case 'numbers': case 'lines': case 'matrix': case 'list': return [];
    case 'object': return Object.fromEntries((schema.required ?? []).map((key) => [key, blank(root, schema.properties[key])]));
    default: return null;
  }
}

export const words = (name) => name.replaceAll('_', ' ');

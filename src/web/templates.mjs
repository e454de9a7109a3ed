// Compiles the templates of components, html`<p class=${name}>…</p>`, to calls, html('p', {class: name}, …), so that the
// browser neither loads htm nor reads a template again each time it draws. htm itself reads the templates, here with
// placeholders for their values: a compiled template means what the same template means at run time. It differs in one
// point: htm keeps a part without values and returns the same node each time.
import { parse } from 'acorn';
import htm from 'htm';

// The place of the value number `n`. It becomes a token where htm joins it to a text, and a member named by the token
// where htm spreads it (`...${props}`).
class Placeholder {
  constructor(n) { this[`\0${n}\0`] = true; }
  toString() { return Object.keys(this)[0]; }
}
const TOKEN = /\0(\d+)\0/;

const record = htm.bind((type, props, ...children) => ({ type, props, children }));

// Returns the nodes of templates in the tree of a module, in the order of the text.
function templatesOf(node, found = []) {
  if (Array.isArray(node)) for (const one of node) templatesOf(one, found);
  else if (typeof node?.type === 'string') {
    if (node.type === 'TaggedTemplateExpression' && node.tag.name === 'html') found.push(node);
    for (const member of Object.values(node)) if (typeof member === 'object') templatesOf(member, found);
  }
  return found;
}

// values: the source text of each value.
function writer(values) {
  const valueOf = (token) => values[TOKEN.exec(token)[1]];
  const text = (given) => given.split(/(\0\d+\0)/).map((part) => (TOKEN.test(part) ? valueOf(part) : JSON.stringify(part)))
    .filter((part, i) => !i || part !== '""').join('+'); // begins with a text, so that + joins texts
  const name = (key) => (/^[A-Za-z_$][\w$]*$/.test(key) ? key : JSON.stringify(key));
  const member = ([key, value]) => (TOKEN.test(key) ? `...${valueOf(key)}` : `${name(key)}:${write(value)}`);
  const node = ({ type, props, children }) => `html(${[write(type), props ? `{${Object.entries(props).map(member).join(',')}}` : 'null', ...children.map(write)].join(',')})`;
  function write(given) {
    if (Array.isArray(given)) return `[${given.map(write).join(',')}]`;
    if (given instanceof Placeholder) return valueOf(`${given}`);
    if (typeof given === 'string') return text(given);
    if (given?.children) return node(given);
    if (typeof given === 'object' && given) throw new Error('a template has an element that does not end');
    return String(given);
  }
  return write;
}

// Returns the text of a module with its templates compiled.
export function compileTemplates(text) {
  if (!text.includes('html`')) return text;
  const templates = templatesOf(parse(text, { ecmaVersion: 'latest', sourceType: 'module' })).sort((a, b) => a.start - b.start);
  const compiled = ({ quasi: { quasis, expressions } }) => {
    const values = expressions.map(({ start, end }) => `(${between(start, end)})`);
    return writer(values)(record(quasis.map(({ value }) => value.cooked), ...values.map((_, n) => new Placeholder(n))));
  };
  const between = (from, to) => {
    let out = '', at = from;
    for (const template of templates) {
      if (template.start < at || template.end > to) continue; // outside, or inside of the one before
      out += text.slice(at, template.start) + compiled(template);
      at = template.end;
    }
    return out + text.slice(at, to);
  };
  return between(0, text.length);
}

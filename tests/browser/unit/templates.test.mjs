// Compiled templates: each means what htm makes of it at run time.
import assert from 'node:assert/strict';
import { createRequire } from 'node:module';
import test from 'node:test';
import { compileTemplates } from '../../../src/web/templates.mjs';

const htm = createRequire(new URL('../../../src/web/package.json', import.meta.url))('htm');
const record = (type, props, ...children) => ({ type, props, children });
const values = { a: 'A', b: 2, no: false, props: { id: 'i', title: 't' }, Part: () => null, list: [1, 2], f: (x) => x * 2 };

// Returns what a module's expression is, with `html` as the tag of its templates.
const evaluate = (text, html) => new Function('html', ...Object.keys(values), `return ${text};`)(html, ...Object.values(values));

const templates = [
  'html`<p>text</p>`',
  'html`<p class="x" hidden data-n=${b} aria-label=\'it is\'>${a} and ${b}</p>`',
  'html`<p class="x ${a} y${b}" title="${a}">${no}${list}</p>`',
  'html`<p ...${props} title="own" /><${Part} ...${props} key=${a}>${a}<//>`',
  'html`<${Part} a=${a} list=${list.map((n) => html`<li key=${n}>${n ? html`<b>${n}</b>` : html`none`}</li>`)}><p/></${Part}>`',
  'html`\n<ul>\n  <li>one\ntwo</li>\n\n<li> ${a} </li>\n</ul>\n`',
  'html`<p title="\\\\ c" style=${{ width: `${b}px`, color: "red" }} onClick=${() => { const c = html`<i>${f(b)}</i>`; return c; }}>“é” \\u00d7</p>`',
  'html`<p>${html`<a>${html`<b>${a}</b>`}</a>`}</p><!-- a comment ${a} --><q/>`',
  'html``',
  'html`${a}`',
  'html`text ${a} text`',
  '[1, "html`<p>`".length, /html`/.test("x"), html`<p>${"`"}</p>`]'
];

// Functions are compared by what they return.
const plain = (given) => JSON.stringify(given, (key, value) => (typeof value === 'function' ? `function ${value.length ? '' : JSON.stringify(value())}` : value === undefined ? 'undefined' : value), 1);

for (const text of templates)
  test(`as at run time: ${text}`, () => {
    const compiled = compileTemplates(`export default ${text};`).replace(/^export default /, '').replace(/;$/, '');
    assert.doesNotMatch(compiled.replaceAll(/"(\\.|[^"])*"|\/html`\//g, ''), /html`/, compiled);
    assert.equal(plain(evaluate(compiled, record)), plain(evaluate(text, htm.bind(record))), compiled);
  });

test('an element that does not end is an error of the build', () => {
  assert.throws(() => compileTemplates('export default html`<p title="a">text`;'), /does not end/);
});

test('a module without templates is not changed', () => {
  assert.equal(compileTemplates('export const a = `html`;\n'), 'export const a = `html`;\n');
});

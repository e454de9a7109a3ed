// Every text of pages and kinds has a Chinese translation, and no translation is unused.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import zh from '../../../src/web/lang/zh.js';
import partsZh from '../../../src/web/parts/zh.js';
import phoneZh from '../../../src/web/phone/zh.js';

const root = new URL('../../../src/web/', import.meta.url);

function sources(folder) {
  if (!existsSync(new URL(folder, root))) return [];
  return readdirSync(new URL(folder, root), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? sources(`${folder}${entry.name}/`) : entry.name.endsWith('.js') ? [`${folder}${entry.name}`] : []);
}

// Returns the keys in t('…'), and those that lists of texts mark with a comment `t` before the literal.
function keys(text) {
  return [...text.matchAll(/(?:\bt\(|\/\* t \*\/ )\s*'((?:[^'\\]|\\.)*)'/g)].map(([, key]) => key.replace(/\\(.)/g, '$1'));
}

const usedIn = (folders, but = () => false) => new Map(folders.flatMap(sources).filter((path) => !but(path)).flatMap((path) =>
  keys(readFileSync(new URL(path, root), 'utf8')).map((key) => [key, path])));

// A kind's own translations are in kinds/KIND/zh.js, which is loaded with the kind. Those of the parts are loaded with
// any kind; texts of several kinds may be among them.
const kinds = readdirSync(new URL('kinds/', root), { withFileTypes: true }).filter((entry) => entry.isDirectory() && existsSync(new URL(`kinds/${entry.name}/zh.js`, root))).map(({ name }) => name);
const files = await Promise.all(kinds.map((kind) => import(new URL(`kinds/${kind}/zh.js`, root))));
const own = Object.fromEntries(kinds.map((kind, i) => [kind, { ...files[i].summary, ...files[i].default }]));

// A page with many texts has them in pages/PAGE/zh.js, which is loaded with it.
const pages = readdirSync(new URL('pages/', root), { withFileTypes: true }).filter((entry) => entry.isDirectory() && existsSync(new URL(`pages/${entry.name}/zh.js`, root))).map(({ name }) => name);
const pageFiles = await Promise.all(pages.map((page) => import(new URL(`pages/${page}/zh.js`, root))));
const ofPage = (path) => pages.some((page) => path.startsWith(`pages/${page}/`));

// The form shows the descriptions in the schemas of the job options and of the text.
const ofPages = usedIn(['app/', 'pages/'], ofPage), ofParts = usedIn(['parts/', 'surface/']);
const job = JSON.parse(readFileSync(new URL('../../../schema/job.json', import.meta.url), 'utf8'));
const text = JSON.parse(readFileSync(new URL('../../../schema/text.json', import.meta.url), 'utf8'));
for (const { description } of [job, text, ...Object.values(job.properties)]) ofParts.set(description, 'schema/job.json');

// The titles of refusals and errors.
const catalogue = readFileSync(new URL('../../../src/http/reply/catalogue.def', import.meta.url), 'utf8');
for (const [, title] of catalogue.matchAll(/^PROBLEM\("[\w-]+", \d+, "([^"]+)"\)/gm)) ofParts.set(title, 'catalogue.def');

// The titles of the kinds.
const solvers = new URL('../../../src/solvers/', import.meta.url);
const titles = readdirSync(solvers, { withFileTypes: true }).filter((entry) => entry.isDirectory()).flatMap(({ name }) =>
  readdirSync(new URL(`${name}/`, solvers)).filter((file) => file === 'kind.c').flatMap((file) =>
    [...readFileSync(new URL(`${name}/${file}`, solvers), 'utf8').matchAll(/\.title = "([^"]+)"/g)].map(([, title]) => [title, `${name}/${file}`])));
for (const [title, file] of titles) ofPages.set(title, file);

test('every kind has a title that was found', () => {
  const registered = [...readFileSync(new URL('registry.def', solvers), 'utf8').matchAll(/^NASH_KIND\((\w+)\)/gm)].map(([, kind]) => kind);
  assert.deepEqual(titles.map(([, file]) => file.split('/')[0]).sort(), registered.sort());
});

// Texts that come from the server or from this list are translated as well.
ofPages.set('The server cannot be reached.', 'api.js');

const said = [...kinds.map((kind) => `kinds/${kind}/`), 'parts/'].flatMap((folder) => [...usedIn([folder]).keys()]);
const shared = new Set(said.filter((key, i) => said.indexOf(key) < i));

// If a kind has no summary.js, lists show the server's summary phrase by phrase; the phrases are known from `summary`
// alone.
const hasSummary = (kind) => existsSync(new URL(`kinds/${kind}/summary.js`, root));
const usedInKind = (kind, i) => new Map([...usedIn([`kinds/${kind}/`]), ...(hasSummary(kind) ? [] : Object.keys(files[i].summary).map((key) => [key, 'summary']))]);

// owner -> [its translations, the texts that it uses, translations loaded besides]
const all = { 'the pages': [zh, ofPages, {}], 'the parts': [partsZh, ofParts, zh], 'the phone': [phoneZh, usedIn(['phone/']), {}],
  ...Object.fromEntries(pages.map((page, i) => [`the page ${page}`, [pageFiles[i].default, usedIn([`pages/${page}/`]), zh]])),
  ...Object.fromEntries(kinds.map((kind, i) => [kind, [own[kind], usedInKind(kind, i), { ...zh, ...partsZh }]])) };

for (const [name, [texts, wanted, besides]] of Object.entries(all)) {
  test(`each text of ${name} has a translation`, () => {
    assert.ok(wanted.size > 10);
    assert.deepEqual([...wanted].filter(([key]) => !(key in texts) && !(key in besides)), []);
  });

  test(`the translations of ${name} keep their placeholders`, () => {
    const places = (text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, found]) => found).sort();
    for (const [key, text] of Object.entries(texts)) assert.deepEqual(places(text), places(key), key);
  });

  test(`no translation of ${name} is left over`, () => {
    assert.deepEqual(Object.keys(texts).filter((key) => (!wanted.has(key) && !((texts === zh || texts === partsZh) && shared.has(key))) || key in besides), []);
  });
}

test('a list, which loads only the texts of summaries, has all texts of a summary', () => {
  for (const [i, kind] of kinds.entries()) {
    const { summary, default: others } = files[i], says = hasSummary(kind) ? keys(readFileSync(new URL(`kinds/${kind}/summary.js`, root), 'utf8')) : Object.keys(summary);
    assert.ok(says.length > 0);
    assert.deepEqual(says.filter((key) => !(key in summary) && !(key in zh)), [], kind);
    assert.deepEqual(Object.keys(summary).filter((key) => key in others), [], `${kind}: twice`);
  }
});

// All loaded translations are merged into one map, so a text must have the same translation everywhere.
test('kinds translate the texts that they share alike', () => {
  const seen = new Map();
  for (const [kind, texts] of [...Object.entries(own), ...pages.map((page, i) => [`page ${page}`, pageFiles[i].default])])
    for (const [key, text] of Object.entries(texts)) {
      assert.equal(seen.get(key)?.text ?? text, text, `${kind} and ${seen.get(key)?.kind}: ${key}`);
      seen.set(key, { kind, text });
    }
});

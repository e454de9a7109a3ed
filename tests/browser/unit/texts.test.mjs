// Every text that pages and kinds show has its Chinese, and none is left over.
import assert from 'node:assert/strict';
import { existsSync, readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import zh from '../../../src/web/lang/zh.js';
import phoneZh from '../../../src/web/phone/zh.js';

const root = new URL('../../../src/web/', import.meta.url);

function sources(folder) {
  return readdirSync(new URL(folder, root), { withFileTypes: true }).flatMap((entry) =>
    entry.isDirectory() ? sources(`${folder}${entry.name}/`) : entry.name.endsWith('.js') ? [`${folder}${entry.name}`] : []);
}

// The keys in t('…'), and those that lists of texts mark with /* t */ '…'.
function keys(text) {
  return [...text.matchAll(/(?:\bt\(|\/\* t \*\/ )\s*'((?:[^'\\]|\\.)*)'/g)].map(([, key]) => key.replace(/\\(.)/g, '$1'));
}

const usedIn = (folders) => new Map(folders.flatMap(sources).flatMap((path) =>
  keys(readFileSync(new URL(path, root), 'utf8')).map((key) => [key, path])));

// What is a kind's own stands beside it: kinds/KIND/zh.js, loaded with the kind. What several say may be among the pages' texts.
const kinds = readdirSync(new URL('kinds/', root), { withFileTypes: true }).filter((entry) => entry.isDirectory() && existsSync(new URL(`kinds/${entry.name}/zh.js`, root))).map(({ name }) => name);
const files = await Promise.all(kinds.map((kind) => import(new URL(`kinds/${kind}/zh.js`, root))));
const own = Object.fromEntries(kinds.map((kind, i) => [kind, { ...files[i].brief, ...files[i].default }]));

// The form shows what the schema of the job options says.
const ofPages = usedIn(['app/', 'pages/', 'kinds/common/']);
const job = JSON.parse(readFileSync(new URL('../../../schema/job.json', import.meta.url), 'utf8'));
for (const { description } of [job, ...Object.values(job.properties)]) ofPages.set(description, 'schema/job.json');

// What the kinds call themselves.
const solvers = new URL('../../../src/solvers/', import.meta.url);
const titles = readdirSync(solvers, { withFileTypes: true }).filter((entry) => entry.isDirectory()).flatMap(({ name }) =>
  readdirSync(new URL(`${name}/`, solvers)).filter((file) => file.endsWith('.c')).flatMap((file) =>
    [...readFileSync(new URL(`${name}/${file}`, solvers), 'utf8').matchAll(/\.title = "([^"]+)"/g)].map(([, title]) => [title, `${name}/${file}`])));
for (const [title, file] of titles) ofPages.set(title, file);

test('every kind has a title that was found', () => {
  const registered = [...readFileSync(new URL('registry.def', solvers), 'utf8').matchAll(/^NASH_KIND\((\w+)\)/gm)].map(([, kind]) => kind);
  assert.deepEqual(titles.map(([, file]) => file.split('/')[0]).sort(), registered.sort());
});

// Texts that come from the server or from this list are translated as well.
ofPages.set('The server cannot be reached.', 'api.js');

const said = kinds.flatMap((kind) => [...usedIn([`kinds/${kind}/`]).keys()]);
const shared = new Set(said.filter((key, i) => said.indexOf(key) < i));

// Where a kind has no brief.js, lists show the server's brief phrase by phrase: which those are is known from `brief` alone.
const hasBrief = (kind) => existsSync(new URL(`kinds/${kind}/brief.js`, root));
const usedInKind = (kind, i) => new Map([...usedIn([`kinds/${kind}/`]), ...(hasBrief(kind) ? [] : Object.keys(files[i].brief).map((key) => [key, 'brief']))]);

// whose -> [its texts, what it says, what is there besides]
const all = { 'the pages': [zh, ofPages, {}], 'the phone': [phoneZh, usedIn(['phone/']), {}],
  ...Object.fromEntries(kinds.map((kind, i) => [kind, [own[kind], usedInKind(kind, i), zh]])) };

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
    assert.deepEqual(Object.keys(texts).filter((key) => (!wanted.has(key) && !(texts === zh && shared.has(key))) || key in besides), []);
  });
}

test('a list, which loads the texts of briefs alone, has all that a brief says', () => {
  for (const [i, kind] of kinds.entries()) {
    const { brief, default: others } = files[i], says = hasBrief(kind) ? keys(readFileSync(new URL(`kinds/${kind}/brief.js`, root), 'utf8')) : Object.keys(brief);
    assert.ok(says.length > 0);
    assert.deepEqual(says.filter((key) => !(key in brief) && !(key in zh)), [], kind);
    assert.deepEqual(Object.keys(brief).filter((key) => key in others), [], `${kind}: twice`);
  }
});

// All that are loaded make one map: a text means the same whoever says it.
test('kinds translate the texts that they share alike', () => {
  const seen = new Map();
  for (const [kind, texts] of Object.entries(own))
    for (const [key, text] of Object.entries(texts)) {
      assert.equal(seen.get(key)?.text ?? text, text, `${kind} and ${seen.get(key)?.kind}: ${key}`);
      seen.set(key, { kind, text });
    }
});

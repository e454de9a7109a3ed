// Every text the pages show has its Chinese, and none is left over.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
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

// The form shows what the schema of the job options says.
const used = usedIn(['app/', 'pages/', 'kinds/']);
const job = JSON.parse(readFileSync(new URL('../../../schema/job.json', import.meta.url), 'utf8'));
for (const { description } of [job, ...Object.values(job.properties)]) used.set(description, 'schema/job.json');

// Texts that come from the server or from this list are translated as well.
used.set('The server cannot be reached.', 'api.js');

for (const [name, texts, wanted] of [['the dashboard', zh, used], ['the phone', phoneZh, usedIn(['phone/'])]]) {
  test(`each text of ${name} has a translation`, () => {
    assert.deepEqual([...wanted].filter(([key]) => !(key in texts)), []);
  });

  test(`the translations of ${name} keep their placeholders`, () => {
    const places = (text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, found]) => found).sort();
    for (const [key, text] of Object.entries(texts)) assert.deepEqual(places(text), places(key), key);
  });

  test(`no translation of ${name} is left over`, () => {
    assert.deepEqual(Object.keys(texts).filter((key) => !wanted.has(key)), []);
  });
}

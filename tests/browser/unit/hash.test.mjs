// Packed translations: nothing is lost, and texts that cannot be packed are refused.
import assert from 'node:assert/strict';
import { existsSync, readdirSync } from 'node:fs';
import test from 'node:test';
import { hashOf, pack, unpack } from '../../../src/web/app/hash.js';
import zh from '../../../src/web/lang/zh.js';

const root = new URL('../../../src/web/', import.meta.url);
const kinds = readdirSync(new URL('kinds/', root)).filter((name) => existsSync(new URL(`kinds/${name}/zh.js`, root)));

test('no two texts of the page and its kinds together have one number', async () => {
  const files = await Promise.all(kinds.map((kind) => import(new URL(`kinds/${kind}/zh.js`, root))));
  const all = Object.assign({}, zh, ...files.flatMap(({ summary, default: texts }) => [summary, texts]));
  assert.ok(Object.keys(all).length > Object.keys(zh).length);
  pack(all); // throws if it cannot pack them
});

test('what was packed is found by its English, and by nothing else', () => {
  const texts = unpack(pack(zh));
  assert.equal(texts.size, Object.keys(zh).length);
  for (const [key, text] of Object.entries(zh)) assert.equal(texts.get(hashOf(key)), text, key);
  for (const other of ['', 'sudoku', 'Retry.', 'The solver needed more than 512 MiB.']) assert.equal(texts.get(hashOf(other)), undefined, other);
});

test('numbers are the upper 28 bits of FNV-1a', () => {
  assert.deepEqual(['', 'a', 'foobar'].map(hashOf), [0x811c9dc, 0xe40c292, 0xbf9cf96]);
});

test('a text that would break a line, and two texts of one number, are refused', () => {
  assert.throws(() => pack({ a: 'b\nc' }), /cannot be packed: a/);
  assert.throws(() => pack({ a: 'b\tc' }), /cannot be packed: a/);
  const seen = new Map(); // finds two texts with one number, by the birthday paradox
  let twins;
  for (let i = 0; !twins; i++) {
    const text = `text ${i}`, hash = hashOf(text);
    if (seen.has(hash)) twins = [seen.get(hash), text];
    seen.set(hash, text);
  }
  assert.throws(() => pack({ [twins[0]]: 'one', [twins[1]]: 'other' }), /cannot be packed/);
});

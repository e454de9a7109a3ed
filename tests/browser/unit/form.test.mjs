// Reads schemas and texts for the form; compared with the kinds' own examples and with JSON.parse.
import assert from 'node:assert/strict';
import { readFileSync, readdirSync } from 'node:fs';
import { test } from 'node:test';
import { resolve } from '../../../src/web/app/net/schema.js';
import { blank, choicesOf, fieldOf, fits } from '../../../src/web/surface/forms/schema.js';
import { forms, placeOf } from '../../../src/web/surface/forms/text.js';

const folder = new URL('../../../schema/kinds/', import.meta.url);
const requests = readdirSync(folder).filter((name) => name.endsWith('.request.json')).map((name) => [name, JSON.parse(readFileSync(new URL(name, folder)))]);

// Reproducible numbers in [0, 1): mulberry32.
function random(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let x = Math.imul(seed ^ (seed >>> 15), 1 | seed);
    x = (x + Math.imul(x ^ (x >>> 7), 61 | x)) ^ x;
    return ((x ^ (x >>> 14)) >>> 0) / 2 ** 32;
  };
}

test('each example of each kind has a field for every member, and fits one alternative', () => {
  for (const [name, root] of requests)
    for (const example of root.examples) for (const [member, value] of Object.entries(example)) {
      const schema = resolve(root, root.properties[member]);
      assert.notEqual(fieldOf(root, schema), 'json', `${name}: ${member}`);
      const any = schema.oneOf ?? schema.anyOf;
      if (any) assert.ok(any.some((one) => fits(root, one, value)), `${name}: ${JSON.stringify(value)}`);
      const sort = fieldOf(root, any ? resolve(root, any.find((one) => fits(root, one, value))) : schema);
      if (sort in forms) assert.deepEqual(forms[sort].read(forms[sort].write(value)), value, `${name}: ${member} as ${sort}`);
    }
});

test('a reference keeps the members beside it', () => {
  const root = { $defs: { a: { type: 'integer', description: 'of a' }, b: { $ref: '#/$defs/a', description: 'of b' } } };
  assert.deepEqual(resolve(root, { $ref: '#/$defs/b' }), { type: 'integer', description: 'of b' });
  assert.deepEqual(resolve(root, { $ref: '#/$defs/none' }), {});
  assert.deepEqual(resolve(root, true), {});
});

test('members that exclude each other are found, shared ones are not', () => {
  assert.deepEqual(choicesOf({ oneOf: [{ required: ['a', 'x'] }, { required: ['b', 'x'] }] }), [['a'], ['b']]);
  assert.deepEqual(choicesOf({ anyOf: [{ type: 'string' }] }), []);
  assert.deepEqual(choicesOf({}), []);
});

test('fits distinguishes values by type, constants and members', () => {
  const cases = [[{ type: 'integer' }, 3, 3.5], [{ type: ['integer', 'null'] }, null, 'x'], [{ enum: ['a', 'b'] }, 'a', 'c'], [{ const: 1 }, 1, 2],
    [{ type: 'array', items: { type: 'string' } }, ['x'], [1]], [{ type: 'object', required: ['a'], properties: { a: { type: 'boolean' } } }, { a: true }, { a: 1 }],
    [{ anyOf: [{ type: 'string' }, { type: 'boolean' }] }, false, 4], [{ type: 'number' }, 3, '3']];
  for (const [schema, good, bad] of cases) {
    assert.equal(fits({}, schema, good), true, JSON.stringify([schema, good]));
    assert.equal(fits({}, schema, bad), false, JSON.stringify([schema, bad]));
  }
});

test('a value to begin with fits its schema', () => {
  for (const schema of [{ type: 'integer', minimum: 4 }, { type: 'string' }, { enum: ['a'] }, { type: 'boolean' }, { type: 'array', items: { type: 'integer' } },
    { type: 'object', properties: { a: { type: 'integer', minimum: 1 } }, required: ['a'] }, { anyOf: [{ type: 'string' }, { type: 'integer' }] }, { type: 'integer', default: 9 }])
    assert.equal(fits({}, schema, blank({}, schema)), true, JSON.stringify(schema));
});

test('the place of a pointer is the value it points to, in random JSON', () => {
  for (let seed = 1; seed <= 500; seed++) {
    const next = random(seed), pick = (n) => Math.floor(next() * n);
    const keys = ['a', 'b/c', 'd~e', 'f"g', '', '字', '0'];
    const make = (depth) => {
      const sort = depth > 3 ? 2 + pick(4) : pick(6);
      if (sort === 0) return Object.fromEntries(keys.slice(0, pick(keys.length)).map((key) => [key, make(depth + 1)]));
      if (sort === 1) return Array.from({ length: pick(4) }, () => make(depth + 1));
      return [`x"${pick(99)}\\],}`, pick(1000) - 500, null, pick(2) === 1][sort - 2];
    };
    const value = make(0), text = JSON.stringify(value, null, pick(3));
    const walk = (at, pointer) => {
      const place = placeOf(text, pointer);
      assert.ok(place, `seed ${seed}: ${pointer} in ${text}`);
      assert.deepEqual(JSON.parse(text.slice(...place)), at, `seed ${seed}: ${pointer} in ${text}`);
      if (at && typeof at === 'object') for (const key of Object.keys(at)) walk(at[key], `${pointer}/${key.replaceAll('~', '~0').replaceAll('/', '~1')}`);
    };
    walk(value, '');
    assert.equal(placeOf(text, '/none'), undefined);
  }
});

test('text that is not JSON has no places, and no end of time', () => {
  for (const text of ['', '{', '[1,', '{"a"', '{"a":}', '"', '}', '{"a":"\\', '[[[', '{1:2}']) placeOf(text, '/a/0');
});

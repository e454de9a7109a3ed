// Requests as curl commands: a shell splits them into the intended words.
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { test } from 'node:test';
import { curl } from '../../../src/web/app/net/curl.js';
import { exampleUrl } from '../../../src/web/pages/reference/example.js';

// Returns the words that a shell passes to the program.
const words = (command) => JSON.parse(execFileSync('sh', ['-c', `node -e 'console.log(JSON.stringify(process.argv.slice(1)))' -- ${command}`], { encoding: 'utf8' }));

test('any body survives the shell', () => {
  for (const body of ["it's", '"a" $HOME `ls` \\ !x', 'two\nlines', '{"puzzle":"1..."}', '']) {
    const got = words(curl({ method: 'POST', url: 'http://h/v1/x', headers: { 'Content-Type': 'text/plain' }, body }));
    assert.deepEqual(got, ['curl', '-s', 'http://h/v1/x', '-H', 'Content-Type: text/plain', '--data-binary', body]);
  }
});

test('JSON, other methods, addresses with marks', () => {
  assert.deepEqual(words(curl({ method: 'POST', url: 'http://h/v1/x', headers: { 'Content-Type': 'application/json' }, body: '{}' })),
    ['curl', '-s', 'http://h/v1/x', '--json', '{}']);
  assert.deepEqual(words(curl({ method: 'DELETE', url: 'http://h/v1/jobs/1' })), ['curl', '-s', '-X', 'DELETE', 'http://h/v1/jobs/1']);
  assert.deepEqual(words(curl({ method: 'POST', url: 'http://h/c' })), ['curl', '-s', '-X', 'POST', 'http://h/c']);
  assert.deepEqual(words(curl({ url: 'http://h/v1/jobs?status=a&id=b' })), ['curl', '-s', 'http://h/v1/jobs?status=a&id=b']);
});

test('examples fill the path and what a query must have', () => {
  const parameters = [{ in: 'path', name: 'id', schema: {} }, { in: 'query', name: 'wait', schema: { default: 5 } },
    { in: 'query', name: 'kind', required: true, schema: { enum: ['a b'] } }];
  assert.equal(exampleUrl('http://h', '/v1/jobs/{id}', parameters), 'http://h/v1/jobs/ID?kind=a%20b');
});

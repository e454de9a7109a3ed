// Checks recorded exchanges against the OpenAPI document: `check.mjs [--complete] OPENAPI.json RECORD`. Fails for a reply
// that the document does not allow and, with --complete, for a documented (method, path, status) that no exchange has.
import { readFileSync } from 'node:fs';
import { Document } from './lib/document.mjs';
import { check } from './lib/exchange.mjs';

// Documented replies that the tour does not force. Some need a solver that misbehaves, which tests/api has. tests/api also
// covers a member that sends wrong answers by POSTs; no test has a thousand members.
const unforced = (promise) => promise === 'POST /v1/jobs/{id}/cancel 202' ||
    /^(GET|DELETE) \/v1\/(opponents|models|games).* 503$/.test(promise) || /^GET \/v1\/opponents.*\/report (409|413|422|500|507)$/.test(promise) ||
    /^POST \/v1\/opponents.*\/(observe|merge) 429$/.test(promise) ||
    /^(POST \/v1\/jobs\/cancel|DELETE \/v1\/jobs) 503$/.test(promise) || /^GET \/v1\/jobs\/\{id\}\/blobs(\/\{name\})? 503$/.test(promise) ||
    promise === 'PATCH /v1/models/{id} 409' || promise === 'POST /v1/games/{id}/engine 200' ||
    /^POST \/v1\/shards\/members\/\{id\}\/messages (403|503)$/.test(promise) || /^POST \/v1\/[a-z-]+ 50[07]$/.test(promise);

// Replies of servers with the built-in pages, and of servers without them.
const withPages = ['GET / 304', 'GET /join 200', 'GET /join 304', 'GET /service-worker.js 200', 'GET /service-worker.js 304', 'GET /assets/{name} 200', 'GET /assets/{name} 304',
    'GET /assets/{name} 404'];
const withoutPages = ['GET /join 404', 'GET /service-worker.js 404'];

const complete = process.argv[2] === '--complete';
const [file, record] = process.argv.slice(complete ? 3 : 2);
if (!record) {
    console.error('usage: check.mjs [--complete] OPENAPI.json RECORD');
    process.exit(2);
}
const document = new Document(file);
// Opponents are of kinds that learn.
const learns = Object.values(document.json.components.schemas).some((schema) => schema.properties?.learn);
const ofOpponents = (promise) => !learns && /\/v1\/opponents/.test(promise) && !/ (400|401|404|406|413|415)$/.test(promise);
const shown = new Set();
let page = false;
let count = 0;
let wrong = 0;
for (const line of readFileSync(record, 'utf8').split('\n').filter((text) => text !== '')) {
    const exchange = JSON.parse(line);
    const { faults, promise } = check(document, exchange);
    page ||= exchange.path === '/' && exchange.headers['content-type']?.startsWith('text/html');
    count++;
    if (promise)
        shown.add(promise);
    if (faults.length > 0 && wrong++ < 20) {
        console.log(`${exchange.method} ${exchange.path.slice(0, 120)} -> ${exchange.status}`);
        faults.slice(0, 8).forEach((fault) => console.log(`    ${fault}`));
        console.log(`    body: ${(exchange.body ?? '').slice(0, 400)}`);
    }
}
const absent = page ? withoutPages : withPages;
const promises = [...document.promises()].map(([path, method, status]) => `${method.toUpperCase()} ${path} ${status}`);
const missing = !complete ? [] : promises.filter((promise) => !shown.has(promise) && !unforced(promise) && !ofOpponents(promise) && !absent.includes(promise));
missing.forEach((promise) => console.log(`never shown: ${promise}`));
console.log(`${count} exchanges, ${wrong} against the contract; ${promises.length} promises, ` +
    `${promises.length - promises.filter((promise) => !shown.has(promise)).length} shown, ${missing.length} missing`);
process.exit(wrong > 0 || missing.length > 0 || count === 0 ? 1 : 0);

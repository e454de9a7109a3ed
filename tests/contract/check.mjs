// Holds recorded exchanges against the contract: `check.mjs OPENAPI.json EXCHANGES...`. Fails for a reply the document
// does not allow, and for a promised (method, path, status) that no exchange shows.
import { existsSync, readFileSync } from 'node:fs';
import { Document } from './lib/document.mjs';
import { check } from './lib/exchange.mjs';

// Promised, but only shown by solvers that misbehave: the HTTP tests have one that does not stop when told to, but this
// program may run without their record; a kind of this server that fails is a fault that the tests are there to find.
// Who lies by POSTs is shown by tests/api, and that a thousand have joined nowhere.
const unforced = (promise) => promise === 'POST /v1/jobs/{id}/cancel 202' ||
    /^POST \/v1\/shards\/members\/\{id\}\/messages (403|503)$/.test(promise) || /^POST \/v1\/[a-z-]+ 50[07]$/.test(promise);

// Promised where the pages are built in, and what only a server without them says.
const withPages = ['GET / 304', 'GET /join 200', 'GET /join 304', 'GET /assets/{name} 200', 'GET /assets/{name} 304',
    'GET /assets/{name} 404'];
const withoutPages = ['GET /join 404'];

const [file, ...records] = process.argv.slice(2);
if (records.length === 0) {
    console.error('usage: check.mjs OPENAPI.json EXCHANGES...');
    process.exit(2);
}
const document = new Document(file);
const shown = new Set();
let page = false;
let count = 0;
let wrong = 0;
for (const record of records.filter((name) => existsSync(name))) {
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
}
const absent = page ? withoutPages : withPages;
const promises = [...document.promises()].map(([path, method, status]) => `${method.toUpperCase()} ${path} ${status}`);
const missing = promises.filter((promise) => !shown.has(promise) && !unforced(promise) && !absent.includes(promise));
missing.forEach((promise) => console.log(`never shown: ${promise}`));
console.log(`${count} exchanges, ${wrong} against the contract; ${promises.length} promises, ` +
    `${promises.length - promises.filter((promise) => !shown.has(promise)).length} shown, ${missing.length} missing`);
process.exit(wrong > 0 || missing.length > 0 || count === 0 ? 1 : 0);

// Starts servers, sends requests for every path, method and status of the OpenAPI document, and records the exchanges:
// `drive.mjs OPENAPI.json RECORD -- NASHD [ARGUMENT...]`. check.mjs checks the record.
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { rmSync } from 'node:fs';
import { Document } from './lib/document.mjs';
import { Daemon } from './lib/daemon.mjs';
import { Client } from './lib/client.mjs';
import { kindsOf, examplesOf, textsOf, slowOf } from './lib/kinds.mjs';

const separator = process.argv.indexOf('--');
const [file, record] = process.argv.slice(2);
const program = process.argv.slice(separator + 1);
if (separator !== 4 || program.length === 0) {
    console.error('usage: drive.mjs OPENAPI.json RECORD -- NASHD [ARGUMENT...]');
    process.exit(2);
}
const document = new Document(file);
const kinds = kindsOf(document);
const nobody = '0'.repeat(32);
const patient = 60000;
rmSync(record, { force: true });

// Fails with the reply if the status is different.
function expect(exchange, ...statuses) {
    assert.ok(statuses.includes(exchange.status), `${exchange.method} ${exchange.path} gave ${exchange.status}, not ` +
        `${statuses.join(' or ')}: ${exchange.body.slice(0, 500)}`);
    return exchange;
}
const json = (exchange) => JSON.parse(exchange.body);

// ---- the server ----

// The page for a browser and the files that it loads, if the dashboard is built in.
async function dashboard(client) {
    const browser = { Accept: 'text/html,*/*;q=0.8', 'Accept-Encoding': 'gzip' };
    const page = expect(await client.get('/', { Accept: 'text/html,*/*;q=0.8' }), 200);
    if (!page.headers['content-type'].startsWith('text/html'))
        return;
    const names = [...page.body.matchAll(/(?:href|src)="(assets\/[^"]+)"/g)].map(([, name]) => name);
    if (names.length < 4 || page.headers['content-security-policy'] === undefined)
        throw new Error(`a page without files or policy: ${page.body}`);
    for (const path of ['/', '/join', '/service-worker.js', ...names.map((name) => `/${name}`)]) {
        const first = expect(await client.get(path, browser), 200);
        expect(await client.get(path, { ...browser, 'If-None-Match': first.headers.etag }), 304);
    }
    expect(await client.get('/assets/nosuch-00000000.js'), 404);
}

async function server(client) {
    for (const path of ['/', '/healthz', '/readyz', '/metrics', '/v1/kinds', '/v1/keys'])
        expect(await client.get(path), 200);
    expect(await client.get('/v1/keys?nosuch=1'), 400);
    expect(await client.get('/v1/keys', { Accept: 'text/plain' }), 406);
    for (const kind of kinds)
        expect(await client.get(`/v1/kinds/${kind}`), 200);
    for (const path of ['/docs', '/docs/tour']) {
        const first = expect(await client.get(path), 200);
        expect(await client.get(path, { 'If-None-Match': first.headers.etag }), 304);
        expect(await client.get(path, { Accept: 'text/html' }), 200);
    }
    expect(await client.get('/docs/nosuch'), 404);
    await dashboard(client);
    expect(await client.get('/v1/kinds/nosuch'), 404);
    expect(await client.get('/v1/schema/nosuch.json'), 404);
    const schemas = kinds.flatMap((kind) => [`${kind}.request.json`, `${kind}.result.json`]);
    for (const path of ['/v1/openapi.json', ...['job.json', ...schemas].map((name) => `/v1/schema/${name}`)]) {
        const first = expect(await client.get(path), 200);
        expect(await client.get(path, { 'If-None-Match': first.headers.etag }), 304);
        expect(await client.get(path, { 'If-None-Match': `"other", W/${first.headers.etag}` }), 304);
        expect(await client.get(path, { 'If-None-Match': '"other"' }), 200);
    }
    assert.deepEqual(json(await client.get('/v1/openapi.json')), document.json, 'the server gives out another contract');
}

// Returns a path with its parameters filled in.
const concrete = (path) => path.replace('{id}', nobody).replace('{observation}', nobody).replace('{token}', nobody).replace('{kind}', kinds[0]).replace('{name}', 'job.json');
// Returns whether the reply is an endless stream.
const isEndless = (path) => path === '/v1/events';

async function methods(client) {
    for (const path of Object.keys(document.json.paths)) {
        const known = document.methods(path);
        for (const method of ['get', 'post', 'delete', 'put', 'patch'].filter((name) => !known.includes(name))) {
            const reply = expect(await client.send(method.toUpperCase(), concrete(path)), 405);
            for (const name of known)
                assert.ok(reply.headers.allow.includes(name.toUpperCase()), `${path}: Allow lacks ${name}`);
        }
        expect(await client.send('OPTIONS', concrete(path)), 200, 204);
        const head = await client.send('HEAD', concrete(path));
        if (known.includes('get'))
            expect(head, isEndless(path) ? 200 : (await client.get(concrete(path))).status);
        else
            expect(head, 405);
    }
    for (const path of ['/nosuch', '/v1', '/v1/', '/v1/jobs/x/y/z', '/v1/sudoku/nosuch'])
        expect(await client.get(path), 404);
    expect(await client.get('/v1/%00'), 400, 404);
    expect(await client.get('/v1/jobs%2Fx'), 400, 404);
}

// ---- problems ----

async function submit(client, kind) {
    const path = `/v1/${kind}`;
    const examples = examplesOf(document, kind);
    assert.ok(examples.length > 0, `${kind} has no example`);
    for (const example of examples) {
        expect(await client.postJson(path, example, { Prefer: 'wait=60' }), 200);
        const again = expect(await client.postJson(path, example, { Prefer: 'wait=60' }), 200);
        // The checkpoints of a training belong to its job, so another job trains again.
        assert.equal(json(again).cached, !('train' in example), 'the second time it is known');
    }
    for (const text of textsOf(document, kind)) {
        expect(await client.post(path, 'text/plain', text, { Prefer: 'wait=60' }), 200);
        const plain = expect(await client.post(path, 'text/plain', text, { Accept: 'text/plain', Prefer: 'wait=60' }), 200);
        assert.match(plain.headers['content-type'], /^text\/plain/);
    }
    const [example] = examples;
    const twice = { 'Idempotency-Key': `contract-${kind}`, Prefer: 'wait=60' };
    const first = json(expect(await client.postJson(path, example, twice), 200));
    assert.equal(json(expect(await client.postJson(path, example, twice), 200)).id, first.id);
    const other = { ...example, job: { ...example.job, priority: 7 } };
    expect(await client.postJson(path, other, twice), 422);

    expect(await client.postJson(path, '{'), 400);
    expect(await client.postJson(path, { nosuch: 1 }), 400);
    expect(await client.postJson(`${path}?nosuch=1`, example), 400);
    expect(await client.postJson('/v1/nosuch', example), 404);
    expect(await client.postJson(path, example, { Accept: 'image/png' }), 406);
    expect(await client.send('POST', path, { headers: { 'Content-Type': 'application/json' }, length: 2 ** 40 }), 413);
    expect(await client.post(path, 'image/png', 'x'), 415);
    expect(await client.postJson(path, example, { 'Content-Encoding': 'gzip' }), 415);
}

// Kinds whose problems the server writes as JSON.
const written = (kind) => `/v1/${kind}/read` in document.json.paths;

// Texts of three problems, the second of which cannot be read.
const several = {
    sudoku: ['1...............\n# a remark\n', '12\n\n', '...............2'],
    bridge: ['[Dealer "W"]\n[Deal "N:A2... K3... QJ... 54..."]\n[Contract "1S"]\n\n', '[Deal "N:nothing"]\n\n', '[Board "3"]\n[Declarer "E"]\n[Deal "N:AQ... KJ... 32... 54..."]\n'],
};

async function read(client, kind) {
    const path = `/v1/${kind}/read`;
    for (const text of [...textsOf(document, kind), ...examplesOf(document, kind).filter((example) => !example.generate)]) {
        const form = typeof text === 'string' ? 'text/plain' : 'application/json';
        const problem = expect(await client.post(path, form, typeof text === 'string' ? text : JSON.stringify(text)), 200).body;
        const again = expect(await client.postJson(path, problem), 200).body;
        assert.equal(again, problem, 'what the server writes has one form');
    }
    expect(await client.post(path, 'text/plain', '~ not a problem ~'), kind === 'sudoku' ? 422 : 400);
    expect(await client.postJson(path, '{"text":"~ not a problem ~"}'), 422);
    expect(await client.postJson(path, '{'), 400);
    if (several[kind]) {
        const lines = async (text) => expect(await client.post(path, 'text/plain', text, { Accept: 'application/x-ndjson' }), 200)
            .body.split('\n').filter(Boolean).map((line) => JSON.parse(line));
        const found = await lines(several[kind].join(''));
        assert.deepEqual(found.map(({ index }) => index), [0, 1, 2]);
        assert.ok(found[1].error);
        for (const i of [0, 2])
            assert.deepEqual(found[i].problem, JSON.parse(expect(await client.post(path, 'text/plain', several[kind][i]), 200).body));
        assert.deepEqual(await lines(''), []);
        expect(await client.post(path, 'text/plain', several[kind].join(''), { Accept: 'application/json' }), 400, 422);
    }
    expect(await client.post('/v1/nosuch/read', 'text/plain', 'x'), 404);
    expect(await client.send('POST', path, { headers: { 'Content-Type': 'text/plain' }, length: 2 ** 40 }), 413);
    expect(await client.post(path, 'image/png', 'x'), 415);
}

// Reads bodies whose kind the server finds.
async function readAny(client) {
    const asked = async (body, media) => json(expect(await client.post('/v1/read', media, body), 200)).readings;
    for (const kind of kinds)
        for (const text of textsOf(document, kind))
            assert.equal((await asked(text, 'text/plain'))[0].kind, kind);
    for (const kind of kinds)
        for (const example of examplesOf(document, kind))
            for (const media of ['application/json', 'application/octet-stream'])
                assert.deepEqual((await asked(JSON.stringify(example), media)).map((reading) => [reading.kind, reading.problem]), [[kind, example]]);
    const none = json(expect(await client.post('/v1/read', 'text/plain', 'hello'), 422));
    assert.deepEqual(none.tried.map(({ kind }) => kind).sort(), [...kinds].sort());
    expect(await client.send('POST', '/v1/read', { length: 2 ** 40 }), 413);
}

async function kindBatch(client, kind) {
    const path = `/v1/${kind}/batch`;
    const texts = textsOf(document, kind);
    const lines = [texts[0], '', '# a remark', '~ not a problem ~', texts.at(-1)].join('\n');
    const answers = expect(await client.post(path, 'text/plain', lines), 200).body.trim().split('\n').map(JSON.parse);
    assert.deepEqual(answers.map((answer) => [answer.index, 'error' in answer]), [[0, false], [1, true], [2, false]]);
    const plain = expect(await client.post(path, 'text/plain', lines, { Accept: 'text/plain' }), 200).body;
    const { records } = json(expect(await client.get(`/v1/kinds/${kind}`), 200));
    const parts = records ? plain.trimEnd().split('\n\n') : plain.trimEnd().split('\n').filter((line) => !line.startsWith('#')); // without remarks
    assert.equal(parts.length, 3);
    assert.match(parts[1], records ? /^\{nashd: [a-z-]+: .*\}\n; ~ not a problem ~$/ : /^! [a-z-]+: /);
    expect(await client.post(path, 'text/plain', '', {}), 200);
    expect(await client.post(`${path}?timeout_ms=x`, 'text/plain', lines), 400);
    expect(await client.post('/v1/nosuch/batch', 'text/plain', lines), 404);
    expect(await client.post(path, 'text/plain', lines, { Accept: 'image/png' }), 406);
    expect(await client.send('POST', path, { headers: { 'Content-Type': 'text/plain' }, length: 2 ** 40 }), 413);
    expect(await client.post(path, 'image/png', 'x'), 415);
}

async function batch(client) {
    const path = '/v1/batch';
    const type = 'application/x-ndjson';
    const problems = kinds.flatMap((kind) => examplesOf(document, kind).map((example) => ({ kind, ...example })));
    const lines = [...problems.map((problem) => JSON.stringify(problem)), '{', '{"kind":"nosuch"}', '{}'].join('\n');
    const answers = expect(await client.post(path, type, lines), 200).body.trim().split('\n').map(JSON.parse);
    const byIndex = answers.sort((a, b) => a.index - b.index);
    assert.deepEqual(byIndex.map((answer) => answer.index), [...Array(problems.length + 3).keys()]);
    byIndex.forEach((answer, i) => assert.equal('id' in answer, i < problems.length, `line ${i}`));
    expect(await client.post(`${path}?nosuch=1`, type, lines), 400);
    expect(await client.post(path, type, lines, { Accept: 'image/png' }), 406);
    expect(await client.send('POST', path, { headers: { 'Content-Type': type }, length: 2 ** 40 }), 413);
    expect(await client.post(path, 'image/png', 'x'), 415);
}

// ---- jobs ----

async function jobs(client, kind) {
    const [example] = examplesOf(document, kind);
    const done = json(expect(await client.postJson(`/v1/${kind}`, example, { Prefer: 'wait=60' }), 200));
    const text = textsOf(document, kind)[0];

    const slow = slowOf(document, kind, patient);
    const reply = expect(await client.postJson(`/v1/${kind}`, slow, { Prefer: 'respond-async' }), 202);
    assert.equal(reply.headers['preference-applied'], 'respond-async');
    const busy = reply.headers.location;
    expect(await client.get(`${busy}?wait=1`), 200);
    expect(await client.send('DELETE', busy), 409);
    expect(await client.get(`${busy}/record`), 409);
    const stream = client.get(`${busy}/events`, { Accept: 'text/event-stream' });
    const cancelled = json(expect(await client.send('POST', `${busy}/cancel`), 200, 202));
    assert.equal(cancelled.id, json(reply).id);
    assert.match(expect(await stream, 200).body, /^event: ?result$/m);
    expect(await client.get(`${busy}?wait=10`), 200);
    expect(await client.send('POST', `${busy}/cancel`), 409);

    if (text) {
        const alone = client.postJson(`/v1/${kind}`, slow, { Accept: 'text/plain', Prefer: 'wait=60' });
        let running = [];
        while (running.length === 0)
            running = json(expect(await client.get('/v1/jobs?status=running,queued'), 200)).jobs;
        expect(await client.send('POST', `/v1/jobs/${running[0].id}/cancel`), 200, 202);
        expect(await alone, 409);
    }

    const place = `/v1/jobs/${done.id}`;
    const first = expect(await client.get(place), 200);
    expect(await client.get(place, { 'If-None-Match': first.headers.etag }), 304);
    expect(await client.get(`${place}?wait=x`), 400);
    expect(await client.get(place, { Accept: 'image/png' }), 406);
    assert.deepEqual(json(expect(await client.get(`${place}/problem`), 200)), example);
    const record = json(expect(await client.get(`${place}/record`), 200));
    assert.deepEqual([record.problem, record.job.id], [example, done.id]);
    assert.deepEqual(json(expect(await client.get(`${place}/blobs`), 200)).blobs, []);
    for (const name of ['latest', '.advance', 'Latest', '%20', 'a'.repeat(63)])
        expect(await client.get(`${place}/blobs/${name}`), 404);
    const events = expect(await client.get(`${place}/events`), 200).body;
    const last = /^id: ?([0-9]+)$/m.exec(events)[1];
    expect(await client.get(`${place}/events`, { 'Last-Event-ID': last }), 200);
    expect(await client.get(`${place}/events`, { 'Last-Event-ID': 'x' }), 400);
    expect(await client.get(`${place}/events`, { Accept: 'image/png' }), 406);

    for (const [method, path] of [['GET', ''], ['DELETE', ''], ['GET', '/problem'], ['GET', '/record'], ['GET', '/blobs'], ['GET', '/blobs/latest'],
        ['GET', '/events'], ['POST', '/cancel']])
        for (const id of [nobody, 'not-an-id'])
            expect(await client.send(method, `/v1/jobs/${id}${path}`), 404);

    expect(await client.send('DELETE', place), 204);
    expect(await client.send('DELETE', place), 404);
    if (text) {
        const fresh = json(expect(await client.post(`/v1/${kind}`, 'text/plain', text, { Prefer: 'wait=60' }), 200));
        expect(await client.get(`/v1/jobs/${fresh.id}/problem`), 200);
        expect(await client.get(`/v1/jobs/${fresh.id}/record`), 200);
    }
}

/* Changes all jobs of a filter. */
async function bulk(client, kind) {
    const slow = slowOf(document, kind, patient);
    const tagged = { ...slow, job: { ...slow.job, tags: ['tour', 'of:many'] } };
    const busy = expect(await client.postJson(`/v1/${kind}`, tagged, { Prefer: 'respond-async' }), 202).headers.location;
    assert.equal(json(expect(await client.get('/v1/jobs?tag=tour'), 200)).jobs.length, 1);
    assert.deepEqual(json(expect(await client.get(busy), 200)).tags, ['tour', 'of:many']);
    assert.deepEqual(json(expect(await client.send('POST', '/v1/jobs/cancel?tag=tour'), 200)), { cancelled: 1 });
    expect(await client.get(`${busy}?wait=10`), 200);
    assert.deepEqual(json(expect(await client.send('DELETE', '/v1/jobs?tag=of:many'), 200)), { deleted: 1 });
    expect(await client.get(busy), 404);
    for (const [method, path] of [['POST', '/v1/jobs/cancel'], ['DELETE', '/v1/jobs']])
        for (const query of ['', '?all=false', '?status=lost', '?limit=3'])
            expect(await client.send(method, `${path}${query}`), 400);
}

async function list(client) {
    const all = json(expect(await client.get('/v1/jobs?limit=500'), 200)).jobs;
    assert.ok(all.length >= 2);
    const seen = [];
    for (let path = '/v1/jobs?limit=1'; path;) {
        const page = expect(await client.get(path), 200);
        seen.push(...json(page).jobs.map((job) => job.id));
        const next = json(page).next;
        assert.equal(next !== null, 'link' in page.headers);
        path = next && `/v1/jobs?limit=1&cursor=${encodeURIComponent(next)}`;
    }
    assert.deepEqual(seen, all.map((job) => job.id), 'pages show each job once, in order');
    for (const status of ['succeeded', 'cancelled,failed'])
        for (const job of json(expect(await client.get(`/v1/jobs?status=${status}`), 200)).jobs)
            assert.ok(status.split(',').includes(job.status));
    expect(await client.get('/v1/jobs?kind=nosuch&created_from=2020-01-01&created_to=2120-01-01T00:00:00Z'), 200);
    const { id } = all[0];
    for (const digits of [id.slice(0, 8), id.slice(0, 20), id]) {
        const found = json(expect(await client.get(`/v1/jobs?id=${digits}&limit=500`), 200)).jobs;
        assert.deepEqual(found, all.filter((job) => job.id.startsWith(digits)));
    }
    for (const query of ['id=0123456', 'id=0123456x', `id=${id}0`, 'limit=0', 'limit=x', 'status=nosuch', 'created_from=x', 'cursor=-', 'nosuch=1'])
        expect(await client.get(`/v1/jobs?${query}`), 400);
    expect(await client.get('/v1/jobs', { Accept: 'image/png' }), 406);
}

// Reads the feed from the first event on until an expected event; calls back when the feed has begun.
function listen(client, isThere, headers = {}) {
    const path = '/v1/events';
    let begun;
    const begin = new Promise((resolve) => { begun = resolve; });
    const stream = client.send('GET', path, { headers, enough: (text) => {
        begun();
        return isThere(text);
    } });
    return { begin, stream };
}

async function feed(client, kind) {
    const [example] = examplesOf(document, kind);
    let job;
    const { begin, stream } = listen(client, (text) => job && new RegExp(`"id":"${job.id}"[^}]*"deleted":true`).test(text));
    await begin;
    job = json(expect(await client.postJson(`/v1/${kind}`, { ...example, job: { ...example.job, priority: 3 } },
        { Prefer: 'wait=60', 'Idempotency-Key': `feed-${kind}` }), 200));
    expect(await client.send('DELETE', `/v1/jobs/${job.id}`), 204);
    const text = expect(await stream, 200).body;
    for (const name of ['reset', 'jobs'])
        assert.match(text, new RegExp(`^event: ${name}$`, 'm'));
    assert.ok(text.includes(job.id));
    expect(await listen(client, (text) => /^event: stats\n.*\n\n/m.test(text)).stream, 200);
    const last = [...text.matchAll(/^id: ([0-9]+)$/mg)].at(-1)[1];
    const replay = expect(await listen(client, (text) => /^event: /m.test(text), { 'Last-Event-ID': last }).stream, 200);
    assert.doesNotMatch(replay.body, /^event: reset$/m);
    expect(await client.get('/v1/events', { 'Last-Event-ID': 'x' }), 400);
    expect(await client.get('/v1/events?nosuch=1'), 400);
    expect(await client.get('/v1/events', { Accept: 'image/png' }), 406);
    const stats = json(expect(await client.get('/v1/stats'), 200));
    assert.ok(stats.jobs.succeeded > 0 && stats.http.streams >= 0);
    expect(await client.get('/v1/stats?nosuch=1'), 400);
    expect(await client.get('/v1/stats', { Accept: 'image/png' }), 406);
}

// ---- cluster: members and peers ----

const PARCEL = 'application/vnd.nashd.shard';
const peerKey = 'a-secret-of-servers-that-play-together';

const VERSION = 2; // MESSAGE_VERSION of src/cluster/envelope.h

// Makes a protocol message from its type and the bytes after the head.
function message(type, rest = Buffer.alloc(0), version = VERSION) {
    const head = Buffer.alloc(16);
    head.writeUInt8(type, 0);
    head.writeUInt8(version, 1);
    head.writeUInt32LE(rest.length, 4);
    return Buffer.concat([head, rest]);
}
const [PING, PONG, LEAVE] = [5, 67, 69].map((type) => (version = VERSION) =>
    message(type, type === 69 ? undefined : Buffer.alloc(4), version));

async function invitations(client) {
    const path = '/v1/shards/invitations';
    expect(await client.postJson(path, '{'), 400);
    expect(await client.postJson(path, { nosuch: 1 }), 400);
    expect(await client.send('POST', path, { headers: { 'Content-Type': 'application/json' }, length: 2 ** 40 }), 413);
    expect(await client.post(path, 'image/png', 'x'), 415);
    expect(await client.send('POST', path), 201);
    const invitation = json(expect(await client.postJson(path, { name: 'kitchen' }), 201));
    expect(await client.get(invitation.qr), 200);
    expect(await client.get(`${path}/${nobody}/qr`), 404);
    return invitation;
}

async function members(client) {
    const path = '/v1/shards/members';
    const invitation = await invitations(client);
    const wish = { token: invitation.token, kind: 'phone', name: 'contract', version: VERSION };
    const member = json(expect(await client.postJson(path, wish), 201));
    expect(await client.postJson(path, wish), 410);
    expect(await client.get(invitation.qr), 410);
    expect(await client.postJson(path, { session: member.session }), 200);
    const server = json(expect(await client.postJson(path, { kind: 'server', name: 'other' },
        { Authorization: `Bearer ${peerKey}` }), 201));
    for (const [bad, status] of [['{', 400], [{ token: 1 }, 400], [{ session: nobody }, 401], [{ kind: 'server' }, 401],
        [{ token: nobody }, 404], [{ token: nobody, version: 7 }, 422]])
        expect(await client.postJson(path, bad), status);
    expect(await client.send('POST', path, { headers: { 'Content-Type': 'application/json' }, length: 2 ** 40 }), 413);
    expect(await client.post(path, 'image/png', 'x'), 415);
    await socket(client, `${path}/${member.member}/socket?session=${member.session}`);
    await messages(client, `${path}/${member.member}/messages`, { Authorization: `Bearer ${member.session}` });
    expect(await client.send('DELETE', `${path}/${member.member}`), 204);
    expect(await client.send('DELETE', `${path}/${member.member}`), 404);
    expect(await client.send('DELETE', `${path}/${server.member}`), 204);
}

async function socket(client, path) {
    expect(await client.upgrade(path, 'nashd.shard.1'), 101);
    expect(await client.upgrade(path, 'nashd.shard.9'), 426);
    expect(await client.upgrade(path, 'nashd.shard.1', { 'Sec-WebSocket-Key': 'short' }), 400);
    expect(await client.upgrade(path, 'nashd.shard.1', { Origin: 'https://evil.example' }), 403);
    expect(await client.upgrade(path.replace(/.$/, 'x'), 'nashd.shard.1'), 401);
    expect(await client.get(path), 426);
}

async function messages(client, path, session) {
    expect(await client.post(path, PARCEL, LEAVE(), session), 200);
    expect(await client.post(path, PARCEL, PONG(), session), 409);
    expect(await client.post(path, PARCEL, 'x', session), 400);
    expect(await client.post(path, PARCEL, PONG(VERSION + 1), session), 422);
    expect(await client.post(path, 'text/plain', 'x', session), 415);
    expect(await client.post(path, PARCEL, PONG(), { Authorization: `Bearer ${nobody}` }), 401);
    expect(await client.send('POST', path, { headers: { 'Content-Type': PARCEL, ...session }, length: 2 ** 40 }), 413);
}

async function seats(client) {
    const path = '/v1/shards/seats/contract-1';
    const key = { Authorization: `Bearer ${peerKey}` };
    const { instance } = json(expect(await client.get('/v1/shards'), 200));
    expect(await client.post(path, PARCEL, PING(), key), 200);
    expect(await client.post(path, PARCEL, 'x', key), 400);
    expect(await client.post(path, PARCEL, PING(), { Authorization: 'Bearer another' }), 401);
    expect(await client.post(path, PARCEL, PING(), { 'X-Nashd-Instance': instance, ...key }), 409);
    expect(await client.send('POST', path, { headers: { 'Content-Type': PARCEL, ...key }, length: 2 ** 40 }), 413);
    expect(await client.post(path, 'text/plain', 'x', key), 415);
    expect(await client.post(path, PARCEL, PING(9), key), 422);
    expect(await client.send('DELETE', path), 401);
    expect(await client.send('DELETE', path, { headers: key }), 204);
    expect(await client.send('DELETE', path, { headers: key }), 404);
}

async function shards(client) {
    expect(await client.get('/v1/shards'), 200);
    expect(await client.get('/v1/shards?nosuch=1'), 400);
    expect(await client.get('/v1/shards', { Accept: 'image/png' }), 406);
    await members(client);
    await seats(client);
}

// ---- opponents ----

// Returns a kind that learns, hands that it can read, and the settings for them; undefined if no kind learns.
function learner() {
    for (const kind of kinds)
        if (document.json.components.schemas[`${kind}.request`].properties?.learn)
            for (const { learn } of examplesOf(document, kind))
                if (typeof learn?.hands === 'string') {
                    const { hands: _, ...settings } = learn;
                    return { kind, learn, settings };
                }
    return undefined;
}

// What a server refuses, whether or not one of its kinds learns.
async function opponentRefusals(client) {
    const path = `/v1/opponents/${nobody}`;
    const large = { headers: { 'Content-Type': 'application/json' }, length: 2 ** 40 };
    expect(await client.get('/v1/opponents'), 200);
    expect(await client.get('/v1/opponents?limit=0'), 400);
    expect(await client.get('/v1/opponents', { Accept: 'image/png' }), 406);
    for (const at of ['/v1/opponents', '/v1/opponents/import']) {
        expect(await client.postJson(at, '{'), 400);
        expect(await client.postJson(at, { kind: 'nosuch', name: 'x' }), 422);
        expect(await client.send('POST', at, large), 413);
        expect(await client.post(at, 'text/plain', 'x'), 415);
    }
    for (const at of [path, `${path}/export`, `${path}/report`, `${path}/observations/${nobody}`]) {
        expect(await client.get(at), 404);
        expect(await client.get(`${at}?nosuch=1`), 400);
        expect(await client.get(at, { Accept: 'image/png' }), 406);
    }
    expect(await client.send('DELETE', path), 404);
    expect(await client.send('DELETE', `${path}?nosuch=1`), 400);
    for (const at of [`${path}/observe`, `${path}/merge`]) {
        expect(await client.postJson(at, {}), 404);
        expect(await client.postJson(`${at}?nosuch=1`, {}), 400);
        expect(await client.send('POST', at, large), 413);
        expect(await client.post(at, 'image/png', 'x'), 415);
    }
}

async function opponents(client) {
    await opponentRefusals(client);
    const one = learner();
    if (!one)
        return;
    const { kind, learn, settings } = one;
    const made = expect(await client.postJson('/v1/opponents', { kind, name: 'first', settings }), 201).headers.location;
    const wait = { Prefer: 'wait=60', 'Idempotency-Key': 'contract' };
    const first = json(expect(await client.postJson(`${made}/observe`, learn, wait), 200));
    assert.equal(json(expect(await client.postJson(`${made}/observe`, learn, wait), 200)).id, first.id);
    expect(await client.postJson(`${made}/observe`, { ...learn, job: { priority: 7 } }, wait), 422);
    const again = json(expect(await client.postJson(`${made}/observe`, learn, { Prefer: 'wait=60' }), 200));
    assert.equal(again.result.learnt.hands, 0, 'the same hands are known');
    const accepted = expect(await client.postJson(`${made}/observe`, learn, { Prefer: 'respond-async' }), 202);
    expect(await client.get(/<([^>]+)>/.exec(accepted.headers.link)[1]), 200);
    const copy = expect(await client.get(`${made}/export`), 200).body;
    const other = expect(await client.postJson('/v1/opponents/import', copy), 201).headers.location;
    const from = other.split('/').pop();
    expect(await client.postJson(`${made}/merge`, { from }, { Prefer: 'wait=60' }), 200);
    expect(await client.postJson(`${made}/merge`, { from }, { Prefer: 'respond-async' }), 202);
    expect(await client.postJson(`${made}/merge`, { from: nobody }), 422);
    expect(await client.get(`${made}/report`, { Prefer: 'wait=60' }), 200);
    expect(await client.get(`${made}/report`, { Prefer: 'respond-async' }), 202);
    expect(await client.get(made), 200);
    expect(await client.get('/v1/opponents?limit=1'), 200);
    expect(await client.send('DELETE', made), 204);
    expect(await client.get(made), 404);
}

// A server that allows one opponent.
async function oneOpponent(client) {
    const one = learner();
    if (!one)
        return;
    const { kind, settings } = one;
    expect(await client.postJson('/v1/opponents', { kind, name: 'first', settings }), 201);
    for (const path of ['/v1/opponents', '/v1/opponents/import'])
        expect(await client.postJson(path, { kind, name: 'second', settings }), 429);
}

// ---- models ----

const fileType = 'application/octet-stream';

// A checkpoint of the kind hex: one layer of 16 channels, whose weights are `value`.
function checkpoint(value) {
    const floats = 7 * 7 * 16 + 16 + 16 * (32 + 2) + 2 * 32 + 3;
    const header = JSON.stringify({ format: 1, net: { layers: 1, channels: 16, wide: [0], residual: false, head: 'board' },
        parts: [{ name: 'weights', offset: 0, length: 4 * floats }], training: { value } });
    const length = Buffer.alloc(4);
    length.writeUInt32LE(header.length);
    const front = Buffer.concat([Buffer.from('nashckp1'), length, Buffer.from(header)]);
    const weights = Buffer.alloc(4 * floats);
    for (let i = 0; i < floats; i++)
        weights.writeFloatLE(value, 4 * i);
    const all = Buffer.concat([front, Buffer.alloc((64 - front.length % 64) % 64), weights]);
    return Buffer.concat([all, createHash('sha256').update(all).digest()]);
}

// What a server refuses of models.
async function modelRefusals(client) {
    const path = `/v1/models/${nobody}`;
    const large = { headers: { 'Content-Type': 'application/json' }, length: 2 ** 40 };
    const image = { Accept: 'image/png' };
    const both = `/v1/models/compare?a=default&b=${nobody}`;
    expect(await client.get('/v1/models?limit=0'), 400);
    for (const at of [path, '/v1/models/default', '/v1/models', '/v1/models/compare?a=default&b=default'])
        expect(await client.get(at, image), 406);
    for (const at of [path, both, '/v1/models/default?format=checkpoint'])
        expect(await client.get(at), 404);
    for (const at of [path, '/v1/models/default'])
        expect(await client.get(`${at}?format=nosuch`), 400);
    expect(await client.get('/v1/models/compare'), 400);
    expect(await client.send('DELETE', path), 404);
    expect(await client.send('DELETE', `${path}?nosuch=1`), 400);
    for (const at of ['/v1/models', '/v1/models/compare']) {
        expect(await client.postJson(at, '{'), 400);
        expect(await client.send('POST', at, large), 413);
        expect(await client.post(at, 'image/png', 'x'), 415);
    }
    expect(await client.postJson('/v1/models', { job: nobody }), 422);
    expect(await client.post('/v1/models', fileType, 'no checkpoint'), 422);
    expect(await client.postJson('/v1/models/compare', { a: nobody, b: 'default' }), 422);
    const named = (headers, body) => client.send('PATCH', path, { headers, body });
    expect(await named({ 'Content-Type': 'application/json' }, '{"name":"x"}'), 404);
    expect(await named({ 'Content-Type': 'application/json' }, '{}'), 400);
    expect(await named({ 'Content-Type': 'image/png' }, 'x'), 415);
    expect(await client.send('PATCH', path, large), 413);
}

async function models(client) {
    await modelRefusals(client);
    const once = { 'Idempotency-Key': 'once' };
    const made = expect(await client.post('/v1/models?name=first', fileType, checkpoint(0.5), once), 201);
    const at = made.headers.location;
    expect(await client.post('/v1/models?name=first', fileType, checkpoint(0.5), once), 200);
    expect(await client.post('/v1/models', fileType, checkpoint(0.25), once), 422);
    const other = json(expect(await client.post('/v1/models', fileType, checkpoint(-0.5)), 201)).id;
    expect(await client.send('PATCH', at, { headers: { 'Content-Type': 'application/json' }, body: '{"name":"second"}' }), 200);
    for (const path of [at, '/v1/models/default']) {
        expect(await client.get(path), 200);
        const net = expect(await client.get(`${path}?format=net`), 200);
        expect(await client.get(`${path}?format=net`, { 'If-None-Match': net.headers.etag }), 304);
    }
    expect(await client.get(at, { Accept: fileType }), 200);
    expect(await client.get('/v1/models?limit=1'), 200);
    const id = at.split('/').pop();
    const differences = json(expect(await client.get(`/v1/models/compare?a=${id}&b=${other}`), 200)).differences;
    assert.deepEqual(differences.map(({ pointer }) => pointer), ['/sha256', '/net', '/training/value']);
    const match = { a: { model: id, engine: 'dqn' }, b: { model: other, engine: 'dqn' }, size: 3, match: { games: 2 } };
    expect(await client.postJson('/v1/models/compare', match), 202);
    expect(await client.postJson('/v1/models/compare', match, { Prefer: 'wait=60' }), 200);
    expect(await client.send('DELETE', at), 204);
    expect(await client.get(at), 404);
}

// The blobs of a job: a training of four steps.
async function blobs(client) {
    const train = { size: 3, net: { layers: 1, channels: 16 }, steps: 4, batch: 4, games: 2, simulations: 4, evaluate: 0,
        evaluate_games: 1, reference_iterations: 1 };
    const { id } = json(expect(await client.postJson('/v1/hex', { train }, { Prefer: 'wait=60' }), 200));
    const list = json(expect(await client.get(`/v1/jobs/${id}/blobs`), 200)).blobs;
    assert.ok(list.some(({ name, bytes }) => name === 'latest' && bytes > 0));
    const latest = expect(await client.get(`/v1/jobs/${id}/blobs/latest`), 200);
    expect(await client.get(`/v1/jobs/${id}/blobs/latest`, { 'If-None-Match': latest.headers.etag }), 304);
}

// A server that allows one model.
async function oneModel(client) {
    expect(await client.post('/v1/models', fileType, checkpoint(1)), 201);
    expect(await client.post('/v1/models', fileType, checkpoint(2)), 429);
}

// ---- games ----

// What a server refuses of games.
async function gameRefusals(client) {
    const path = `/v1/games/${nobody}`;
    const any = { 'If-Match': '*' };
    const large = { headers: { 'Content-Type': 'application/json', ...any }, length: 2 ** 40 };
    expect(await client.get('/v1/games'), 200);
    expect(await client.get('/v1/games?limit=0'), 400);
    expect(await client.get('/v1/games', { Accept: 'image/png' }), 406);
    expect(await client.postJson('/v1/games', '{'), 400);
    expect(await client.postJson('/v1/games', { game: 'hex', rows: 3, cols: 4, swap: true }), 422);
    expect(await client.send('POST', '/v1/games', large), 413);
    expect(await client.post('/v1/games', 'text/plain', 'x'), 415);
    for (const at of [path, `${path}/record`, `${path}/events`]) {
        expect(await client.get(at), 404);
        expect(await client.get(`${at}?nosuch=1`), 400);
        if (at !== `${path}/record`)
            expect(await client.get(at, { Accept: 'image/png' }), 406);
    }
    expect(await client.send('DELETE', path), 404);
    expect(await client.send('DELETE', `${path}?nosuch=1`), 400);
    for (const verb of ['moves', 'undo', 'redo', 'engine']) {
        const at = `${path}/${verb}`;
        expect(await client.postJson(at, {}), 428);
        expect(await client.postJson(at, {}, any), 404);
        expect(await client.postJson(`${at}?nosuch=1`, {}, any), 400);
        expect(await client.send('POST', at, large), 413);
    }
    expect(await client.post(`${path}/moves`, 'image/png', 'x'), 415);
}

async function games(client) {
    await gameRefusals(client);
    const first = { 'If-Match': '"1"' };
    const any = { 'If-Match': '*' };
    const made = expect(await client.postJson('/v1/games', { game: 'tictactoe' }), 201);
    const at = made.headers.location;
    expect(await client.get(at), 200);
    expect(await client.get(at, { 'If-None-Match': made.headers.etag }), 304);
    expect(await client.postJson(`${at}/moves`, { move: '4' }, first), 200);
    expect(await client.postJson(`${at}/moves`, { move: '0' }, first), 412);
    expect(await client.postJson(`${at}/moves`, { move: '4' }, any), 422);
    for (const verb of ['undo', 'redo', 'engine'])
        expect(await client.send('POST', `${at}/${verb}`, { headers: first }), 412);
    expect(await client.send('POST', `${at}/engine`, { headers: any }), 409);
    expect(await client.send('POST', `${at}/redo`, { headers: any }), 409);
    expect(await client.send('POST', `${at}/undo`, { headers: any }), 200);
    expect(await client.send('POST', `${at}/undo`, { headers: any }), 409);
    expect(await client.send('POST', `${at}/redo`, { headers: any }), 200);
    expect(await client.postJson(`${at}/moves`, { move: 'resign' }, any), 200);
    expect(await client.postJson(`${at}/moves`, { move: '1' }, any), 409);
    expect(await client.get(`${at}/record`), 200);
    expect(await client.get(`${at}/record`, { Accept: 'image/png' }), 406);
    const hex = expect(await client.postJson('/v1/games', { game: 'hex' }), 201).headers.location;
    for (const format of ['json', 'sgf', 'hexworld', 'htp'])
        expect(await client.get(`${hex}/record?format=${format}`), 200);
    expect(await client.get(`${hex}/invitation?seat=white`), 200);
    expect(await client.get(`${hex}/invitation?seat=red`), 400);
    expect(await client.get(`${hex}/invitation?seat=white`, { Accept: 'image/png' }), 406);
    const events = client.get(`${at}/events`, { Accept: 'text/event-stream' });
    await new Promise((done) => setTimeout(done, 200));
    expect(await client.send('DELETE', at), 204);
    expect(await events, 200);
    expect(await client.postJson('/v1/games', { game: 'nim' }, { 'Idempotency-Key': 'once' }), 201);
    expect(await client.postJson('/v1/games', { game: 'nim' }, { 'Idempotency-Key': 'once' }), 200);
    expect(await client.get('/v1/games?limit=1'), 200);
}

// A server that allows one game.
async function oneGame(client) {
    expect(await client.postJson('/v1/games', { game: 'nim' }), 201);
    expect(await client.postJson('/v1/games', { game: 'nim' }), 429);
}

// Requests of pages of other sites.
async function strangers(client, kind) {
    const [example] = examplesOf(document, kind);
    const evil = { Origin: 'https://evil.example' };
    const ours = { Origin: `http://127.0.0.1:${client.port}` };
    expect(await client.postJson(`/v1/${kind}`, example, evil), 403);
    expect(await client.postJson(`/v1/${kind}`, example, ours), 200);
    expect(await client.send('DELETE', `/v1/jobs/${nobody}`, { headers: evil }), 403);
    expect(await client.get('/v1/jobs', evil), 200);
    expect(await client.get('/v1/jobs', { Host: 'evil.example' }), 421);
    expect(await client.send('HEAD', '/v1/jobs', { headers: { Host: 'evil.example' } }), 421);
}

// ---- keys, shutting down ----

async function keys(client) {
    const right = expect(await client.get('/v1/jobs'), 200);
    assert.deepEqual(json(right).jobs, []);
    expect(await client.get('/v1/stats'), 200);
    expect(await client.get('/metrics'), 403);
    expect(await client.get('/v1/keys'), 403);
    for (const path of Object.keys(document.json.paths)) {
        for (const method of document.methods(path)) {
            const open = document.json.paths[path][method].security?.length === 0;
            for (const Authorization of ['', 'Bearer wrong', 'Basic d3Jvbmc6d3Jvbmc=']) {
                const reply = await client.send(method.toUpperCase(), concrete(path), { headers: { Authorization } });
                if (open)
                    assert.notEqual(reply.status, 401, `${method} ${path} is open`);
                else if (Authorization === '' || reply.status !== 429) // many wrong keys
                    expect(reply, 401);
            }
        }
    }
}

// While a running job has its grace, the server refuses new requests.
async function draining(daemon, client, kind) {
    const [example] = examplesOf(document, kind);
    const slow = slowOf(document, kind, patient - 1);
    const busy = expect(await client.postJson(`/v1/${kind}`, slow, { Prefer: 'respond-async' }), 202).headers.location;
    for (;;) {
        const job = json(expect(await client.get(busy), 200));
        if (job.status === 'running')
            break;
        assert.equal(job.status, 'queued');
    }
    daemon.terminate();
    while ((await client.get('/readyz')).status !== 503)
        assert.ok(daemon.alive);
    const fresh = { ...example, job: { ...example.job, seed: 77 } };
    const text = textsOf(document, kind)[0];
    const replies = await Promise.all([
        client.postJson(`/v1/${kind}`, fresh, { 'Idempotency-Key': 'never-seen' }),
        client.post(`/v1/${kind}/batch`, 'text/plain', text),
        ...(written(kind) ? [client.post(`/v1/${kind}/read`, 'text/plain', text)] : []),
        client.post('/v1/read', 'text/plain', text),
        client.post('/v1/batch', 'application/x-ndjson', JSON.stringify({ kind, ...fresh })),
        client.postJson('/v1/shards/invitations', {}),
        client.postJson('/v1/shards/members', { token: nobody }),
        ...['', '/import', `/${nobody}/observe`, `/${nobody}/merge`].map((path) => client.postJson(`/v1/opponents${path}`, {})),
        ...['', '/compare'].map((path) => client.postJson(`/v1/models${path}`, {})),
        client.send('PATCH', `/v1/models/${nobody}`, { headers: { 'Content-Type': 'application/json' }, body: '{}' }),
        ...['', ...['moves', 'undo', 'redo', 'engine'].map((verb) => `/${nobody}/${verb}`)].map((path) =>
            client.postJson(`/v1/games${path}`, {}, { 'If-Match': '*' })),
    ]);
    replies.forEach((reply) => expect(reply, 503));
    expect(await client.send('POST', `${busy}/cancel`), 200, 202); // else the server waits for it
}

// ---- the tour ----

async function visit(options, tour) {
    const daemon = await Daemon.start(program, options);
    const client = new Client(daemon.port, { record, key: options.key });
    try {
        await tour(client, daemon);
        client.close();
        await daemon.stop();
    } catch (error) {
        console.error(`the server said last:\n${daemon.log}`);
        daemon.process.kill('SIGKILL');
        throw error;
    }
    console.log(`visited: ${tour.name}`);
}

await visit({ peerKey }, async function everything(client) {
    await server(client);
    await methods(client);
    for (const kind of kinds) {
        await submit(client, kind);
        if (textsOf(document, kind).length > 0)
            await kindBatch(client, kind);
        if (written(kind))
            await read(client, kind);
    }
    await readAny(client);
    await batch(client);
    await bulk(client, kinds[0]);
    for (const kind of kinds) {
        await jobs(client, kind);
        await feed(client, kind);
    }
    await shards(client);
    await opponents(client);
    await models(client);
    await blobs(client);
    await games(client);
    await strangers(client, kinds[0]);
    await list(client);
});
await visit({ args: ['--opponents', '1'] }, oneOpponent);
await visit({ args: ['--models', '1'] }, oneModel);
await visit({ args: ['--games', '1'] }, oneGame);
await visit({ key: 'a-key-for-the-contract-test', peerKey }, keys);
for (const kind of kinds)
    await visit({}, async function shuttingDown(client, daemon) {
        await draining(daemon, client, kind);
    });

// Checks that schema and server agree on mutated bodies: `mutate.mjs OPENAPI.json COUNT SEED -- NASHD [ARGUMENT...]`
//
// For COUNT mutated bodies of each kind, the reply is 400 exactly if the body is not strict JSON or does not match the
// kind's request schema, else 200, 202 or 422. No other status may occur.
import { Document } from './lib/document.mjs';
import { Daemon } from './lib/daemon.mjs';
import { Client } from './lib/client.mjs';
import { kindsOf, examplesOf, textsOf, besideTextOf } from './lib/kinds.mjs';
import { Random, mutate } from './lib/mutate.mjs';
import { readStrictly } from './lib/strict.mjs';

const separator = process.argv.indexOf('--');
const [file, count, seed] = process.argv.slice(2, separator);
const program = process.argv.slice(separator + 1);
if (separator !== 5 || program.length === 0) {
    console.error('usage: mutate.mjs OPENAPI.json COUNT SEED -- NASHD [ARGUMENT...]');
    process.exit(2);
}
const SHOWN = 10;
const AT_ONCE = 4;
const document = new Document(file);

// Returns 'valid', or why the body does not match the schema.
function verdict(judge, body) {
    const { value, fault } = readStrictly(body);
    return fault ?? (judge(value).join('; ') || 'valid');
}

// Repeats the POST until the queue has room; cancels a job that does not finish at once.
async function post(client, kind, body) {
    for (;;) {
        const reply = await client.post(`/v1/${kind}`, 'application/json', body, { Prefer: 'wait=1' });
        if (reply.status === 202)
            await client.send('POST', `${reply.headers.location}/cancel`);
        if (reply.status !== 503)
            return reply;
        await new Promise((resolve) => setTimeout(resolve, 100));
    }
}

// Returns COUNT bodies: mutated examples, mutated texts with members of the examples beside them, and, unchanged, such
// texts, because a mutation seldom puts a member of one form of the problem into another.
function bodiesOf(random, kind) {
    const examples = examplesOf(document, kind);
    const texts = textsOf(document, kind).map((text) => ({ text }));
    const beside = besideTextOf(document, kind);
    const limited = (example) => ({ ...example, job: { timeout_ms: 100, ...example.job } });
    return Array.from({ length: Number(count) }, () => {
        const example = { ...random.of([...examples, ...texts]) };
        if (!('text' in example) || beside.length === 0)
            return mutate(random, limited(example));
        for (let times = random.below(3); times > 0; times--)
            Object.assign(example, random.of(beside));
        return random.below(2) ? Buffer.from(JSON.stringify(limited(example))) : mutate(random, limited(example));
    });
}

async function compare(client, kind) {
    const random = new Random(Number(seed));
    const judge = document.judge(`#/components/schemas/${kind}.request`);
    const bodies = bodiesOf(random, kind);
    const tally = {};
    let disagreements = 0;
    const worker = async () => {
        for (let body = bodies.pop(); body !== undefined; body = bodies.pop()) {
            const expected = verdict(judge, body);
            const reply = await post(client, kind, body);
            const agree = expected === 'valid' ? [200, 202, 422].includes(reply.status) : reply.status === 400;
            tally[reply.status] = (tally[reply.status] ?? 0) + 1;
            if (!agree && disagreements++ < SHOWN)
                console.log(`${kind}: the schema says ${expected.slice(0, 300)}; the server says ${reply.status} ` +
                    `${reply.body.slice(0, 300)}\n    body: ${body.toString().slice(0, 900)}\n    hex of the first 200 ` +
                    `bytes: ${body.subarray(0, 200).toString('hex')}`);
        }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
    console.log(`${kind}: ${count} bodies, seed ${seed}, ${disagreements} disagreements; statuses ${JSON.stringify(tally)}`);
    for (const status of [200, 400])
        if (!tally[status])
            throw new Error(`no body gave ${status}: the mutations reach too little`);
    return disagreements;
}

const daemon = await Daemon.start(program);
const client = new Client(daemon.port);
let disagreements = 0;
try {
    for (const kind of kindsOf(document))
        disagreements += await compare(client, kind);
    client.close();
    await daemon.stop();
} catch (error) {
    console.error(`the server said last:\n${daemon.log}`);
    daemon.process.kill('SIGKILL');
    throw error;
}
process.exit(disagreements > 0 ? 1 : 0);

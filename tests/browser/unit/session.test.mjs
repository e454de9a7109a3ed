// The session of a surface against a server of functions: the states, the undo, the calls that are repeated, the answers
// that come too late; and the packing of problems for addresses.
import assert from 'node:assert/strict';
import { test } from 'node:test';

// The modules of the page expect a browser.
const storage = () => { const kept = new Map(); return { getItem: (key) => kept.get(key) ?? null, setItem: (key, value) => { kept.set(key, String(value)); }, removeItem: (key) => kept.delete(key), kept }; };
Object.assign(globalThis, { localStorage: storage(), sessionStorage: storage(), document: { documentElement: {} }, location: { hash: '' } });
globalThis.navigator ??= { language: 'en' };
const { makeSession } = await import('../../../src/web/surface/session.js');
const { isPacked, pack, unpack } = await import('../../../src/web/surface/pack.js');

// A server whose replies to a POST are given by the test: reply(problem) returns a job, or a number for a refusal, or
// undefined when it cannot be reached.
function serve(reply) {
  const calls = [];
  globalThis.fetch = async (path, { method, body }) => {
    if (path === '/healthz') {
      if (await reply({}) === undefined) throw new TypeError('Failed to fetch');
      return new Response('{}');
    }
    calls.push(`${method} ${path}`);
    if (path.endsWith('/cancel')) return new Response('{}', { status: 200 });
    const made = await reply(body && JSON.parse(body));
    if (made === undefined) throw new TypeError('Failed to fetch');
    if (typeof made === 'number') return new Response(JSON.stringify({ title: 'Refused', detail: 'no', pointer: '/a' }), { status: made, headers: { 'Content-Type': 'application/problem+json' } });
    return new Response(JSON.stringify(made), { status: 200 });
  };
  return calls;
}

const done = (id, result) => ({ id, kind: 'toy', status: 'succeeded', result });

test('a question is answered, edited and asked again; each change is saved, states as entries of the history', async () => {
  const saved = [], session = makeSession('toy', { save: (push) => saved.push(push) });
  serve((problem) => done(`job${problem.a}`, { twice: 2 * problem.a }));
  session.change({ a: 1 });
  assert.equal(session.state.value, 'editing');
  await session.ask();
  assert.deepEqual([session.state.value, session.answer.value, session.asked.value, session.focus], ['answered', { twice: 2 }, { a: 1 }, true]);
  session.look({ step: '3', tab: 'x' });
  session.look({ tab: undefined });
  assert.deepEqual(session.view.value, { step: '3' });
  session.edit();
  assert.deepEqual([session.state.value, session.problem.value, session.view.value], ['editing', { a: 1 }, {}]);
  session.change({ a: 2 });
  await session.ask(undefined, { focus: false });
  assert.deepEqual([session.answer.value, session.focus], [{ twice: 4 }, false]);
  session.change({ a: 3 }); // ends the answer
  assert.deepEqual([session.state.value, session.job.value], ['editing', null]);
  assert.deepEqual(saved, [false, true, false, false, true, false, true, true]);
});

test('undo and redo', () => {
  const session = makeSession('toy');
  for (const a of [1, 2, 3]) session.change({ a });
  session.undo();
  session.undo();
  assert.deepEqual(session.problem.value, { a: 1 });
  session.redo();
  assert.deepEqual(session.problem.value, { a: 2 });
  session.change({ a: 9 });
  session.redo();
  assert.deepEqual([session.problem.value, session.future.value], [{ a: 9 }, []]);
  for (let i = 0; i < 9; i++) session.undo();
  assert.deepEqual(session.problem.value, {});
});

test('a refusal is shown until the question changes', async () => {
  const session = makeSession('toy');
  serve(() => 400);
  session.change({ a: 1 });
  await session.ask();
  assert.deepEqual([session.state.value, session.fault.value.pointer], ['refused', '/a']);
  session.change({ a: 2 });
  assert.deepEqual([session.state.value, session.fault.value], ['editing', null]);
});

test('a question is sent again until the server answers', async (t) => {
  const timers = [], { setTimeout: start } = globalThis;
  globalThis.setTimeout = (run) => timers.push(run);
  t.after(() => { globalThis.setTimeout = start; });
  let up = false;
  const session = makeSession('toy'), calls = serve((problem) => (up ? done('job', problem) : undefined));
  const settle = async () => { for (let i = 0; i < 20; i++) await Promise.resolve(); };
  session.change({ a: 1 });
  const asked = session.ask();
  for (let i = 0; i < 3; i++) {
    await settle();
    assert.deepEqual([session.state.value, session.fault.value.status, calls.length], ['asking', 0, 1]);
    up = i === 2;
    timers.pop()();
  }
  await asked;
  assert.deepEqual([session.state.value, session.fault.value, calls.length], ['answered', null, 2]);
});

test('the answer to an earlier question does not appear, and its job is cancelled', async () => {
  let release;
  const session = makeSession('toy'), slow = new Promise((resolve) => { release = resolve; });
  const calls = serve(async ({ a }) => { if (a === 1) await slow; return a === 1 ? { id: 'first', kind: 'toy', status: 'running' } : done('second', { a }); });
  const first = session.ask({ a: 1 });
  await session.ask({ a: 2 });
  release();
  await first;
  await new Promise((resolve) => { setTimeout(resolve); });
  assert.deepEqual([session.answer.value, session.job.value.id], [{ a: 2 }, 'second']);
  assert.ok(calls.includes('POST /v1/jobs/first/cancel'), calls.join());
});

test('problems are packed for addresses and read back', async () => {
  const problems = ['53..7....', '', '汉字 ♠ "\n', {}, { puzzle: '.'.repeat(81), job: { seed: 3 } }, { rules: ['a -> b, c cost 2'], h: { a: 1 } }, [1, [2]]];
  for (const problem of problems) {
    const packed = await pack(problem);
    assert.match(packed, /^[jt]-[\w-]*$/);
    assert.ok(isPacked(packed));
    assert.deepEqual(await unpack(packed), problem);
  }
  for (const text of ['53..7....', '.'.repeat(81), 'x', '']) assert.ok(!isPacked(text), text);
  for (const broken of ['j-', 'j-AAAA', 't-_____', (await pack(problems[4])).slice(0, -4)]) await assert.rejects(unpack(broken), broken);
  assert.ok((await pack('.'.repeat(625))).length < 60);
});

// The crew of a phone: units of farms among its workers. Workers are played by the test.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Crew } from '../../../src/web/phone/crew.js';
import * as message from '../../../src/web/phone/message.js';

// A message of protocol 1 with a body of u32 numbers.
function farm(type, ...numbers) {
  const bytes = new Uint8Array(message.HEAD + 4 * numbers.length), view = new DataView(bytes.buffer);
  bytes.set([type, message.VERSION, message.FARM]);
  [4 * numbers.length, 9, 2, ...numbers].forEach((number, i) => view.setUint32(4 + 4 * i, number, true));
  return bytes;
}
const done = (number, nodes) => farm(message.DONE, 1, 1, number, 24, 0, 0, nodes, 0, 0, 0);
const task = () => farm(message.TASK, message.PROOF);

function crew(cores, start) {
  const workers = [], sent = [], reports = [];
  const made = new Crew({
    cores, send: (bytes) => sent.push(bytes), report: (state) => reports.push(state && { ...state }),
    start: start ?? (() => {
      const worker = { got: [], postMessage: (bytes) => worker.got.push(bytes), answer: (data) => worker.onmessage?.({ data }), terminate: () => { worker.ended = true; } };
      workers.push(worker);
      return worker;
    })
  });
  return { workers, sent, reports, take: (bytes) => made.take(bytes, message.headOf(bytes)) };
}

test('a task goes to all workers and is answered once; units go to idle workers', () => {
  const { workers, sent, reports, take } = crew(3);
  take(task());
  assert.deepEqual(workers.map(({ got }) => got.length), [1, 1, 1]);
  for (const worker of workers) worker.answer(farm(message.READY));
  assert.deepEqual(sent.map(([type]) => type), [message.READY]);
  const units = [1, 2, 3, 4, 5].map((batch) => farm(message.UNITS, batch, 1));
  units.forEach(take);
  assert.deepEqual(workers.map(({ got }) => got[1]), units.slice(0, 3));
  workers[1].answer(done(17, 12340));
  assert.deepEqual(workers[1].got[2], units[3]);
  workers[1].answer(done(18, 10));
  workers[0].answer(done(16, 1));
  assert.equal(workers.reduce((sum, { got }) => sum + got.length, 0), 3 + units.length, 'each unit is carried out once');
  assert.deepEqual(sent.slice(1).map(([type]) => type), [message.DONE, message.DONE, message.DONE]);
  assert.deepEqual(reports.at(-1).last, { number: 16, steps: 1 });
  assert.equal(reports.at(-1).units, 3);
  assert.equal(reports.at(-1).steps, 12351);
});

test('a ping is answered while all workers are busy', () => {
  const { workers, sent, take } = crew(1);
  take(task());
  take(farm(message.UNITS, 1, 1));
  take(farm(message.PING, 77));
  assert.equal(workers[0].got.length, 2);
  assert.deepEqual(sent, [farm(message.PONG, 77)]);
});

test('a game of Hex reports the nodes of both engines, and is no solution', () => {
  const { workers, reports, take } = crew(1);
  take(farm(message.TASK, message.HEX));
  workers[0].answer(farm(message.READY));
  take(farm(message.UNITS, 1, 1));
  // Winner, ending and plies; nodes of a and of b as u64; two moves.
  workers[0].answer(farm(message.DONE, 1, 1, 4, 24, 2 << 16 | 1, 70, 1, 300, 0, 5 << 16 | 7));
  assert.equal(reports.at(-1).steps, 370 + 2 ** 32);
  assert.equal(reports.at(-1).units, 1);
  assert.deepEqual([reports.at(-1).solved, reports.at(-1).best, reports.at(-1).board], [false, null, null]);
});

test('the counts of a training go on from round to round', () => {
  const { workers, reports, take } = crew(1), game = (nodes) => farm(message.DONE, 1, 1, 4, 12, nodes, 1, 5 << 16 | 7);
  const round = (epoch) => {
    const bytes = farm(message.TASK, message.TRAINING);
    new DataView(bytes.buffer).setUint32(12, epoch, true);
    return bytes;
  };
  const at = (bytes, epoch) => { new DataView(bytes.buffer).setUint32(12, epoch, true); return bytes; };
  for (const [epoch, units, steps] of [[2, 1, 300 + 2 ** 32], [3, 2, 700 + 2 ** 33]]) {
    take(round(epoch));
    workers[0].answer(at(farm(message.READY), epoch));
    assert.equal(reports.at(-1).units, epoch - 2, 'the games of the rounds before');
    take(at(farm(message.UNITS, 1, 1), epoch));
    workers[0].answer(at(game(epoch === 2 ? 300 : 400), epoch));
    assert.deepEqual([reports.at(-1).units, reports.at(-1).steps], [units, steps]);
  }
  take(round(4));
  take(at(farm(message.BYE), 4)); // before the worker is ready
  assert.equal(reports.at(-1), null, 'the page shows the end');
  take(task());
  for (let i = 0; i < 2; i++) workers[0].answer(farm(message.READY)); // to both tasks
  assert.equal(reports.at(-1).units, 0, 'another farm');
});

test('a search reports its moves, and a solution', () => {
  const { workers, reports, take } = crew(1);
  take(farm(message.TASK, message.PROOF + 1));
  workers[0].answer(farm(message.READY));
  for (const [moves, conflicts] of [[300, 2], [50, 0]]) {
    take(farm(message.UNITS, 1, 1));
    workers[0].answer(farm(message.DONE, 1, 1, 5, 24, moves, 0, 9, 0, conflicts, 0));
    assert.equal(reports.at(-1).solved, conflicts === 0);
  }
  assert.equal(reports.at(-1).steps, 350);
});

test('the best board of the searches is kept, with what is given', () => {
  const { workers, reports, take } = crew(1), cells = 16;
  const bytes = new Uint8Array(message.HEAD + 12 + cells).fill(15), view = new DataView(bytes.buffer);
  bytes.set([message.TASK, message.VERSION, message.FARM]);
  [[4, 12 + cells], [8, 9], [12, 2], [16, message.LUCK]].forEach(([at, number]) => view.setUint32(at, number, true));
  bytes.set([4, 2, 2, 2, 0, 0, 0, 0, 15, 4], message.HEAD + 4); // 4x4; the second cell is given
  take(bytes);
  workers[0].answer(farm(message.READY));
  const { side, box, region, given } = reports.at(-1).board;
  assert.deepEqual([side, box, region, [...given].indexOf(1), given.filter(Boolean).length], [4, [2, 2], null, 1, 1]);
  for (const [conflicts, letters, best] of [[7, 0x03020100, 7], [3, 0x01020300, 3], [5, 0, 3]]) {
    take(farm(message.UNITS, 1, 1));
    workers[0].answer(farm(message.DONE, 1, 1, 5, 28, 300, 0, 9, 0, conflicts, 0, letters));
    assert.equal(reports.at(-1).best.conflicts, best);
  }
  assert.deepEqual([...reports.at(-1).best.letters], [0, 3, 2, 1]);
});

for (const [name, ending] of [['BYE', message.BYE], ['a new task', message.TASK]]) {
  test(`${name} drops the units that wait, and stops those under way`, () => {
    const { workers, sent, reports, take } = crew(2);
    take(task());
    for (const worker of workers) worker.answer(farm(message.READY));
    take(farm(message.UNITS, 1, 1));
    take(farm(message.UNITS, 2, 1));
    workers[1].answer(done(7, 1));
    for (const batch of [3, 4]) take(farm(message.UNITS, batch, 1));
    workers[1].answer(done(8, 1)); // to batch 3; batch 4 is under way, as is batch 1
    workers[1].answer(done(9, 1)); // idle
    const before = sent.length;
    take(farm(ending, message.PROOF));
    workers[0].answer(done(1, 1));
    assert.equal(sent.length, before);
    assert.deepEqual(workers.map(({ ended }) => Boolean(ended)).slice(0, 2), [true, false]);
    if (ending === message.BYE) assert.equal(reports.at(-1), null);
    take(farm(message.BYE));
    take(task());
    assert.equal(workers.filter(({ ended }) => !ended).length, 2, 'a worker for each core again');
    assert.equal(workers.at(-1).got.length, ending === message.BYE ? 1 : 2);
  });
}

test('a browser that cannot carry out units refuses the task as unable', () => {
  const { sent, take } = crew(4, () => null);
  take(task());
  assert.deepEqual(sent, [farm(message.REFUSED, message.UNABLE)]);
});

// The phone's modules that need no page: messages, conflicts, what is counted.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { boxesOf, conflictsOf } from '../../../src/web/phone/conflicts.js';
import * as message from '../../../src/web/phone/message.js';
import { Shard } from '../../../src/web/phone/shard.js';
import { Tally } from '../../../src/web/phone/tally.js';

// A LEASE of a board of 4x4 or 6x6, as src/cluster/sudoku/shard/protocol.h lays it out.
function lease({ side, box, allowed, letters, region, row = 0, rowEnd = side, tick = 0 }) {
  const cells = side * side, length = 32 + 9 * cells + (region ? cells : 0), bytes = new Uint8Array(16 + length), view = new DataView(bytes.buffer);
  bytes.set([message.LEASE, message.VERSION]);
  view.setUint32(4, length, true);
  view.setUint32(8, 7, true);
  view.setUint32(12, 3, true);
  bytes.set([side, ...box, region ? 1 : 0], 16);
  view.setUint16(20, row, true);
  view.setUint16(22, rowEnd, true);
  view.setBigUint64(32, BigInt(tick), true);
  view.setUint32(40, 3 << 16, true);
  view.setUint32(44, cells, true);
  allowed.forEach((mask, cell) => view.setBigUint64(48 + 8 * cell, mask, true));
  bytes.set(letters, 48 + 8 * cells);
  if (region) bytes.set(region, 48 + 9 * cells);
  return bytes;
}

let state = 1;
const chance = (n) => (state = (Math.imul(state, 1103515245) + 12345) >>> 0) % (n << 8) >> 8;
const random = (side) => Uint8Array.from({ length: side * side }, () => chance(side));
const any = (side) => Array(side * side).fill((1n << BigInt(side)) - 1n);

test('messages are split as they were joined; truncated ones are dropped', () => {
  const messages = [message.bare(message.PING, 1, 2), lease({ side: 4, box: [2, 2], allowed: any(4), letters: random(4) }), message.bare(message.BYE)];
  const body = message.join(messages);
  assert.deepEqual(message.split(body), messages);
  assert.deepEqual(message.split(body.subarray(0, body.length - 1)), messages.slice(0, 2));
  assert.deepEqual(message.split(body.subarray(0, 15)), []);
  assert.deepEqual(message.headOf(messages[0]), { type: message.PING, version: message.VERSION, protocol: 0, length: 0, game: 1, epoch: 2 });
  assert.equal(message.headOf(messages[1].subarray(0, 40)), null);
});

test('a lease has the board, the given cells and the letters', () => {
  const allowed = any(4);
  allowed[5] = 4n;
  const letters = random(4), read = message.leaseOf(lease({ side: 4, box: [2, 2], allowed, letters, row: 2, rowEnd: 4 }));
  assert.deepEqual({ ...read, given: [...read.given].indexOf(1), letters: [...read.letters] },
    { side: 4, box: [2, 2], region: null, row: 2, rowEnd: 4, given: 5, letters: [...letters] });
  assert.equal(read.given.reduce((sum, one) => sum + one), 1);
  const wide = any(49);
  wide[3] = 1n << 40n;
  wide[4] = 1n << 40n | 1n;
  const { given } = message.leaseOf(lease({ side: 49, box: [7, 7], allowed: wide, letters: random(49) }));
  assert.deepEqual([given[3], given[4], given[5]], [1, 0, 0], 'masks beyond 32 bits');
});

test('conflicts are those of the potential, and of the shard itself', () => {
  for (const [side, box, region] of [[4, [2, 2]], [6, [2, 3]], [6, [3, 2]], [9, [3, 3]], [25, [5, 5]],
    [4, [2, 2], Uint8Array.from([0, 0, 0, 1, 0, 1, 1, 1, 2, 2, 2, 3, 2, 3, 3, 3])]]) {
    const letters = random(side), boxes = boxesOf({ side, box, region }), unit = [(cell) => Math.floor(cell / side), (cell) => cell % side, (cell) => boxes[cell]];
    let pairs = 0;
    const bad = new Uint8Array(side * side);
    for (let a = 0; a < side * side; a++) {
      for (let b = a + 1; b < side * side; b++) {
        const meet = letters[a] === letters[b] ? unit.filter((of) => of(a) === of(b)).length : 0;
        pairs += meet;
        if (meet) bad[a] = bad[b] = 1;
      }
    }
    const found = conflictsOf(side, boxes, letters), shard = new Shard();
    assert.deepEqual(found, { cells: bad, pairs }, `${side} ${box}`);
    const leased = shard.take(lease({ side, box, allowed: any(side), letters, region }));
    assert.equal(leased[0], message.LEASED);
    assert.equal(shard.conflicts(), pairs, `the shard, ${side} ${box}`);
  }
});

// EVENTS of so many ticks.
function events(ticks) {
  const bytes = new Uint8Array(32);
  bytes[0] = message.EVENTS;
  new DataView(bytes.buffer).setUint32(24, ticks, true);
  return bytes;
}
test('updates, windows, their rate and the round trip are counted', () => {
  const tally = new Tally();
  let now = 1000;
  tally.asked(message.LEASE, now);
  assert.equal(tally.rate(now), 0);
  assert.equal(tally.trip(), null);
  for (let i = 0; i < 60; i++) {
    tally.asked(message.ROUND, now);
    tally.answer(events(1000), now += 10);
    assert.equal(tally.accepted, i > 0, 'the first window counts when the next is asked for');
    now += i === 0 ? 500 : 30;
  }
  assert.equal(tally.updates, 60000);
  assert.equal(tally.windows, 60);
  assert.equal(tally.trip(), 30);
  assert.ok(Math.abs(tally.rate(now - 30) - 1000 / 0.04) < 5000, `${tally.rate(now - 30)}`);
  assert.equal(tally.rate(now + 60000), 0, 'nothing has been played lately');
});

// The demonstration's modules that need no page: its boards, the log, the members' parts.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { puzzleOf, sizes, symbolsOf } from '../../../src/web/pages/demo/puzzles.js';
import { Parts, Story, ownersOf } from '../../../src/web/pages/demo/story.js';
import { boxesOf, conflictsOf } from '../../../src/web/phone/conflicts.js';
import { chance } from '../lib/game.mjs';

test('a board has a solution, and about the wanted share of it is given', () => {
  for (const [side, share] of sizes) {
    const box = Math.sqrt(side), full = puzzleOf(side, 1, chance(7)), boxes = boxesOf({ side, box: [box, box], region: null });
    const letters = Uint8Array.from(full, (text) => symbolsOf(side).indexOf(text));
    assert.equal(conflictsOf(side, boxes, letters).pairs, 0);
    const given = [...puzzleOf(side, share, chance(7))].filter((text) => text !== '.').length / side ** 2;
    assert.ok(Math.abs(given - share) < 0.12, `${side}: ${given}`);
    assert.notEqual(puzzleOf(side, share, chance(1)), puzzleOf(side, share, chance(2)));
  }
});

const shard = (i, more) => ({ member: `Member ${i + 1}`, rows: [5 * i + 1, 5 * i + 5], changes: 0, hedged: 0, ...more });
const report = (round, ...changed) => ({ round, shards: [0, 1, 2, 3, 4].map((i) => shard(i, changed[i])) });
const texts = (lines) => lines.map(({ text, values }) => text.replace(/\{(\w+)\}/g, (whole, name) => values[name]));

test('a member that is later than the others has a line, once in a while', () => {
  const story = new Story(), late = (hedged) => ({ hedged, round_trip_ms: 53 });
  assert.deepEqual(story.add(report(1), 0), []);
  assert.deepEqual(story.add(report(9, {}, late(2)), 500), [], 'too few');
  assert.deepEqual(texts(story.add(report(20, {}, late(8)), 1000)), ['Member 2 was late 8 times. The server computed its part in the meantime.']);
  assert.deepEqual(story.add(report(30, {}, late(14)), 2000), [], 'too soon');
  assert.deepEqual(texts(story.add(report(40, {}, late(20)), 6000)), ['Member 2 was late 12 times. The server computed its part in the meantime.']);
});

test('on a busy machine, where all are late, no member is named', () => {
  const all = [0, 1, 2, 3, 4].map((i) => ({ hedged: 16 + i, round_trip_ms: 20 + 5 * i }));
  assert.deepEqual(new Story().add(report(30, ...all), 5000), []);
});

test('a liar has one line, whether its link or the report says so first', () => {
  for (const [first, found] of [['link', {}], ['report', { quarantined: [{ member: 'Member 3', why: 'a replay of its round differs' }] }],
    ['report', { credit: [{ member: 'Member 3', state: 'quarantined', used: 7 }, { member: 'hub', state: 'playing', used: 9 }] }]]) {
    const story = new Story();
    story.add(report(57), 0);
    const lines = first === 'link' ? [...story.excluded('Member 3'), ...story.add({ ...report(60), ...found }, 9)]
      : [...story.add({ ...report(60), ...found }, 9), ...story.excluded('Member 3')];
    assert.equal(lines.length, 1);
    assert.match(texts(lines)[0], /^Member 3 gave a wrong answer near round (57|60) and was excluded/);
    assert.ok(lines[0].bad);
  }
});

test('rows that change hands have a line', () => {
  const story = new Story();
  story.add(report(1), 0);
  assert.deepEqual(texts(story.add(report(2, { member: 'local' }), 1)), ['This server now plays rows 1 to 5, in place of Member 1.']);
  assert.deepEqual(texts(story.add(report(3, { member: 'Member 1' }), 2)), ['Member 1 now plays rows 1 to 5, in place of local.']);
});

test('the parts add up to the whole, by credit and by shards', () => {
  const parts = new Parts();
  assert.deepEqual(parts.shares(), []);
  parts.add(report(1, { changes: 10 }, { changes: 30 }));
  parts.add(report(2, { changes: 10 }, { changes: 50, member: 'local' }, { changes: 40 }));
  assert.deepEqual(parts.shares().filter(([, share]) => share), [['Member 1', 0.1], ['Member 2', 0.3], ['Member 3', 0.4], ['local', 0.2]]);
  const credited = new Parts();
  for (let i = 1; i <= 500; i++) credited.add({ credit: [{ member: 'a', used: i }, { member: 'hub', used: i }, { member: 'local', used: i }, { member: 'local', used: i }] });
  assert.deepEqual(credited.shares(), [['a', 0.25], ['local', 0.75]], 'this server is one');
  assert.ok(credited.curves.a.length <= 120 && credited.curves.a.every((value) => value === 1), 'a long curve is thinned');
});

test('a cell belongs to the member that has its row', () => {
  const owners = ownersOf(report(1), 25);
  assert.equal(owners.length, 625);
  assert.equal(owners[0], 'Member 1');
  assert.equal(owners[5 * 25 - 1], 'Member 1');
  assert.equal(owners[5 * 25], 'Member 2');
  assert.equal(owners[624], 'Member 5');
  assert.deepEqual([...new Set(ownersOf({}, 9))], ['']);
});

test('a cell belongs to the member that settled it, where the report says so', () => {
  const credit = Array.from({ length: 40 }, (_, i) => ({ member: `m${i}` }));
  assert.deepEqual(ownersOf({ ...report(1), settled: '.02aA', credit }, 25), ['', 'm0', 'm2', 'm10', 'm36']);
});

test('the best board of searches is all in the colour of its member', () => {
  assert.deepEqual(ownersOf({ best_member: 'Member 2', credit: [], farm: {} }, 2), Array(4).fill('Member 2'));
});

// A game that was played again, at any of its ticks. Does not use the DOM.
import { conflictsOf } from '../../../phone/conflicts.js';

const EVERY = 1024; // changes between two states that are kept

// Returns how many of the ascending numbers are less than `limit`.
function countBelow(numbers, limit) {
  let low = 0, high = numbers.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle] < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

// made: of engine.js. A moment is the number of ticks played so far.
export function filmOf({ ticks, changes, hash, runs, columns }, side, box) {
  const { tick, cell, to, conflicts } = columns, last = tick.length, frames = []; // {run, index, values}
  runs.forEach((run, number) => {
    const end = runs[number + 1]?.index ?? last, values = run.values.slice();
    for (let index = run.index; index <= end; index++) {
      if ((index - run.index) % EVERY === 0) frames.push({ run: number, index, values: values.slice() });
      if (index < end) values[cell[index]] = to[index];
    }
  });
  const first = conflictsOf(side, box, runs[0].values).pairs;
  const indexAt = (moment) => countBelow(tick, moment);
  const runAt = (moment) => Math.max(0, runs.findLastIndex((run) => run.tick < moment));

  // Returns the values of all cells, from 0.
  function valuesAt(moment) {
    const index = indexAt(moment), run = runAt(moment), frame = frames.findLast((one) => one.run < run || (one.run === run && one.index <= index));
    const values = frame.values.slice();
    for (let i = frame.index; i < index; i++) values[cell[i]] = to[i];
    return values;
  }

  // Returns the number of pairs in conflict.
  function conflictsAt(moment) {
    const index = indexAt(moment), run = runAt(moment);
    if (index > runs[run].index) return conflicts[index - 1];
    return run === 0 ? first : conflictsOf(side, box, runs[run].values).pairs;
  }

  // Returns the change that the last tick made, or null: {cell, from, to}, values from 0.
  function changeAt(moment) {
    const index = indexAt(moment) - 1;
    return index >= 0 && tick[index] === moment - 1 ? { cell: cell[index], from: columns.from[index], to: to[index] } : null;
  }

  // Returns at most `most` points [share of the changes, conflicts], the largest value of each stretch.
  function curve(most) {
    const points = [[0, first]], step = Math.max(1, Math.ceil(last / most));
    for (let i = 0; i < last; i += step) points.push([Math.min(last, i + step) / Math.max(1, last), conflicts.subarray(i, i + step).reduce((a, b) => Math.max(a, b), 0)]);
    if (last) points.push([1, conflicts[last - 1]]);
    return points;
  }

  // The moment after a number of changes; of all of them it is the end.
  const momentOf = (index) => (index <= 0 ? 0 : index >= last && last === changes ? ticks : tick[Math.min(index, last) - 1] + 1);
  return { ticks, changes, hash, runs, last, indexAt, runAt, valuesAt, conflictsAt, changeAt, curve, momentOf, whole: last === changes };
}

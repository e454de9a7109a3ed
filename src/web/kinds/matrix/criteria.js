// The criteria of a decision, exactly. Does not use the DOM. Acts with an entry that cannot be read have no value.
import { bestOf } from './live.js';
import { ONE, ZERO, compare, minus, plus, read, textOf, times } from './number.js';

const least = (list) => list.reduce((at, one, j) => (compare(one, list[at]) < 0 ? j : at), 0), most = (list) => list.reduce((at, one, j) => (compare(one, list[at]) > 0 ? j : at), 0);
const equal = (list, at) => list.flatMap((one, j) => (compare(one, list[at]) === 0 ? [j] : []));
const mixed = (list, weights) => list.reduce((sum, one, j) => plus(sum, times(one, weights[j])), ZERO);

// criterion -> (line of an act, all that it needs) -> [value, the states that decide it]
const rules = {
  maximin: (line) => [line[least(line)], equal(line, least(line))],
  maximax: (line) => [line[most(line)], equal(line, most(line))],
  hurwicz: (line, { alpha }) => [plus(times(alpha, line[most(line)]), times(minus(ONE, alpha), line[least(line)])), [...equal(line, most(line)), ...equal(line, least(line))]],
  regret: (line, { highest }) => {
    const lost = line.map((one, j) => minus(highest[j], one)), at = most(lost);
    return [lost[at], equal(lost, at)];
  },
  laplace: (line) => [times(line.reduce(plus, ZERO), { n: 1n, d: BigInt(line.length) }), []],
  expected: (line, { probability }) => [mixed(line, probability), []]
};

export const names = Object.keys(rules);

// Returns criterion -> {values: texts or undefined for an act that cannot be judged, best: acts, states: of each act, those
// that decide}, and regrets: the payoff lost in each cell. expected: only with probabilities.
export function judged({ a, cols, probability, alpha }) {
  const table = a.map((line) => line.map(read)), whole = table.map((line) => line.every(Boolean)), readable = table.filter((_, i) => whole[i]);
  const highest = readable.length ? cols.map((_, j) => readable.map((line) => line[j]).reduce((one, two) => (compare(one, two) < 0 ? two : one))) : [];
  const given = { highest, alpha: read(alpha ?? '1/2') ?? read('1/2'), probability: probability?.map(read) };
  const out = { regrets: table.map((line, i) => (whole[i] ? line.map((one, j) => textOf(minus(highest[j], one))) : [])) };
  for (const name of names) {
    if (name === 'expected' && !given.probability?.every(Boolean)) continue;
    const found = table.map((line, i) => (whole[i] ? rules[name](line, given) : [null, []]));
    out[name] = { values: found.map(([one]) => one && textOf(one)), best: bestOf(found.map(([one]) => one && (name === 'regret' ? minus(ZERO, one) : one))), states: found.map(([, states]) => states) };
  }
  return out;
}

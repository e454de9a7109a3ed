// 简体中文 of the sentences that explain a step (src/solvers/sudoku/explain/words.c), loaded with the Chinese texts. A
// sentence is recognised by its English template, and what stands at the placeholders is translated: %c, %1, %r cells,
// %v values, %p a value, %P a cell, %U, %V, %u, %w units, %k a chain, %e eliminations, %n a conclusion.

const templates = {
  '%P is the last empty cell of %U, which lacks only %p.': '%P 是%U的最后一个空格，该处只缺 %p。',
  '%P is the only cell of %U that can hold %p.': '%U中只有 %P 能填 %p。',
  'In %U, %v can only be in %c, so no other cell of the line holds it, and %P is the only cell of %V left for %p.':
    '%U中 %v 只能在 %c，因此该行列的其他格不能填它，%V中只剩 %P 能填 %p。',
  'In %U, %v can only be in %c, so no other cell of the box holds it, and %P is the only cell of %V left for %p.':
    '%U中 %v 只能在 %c，因此该宫的其他格不能填它，%V中只剩 %P 能填 %p。',
  'In %U, two values can only be in %c, so that these cells hold nothing else, and %P is the only cell left for %p.':
    '%U中有两个数只能在 %c，因此这些格不能填别的数，只剩 %P 能填 %p。',
  'In %U, three values can only be in %c, so that these cells hold nothing else, and %P is the only cell left for %p.':
    '%U中有三个数只能在 %c，因此这些格不能填别的数，只剩 %P 能填 %p。',
  'No sum of the cage can be reached with the candidates that this removes: %e.': '若用这些候选数，笼子的和无法凑成：%e。',
  '%p is the only candidate left in %P.': '%P 只剩候选数 %p。',
  'In %U, %v can only be in %c, which all lie in %V; this removes %e.': '%U中 %v 只能在 %c，它们都在%V中；因此 %e。',
  'In %U, %c hold %v between them, so no other cell does: this removes %e.': '%U中 %c 恰好占用 %v，其他格不能再填：因此 %e。',
  'In %u, all places of %v lie in %w, so no other cell of %w holds it: this removes %e.': '在%u中，%v 的所有位置都在%w，因此%w的其他格不能填它：%e。',
  'In %U, %v can only be in %c, so these cells hold nothing else: this removes %e.': '%U中 %v 只能在 %c，因此这些格不能填别的数：%e。',
  'Whatever %1 holds, one of %r holds their common value; no cell that sees both can: this removes %e.':
    '无论 %1 填什么，%r 之一必填它们共有的数；同时看到这两格的格不能填它：因此 %e。',
  'Whatever %1 holds, it or one of %r holds their common value; no cell that sees all can: this removes %e.':
    '无论 %1 填什么，它或 %r 之一必填它们共有的数；同时看到这些格的格不能填它：因此 %e。',
  'With %v alone in %c there would be two solutions, so one cell holds another value: this removes %e.':
    '若 %c 只有 %v，就会有两个解，所以其中一格填别的数：因此 %e。',
  'With %v alone in %c there would be two solutions, so one of them holds the extra value; no cell that sees all the extra ones can: this removes %e.':
    '若 %c 只有 %v，就会有两个解，所以其中一格填多出的数；看到所有多出之处的格不能填它：因此 %e。',
  'With %v alone in the rectangle there would be two solutions; one of these values has no other place in %U, so the other one leaves its cells: this removes %e.':
    '若矩形中只有 %v，就会有两个解；其中一个数在%U中没有别的位置，因此另一个数离开这些格：%e。',
  'With %v alone in the rectangle there would be two solutions; its extra values make a naked set with other cells of %U: this removes %e.':
    '若矩形中只有 %v，就会有两个解；多出的数与%U的其他格构成显性数组：因此 %e。',
  'With %v alone in the loop %c there would be two solutions, so one cell holds another value: this removes %e.':
    '若环 %c 中只有 %v，就会有两个解，所以其中一格填别的数：因此 %e。',
  'With %v alone in the loop %c there would be two solutions, so one cell holds the extra value; no cell that sees all the extra ones can: this removes %e.':
    '若环 %c 中只有 %v，就会有两个解，所以其中一格填多出的数；看到所有多出之处的格不能填它：因此 %e。',
  'With %v alone in the loop there would be two solutions; one of these values has no other place in %U, so the other one leaves its cells: this removes %e.':
    '若环中只有 %v，就会有两个解；其中一个数在%U中没有别的位置，因此另一个数离开这些格：%e。',
  'With %v alone in the loop there would be two solutions; its extra values make a naked set with other cells of %U: this removes %e.':
    '若环中只有 %v，就会有两个解；多出的数与%U的其他格构成显性数组：因此 %e。',
  'Without %v in %1, every open cell would have two candidates and every value two places in a unit, and there would be two solutions: this removes %e.':
    '若 %1 不填 %v，每个空格都恰有两个候选数、每个数在每个单元都恰有两个位置，就会有两个解：因此 %e。',
  'Without %v in %c, every open cell would have two candidates and every value two places in a unit, and there would be two solutions, so one of these cells holds %v: this removes %e.':
    '若 %c 都不填 %v，每个空格都恰有两个候选数、每个数在每个单元都恰有两个位置，就会有两个解，所以其中一格填 %v：因此 %e。',
  'Without the extra candidates of %c, every open cell would have two candidates and every value two places in a unit, and there would be two solutions; %U keeps one of the other values for these cells: this removes %e.':
    '若去掉 %c 多出的候选数，每个空格都恰有两个候选数、每个数在每个单元都恰有两个位置，就会有两个解；%U把其他数之一留给这些格：因此 %e。',
  'Without the extra candidates of some of %c, every open cell would have two candidates and every value two places in a unit, and there would be two solutions; the extra candidates make a naked set in %U: this removes %e.':
    '若去掉 %c 中一些格多出的候选数，每个空格都恰有两个候选数、每个数在每个单元都恰有两个位置，就会有两个解；多出的候选数在%U中构成显性数组：因此 %e。',
  'Each way to fill the first two of %c that uses %e leaves a cell that they see without a candidate.':
    '%c 的前两格若用以下候选数，都会使它们看到的某格没有候选数：%e。',
  'Every other candidate of a closed chain of %v is true, in one of two ways: %k; this removes %e.': '%v 的闭合链上的候选数交替成立，只有两种可能：%k；因此 %e。',
  'Every other candidate of a closed chain through cells of two candidates is true, in one of two ways: %k; this removes %e.':
    '经过双候选格的闭合链上的候选数交替成立，只有两种可能：%k；因此 %e。',
  'An assumption leads to its opposite: %k; so %n.': '由假设推出其反面：%k；所以 %n。',
  'Every other candidate of a closed chain is true, in one of two ways: %k; this removes %e.': '闭合链上的候选数交替成立，只有两种可能：%k；因此 %e。',
  'The opposite would leave %v without a place in some unit: so %n.': '若相反，%v 在某个单元中就没有位置：所以 %n。',
  'Each candidate of %1, %v, leads to the same conclusion: %n.': '%1 的每个候选数 %v 都得出同一结论：%n。',
  'Each place of %v in %U leads to the same conclusion: %n.': '%v 在%U中的每个位置都得出同一结论：%n。',
  'The opposite would make a candidate both true and false: so %n.': '若相反，某个候选数就会既真又假：所以 %n。',
  '%1 holds %v or it does not, and both lead to the same conclusion: %n.': '%1 填 %v 或不填 %v，两者得出同一结论：%n。',
  'If %1 were %v, further assumptions would all lead to contradictions: so %n.': '若 %1 填 %v，再作的假设都会导致矛盾：所以 %n。',
  'No technique finds a further step. The puzzle has one solution, and each other value of %P leads to none, so %P holds %p.':
    '没有技巧能再进一步。此题有唯一解，%P 填其他数都无解，所以 %P 填 %p。'
};

// The starts of sentences that name the techniques inside nested chains.
const starts = {
  'With pairs, locked candidates and X-wings among the remaining candidates: ': '在余下的候选数中用数对、区块和 X 翼：',
  'With patterns, cycles and forcing chains among the remaining candidates: ': '在余下的候选数中用各种数型、环和强制链：',
  'With patterns, cycles and forcing chains, also of cells and units, among the remaining candidates: ': '在余下的候选数中用各种数型、环和强制链，包括单元格与单元的强制链：',
  'With patterns and dynamic forcing chains among the remaining candidates: ': '在余下的候选数中用各种数型和动态强制链：'
};

const unitNames = { row: '第 {n} 行', column: '第 {n} 列', box: '第 {n} 宫', region: '第 {n} 区', diagonal: '第 {n} 条对角线', group: '第 {n} 组', cage: '第 {n} 笼' };

const list = (text) => text.split(/, | and /).join('、');
const unit = (text) => text.replace(/^(\w+) (\d+)$/, (whole, kind, n) => unitNames[kind]?.replace('{n}', n) ?? whole);
const units = (text) => text.split(/, | and /).map(unit).join('、');
const effect = (text) => text.split('; ').map((part) => part.replace(/^(.*) from (.*)$/, (_, values, cells) => `${list(cells)} 去掉 ${list(values)}`)).join('；');
const conclusion = (text) => text.replace(' is not ', ' 不是 ').replace(' is ', ' 是 ');
const chain = (text) => text.replace(/^(\d+) links$/, '共 $1 环');
const holes = { c: list, 1: list, r: list, v: list, p: String, P: String, U: units, V: units, u: units, w: units, k: chain, e: effect, n: conclusion };

const CELLS = '(r\\d+c\\d+(?:(?:, | and )r\\d+c\\d+)*)';

// One regular expression for each template, made when it is first needed: each placeholder is a group.
let compiled;
const compile = () => (compiled ??= Object.entries(templates).map(([english, chinese]) => ({
  chinese, order: [...english.matchAll(/%(.)/g)].map(([, hole]) => hole),
  pattern: new RegExp(`^${english.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/%(.)/g, (_, hole) => ('c1rP'.includes(hole) ? CELLS : '(.+?)'))}$`)
})));

// Returns the sentence in Chinese; undefined if it is none of these.
export function translate(text) {
  const start = Object.keys(starts).find((one) => text.startsWith(one)) ?? '';
  const rest = text.slice(start.length);
  for (const { chinese, order, pattern } of compile()) {
    const found = pattern.exec(rest);
    if (!found) continue;
    const said = Object.fromEntries(order.map((hole, i) => [hole, holes[hole](found[i + 1])]));
    return (starts[start] ?? '') + chinese.replace(/%(.)/g, (_, hole) => said[hole]);
  }
  return undefined;
}

export const english = [...Object.keys(templates), ...Object.keys(starts)];

// Example graphs: [name, problem, remark?]. A remark says where the lecture notes mislead.
const lines = (text) => text.split('; ').map((rule) => ({ from: rule.split(' -> ')[0], to: rule.split(' -> ')[1].split(' ') }));
const graph = (root, terminals, h, rules) => ({ root, terminals, nodes: Object.entries(h).map(([id, value]) => ({ id, h: value })), connectors: lines(rules), trace: true });

const chain = (n) => { // the product of n matrices A1..An: a connector for each place of the first cut
  const name = (i, j) => (i === j ? `A${i}` : `A${i}..${j}`), sides = [30, 35, 15, 5, 10, 20, 25], connectors = [];
  for (let length = n; length > 1; length--)
    for (let i = 1; i + length - 1 <= n; i++)
      for (let j = i + length - 1, k = i; k < j; k++) connectors.push({ from: name(i, j), to: [name(i, k), name(k + 1, j)], cost: sides[i - 1] * sides[k] * sides[j] });
  return { root: name(1, n), terminals: Array.from({ length: n }, (_, i) => name(i + 1, i + 1)), connectors, trace: true };
};

export const examples = [
  [/* t */ 'Example 4.3 of the lecture notes', graph('n0', ['n7', 'n8'], { n0: 0, n1: 2, n2: 4, n3: 4, n4: 1, n5: 1, n6: 2, n7: 0, n8: 0 },
    'n0 -> n1; n0 -> n5 n4; n1 -> n2; n1 -> n3; n2 -> n3; n2 -> n5 n4; n3 -> n5 n6; n4 -> n5; n4 -> n8; n5 -> n7 n8; n5 -> n6; n6 -> n7 n8')],
  [/* t */ 'Exercise 1: two optima; h breaks note (2)', graph('n0', ['n6', 'n7'], { n0: 0, n1: 2, n2: 4, n3: 4, n4: 3, n5: 1, n6: 0, n7: 0 },
    'n0 -> n1 n2; n0 -> n2 n3; n1 -> n2; n1 -> n4; n2 -> n6 n7; n3 -> n5 n6; n4 -> n2; n5 -> n7'),
  /* t */ 'This breaks note (2): h(n2) = 4 and h(n3) = 4 are more than h* = 2 and 3. That AO* finds an optimum is luck.'],
  [/* t */ 'Exercise 2: 6 into ones, by rules', { start: '6', goals: ['1'], rules: ['6 -> 3, 3', '6 -> 4, 2', '4 -> 3, 1', '4 -> 2, 2', '3 -> 2, 1', '2 -> 1, 1'], h: { 2: 2, 3: 3, 4: 4, 6: 6 }, trace: true },
  /* t */ 'In 6 → 3, 3 the node 3 counts twice. Without that, the cost would be 6 in place of 10.'],
  [/* t */ 'Rules with variables', { start: 'T(1,4)', goals: ['T(i,i)'], rules: ['T(i,j) -> T(i,k), T(k+1,j) for k in i..j-1 cost (j-i)*k'], trace: true }],
  [/* t */ 'Towers of Hanoi: three disks', { start: 'hanoi(3,1,3)', goals: ['move(a,b)'],
    rules: ['hanoi(n,a,b) -> hanoi(n-1,a,6-a-b), move(a,b), hanoi(n-1,6-a-b,b) if n > 1 cost 1', 'hanoi(1,a,b) -> move(a,b) cost 1'], trace: true }],
  [/* t */ 'A trap: h too high, AO* ends with 7 instead of 4', { root: 'n0', terminals: ['t'], nodes: [{ id: 'n0', h: 3 }, { id: 'n2', h: 6 }],
    connectors: [{ from: 'n0', to: ['n3', 't'], cost: 6 }, { from: 'n0', to: ['n2'], cost: 1 }, { from: 'n2', to: ['t'], cost: 3 }, { from: 'n3', to: ['t'], cost: 1 }], engine: 'ao_star', trace: true }],
  [/* t */ 'A dead end', { root: 's', terminals: ['t'], connectors: [{ from: 's', to: ['a'], cost: 1 }, { from: 's', to: ['b', 'c'], cost: 1 }, { from: 'b', to: ['t'], cost: 1 }, { from: 'c', to: ['t'], cost: 4 }], trace: true },
  /* t */ 'Note (1) of the lecture notes gives a dead end “a high q”. Only an infinite one is right.'],
  [/* t */ 'A cycle', { root: 'a', terminals: ['t'], connectors: [{ from: 'a', to: ['b'], cost: 1 }, { from: 'b', to: ['a'], cost: 1 }, { from: 'b', to: ['t'], cost: 12 }], engine: 'knuth' }],
  [/* t */ 'No solution', { root: 's', terminals: ['t'], connectors: [{ from: 's', to: ['a', 't'], cost: 1 }], trace: true }],
  [/* t */ 'Product of six matrices', chain(6)]
];

// The price of a chosen solution graph, from its terminals upwards: k(n, N) = c + k(n1, N) + ... + k(ni, N). Exact: sums
// are taken in millionths, since costs have at most six decimals. Does not use the DOM.
const MILLION = 1000000n;

// Reads a cost, a number or a string of digits, in millionths.
function read(cost) {
  const [whole, decimals = ''] = (typeof cost === 'number' ? (Number.isInteger(cost) ? BigInt(cost).toString() : cost.toFixed(6)) : String(cost)).split('.');
  return BigInt(whole) * MILLION + BigInt(decimals.padEnd(6, '0'));
}

const write = (sum) => `${sum / MILLION}${sum % MILLION ? `.${String(sum % MILLION).padStart(6, '0').replace(/0+$/, '')}` : ''}`;

// Returns the connectors of a chosen graph (node -> connector) in an order in which each comes after those it leads to,
// as [{ node, connector, cost, to: [{ node, k }], k, once }]: k, the recursive price of the node; once: the sum of the
// costs so far, each connector counted once. Nodes without a choice cost 0. A cycle ends where it closes.
export function priceSteps(graph, chosen) {
  const connectors = new Map(graph.connectors.map((one) => [one.id, one])), priced = new Map(), entered = new Set(), steps = [], path = [graph.root];
  let once = 0n;
  while (path.length) {
    const node = path.at(-1), one = connectors.get(chosen[node]);
    entered.add(node);
    const open = one?.to.find((to) => !entered.has(to) && connectors.has(chosen[to]));
    if (open !== undefined) { path.push(open); continue; }
    path.pop();
    if (!one || priced.has(node)) continue;
    const cost = read(one.cost), sum = one.to.reduce((so, to) => so + (priced.get(to) ?? 0n), cost);
    priced.set(node, sum);
    once += cost;
    steps.push({ node, connector: one.id, cost: write(cost), to: one.to.map((to) => ({ node: to, k: write(priced.get(to) ?? 0n) })), k: write(sum), once: write(once) });
  }
  return steps;
}

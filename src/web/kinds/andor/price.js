// The price of a chosen solution graph, from its terminals upwards: k(n, N) = c + k(n1, N) + ... + k(ni, N). Exact: sums
// are taken in millionths, since costs have at most six decimals. Does not use the DOM.
import { byId } from './graph.js';

const MILLION = 1000000n;

// Reads a cost, a number or a string of digits, in millionths.
function read(cost) {
  const [whole, decimals = ''] = (typeof cost === 'number' ? (Number.isInteger(cost) ? BigInt(cost).toString() : cost.toFixed(6)) : String(cost)).split('.');
  return BigInt(whole) * MILLION + BigInt(decimals.padEnd(6, '0'));
}

const write = (sum) => `${sum / MILLION}${sum % MILLION ? `.${String(sum % MILLION).padStart(6, '0').replace(/0+$/, '')}` : ''}`;

// Returns the connectors of a chosen graph (node -> connector) in an order in which each comes after those it leads to,
// as [{ node, connector, k, sum }], in the form of the server: k, the price of the node, or with `shared` the costs so far,
// each connector counted once; sum: how it comes about. Nodes without a choice cost 0. A cycle ends where it closes.
export function priceSteps(graph, chosen, shared) {
  const connectors = byId(graph.connectors), priced = new Map(), entered = new Set(), steps = [], path = [graph.root];
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
    const parts = shared ? [once, cost] : [cost, ...one.to.map((to) => priced.get(to) ?? 0n)], total = shared ? once + cost : sum;
    once += cost;
    steps.push({ node, connector: one.id, k: write(total), sum: `${shared ? `${node}: ` : `k(${node}, N) = `}${parts.map(write).join(' + ')} = ${write(total)}` });
  }
  return steps;
}

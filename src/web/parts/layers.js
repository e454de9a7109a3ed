// Layered drawing of a directed graph (Sugiyama's method). Does not use the DOM.
//
// Cycles are broken by reversing the edges that close one. A node's layer is the length of the longest path to it. Long
// edges get a dummy node in each layer that they pass. Layers are ordered by barycentre sweeps (the mean position of
// the neighbours), followed by swaps of neighbours that reduce crossings; the order with the fewest crossings is kept.
// Horizontal positions are found by sweeps too: each layer is placed as near as possible to the means of its
// neighbours, in its order and without overlap. That is a least-squares problem, which pooling adjacent violators
// solves exactly.
const SWEEPS = 12, PLACINGS = 24;

// Returns the edges that close a cycle in a depth-first walk from the root. It does not recurse, because graphs may be
// deep.
function turned(count, edges, root) {
  const out = Array.from({ length: count }, () => []), back = new Set(), state = new Uint8Array(count); // 1: open, 2: done
  edges.forEach(({ from, to }, i) => { if (from !== to) out[from].push([to, i]); });
  for (const start of [root, ...out.keys()]) {
    if (state[start]) continue;
    const path = [[start, 0]];
    state[start] = 1;
    while (path.length) {
      const top = path.at(-1), [node, at] = top;
      if (at === out[node].length) { state[node] = 2; path.pop(); continue; }
      top[1]++;
      const [to, i] = out[node][at];
      if (state[to] === 1) back.add(i);
      else if (!state[to]) { state[to] = 1; path.push([to, 0]); }
    }
  }
  return back;
}

function layersOf(count, arcs) {
  const layer = new Array(count).fill(0), open = new Array(count).fill(0), out = Array.from({ length: count }, () => []);
  for (const [from, to] of arcs) { out[from].push(to); open[to]++; }
  const ready = [...layer.keys()].filter((v) => !open[v]);
  for (let i = 0; i < ready.length; i++)
    for (const to of out[ready[i]]) {
      layer[to] = Math.max(layer[to], layer[ready[i]] + 1);
      if (!--open[to]) ready.push(to);
    }
  return layer;
}

// Counts the pairs of edges between two layers that cross: inversions, by insertion into a sorted list.
function crossings(rows, up, place) {
  let sum = 0;
  for (const row of rows) {
    const seen = [];
    for (const v of row) {
      const ends = up[v].map((u) => place[u]).sort((a, b) => a - b);
      for (const end of ends) for (let i = seen.length - 1; i >= 0 && seen[i] > end; i--) sum++;
      for (const end of ends) {
        let i = seen.length;
        while (i > 0 && seen[i - 1] > end) i--;
        seen.splice(i, 0, end);
      }
    }
  }
  return sum;
}

// Returns how many edges of a cross edges of b if a is placed before b.
const between = (a, b, ends, place) => ends[a].reduce((sum, p) => sum + ends[b].filter((q) => place[q] < place[p]).length, 0);

function order(rows, up, down) {
  const place = [];
  const put = () => rows.forEach((row) => row.forEach((v, i) => { place[v] = i; }));
  put();
  let best = rows.map((row) => [...row]), least = crossings(rows, up, place);
  for (let sweep = 0; sweep < SWEEPS && least > 0; sweep++) {
    const ends = sweep % 2 ? down : up;
    for (const row of sweep % 2 ? [...rows].reverse() : rows) {
      const mean = new Map(row.map((v, i) => [v, ends[v].length ? ends[v].reduce((sum, u) => sum + place[u], 0) / ends[v].length : i]));
      row.sort((a, b) => mean.get(a) - mean.get(b) || place[a] - place[b]);
      row.forEach((v, i) => { place[v] = i; });
    }
    for (const row of rows)
      for (let i = 0; i + 1 < row.length; i++) {
        const [a, b] = [row[i], row[i + 1]], now = between(a, b, up, place) + between(a, b, down, place);
        if (between(b, a, up, place) + between(b, a, down, place) >= now) continue;
        [row[i], row[i + 1]] = [b, a];
        [place[a], place[b]] = [i + 1, i];
      }
    const sum = crossings(rows, up, place);
    if (sum < least) { least = sum; best = rows.map((row) => [...row]); }
  }
  return { rows: best, crossings: least };
}

// Returns the positions nearest to `wanted` (weighted squares) that keep the distances `apart`: isotonic regression.
export function spread(wanted, weights, apart) {
  const blocks = [];
  let shift = 0;
  wanted.forEach((at, i) => {
    if (i) shift += apart[i - 1];
    blocks.push({ sum: (at - shift) * weights[i], weight: weights[i], count: 1 });
    while (blocks.length > 1) {
      const last = blocks.at(-1), before = blocks.at(-2);
      if (before.sum / before.weight <= last.sum / last.weight) break;
      blocks.pop();
      before.sum += last.sum;
      before.weight += last.weight;
      before.count += last.count;
    }
  });
  const out = [];
  shift = 0;
  for (const { sum, weight, count } of blocks)
    for (let i = 0; i < count; i++) {
      if (out.length) shift += apart[out.length - 1];
      out.push(sum / weight + shift);
    }
  return out;
}

// sizes: [{ left, right }] of each node from its middle; edges: [{ from, to }] -> { x, layer, layers, routes,
// crossings, width }. routes: for each edge the middles that it passes, [[x, layer]], from its source to its target;
// for a loop, its node alone.
export function layered(sizes, edges, { root = 0, gap = 24, thin = 10 } = {}) {
  if (!sizes.length) return { x: [], layer: [], layers: 0, routes: [], crossings: 0, width: 0 };
  const count = sizes.length, back = turned(count, edges, root);
  const arcs = edges.flatMap(({ from, to }, i) => (from === to ? [] : [back.has(i) ? [to, from, i] : [from, to, i]]));
  const layer = layersOf(count, arcs), box = [...sizes], up = sizes.map(() => []), down = sizes.map(() => []);
  const chains = []; // chains: for each edge, the nodes and dummies from top to bottom
  const join = (a, b) => { up[b].push(a); down[a].push(b); };
  for (const [from, to, i] of arcs) {
    const chain = chains[i] = [from];
    for (let at = layer[from] + 1; at < layer[to]; at++) {
      const v = box.push({ left: thin, right: thin }) - 1;
      up.push([]);
      down.push([]);
      layer.push(at);
      join(chain.at(-1), v);
      chain.push(v);
    }
    join(chain.at(-1), to);
    chain.push(to);
  }
  // The initial order: that of a walk from the root.
  const layers = Math.max(0, ...layer) + 1, rows = Array.from({ length: layers }, () => []), met = new Set();
  for (const start of [root, ...layer.keys()]) {
    const open = [start];
    while (open.length) {
      const v = open.pop();
      if (met.has(v)) continue;
      met.add(v);
      rows[layer[v]].push(v);
      open.push(...[...down[v]].reverse());
    }
  }
  const ordered = order(rows, up, down), x = new Array(box.length).fill(0);
  const apart = ordered.rows.map((row) => row.slice(1).map((v, i) => box[row[i]].right + box[v].left + (row[i] < count && v < count ? gap : gap / 2)));
  for (const [i, row] of ordered.rows.entries()) spread(row.map(() => 0), row.map(() => 1), apart[i]).forEach((at, j) => { x[row[j]] = at; });
  for (let round = 0; round < PLACINGS; round++) {
    const rising = round % 2;
    for (let n = 0; n < layers; n++) {
      const i = rising ? layers - 1 - n : n, row = ordered.rows[i];
      const ends = (v) => (round >= PLACINGS - 4 ? [...up[v], ...down[v]] : rising ? down[v] : up[v]);
      const mean = row.map((v) => { const of = ends(v); return of.length ? of.reduce((sum, u) => sum + x[u], 0) / of.length : x[v]; });
      const weights = row.map((v) => (v < count ? ends(v).length || 0.05 : 4)); // dummies weigh more, so that long edges stay straight
      spread(mean, weights, apart[i]).forEach((at, j) => { x[row[j]] = at; });
    }
  }
  const least = Math.min(...box.map(({ left }, v) => x[v] - left)), most = Math.max(...box.map(({ right }, v) => x[v] + right));
  const routes = edges.map(({ from }, i) => {
    const chain = chains[i] ?? [from];
    return (back.has(i) ? [...chain].reverse() : chain).map((v) => [x[v] - least, layer[v]]);
  });
  return { x: x.slice(0, count).map((at) => at - least), layer: layer.slice(0, count), layers, routes, crossings: ordered.crossings, width: most - least };
}

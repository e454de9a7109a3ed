// Layered drawing of a directed graph (Sugiyama's method). Does not use the DOM.
//
// Cycles are broken by reversing the edges that close one. A node's layer is the length of the longest path to it. Long
// edges get a dummy node in each layer that they pass. Layers are ordered by barycentre sweeps (the mean position of
// the neighbours), followed by swaps of neighbours that reduce crossings; the order with the fewest crossings is kept.
// Horizontal positions are found by sweeps too: each layer is placed as near as possible to the means of its
// neighbours, in its order and without overlap. That is a least-squares problem, which pooling adjacent violators
// solves exactly. Edges so long that all dummies would be too many get none.
const SWEEPS = 12, PLACINGS = 24, MANY = 5000, DUMMIES = 12000; // MANY: nodes and dummies, above which half the sweeps are made

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

// Returns the greatest span of an edge that gets dummies, so that there are at most `most` of them.
function longestSpan(arcs, layer, most) {
  const spans = arcs.map(([from, to]) => layer[to] - layer[from]).sort((a, b) => a - b);
  let sum = 0;
  const i = spans.findIndex((span) => { sum += span - 1; return sum > most; });
  return i < 0 ? Infinity : spans[i] - 1;
}

const ascending = (a, b) => a - b;

// Counts the pairs of edges between each two layers that cross: inversions, by a tree of sums over the places above
// (Fenwick 1994).
function crossings(rows, up, place) {
  let sum = 0;
  rows.forEach((row, r) => {
    const width = r ? rows[r - 1].length : 0, tree = new Int32Array(width + 1);
    let placed = 0;
    for (const v of row) {
      const ends = up[v].map((u) => place[u]);
      for (const end of ends) {
        sum += placed;
        for (let i = end + 1; i > 0; i -= i & -i) sum -= tree[i];
      }
      for (const end of ends) for (let i = end + 1; i <= width; i += i & -i) tree[i]++;
      placed += ends.length;
    }
  });
  return sum;
}

// Returns how many edges of a cross edges of b if a is placed before b, less those that cross if b is before a. Both are
// the places of the ends, ascending.
function between(a, b) {
  let sum = 0, less = 0, equal = 0;
  for (const p of a) {
    while (less < b.length && b[less] < p) less++;
    equal = Math.max(equal, less);
    while (equal < b.length && b[equal] === p) equal++;
    sum += less - (b.length - equal);
  }
  return sum;
}

// Sorts each row by the mean places of its neighbours in the rows before it.
function sweepOnce(rows, ends, place, mean) {
  for (const row of rows) {
    row.forEach((v, i) => { mean[v] = ends[v].length ? ends[v].reduce((sum, u) => sum + place[u], 0) / ends[v].length : i; });
    row.sort((a, b) => mean[a] - mean[b] || place[a] - place[b]);
    row.forEach((v, i) => { place[v] = i; });
  }
}

// Swaps neighbours of each row that cross less in the other order.
function swapOnce(rows, up, down, place, above, below) {
  for (const row of rows) {
    for (const v of row) {
      above[v] = up[v].map((u) => place[u]).sort(ascending);
      below[v] = down[v].map((u) => place[u]).sort(ascending);
    }
    for (let i = 0; i + 1 < row.length; i++) {
      const a = row[i], b = row[i + 1];
      if (between(above[a], above[b]) + between(below[a], below[b]) <= 0) continue;
      row[i] = b;
      row[i + 1] = a;
      place[a] = i + 1;
      place[b] = i;
    }
  }
}

function order(rows, up, down) {
  const place = [], mean = [], above = [], below = [], sweeps = up.length > MANY ? SWEEPS / 2 : SWEEPS;
  rows.forEach((row) => row.forEach((v, i) => { place[v] = i; }));
  let best = rows.map((row) => [...row]), least = crossings(rows, up, place);
  for (let sweep = 0; sweep < sweeps && least > 0; sweep++) {
    sweepOnce(sweep % 2 ? [...rows].reverse() : rows, sweep % 2 ? down : up, place, mean);
    swapOnce(rows, up, down, place, above, below);
    const sum = crossings(rows, up, place);
    if (sum < least) { least = sum; best = rows.map((row) => [...row]); }
  }
  return { rows: best, crossings: least };
}

// Returns the positions nearest to `wanted` (weighted squares) that keep the distances `apart`: isotonic regression.
export function spread(wanted, weights, apart) {
  const sums = [], masses = [], counts = [], out = new Array(wanted.length); // of the blocks
  let shift = 0, last = -1;
  for (let i = 0; i < wanted.length; i++) {
    if (i) shift += apart[i - 1];
    last++;
    sums[last] = (wanted[i] - shift) * weights[i];
    masses[last] = weights[i];
    counts[last] = 1;
    while (last > 0 && sums[last - 1] * masses[last] > sums[last] * masses[last - 1]) {
      last--;
      sums[last] += sums[last + 1];
      masses[last] += masses[last + 1];
      counts[last] += counts[last + 1];
    }
  }
  shift = 0;
  for (let block = 0, i = 0; block <= last; block++)
    for (const end = i + counts[block]; i < end; i++) {
      if (i) shift += apart[i - 1];
      out[i] = sums[block] / masses[block] + shift;
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
  const join = (a, b) => { up[b].push(a); down[a].push(b); }, longest = longestSpan(arcs, layer, DUMMIES);
  for (const [from, to, i] of arcs) {
    const chain = chains[i] = [from];
    if (layer[to] - layer[from] > longest) { chain.push(to); continue; }
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
  const layers = layer.reduce((a, b) => Math.max(a, b), 0) + 1, rows = Array.from({ length: layers }, () => []), met = new Set();
  for (const start of [root, ...layer.keys()]) {
    const open = [start];
    while (open.length) {
      const v = open.pop();
      if (met.has(v)) continue;
      met.add(v);
      rows[layer[v]].push(v);
      for (let i = down[v].length; i-- > 0;) open.push(down[v][i]);
    }
  }
  const ordered = order(rows, up, down), x = new Array(box.length).fill(0);
  const apart = ordered.rows.map((row) => row.slice(1).map((v, i) => box[row[i]].right + box[v].left + (row[i] < count && v < count ? gap : gap / 2)));
  for (const [i, row] of ordered.rows.entries()) spread(row.map(() => 0), row.map(() => 1), apart[i]).forEach((at, j) => { x[row[j]] = at; });
  for (let round = 0; round < PLACINGS; round++) {
    const rising = round % 2, both = round >= PLACINGS - 4;
    for (let n = 0; n < layers; n++) {
      const i = rising ? layers - 1 - n : n, row = ordered.rows[i];
      const mean = [], weights = []; // dummies weigh more, so that long edges stay straight
      for (const v of row) {
        let sum = 0, degree = 0;
        if (both || !rising) { for (const u of up[v]) sum += x[u]; degree += up[v].length; }
        if (both || rising) { for (const u of down[v]) sum += x[u]; degree += down[v].length; }
        mean.push(degree ? sum / degree : x[v]);
        weights.push(v < count ? degree || 0.05 : 4);
      }
      spread(mean, weights, apart[i]).forEach((at, j) => { x[row[j]] = at; });
    }
  }
  const least = box.reduce((a, { left }, v) => Math.min(a, x[v] - left), Infinity), most = box.reduce((a, { right }, v) => Math.max(a, x[v] + right), -Infinity);
  const routes = edges.map(({ from }, i) => {
    const chain = chains[i] ?? [from];
    return (back.has(i) ? [...chain].reverse() : chain).map((v) => [x[v] - least, layer[v]]);
  });
  return { x: x.slice(0, count).map((at) => at - least), layer: layer.slice(0, count), layers, routes, crossings: ordered.crossings, width: most - least };
}

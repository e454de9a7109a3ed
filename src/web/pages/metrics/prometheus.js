// Reads the text of /metrics (Prometheus, format 0.0.4) and derives rates and percentiles from two samples.

// Returns a Map: metric name -> [{labels: {…}, value}]; the prefix "nashd_" is removed.
export function parse(text) {
  const metrics = new Map();
  for (const line of text.split('\n')) {
    const found = /^nashd_(\w+)(?:\{(.*)\})? (\S+)$/.exec(line);
    if (!found) continue;
    const labels = Object.fromEntries([...(found[2] ?? '').matchAll(/(\w+)="((?:[^"\\]|\\.)*)"/g)].map(([, name, value]) => [name, value]));
    if (!metrics.has(found[1])) metrics.set(found[1], []);
    metrics.get(found[1]).push({ labels, value: Number(found[3]) });
  }
  return metrics;
}

const fits = (labels, wanted) => Object.entries(wanted).every(([name, value]) => labels[name] === value);

// Returns the sum over all rows with these labels; 0 if there are none.
export const sum = (metrics, name, wanted = {}) =>
  (metrics.get(name) ?? []).filter(({ labels }) => fits(labels, wanted)).reduce((total, { value }) => total + value, 0);

// Returns the growth of a counter between two samples; a restarted server counts from 0 again.
export function growth(before, now, name, wanted) {
  const difference = sum(now, name, wanted) - sum(before, name, wanted);
  return difference >= 0 ? difference : sum(now, name, wanted);
}

// Returns the q-quantile of the values that a histogram received between two samples, interpolated linearly within a
// bucket, as Prometheus does: null without values, the largest bound if it lies above all bounds.
export function quantile(before, now, name, q, wanted = {}) {
  const bounds = [...new Set((now.get(`${name}_bucket`) ?? []).map(({ labels }) => labels.le))];
  const counts = bounds.map((le) => growth(before, now, `${name}_bucket`, { ...wanted, le })); // cumulative
  const total = counts.at(-1);
  if (!total) return null;
  const rank = q * total, at = counts.findIndex((count) => count >= rank);
  const low = at > 0 ? Number(bounds[at - 1]) : 0, below = at > 0 ? counts[at - 1] : 0;
  if (bounds[at] === '+Inf') return low;
  return low + (Number(bounds[at]) - low) * ((rank - below) / (counts[at] - below || 1));
}

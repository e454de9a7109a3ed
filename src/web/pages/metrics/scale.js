// Ticks and lines of a chart, without the drawing.

// Returns about `most` round numbers from 0 to high; the last is at or above high.
export function ticks(high, most = 4) {
  if (!(high > 0)) return [0, 1];
  const rough = high / most, power = 10 ** Math.floor(Math.log10(rough));
  const step = power * [1, 2, 2.5, 5, 10].find((factor) => factor * power >= rough * 0.999);
  const count = Math.ceil(high / step - 1e-9);
  return Array.from({ length: count + 1 }, (_, i) => i * step);
}

const STEPS = [1, 2, 5, 10, 15, 30, 60, 120, 300, 600]; // seconds

// Returns round times within from..to, at most `most` of them.
export function times(from, to, most) {
  const step = STEPS.find((one) => (to - from) / one <= most) ?? STEPS.at(-1);
  const out = [];
  for (let at = Math.ceil(from / step) * step; at <= to; at += step) out.push(at);
  return out;
}

// Returns 0, 1, 10, 100, … up to the first power at or above high: the ticks of a scale by log(1 + value).
export function powers(high) {
  const out = [0, 1];
  while (out.at(-1) < high) out.push(out.at(-1) * 10);
  return out;
}

// Returns the SVG path of a line; a null interrupts it.
export function path(xs, values, x, y) {
  let text = '', pen = false;
  values.forEach((value, i) => {
    if (value === null) pen = false;
    else {
      text += `${pen ? 'L' : 'M'}${x(xs[i]).toFixed(1)} ${y(value).toFixed(1)}`;
      pen = true;
    }
  });
  return text;
}

// Returns the index of the element of the sorted xs that is nearest to `at`.
export function nearest(xs, at) {
  const after = xs.findIndex((one) => one >= at);
  if (after < 0) return xs.length - 1;
  return after > 0 && at - xs[after - 1] < xs[after] - at ? after - 1 : after;
}

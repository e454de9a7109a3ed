// A small curve without axes, as wide as its place.
import { html } from '../../app/dom.js';

const WIDTH = 200, HEIGHT = 40;

// values: numbers from 0; log: the height is log(1 + value); most: the value at the top, by default the largest
export function Curve({ values, label, log, most = Math.max(...values, 1) }) {
  const height = log ? Math.log1p : (value) => value, step = WIDTH / Math.max(values.length - 1, 1);
  const line = values.map((value, i) => `${(i * step).toFixed(1)} ${(HEIGHT - 1.5 - height(value) / height(most) * (HEIGHT - 4)).toFixed(1)}`).join('L');
  return html`<svg class="demo-curve" role="img" aria-label=${label} viewBox=${`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none">
    ${line && html`<path class="area" d=${`M0 ${HEIGHT}L${line}V${HEIGHT}z`} /><path class="line" d=${`M${line}`} />`}</svg>`;
}

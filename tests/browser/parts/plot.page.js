// A plot with two axes: a curve on plain scales, and on powers of ten.
import { html } from '../../../src/web/app/dom.js';
import { Plot, ticks } from '../../../src/web/parts/plot.js';

const curve = (points) => (x, y) => html`<path class="curve" d=${`M${points.map(([a, b]) => `${x(a)},${y(b)}`).join('L')}`} />`;

export default {
  'plain scales': () => html`<${Plot} label="A line that rises from 0 to 9" xs=${ticks(0, 10)} ys=${ticks(0, 9)} xTitle=${{ text: 'x' }} yTitle=${{ text: 'y' }} draw=${curve([[0, 0], [10, 9]])} />`,
  'powers of ten': () => html`<${Plot} label="A curve that falls" xs=${[0, 1, 2]} ys=${[-2, -1, 0]} xText=${(at) => 10 ** at} yText=${(at) => 10 ** at} xTitle=${{ text: 'iterations' }} yTitle=${{ text: 'gap' }} draw=${curve([[0, 0], [2, -2]])} />`
};

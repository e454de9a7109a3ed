// Bars of values: positive, mixed with intervals, all equal; a share with and without a mark; a plot on plain scales and on powers of ten.
import { html } from '../../../src/web/app/dom.js';
import { ShareBar, ValueBars } from '../../../src/web/parts/charts/bars.js';
import { Plot, ticks } from '../../../src/web/parts/charts/plot.js';

const curve = (points) => (x, y) => html`<path class="curve" d=${`M${points.map(([a, b]) => `${x(a)},${y(b)}`).join('L')}`} />`;

export default {
  'values from zero': () => html`<${ValueBars} label="Positive" rows=${[{ id: 'a', name: 'call', value: 12.5, best: true }, { id: 'b', name: 'fold', value: 0 }]} />`,
  'losses and intervals': () => html`<${ValueBars} label="Mixed" rows=${[{ id: 'a', name: 'call', value: -3, error: 1 }, { id: 'b', name: 'raise to 100', value: 8, error: 2.25, best: true, note: 'of 100' }]} />`,
  'nothing to win': () => html`<${ValueBars} label="Equal" rows=${[{ id: 'a', name: 'call', value: 0, best: true }]} />`,
  'a share': () => html`<${ShareBar} share=${0.4} mark=${0.25} label="40 %, 25 % are needed" /><p></p><${ShareBar} share=${1} label="100 %" />`,
  'plain scales': () => html`<${Plot} label="A line that rises from 0 to 9" xs=${ticks(0, 10)} ys=${ticks(0, 9)} xTitle=${{ text: 'x' }} yTitle=${{ text: 'y' }} draw=${curve([[0, 0], [10, 9]])} />`,
  'powers of ten': () => html`<${Plot} label="A curve that falls" xs=${[0, 1, 2]} ys=${[-2, -1, 0]} xText=${(at) => 10 ** at} yText=${(at) => 10 ** at} xTitle=${{ text: 'iterations' }} yTitle=${{ text: 'gap' }} draw=${curve([[0, 0], [2, -2]])} />`
};

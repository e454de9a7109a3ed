// Bars of values: positive, mixed with intervals, all equal; a share with and without a mark.
import { html } from '../../../src/web/app/dom.js';
import { ShareBar, ValueBars } from '../../../src/web/parts/bars.js';

export default {
  'values from zero': () => html`<${ValueBars} label="Positive" rows=${[{ id: 'a', name: 'call', value: 12.5, best: true }, { id: 'b', name: 'fold', value: 0 }]} />`,
  'losses and intervals': () => html`<${ValueBars} label="Mixed" rows=${[{ id: 'a', name: 'call', value: -3, error: 1 }, { id: 'b', name: 'raise to 100', value: 8, error: 2.25, best: true, note: 'of 100' }]} />`,
  'nothing to win': () => html`<${ValueBars} label="Equal" rows=${[{ id: 'a', name: 'call', value: 0, best: true }]} />`,
  'a share': () => html`<${ShareBar} share=${0.4} mark=${0.25} label="40 %, 25 % are needed" /><p></p><${ShareBar} share=${1} label="100 %" />`
};

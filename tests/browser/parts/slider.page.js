// The slider of steps: a few steps, one step, none.
import { html, useSignal } from '../../../src/web/app/dom.js';
import { Slider } from '../../../src/web/parts/slider.js';

function Steps({ last, label }) {
  const at = useSignal(0);
  return html`<${Slider} at=${at} last=${last} label=${label} list=${() => null}><p>${`${label}, ${at.value}`}</p><//>`;
}

export default {
  'many steps': () => html`<${Steps} last=${12} label="Many" />`,
  'one step': () => html`<${Steps} last=${1} label="One" />`,
  'no step': () => html`<${Steps} last=${0} label="None" />`
};

// A plot with two axes, as large as its place.
import { html, useRef } from '../../app/dom.js';
import { number } from '../../app/i18n.js';
import { useWidth } from '../../app/ui/width.js';
import './plot.css';

const LEFT = 46, RIGHT = 18, TOP = 22, BOTTOM = 42; // px

// Returns round numbers from about low to about high.
export function ticks(low, high) {
  const rough = (high - low || 1) / 5, power = 10 ** Math.floor(Math.log10(rough)), step = power * [1, 2, 5, 10].find((factor) => factor * power >= rough * 0.999);
  const first = Math.floor(low / step + 1e-9), last = Math.max(Math.ceil(high / step - 1e-9), first + 1);
  return Array.from({ length: last - first + 1 }, (_, i) => Math.round((first + i) * step / power * 1e6) / 1e6 * power);
}

// label: of the picture; xs, ys: ticks; xText, yText(at): the text of a tick; xTitle, yTitle: {text, mark}; draw(x, y, width): what is inside
export function Plot({ label, xs, ys, xText = number, yText = number, xTitle, yTitle, height = 300, draw }) {
  const place = useRef(), width = useWidth(place);
  const x = (at) => LEFT + (at - xs[0]) / (xs.at(-1) - xs[0]) * (width - LEFT - RIGHT), y = (at) => height - BOTTOM - (at - ys[0]) / (ys.at(-1) - ys[0]) * (height - BOTTOM - TOP);
  return html`<div ref=${place} class="plot" role="img" aria-label=${label}>${width > 0 && html`<svg width=${width} height=${height} aria-hidden="true"><g class="axes">
    ${ys.map((at) => html`<line x1=${LEFT} x2=${width - RIGHT} y1=${y(at)} y2=${y(at)} /><text x=${LEFT - 6} y=${y(at) + 4} text-anchor="end">${yText(at)}</text>`)}
    ${xs.map((at) => html`<line x1=${x(at)} x2=${x(at)} y1=${TOP} y2=${height - BOTTOM} /><text x=${x(at)} y=${height - BOTTOM + 16} text-anchor="middle">${xText(at)}</text>`)}
    <text class=${xTitle.mark} x=${width - RIGHT} y=${height - 6} text-anchor="end">${xTitle.text} →</text><text class=${yTitle.mark} x="4" y="13">↑ ${yTitle.text}</text></g>
    ${draw(x, y, width)}</svg>`}</div>`;
}

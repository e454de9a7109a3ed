// A drawing that may be larger than the screen: it scrolls, is fitted or shown at its own size, and can be saved as
// SVG.
import { html, useLayoutEffect, useRef, useSignal } from '../app/dom.js';
import { t } from '../app/i18n.js';
import { saveText } from '../app/ui/save.js';
import './parts.css';

const DRAWN = ['fill', 'stroke', 'stroke-width', 'stroke-dasharray', 'stroke-linecap', 'stroke-linejoin', 'opacity', 'font-family', 'font-size', 'font-weight', 'text-anchor', 'dominant-baseline'];
const SMALLEST = 0.55; // least scale of a fitted drawing; below it the drawing scrolls

// Returns the SVG with its computed styles, so that it looks the same in other programs.
export function svgText(svg) {
  const copy = svg.cloneNode(true), from = svg.querySelectorAll('*'), to = copy.querySelectorAll('*');
  from.forEach((element, i) => {
    const style = getComputedStyle(element);
    for (const name of DRAWN) {
      const value = style.getPropertyValue(name);
      if (value) to[i].setAttribute(name, value);
    }
    to[i].removeAttribute('class');
  });
  copy.removeAttribute('style');
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  const { width, height } = svg.viewBox.baseVal, background = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  for (const [name, value] of Object.entries({ x: svg.viewBox.baseVal.x, y: svg.viewBox.baseVal.y, width, height, fill: getComputedStyle(document.body).backgroundColor })) background.setAttribute(name, value);
  copy.prepend(background);
  copy.setAttribute('width', width);
  copy.setAttribute('height', height);
  return new XMLSerializer().serializeToString(copy);
}

// Scrolls the container until this point of the picture is well inside its visible part.
function reveal(svg, width, { x, y }) {
  const box = svg.parentElement, by = svg.clientWidth / width, edge = 60;
  const shift = (at, from, room) => (at < from + edge || at > from + room - edge ? at - room / 2 : from);
  box.scrollTo({ left: shift(x * by, box.scrollLeft, box.clientWidth), top: shift(y * by, box.scrollTop, box.clientHeight), behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth' });
}

// width, height: of the drawing, in pixels; label: a description for screen readers; name: of the saved file; focus: {
// x, y } of the point that must be visible
export function Drawing({ width, height, label, name, focus, children }) {
  const scale = useSignal(0), svg = useRef(); // 0: fitted
  useLayoutEffect(() => { if (focus) reveal(svg.current, width, focus); }, [focus?.x, focus?.y]);
  const size = (by) => () => { scale.value = Math.min(3, Math.max(0.2, (scale.peek() || svg.current.clientWidth / width) * by)); };
  const style = scale.value ? { width: `${width * scale.value}px` } : { width: '100%', minWidth: `${width * SMALLEST}px`, maxWidth: `${width * 1.25}px` };
  const button = (sign, title, run, pressed) => html`<button type="button" class="quiet" aria-label=${title} title=${title} aria-pressed=${pressed} onClick=${run}>${sign}</button>`;
  return html`<figure class="drawing"><div class="scroll" tabindex="0" role="region" aria-label=${label}>
      <svg ref=${svg} viewBox=${`0 0 ${width} ${height}`} style=${style} role="img" aria-label=${label}>${children}</svg></div>
    <div class="row tight">${button('−', t('Smaller'), size(1 / 1.25))}${button('+', t('Larger'), size(1.25))}
      ${button('⤢', t('Fit'), () => { scale.value = 0; }, scale.value === 0)}<span class="grow"></span>
      <button type="button" class="quiet" onClick=${() => saveText(svgText(svg.current), `${name}.svg`, 'image/svg+xml')}>${t('Save as SVG')}</button></div></figure>`;
}

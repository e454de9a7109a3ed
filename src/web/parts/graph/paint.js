// Paints a graph that is too large for elements of its own on a canvas, a few milliseconds in each frame. Until a new picture
// is ready, the old one is moved and scaled with the camera.
import { cls } from '../../app/dom.js';

const SLICE = 5, BATCH = 60; // ms of painting in a frame; nodes or edges between two looks at the clock
const READABLE = 6.5; // px: least height of names that are written

const SVG = 'http://www.w3.org/2000/svg';
const DASHED = /[\d.]+/g;

// Returns the style that the sheets give to a class, read from elements that are not shown.
function reader(host) {
  const svg = document.createElementNS(SVG, 'svg'), known = new Map();
  svg.setAttribute('class', 'probe');
  svg.setAttribute('aria-hidden', 'true');
  host.append(svg);
  const make = (of, name) => of.appendChild(document.createElementNS(SVG, name));
  const read = (element) => { const { fill, stroke, strokeWidth, strokeDasharray, strokeOpacity } = getComputedStyle(element); return { fill, stroke, alpha: Number(strokeOpacity), width: parseFloat(strokeWidth), dash: (strokeDasharray.match(DASHED) ?? []).map(Number) }; };
  return {
    forget: () => known.clear(),
    style: (className) => {
      if (known.has(className)) return known.get(className);
      const group = make(svg, 'g'), shape = make(group, className.startsWith('node') ? 'ellipse' : 'path'), text = make(group, 'text');
      group.setAttribute('class', className);
      if (shape.tagName === 'path') shape.setAttribute('class', 'path');
      const style = { ...read(shape), ink: getComputedStyle(text).fill };
      known.set(className, style);
      group.remove();
      return style;
    }
  };
}

function use(to, { stroke, width, dash, alpha }, k) {
  to.strokeStyle = stroke;
  to.globalAlpha = alpha;
  to.lineWidth = Math.max(0.5 + 0.9 * Math.max(0, width - 1.4), width * k); // marked lines stay visible from afar
  to.setLineDash(k > 0.25 ? dash.map((one) => one * k) : []);
}

// Groups items by their class, so that each style is set once.
function grouped(items, classOf) {
  const groups = new Map();
  for (const item of items) {
    const name = classOf(item);
    if (!groups.has(name)) groups.set(name, []);
    groups.get(name).push(item);
  }
  return groups;
}

function edgePath(to, { from, parts }, { k, x, y }) {
  for (const { node, points } of parts) {
    if (node === from) continue;
    const step = k < 0.1 ? points.length - 1 : 1;
    to.moveTo(points[0][0] * k + x, points[0][1] * k + y);
    for (let i = step; i < points.length; i += step) to.lineTo(points[i][0] * k + x, points[i][1] * k + y);
  }
}

function nodePath(to, { node, x, y, rx, ry }, camera) {
  const px = x * camera.k + camera.x, py = y * camera.k + camera.y, a = Math.max(1, rx * camera.k), b = Math.max(1, ry * camera.k);
  if (a < 3 || node.shape === 'box' || node.shape === 'pill') to.rect(px - a, py - b, 2 * a, 2 * b);
  else { to.moveTo(px + a, py); to.ellipse(px, py, a, b, 0, 0, 2 * Math.PI); }
}

// Paints into the context of a canvas; yields between batches.
function* painting(to, { nodes, edges }, camera, looks, styles) {
  const inBatches = function* (items, draw) { for (let i = 0; i < items.length; i += BATCH) { draw(items.slice(i, i + BATCH)); yield; } };
  const byMark = [...grouped(edges, ({ id }) => cls('edge', looks.edge(id)?.look))].sort(([a], [b]) => a.includes('marked') - b.includes('marked'));
  for (const [name, items] of byMark) {
    const style = styles.style(name);
    yield* inBatches(items, (batch) => {
      use(to, style, camera.k);
      to.beginPath();
      for (const one of batch) edgePath(to, one, camera);
      to.stroke();
    });
  }
  for (const [name, items] of grouped(nodes, ({ id, node }) => cls('node', node.shape, node.look, looks.node(id)?.look))) {
    const style = styles.style(name);
    yield* inBatches(items, (batch) => {
      use(to, style, camera.k);
      to.globalAlpha = 1;
      to.fillStyle = camera.k < 0.12 ? style.stroke : style.fill;
      to.beginPath();
      for (const one of batch) nodePath(to, one, camera);
      to.fill();
      to.stroke();
      if (13.5 * camera.k < READABLE) return;
      to.fillStyle = style.ink;
      to.font = `${13.5 * camera.k}px system-ui, sans-serif`;
      for (const { id, name: text, x, y } of batch) to.fillText(looks.node(id)?.text ?? text, x * camera.k + camera.x, y * camera.k + camera.y);
    });
  }
}

// Returns { paint(part, camera, size, looks), follow(camera), forget(), stop() } for a canvas. part: { nodes, edges }.
export function painter(canvas, host) {
  const styles = reader(host), back = document.createElement('canvas');
  let frame = 0, painted = null; // painted: the camera of the picture on the canvas
  const stop = () => { cancelAnimationFrame(frame); frame = 0; };
  const follow = ({ k, x, y }) => {
    if (!painted) return;
    const by = k / painted.k;
    canvas.style.transform = by === 1 && x === painted.x && y === painted.y ? '' : `translate(${x - painted.x * by}px, ${y - painted.y * by}px) scale(${by})`;
  };
  const show = (camera, { width, height }) => {
    canvas.width = back.width;
    canvas.height = back.height;
    canvas.style.width = `${width}px`;
    canvas.style.height = `${height}px`;
    canvas.getContext('2d').drawImage(back, 0, 0);
    painted = camera;
    follow(camera);
  };
  const paint = (part, camera, size, looks) => {
    stop();
    const scale = Math.min(2, devicePixelRatio || 1), to = back.getContext('2d');
    back.width = Math.round(size.width * scale);
    back.height = Math.round(size.height * scale);
    to.scale(scale, scale);
    to.textAlign = 'center';
    to.textBaseline = 'middle';
    const work = painting(to, part, camera, looks, styles);
    const slice = () => {
      const end = performance.now() + SLICE;
      while (performance.now() < end) if (work.next().done) { frame = 0; show(camera, size); return; }
      frame = requestAnimationFrame(slice);
    };
    frame = requestAnimationFrame(slice);
  };
  return { paint, follow, forget: styles.forget, stop };
}

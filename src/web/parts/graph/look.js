// What of a drawing is seen: its camera, the size of its view, and how it follows both.
import { useEffect, useLayoutEffect, useRef, useSignal } from '../../app/dom.js';
import { fit, reveal, towards, zoom } from './camera.js';

const REST = 120; // ms after the last movement of the camera until the drawing is made anew
const STRAY = 100; // px that the camera moves before elements that come into view are added

// scene: what is drawn, or undefined; whole: the number of whole layouts, each of which is fitted; edited: those after edits,
// fitted if the last one still is; frame: ref of the view's element; group: ref of the group of all elements; painter: ref of
// the painter. Returns { camera, size, set(camera), fit(),
// zoom(by, point), pan(dx, dy), reveal(point), towards(point), rest() }.
export function useLook(scene, whole, edited, { frame, group, painter }) {
  const tick = useSignal(0), state = useRef({ camera: { k: 1, x: 0, y: 0 }, size: { width: 0, height: 0 }, fitted: true, whole: 0, drawn: null, timer: 0 }), now = state.current;
  void tick.value;
  const draw = () => { clearTimeout(now.timer); tick.value++; };
  const apply = () => {
    const { k, x, y } = now.camera;
    group.current?.setAttribute('transform', `translate(${x} ${y}) scale(${k})`);
    painter.current?.follow(now.camera);
  };
  const rest = () => { clearTimeout(now.timer); now.timer = setTimeout(draw, REST); };
  const set = (camera, fitted = false) => {
    Object.assign(now, { camera, fitted });
    apply();
    const from = now.drawn;
    if (!from || Math.abs(camera.x - from.x) + Math.abs(camera.y - from.y) > STRAY || camera.k < from.k * 0.9 || camera.k > from.k * 1.5) { if (!painter.current?.covers) draw(); else rest(); } else rest();
  };
  const fitted = () => { const { width, height } = now.size; return width ? fit(scene.box, width, height) : now.camera; };
  if (scene && now.size.width && (now.whole !== whole || (now.edited !== edited && now.fitted))) { now.whole = whole; now.camera = fitted(); now.fitted = true; }
  now.edited = edited;
  now.drawn = now.camera;

  useLayoutEffect(() => {
    const element = frame.current;
    const measure = () => {
      const { clientWidth: width, clientHeight: height } = element;
      if (width === now.size.width && height === now.size.height) return;
      now.size = { width, height };
      if (now.fitted) now.whole = 0; // fitted again to the new size
      tick.value++;
    };
    measure();
    const watch = new ResizeObserver(measure);
    watch.observe(element);
    return () => { watch.disconnect(); clearTimeout(now.timer); };
  }, []);
  useEffect(apply);

  const middle = () => [now.size.width / 2, now.size.height / 2];
  return { camera: now.camera, size: now.size, now, set, draw, fit: () => set(fitted(), true), zoom: (by, point = middle()) => set(zoom(now.camera, by, point)),
    pan: (dx, dy) => set({ ...now.camera, x: now.camera.x + dx, y: now.camera.y + dy }), reveal: (point) => { const to = reveal(now.camera, point, now.size.width, now.size.height); if (to.x !== now.camera.x || to.y !== now.camera.y) set(to); },
    towards: (point) => set(towards(now.camera, point, now.size.width, now.size.height)) };
}

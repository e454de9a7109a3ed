// Mouse, pen and touch on a drawing: wheel and two fingers zoom, a drag of the background pans, a drag of something moves it.
const STILL = 5; // px that a finger may move in a tap
const TWICE = 350; // ms between the two taps of a double tap
const NOTCH = 1.0018; // scale per px of the wheel

// element: the view; on: { grab(point) -> what is there, or null; drag(what, point, from), drop(what, point), tap(what, point),
// twice(what, point), pan(dx, dy), zoom(by, point), still() }: points are px of the view; still: a gesture has ended. Returns a
// function that removes the listeners.
export function gestures(element, on) {
  const pointers = new Map();
  let held = null, last = null; // held: { what, from, moved }; last: { time, point } of the last tap

  const at = ({ clientX, clientY }) => { const { left, top } = element.getBoundingClientRect(); return [clientX - left, clientY - top]; };
  const two = () => { const [[ax, ay], [bx, by]] = pointers.values(); return { middle: [(ax + bx) / 2, (ay + by) / 2], apart: Math.hypot(ax - bx, ay - by) || 1 }; };

  const down = (event) => {
    if (event.button > 0) return;
    pointers.set(event.pointerId, at(event));
    element.setPointerCapture(event.pointerId);
    if (pointers.size === 1) held = { what: on.grab(at(event)), from: at(event), moved: false };
    else if (held) { if (held.moved && held.what) on.drop(held.what, null); held = null; }
  };
  const move = (event) => {
    if (!pointers.has(event.pointerId)) return;
    const before = pointers.get(event.pointerId), now = at(event);
    if (pointers.size === 2) {
      const was = two();
      pointers.set(event.pointerId, now);
      const is = two();
      on.pan(is.middle[0] - was.middle[0], is.middle[1] - was.middle[1]);
      on.zoom(is.apart / was.apart, is.middle);
      return;
    }
    pointers.set(event.pointerId, now);
    if (!held || (!held.moved && Math.hypot(now[0] - held.from[0], now[1] - held.from[1]) < STILL)) return;
    const from = held.moved ? before : held.from;
    held.moved = true;
    if (held.what) on.drag(held.what, now, from);
    else on.pan(now[0] - from[0], now[1] - from[1]);
  };
  const up = (event) => {
    if (!pointers.delete(event.pointerId)) return;
    const point = at(event), was = held;
    held = null;
    if (was?.moved && was.what) on.drop(was.what, event.type === 'pointerup' ? point : null);
    else if (was && !was.moved && event.type === 'pointerup') {
      const twice = last && event.timeStamp - last.time < TWICE && Math.hypot(point[0] - last.point[0], point[1] - last.point[1]) < 3 * STILL;
      last = twice ? null : { time: event.timeStamp, point };
      (twice ? on.twice : on.tap)(was.what, point);
    }
    if (!pointers.size) on.still();
  };
  const wheel = (event) => {
    event.preventDefault();
    on.zoom(NOTCH ** -(event.deltaY * (event.deltaMode ? 16 : 1)), at(event));
    on.still();
  };
  const listeners = { pointerdown: down, pointermove: move, pointerup: up, pointercancel: up, wheel };
  for (const name in listeners) element.addEventListener(name, listeners[name], { passive: false });
  return () => { for (const name in listeners) element.removeEventListener(name, listeners[name]); };
}

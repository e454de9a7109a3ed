// The part of a drawing that is seen: a point p of the drawing is at p * k + (x, y) of the view. Does not use the DOM.
const LEAST = 0.01, MOST = 4, FITTED = 1.25; // scales: least, greatest, greatest of a fitted drawing
const HIDDEN = 16, EDGE = 40; // px from the edge of the view within which a point counts as hidden, and at which it is then shown

export const toView = ({ k, x, y }, [px, py]) => [px * k + x, py * k + y];
export const toDrawing = ({ k, x, y }, [px, py]) => [(px - x) / k, (py - y) / k];

// Returns the camera that shows a whole box in a view of this width and height.
export function fit({ left, top, right, bottom }, width, height) {
  const k = Math.max(LEAST, Math.min(FITTED, width / (right - left || 1), height / (bottom - top || 1)));
  return { k, x: (width - k * (left + right)) / 2, y: (height - k * (top + bottom)) / 2 };
}

// Returns the camera scaled by a factor around a point of the view.
export function zoom({ k, x, y }, by, [px, py]) {
  const next = Math.max(LEAST, Math.min(MOST, k * by)), f = next / k;
  return { k: next, x: px - (px - x) * f, y: py - (py - y) * f };
}

// Returns the camera moved as little as needed for a point of the drawing to be well inside the view.
export function reveal(camera, point, width, height) {
  const [x, y] = toView(camera, point), edge = Math.min(EDGE, width / 3, height / 3);
  const shift = (at, room) => (at < HIDDEN ? edge - at : at > room - HIDDEN ? room - edge - at : 0);
  const far = x < -width || x > 2 * width || y < -height || y > 2 * height;
  if (far) return { ...camera, x: camera.x + width / 2 - x, y: camera.y + height / 2 - y };
  return { ...camera, x: camera.x + shift(x, width), y: camera.y + shift(y, height) };
}

// Returns the camera with a point of the drawing in the middle, at a scale at which names can be read.
export const towards = (camera, [px, py], width, height, k = Math.max(0.9, camera.k)) => ({ k, x: width / 2 - px * k, y: height / 2 - py * k });

// Returns the part of the drawing that is seen, with `margin` px around the view.
export function seen(camera, width, height, margin = 0) {
  const [left, top] = toDrawing(camera, [-margin, -margin]), [right, bottom] = toDrawing(camera, [width + margin, height + margin]);
  return { left, top, right, bottom };
}

// The potential over time as one line, on a logarithmic scale, because most of the game has few conflicts left.
const POINTS = 160, WIDTH = 300, HEIGHT = 56;

export class Curve {
  constructor(path, area) {
    this.path = path;
    this.area = area;
    this.clear();
  }

  clear() {
    this.points = [];
    this.every = 1; // one of `every` values is kept
    this.seen = 0;
    this.draw();
  }

  add(conflicts) {
    if (this.seen++ % this.every === 0) this.points.push(conflicts);
    if (this.points.length > POINTS) {
      this.points = this.points.filter((_, i) => i % 2 === 0);
      this.every *= 2;
    }
    this.draw(conflicts);
  }

  draw(last) {
    const values = last === undefined ? this.points : [...this.points, last];
    const top = Math.log1p(Math.max(...values, 1));
    const line = values.map((value, i) =>
      `${(i * WIDTH / Math.max(values.length - 1, 1)).toFixed(1)} ${(HEIGHT - 2 - Math.log1p(value) / top * (HEIGHT - 5)).toFixed(1)}`).join('L');
    this.path.setAttribute('d', line && `M${line}`);
    this.area.setAttribute('d', line && `M0 ${HEIGHT}L${line}V${HEIGHT}z`);
  }
}
export const viewBox = `0 0 ${WIDTH} ${HEIGHT}`;

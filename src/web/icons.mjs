// Draws icon.svg as PNG of any size, for the manifest: a rounded square with a bent line. Reads its numbers from the SVG,
// so that both pictures agree.
import { deflateSync } from 'node:zlib';

// Returns the parts of the drawing; fails if icon.svg has another form.
function shapes(svg) {
  const number = (pattern) => Number(pattern.exec(svg)[1]);
  const [, x, y, down, dx, dy, up] = /d="M([\d.]+) ([\d.]+)V([\d.]+)l([\d.]+) ([\d.]+)V([\d.]+)"/.exec(svg).map(Number);
  const colour = (name) => /[\da-f]{6}/.exec(new RegExp(`${name}="#([\\da-f]{3,6})"`).exec(svg)[1].replace(/^(.)(.)(.)$/, '$1$1$2$2$3$3'))[0];
  return {
    side: number(/viewBox="0 0 (\d+) \1"/), radius: number(/rx="([\d.]+)"/), width: number(/stroke-width="([\d.]+)"/),
    ground: colour('fill'), ink: colour('stroke'),
    line: [[x, y], [x, down], [x + dx, down + dy], [x + dx, up]]
  };
}

// The signed distance from a point to the rounded square and to the line; negative: inside.
function distances({ side, radius, width, line }, px, py) {
  const half = side / 2, qx = Math.abs(px - half) - half + radius, qy = Math.abs(py - half) - half + radius;
  const square = Math.hypot(Math.max(qx, 0), Math.max(qy, 0)) + Math.min(Math.max(qx, qy), 0) - radius;
  const pieces = line.slice(1).map(([x, y], i) => {
    const [fx, fy] = line[i], dx = x - fx, dy = y - fy;
    const at = Math.min(1, Math.max(0, ((px - fx) * dx + (py - fy) * dy) / (dx * dx + dy * dy)));
    return Math.hypot(px - fx - at * dx, py - fy - at * dy);
  });
  return [square, Math.min(...pieces) - width / 2];
}

const table = Array.from({ length: 256 }, (_, n) => {
  for (let i = 0; i < 8; i++) n = n & 1 ? 0xedb88320 ^ (n >>> 1) : n >>> 1;
  return n >>> 0;
});
const crc = (data) => (data.reduce((sum, byte) => table[(sum ^ byte) & 255] ^ (sum >>> 8), 0xffffffff) ^ 0xffffffff) >>> 0;

function chunk(name, data) {
  const body = Buffer.concat([Buffer.from(name), data]), out = Buffer.alloc(body.length + 8);
  out.writeUInt32BE(data.length);
  body.copy(out, 4);
  out.writeUInt32BE(crc(body), body.length + 4);
  return out;
}

// Returns the PNG of `size` pixels a side, in RGBA. The edges are smooth: coverage is the distance in pixels.
export function pngOf(svg, size) {
  const drawing = shapes(svg), scale = drawing.side / size, rows = Buffer.alloc(size * (size * 4 + 1));
  const rgb = (text) => [0, 2, 4].map((at) => parseInt(text.slice(at, at + 2), 16)), ground = rgb(drawing.ground), ink = rgb(drawing.ink);
  for (let y = 0, at = 0; y < size; y++) {
    at++; // the filter of the row: none
    for (let x = 0; x < size; x++) {
      const [square, line] = distances(drawing, (x + 0.5) * scale, (y + 0.5) * scale).map((distance) => Math.min(1, Math.max(0, 0.5 - distance / scale)));
      for (let i = 0; i < 3; i++) rows[at++] = Math.round(ground[i] + (ink[i] - ground[i]) * line);
      rows[at++] = Math.round(255 * square);
    }
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(size);
  head.writeUInt32BE(size, 4);
  head.set([8, 6], 8); // 8 bits a channel, RGBA
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), chunk('IHDR', head), chunk('IDAT', deflateSync(rows, { level: 9 })), chunk('IEND', Buffer.alloc(0))]);
}

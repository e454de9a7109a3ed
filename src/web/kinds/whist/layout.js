// The drawing of the strategy graph without any page: places of the nodes, shapes of the arrows.
import { span } from './deal.js';

export const HEIGHT = 150, HIGH = 28, LANE = { a: 34, b: 116 }; // px; of the drawing, of a node, the middle of a lane
const DIGIT = 8.5, PADDING = 18, ARROW = 30, SHIFT = 34; // px; ARROW: between nodes of a lane; SHIFT: between neighbours
const HEAD = 8, OPEN = 0.45; // of an arrowhead: px, radians

// Returns the nodes [{owner, text, x, y, width}] in the order of the intervals, with the width of the drawing.
export function graphLayout(intervals, best) {
  const nodes = [];
  intervals.forEach(({ owner, cards }, i) => {
    const text = `${best.has(i) ? '★ ' : ''}${span(cards)}`, width = text.length * DIGIT + PADDING;
    const lane = nodes[i - 2], after = lane ? lane.x + (lane.width + width) / 2 + ARROW : width / 2 + 2;
    nodes.push({ owner, text, width, x: Math.max(after, i ? nodes[i - 1].x + SHIFT : 0), y: LANE[owner] });
  });
  return { nodes, width: Math.max(...nodes.map(({ x, width }) => x + width / 2)) + 2 };
}

// Returns the path of an arrow between the borders of two nodes.
export function arrow(from, to) {
  const level = from.y === to.y, down = Math.sign(to.y - from.y) * HIGH / 2;
  const [x, y] = level ? [from.x - from.width / 2, from.y] : [from.x, from.y + down];
  const [endX, endY] = level ? [to.x + to.width / 2, to.y] : [to.x, to.y - down];
  const angle = Math.atan2(y - endY, x - endX), side = (by) => `${endX + HEAD * Math.cos(angle + by)} ${endY + HEAD * Math.sin(angle + by)}`;
  return `M${x} ${y}L${endX} ${endY}M${side(OPEN)}L${endX} ${endY}L${side(-OPEN)}`;
}

// The text form of an equity, which the server reads too: "AhKs v QQ+,AKs:0.5 on Qh7s2d dead 2c".
import { cardsOf, textOfAll } from './cards.js';
import { rangeOf } from './range.js';

// Returns the problem of a text; undefined if it is none.
export function spotOf(text) {
  const [hands, dead, ...more] = text.trim().split(/\s+dead\s+/i), [ranges, board, ...others] = hands.split(/\s+on\s+/i), players = ranges.split(/\s+vs?\.?\s+/i);
  const cards = [board, dead].map((given) => (given === undefined ? [] : cardsOf(given)));
  if (more.length || others.length || players.length < 2 || players.length > 9 || cards.includes(undefined) || !players.every(rangeOf)) return undefined;
  const [onBoard, gone] = cards.map(textOfAll);
  return { players: players.map((range) => ({ range: range.trim() })), ...(onBoard && { board: onBoard }), ...(gone && { dead: gone }) };
}

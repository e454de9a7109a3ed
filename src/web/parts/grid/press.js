// Does what a key means on a grid.
import { meaningOf, nextMode } from './keys.js';
import { afterKey } from './selection.js';

// from: the selection that the key acts on, as Grid gives it; does: {shape, mode, select(selection), enter(value, layer,
// selection) with value 0 to clear, undo(), redo(), setMode(mode)}; without `enter` the grid is a picture, without
// `setMode` it has no modes. Returns whether the key means something.
export function press(event, from, { shape, mode = 'value', select, enter, undo, redo, setMode }) {
  const meant = meaningOf(event, { symbols: shape.symbols, mode });
  if (!meant) return false;
  const next = afterKey(from, shape, meant);
  if (!next && !enter) return false;
  if ((meant.mode || meant.turn) && !setMode) return false;
  event.preventDefault();
  select(next ?? from);
  if (meant.value || meant.clear) enter(meant.value ?? 0, meant.layer ?? mode, from);
  else if (meant.mode || meant.turn) setMode(meant.mode ?? nextMode(mode, meant.turn));
  else if (meant.undo) undo();
  else if (meant.redo) redo();
  return true;
}

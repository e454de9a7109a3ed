// The game that was begun last on this page and waits for another person: its invitation is shown at once.
let waiting;

export const waitFor = (id) => { waiting = id; };

// Whether the game is the one; only once.
export function begun(id) {
  const is = waiting === id;
  if (is) waiting = undefined;
  return is;
}

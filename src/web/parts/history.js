// Undo and redo of a problem. Changes made elsewhere (by the JSON form) are not steps of their own.
import { useSignal } from '../app/dom.js';

const KEPT = 200;

// problem: a signal. Returns {change, undo, redo, past, future}.
export function useHistory(problem) {
  const state = useSignal({ past: [], future: [] });
  const { past, future } = state.value;
  const step = (from, to) => () => {
    const now = state.peek(), found = now[from].at(-1);
    if (found === undefined) return;
    state.value = { ...now, [from]: now[from].slice(0, -1), [to]: [...now[to], problem.peek()] };
    problem.value = found;
  };
  const change = (next) => {
    state.value = { past: [...state.peek().past.slice(-KEPT), problem.peek()], future: [] };
    problem.value = next;
  };
  return { change, undo: step('past', 'future'), redo: step('future', 'past'), past, future };
}

// Undo and redo of a problem. What others change in between (the JSON form does) is no step of its own.
import { useSignal } from '../../app/dom.js';

const KEPT = 200;

// problem: a signal. -> {change, undo, redo, past, future}
export function usePast(problem) {
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

// Undo and redo of a problem.
import { signal, useLayoutEffect, useMemo } from '../app/dom.js';

const KEPT = 300; // steps

// read(): the present problem; write(problem): replaces it. Returns {steps, record(), undo(), redo()}; steps: a signal of the
// problems {past, future}; record(): called before each change that is a step.
export function makeHistory(read, write) {
  const steps = signal({ past: [], future: [] });
  const step = (from, to) => () => {
    const now = steps.peek(), found = now[from].at(-1);
    if (found === undefined) return;
    steps.value = { [from]: now[from].slice(0, -1), [to]: [...now[to], read()] };
    write(found);
  };
  const record = () => { steps.value = { past: [...steps.peek().past.slice(-KEPT), read()], future: [] }; };
  return { steps, record, undo: step('past', 'future'), redo: step('future', 'past') };
}

// problem: a signal. Returns {change, undo, redo, past, future}.
export function useHistory(problem) {
  const { steps, record, undo, redo } = useMemo(() => makeHistory(() => problem.peek(), (next) => { problem.value = next; }), [problem]);
  return { change: (next) => { record(); problem.value = next; }, undo, redo, ...steps.value };
}

// Undo and redo by keys anywhere on the page but in fields and parts that have their own.
export function useUndoKeys({ undo, redo }) {
  useLayoutEffect(() => { // a key that is pressed as soon as the page shows the change finds the new functions
    const keydown = (event) => {
      if (!(event.ctrlKey || event.metaKey) || event.defaultPrevented || event.target.closest('input, textarea, select')) return;
      const run = { z: event.shiftKey ? redo : undo, y: redo }[event.key.toLowerCase()];
      if (!run) return;
      event.preventDefault();
      run();
    };
    addEventListener('keydown', keydown);
    return () => removeEventListener('keydown', keydown);
  }, [undo, redo]);
}

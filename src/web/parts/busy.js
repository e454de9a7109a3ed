// A task for a button: it does not start again while it runs.
import { useSignal } from '../app/dom.js';

// Returns [busy, run].
export function useBusy(task) {
  const busy = useSignal(false);
  return [busy.value, async (...args) => {
    if (busy.peek()) return;
    busy.value = true;
    try {
      await task(...args);
    } finally {
      busy.value = false;
    }
  }];
}

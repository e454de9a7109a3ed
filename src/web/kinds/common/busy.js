// A task that is not begun again before it is done: for buttons that post something.
import { useSignal } from '../../app/dom.js';

// -> [busy, run]
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

// Whether the server answers. After a call that failed, it is asked at an interval until it answers again.
import { signal } from '../dom.js';

const PAUSE = 2000; // ms between two questions

export const reachable = signal(true);

const pause = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });
const answers = () => fetch('/healthz', { cache: 'no-store' }).then(() => true, () => false);
let waiting; // resolves when the server answers; undefined while it does

// Called when a call got no answer. Resolves when the server answers.
export function unreachable() {
  return waiting ??= (async () => {
    if (!await answers()) {
      reachable.value = false;
      do await pause(PAUSE); while (!await answers());
    }
    reachable.value = true;
    waiting = undefined;
  })();
}

// Resolves to the module that load() imports. While the server cannot be reached, it waits and tries again; a module that
// fails twice while the server answers is missing, mostly because the server has another version now.
export async function persist(load) {
  for (let failed = 0; ; failed++) {
    try {
      return await load();
    } catch (error) {
      if (failed && !waiting && await answers()) throw error;
      await unreachable();
    }
  }
}

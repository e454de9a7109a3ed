// The time now, for what shows how long ago something was. It ticks only while somebody reads it.
import { signal } from './dom.js';

let timer;
export const now = signal(Date.now(), {
  watched() {
    now.value = Date.now();
    timer = setInterval(() => { now.value = Date.now(); }, 1000);
  },
  unwatched() { clearInterval(timer); }
});

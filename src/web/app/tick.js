// The current time, for ages such as "2 minutes ago". It ticks only while it has subscribers.
import { signal } from './dom.js';

let timer;
export const now = signal(Date.now(), {
  watched() {
    now.value = Date.now();
    timer = setInterval(() => { now.value = Date.now(); }, 1000);
  },
  unwatched() { clearInterval(timer); }
});

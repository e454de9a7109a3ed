// Statistics of this phone, counted from the messages that pass: updates and their rate, windows, round trips.
import * as message from './message.js';

const SPAN_MS = 2000; // time span of the rate
const TRIPS = 15; // number of round trips whose median is shown

export class Tally {
  constructor() {
    this.updates = this.windows = 0;
    this.accepted = false; // the hub has accepted a window and requested the next
    this.recent = []; // [time, updates until then] of the last SPAN_MS
    this.trips = [];
    this.answered = null; // time of the last window's answer
  }

  asked(type, now) {
    if (type === message.PING || type === message.LEASE || this.answered === null) return;
    this.accepted = true;
    this.trips.push(now - this.answered);
    if (this.trips.length > TRIPS) this.trips.shift();
    this.answered = null;
  }

  answer(bytes, now) {
    if (bytes[0] !== message.EVENTS) return;
    this.updates += message.ticksOf(bytes);
    this.windows++;
    this.answered = now;
    this.recent.push([now, this.updates]);
  }

  rate(now) {
    while (this.recent.length > 1 && this.recent[0][0] < now - SPAN_MS) this.recent.shift();
    if (this.recent.length < 2) return 0;
    const [since, before] = this.recent[0];
    return (this.updates - before) * 1000 / Math.max(now - since, 1);
  }

  trip() {
    return this.trips.length ? [...this.trips].sort((a, b) => a - b)[this.trips.length >> 1] : null;
  }
}

// A member of the demonstration: the worker of the phone's page, unchanged, behind a link that can be disturbed.
//
// From the page, besides the messages of phone/worker.js: {disturb: {late: ms, lying: bool}}. A late member sends each
// answer after the delay; a lying one changes what its answers say, in a form that only a check of the content detects.
import { Link } from '../../phone/link.js';
import { DONE, EVENTS, FARM, HEAD } from '../../phone/message.js';
import '../../phone/worker.js';

const EVENT = 8, EVENTS_FIXED = 16; // bytes, as in src/cluster/sudoku/shard/protocol.h

let late = 0, lying = false, due = 0;
addEventListener('message', ({ data: { disturb } }) => { if (disturb) ({ late, lying } = disturb); });

const viewOf = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);

// Returns the message with a wrong content.
function falsified(message) {
  const wrong = message.slice(), view = viewOf(wrong);
  if (view.getUint16(2, true) === FARM) {
    if (wrong[0] === DONE) wrong[wrong.length - 1] ^= 1;
  } else if (wrong[0] === EVENTS && view.getUint32(HEAD + 12, true) > 0) {
    const at = HEAD + EVENTS_FIXED + EVENT - 2, [from, to] = wrong.subarray(at, at + 2);
    wrong[at + 1] = [0, 1, 2].find((letter) => letter !== from && letter !== to);
  }
  return wrong;
}

const { send } = Link.prototype;
Link.prototype.send = function disturbed(message) {
  const answer = lying ? falsified(message) : message, now = performance.now();
  due = Math.max(due, now + late); // answers keep their order when the delay becomes shorter
  if (due <= now) send.call(this, answer);
  else setTimeout(() => send.call(this, answer), due - now);
};

// Messages between hub and shard, as in src/cluster/sudoku/protocol.h, as far as the page needs them. The kernel
// processes them; this file splits bodies into messages and reads those that are displayed.
export const VERSION = 2;
export const HEAD = 16;
export const MESSAGE_MAX = 260 << 10;
export const LEASE = 1, ROUND = 2, COMMIT = 3, PING = 5, BYE = 6;
export const FARM = 1; // the protocol of farms, src/cluster/unit_farm/protocol.h
export const TASK = 1, UNITS = 2, READY = 64, DONE = 65;
export const UNABLE = 5; // reason of a REFUSED
export const PROOF = 1, LUCK = 2, HEX = 16, TRAINING = 18; // the numbers of works, src/cluster/sudoku/unit_farm/works.h and src/cluster/hex/works.h
export const LEASED = 64, EVENTS = 65, PONG = 67, REFUSED = 68, LEAVE = 69;

const viewOf = (bytes) => new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
const u64 = (view, at) => view.getUint32(at, true) + view.getUint32(at + 4, true) * 2 ** 32;

// Reads a head; null if there is none.
export function headOf(bytes) {
  if (bytes.length < HEAD || bytes.length > MESSAGE_MAX) return null;
  const view = viewOf(bytes);
  const head = { type: bytes[0], version: bytes[1], protocol: view.getUint16(2, true), length: view.getUint32(4, true), game: view.getUint32(8, true), epoch: view.getUint32(12, true) };
  return head.length === bytes.length - HEAD ? head : null;
}

// Splits a body into its messages; an incomplete one at its end is dropped.
export function split(body) {
  const messages = [];
  for (let at = 0; at + HEAD <= body.length;) {
    const end = at + HEAD + viewOf(body).getUint32(at + 4, true);
    if (end > body.length) break;
    messages.push(body.subarray(at, end));
    at = end;
  }
  return messages;
}

export function join(messages) {
  const body = new Uint8Array(messages.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const message of messages) {
    body.set(message, at);
    at += message.length;
  }
  return body;
}

// Returns a message that consists of a head alone.
export const bare = (type, game = 0, epoch = 0) => written(type, 0, game, epoch);

// Returns a message whose body is one u32 or, without it, empty.
export function written(type, protocol, game, epoch, number) {
  const bytes = new Uint8Array(number === undefined ? HEAD : HEAD + 4), view = viewOf(bytes);
  bytes[0] = type;
  bytes[1] = VERSION;
  view.setUint16(2, protocol, true);
  if (number !== undefined) {
    view.setUint32(4, 4, true);
    view.setUint32(HEAD, number, true);
  }
  view.setUint32(8, game, true);
  view.setUint32(12, epoch, true);
  return bytes;
}

// Reads the board of a LEASE: {side, box: [rows, columns], region: of each cell or null, row, rowEnd, given: 1 for an
// immutable cell, letters}.
export function leaseOf(bytes) {
  const view = viewOf(bytes), at = HEAD;
  const cells = view.getUint32(at + 28, true), masks = at + 32;
  const given = Uint8Array.from({ length: cells }, (_, cell) => {
    const low = view.getUint32(masks + 8 * cell, true), high = view.getUint32(masks + 8 * cell + 4, true);
    return Number((low & (low - 1)) === 0 && (high & (high - 1)) === 0 && (low === 0) !== (high === 0));
  });
  const letters = masks + 8 * cells, regions = letters + cells;
  return {
    side: bytes[at], box: [bytes[at + 1], bytes[at + 2]],
    region: bytes[at + 3] & 1 ? bytes.slice(regions, regions + cells) : null,
    row: view.getUint16(at + 4, true), rowEnd: view.getUint16(at + 6, true), given, letters: bytes.slice(letters, regions)
  };
}

export const ticksOf = (events) => viewOf(events).getUint32(HEAD + 8, true);

export const workOf = (task) => viewOf(task).getUint16(HEAD, true);
export const nonceOf = (ping) => viewOf(ping).getUint32(HEAD, true);

// Reads the board of a search's TASK, as leaseOf() does; the whole board is this phone's.
export function boardOf(task) {
  const at = HEAD + 4, side = task[at], cells = side * side, width = Math.ceil(side / 8), masks = at + 8, regions = masks + width * cells;
  // 1 if a cell has one strategy only; a byte counts as 0, 1 or more bits.
  const given = (cell) => Number(task.subarray(masks + width * cell, masks + width * (cell + 1)).reduce((sum, byte) => sum + (byte & (byte - 1) ? 2 : byte && 1), 0) === 1);
  return {
    side, box: [task[at + 1], task[at + 2]], region: task[at + 1] ? null : task.slice(regions, regions + cells),
    row: 0, rowEnd: side, given: Uint8Array.from({ length: cells }, (_, cell) => given(cell))
  };
}

// What an answer that begins at `at` and ends at `end` has of each work: nodes of a proof, moves of a search, nodes of both
// engines of a game, evaluations of a game of a training.
const contents = {
  [PROOF]: (view, at) => ({ steps: u64(view, at + 8) }),
  [LUCK]: (view, at, end) => ({ steps: u64(view, at), conflicts: view.getUint32(at + 16, true), letters: new Uint8Array(view.buffer.slice(view.byteOffset + at + 24, view.byteOffset + end)) }),
  [HEX]: (view, at) => ({ steps: u64(view, at + 4) + u64(view, at + 12) }),
  [TRAINING]: (view, at) => ({ steps: u64(view, at) })
};
const HEADS = { [PROOF]: 24, [LUCK]: 24, [HEX]: 20, [TRAINING]: 8 }; // bytes before what has no fixed length

// Reads the answers of a DONE to units of this work: [{number, steps, conflicts, letters}]; the last two of searches only.
export function answersOf(done, work) {
  const view = viewOf(done), list = [];
  for (let at = HEAD + 8, end; at + 8 <= done.length; at = end) {
    end = at + 8 + view.getUint32(at + 4, true);
    if (end <= done.length && end - at - 8 >= HEADS[work]) list.push({ number: view.getUint32(at, true), ...contents[work](view, at + 8, end) });
  }
  return list;
}

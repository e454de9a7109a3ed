// Replays a transcript of conform.c with a build of the shard for browsers: node replay.mjs FILE KIND [MODULE.wasm]
// KIND: js, wasm or simd. Run in Node here and, by tests/browser, in Chromium.
const UNITS = 1; // a conversation with the runner of units.c, which shows nothing
const NEW = 0xffffffff;

const lettersHash = (letters) => {
  let hash = letters ? 0x811c9dc5 : 0;
  for (const letter of letters ?? []) hash = Math.imul(hash ^ letter, 0x01000193);
  return hash >>> 0;
};
const describe = (answer) => answer ? `${answer.length} bytes of type ${answer[0]}` : 'nothing';

// makeKernel: () => a new shard, as from loadKernel() of src/web/phone/kernel.js. Returns {messages, fault}.
export async function replay(transcript, makeKernel) {
  const read = new DataView(transcript.buffer, transcript.byteOffset, transcript.length);
  let at = 0, kernel, messages = 0, shows = true;
  const number = () => (at += 4, read.getUint32(at - 4, true));
  const bytes = (length) => transcript.subarray(at, at += length);
  while (at < transcript.length) {
    const length = number();
    if (length === NEW) {
      kernel = await makeKernel();
      shows = number() !== UNITS;
      continue;
    }
    const said = bytes(length), expected = bytes(number()), conflicts = number(), hash = number();
    const answer = kernel.take(said);
    const same = (answer?.length ?? 0) === expected.length && expected.every((byte, i) => byte === answer[i]);
    const fault = (why) => ({ messages, fault: `message ${messages} of type ${said[0]}: ${why}` });
    if (!same) return fault(`${describe(answer)}; expected ${describe(expected.length ? expected : null)}`);
    if (shows && (kernel.conflicts() !== conflicts || lettersHash(kernel.letters()) !== hash)) return fault('same answer, but it stands otherwise');
    messages++;
  }
  return { messages };
}

if (globalThis.process?.argv?.[1]?.endsWith('replay.mjs')) {
  const { readFileSync } = await import('node:fs');
  const [file, kind, module] = process.argv.slice(2);
  const { instantiated, Shard } = await (kind === 'js' ? import('../../src/web/phone/shard.js') : import('../../src/web/phone/kernel.js'));
  const make = kind === 'js' ? () => new Shard() : () => instantiated(readFileSync(module), kind);
  const { messages, fault } = await replay(readFileSync(file), make);
  console.log(fault ?? `${messages} messages, all answered the same`);
  process.exitCode = fault || !messages ? 1 : 0;
}

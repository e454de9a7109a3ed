// The shard of this browser: the C kernel as WebAssembly, with SIMD if the browser supports it, else shard.js. All
// three give the same answers, byte by byte (tests/conformance).

import { MESSAGE_MAX } from './message.js';

// A module with a function () -> v128 that uses SIMD instructions: a browser that validates it supports SIMD.
export const simdProbe = [0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253, 15, 253, 98, 11];

class Wasm {
  constructor({ exports }, kind) {
    this.kind = kind;
    this.exports = exports;
    this.input = exports.input(); // creates shard or runner
    if (!this.input) throw new RangeError('no memory');
    this.output = exports.output();
  }
  // The memory. It grows with a task of Hex, which detaches the views of before.
  get bytes() {
    const { buffer } = this.exports.memory;
    if (this.view?.buffer !== buffer) this.view = new Uint8Array(buffer);
    return this.view;
  }
  take(message) {
    if (message.length > MESSAGE_MAX) message = message.subarray(0, 0); // refused as malformed
    this.bytes.set(message, this.input);
    const length = this.exports.take(message.length);
    return length ? this.bytes.slice(this.output, this.output + length) : null;
  }
  letters() {
    const at = this.exports.letters();
    return at ? this.bytes.slice(at, at + this.exports.side() ** 2) : null;
  }
  conflicts() {
    return this.exports.conflicts();
  }
  rows() {
    return this.exports.letters() ? [this.exports.row(), this.exports.row_end()] : null;
  }
}

// Returns the shard of a module's bytes. kind: 'simd' or 'wasm', for display.
export const instantiated = async (bytes, kind) => new Wasm((await WebAssembly.instantiate(bytes, {})).instance, kind);

// Not streaming, because that requires the right media type.
const fetched = async (url) => (await fetch(url)).arrayBuffer();

// Resolves to the module that this browser can run, with SIMD if possible; null if there is none. A URL that is not
// given is not tried.
export async function loadModule({ wasmUrl, simdUrl }) {
  const ways = [];
  if (globalThis.WebAssembly) {
    if (simdUrl && WebAssembly.validate(new Uint8Array(simdProbe))) ways.push(['simd', simdUrl]);
    if (wasmUrl) ways.push(['wasm', wasmUrl]);
  }
  for (const [kind, url] of ways) {
    try {
      return await instantiated(await fetched(url), kind);
    } catch { /* try the next one */ }
  }
  return null;
}

// Resolves to a shard: {kind: 'simd' | 'wasm' | 'js', take(Uint8Array) -> Uint8Array | null, letters() -> Uint8Array |
// null, conflicts() -> number, rows() -> [row, row_end] | null}. WebAssembly that the page's policy forbids is passed over.
export async function loadKernel({ jsUrl, ...urls }) {
  const module = await loadModule(urls);
  if (module) return module;
  const { Shard } = await (jsUrl ? import(jsUrl) : import('./shard.js'));
  return new Shard();
}

// The shard in a browser: a transcript of the C kernel (tests/conformance) replayed in Chromium by WebAssembly with
// SIMD, by plain WebAssembly and by JavaScript; and the choice of loadKernel() among them. SHARD_TRANSCRIPT, SHARD_WASM
// and SHARD_SIMD name the files; the two modules may be empty.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import http from 'node:http';
import { after, before, test } from 'node:test';
import { launch, open } from '../lib/browser.mjs';

const root = new URL('../../../', import.meta.url);
const { SHARD_TRANSCRIPT: transcript, SHARD_WASM: wasm, SHARD_SIMD: simd } = process.env;
const noWasm = !wasm && 'built without WebAssembly';
const plain = "default-src 'none'; img-src data:; script-src 'self'; connect-src 'self'";
const allowing = "default-src 'none'; img-src data:; script-src 'self' 'wasm-unsafe-eval'; connect-src 'self'";

const files = {
  '/transcript': ['application/octet-stream', transcript],
  '/shard.wasm': ['application/wasm', wasm],
  '/shard-simd.wasm': ['application/wasm', simd],
  '/replay.mjs': ['text/javascript', new URL('tests/conformance/replay.mjs', root)],
  '/kernel.js': ['text/javascript', new URL('src/web/phone/kernel.js', root)],
  '/message.js': ['text/javascript', new URL('src/web/phone/message.js', root)],
  '/shard.js': ['text/javascript', new URL('src/web/phone/shard.js', root)]
};

let server, browser, url;
before(async () => {
  server = http.createServer((request, reply) => {
    const [type, file] = files[request.url] ?? [];
    if (request.url === '/' || request.url === '/strict') {
      reply.setHeader('Content-Security-Policy', request.url === '/' ? allowing : plain);
      reply.setHeader('Content-Type', 'text/html');
      reply.end('<!doctype html><title>shard</title><link rel="icon" href="data:,">');
    } else if (file) {
      reply.setHeader('Content-Type', type);
      reply.end(readFileSync(file));
    } else {
      reply.writeHead(404).end();
    }
  });
  await new Promise((ready) => { server.listen(0, '127.0.0.1', ready); });
  url = `http://127.0.0.1:${server.address().port}/`;
  browser = await launch();
});
after(async () => {
  await browser.close();
  server.close();
});

const replayed = (page, options) => page.evaluate(async (given) => {
  const [{ replay }, { loadKernel }] = await Promise.all([import('/replay.mjs'), import('/kernel.js')]);
  const transcript = new Uint8Array(await (await fetch('/transcript')).arrayBuffer());
  const { kind } = await loadKernel(given);
  return { kind, ...await replay(transcript, () => loadKernel(given)) };
}, options);

for (const [kind, options] of Object.entries({
  simd: { simdUrl: '/shard-simd.wasm', wasmUrl: '/shard.wasm' }, wasm: { wasmUrl: '/shard.wasm' }, js: {} })) {
  test(`${kind} answers as the C kernel does`, { skip: kind !== 'js' && noWasm, timeout: 120000 }, async (t) => {
    const result = await replayed(await open(t, browser, url), options);
    assert.equal(result.fault, undefined);
    assert.equal(result.kind, kind);
    assert.ok(result.messages > 1000, `${result.messages} messages`);
  });
}

test('where the policy forbids WebAssembly, or its file is gone, JavaScript plays', { skip: noWasm }, async (t) => {
  const kindOf = (page, options) => page.evaluate(async (given) => (await (await import('/kernel.js')).loadKernel(given)).kind, options);
  const strict = await open(t, browser, `${url}strict`, { expected: [/Content Security Policy|unsafe-eval/] });
  assert.equal(await kindOf(strict, { simdUrl: '/shard-simd.wasm', wasmUrl: '/shard.wasm' }), 'js');
  const gone = await open(t, browser, url, { expected: [/404/] });
  assert.equal(await kindOf(gone, { simdUrl: '/gone.wasm', wasmUrl: '/shard.wasm' }), 'wasm');
  assert.equal(await kindOf(gone, { simdUrl: '/gone.wasm' }), 'js');
});

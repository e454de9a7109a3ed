// Compares the builds of shard and runner for browsers with native ones on the same messages (bench_builds.c). Passes
// alternate; the result is the median of the ratios of neighbouring passes.
// node bench_builds.mjs BENCH_BUILDS [SHARD.wasm SHARD-SIMD.wasm UNITS.wasm UNITS-SIMD.wasm [BENCH_BUILDS_AVX2]]
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { gzipSync } from 'node:zlib';
import { instantiated } from '../../../src/web/phone/kernel.js';
import { Shard } from '../../../src/web/phone/shard.js';

const PASSES = Number(process.env.PASSES ?? 15), WARM = 2;
const [program, wasm, simd, unitsWasm, unitsSimd, programAvx2] = process.argv.slice(2);
const folder = mkdtempSync(join(tmpdir(), 'bench-builds-'));
const made = spawnSync(program, ['make', folder], { encoding: 'utf8' });
if (made.status !== 0) throw new Error(made.stderr);
const [board, ...sizes] = made.stdout.trim().split('\n');
const works = sizes.map((line) => line.split(' ')).map(([name, size]) => ({ name, size: Number(size), messages: messagesOf(name) }));

function messagesOf(name) {
  const bytes = readFileSync(join(folder, name)), messages = [];
  for (let at = 0; at < bytes.length; at += 4 + bytes.readUInt32LE(at)) messages.push(bytes.subarray(at + 4, at + 4 + bytes.readUInt32LE(at)));
  return messages;
}

// Starts a native build. Returns a function that resolves to the microseconds of a pass.
function serve(build) {
  const server = spawn(build, ['serve'], { stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
  const passOf = async (name) => {
    server.stdin.write(`${join(folder, name)}\n`);
    return Number((await lines.next()).value);
  };
  return { passOf, stop: () => server.stdin.end() };
}
const natives = { plain: serve(program), ...programAvx2 && { AVX2: serve(programAvx2) } };
function pass(kernel, messages) {
  const began = process.cpuUsage();
  for (const message of messages) kernel.take(message);
  const { user, system } = process.cpuUsage(began);
  return user + system;
}
const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];

const isProof = (name) => name.startsWith('proof');
const builds = {
  js: (name) => !isProof(name) && new Shard(),
  wasm: (name) => wasm && instantiated(readFileSync(isProof(name) ? unitsWasm : wasm), 'wasm'),
  simd: (name) => simd && instantiated(readFileSync(isProof(name) ? unitsSimd : simd), 'simd')
};
for (const file of [wasm, simd, unitsWasm, unitsSimd].filter(Boolean)) console.log(`${file.split('/').at(-1)}: ${gzipSync(readFileSync(file), { level: 9 }).length} bytes gzipped`);
console.log(`25x25, 45 % given, ${board}; M/s = million updates or nodes in a second of CPU time`);
for (const { name, size, messages } of works) {
  for (const [kind, make] of Object.entries(builds)) {
    const kernel = await make(name);
    if (!kernel) continue;
    const ours = [], times = Object.fromEntries(Object.keys(natives).map((native) => [native, []]));
    for (let i = 0; i < PASSES + WARM; i++) {
      const there = {};
      for (const native of Object.keys(natives)) there[native] = await natives[native].passOf(name);
      const here = pass(kernel, messages);
      if (i < WARM) continue;
      ours.push(here);
      for (const native of Object.keys(natives)) times[native].push(here / there[native]);
    }
    const ratios = Object.entries(times).map(([native, list]) => `${median(list).toFixed(2)} times the time of ${native}`);
    console.log(`${name.padEnd(8)}${kind.padEnd(5)} ${(size / median(ours)).toFixed(3).padStart(8)} M/s: ${ratios.join(', ')}`);
  }
}
for (const { stop } of Object.values(natives)) stop();
rmSync(folder, { recursive: true });

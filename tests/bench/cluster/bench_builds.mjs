// Compares the shard's builds for browsers with gcc -O3 on the same messages (bench_builds.c). Passes alternate; the
// result is the median of the ratios of neighbouring passes. node bench_builds.mjs BENCH_BUILDS [SHARD.wasm
// SHARD-SIMD.wasm]
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { gzipSync } from 'node:zlib';
import { instantiated } from '../../../src/web/phone/kernel.js';
import { Shard } from '../../../src/web/phone/shard.js';

const PASSES = 15, WARM = 2;
const [program, wasm, simd] = process.argv.slice(2);
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

const server = spawn(program, ['serve'], { stdio: ['pipe', 'pipe', 'inherit'] });
const lines = createInterface({ input: server.stdout })[Symbol.asyncIterator]();
const native = async (name) => {
  server.stdin.write(`${join(folder, name)}\n`);
  return Number((await lines.next()).value);
};
function pass(kernel, messages) {
  const began = process.cpuUsage();
  for (const message of messages) kernel.take(message);
  const { user, system } = process.cpuUsage(began);
  return user + system;
}
const median = (list) => list.sort((a, b) => a - b)[list.length >> 1];

const builds = { js: () => new Shard() };
if (wasm) builds.wasm = () => instantiated(readFileSync(wasm), 'wasm');
if (simd) builds.simd = () => instantiated(readFileSync(simd), 'simd');
for (const file of [wasm, simd].filter(Boolean)) console.log(`${file.split('/').at(-1)}: ${gzipSync(readFileSync(file), { level: 9 }).length} bytes gzipped`);
console.log(`25x25, 45 % given, ${board}; M/s = million updates (sap: virtual ones) or moves in a second of CPU time`);
for (const { name, size, messages } of works) {
  for (const [kind, make] of Object.entries(builds)) {
    if (kind === 'js' && name === 'sap') continue;
    const kernel = await make(), ratios = [], natives = [], ours = [];
    for (let i = 0; i < PASSES + WARM; i++) {
      const there = await native(name), here = pass(kernel, messages);
      if (i < WARM) continue;
      ratios.push(there / here);
      natives.push(there);
      ours.push(here);
    }
    console.log(`${name.padEnd(6)}${kind.padEnd(5)} ${(size / median(ours)).toFixed(2).padStart(7)} M/s, gcc -O3 ` +
      `${(size / median(natives)).toFixed(2).padStart(7)} M/s: ${median(ratios).toFixed(2)} of it`);
  }
}
server.stdin.end();
rmSync(folder, { recursive: true });

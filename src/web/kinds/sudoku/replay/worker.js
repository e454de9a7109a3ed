// Plays a game again, so that the page stays smooth.
//
// From the page: {course, seed, ticks, wasm, simd: URLs of the module}; later {drawn: tick of a run, run}. To the page:
// {share} now and then, then {made: of engine.js}; {drawn, run, cell}; {failed: the error}.
import { simdProbe } from '../../../phone/kernel.js';
import { play } from './engine.js';

const SHARE_MS = 100; // between two reports
let instance;

async function start({ course, seed, ticks, wasm, simd }) {
  let told = performance.now();
  const bytes = await (await fetch(WebAssembly.validate(new Uint8Array(simdProbe)) ? simd : wasm)).arrayBuffer();
  ({ instance } = await WebAssembly.instantiate(bytes, {}));
  const made = play(instance, course, seed, ticks, (share) => {
    if (performance.now() - told < SHARE_MS) return;
    told = performance.now();
    postMessage({ share });
  });
  postMessage({ made }, Object.values(made.columns).map((column) => column.buffer));
}

onmessage = ({ data }) => {
  if (data.course) start(data).catch((error) => postMessage({ failed: String(error) }));
  else postMessage({ ...data, cell: instance.exports.replay_drawn(data.drawn, data.run) });
};

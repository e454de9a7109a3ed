// The worker of the page: plays the shard, so that the page stays smooth and the game continues while it is hidden.
//
// From the page: {join: {…, the arguments of Link}}, {hidden: bool}, {wake: true}, {leave: true}. To the page:
// {kernel}, {link: [state, detail]}, {lease}, {shown: letters and counts}, {over: solved}, {farm: counts, or null at its
// end}, {accepted}, {broken: the error}.
import { embedded } from 'embedded:all';
import { Crew } from './crew.js';
import { loadKernel } from './kernel.js';
import { Link } from './link.js';
import * as message from './message.js';
import { Tally } from './tally.js';

const SHOW_MS = 80; // between two drawings
const SILENT_MS = 15000; // an idle connection silent for so long is replaced when the page becomes visible

let kernel, link, crew, lease = null, due = 0, last = 0, hidden = false, silence = 0;
const tally = new Tally();
const ready = new Promise((resolve) => {
  onmessage = ({ data }) => {
    if (data.join) resolve(data.join);
    if (data.hidden !== undefined) hidden = data.hidden;
    if (data.wake) {
      link?.wake();
      link?.refresh(lease ? silence : SILENT_MS);
    }
    if (data.leave) {
      link?.leave();
      crew?.end();
    }
  };
});

function show() {
  due = 0;
  last = performance.now();
  const letters = kernel.letters();
  if (!letters) return;
  postMessage({
    shown: {
      letters, rate: tally.rate(last), updates: tally.updates, windows: tally.windows, trip: tally.trip(),
      conflicts: kernel.conflicts()
    }
  });
}

function showSoon() {
  if (!hidden && lease) due ||= setTimeout(show, Math.max(0, last + SHOW_MS - performance.now()));
}

function begin(bytes) {
  lease = message.leaseOf(bytes);
  postMessage({ lease });
}

function end() {
  clearTimeout(due);
  due = 0;
  lease = null;
}

function finish() {
  if (!lease) return;
  show();
  postMessage({ over: kernel.conflicts() === 0 });
  end();
}

function onMessage(bytes) {
  const head = message.headOf(bytes);
  if (!head) return;
  if (head.protocol === message.FARM) {
    crew.take(bytes, head);
    return;
  }
  const fresh = !tally.accepted;
  tally.asked(head.type, performance.now());
  if (fresh && tally.accepted) postMessage({ accepted: true });
  if (head.type === message.BYE) finish();
  const answer = kernel.take(bytes);
  if (answer) {
    link.send(answer);
    tally.answer(answer, performance.now());
    if (head.type === message.LEASE && answer[0] === message.LEASED) begin(bytes);
  }
  showSoon();
}

const onState = (state, detail) => {
  if (state !== 'up') { // partition and units have new owners by now; the next connection brings another lease
    end();
    crew.end();
  }
  postMessage({ link: [state, detail] });
};

// Resolves a file beside this one; shard.js is there as SHARD_JS, units.js as UNITS_JS.
const beside = (file) => file && new URL(file, location.href).href;

// Starts a worker for units; null if this browser has no WebAssembly or no workers of workers.
function startUnits() {
  const moduleOf = (name) => ({ wasmUrl: beside(embedded[`${name}.wasm`]), simdUrl: beside(embedded[`${name}-simd.wasm`]) });
  const modules = { units: moduleOf('units'), hex: moduleOf('hex') };
  if (kernel.kind === 'js' || !modules.units.wasmUrl || typeof Worker === 'undefined') return null;
  const worker = new Worker(beside(UNITS_JS));
  worker.postMessage(modules);
  return worker;
}

async function start() {
  const loading = loadKernel({ wasmUrl: beside(embedded['shard.wasm']), simdUrl: beside(embedded['shard-simd.wasm']), jsUrl: beside(SHARD_JS) });
  loading.then(({ kind }) => postMessage({ kernel: kind }), () => {});
  const join = await ready;
  try {
    kernel = await loading;
  } catch (error) {
    postMessage({ broken: String(error) });
    return;
  }
  silence = 4 * join.lease_ms;
  setInterval(() => { if (lease) link.refresh(silence); }, join.lease_ms);
  crew = new Crew({ cores: join.cores, start: startUnits, send: (answer) => link.send(answer), report: (farm) => postMessage({ farm }) });
  link = new Link(join, onMessage, onState);
  link.run();
}
start();

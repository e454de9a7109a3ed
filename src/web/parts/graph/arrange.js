// Asks for the layout of a graph: here if it is small, in a worker if it is large, so that no frame waits for it.
import { plan } from './plan.js';
import file from 'worker:parts/graph/worker.js';

const LARGE = 120; // nodes and edges from which on a worker is used; up to it a layout takes a few ms

let worker, last = 0;
const open = new Map(); // number of a request -> [request, resolve]

// Without a worker, what it still had to do is done here.
function failed() {
  worker = null;
  for (const [id, [request, done]] of open) { open.delete(id); done(plan(request)); }
}

function started() {
  if (worker !== undefined) return worker;
  try {
    worker = new Worker(new URL(file, import.meta.url));
    worker.onmessage = ({ data }) => { open.get(data.id)?.[1](data.plan); open.delete(data.id); };
    worker.onerror = failed;
  } catch {
    worker = null;
  }
  return worker;
}

export const isLarge = ({ sizes, ends }) => (sizes.length + ends.length) / 2 > LARGE;

// Resolves to the layout of a request (plan.js). where(name): called with 'worker' or 'page', where it is made.
export function arranged(request, where) {
  if (!started()) {
    where('page');
    return new Promise((done) => { setTimeout(() => done(plan(request))); });
  }
  where('worker');
  return new Promise((done) => {
    const id = ++last;
    open.set(id, [request, done]);
    worker.postMessage({ id, request });
  });
}

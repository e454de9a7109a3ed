// One job, followed to its end: asked for once, then told by its stream; asked for anew whenever the stream was lost, so
// that a restart of the server or a sleeping phone loses nothing.
import { signal } from '../../app/dom.js';
import { get, request } from '../../app/api.js';
import { stream } from '../../app/stream.js';
import { ended } from '../../app/state.js';

const ASK = 3000; // ms between questions while the stream is not to be had, and for the place in the queue

// -> {job, failed, alive, close()}: signals of the job, of the Problem that keeps it from being shown, and whether the
// server is heard.
export function follow(id, initial) {
  const job = signal(initial ?? null), failed = signal(null), alive = signal(true);
  let feed, timer, unwatch, heardOnce = false, left = false;

  const take = (found) => { if (!job.peek() || !ended(job.peek()) || ended(found)) job.value = found; };

  async function ask() {
    try {
      take(await get(`/v1/jobs/${id}`));
      failed.value = null;
    } catch (problem) {
      if (problem.status === 404 || !job.peek()) failed.value = problem;
      else alive.value = false;
    }
    if (job.peek() && ended(job.peek())) close();
  }

  function hear({ event, data }) {
    const said = JSON.parse(data);
    if (event === 'result') {
      job.value = said;
      close();
    } else if (event === 'progress') job.value = { ...job.peek(), status: 'running', progress: said };
    else if (event === 'state' && job.peek()?.status !== said.status) ask(); // for the times
  }

  function open() {
    feed = stream(`/v1/jobs/${id}/events`, hear, (problem) => { if (problem.status === 404) failed.value = problem; });
    unwatch = feed.alive.subscribe((heard) => {
      alive.value = heard || !heardOnce;
      if (heard && heardOnce) ask();
      heardOnce ||= heard;
    });
    timer = setInterval(() => {
      if (document.hidden || failed.peek()) return;
      if (!feed.alive.peek() || job.peek()?.status === 'queued') ask();
    }, ASK);
  }

  function close() {
    clearInterval(timer);
    unwatch?.();
    feed?.close();
    feed = undefined;
    alive.value = true;
  }

  const begin = () => { if (job.peek() && !ended(job.peek()) && !left) open(); };
  if (!initial || !ended(initial)) ask().then(begin);
  return { job, failed, alive, close: () => { left = true; close(); } };
}

// The problem as it was submitted: an object, or text.
export async function problemOf(id) {
  const reply = await request(`/v1/jobs/${id}/problem`);
  const text = await reply.text();
  return reply.headers.get('Content-Type')?.startsWith('application/json') ? JSON.parse(text) : text;
}

// Follows one job to its end: fetched once, then updated by its stream, and fetched again after each loss of the
// stream, so that a restart of the server or a sleeping phone loses nothing.
import { signal } from '../app/dom.js';
import { get, request } from '../app/net/api.js';
import { stream } from '../app/net/stream.js';
import { recall } from '../app/recent.js';
import { ended } from '../app/state.js';

const ASK = 3000; // ms between polls without a stream, and for the place in the queue

// Returns {job, failed, alive, close()}: signals of the job, of the Problem that prevents it from being shown, and of
// the connection.
export function follow(id, initial) {
  const job = signal(initial ?? null), failed = signal(null), alive = signal(true);
  let feed, timer, unwatch, connectedOnce = false, left = false;

  const storeJob = (found) => { if (!job.peek() || !ended(job.peek()) || ended(found)) job.value = found; };

  async function fetchJob() {
    try {
      storeJob(await get(`/v1/jobs/${id}`));
      failed.value = null;
    } catch (problem) {
      if (problem.status === 404 || (problem.status !== 0 && !job.peek())) failed.value = problem;
      else {
        alive.value = false;
        job.value ??= recall(id)?.job ?? null;
      }
    }
    if (job.peek() && ended(job.peek())) close();
  }

  function onEvent({ event, data }) {
    const update = JSON.parse(data);
    if (event === 'result' && update.result_bytes) fetchJob(); // the result is too long for an event
    else if (event === 'result') {
      job.value = update;
      close();
    } else if (event === 'progress') job.value = { ...job.peek(), status: 'running', progress: update };
    else if (event === 'state' && job.peek()?.status !== update.status) fetchJob(); // the event lacks the times
  }

  function open() {
    feed = stream(`/v1/jobs/${id}/events`, onEvent, (problem) => { if (problem.status === 404) failed.value = problem; });
    unwatch = feed.alive.subscribe((connected) => {
      alive.value = connected || !connectedOnce;
      if (connected && connectedOnce) fetchJob();
      connectedOnce ||= connected;
    });
    timer = setInterval(() => {
      if (document.hidden || failed.peek()) return;
      if (!feed.alive.peek() || job.peek()?.status === 'queued') fetchJob();
    }, ASK);
  }

  function close() {
    clearInterval(timer);
    unwatch?.();
    feed?.close();
    feed = undefined;
    alive.value = true;
  }

  // A server that cannot be reached is asked again until it answers.
  async function begin() {
    do {
      await fetchJob();
      if (!job.peek() && !failed.peek()) await new Promise((resolve) => { setTimeout(resolve, ASK); });
    } while (!left && !job.peek() && !failed.peek());
    if (job.peek() && !ended(job.peek()) && !left) open();
  }
  if (!initial || !ended(initial)) begin();
  return { job, failed, alive, close: () => { left = true; close(); } };
}

// Returns the problem as it was submitted: an object, or text.
export async function problemOfJob(id) {
  const reply = await request(`/v1/jobs/${id}/problem`);
  const text = await reply.text();
  return reply.headers.get('Content-Type')?.startsWith('application/json') ? JSON.parse(text) : text;
}

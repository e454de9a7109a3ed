// Calls to the server this page came from. Errors are Problem: what the server said (RFC 9457), or that it cannot be
// reached.
import { signal } from './dom.js';
import { keep } from './keep.js';

export const key = keep('key', ''); // bearer key, where the server asks for one
export const wantsKey = signal(false); // the server said 401

export class Problem extends Error {
  constructor(fields) {
    super(fields.detail || fields.title || 'The server cannot be reached.');
    Object.assign(this, fields); // status, type, title, detail, pointer
  }
}

async function problemOf(reply) {
  let fields = {};
  try {
    fields = await reply.json();
  } catch { /* not JSON: the status says it */ }
  if (reply.status === 401) wantsKey.value = true;
  return new Problem({ status: reply.status, title: reply.statusText, ...fields });
}

// fetch() with the key; a reply that is no success is thrown as a Problem.
export async function request(path, { method = 'GET', headers = {}, body, signal: abort } = {}) {
  if (key.value) headers = { ...headers, Authorization: `Bearer ${key.value}` };
  let reply;
  try {
    reply = await fetch(path, { method, headers, body, signal: abort, cache: 'no-cache' });
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    throw new Problem({ status: 0, title: 'unreachable' });
  }
  if (!reply.ok && reply.status !== 304) throw await problemOf(reply);
  return reply;
}

export const get = async (path, options) => (await request(path, options)).json();

// Submits a problem: an object as JSON, a string as text. Resolves to the job, finished or not.
export async function submit(kind, problem, { wait = 0 } = {}) {
  const text = typeof problem === 'string';
  const reply = await request(`/v1/${kind}`, {
    method: 'POST',
    headers: {
      'Content-Type': text ? 'text/plain' : 'application/json',
      Accept: 'application/json',
      Prefer: wait ? `wait=${wait}` : 'respond-async'
    },
    body: text ? problem : JSON.stringify(problem)
  });
  return reply.json();
}

export const cancel = (id) => request(`/v1/jobs/${id}/cancel`, { method: 'POST' });
export const forget = (id) => request(`/v1/jobs/${id}`, { method: 'DELETE' });

// The same problem once more, as it was sent.
export async function retry(job) {
  const problem = await request(`/v1/jobs/${job.id}/problem`);
  const reply = await request(`/v1/${job.kind}`, {
    method: 'POST',
    headers: { 'Content-Type': problem.headers.get('Content-Type'), Accept: 'application/json', Prefer: 'respond-async' },
    body: await problem.text()
  });
  return reply.json();
}

// The kinds of this server, asked once.
let kindsAsked;
export const kinds = () => (kindsAsked ??= get('/v1/kinds').then((reply) => reply.kinds,
  (error) => { kindsAsked = undefined; throw error; }));

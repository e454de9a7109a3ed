// Calls to the server of this page. Errors are of class Problem: the server's problem details (RFC 9457), or status 0
// if the server cannot be reached.
import { signal } from '../dom.js';
import { keep } from '../keep.js';
import { unremember } from '../recent.js';
import { unreachable } from './reach.js';

export const key = keep('key', ''); // bearer key, if the server requires one
export const wantsKey = signal(false); // the server answered 401

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
  } catch { /* not JSON: the status suffices */ }
  if (reply.status === 401) wantsKey.value = true;
  return new Problem({ status: reply.status, title: reply.statusText, ...fields });
}

// Calls fetch() with the key; throws a Problem if the reply is not a success.
export async function request(path, { method = 'GET', headers = {}, body, signal: abort } = {}) {
  if (key.value) headers = { ...headers, Authorization: `Bearer ${key.value}` };
  let reply;
  try {
    reply = await fetch(path, { method, headers, body, signal: abort, cache: 'no-cache' });
  } catch (error) {
    if (error.name === 'AbortError') throw error;
    unreachable();
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
export function forget(id) {
  unremember(id);
  return request(`/v1/jobs/${id}`, { method: 'DELETE' });
}

// Submits the problem of a job again, unchanged.
export async function retry(job) {
  const problem = await request(`/v1/jobs/${job.id}/problem`);
  const reply = await request(`/v1/${job.kind}`, {
    method: 'POST',
    headers: { 'Content-Type': problem.headers.get('Content-Type'), Accept: 'application/json', Prefer: 'respond-async' },
    body: await problem.text()
  });
  return reply.json();
}

// Repeats a call that asks for something, as soon as the server can be reached.
const insist = (call) => call().catch((error) => { if (error.status !== 0) throw error; return unreachable().then(() => insist(call)); });

// The kinds of this server, requested once.
let kindsAsked;
export const kinds = () => (kindsAsked ??= insist(() => get('/v1/kinds')).then((reply) => reply.kinds,
  (error) => { kindsAsked = undefined; throw error; }));

// Calls to /v1/opponents.
import { get, request } from '../../app/net/api.js';

const PAGE = 500; // opponents of a page of the list
const LATER = { Prefer: 'respond-async' };

const at = (id, tail = '') => `/v1/opponents/${encodeURIComponent(id)}${tail}`;
const post = (path, body, headers) => request(path, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body), headers: { 'Content-Type': 'application/json', ...headers } });

export const one = (id) => get(at(id));
export const create = async (fields) => (await post('/v1/opponents', fields)).json();
export const importText = async (text) => (await post('/v1/opponents/import', text)).json();
export const exported = async (id) => (await request(at(id, '/export'))).text();
export const remove = (id) => request(at(id), { method: 'DELETE' });

// Resolves to all opponents, newest first.
export async function all() {
  const found = [];
  for (let cursor = ''; cursor !== null;) {
    const { opponents, next } = await get(`/v1/opponents?limit=${PAGE}${cursor && `&cursor=${cursor}`}`);
    found.push(...opponents);
    cursor = next;
  }
  return found;
}

// Resolves to the report; while its job runs, the server is asked again.
export async function report(id) {
  for (;;) {
    const reply = await request(at(id, '/report'), { headers: { Prefer: 'wait=10' } });
    if (reply.status === 200) return reply.json();
  }
}

// Both resolve to the path of the observation.
const observationOf = (reply) => /<([^>]+)>;\s*rel="status"/.exec(reply.headers.get('Link') ?? '')?.[1];
export const observe = async (id, text) => observationOf(await post(at(id, '/observe'), text, { ...LATER, 'Content-Type': /^\s*\{/.test(text) ? 'application/json' : 'text/plain' }));
export const merge = async (id, from) => observationOf(await post(at(id, '/merge'), from, LATER));

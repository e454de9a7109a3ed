// Calls to /v1/models.
import { get, request } from '../../app/net/api.js';

const at = (id) => `/v1/models/${encodeURIComponent(id)}`;
const JSON_BODY = { 'Content-Type': 'application/json' };

// Resolves to { models, next }, the model of the program first, then newest first.
export const list = (limit) => get(`/v1/models?limit=${limit}`);
export const one = (id) => get(at(id));
export const remove = (id) => request(at(id), { method: 'DELETE' });
export const rename = async (id, name) => (await request(at(id), { method: 'PATCH', headers: JSON_BODY, body: JSON.stringify({ name }) })).json();
// file: a File; resolves to the model
export const upload = async (file, name) => (await request(`/v1/models?name=${encodeURIComponent(name)}`, { method: 'POST', headers: { 'Content-Type': 'application/octet-stream' }, body: file })).json();
// format: 'checkpoint' or 'net'; resolves to a Blob
export const download = async (id, format) => (await request(`${at(id)}?format=${format}`)).blob();
// Resolves to the job of a match.
export const play = async (match) => (await request('/v1/models/compare', { method: 'POST', headers: { ...JSON_BODY, Prefer: 'respond-async' }, body: JSON.stringify(match) })).json();

// Resolves to the trainings that run, as jobs.
export const trainings = async () => (await get('/v1/jobs?kind=hex&status=running&limit=50')).jobs.filter(({ progress }) => progress?.phase);

const details = new Map(); // id -> promise of the model with what it says of its training, which never changes

export function detailsOf(id) {
  if (!details.has(id)) details.set(id, one(id).catch((error) => { details.delete(id); throw error; }));
  return details.get(id);
}

// Calls to /v1/games. invite: the secret of a game, with which its calls need no key; undefined for its owner.
import { get, request } from '../../app/net/api.js';

export function at(id, tail = '', query = {}) {
  const text = new URLSearchParams(Object.entries(query).filter(([, value]) => value !== undefined)).toString();
  return `/v1/games/${encodeURIComponent(id)}${tail}${text && `?${text}`}`;
}
const JSON_BODY = { 'Content-Type': 'application/json' };

// Resolves to { games, next: null if these are all }, newest first.
export const list = (limit) => get(`/v1/games?limit=${limit}`);
export const begin = async (game) => (await request('/v1/games', { method: 'POST', headers: JSON_BODY, body: JSON.stringify(game) })).json();
export const remove = (id) => request(at(id), { method: 'DELETE' });
export const record = async (id, invite, format) => (await request(at(id, '/record', { format, invite }))).text();
export const invitation = (id, seat, invite) => get(at(id, '/invitation', { seat, invite }));

// Changes the game of this version: verb is 'moves' (with a move), 'undo', 'redo' or 'engine'. Resolves to the game; the
// refusal 412 has the game as it is now in its member `game`.
export async function change(id, invite, version, verb, move) {
  const body = move === undefined ? {} : { headers: JSON_BODY, body: JSON.stringify({ move }) };
  return (await request(at(id, `/${verb}`, { invite }), { method: 'POST', ...body, headers: { ...body.headers, 'If-Match': `"${version}"` } })).json();
}

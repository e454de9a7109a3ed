// Joining, and staying the same member. The token of the invitation is in the fragment of the link; the session that
// the hub returns for it is kept as long as the tab, so that a reload is not a new phone.
import { problemOf } from './link.js';
import { VERSION } from './message.js';
import { t } from './texts.js';

const SESSION = 'nashd.shard', NAME = 'nashd.phone.name';

const read = (store, name) => { try { return store().getItem(name); } catch { return null; } };
const write = (store, name, text) => {
  try {
    if (text === null) store().removeItem(name);
    else store().setItem(name, text);
  } catch { /* not writable: the session lasts as long as the page */ }
};
const tab = () => sessionStorage, device = () => localStorage;

// Returns a readable name of this device.
function deviceName(agent = navigator.userAgent) {
  const model = /Android [\d.]+; ([^;)]{2,40}?)(?: Build\/[^)]*)?\)/.exec(agent)?.[1];
  if (model && model !== 'K') return model;
  if (/iPhone/.test(agent)) return 'iPhone';
  if (/iPad/.test(agent) || /Macintosh/.test(agent) && navigator.maxTouchPoints > 1) return 'iPad';
  if (/Android/.test(agent)) return /Mobile/.test(agent) ? t('Android phone') : t('Android tablet');
  return /Macintosh/.test(agent) ? 'Mac' : /Windows/.test(agent) ? 'Windows' : /CrOS/.test(agent) ? 'Chromebook' : t('browser');
}

export const name = () => read(device, NAME) || deviceName();
export const keepName = (text) => write(device, NAME, text || null);
export const forget = () => write(tab, SESSION, null);

const kept = () => { try { return JSON.parse(read(tab, SESSION)); } catch { return null; } };

// Returns the token of the address and removes it there: it is valid once, and must not stay in the history.
export function token() {
  const found = location.hash.slice(1);
  if (found) history.replaceState(null, '', location.pathname + location.search);
  return found || null;
}

// Returns how many units of a farm this device carries out at the same time: one core is left for the page.
const CORES_MAX = 8;
export const cores = () => (globalThis.WebAssembly ? Math.min(Math.max((navigator.hardwareConcurrency || 2) - 1, 1), CORES_MAX) : 1);

const wanted = () => ({ kind: 'phone', name: name(), version: VERSION, cores: cores() });

async function post(body) {
  const reply = await fetch('v1/shards/members', { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) });
  if (!reply.ok) throw Object.assign(new Error('refused'), { problem: await problemOf(reply) });
  const membership = await reply.json();
  write(tab, SESSION, JSON.stringify(membership));
  return membership;
}

// Returns {member, session, name, lease_ms, heartbeat_ms}; null without token and session. Throws with .problem if the
// hub refuses, without if it does not answer. A link that is opened again in the same tab has a used token and a
// session.
export async function enter(invitation = token()) {
  const before = kept();
  try {
    if (invitation) return await post({ ...wanted(), token: invitation });
  } catch (error) {
    if (!error.problem || !before) throw error;
  }
  return before && post({ ...wanted(), session: before.session });
}

// Sends the current name to the hub.
export const rename = (session) => post({ ...wanted(), session });

export async function leave({ member, session }) {
  forget();
  await fetch(`v1/shards/members/${member}`, { method: 'DELETE', headers: { Authorization: `Bearer ${session}` }, keepalive: true });
}

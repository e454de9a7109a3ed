// The observations that this tab has sent, of each opponent, newest first. They are followed while other pages are shown.
import { signal } from '../../app/dom.js';
import { bytes, t } from '../../app/i18n.js';
import { get } from '../../app/net/api.js';
import { unreachable } from '../../app/net/reach.js';
import { merge, observe } from './calls.js';

const OFTEN = 250, SELDOM = 2000; // ms between two questions, at first and at most
const LARGEST = 8 << 20; // bytes that the server accepts at once

const sent = {}; // id of the opponent -> signal of [{key, what, merged, status, job, error}]
let serial = 0;

export const observationsOf = (id) => sent[id] ??= signal([]);

export const dismiss = (id, key) => { const list = observationsOf(id); list.value = list.value.filter((one) => one.key !== key); };

const pause = (ms) => new Promise((resolve) => { setTimeout(resolve, ms); });

// Repeats a call until the server can be reached. A job that is not there any more is undefined.
async function ask(path) {
  for (;;) {
    try {
      return await get(path);
    } catch (problem) {
      if (problem.status === 404 && path.startsWith('/v1/jobs/')) return undefined;
      if (problem.status !== 0) throw problem;
      await unreachable();
    }
  }
}

async function watch(path, update) {
  for (let wait = OFTEN; ; wait = Math.min(SELDOM, wait * 1.3)) {
    const { status, job: id, error } = await ask(path), job = id ? await ask(`/v1/jobs/${id}`) : undefined;
    update({ status, job, error: error ?? (status === 'failed' ? job?.error : undefined) });
    if (status !== 'waiting') return;
    await pause(wait);
  }
}

// what: a name for the person; send(): resolves to the path of the observation. Resolves when the observation has ended.
async function follow(id, what, merged, send) {
  const key = ++serial, list = observationsOf(id);
  const update = (change) => { list.value = list.value.map((one) => (one.key === key ? { ...one, ...change } : one)); };
  list.value = [{ key, what, merged, status: 'sending' }, ...list.value];
  try {
    await watch(await send(), update);
  } catch (problem) {
    update({ status: 'failed', error: { detail: problem.message, pointer: problem.pointer } });
  }
}

// Learns a text: hands, or JSON with hands, or the export of an opponent, whose model is added.
export function learn(id, text, what) {
  let model;
  try {
    if (/^\s*\{/.test(text)) ({ model } = JSON.parse(text));
  } catch { /* the server says what is wrong */ }
  return follow(id, what, Boolean(model), async () => {
    const { size } = new Blob([text]);
    if (size > LARGEST) throw new Error(t('The text has {size}; {most} can be sent at once.', { size: bytes(size), most: bytes(LARGEST) }));
    return model ? merge(id, { model }) : observe(id, text);
  });
}

export const learnFrom = (id, other) => follow(id, other.name, true, () => merge(id, { from: other.id }));

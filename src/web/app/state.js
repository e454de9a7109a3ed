// Words and helpers for a job's states.
import { html } from './dom.js';
import { duration, t } from './i18n.js';

export const STATES = ['queued', 'running', 'succeeded', 'failed', 'cancelled'];
export const ended = ({ status }) => status !== 'queued' && status !== 'running';
export const millis = (iso) => (iso ? Date.parse(iso) : undefined);
export const short = (id) => id.slice(0, 12); // the time it was made at: as good as the whole, and sortable

export const stateName = (status) => ({
  queued: t('queued'), running: t('running'), succeeded: t('succeeded'), failed: t('failed'), cancelled: t('cancelled')
})[status] ?? status;

export const State = ({ status }) => html`<span class=${`state ${status}`}>${stateName(status)}</span>`;

// How long it has been running, or ran; undefined when it never did. In milliseconds.
export function ran(job, at) {
  const from = millis(job.started_at);
  if (from === undefined) return undefined;
  return Math.max(0, (millis(job.finished_at) ?? at) - from);
}

// As text: the server's times are whole milliseconds.
export function ranText(job, at) {
  const ms = ran(job, at);
  return ms === 0 ? t('< 1 ms') : duration(ms);
}

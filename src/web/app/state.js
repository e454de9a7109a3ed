// Words and helpers for the states of a job.
import { html } from './dom.js';
import { duration, t } from './i18n.js';

export const STATES = ['queued', 'running', 'succeeded', 'failed', 'cancelled'];
export const ended = ({ status }) => status !== 'queued' && status !== 'running';
export const millis = (iso) => (iso ? Date.parse(iso) : undefined);
// The middle of an id is left out.
export const short = (id) => `${id.slice(0, 4)}…${id.slice(-6)}`;

export const stateName = (status) => ({
  queued: t('queued'), running: t('running'), succeeded: t('succeeded'), failed: t('failed'), cancelled: t('cancelled')
})[status] ?? status;

export const State = ({ status }) => html`<span class=${`state ${status}`}>${stateName(status)}</span>`;

// Returns the run time of a job so far in milliseconds; undefined if it never ran.
export function ran(job, at) {
  const from = millis(job.started_at);
  if (from === undefined) return undefined;
  return Math.max(0, (millis(job.finished_at) ?? at) - from);
}

// Returns the run time as text; the server's times are whole milliseconds.
export function ranText(job, at) {
  const ms = ran(job, at);
  return ms === 0 ? t('< 1 ms') : duration(ms);
}

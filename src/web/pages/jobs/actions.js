// Actions on one job or many.
import { cancel, forget, retry } from '../../app/net/api.js';
import { t } from '../../app/i18n.js';
import { ended } from '../../app/state.js';
import { toast } from '../../app/ui/toast.js';
import { hide, unhide } from './rows.js';

const AT_ONCE = 4; // requests in flight
const UNDO = 5000; // ms in which a deletion can be undone

export const can = {
  cancel: (job) => !ended(job),
  retry: ended,
  remove: ended
};

// Applies an action to all jobs, a few at a time, and shows the outcome. Resolves to the results.
async function each(jobs, action, done) {
  const waiting = [...jobs], back = [];
  let failed = 0, why;
  const work = async () => {
    for (let job = waiting.shift(); job; job = waiting.shift()) {
      try {
        back.push(await action(job));
      } catch (problem) {
        failed++;
        why = problem;
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(AT_ONCE, jobs.length) }, work));
  if (failed === 1) toast(t(why.message), { bad: true });
  else if (failed) toast(t('{n} of {all} failed: {why}', { n: failed, all: jobs.length, why: t(why.message) }), { bad: true });
  else if (done) toast(done);
  return back;
}

const counted = (jobs, one, many) => (jobs.length === 1 ? one : t(many, { n: jobs.length }));

export const cancelAll = (jobs) => each(jobs, ({ id }) => cancel(id), counted(jobs, t('Cancelled'), /* t */ '{n} jobs cancelled'));
export const retryAll = (jobs) => each(jobs, retry, counted(jobs, t('Submitted again'), /* t */ '{n} jobs submitted again'));

// Deletes jobs after the time in which the deletion can be undone.
export function removeAll(jobs) {
  hide(jobs);
  const go = async () => {
    removeEventListener('pagehide', leave);
    const gone = await each(jobs, (job) => forget(job.id).then(() => job), '');
    unhide(jobs.filter((job) => !gone.includes(job)));
  };
  const timer = setTimeout(go, UNDO);
  const leave = () => { clearTimeout(timer); go(); }; // the page is left: delete now
  addEventListener('pagehide', leave);
  toast(counted(jobs, t('Deleted'), /* t */ '{n} jobs deleted'), {
    stay: UNDO,
    action: {
      name: t('Undo'),
      run() {
        clearTimeout(timer);
        removeEventListener('pagehide', leave);
        unhide(jobs);
      }
    }
  });
}

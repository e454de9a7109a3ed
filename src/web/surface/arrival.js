// Restores the session of an address: '#/KIND?p=PROBLEM&job=ID', or '#/jobs/ID'.
import { effect, untracked } from '../app/dom.js';
import { Problem, get, submit } from '../app/net/api.js';
import { unreachable } from '../app/net/reach.js';
import { t } from '../app/i18n.js';
import { loadKind } from '../app/kinds.js';
import { keep } from '../app/keep.js';
import { recall, remember } from '../app/recent.js';
import { ended } from '../app/state.js';
import { toast } from '../app/ui/toast.js';
import { addressWriter, problemOf, viewOf } from './address.js';
import { problemOfJob } from './follow.js';
import { makeSession } from './session.js';

const SOON = 1; // s that the call for an example's answer may wait
const PATIENCE = 2000; // ms that a page waits for it before it is drawn without

// Calls until the server can be reached; throws its refusals. kept(): what this device has in place of the reply.
async function reached(call, still, kept = () => undefined) {
  for (;;) {
    try {
      return await call();
    } catch (error) {
      if (error.status !== 0 || !still()) throw error;
      const found = kept();
      if (found !== undefined) return found;
      await unreachable();
    }
  }
}

const generic = {}; // kind -> its module, for kinds without one of their own

async function genericOf(kind) {
  const { genericModule } = await import('./generic.js');
  return generic[kind] ??= await genericModule(kind);
}

const answered = {}; // kind -> the kept id of the job that answers its first example

// Shows the answer of the first example. Visits share one job, so that they do not fill the list of jobs.
async function showExample(session, problem, still) {
  session.opening.value = true;
  setTimeout(() => { session.opening.value = false; }, PATIENCE);
  const kept = answered[session.kind] ??= keep(`example.${session.kind}`, '');
  let job = kept.peek() && await get(`/v1/jobs/${kept.peek()}`).catch(({ status }) => (status === 0 ? recall(kept.peek())?.job : undefined));
  if (!job?.result) job = await submit(session.kind, problem, { wait: SOON }).catch(() => undefined);
  if (!job || !still() || session.problem.peek() !== problem || session.job.peek()) { session.opening.value = false; return; }
  kept.value = job.id;
  session.show(job.id, problem, job);
}

// Shows the job of an address. A job that the server forgot is asked again.
function showJob(session, id, problem, initial) {
  const { failed } = session.show(id, problem, initial);
  const stop = failed.subscribe((error) => {
    if (error?.status !== 404 || problem === undefined) return;
    queueMicrotask(() => stop());
    session.ask(problem, { focus: false });
  });
}

// Opens a session that keeps itself in the address.
function open(kind, module) {
  let writer;
  const session = makeSession(kind, { save: (push) => writer.save(push) });
  writer = addressWriter(kind, module, () => {
    const job = session.job.peek()?.id, view = session.view.peek();
    return { page: job && job === session.page ? job : undefined, view, ...(!session.example && { problem: session.problem.peek(), job }) };
  });
  const unkeep = effect(() => {
    const job = session.job.value;
    if (job?.result && ended(job)) untracked(() => remember(job, session.asked.value, session.example));
  });
  session.unsaved = () => writer.unsaved() && session.asked.peek() === undefined; // a long question that no job holds
  return { kind, module, session, writer, close() { unkeep(); session.close(); writer.close(); } };
}

// Resolves to what is shown at a place: the present visit with its session restored, or a new one. still() tells
// whether the place is still wanted. Throws the Problem of a job or kind that cannot be shown.
export async function arrive({ path: [first, id], query }, present, still) {
  const ofJob = first === 'jobs', job = ofJob ? await reached(() => get(`/v1/jobs/${id}`), still, () => recall(id)?.job) : undefined;
  const kind = ofJob ? job.kind : first, own = await loadKind(kind);
  const module = own.Surface ? own : await reached(() => genericOf(kind), still);
  if (!module) throw new Problem({ status: 404, type: 'unknown-kind' });
  const wanted = ofJob ? id : query.get('job') ?? undefined, from = wanted ?? query.get('from');
  let problem = await problemOf(query, module);
  if (problem === null) toast(t('The problem of this address cannot be read.'), { bad: true });
  if (!problem && from) problem = await reached(() => problemOfJob(from), still, () => recall(from)?.problem).catch(() => undefined);
  problem &&= module.lean?.(problem) ?? problem;
  if (!still()) return present;
  const visit = present?.kind === kind ? present : open(kind, module), { session, writer } = visit;
  const example = !problem && !wanted && module.examples?.[0].problem;
  writer.adopt(query.get('d') ?? undefined);
  session.restore(problem ?? example ?? {}, viewOf(query));
  session.example = !!example;
  session.page = ofJob ? id : undefined;
  if (wanted) showJob(session, wanted, problem ?? undefined, job);
  else if (example) showExample(session, example, still);
  return visit;
}

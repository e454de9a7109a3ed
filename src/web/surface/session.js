// A session: the question on a surface, and its answer. Kinds read the signals and call the methods; surface/page.js
// makes the session and keeps it in the address.
//
//   editing -> asking -> waiting -> answered -> editing (edit, or a change of the question)
//                     -> refused                (the server's refusal; a change of the question ends it)
//
// A question replaces the previous one: a job that still runs is cancelled, its picture is dropped.
import { batch, computed, signal } from '../app/dom.js';
import { cancel as cancelJob, submit } from '../app/net/api.js';
import { unreachable } from '../app/net/reach.js';
import { ended } from '../app/state.js';
import { makeHistory } from '../parts/history.js';
import { follow } from './follow.js';

const SOON = 1; // s that a reply may wait for the answer; a longer job shows its progress

const nothing = () => {};

// kind: name; save(push): called after each change of what an address holds; push: a new entry of the history.
export function makeSession(kind, { save = nothing } = {}) {
  const problem = signal({}), asked = signal(undefined), fault = signal(null), view = signal({}), asking = signal(false);
  const followed = signal(null); // of follow.js
  const history = makeHistory(() => problem.peek(), (next) => replace(next, false));
  let turn = 0, mine; // turn: number of the last question; mine: the id of the job that this session submitted

  const job = computed(() => followed.value?.job.value ?? null);
  const answer = computed(() => job.value?.result);
  const alive = computed(() => followed.value?.alive.value ?? true);
  const state = computed(() => (asking.value ? 'asking' : fault.value ? 'refused' : !followed.value ? 'editing' : job.value && ended(job.value) ? 'answered' : 'waiting'));
  const opening = signal(false); // the example that opens the page waits for its answer: the panel stays empty, so that nothing jumps
  const session = { kind, problem, asked, fault, view, job, answer, alive, state, opening, focus: false, example: false, undo: history.undo, redo: history.redo,
    past: computed(() => history.steps.value.past), future: computed(() => history.steps.value.future) };

  // Drops the answer, or the question that is being asked.
  function leave() {
    turn++;
    const left = followed.peek();
    if (left?.job.peek() && !ended(left.job.peek()) && left.job.peek().id === mine) cancelJob(mine).catch(nothing);
    left?.close();
    batch(() => { followed.value = null; asked.value = undefined; fault.value = null; asking.value = false; opening.value = false; });
  }

  function replace(next, push) {
    const answered = followed.peek() !== null;
    batch(() => { leave(); problem.value = next; if (answered || push) view.value = {}; });
    session.example = false;
    save(push || answered);
  }

  // Edits the question; push: it is another problem (an example, a paste), not a step.
  session.change = (next, { push = false } = {}) => {
    history.record();
    replace(next, push);
  };

  session.look = (changes) => {
    const next = { ...view.peek(), ...changes };
    for (const name in next) if (next[name] === undefined) delete next[name];
    view.value = next;
    save(false);
  };

  // Shows the job of a question; initial: as far as it is known.
  session.show = (id, question, initial) => {
    leave();
    const found = follow(id, initial);
    batch(() => { asked.value = question; followed.value = found; });
    return found;
  };

  // Posts the question; again when a server that cannot be reached is back. focus: the answer gets the focus.
  session.ask = async (given = problem.peek(), { focus = true } = {}) => {
    leave();
    const now = turn;
    asking.value = true;
    session.focus = focus;
    session.example = false;
    for (;;) {
      try {
        const made = await submit(kind, given, { wait: SOON });
        if (now !== turn) {
          if (!ended(made)) cancelJob(made.id).catch(nothing);
          return undefined;
        }
        mine = made.id;
        batch(() => { session.show(made.id, given, made); view.value = {}; });
        save(true);
        return made;
      } catch (error) {
        if (now !== turn) return undefined;
        fault.value = error;
        if (error.status !== 0) { asking.value = false; return undefined; }
        await unreachable();
        if (now !== turn) return undefined;
      }
    }
  };

  // Ends the running job; what it found so far stays. A question that is not accepted yet is withdrawn.
  session.cancel = async () => {
    if (job.peek() && !ended(job.peek())) await cancelJob(job.peek().id);
    else if (asking.peek()) leave();
  };

  // Returns to the question as it was asked.
  session.edit = () => {
    batch(() => { leave(); view.value = {}; });
    session.example = false;
    save(true);
  };

  // Takes the state of an address. The steps of undo stay.
  session.restore = (given, pictured) => batch(() => { leave(); problem.value = given; view.value = pictured; });

  session.close = leave;
  return session;
}

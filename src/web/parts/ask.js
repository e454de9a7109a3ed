// Solves a further problem for the current view, without leaving the page.
import { get, submit } from '../app/net/api.js';
import { useRef, useSignal } from '../app/dom.js';
import { ended } from '../app/state.js';

const PATIENCE = 10; // seconds that one request waits for the job
const PAUSE = 1000; // ms before the next request after a reply 429

const pause = (ms) => new Promise((done) => { setTimeout(done, ms); });

export async function answerOf(kind, problem) {
  let job = await submit(kind, problem, { wait: PATIENCE });
  while (!ended(job)) job = await get(`/v1/jobs/${job.id}?wait=${PATIENCE}`).catch((error) => { if (error.status !== 429) throw error; return pause(PAUSE).then(() => job); });
  if (!job.result) throw new Error(job.error?.detail ?? job.status);
  return job.result;
}

// Returns { asking, fault, result, ask(problem), forget() }; only the answer to the last problem is kept.
export function useAsk(kind) {
  const state = useSignal({}), last = useRef(0);
  const ask = async (problem) => {
    const mine = ++last.current;
    state.value = { ...state.peek(), asking: true, fault: undefined };
    try {
      const result = await answerOf(kind, problem);
      if (mine === last.current) state.value = { result };
      return result;
    } catch (error) {
      if (mine === last.current) state.value = { fault: error.message };
      return undefined;
    }
  };
  const forget = () => { last.current++; state.value = {}; };
  return { ...state.value, ask, forget };
}

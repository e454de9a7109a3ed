// Asks the server something more about what is on the screen, without leaving it.
import { get, submit } from '../../app/api.js';
import { useRef, useSignal } from '../../app/dom.js';
import { ended } from '../../app/state.js';

const PATIENCE = 10; // seconds that one request waits

export async function answerOf(kind, problem) {
  let job = await submit(kind, problem, { wait: PATIENCE });
  while (!ended(job)) job = await get(`/v1/jobs/${job.id}?wait=${PATIENCE}`).catch((error) => { if (error.status !== 429) throw error; return job; });
  if (!job.result) throw new Error(job.error?.detail ?? job.status);
  return job.result;
}

// -> { asking, fault, result, ask(problem), forget() }; only the answer to the last question counts.
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

import { html, signal, useSignal } from '../app/dom.js';
import { request, submit } from '../app/api.js';
import { stream } from '../app/stream.js';
import { attempt } from '../app/toast.js';
import sudoku from '../kinds/sudoku.js';

const problem = signal({ puzzle: '53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79' });
const shown = signal(null);
globalThis.__show = (job, problem) => { shown.value = { job, problem }; };
async function post(what = problem.value) {
  const job = await attempt(() => submit('sudoku', what, { wait: 2 }));
  if (job) shown.value = { job, problem: what };
  return job;
}
export const Solve = () => html`<${sudoku.Editor} problem=${problem} submit=${post} /><hr />
  ${shown.value && html`<${sudoku.View} ...${shown.value} />`}`;

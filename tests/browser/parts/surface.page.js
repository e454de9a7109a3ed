// The surface in its states: a question, one that is being asked, a running job with progress, answers, a refusal, a
// failed and a cancelled job, a server that is away, details that throw.
import { html, signal } from '../../../src/web/app/dom.js';
import { ended } from '../../../src/web/app/state.js';
import { Surface } from '../../../src/web/surface/surface.js';

const nothing = () => {};
const kind = {
  about: () => 'A board with one number. Its answer is twice the number.', docs: 'tour',
  examples: [{ name: 'One', problem: { number: 1 } }, { name: 'Two', problem: { number: 2 } }]
};
const jobOf = (status, more) => ({
  id: '0193a5b0c0de0000000000000000beef', kind: 'toy', status, created_at: '2026-01-01T10:00:00.000Z',
  ...(status !== 'queued' && { started_at: '2026-01-01T10:00:00.010Z' }), ...(ended({ status }) && { finished_at: '2026-01-01T10:00:01.510Z' }), ...more
});

function sessionOf(state, { job = null, fault = null, alive = true } = {}) {
  const problem = signal({ number: 21 });
  return {
    kind: 'toy', problem, asked: signal(job ? problem.peek() : undefined), job: signal(job), answer: signal(job?.result), fault: signal(fault), alive: signal(alive),
    state: signal(state), opening: signal(false), view: signal({}), past: signal([]), future: signal([]), change: nothing, undo: nothing, redo: nothing, ask: nothing, cancel: nothing, edit: nothing, look: nothing
  };
}

const Board = ({ session }) => html`<div class="panel"><p>${session.answer.value ? `2 × 21 = ${session.answer.value.twice}` : '2 × 21'}</p></div>`;
const Broken = () => { throw new Error('broken on purpose'); };

const show = (state, given, more) => {
  const session = sessionOf(state, given);
  return () => html`<${Surface} session=${session} kind=${kind} board=${html`<${Board} session=${session} />`} verdict=${{ tone: 'good', text: 'Twice 21 is 42.' }} status="One number."
    actions=${html`<button type="button">Solve</button><button type="button" class="second">Hint</button>`} ...${more}>${more?.children ?? html`<p>The details of the answer.</p>`}<//>`;
};

export default {
  'a question': show('editing'),
  'being asked': show('asking'),
  'a server that is away': show('asking', { fault: { status: 0 } }),
  'waiting in the queue': show('waiting', { job: jobOf('queued', { queue_position: 3 }) }),
  'running, its share known': show('waiting', { job: jobOf('running', { progress: { done: 0.4 } }) }, { progress: { text: 'Searching: 12,000 nodes', value: 0.4 } }),
  'running, the connection lost': show('waiting', { job: jobOf('running'), alive: false }),
  'an answer': show('answered', { job: jobOf('succeeded', { result: { twice: 42 } }) }),
  'a long verdict, square': show('answered', { job: jobOf('succeeded', { result: { twice: 42 }, cached: true }) }, { square: true, verdict: { tone: 'warn', text: 'The time was up: there may be other solutions than this one, and none of the cells outside the third box is proved.' } }),
  'a refusal': show('refused', { fault: { status: 400, title: 'Invalid problem', detail: 'number must be an integer: "x"', pointer: '/number' } }),
  'a failure': show('answered', { job: jobOf('failed', { error: { type: 'https://nashd/errors/job-timeout', title: 'Timeout', detail: 'the time budget of 10 s ended' } }) }),
  'cancelled': show('answered', { job: jobOf('cancelled') }),
  'details that throw': show('answered', { job: jobOf('succeeded', { result: { twice: 42 } }) }, { children: html`<${Broken} />` })
};

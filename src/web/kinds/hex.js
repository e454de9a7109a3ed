// The page of Hex: see hex/. A training and a match have boards of their own, which are loaded when one is shown.
import { html } from '../app/dom.js';
import { lazy } from '../app/lazy.js';
import { examples } from './hex/examples.js';
import { Page } from './hex/page.js';
import { about } from './hex/words.js';

const Training = lazy(async () => (await import('./hex/training/page.js')).Training);
const Match = lazy(async () => (await import('./hex/training/match.js')).Match);

function Surface({ session, kind }) {
  const problem = session.problem.value, Shown = problem?.train ? Training : problem?.match ? Match : Page;
  return html`<${Shown} session=${session} kind=${kind} />`;
}

// Without the bytes of networks: a checkpoint has many MB, and neither a training nor a match shows it.
function lean(problem) {
  if (!problem?.train && !problem?.match) return problem;
  const { from, ...rest } = problem, player = ({ net, ...others }) => others;
  return problem.match ? { ...rest, match: { ...rest.match, a: player(rest.match.a ?? {}), b: player(rest.match.b ?? {}) } } : rest;
}

export default { about, docs: 'hex', examples, lean, Surface };

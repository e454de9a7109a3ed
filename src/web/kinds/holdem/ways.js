// The switch between the two questions: equities, and a hand that is read. Each keeps its last problem of this tab.
import { html } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { examples } from './examples.js';
import { isLine } from './line/text.js';

const wayOf = (problem) => (problem?.learn ? 'learn' : isLine(problem) ? 'line' : 'equity'), kept = {}; // way -> problem

export function Ways({ session, problem }) {
  const way = wayOf(problem);
  const choose = (other) => {
    if (other === way) return;
    kept[way] = problem;
    session.change(kept[other] ?? examples.find((one) => wayOf(one.problem) === other).problem, { push: true });
  };
  return html`<div class="ways" role="group" aria-label=${t('Question')}>${[['equity', t('Equity')], ['line', t('Read a hand')]].map(([id, name]) => html`<button type="button" key=${id} class="second" aria-pressed=${id === way} onClick=${() => choose(id)}>${name}</button>`)}</div>`;
}

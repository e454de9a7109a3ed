// How an opponent is used: a question of its kind, and the calls.
import { html } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { kindName } from '../../app/kinds.js';
import { curl } from '../../app/net/curl.js';
import { link } from '../../app/router.js';
import { Command } from '../command.js';

// A question of each kind that an opponent can be asked about.
const QUESTIONS = {
  holdem: { line: 'p3 cbr 250; p4 f; p5 f; p6 cbr 800; p1 f; p2 f; p3 cc; db Qh7s2d; p3 cc; p6 cbr 900', of: 'p6', hero: { player: 'p3', cards: 'AhQd' } }
};

export function Use({ opponent: { id, kind, hands } }) {
  const here = `${location.origin}/v1`, problem = QUESTIONS[kind] && { ...QUESTIONS[kind], opponent: id };
  return html`<section class="opp-use" aria-labelledby="opp-use"><h2 id="opp-use">${t('Use it')}</h2>
    ${problem && (hands > 0 ? html`<p><a class="button second" href=${link([kind], { p: JSON.stringify(problem) })}>${t('Ask what it holds in a hand: {kind}', { kind: kindName(kind) })}</a></p>` : html`<p class="muted">${t('It can be asked as soon as it has learnt hands.')}</p>`)}
    <details class="panel"><summary>${t('From a program')}</summary>
      <p>${t('Let it learn:')}</p><${Command}>${`curl -s ${here}/opponents/${id}/observe -H 'Content-Type: text/plain' --data-binary @hands.txt`}<//>
      ${problem && html`<p>${t('Ask: the opponent stands in the place of a model.')}</p><${Command}>${curl({ method: 'POST', url: `${here}/${kind}`, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(problem) })}<//>`}
      <p>${t('Read its report:')}</p><${Command}>${`curl -s ${here}/opponents/${id}/report`}<//>
      <p>${t('Copy it to another server:')}</p><${Command}>${`curl -s ${here}/opponents/${id}/export | curl -s http://127.0.0.1:8081/v1/opponents/import --json @-`}<//></details></section>`;
}

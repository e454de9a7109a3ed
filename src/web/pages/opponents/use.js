// How an opponent is used: a question of its kind, and the calls.
import { html } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { kindName } from '../../app/kinds.js';
import { curl } from '../../app/net/curl.js';
import { link } from '../../app/router.js';
import { Command } from '../command.js';
import { ofKind } from './of_kind.js';

export function Use({ opponent: { id, kind, hands, settings } }) {
  const here = `${location.origin}/v1`, { question, ask } = ofKind(kind), problem = question && { ...question(settings), opponent: id };
  return html`<section class="opp-use" aria-labelledby="opp-use"><h2 id="opp-use">${t('Use it')}</h2>
    ${problem && (hands > 0 ? html`<p><a class="button second" href=${link([kind], { p: JSON.stringify(problem) })}>${t(ask, { kind: kindName(kind) })}</a></p>` : html`<p class="muted">${t('It can be asked as soon as it has learnt hands.')}</p>`)}
    <details class="panel"><summary>${t('From a program')}</summary>
      <p>${t('Let it learn:')}</p><${Command}>${`curl -s ${here}/opponents/${id}/observe -H 'Content-Type: text/plain' --data-binary @hands.txt`}<//>
      ${problem && html`<p>${t('Ask: the opponent stands in the place of a model.')}</p><${Command}>${curl({ method: 'POST', url: `${here}/${kind}`, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(problem) })}<//>`}
      <p>${t('Read its report:')}</p><${Command}>${`curl -s ${here}/opponents/${id}/report`}<//>
      <p>${t('Copy it to another server:')}</p><${Command}>${`curl -s ${here}/opponents/${id}/export | curl -s http://127.0.0.1:8081/v1/opponents/import --json @-`}<//></details></section>`;
}

// Adds what another opponent has learnt. Only models of the same player or game can be added.
import { html, useEffect, useSignal } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';
import { Dialog, shut } from '../../app/ui/dialog.js';
import { all } from './calls.js';
import { learnFrom } from './observations.js';
import { Refusal, subjectOf } from './parts.js';

export function Merge({ opponent, onClose }) {
  const others = useSignal(null), chosen = useSignal(''), failed = useSignal(null);
  const fits = (other) => other.id !== opponent.id && other.kind === opponent.kind && other.hands > 0 && subjectOf(other) === subjectOf(opponent);
  useEffect(() => { all().then((found) => { others.value = found.filter(fits); }, (problem) => { failed.value = problem; }); }, []);
  const other = others.value?.find(({ id }) => id === chosen.value) ?? others.value?.[0];
  const add = (event) => {
    event.preventDefault();
    learnFrom(opponent.id, other);
    shut(event);
  };
  return html`<${Dialog} class="opp-dialog" title=${t('Add what another opponent has learnt')} onClose=${onClose}><form onSubmit=${add}>
    ${failed.value && html`<${Refusal} error=${failed.value} />`}
    ${others.value?.length === 0 ? html`<p>${t('There is no other opponent of this kind and player that has learnt hands.')}</p>`
      : html`<label class="field">${t('From')}<select disabled=${!other} value=${other?.id} onChange=${({ target }) => { chosen.value = target.value; }}>
        ${(others.value ?? []).map((one) => html`<option key=${one.id} value=${one.id}>${one.name} (${number(one.hands)})</option>`)}</select></label>
        <p class="hint">${t('The other one stays as it is. Hands that both have learnt count twice.')}</p>`}
    <div class="row end"><button type="button" class="quiet" onClick=${shut}>${t('Cancel')}</button><button disabled=${!other}>${t('Merge')}</button></div></form><//>`;
}

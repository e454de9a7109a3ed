// The list of opponents.
import { html, useSignal } from '../../app/dom.js';
import { useEvery } from '../../app/every.js';
import { ago, clock, number, t } from '../../app/i18n.js';
import { kindName } from '../../app/kinds.js';
import { link } from '../../app/router.js';
import { now } from '../../app/tick.js';
import { openFile, useIntake } from '../../parts/intake.js';
import { all } from './calls.js';
import { Create, Remove, subjectOf, takeImport } from './parts.js';

const EVERY = 5000, SOON = 1000; // ms between polls; SOON while one learns

function Row({ opponent, remove }) {
  const { id, kind, name, hands, pending, updated_at: changed } = opponent, player = subjectOf(opponent);
  const when = html`<time datetime=${changed} title=${clock(changed)}>${ago(changed, now.value)}</time>`;
  return html`<tr><th scope="row"><a href=${link(['opponents', id])}>${name}</a>${player && player !== name && html` <span class="muted">${player}</span>`}<small class="opp-when muted">${when}</small></th>
    <td class="opp-kind">${kindName(kind)}</td>
    <td class="right num">${number(hands)}</td>
    <td class="right num">${pending > 0 ? html`<span class="state running">${number(pending)}</span>` : '0'}</td>
    <td class="right opp-changed">${when}</td>
    <td class="right"><button class="quiet" aria-label=${t('Delete {name}', { name })} onClick=${() => remove(opponent)}>✕</button></td></tr>`;
}

const Table = ({ opponents, remove }) => html`<div class="scroll panel opp-list" role="region" aria-label=${t('Opponents')} tabindex="0"><table>
  <thead><tr><th scope="col">${t('Name')}</th><th scope="col" class="opp-kind">${t('Kind')}</th><th scope="col" class="right">${t('Hands')}</th>
    <th scope="col" class="right">${t('Pending')}</th><th scope="col" class="right opp-changed">${t('Changed')}</th><th><span class="visually-hidden">${t('Actions')}</span></th></tr></thead>
  <tbody>${opponents.map((one) => html`<${Row} key=${one.id} opponent=${one} remove=${remove} />`)}</tbody></table></div>`;

export function List() {
  const opponents = useSignal(null), failed = useSignal(null), creating = useSignal(false), removing = useSignal(null);
  const ask = async () => {
    try {
      opponents.value = await all();
      failed.value = null;
    } catch (problem) {
      failed.value = problem;
    }
  };
  useEvery(opponents.value?.some(({ pending }) => pending) ? SOON : EVERY, ask);
  useIntake(takeImport);
  return html`<div class="row opp-title opp-list-title"><h1 class="grow">${t('Opponents')}</h1>
      <span class="row"><button class="second" onClick=${() => openFile('.json,application/json', takeImport)}>${t('Import…')}</button>
      <button onClick=${() => { creating.value = true; }}>${t('New opponent')}</button></span></div>
    <p class="muted">${t('An opponent is a model of a player, learnt from hands that were played.')}</p>
    ${failed.value && html`<p class="notice bad" role="alert">${t(failed.value.message)} <button class="second" onClick=${ask}>${t('Try again')}</button></p>`}
    ${!opponents.value && !failed.value && html`<p class="muted" role="status">${t('Loading…')}</p>`}
    ${opponents.value?.length > 0 && html`<${Table} opponents=${opponents.value} remove=${(one) => { removing.value = one; }} />`}
    ${opponents.value?.length === 0 && html`<div class="opp-empty"><h2>${t('No opponents yet')}</h2>
      <p>${t('Make one, give it hands, and see how well it predicts. Then ask what it may hold.')}</p></div>`}
    ${creating.value && html`<${Create} onClose=${() => { creating.value = false; }} />`}
    ${removing.value && html`<${Remove} opponent=${removing.value} onClose=${() => { removing.value = null; }} onGone=${ask} />`}`;
}

// Whose model predicts the player: a stored opponent, or a typical player.
import { html, useEffect, useId, useSignal } from '../../../app/dom.js';
import { number, t } from '../../../app/i18n.js';
import { get } from '../../../app/net/api.js';
import { link } from '../../../app/router.js';

const MOST = 200; // opponents that are listed

// The opponents are fetched when the field is opened, or if the problem names one.
export function Opponent({ problem, change, refused }) {
  const list = useSignal(undefined), asked = useSignal(false), wanted = asked.value || problem.opponent !== undefined, id = useId(), chosen = problem.opponent ?? '';
  useEffect(() => {
    if (!wanted || list.peek()) return;
    get(`/v1/opponents?limit=${MOST}`).then(({ opponents }) => { list.value = opponents.filter(({ kind, hands }) => kind === 'holdem' && hands > 0); }, () => { list.value = []; });
  }, [wanted]);
  if (problem.model) return html`<p>${t('A model of {count} hands is given.', { count: number(problem.model.hands ?? 0) })} <button type="button" class="quiet" onClick=${() => change({ ...problem, model: undefined })}>${t('Use a typical player')}</button></p>`;
  if (!list.value) return html`<p><button type="button" class="quiet" onClick=${() => { asked.value = true; }}>${t('Use what an opponent has taught…')}</button></p>`;
  const all = list.value.some((one) => one.id === chosen) || !chosen ? list.value : [...list.value, { id: chosen, name: chosen }];
  return html`<div class="field"><label for=${id}>${t('Model')}</label><select id=${id} value=${chosen} aria-invalid=${refused ? 'true' : undefined} onChange=${({ target }) => change({ ...problem, opponent: target.value || undefined })}>
    <option value="">${t('a typical player')}</option>${all.map((one) => html`<option key=${one.id} value=${one.id}>${one.name}${one.hands !== undefined && ` (${number(one.hands)})`}</option>`)}</select>
    <span class="hint">${all.length ? t('In brackets: the hands that it has learnt.') : t('No opponent has learnt hands of Hold’em yet.')} <a href=${link(['opponents'])}>${t('Opponents')}</a></span></div>`;
}

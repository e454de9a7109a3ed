// What a call costs, and what each action is worth.
import { html } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { ShareBar, ValueBars } from '../../parts/charts/bars.js';
import { Field } from '../../parts/field.js';
import { actionName, percent } from './words.js';

const amountOf = (text) => (/^\d+(\.\d+)?$/.test(text.trim()) ? Number(text) : undefined);

// The pot and the bet that Player 1 has to call; both empty: only the equity is computed.
export function Stakes({ problem, change }) {
  const read = (name) => (text) => {
    if (text.trim() && amountOf(text) === undefined) return false;
    change({ [name]: text.trim() ? amountOf(text) : undefined });
    return true;
  };
  return html`<div class="stakes"><${Field} label=${t('Pot')} hint=${t('With the bet of the other player in it.')} value=${problem.pot === undefined ? '' : String(problem.pot)} read=${read('pot')} />
    <${Field} label=${t('To call')} hint=${t('What Player 1 has to pay.')} value=${problem.to_call === undefined ? '' : String(problem.to_call)} read=${read('to_call')} /></div>`;
}

// The expected value of each action, and the share of the pot at which a call breaks even.
export const Decision = ({ decision: { actions, best, break_even: need }, equity }) => html`<section class="decision"><h3>${t('What each action is worth')}</h3>
  <${ValueBars} label=${t('What each action is worth')} rows=${actions.map(({ id, ev, stderr, p_fold: folds }) => ({ id, name: actionName(id), value: ev, error: 1.96 * (stderr ?? 0), best: id === best, note: folds > 0 && t('{share} folds', { share: percent(folds) }) }))} />
  ${need !== undefined && html`<p class="need"><${ShareBar} share=${equity} mark=${need} label=${t('{share} of the pot, a call needs {need}', { share: percent(equity, 1), need: percent(need, 1) })} />
    ${t('A call breaks even at {need}; the hand has {share}.', { need: percent(need, 1), share: percent(equity, 1) })}</p>`}</section>`;

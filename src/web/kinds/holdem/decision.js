// What a call costs, and what each action is worth.
import { html } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';
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

// Bars from zero for the expected value of each action.
export function Decision({ decision: { actions, best, break_even: need }, equity }) {
  const most = Math.max(...actions.map(({ ev }) => Math.abs(ev)), 1e-9);
  return html`<section class="decision"><h3>${t('What each action is worth')}</h3><table class="evs"><tbody>${actions.map(({ id, ev }) => html`<tr key=${id} class=${id === best ? 'best' : ''}><th scope="row">${actionName(id)}${id === best && html` <span class="star" aria-hidden="true">★</span><span class="visually-hidden">${t('best')}</span>`}</th>
      <td class="ev-bar" aria-hidden="true"><i class=${ev < 0 ? 'loss' : ''} style=${{ left: `${ev < 0 ? 50 + 50 * ev / most : 50}%`, width: `${50 * Math.abs(ev) / most}%` }}></i></td><td class="num">${number(ev, { maximumFractionDigits: 2 })}</td></tr>`)}</tbody></table>
    <p class="need"><span class="bar" role="img" aria-label=${t('{share} of the pot, a call needs {need}', { share: percent(equity, 1), need: percent(need, 1) })}><i style=${{ width: `${100 * equity}%` }}></i><b style=${{ left: `${100 * need}%` }}></b></span>
      ${t('A call breaks even at {need}; the hand has {share}.', { need: percent(need, 1), share: percent(equity, 1) })}</p></section>`;
}

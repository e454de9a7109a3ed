// The answer to a decision in tables: the values of the actions, where the decision changes, and what each observation told.
import { html } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { ShareBar, ValueBars } from '../../parts/charts/bars.js';
import { Slider } from '../../parts/slider.js';
import { amount, methodText, percent } from './words.js';

// Steps through the observations; the table shows the posterior after each.
function Steps({ session, result, last, at }) {
  const signal = { get value() { return at; }, peek: () => at, set value(step) { session.look({ step: step === last ? undefined : String(step) }); } };
  const told = at > 0 ? result.observations[at - 1] : undefined;
  return html`<${Slider} at=${signal} last=${last} label=${t('What each observation told')} list=${() => null}>
    <p>${told ? t('{name}: {bits} bits, towards {state}', { name: told.observation, bits: amount(told.bits_gained), state: told.towards ?? '–' }) : t('Before the first observation: {bits} bits are unknown.', { bits: amount(result.entropy_bits.prior) })}</p><//>`;
}

export function Inference({ session, result, last, at }) {
  const { actions = [], best, p_win: wins, p_tie: ties, switch_p: turn, evpi, ignoring, corrections = [] } = result;
  return html`${result.model_contradicted && html`<p class="notice warn">${t('The model says that this could not happen; see the explanation.')}</p>`}
    <${ValueBars} label=${t('What each action is worth')} rows=${actions.map(({ id, ev, stderr }) => ({ id, name: id, value: ev, error: 1.96 * (stderr ?? 0), best: id === best }))} />
    ${wins !== undefined && html`<p><${ShareBar} share=${wins} mark=${turn ?? undefined} label=${t('wins {share}', { share: percent(wins, 1) })} />
      ${t('wins {share}', { share: percent(wins, 1) })}${ties > 0 && `, ${t('ties {share}', { share: percent(ties, 1) })}`}. ${turn !== undefined && turn !== null ? t('The decision changes at {share}.', { share: percent(turn, 1) }) : ''}</p>`}
    ${last > 0 && result.observations && html`<${Steps} session=${session} result=${result} last=${last} at=${at} />`}
    <ul class="facts">${ignoring && html`<li>${ignoring.best === best ? t('Without the observations: the same action.') : t('Without the observations: {action}, which loses {value}.', { action: ignoring.best, value: amount(ignoring.loss) })}</li>`}
      ${evpi !== undefined && html`<li>${t('To see what is hidden would be worth {value}.', { value: amount(evpi) })}</li>`}<li class="muted">${methodText(result)}</li></ul>
    ${corrections.length > 0 && html`<details class="corrections"><summary>${t('Corrections to the formula of the patent')}</summary><ul>${corrections.map(({ defect, text }) => html`<li key=${defect}><b>${defect}</b> ${text}</li>`)}</ul></details>`}
    ${result.explanation?.length > 0 && html`<details><summary>${t('Explanation')}</summary><ol class="explanation">${result.explanation.map((line, i) => html`<li key=${i}>${line}</li>`)}</ol></details>`}`;
}

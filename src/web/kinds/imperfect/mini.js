// The miniature of the home page: how often a bet is a bluff, by the rule of Bayes.
import { html, useSignal } from '../../app/dom.js';
import { t } from '../../app/i18n.js';

export default function Mini() {
  const weak = useSignal(50), bluffs = useSignal(20), share = weak.value * bluffs.value / (weak.value * bluffs.value + 100 * (100 - weak.value));
  const slider = (label, at, least) => html`<label><span>${label}</span><input type="range" min=${least} max="95" step="5" value=${at.value} onInput=${({ target }) => { at.value = Number(target.value); }} /></label>`;
  return html`${slider(t('Weak hands: {share} %', { share: weak.value }), weak, 5)}${slider(t('They bet {share} % of them', { share: bluffs.value }), bluffs, 0)}
    <p role="status">${t('A bet is a bluff {share} % of the time.', { share: Math.round(100 * share) })}</p>`;
}

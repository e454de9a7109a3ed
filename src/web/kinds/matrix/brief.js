// What a list says of a job. The server's brief of a result is English, made of phrases between ", " and ": ".
import { t } from '../../app/i18n.js';

// What a phrase is made of, and how it is said.
const forms = [
  [/^(\d+)x(\d+) (bimatrix|zero-sum)$/, (rows, cols, form) => (form === 'bimatrix' ? t('{rows}×{cols} game', { rows, cols }) : t('{rows}×{cols} zero-sum game', { rows, cols }))],
  [/^(\d+) acts?$/, (count) => t('acts: {count}', { count })],
  [/^(\d+) states?$/, (count) => t('states: {count}', { count })],
  [/^(\d+) equilibri(?:um|a)$/, (count) => t('equilibria: {count}', { count })],
  [/^at least (\d+) equilibri(?:um|a)$/, (count) => t('equilibria: {count} or more', { count })],
  [/^(\d+) pure$/, (count) => t('{count} pure', { count })],
  [/^value (\S+)$/, (value) => t('value {value}', { value })],
  [/^(maximin|regret|expected) (\d+)(?: \(\d+ tie\))?$/, (criterion, act) => (criterion === 'maximin' ? t('maximin: act {act}', { act }) : criterion === 'regret' ? t('regret: act {act}', { act }) : t('expected value: act {act}', { act }))]
];

// Others: t('decision') t('an equilibrium') t('degenerate') t('unfinished') t('timeout')
function phrase(text) {
  for (const [form, say] of forms) {
    const found = form.exec(text);
    if (found) return say(...found.slice(1));
  }
  return t(text);
}

export default ({ brief }) => brief?.split(/(, |: )/).map((part, i) => (i % 2 ? part : phrase(part))).join('');

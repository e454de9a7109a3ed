// What a list says of a job. The server's brief of a result is English, made of phrases between ", " and ": ", each of
// fixed words or of words around one number or two.
import { t } from '../../app/i18n.js';

// Phrases: t('{a}x{b} bimatrix') t('{a}x{b} zero-sum') t('{a}x{b} decision') t('value {a}') t('{a} equilibrium') t('{a} equilibria')
// t('at least {a} equilibria') t('an equilibrium') t('{a} pure') t('degenerate') t('unfinished') t('timeout') t('maximin {a}') t('regret {a}')
// t('expected {a}') t('maximin tied') t('regret tied') t('expected tied')
function phrase(text) {
  const found = {};
  return t(text.replace(/-?\d[\d/]*/g, (number) => {
    const name = found.a ? 'b' : 'a';
    found[name] = number;
    return `{${name}}`;
  }), found);
}

export default ({ brief }) => brief?.split(/(, |: )/).map((part, i) => (i % 2 ? part : phrase(part))).join('');

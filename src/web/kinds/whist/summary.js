// The description of a job in lists. The server's summary of a result is English and consists of phrases separated by
// ", " and ": ", each made of fixed words or of words around one number.
import { t } from '../../app/i18n.js';

// Phrases: t('{count} card each') t('{count} cards each') t('{count} suit') t('{count} suits') t('no trump') t('a leads') t('b leads')
// t('{count} mistake in play') t('{count} mistakes in play') t('timeout') t('distribution')
const signs = { S: '♠', H: '♥', D: '♦', C: '♣' };

function phrase(text) {
  const [, suit] = /^trump ([SHDC])$/.exec(text) ?? [], [count] = /\d+/.exec(text) ?? [];
  if (suit) return t('trump {suit}', { suit: signs[suit] });
  return t(text.replace(/^\d+/, '{count}'), { count });
}

export default ({ summary }) => summary?.split(/(, |: )/).map((part, i) => (i % 2 ? part : phrase(part))).join('');

// A hand that is read, in words.
import { number, t } from '../../../app/i18n.js';
import { actionName, percent, sharedText } from '../words.js';

export const bits = (value) => number(value, { minimumFractionDigits: 2, maximumFractionDigits: 2 });

// step: of the result. Returns "p3 raises to 250"; of a street its name.
export function stepName({ action, street, player: name, to_call: due }) {
  const [, , verb, amount] = /^(\S+) (\S+) ?(.*)$/.exec(action);
  const chips = number(Number(amount || due || 0));
  if (/^deal /.test(action)) return street === 'flop' ? t('Flop') : street === 'turn' ? t('Turn') : t('River');
  if (verb === 'fold') return t('{name} folds', { name });
  if (verb === 'check') return t('{name} checks', { name });
  if (verb === 'call') return t('{name} calls {chips}', { name, chips });
  return verb === 'bet' ? t('{name} bets {chips}', { name, chips }) : t('{name} raises to {chips}', { name, chips });
}

// t('the hero\'s cards are not known') t('the range has no hand left') t('it is not the hero\'s turn at the end of the line') t('more than two players are left: decisions are for two')
export const whyText = (why) => t(why);

// Returns the verdict of a surface. all: the entropy before the first action.
export function verdictOf({ of: name, decision, equity, model_contradicted: contradicted, entropy_bits: left, bits_gained: gained, steps, timeout }) {
  if (contradicted) return { tone: 'warn', text: t('No hand of {name} fits this line.', { name }) };
  const tone = timeout ? 'warn' : 'good', top = steps.at(-1)?.top[0];
  if (decision) return { tone, text: `${actionName(decision.best)}: ${sharedText(t('our hand'), equity, decision.break_even)}` };
  return { tone, text: [top && t('{name} most likely has {hand}', { name, hand: top.hand }), t('{left} of {all} bits left', { left: bits(left), all: bits(left + gained) })].filter(Boolean).join(', ') };
}

export const likely = (p) => percent(p, 1);
export const rare = (p) => number(p, { style: 'percent', maximumSignificantDigits: 2 });

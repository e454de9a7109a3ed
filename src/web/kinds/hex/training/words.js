// Words of trainings.
import { number, t } from '../../../app/i18n.js';
import { percent } from '../opinion.js';

export const about = () => t('A network learns Hex from nothing. The curve shows how often it wins against fixed players, without search.');

export const RECIPES = {
  self_play: [/* t */ 'Self-play with search', /* t */ 'It plays against itself by a tree search, and learns which moves the search preferred and who won. The strongest for most boards.'],
  n_step: [/* t */ 'Q-learning, some moves ahead', /* t */ 'It plays against itself without search, now and then at random, and learns what each move was worth some moves later.'],
  seed: [/* t */ 'Q-learning, one move ahead', /* t */ 'The same with targets of one move: the classical deep Q-learning. It needs more steps.']
};
export const recipeName = (recipe) => (RECIPES[recipe] ? t(RECIPES[recipe][0]) : recipe);

export const referenceName = (name) => ({ uct: t('tree search'), resistance: t('resistance'), best: t('its best so far') })[name];

const PHASES = { mentor_games: /* t */ 'The mentor plays games.', mentor_steps: /* t */ 'It learns from the games of the mentor.', learning: /* t */ 'It plays and learns.' };
export const phaseWords = (phase) => (PHASES[phase] ? t(PHASES[phase]) : '');

export const sizesWords = ({ size, sizes = [size ?? 7] }) => sizes.map((n) => `${n} × ${n}`).join(', ');

export const netWords = ({ layers, channels }) => t('{layers} layers of {channels}', { layers, channels });

// A rate with its interval: '62 % (48 to 74)'.
export const rateWords = ({ value, low, high }) => t('{n} % ({low} to {high})', { n: percent(value), low: percent(low), high: percent(high) });

// The sentence of a training: { tone, text }.
export function verdictOf({ step, best, finished, diverged }) {
  const rate = best?.uct?.rate, won = rate === undefined ? '' : t('Its best network wins {n} % against tree search.', { n: percent(rate) });
  if (diverged) return { tone: 'bad', text: t('It diverged at step {step}. A smaller learning rate may help.', { step: number(step) }) };
  return finished ? { tone: 'good', text: t('{first} {second}', { first: t('Trained.'), second: won }) } : { tone: 'warn', text: t('{first} {second}', { first: t('Paused at step {step}.', { step: number(step) }), second: won }) };
}

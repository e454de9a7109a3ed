// Answers and faults of bridge in words.
import { number, t } from '../../app/i18n.js';
import { sideOf } from '../../parts/hands/cards.js';
import { contractText } from '../../parts/hands/contract.js';
import { bySide } from '../../parts/hands/play.js';
import { cardText, seatName, sideName, signs } from '../../parts/hands/signs.js';
import { overOf, toPlayOf, tricksIn } from './question.js';

export const signed = (score) => number(score, { signDisplay: 'exceptZero' });
export const outcome = (over) => (over > 0 ? t('{n} over', { n: over }) : over < 0 ? t('{n} down', { n: -over }) : t('just made'));
export const contractSigns = (contract) => contractText(contract).replace(/[SHDC]/, (suit) => signs[suit]).replace('NT', t('NT')).replaceAll('X', '×');
const named = (contract) => t('{contract} by {seat}', { contract: contractSigns(contract), seat: seatName(contract.declarer) });

export const faultText = (fault) => (!fault ? '' : fault.reason === 'empty' ? t('No card is dealt yet.') : fault.reason === 'hidden' ? t('Select the hidden hands.')
  : fault.reason === 'visible' ? t('{seat} is to play: that hand must be visible.', { seat: seatName(fault.seat) }) : t('All hands need the same number of cards, one less after they have played to the trick.'));

// Names of the parts of `want`, also of those unknown when the time ended.
export const partName = (part) => ({ table: t('Table'), card: t('Cards'), line: t('Best line'), par: t('Par'), play: t('Played hand'), score: t('Score'), sample: t('Averages') })[part];

const mistakes = (count) => (count > 1 ? t('{count} mistakes in the played hand.', { count }) : count ? t('One mistake in the played hand.') : t('No mistake in the played hand.'));

function sampleText({ sample: { deals, cards } }) {
  const [{ card, tricks, makes }] = [...cards].sort((one, two) => (two.makes ?? 0) - (one.makes ?? 0) || two.tricks - one.tricks);
  const best = t('Best of {deals} deals: {card}, {tricks} tricks on average.', { deals: number(deals), card: cardText(card), tricks: number(tricks, { maximumFractionDigits: 2 }) });
  return makes === undefined ? best : `${best} ${t('{share} succeed.', { share: number(makes, { style: 'percent', maximumFractionDigits: 0 }) })}`;
}

// Returns the answer in one sentence: { tone, text }.
export function verdictOf(result, setting) {
  const { contract } = setting, parts = [], { score, cards, play, par, sample } = result;
  let tone = result.timeout ? 'warn' : '';
  if (result.timeout) parts.push(sample ? t('The time was up: these are averages of fewer deals than requested.') : t('The time was up. Shown is what is proved.'));
  if (sample) parts.push(sampleText(result));
  if (score && contract) {
    const over = score.tricks - 6 - contract.level;
    tone ||= over < 0 ? 'bad' : 'good';
    parts.push(`${named(contract)}: ${outcome(over)}, ${signed(score.score)}.`);
  } else if (score) parts.push(`${t('passed out')}: 0.`);
  if (cards?.length && !(score && contract)) {
    const toPlay = result.to_play ?? toPlayOf(setting), side = sideOf(toPlay);
    parts.push(t('{seat} plays; {side} makes {count} tricks.', { seat: seatName(toPlay), side: sideName(side), count: Math.max(...cards.map(({ tricks }) => tricks)) }));
  }
  if (play) parts.push(mistakes(play.filter(({ cost }) => cost > 0).length));
  if (par && parts.length < 2) parts.push(`${t('Par: {score} for North-South', { score: signed(par.score) })}.`);
  if (!parts.length && result.table) parts.push(t('The tricks of all contracts.'));
  return { tone, text: parts.join(' ') || t('The time was up before anything was known.') };
}

// Returns the state of the play: { tone, text }. worth: of question.js, undefined while it is unknown.
export function playText(position, game, setting, worth) {
  const { contract } = setting, won = bySide(position.won), counted = t('North-South {ns}, East-West {ew}', won);
  if (position.over) {
    const over = overOf(position.won, game, setting);
    return over === undefined ? { tone: '', text: `${t('End of the play')}: ${counted}.` } : { tone: over < 0 ? 'bad' : 'good', text: `${named(contract)}: ${outcome(over)}. ${counted}.` };
  }
  const turn = t('{seat} plays', { seat: seatName(position.toPlay) }), best = worth && [...worth.values()].find((one) => one.best);
  if (!best) return { tone: '', text: `${turn}. ${counted}.` };
  if (best.over !== undefined) return { tone: best.over < 0 ? 'bad' : 'good', text: `${turn}. ${named(contract)}: ${outcome(best.over)}.` };
  return { tone: '', text: `${turn}; ${t('{side} makes {count} of {all} tricks.', { side: sideName(sideOf(position.toPlay)), count: best.tricks, all: tricksIn(game) })}` };
}

// Returns the values at the cards: Map card -> { text, title, tone, best }. With a contract they are tricks over or under
// it, else tricks lost against the best card.
export function labelsOf(worth) {
  return worth && new Map([...worth].map(([card, { tricks, over, cost, best }]) => {
    const by = over ?? -cost, lost = cost > 0 ? t('costs {count}', { count: cost }) : '';
    return [card, { text: by > 0 ? `+${by}` : by < 0 ? `−${-by}` : '=', tone: by < 0 ? 'bad' : 'good', best,
      title: [over === undefined ? t('{count} tricks', { count: tricks }) : outcome(over), lost].filter(Boolean).join(', ') }];
  }));
}

// The description of a job in lists. The server's summary of a result is English and consists of phrases separated by
// ", " and ": ".
import { number, t } from '../../app/i18n.js';

const SIGNS = { S: '♠', H: '♥', D: '♦', C: '♣' };
const signed = (text) => text.replace(/^(\d?)([SHDC])(?=X|\d|[AKQJT]|$)/, (whole, level, suit) => level + SIGNS[suit]).replaceAll('X', '×');
const seat = (letter) => ({ N: t('North'), E: t('East'), S: t('South'), W: t('West') })[letter];
const side = (letters) => ({ NS: t('North-South'), EW: t('East-West') })[letters];

// The forms of a phrase and their translations.
const forms = [
  [/^(\S+) by ([NESW]) makes (\d+)$/, (contract, by, tricks) => t('{contract} by {seat} makes {tricks}', { contract: signed(contract), seat: seat(by), tricks })],
  [/^(\S+) by ([NESW]) made (\d+)$/, (contract, by, tricks) => t('{contract} by {seat} made {tricks}', { contract: signed(contract), seat: seat(by), tricks })],
  [/^(makes|beats) (\S+) by ([NESW]) in (\d+)%$/, (what, contract, by, share) => (what === 'makes'
    ? t('makes {contract} by {seat} in {share} %', { contract: signed(contract), seat: seat(by), share }) : t('beats {contract} by {seat} in {share} %', { contract: signed(contract), seat: seat(by), share }))],
  [/^scores ([+-]?\d+)$/, (score) => t('scores {score}', { score })],
  [/^(\S+) by ([NESW])$/, (contract, by) => t('{contract} by {seat}', { contract: signed(contract), seat: seat(by) })],
  [/^(NS|EW) (\d+) of (\d+) tricks?$/, (who, tricks, count) => t('{side} {tricks} of {count} tricks', { side: side(who), tricks, count })],
  [/^(\d+) cards? played$/, (count) => t('{count} cards played', { count })],
  [/^(\d+) mistakes?$/, (count) => t('mistakes: {count}', { count })],
  [/^NS par ([+-]\d+)$/, (score) => t('par {score}', { score })],
  [/^(\d+) results$/, (count) => t('{count} results', { count })],
  [/^(\d+) of 20 results$/, (count) => t('{count} of 20 results', { count })],
  [/^(\d+) deals?$/, (count) => t('{count} deals', { count })],
  [/^best (\S+)$/, (card) => t('best {card}', { card: signed(card) })],
  [/^([\d.]+) tricks$/, (count) => t('{count} tricks', { count })],
  [/^([SHDC])$/, (suit) => SIGNS[suit]]
];

// Others: t('timeout') t('passed out') t('par 0') t('NT')
function phrase(text) {
  for (const [form, say] of forms) {
    const found = form.exec(text);
    if (found) return say(...found.slice(1));
  }
  return t(text);
}

export default function summary({ summary: said, progress }) {
  if (said) return said.split(/(, |: )/).map((part, i) => (i % 2 ? part : phrase(part))).join('');
  if (progress?.samples) return t('{deals} of {samples} deals', { deals: number(progress.deals), samples: number(progress.samples) });
  return progress?.table && t('{count} results', { count: Object.values(progress.table).flatMap((seat) => Object.keys(seat)).length });
}

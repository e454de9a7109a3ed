// Contracts and the calls of a bidding box, without drawing.
import { SEATS, SUITS } from './cards.js';

export const STRAINS = ['NT', ...SUITS]; // from the highest
export const LEVELS = [1, 2, 3, 4, 5, 6, 7];

// Reads '4SX', '3ntxx-N', '1NT by S' -> {level, strain, doubled: 0..2, declarer?}; null if it is no contract.
export function contractOf(text, declarer) {
  const [, level, strain, doubled, by] = /^\s*([1-7])\s*(NT?|[SHDC♠♥♦♣])\s*(X{0,2})\s*(?:(?:-|by)?\s*([NESW]))?\s*$/i.exec(text ?? '') ?? [];
  if (!level) return null;
  const suit = strain.toUpperCase().replace(/[♠♥♦♣]/, (sign) => SUITS['♠♥♦♣'.indexOf(sign)]);
  return { level: Number(level), strain: suit[0] === 'N' ? 'NT' : suit, doubled: doubled.length, declarer: by?.toUpperCase() ?? declarer };
}

export const contractText = ({ level, strain, doubled = 0 }) => `${level}${strain}${'X'.repeat(doubled)}`;

// Returns the rank of a bid in an auction: a call is sufficient over those of lower rank.
export const bidRank = ({ level, strain }) => 5 * level - STRAINS.indexOf(strain);

// Returns whether a call may follow. call: {level, strain} or a number of doubles (1, 2) or 0 for pass; over: the last
// bid with its doubles, or null; mine: the side to call made that bid.
export function possible(call, over, mine = false) {
  if (typeof call === 'object') return !over || bidRank(call) > bidRank(over);
  return call === 0 || (!!over && over.doubled === call - 1 && mine === (call === 2));
}

// Picks a call for the contract, given that every auction is possible: a bid keeps its declarer and loses its doubles;
// X and XX are switched on and off.
export function pick(contract, call) {
  if (typeof call === 'object') return { declarer: contract?.declarer ?? SEATS[2], ...call, doubled: 0 };
  return contract && { ...contract, doubled: contract.doubled === call ? 0 : call };
}

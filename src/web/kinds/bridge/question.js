// A problem of bridge without drawing: its setting, what can be asked about it, and positions of its play.
import { SEATS, after, cardsOf, sideOf, sizes } from '../../parts/hands/cards.js';
import { contractOf } from '../../parts/hands/contract.js';
import { bySide } from '../../parts/hands/play.js';
import { dealFor } from './write.js';

// Returns the trump, the leader, the contract if there is one, and the cards on the table.
export function settingOf(problem) {
  const { strain, leader, trick } = problem ?? {};
  const contract = problem?.contract ? contractOf(problem.contract, problem.declarer) : null;
  const trump = contract?.strain ?? strain?.toUpperCase();
  return { strain: trump === 'N' ? 'NT' : trump, leader: leader ?? (contract?.declarer && after(contract.declarer)), contract, trick: (Array.isArray(trick) && cardsOf(trick)) || [] };
}

// Returns the hands that averages do not see.
export function hiddenOf({ samples, known }, held) {
  const count = sizes(held);
  return samples > 0 ? SEATS.filter((seat) => !(known ?? SEATS.filter((one) => count[one])).includes(seat)) : [];
}

export const toPlayOf = ({ leader, trick }) => leader && after(leader, trick.length);

// Returns what keeps the hands from being submitted: { reason: 'empty' | 'hidden' | 'visible' | 'unequal', seat };
// null if nothing does.
export function faultOf(held, setting, hidden, { play, samples }) {
  const count = sizes(held), seen = SEATS.filter((seat) => !hidden.includes(seat)), toPlay = toPlayOf(setting);
  if (!seen.some((seat) => count[seat])) return { reason: 'empty' };
  if (hidden.includes(toPlay) && !play?.length) return { reason: 'visible', seat: toPlay };
  if (hidden.length) return null;
  if (samples > 0) return { reason: 'hidden' };
  const most = Math.max(...seen.map((seat) => count[seat])), short = seen.filter((seat) => count[seat] < most);
  const played = setting.trick.map((_, i) => after(setting.leader, i));
  return short.length && (short.length !== played.length || (setting.leader && short.some((seat) => !played.includes(seat) || count[seat] < most - 1))) ? { reason: 'unequal' } : null;
}

// Returns everything that can be asked about a problem, as its `want`; undefined for averages, null if nothing can be.
export function wantOf(question, held, fault) {
  const { strain, leader, contract, trick } = settingOf(question), { samples, play, tricks } = question, whole = Object.keys(held).length === 52;
  if (samples > 0) return fault || !leader ? null : undefined;
  if (fault) return contract?.declarer && tricks !== undefined ? ['score'] : null;
  const out = trick.length ? [] : whole ? ['table', 'par'] : ['table'];
  if (strain && leader) out.push('card', 'line');
  if (strain && leader && play?.length) out.push('play');
  if (contract?.declarer && (whole || tricks !== undefined)) out.push('score');
  return out.length ? out : null;
}

// Returns the problem to be posted; a score of tricks that were made needs no deal.
export function posted({ tricks, want: before, deal, ...rest }, want) {
  return { ...rest, ...(String(want) !== 'score' && { deal }), ...(want?.includes('score') && tricks !== undefined && { tricks }), ...(want && { want }) };
}

// ---- the play ----

// Returns the game of parts/hands/play.js, null if the play cannot begin.
export function gameOf(held, setting, hidden, question) {
  const { strain, leader, trick } = setting;
  return strain && leader && !hidden.length && !faultOf(held, setting, hidden, question) ? { held, trump: strain, leader, begun: trick } : null;
}

// Returns the problem that asks for the tricks of each card in a position.
export function positionProblem({ strain }, { held, lead, trick }) {
  return { deal: dealFor(held), strain, leader: lead, ...(trick.length && { trick: trick.map(({ card }) => card) }), want: ['card'] };
}

export const tricksIn = ({ held, begun }) => Math.ceil((Object.keys(held).length + begun.length) / 4);

// Returns for each card of an answer, in a position: Map card -> { tricks: of the side to play, in all; over: tricks over
// the contract, undefined without one or in an ending; cost: tricks lost; best }.
export function worthOf(cards, position, game, { contract }) {
  const side = sideOf(position.toPlay), won = bySide(position.won), count = tricksIn(game), most = Math.max(...cards.map(({ tricks }) => tricks));
  return new Map(cards.flatMap(({ card, equals = [], tricks, best }) => {
    const mine = won[side] + tricks, declared = contract?.declarer && count === 13 && (sideOf(contract.declarer) === side ? mine : count - mine);
    return cardsOf([card, ...equals]).map((one) => [one, { tricks: mine, over: declared === undefined || declared === false ? undefined : declared - 6 - contract.level, cost: most - tricks, best }]);
  }));
}

// Returns the tricks over the contract at the end of a play; undefined without a contract of a whole deal.
export function overOf(won, game, { contract }) {
  return contract?.declarer && tricksIn(game) === 13 ? bySide(won)[sideOf(contract.declarer)] - 6 - contract.level : undefined;
}

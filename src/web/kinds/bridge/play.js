// Replays cards from a deal, trick by trick.
import { after, sideOf } from '../../parts/hands/cards.js';
import { contractOf } from '../../parts/hands/contract.js';
import { winnerOf } from '../../parts/hands/play.js';

// Returns the trump, the leader, the contract if there is one, and the vulnerability of a problem.
export function settingOf(problem) {
  const { strain, leader, trick = [] } = problem ?? {};
  const contract = problem?.contract ? contractOf(problem.contract, problem.declarer) : null;
  const trump = contract?.strain ?? strain?.toUpperCase();
  return { strain: trump === 'N' ? 'NT' : trump, leader: leader ?? (contract?.declarer && after(contract.declarer)), contract, trick: Array.isArray(trick) ? trick : [] };
}

// held: the hands; begun: the cards on the table; cards: those played after them. Returns [{ held, trick: [{ seat,
// card, at }], winner?, won }], one for each trick (the last may be incomplete) and one after them; at: the card's
// index in `cards` (< 0: it was on the table). `held` in the result is the state before the trick.
export function replay(held, { strain, leader, trick: begun = [] }, cards) {
  const steps = [], won = { ns: 0, ew: 0 };
  let now = { ...held }, lead = leader, trick = begun.map((card, i) => ({ seat: after(leader, i), card, at: i - begun.length }));
  const put = () => steps.push({ held: now, trick, won: { ...won } });
  cards.forEach((card, at) => {
    trick = [...trick, { seat: after(lead, trick.length), card, at }];
    if (trick.length < 4) return;
    put();
    const { seat } = trick[winnerOf(trick.map((one) => one.card), strain)];
    steps.at(-1).winner = lead = seat;
    won[sideOf(seat)]++;
    now = Object.fromEntries(Object.entries(now).filter(([one]) => !trick.some((played) => played.card === one)));
    trick = [];
  });
  if (trick.length) {
    put(); // incomplete
    trick = [];
  }
  put();
  return steps;
}

// The play on the rank lines: the record of cards in the address, the position, and what each card is worth.
import { useEffect, useMemo, useSignal } from '../../app/dom.js';
import { answerOf } from '../../parts/ask.js';
import { begin, go, play, positionOf } from '../../parts/hands/play.js';
import { leadProblem, playable, replyProblems, worthIn, worthOf } from './play.js';

const kept = new Map(); // problem as text -> its answer, or the promise of it

function answer(problem) {
  const key = JSON.stringify(problem);
  if (!kept.has(key)) {
    const asked = answerOf('whist', problem);
    kept.set(key, asked);
    asked.catch(() => kept.delete(key));
  }
  return kept.get(key);
}

// Resolves to Map card -> tricks of the player from here on.
async function valued(deal, game, position) {
  const problem = leadProblem(deal, position), one = !deal.suits[0].name, known = one || !position.trick.length ? worthIn(await answer(problem), problem, position) : undefined;
  if (known) return known;
  const replies = replyProblems(deal, game, position);
  const rests = await Promise.all(replies.map(async (reply) => (reply.problem ? (await answer(reply.problem)).tricks[position.toPlay] : 0)));
  return new Map(replies.flatMap(({ cards, won }, i) => cards.map((card) => [card, rests[i] + (won ? 1 : 0)])));
}

// given: the played game of the question; game: of play.js, or null if it cannot be played; known: the answer for the
// position in which nothing is played yet
export function usePlay(session, given, deal, game, known) {
  const view = session.view.value, found = useSignal({}); // position as text -> Map, or the error
  const read = useMemo(() => game && playable(game, view.cards === undefined ? given : view.cards.split('.')), [game, given, view.cards]);
  const record = read && begin(read.cards, Number(view.at ?? 0)), active = !!game && view.at !== undefined;
  const position = useMemo(() => game && positionOf(game, record.cards, record.at), [game, read, record?.at]);
  const key = position && [position.toPlay, ...position.trick.map(({ card }) => card), '|', ...Object.keys(position.held)].join(' ');
  const wanted = active && !position.over && !(record.at === 0 && known?.leads) ? key : null;
  useEffect(() => {
    if (!wanted || found.peek()[wanted]) return;
    const keep = (worth) => { found.value = { ...found.peek(), [wanted]: worth }; };
    valued(deal, game, position).then(keep, keep);
  }, [wanted, game]);
  if (!game) return { active: false };
  const tricks = position.over ? undefined : record.at === 0 && known?.leads ? worthIn(known, leadProblem(deal, position), position) : found.value[key];
  const change = (next) => session.look({ cards: next.cards.length ? next.cards.join('.') : undefined, at: String(next.at) });
  return { active, record, position, fault: read.fault, worth: tricks instanceof Map && tricks.size ? worthOf(tricks, position) : undefined, refused: tricks instanceof Error ? tricks.message : undefined,
    change, put: (card) => change(play(record, card)), back: record.at > 0 ? () => change(go(record, record.at - 1)) : undefined };
}

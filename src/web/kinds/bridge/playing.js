// The play on the board: the record of cards in the address, the position, and what each card is worth, asked after each
// card without replacing the answer.
import { useEffect, useMemo, useSignal } from '../../app/dom.js';
import { useAsk } from '../../parts/ask.js';
import { cardsOf } from '../../parts/hands/cards.js';
import { begin, faultOf, go, play, positionOf } from '../../parts/hands/play.js';
import { positionProblem, worthOf } from './question.js';

// Returns the record of an address, else the play of the question, without what cannot be played.
function recordOf(view, given, game) {
  const cards = (view.cards === undefined ? cardsOf(given) : cardsOf(view.cards)) ?? [], fault = faultOf(game, cards);
  return { record: begin(fault ? cards.slice(0, fault.at) : cards, Number(view.at ?? 0)), fault };
}

// game: of question.js, or null; given: the play of the question; known: result.cards of the answer, for the position in which nothing is played yet.
export function usePlay(session, given, game, setting, known) {
  const view = session.view.value, { ask, asking, fault: refused } = useAsk('bridge'), found = useSignal({}); // problem as text -> cards
  const read = game && recordOf(view, given, game), record = read?.record;
  const position = useMemo(() => game && positionOf(game, record.cards, record.at), [game, record?.at, record?.cards.join()]);
  const active = !!game && view.at !== undefined;
  const wanted = active && !position.over && !(record.at === 0 && known) ? positionProblem(setting, position) : null, key = JSON.stringify(wanted);
  useEffect(() => {
    if (wanted && !found.peek()[key]) ask(wanted).then((result) => { if (result) found.value = { ...found.peek(), [key]: result.cards }; });
  }, [key]);
  if (!game) return { active: false };
  const cards = record.at === 0 && known ? known : found.value[key], worth = cards && !position.over ? worthOf(cards, position, game, setting) : undefined;
  const change = (next) => session.look({ cards: next.cards.length ? next.cards.join('') : undefined, at: String(next.at) });
  return { active, record, position, worth, asking, refused, fault: read.fault, change, put: (card) => change(play(record, card)), back: record.at > 0 ? () => change(go(record, record.at - 1)) : undefined };
}

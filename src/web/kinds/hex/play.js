// Playing: the moves of the question are the game, the view of the session has the moves that were taken back (`ahead`) and the
// sides that the engine plays (`bot`: 'b', 'w', 'bw' or 'none'; before the first stone is placed nobody has chosen).
import { useEffect, useMemo, useSignal } from '../../app/dom.js';
import { useAsk } from '../../parts/ask.js';
import { useUndoKeys } from '../../parts/history.js';
import { gameOf, movesOf } from './read.js';
import { other, positionOf } from './rules.js';

const KEPT = 200;
const known = new Map(); // question as text -> result; the oldest first

function remember(key, result) {
  known.set(key, result);
  if (known.size > KEPT) known.delete(known.keys().next().value);
}

const letter = (side) => side[0];

// always: each position is judged, not only those that are asked for. Returns { game: the problem of read.js, position, bots, ahead, result:
// the engine's opinion of the position, thinking: the side of the engine that is to move, asking, fault, play(move),
// take(moves, ahead), changed(changes): the
// problem with them, setup(changes of the problem), begin(problem, bots), again(), turn(bots), analyse(), undo(), redo(), go(n) }.
export function usePlay(session, always) {
  const given = session.problem.value, answer = session.answer.value, own = answer?.cells && answer, game = useMemo(() => gameOf(given, answer), [given, answer]), position = useMemo(() => positionOf(game), [game]);
  const view = session.view.value, ahead = movesOf(view.ahead ?? '') ?? [], bots = view.bot ?? '', { moves } = game;
  const over = !!position.winner || position.bad >= 0, busy = session.state.value === 'asking' || session.state.value === 'waiting', refused = session.state.value === 'refused';
  // The problem with changes, in the members of a request.
  const changed = (changes) => {
    const { board, rows, cols, ...rest } = game, before = rest.text === undefined ? rest : { engine: rest.engine };
    const shape = board ? { rows, cols, board } : rows === cols ? { size: rows } : { rows, cols };
    const { size, ...others } = { ...before, ...shape, ...changes }, next = size ? { size, ...others } : others;
    return JSON.parse(JSON.stringify(next)); // without members that are undefined
  };
  const question = useMemo(() => (given?.review || given?.record ? changed({}) : given), [given, game]); // of a review: its last position
  const key = JSON.stringify(question), asked = useAsk(session.kind), tried = useSignal(''); // tried: the question that was refused
  const thinking = !over && !ahead.length && !busy && !refused && bots.includes(letter(position.turn)) ? position.turn : undefined;
  const result = own ?? known.get(key), wanted = !busy && !refused && !over && (thinking || always) && !result ? key : '';

  const begin = (problem, next = view.bot) => { session.change(problem, { push: true }); session.look({ bot: next, ahead: undefined }); };
  // The question is replaced by one with these moves; what the view has besides is kept.
  const put = (changes, looks) => {
    session.change(changed(changes));
    session.look({ bot: view.bot, ahead: undefined, ...looks });
  };
  const take = (to, rest = []) => put({ moves: to }, { ahead: rest.join(' ') || undefined });
  const play = (move) => {
    const on = ahead[0] === move ? ahead.slice(1) : [];
    put({ moves: [...moves, move] }, { ahead: on.join(' ') || undefined, ...(view.bot === undefined && { bot: letter(other(position.turn)) }) });
  };
  const reply = thinking && result?.move ? result.move : undefined;
  useEffect(() => {
    if (!wanted || tried.peek() === wanted) return undefined;
    let here = true;
    asked.ask(question).then((found) => { if (!here) return; if (found) remember(wanted, found); else tried.value = wanted; session.look({}); });
    return () => { here = false; asked.forget(); };
  }, [wanted]);
  useEffect(() => { if (own) remember(key, own); }, [own]);
  useEffect(() => { if (reply) play(reply); }, [reply, key]);

  const all = [...moves, ...ahead], go = (n) => { const to = Math.min(all.length, Math.max(0, n)); if (to !== moves.length) take(all.slice(0, to), all.slice(to)); };
  // Undo goes back to the person's own move, redo forward to the next.
  const person = (n) => bots === 'bw' || !bots.includes(letter(positionOf({ ...game, moves: all.slice(0, n) }).turn));
  const step = (by) => { let n = moves.length + by; while (n > 0 && n < all.length && !person(n)) n += by; go(n); };
  const undo = () => { if (moves.length) step(-1); }, redo = () => { if (ahead.length) step(1); };
  useUndoKeys({ undo, redo });
  return {
    game, position, ahead, bots, over, result, measure: result?.measure, thinking, asking: !!wanted && tried.value !== wanted, fault: wanted ? asked.fault : undefined, all, play, take, go, undo, redo, changed,
    setup: (changes) => put(changes, { ahead: view.ahead }),
    begin, again: () => begin(changed({ moves: [] })),
    turn: (next) => session.look({ bot: next }),
    analyse: async () => { const kept = session.view.peek(); await session.ask(question); session.look(kept); }
  };
}

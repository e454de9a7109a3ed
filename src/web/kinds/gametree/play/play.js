// Playing from the position of the problem: the line of moves, the answer of the position on the board, sides that the server
// plays.
import { useEffect } from '../../../app/dom.js';
import { keep } from '../../../app/keep.js';
import { useAnswer } from './answers.js';
import { lineOf, played, playedAll, questionAt, takenBack, viewOf } from './line.js';

const PAUSE = 350; // ms until an automatic move

export const shownValues = keep('gametree.values', true);

// game: as in line.js; quiet: nothing is asked for and nothing played, because the board is set up. Returns null if the problem
// has no position, else { game, line, position, result, asking, fault, over, side, shows: whether values are shown, auto:
// [whether the server plays side 0, 1], values: Map move -> value, best: [moves], press(move), run(moves), go(at), back(),
// turn(side) }.
export function usePlay(session, game, problem, { quiet } = {}) {
  const view = session.view.value, line = lineOf(game, problem, view), position = line?.position, over = !line || game.over(position), side = line ? game.side(position) : 0;
  const auto = [0, 1].map((one) => (view.auto ?? '').includes(one + 1)), last = line && line.at === line.moves.length;
  const question = line && !quiet && (shownValues.value || (auto[side] && last)) ? questionAt(game, problem, line, line.at) : null;
  const answer = useAnswer(session, question), best = answer.result && !over ? game.best(position, answer.result) : [];
  const show = (next) => { if (next) session.look(viewOf(game, next)); };
  const press = (move) => show(played(game, line, move));
  const reply = auto[side] && last && !over && answer.result ? best[0] ?? game.any?.(position) : undefined;
  useEffect(() => {
    if (reply === undefined) return undefined;
    const timer = setTimeout(() => press(reply), PAUSE);
    return () => clearTimeout(timer);
  }, [reply, line && viewOf(game, line).play]);
  if (!line) return null;
  return { game, line, position, over, side, auto, shows: shownValues.value, ...answer, best: shownValues.value ? best : [], values: shownValues.value && !over ? game.values(answer.result) : new Map(), press,
    run: (moves) => show(playedAll(game, line, moves)),
    go: (at) => show({ moves: line.moves, at: Math.min(line.moves.length, Math.max(0, at)) }),
    back: () => show(takenBack(game, line, auto[0] !== auto[1] ? (auto[0] ? 1 : 0) : undefined)),
    turn: (one) => { const next = auto.map((on, i) => (i === one ? !on : on)); session.look({ auto: next.some(Boolean) ? next.map((on, i) => (on ? i + 1 : '')).join('') : undefined }); } };
}

// The board of a problem, and the problem of a board.
import { useEffect, useMemo, useSignal } from '../../../app/dom.js';
import { askBoard } from '../formats.js';
import { howOf, isGame } from '../method.js';
import { toProblem } from '../write.js';
import { boardOf } from './scene.js';

// Returns the board of a problem, with the alphabet of its result: undefined while the server reads the text of another
// program, null if it cannot be read.
export function useBoard(problem, result) {
  const read = useSignal({}), plain = typeof problem?.text === 'string' ? problem.text : problem;
  const known = useMemo(() => boardOf(plain, result), [plain, result]);
  useEffect(() => {
    if (known || plain === undefined) return undefined;
    let here = true;
    askBoard(plain).then((board) => board, () => null).then((board) => { if (here) read.value = { plain, board: board ?? null }; });
    return () => { here = false; };
  }, [plain, !known]);
  return known ?? (read.value.plain === plain ? read.value.board : undefined);
}

// Returns the problem of a board, with a task if there is one. Members that the board does not show are kept from the
// previous problem.
export function problemOf(board, before = {}, task) {
  const { job, solutions } = before, how = task ?? howOf(before, board);
  return { ...toProblem(board), ...how, ...(solutions !== undefined && !isGame(how) && { solutions }), ...(job && { job }) };
}

// The method of a Sudoku and its shards: which members of a problem go together. Does not use the DOM.

// The members that a game has, and the modes of shards (the server's rules are in
// src/solvers/sudoku/read/validate_game.c).
const ofGame = ['propagate', 'updates', 'restarts', 'shards'];
const members = { auto: ['shards'], exact: [], tabu: ofGame, sap: [...ofGame, 'beta', 'schedule'] };
export const modes = { auto: ['replicas', 'exact', 'token'], tabu: ['replicas'], sap: ['replicas', 'exact', 'token'] };
const ofShards = ['mode', 'audit', 'wait_ms', 'pace'];

// A game supports rows, columns and boxes only; the partitions of shards are whole rows of boxes.
export const isPlain = ({ diagonal, disjoint, cages }) => !diagonal && !disjoint && !cages.length;
export const bandsOf = ({ size, box, regions }) => (regions ? 0 : size / box[0]);
export const takes = (board, method, name) => isPlain(board) && members[method].includes(name) && (name !== 'shards' || bandsOf(board) > 0);

// In these modes the shards compute one trajectory together, not one each.
export const isTrajectory = ({ mode }) => mode === 'exact' || mode === 'token';

// Returns the members for the method, as far as they go together and fit the board.
export function howOf(problem, board) {
  const method = problem.method === 'exact' || (Object.hasOwn(members, problem.method) && isPlain(board)) ? problem.method : 'auto';
  const how = method === 'auto' ? {} : { method };
  for (const name of members[method]) if (problem[name] !== undefined && takes(board, method, name)) how[name] = problem[name];
  if (how.shards) for (const name of ofShards) if (problem[name] !== undefined) how[name] = problem[name];
  if ((how.shards?.length ?? how.shards) > bandsOf(board)) how.mode = 'replicas'; // replicas need no partition
  if (!how.shards || !modes[method].includes(how.mode)) delete how.mode;
  if (isTrajectory(how)) delete how.schedule; // its beta is constant
  if (how.mode !== 'exact') delete how.pace;
  return how;
}

export const isGame = ({ method, shards }) => shards !== undefined || method === 'sap' || method === 'tabu';

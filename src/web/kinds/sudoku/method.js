// By which method a Sudoku is solved, and by whom: what of a problem goes together, without any page.

// Which members go with a method, and how shards may play it (what the server asks for is in settle_play.c).
const ofGame = ['propagate', 'updates', 'restarts', 'shards'];
const members = { auto: ['shards'], exact: [], tabu: ofGame, sap: [...ofGame, 'beta', 'schedule'] };
export const modes = { auto: ['replicas', 'exact', 'token'], tabu: ['replicas'], sap: ['replicas', 'exact', 'token'] };
const ofShards = ['mode', 'audit', 'wait_ms'];

// A game knows rows, columns and boxes, nothing else; shards have whole bands of boxes.
export const isPlain = ({ diagonal, disjoint, cages }) => !diagonal && !disjoint && !cages.length;
export const bandsOf = ({ size, box, regions }) => (regions ? 0 : size / box[0]);
export const takes = (board, method, name) => isPlain(board) && members[method].includes(name) && (name !== 'shards' || bandsOf(board) > 0);

// Shards play one trajectory, not one each.
export const isTrajectory = ({ mode }) => mode === 'exact' || mode === 'token';

// What a problem says of it, as far as it goes together and with the board.
export function howOf(problem, board) {
  const method = problem.method === 'exact' || (Object.hasOwn(members, problem.method) && isPlain(board)) ? problem.method : 'auto';
  const how = method === 'auto' ? {} : { method };
  for (const name of members[method]) if (problem[name] !== undefined && takes(board, method, name)) how[name] = problem[name];
  if (how.shards) for (const name of ofShards) if (problem[name] !== undefined) how[name] = problem[name];
  if ((how.shards?.length ?? how.shards) > bandsOf(board)) how.mode = 'replicas'; // nobody needs a band
  if (!how.shards || !modes[method].includes(how.mode)) delete how.mode;
  if (isTrajectory(how)) delete how.schedule; // it keeps its beta
  return how;
}

export const isGame = ({ method, shards }) => shards !== undefined || method === 'sap' || method === 'tabu';

// "5", or names with blanks or commas between.
export function readShards(text) {
  const parts = text.split(/[\s,]+/).filter(Boolean);
  if (!parts.length) return undefined;
  return parts.length === 1 && /^\d+$/.test(parts[0]) ? Number(parts[0]) : parts;
}

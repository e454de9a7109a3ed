// Reads a game from a text or from what an address holds. Does not use the DOM.
import { LARGEST, SMALLEST, SWAP, cellOf, isMove } from './rules.js';

export const ENGINES = ['uct', 'dqn+search', 'dqn', 'resistance', 'exact', 'random'];

// The members of a problem that set the engine, and the others.
const OF_ENGINE = ['engine', 'iterations', 'nodes', 'exploration', 'rave', 'plain', 'simulations', 'net', 'model', 'all'];
const pick = (problem, keep) => Object.fromEntries(Object.entries(problem).filter(([name, value]) => value !== undefined && OF_ENGINE.includes(name) === keep));
export const settingsOf = (problem) => pick(problem, true);
export const withoutSettings = (problem) => pick(problem, false);

// Splits a text of moves: "a1 b2", "1. a1 b2", "a1,b2" or "a1b2". Returns null if something in it is no move.
export function movesOf(text) {
  const words = text.toLowerCase().replace(/(^|\s)\d+\.(?=\s|[a-z])/g, ' ').match(/swap-sides|swap(?:-pieces)?|:s|:p|:r[bw]|[a-z]\d{1,2}(?![a-z]{2})|[^\s,;]+/g) ?? [];
  const moves = words.map((word) => (/^(swap-pieces|:s)$/.test(word) ? SWAP : word === ':p' ? 'pass' : /^:r/.test(word) ? 'resign' : word));
  return moves.every(isMove) ? moves : null;
}

// The size of the smallest board with all cells of the moves.
const fitting = (moves) => Math.max(SMALLEST, ...moves.filter((move) => /\d/.test(move)).map((move) => Math.max(move.charCodeAt(0) - 96, Number(move.slice(1)))));

const inRange = (value) => Number.isInteger(value) && value >= 1 && value <= LARGEST;

// A text that the server alone reads has its game in the answer, or its board.
function wordsOf(given, { problem, rows, cols, board, to_move } = {}) {
  const text = typeof given === 'string' ? given : given?.text, read = text !== undefined && readText(String(text));
  if (text === undefined || read) return { ...(typeof given === 'object' && given), ...read };
  return problem ?? (board && { rows, cols, board, to_move: to_move ?? 'black', moves: [] });
}

// Returns the problem of a position with rows, cols and a list of moves. result: of its answer, if there is one. Without any, the
// board of a text that the page cannot read is empty.
export function gameOf(given, result) {
  const { review, record, ...problem } = wordsOf(given, result) ?? {};
  const { size = 11, rows = size, cols = size, moves = [] } = problem, list = typeof moves === 'string' ? movesOf(moves) ?? moves.split(/\s+/) : moves;
  const words = (Array.isArray(list) ? list : []).map((move) => String(move).toLowerCase().replace('swap-pieces', SWAP));
  return { ...problem, rows: inRange(rows) ? rows : 11, cols: inRange(cols) ? cols : 11, moves: words };
}

// Reads a problem from a text: JSON, an address of HexWorld, or moves, before which the size may stand ("11 a1 b2"). now: the
// problem on the board, whose settings are kept. Returns null if the text is none of these.
export function readText(given, now = {}) {
  const text = given.trim();
  try {
    const read = JSON.parse(text), problem = read?.problem ?? read;
    if (typeof problem === 'object') return problem && (problem.size || problem.rows || problem.moves) ? problem : null;
  } catch { /* not JSON */ }
  if (/^[^,\s]*#\d+x\d|^(hex\s+)?\d+x\d/i.test(text)) return null; // a board that is not square: the server reads it
  const [, world, played] = /hexworld\.org\/board\/?#(\d+)[a-z\d]*,?(.*)$/i.exec(text) ?? [];
  const [, first, after] = /^(?:hex\s+)?(?:(\d{1,2})(?:\s+|$))?([^]*)$/i.exec(text);
  const moves = movesOf(world ? played : after);
  if (!moves || !(moves.length || first || world)) return null;
  const { rows, cols, board, to_move, text: _, ...kept } = now, size = Number(world ?? first ?? Math.max(now.size ?? 11, fitting(moves)));
  if (size < SMALLEST || size > LARGEST || moves.some((move) => /\d/.test(move) && cellOf({ rows: size, cols: size }, move) < 0)) return null;
  return { ...kept, size, moves, ...(moves.some((move) => /^swap/.test(move)) && { swap: true }) };
}

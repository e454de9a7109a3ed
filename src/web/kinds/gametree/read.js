// Reads a game from a text. Does not use the DOM.
import { readNested, withPlayers } from './tree/text.js';

// Reads the words after "grundy" or "nim": "misere", "take" and a number, and the piles, in any order.
function readPosition(game, words) {
  const problem = { game }, piles = [];
  for (let word; (word = words.shift()) !== undefined;) {
    if (word === 'misere') problem.misere = true;
    else if (word === 'take') problem.take = Number(words.shift());
    else piles.push(Number(word));
  }
  return { ...problem, piles };
}

// Reads a problem from a text: JSON, a game and its position in the server's text form ("grundy 7 3"), a tree in
// brackets, or the nine cells of tic-tac-toe. Returns null if the text is none of these.
export function readText(given) {
  try {
    const read = JSON.parse(given), problem = read?.problem ?? read;
    if (Array.isArray(problem)) return { tree: withPlayers(problem) };
    if (typeof problem === 'object') return problem && (problem.game || problem.tree || problem.parent || problem.first_child || problem.generate) ? problem : null;
  } catch { /* not JSON */ }
  const text = given.trim(), [, name, rest] = /^(tictactoe|connect4|grundy|nim)\b\s*(.*)$/i.exec(text) ?? [], game = name?.toLowerCase();
  if (game === 'tictactoe') return { game, ...(rest && { board: rest }) };
  if (game === 'connect4') return { game, moves: rest };
  if (game) return readPosition(game, rest.split(/[\s,]+/).filter(Boolean));
  const cells = text.replace(/\s/g, '').toUpperCase();
  if (/^[.XO]{9}$/.test(cells)) return { game: 'tictactoe', board: cells };
  const list = readNested(text);
  return list && { tree: withPlayers(list) };
}

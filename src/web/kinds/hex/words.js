// Words of the page of Hex.
import { number, t } from '../../app/i18n.js';
import { percent } from './opinion.js';
import { nameOf } from './rules.js';

export const about = () => t('Hex against six engines: Black joins top and bottom, White joins left and right, and no game is a draw. Each position is judged, and proved where proof reaches.');

export const sideName = (side) => (side === 'black' ? t('Black') : t('White'));
export const engineName = (name) => ({ uct: t('tree search'), dqn: t('neural network'), 'dqn+search': t('neural network with search'), resistance: t('resistance'), exact: t('exact'), random: t('random') })[name] ?? name;

export const moveName = (move) => ({ swap: t('swap'), 'swap-sides': t('swap sides'), pass: t('pass'), resign: t('resign'), forfeit: t('resign') })[move] ?? move;

// What stands on a cell.
const stoneName = (side) => (side === 'black' ? t('black stone') : side === 'white' ? t('white stone') : t('empty'));
const proofName = { win: /* t */ 'wins, proved', loss: /* t */ 'loses, proved' };

// The name of a cell for screen readers and below the board. opinion: of opinion.js, or undefined; measure: of its values
export function cellWords(position, cell, opinion, measure) {
  const said = opinion?.cells.get(cell) ?? {}, n = opinion?.line.get(cell);
  return [nameOf(position, cell), stoneName(position.stones[cell]), position.numbers[cell] && t('move {n}', { n: position.numbers[cell] }), n && t('move {n} of the line', { n }),
    said.value !== undefined && (measure === 'resistance' ? t('current {n} %', { n: percent(said.value) }) : t('wins {n} %', { n: percent(said.value) })),
    said.visits && t('{count} visits', { count: number(said.visits) }), said.proof && t(proofName[said.proof]),
    opinion?.must && !position.stones[cell] && (opinion.must.has(cell) ? t('must-play') : t('outside the must-play')), opinion?.link?.cells.has(cell) && t('part of the connection')].filter(Boolean).join(', ');
}

// The verdict on a position: { tone, text }.
export function verdictOf({ winner, chain, turn, bad }, { winner: proved, win_rate: rate, move, timeout } = {}) {
  if (bad >= 0) return { tone: 'bad', text: t('Move {n} cannot be played.', { n: bad + 1 }) };
  if (winner) return { tone: 'good', text: chain ? t('{side} has joined its edges and wins.', { side: sideName(winner) }) : t('{side} wins: the other side resigned.', { side: sideName(winner) }) };
  const side = sideName(turn), best = move === 'swap' ? t('Best: swap.') : move ? t('Best: {move}.', { move }) : '';
  const said = (tone, text) => ({ tone, text: best && proved !== undefined && proved !== null && proved !== turn ? text : `${text} ${best}`.trim() });
  if (proved) return said('good', proved === turn ? t('{side} to move and wins, proved.', { side }) : t('{side} to move and loses, proved.', { side }));
  if (rate !== undefined) return said('', t('{side} to move, wins {n} %.', { side, n: percent(rate) }));
  return timeout ? said('warn', t('{side} to move. The time was up before a proof.', { side })) : said('', t('{side} to move.', { side }));
}

// The progress of a job: { text, value: 0 to 1 if known }; undefined before there is any. asked: playouts that were asked for
export function progressOf({ nodes, best, positions, of } = {}, asked = 10000) {
  if (positions !== undefined) return { text: t('{n} of {count} positions', { n: number(positions), count: number(of) }), value: positions / of };
  if (best) return { text: t('{count} playouts: {move}, {n} %', { count: number(nodes), move: best.move, n: percent(best.win_rate) }), value: Math.min(1, nodes / asked) };
  return nodes === undefined ? undefined : { text: t('{count} positions', { count: number(nodes) }) };
}

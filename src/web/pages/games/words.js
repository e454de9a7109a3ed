// Words of games.
import { number, t } from '../../app/i18n.js';
import { humans, plays } from './seats.js';

export const gameName = (game) => ({ hex: t('Hex'), connect4: t('Connect four'), tictactoe: t('Tic-tac-toe'), grundy: t('Grundy’s game'), nim: t('Nim') })[game] ?? game;

// The name of a seat, as it stands on the board.
export const seatName = (game, seat) => ({ hex: { black: t('Black'), white: t('White') }, connect4: { x: t('Red'), o: t('Yellow') }, tictactoe: { x: 'X', o: 'O' } })[game]?.[seat] ?? { first: t('First player'), second: t('Second player') }[seat] ?? seat;

export const engineName = (name) => ({ uct: t('tree search'), dqn: t('neural network'), 'dqn+search': t('neural network with search'), resistance: t('resistance'), exact: t('exact'), random: t('random'), auto: t('exact') })[name] ?? name;

export function engineWords({ engine = 'auto', iterations }) {
  return t('engine: {name}', { name: [engineName(engine), iterations !== undefined && t('{count} playouts', { count: number(iterations) })].filter(Boolean).join(', ') });
}

// The settings of a game in a few words.
export function settingsWords({ game, settings: { size = 11, rows = size, cols = size, swap, piles, misere, take } }) {
  if (game === 'hex') return [`${cols} × ${rows}`, swap && t('swap rule')].filter(Boolean).join(', ');
  if (game !== 'grundy' && game !== 'nim') return '';
  return [(piles ?? [game === 'grundy' ? 7 : 5]).join(' + '), take && t('at most {n} coins a move', { n: take }), misere && t('misère')].filter(Boolean).join(', ');
}

// The player of a seat, seen from a screen.
export function playerWords(state, seat, screen) {
  const player = state.players[seat];
  if (player !== 'human') return engineWords(player);
  return screen === seat ? t('you') : screen === 'both' ? t('on this screen') : screen === 'none' ? t('a person') : t('another person');
}

const ends = {
  connected: (side) => t('{side} has joined its edges and wins.', { side }),
  resigned: (side) => t('{side} wins: the other side resigned.', { side }),
  'no-move': (side) => t('No move is left: {side} wins.', { side })
};

function endOf({ game, result: { winner, why } }) {
  if (!winner) return t('The board is full: a draw.');
  const side = seatName(game, winner);
  return ends[why]?.(side) ?? (game === 'tictactoe' ? t('{side} has three in a row.', { side }) : t('{side} has four in a row.', { side }));
}

// Two sentences, the first of which may be ''.
const both = (first, second) => (first ? t('{first} {second}', { first, second }) : second);

// The sentence above the panel: { tone, text }. moveName(move, i): of the game; sending: of follow.js; lost: the server cannot be
// reached
export function verdictOf(state, screen, { moveName, sending, lost }) {
  const { game, result, to_move: seat, players, moves, error } = state, side = (one) => seatName(game, one);
  if (result) {
    const own = screen !== 'both' && screen !== 'none' && result.winner ? (result.winner === screen ? t('You win.') : t('You lose.')) : '';
    return { tone: own && result.winner !== screen ? 'bad' : 'good', text: both(own, endOf(state)) };
  }
  if (sending && lost) return { tone: 'warn', text: sending.verb === 'moves' ? t('Your move is sent as soon as the server answers.') : t('This is sent as soon as the server answers.') };
  if (error) return { tone: 'bad', text: t('The engine of {side} has failed.', { side: side(seat) }) };
  const other = Object.keys(players).find((one) => one !== seat), next = sending?.verb === 'moves' && sending.move !== 'resign' ? other : seat;
  if (players[next] !== 'human') return { tone: '', text: t('{side} is thinking…', { side: side(next) }) };
  const last = next === seat && moves.length > 0 && !plays(screen, other) ? t('{side} played {move}.', { side: side(other), move: moveName(moves.at(-1), moves.length - 1) }) : '';
  return { tone: '', text: both(last, screen === next ? t('Your move.') : screen === 'both' ? t('{side} to move.', { side: side(next) }) : t('Waiting for {side}.', { side: side(next) })) };
}

// The state of a game in the list.
export function stateWords(state, screen) {
  const { game, result, thinking, to_move: seat, error } = state;
  if (result) return result.winner ? t('{side} won', { side: seatName(game, result.winner) }) : t('a draw');
  if (error) return t('the engine has failed');
  if (thinking) return t('the engine is thinking');
  return screen === seat && humans(state).length ? t('your move') : t('{side} to move', { side: seatName(game, seat) });
}

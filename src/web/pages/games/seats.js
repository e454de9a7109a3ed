// Who sits where: a screen plays one seat, 'both', or 'none' and watches.
import { keep } from '../../app/keep.js';

const KEPT = 60; // games whose seat is remembered on this device

export const SEATS = { hex: ['black', 'white'], connect4: ['x', 'o'], tictactoe: ['x', 'o'], grundy: ['first', 'second'], nim: ['first', 'second'] };

const remembered = keep('games.seats', []); // [[id, seat]], the last one first

export function rememberSeat(id, seat) {
  const [first] = remembered.peek();
  if (first?.[0] !== id || first[1] !== seat) remembered.value = [[id, seat], ...remembered.peek().filter(([other]) => other !== id)].slice(0, KEPT);
}

export const humans = ({ players }) => Object.keys(players).filter((seat) => players[seat] === 'human');

// The seat that a screen plays: that of its address, else the one it had, else the only person's, else all.
export function seatOf(game, given) {
  const free = humans(game), fits = (seat) => seat === 'none' || (seat === 'both' ? free.length === 2 : free.includes(seat));
  const known = [given, remembered.value.find(([id]) => id === game.id)?.[1]].find((seat) => seat && fits(seat));
  return known ?? (free.length === 2 ? 'both' : free[0] ?? 'none');
}

export const plays = (screen, seat) => screen === 'both' || screen === seat;

// Whether the screen may move now.
export const isMine = ({ to_move: seat, players }, screen) => !!seat && players[seat] === 'human' && plays(screen, seat);

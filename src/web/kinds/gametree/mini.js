// The miniature of the home page: tic-tac-toe against exact play.
import { cls, html, useSignal } from '../../app/dom.js';
import { t } from '../../app/i18n.js';

const LINES = ['012', '345', '678', '036', '147', '258', '048', '246'];
const other = { X: 'O', O: 'X' };
const won = (board, who) => LINES.find((line) => [...line].every((i) => board[i] === who));
const moves = (board) => [...board].flatMap((cell, i) => (cell === '.' ? i : []));
const play = (board, i, who) => board.slice(0, i) + who + board.slice(i + 1);

const known = {}; // board and mover -> value for the mover: the sooner a win, the higher
function value(board, who) {
  const rest = moves(board);
  return known[board + who] ??= won(board, other[who]) ? -1 - rest.length : rest.length
    ? Math.max(...rest.map((i) => -value(play(board, i, who), other[who]))) : 0;
}

export default function Mini() {
  const board = useSignal('.........'), now = board.value;
  const line = won(now, 'X') ?? won(now, 'O'), over = line || !now.includes('.');
  const move = (i) => {
    const next = play(now, i, 'X'), rest = won(next, 'X') ? [] : moves(next);
    const worth = rest.map((k) => value(play(next, k, 'O'), 'X'));
    board.value = rest.length ? play(next, rest[worth.indexOf(Math.min(...worth))], 'O') : next;
  };
  return html`<div class="mini-board mini-3" role="group" aria-label=${t('Tic-tac-toe')}>${[...now].map((cell, i) => html`
    <button class=${cls('mini-cell', { good: line?.includes(i) })} disabled=${over || cell !== '.'} onClick=${() => move(i)}
      aria-label=${t('cell {n}: {sign}', { n: i + 1, sign: cell === '.' ? '–' : cell })}>${cell === '.' ? '' : cell}</button>`)}</div>
  <p role="status">${!over ? t('You are X. O never loses.') : line ? t('O wins.') : t('A draw: exact play on both sides.')}
    ${now !== '.........' && html` <button class="quiet" onClick=${() => { board.value = '.........'; }}>${t('Again')}</button>`}</p>`;
}

// What stands beside the board of a game: steps through the line, sides played by the server, the moves.
import { html } from '../../../app/dom.js';
import { t } from '../../../app/i18n.js';
import { link } from '../../../app/router.js';
import { shownValues } from './play.js';

// The buttons below a board. Page keys and Backspace on the board do the same: see keys().
export function Steps({ play }) {
  const { line: { at, moves }, go, back } = play;
  const button = (sign, name, run, off) => html`<button type="button" class="second sign" aria-label=${name} title=${name} aria-disabled=${off} onClick=${run}>${sign}</button>`;
  return html`<div class="row tight steps-of-play">${button('«', t('To the start'), () => go(0), at === 0)}${button('‹', t('Step back'), () => go(at - 1), at === 0)}
    <span class="num muted">${at} / ${moves.length}</span>${button('›', t('Step forward'), () => go(at + 1), at === moves.length)}${button('»', t('To the end'), () => go(moves.length), at === moves.length)}
    ${button('⌫', t('Take back'), back, at === 0)}</div>`;
}

// Returns whether a key on the board was a step of the line.
export function keys(event, { line: { at, moves }, go, back }) {
  const run = { PageUp: () => go(at - 1), PageDown: () => go(at + 1), Backspace: back, Delete: back, '<': () => go(0), '>': () => go(moves.length) }[event.key];
  if (!run) return false;
  event.preventDefault();
  run();
  return true;
}

// game: its name in /v1/games; names: of the two sides
export const Sides = ({ play: { auto, turn }, game, names }) => html`<div class="row options-of-play"><label><input type="checkbox" checked=${shownValues.value} onChange=${({ target }) => { shownValues.value = target.checked; }} /> ${t('Show values')}</label>
  <span>${t('The server plays')}</span>${names.map((name, i) => html`<label key=${i}><input type="checkbox" checked=${auto[i]} onChange=${() => turn(i)} /> ${name}</label>`)}<a href=${link(['games'], { game })}>${t('Play with another person…')}</a></div>`;

// name(move, i): of the i-th move
export const Moves = ({ play: { line: { moves, at }, go }, name }) => moves.length > 0 && html`<ol class="moves-of-play" aria-label=${t('Moves')}>${moves.map((move, i) => html`<li key=${i}><button type="button" class="quiet num" aria-current=${i + 1 === at ? 'step' : undefined} onClick=${() => go(i + 1)}>${name(move, i)}</button></li>`)}</ol>`;

// The best play from here: a click plays up to that move. moves: of the answer; name(move, i)
export const Best = ({ play: { line, run, over }, moves, name }) => !over && moves?.length > 0 && html`<section class="best-of-play"><h2>${t('Best play')}</h2><ol class="moves-of-play">${moves.map((move, i) => html`<li key=${i}><button type="button" class="quiet num" onClick=${() => run(moves.slice(0, i + 1))}>${name(move, line.at + i)}</button></li>`)}</ol></section>`;

// The story of a game, if it is one of the lecture notes.
import { html } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { examples } from './examples.js';
import { gameOf } from './game.js';
import { read, textOf } from './number.js';

const told = (table) => table?.flat().map((one) => read(one) && textOf(read(one))).join(' ');
const keyOf = ({ rows, cols, a, b }) => JSON.stringify([rows, cols, told(a), told(b)]);

// game: from game.js
export function Story({ game }) {
  const found = examples.find(({ problem }) => String(problem.rows ?? problem.acts) === String(game.rows) && keyOf(gameOf(problem)) === keyOf(game));
  return found && html`<p class="notice story"><b>${t(found.name)}</b> ${t(found.story)}</p>`;
}

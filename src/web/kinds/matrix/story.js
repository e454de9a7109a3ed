// The story of a game, if it is one of the lecture notes.
import { html } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { examples } from './examples.js';
import { gameOf } from './game.js';
import { read } from './number.js';

const told = (table) => table?.flat().map((one) => { const { n, d } = read(one) ?? {}; return d === undefined ? '' : Number(n) / Number(d); }).join(' ') ?? '';
const same = (one, two) => told(one.a) === told(two.a) && (!one.b || !two.b || told(one.b) === told(two.b)) && String(one.rows) === String(two.rows) && String(one.cols) === String(two.cols);

// game: from game.js
export function Story({ game }) {
  const found = game && examples.find(({ problem }) => same(gameOf(problem), game));
  return found && html`<p class="notice story"><b>${t(found.name)}</b> ${t(found.story)}</p>`;
}

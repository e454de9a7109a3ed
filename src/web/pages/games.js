// Games that last: their list, '#/games', and one of them, '#/games/ID'.
import '../parts/parts.css';
import '../surface/surface.css';
import './games/games.css';
import { html } from '../app/dom.js';
import { addTexts } from '../app/i18n.js';
import { lazy } from '../app/lazy.js';
import { List } from './games/list.js';

await addTexts('games', { zh: () => import('lang:pages/games/zh') });

const One = lazy(async () => (await import('./games/one.js')).One);

export const Games = ({ args: [id], query }) => (id ? html`<${One} id=${id} query=${query} />` : html`<${List} query=${query} />`);

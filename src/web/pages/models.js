// Models: their list, '#/models'; one of them, '#/models/ID'; and two side by side, '#/models?a=ID&b=ID'.
import '../parts/parts.css';
import '../surface/surface.css';
import './models/models.css';
import { html } from '../app/dom.js';
import { addTexts } from '../app/i18n.js';
import { addKindTexts } from '../app/kinds.js';
import { Compare } from './models/compare.js';
import { List } from './models/list.js';
import { One } from './models/one.js';

await Promise.all([addTexts('models', { zh: () => import('lang:pages/models/zh') }), addKindTexts('hex')]);

export const Models = ({ args: [id], query }) => (id ? html`<${One} id=${id} />` : query.has('a') ? html`<${Compare} query=${query} />` : html`<${List} />`);

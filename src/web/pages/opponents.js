// Opponents: their list, '#/opponents', and one of them, '#/opponents/ID'.
import '../style/opponents.css';
import { html } from '../app/dom.js';
import { addTexts } from '../app/i18n.js';
import { List } from './opponents/list.js';
import { One } from './opponents/one.js';

await addTexts('opponents', { zh: () => import('lang:pages/opponents/zh') });

export const Opponents = ({ args: [id] }) => (id ? html`<${One} id=${id} />` : html`<${List} />`);

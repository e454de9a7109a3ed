// Opponents: their list, '#/opponents', and one of them, '#/opponents/ID'.
import '../style/opponents.css';
import { html } from '../app/dom.js';
import { addTexts } from '../app/i18n.js';
import { lazy } from '../app/lazy.js';
import { List } from './opponents/list.js';

await addTexts('opponents', { zh: () => import('lang:pages/opponents/zh') });

const One = lazy(async () => (await import('./opponents/one.js')).One);

export const Opponents = ({ args: [id] }) => (id ? html`<${One} id=${id} />` : html`<${List} />`);

// A command for a shell, with a button that copies it.
import '../../style/command.css';
import { html } from '../dom.js';
import { t } from '../i18n.js';
import { copy } from './copy.js';

export const Command = ({ children }) => html`<div class="row command"><pre class="grow" tabindex="0">${children}</pre>
  <button class="quiet" onClick=${() => copy(children)}>${t('Copy')}</button></div>`;

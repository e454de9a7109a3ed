// A command for a shell, with a button that copies it.
import '../style/command.css';
import { html } from '../app/dom.js';
import { t } from '../app/i18n.js';
import { copy } from '../app/ui/copy.js';

export const Command = ({ children }) => html`<div class="row command"><pre class="grow" tabindex="0">${children}</pre>
  <button class="quiet" onClick=${() => copy(children)}>${t('Copy')}</button></div>`;

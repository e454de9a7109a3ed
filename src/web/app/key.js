// Asks for the API key where the server wants one. It stays in this browser.
import { html, useRef } from './dom.js';
import { key, wantsKey } from './api.js';
import { Dialog, shut } from './dialog.js';
import { t } from './i18n.js';

export function KeyDialog() {
  const input = useRef();
  const done = (event) => {
    event.preventDefault();
    key.value = input.current.value.trim();
    wantsKey.value = false;
    location.reload();
  };
  return html`<${Dialog} title=${t('This server asks for a key')} onClose=${() => { wantsKey.value = false; }}>
    <form onSubmit=${done}>
      <p>${t('`nashd keygen NAME` makes one. It is kept in this browser only.')}</p>
      <label>${t('API key')} <input ref=${input} type="password" autocomplete="current-password" required /></label>
      <div class="row end"><button type="button" class="quiet" onClick=${shut}>${t('Cancel')}</button><button>${t('Use it')}</button></div>
    </form>
  <//>`;
}

// The dialog for the API key, shown if the server requires one. The key is stored in this browser only.
import { html, useRef } from './dom.js';
import { key, wantsKey } from './net/api.js';
import { unremember } from './recent.js';
import { Dialog, shut } from './ui/dialog.js';
import { t } from './i18n.js';

export function KeyDialog() {
  const input = useRef();
  const done = (event) => {
    event.preventDefault();
    key.value = input.current.value.trim();
    unremember();
    wantsKey.value = false;
    location.reload();
  };
  return html`<${Dialog} title=${t('This server requires a key')} onClose=${() => { wantsKey.value = false; }}>
    <form onSubmit=${done}>
      <p>${t('Create one with `nashd keygen NAME`. It is stored in this browser only.')}</p>
      <label>${t('API key')} <input ref=${input} type="password" autocomplete="current-password" required /></label>
      <div class="row end"><button type="button" class="quiet" onClick=${shut}>${t('Cancel')}</button><button>${t('Use it')}</button></div>
    </form>
  <//>`;
}

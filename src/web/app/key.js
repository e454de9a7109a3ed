// Asks for the API key where the server wants one. It stays in this browser.
import { html, useEffect, useRef } from './dom.js';
import { key, wantsKey } from './api.js';
import { t } from './i18n.js';

export function KeyDialog() {
  const dialog = useRef(), input = useRef();
  useEffect(() => { dialog.current.showModal(); }, []);
  const done = (event) => {
    event.preventDefault();
    key.value = input.current.value.trim();
    wantsKey.value = false;
    location.reload();
  };
  return html`<dialog ref=${dialog} onClose=${() => { wantsKey.value = false; }} aria-labelledby="key-title">
    <form onSubmit=${done}>
      <h2 id="key-title">${t('This server asks for a key')}</h2>
      <p>${t('`nashd keygen NAME` makes one. It is kept in this browser only.')}</p>
      <label>${t('API key')} <input ref=${input} type="password" autocomplete="current-password" required /></label>
      <div class="row end"><button type="button" class="quiet" onClick=${() => dialog.current.close()}>${t('Cancel')}</button><button>${t('Use it')}</button></div>
    </form>
  </dialog>`;
}

// Short messages that disappear after a while; errors stay until they are closed.
import { html, signal } from '../dom.js';
import { t } from '../i18n.js';

const STAY = 4000; // ms
const toasts = signal([]);
let serial = 0;

const remove = (id) => { toasts.value = toasts.value.filter((toast) => toast.id !== id); };

// action: {name, run}; stay: ms until the message disappears.
export function toast(text, { bad = false, action, stay = action ? 2 * STAY : STAY } = {}) {
  const id = ++serial;
  toasts.value = [...toasts.value.slice(-3), { id, text, bad, action }];
  if (!bad) setTimeout(remove, stay, id);
}

// Runs an action of the user and shows its error, if any.
export async function attempt(action) {
  try {
    return await action();
  } catch (problem) {
    toast(t(problem.message), { bad: true });
    return undefined;
  }
}

export function Toasts() {
  return html`<div class="toasts" role="status" aria-live="polite">
    ${toasts.value.map(({ id, text, bad, action }) => html`<div class=${bad ? 'toast bad' : 'toast'} key=${id}>
      <span>${text}</span>
      ${action && html`<button class="quiet" onClick=${() => { remove(id); action.run(); }}>${action.name}</button>`}
      <button class="quiet" aria-label=${t('Close')} onClick=${() => remove(id)}>✕</button>
    </div>`)}
  </div>`;
}

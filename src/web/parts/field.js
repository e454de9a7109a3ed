// A text input that is read when it loses the focus or on Enter. Unreadable text stays and is marked.
import { html, useId, useSignal } from '../app/dom.js';
import { t } from '../app/i18n.js';

// read(text): applies the text; returns false if it cannot be read
export function Field({ label, hint, value, read }) {
  const bad = useSignal(false), id = useId();
  const take = ({ target }) => { bad.value = !read(target.value); };
  const keydown = (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault(); // do not submit the form around the field
    take(event);
  };
  return html`<div class="field"><label for=${id}>${label}</label>
    <input id=${id} type="text" value=${value} spellcheck=${false} autocapitalize="off" autocomplete="off" aria-invalid=${bad.value ? 'true' : undefined}
      aria-describedby=${`${id}-hint`} onChange=${take} onKeyDown=${keydown} />
    <span class="hint" id=${`${id}-hint`} role="status">${bad.value ? t('This cannot be read.') : hint}</span></div>`;
}

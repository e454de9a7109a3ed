// A line of text that is read when it is left or sent with Enter; what cannot be read stays and is marked.
import { html, useId, useSignal } from '../../app/dom.js';
import { t } from '../../app/i18n.js';

// read(text): takes it, or says false
export function Field({ label, hint, value, read }) {
  const bad = useSignal(false), id = useId();
  const take = ({ target }) => { bad.value = !read(target.value); };
  const keydown = (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault(); // the form around it is not meant
    take(event);
  };
  return html`<div class="field"><label for=${id}>${label}</label>
    <input id=${id} type="text" value=${value} spellcheck=${false} autocapitalize="off" autocomplete="off" aria-invalid=${bad.value ? 'true' : undefined}
      aria-describedby=${`${id}-hint`} onChange=${take} onKeyDown=${keydown} />
    <span class="hint" id=${`${id}-hint`} role="status">${bad.value ? t('This cannot be read.') : hint}</span></div>`;
}

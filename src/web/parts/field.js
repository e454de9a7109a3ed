// A text input that is read when it loses the focus or on Enter. Unreadable text stays and is marked.
import { html, useId, useLayoutEffect, useSignal } from '../app/dom.js';
import { t } from '../app/i18n.js';

// read(text): applies the text; returns false if it cannot be read
export function Field({ label, hint, value, read }) {
  const bad = useSignal(false), typed = useSignal(undefined), id = useId(); // typed: text that is not read yet, which drawing keeps
  useLayoutEffect(() => { typed.value = undefined; bad.value = false; }, [value]); // before a key can be pressed
  const take = ({ target }) => {
    if (typed.peek() === undefined) return; // read before, by Enter
    bad.value = !read(target.value);
    if (!bad.peek()) typed.value = undefined;
  };
  const keydown = (event) => {
    if (event.key !== 'Enter') return;
    event.preventDefault(); // do not submit the form around the field
    take(event);
  };
  return html`<div class="field"><label for=${id}>${label}</label>
    <input id=${id} type="text" value=${typed.value ?? value} spellcheck=${false} autocapitalize="off" autocomplete="off" aria-invalid=${bad.value ? 'true' : undefined}
      aria-describedby=${`${id}-hint`} onInput=${({ target }) => { typed.value = target.value; }} onChange=${take} onKeyDown=${keydown} />
    <span class="hint" id=${`${id}-hint`} role="status">${bad.value ? t('This cannot be read.') : hint}</span></div>`;
}

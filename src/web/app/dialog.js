// A dialog that opens as it is drawn. onClose hears that it was closed, by whatever.
import { html, useEffect, useId, useRef } from './dom.js';

// What a button that closes it does.
export const shut = (event) => event.target.closest('dialog').close();

export function Dialog({ title, onClose, children, ...rest }) {
  const dialog = useRef(), id = useId();
  useEffect(() => { dialog.current.showModal(); }, []);
  return html`<dialog ref=${dialog} onClose=${onClose} aria-labelledby=${id} ...${rest}><h2 id=${id}>${title}</h2>${children}</dialog>`;
}

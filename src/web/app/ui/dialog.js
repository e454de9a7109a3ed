// A dialog that opens when it is drawn. onClose is called when it is closed in any way.
import { html, useEffect, useId, useRef } from '../dom.js';

// The handler of a button that closes the dialog around it.
export const shut = (event) => event.target.closest('dialog').close();

export function Dialog({ title, onClose, children, ...rest }) {
  const dialog = useRef(), id = useId();
  useEffect(() => { dialog.current.showModal(); }, []);
  return html`<dialog ref=${dialog} onClose=${onClose} aria-labelledby=${id} ...${rest}><h2 id=${id}>${title}</h2>${children}</dialog>`;
}

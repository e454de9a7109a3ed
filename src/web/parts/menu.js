// A button that opens a list of actions.
import { html, useEffect, useRef } from '../app/dom.js';
import './parts.css';

// items: [[name, run]]
export function Menu({ name, items }) {
  const menu = useRef();
  const close = (focus) => {
    menu.current.open = false;
    if (focus) menu.current.firstElementChild.focus();
  };
  useEffect(() => {
    const outside = (event) => { if (!menu.current.contains(event.target)) close(); };
    addEventListener('pointerdown', outside);
    return () => removeEventListener('pointerdown', outside);
  }, []);
  return html`<details class="menu" ref=${menu} onKeyDown=${(event) => { if (event.key === 'Escape') close(true); }}>
    <summary>${name}</summary>
    <div>${items.map(([text, run]) => html`<button type="button" class="quiet" key=${text} onClick=${() => { close(true); run(); }}>${text}</button>`)}</div>
  </details>`;
}

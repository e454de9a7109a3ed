// A button that opens a list of actions or links.
import { html, useEffect, useRef } from '../app/dom.js';
import './menu.css';

// items: [[name, run, or the address of a link]]; current: the address of the present page.
export function Menu({ name, items, current }) {
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
    <div>${items.map(([text, run]) => (typeof run === 'string'
      ? html`<a key=${text} href=${run} aria-current=${run === current ? 'page' : undefined} onClick=${() => close()}>${text}</a>`
      : html`<button type="button" class="quiet" key=${text} onClick=${() => { close(true); run(); }}>${text}</button>`))}</div>
  </details>`;
}

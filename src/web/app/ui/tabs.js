// Tabs by the ARIA Authoring Practices: one stop for Tab, arrow keys between the tabs.
import { html, useId } from '../dom.js';

// tabs: [{id, name}]; children: the panel of the tab `now`.
export function Tabs({ tabs, now, choose, label, children }) {
  const base = useId();
  const onKeyDown = (event) => {
    const at = tabs.findIndex(({ id }) => id === now), moves = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: tabs.length - 1 };
    if (!(event.key in moves)) return;
    event.preventDefault();
    const { id } = tabs[(moves[event.key] + tabs.length) % tabs.length];
    choose(id);
    document.getElementById(`${base}-${id}`).focus();
  };
  return html`<div class="tabs" role="tablist" aria-label=${label} onKeyDown=${onKeyDown}>
      ${tabs.map(({ id, name }) => html`<button key=${id} type="button" role="tab" id=${`${base}-${id}`}
        aria-selected=${id === now} aria-controls=${`${base}-panel`} tabindex=${id === now ? 0 : -1} onClick=${() => choose(id)}>${name}</button>`)}</div>
    <div role="tabpanel" id=${`${base}-panel`} aria-labelledby=${`${base}-${now}`}>${children}</div>`;
}

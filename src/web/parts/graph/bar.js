// The bar below a drawing: zoom, search, edits, and what is done rarely.
import { html, useEffect, useRef, useSignal } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';
import { Menu } from '../menu.js';
import { found } from './scene.js';

const SEARCHED = 12; // nodes from which on the search is always shown

// A field that finds nodes by name; Enter goes from one to the next. go(id): shows one.
function Search({ graph, go, field }) {
  const text = useSignal(''), at = useSignal(-1), ids = found(graph, text.value);
  const next = (by) => {
    if (!ids.length) return;
    at.value = (at.peek() + by + ids.length) % ids.length;
    go(ids[at.peek()]);
  };
  const keydown = (event) => {
    if (event.key === 'Enter') { event.preventDefault(); next(event.shiftKey ? -1 : 1); }
    if (event.key === 'Escape') { text.value = ''; at.value = -1; }
  };
  return html`<span class="find"><input ref=${field} type="search" aria-label=${t('Find a node')} placeholder=${t('Find a node')} value=${text.value} autocomplete="off" spellcheck=${false}
      onInput=${({ target }) => { text.value = target.value; at.value = -1; }} onKeyDown=${keydown} />
    <span class="num muted" role="status">${!text.value.trim() ? '' : !ids.length ? t('not found') : at.value < 0 ? number(ids.length) : `${number(at.value + 1)} / ${number(ids.length)}`}</span></span>`;
}

export const button = (sign, title, run, more = {}) => html`<button type="button" class="quiet sign" aria-label=${title} title=${title} onClick=${run} ...${more}>${sign}</button>`;

// does: the actions of the view; can: what of them is possible
export function Bar({ graph, does, can, edits, go, wanted, children }) {
  const field = useRef();
  useEffect(() => { if (wanted) field.current?.focus(); }, [wanted]);
  return html`<div class="row tight bar">
    ${edits && html`${button('＋', t('Add a node'), () => does.add())}${button('→', t('Connect'), does.connect, { 'aria-disabled': !can.connect })}
      ${button('✕', t('Delete'), does.remove, { 'aria-disabled': !can.remove })}`}
    ${can.history && html`${button('↶', t('Undo'), does.undo, { 'aria-disabled': !can.undo })}${button('↷', t('Redo'), does.redo, { 'aria-disabled': !can.redo })}`}
    ${children}<span class="grow"></span>
    ${(graph.nodes.length > SEARCHED || wanted > 0) && html`<${Search} graph=${graph} go=${go} field=${field} />`}
    ${button('−', t('Smaller'), does.smaller)}${button('+', t('Larger'), does.larger)}${button('⤢', t('Fit'), does.fit)}
    <${Menu} name=${html`<span aria-hidden="true">⋯</span><span class="visually-hidden">${t('More')}</span>`} items=${[[t('Arrange'), does.arrange], ...(can.collapse ? [[t('Collapse or expand'), does.collapse]] : []), ...(can.expand ? [[t('Expand all'), does.expand]] : []), [t('Save as SVG'), does.save], [t('Print'), () => print()]]} /></div>`;
}

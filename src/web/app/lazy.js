// Components that are loaded when they are first drawn.
import { html, signal } from './dom.js';
import { t } from './i18n.js';
import { persist } from './net/reach.js';

const Missing = () => html`<p class="notice bad" role="alert">${t('This page could not be loaded. The server may have another version now.')}
  <button class="second" onClick=${() => location.reload()}>${t('Load again')}</button></p>`;

// load(): imports a module and resolves to a component of it. While the server cannot be reached, loading waits. waiting:
// what is drawn until then. The component's load() loads it ahead of its first drawing.
export function lazy(load, waiting = () => html`<p class="muted" role="status">${t('Loading…')}</p>`) {
  const found = signal(null);
  let begun;
  const start = () => begun ??= persist(load).then((component) => { found.value = component; }, () => { found.value = Missing; });
  const Lazy = (props) => {
    start();
    return found.value ? html`<${found.value} ...${props} />` : waiting();
  };
  return Object.assign(Lazy, { load: start });
}

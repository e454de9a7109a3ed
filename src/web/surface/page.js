// The page of a kind, '#/KIND', and of a job, '#/jobs/ID'. A session writes its own changes into the address; every other
// change of the address (a link, the way back) is restored here.
import { html, useEffect, useMemo, useRef, useSignal } from '../app/dom.js';
import { kinds } from '../app/net/api.js';
import { t } from '../app/i18n.js';
import { kindName } from '../app/kinds.js';
import { link, place } from '../app/router.js';
import { arrive } from './arrival.js';

// No page and no kind has this name.
function Nothing({ name }) {
  const known = useSignal([]);
  useEffect(() => { kinds().then((all) => { known.value = all; }, () => {}); }, []);
  return html`<section><h1>${t('Nothing here')}</h1><p>${t('This server solves no “{kind}”.', { kind: name })}</p>
    <ul>${known.value.map(({ kind, title }) => html`<li key=${kind}><a href=${link([kind])}>${kindName(kind)}</a> <span class="muted">${t(title)}</span></li>`)}</ul></section>`;
}

const Missing = ({ error }) => html`<div class="empty">
  <h1>${error.status === 404 ? t('There is no such job') : t('This job cannot be shown')}</h1>
  <p>${error.status === 404 ? t('It was deleted, it has expired, or the address is wrong.') : t(error.message)}</p>
  <div class="row">${error.status !== 404 && html`<button onClick=${() => location.reload()}>${t('Try again')}</button>`}
    <a class="button" href=${link(['jobs'])}>${t('To the jobs')}</a></div></div>`;

export function Place() {
  const where = place.value, shown = useSignal(null), visit = useRef(null);
  useEffect(() => {
    if (visit.current?.writer?.own()) return undefined;
    let here = true;
    const show = (next) => {
      if (visit.current && visit.current !== next) visit.current.close();
      visit.current = next.kind ? next : null;
      shown.value = next;
    };
    arrive(where, visit.current, () => here).then((next) => { if (here) show(next); else if (next !== visit.current) next?.close(); }, (error) => { if (here) show({ error }); });
    return () => { here = false; };
  }, [where]);
  useEffect(() => () => visit.current?.close(), []);
  const { kind, module, session, error } = shown.value ?? {}, [first] = where.path;
  // The surface draws itself by its signals. The session's own change of the address must not draw it, which would take
  // what is being typed from a field.
  const surface = useMemo(() => session && html`<${module.Surface} key=${kind} session=${session} kind=${module} />`, [module, session]);
  if (error) return error.type === 'unknown-kind' ? html`<${Nothing} name=${first} />` : html`<${Missing} error=${error} />`;
  if (!kind || (first !== 'jobs' && kind !== first)) return html`<h1>${first === 'jobs' ? t('Job') : kindName(first)}</h1><p class="muted" role="status">${t('Loading…')}</p>`;
  return surface;
}

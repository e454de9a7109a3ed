// The frame: head with navigation, the page of the current address, foot.
import '../style/base.css';
import { html, render, useEffect, useRef, useSignal } from './dom.js';
import { wantsKey } from './net/api.js';
import { reachable } from './net/reach.js';
import { lang, languages, spoken, t } from './i18n.js';
import { kindModule, kindName, kindsHere } from './kinds.js';
import { lazy } from './lazy.js';
import { isSilent, link, place } from './router.js';
import { theme } from './theme.js';
import { KeyDialog } from './key.js';
import { Toasts } from './ui/toast.js';
import { Menu } from '../parts/menu.js';

// Used by the home page and by every kind, hence in one file with the frame.
import './net/live.js';
import './recent.js';
import './sheet.js';
import '../parts/intake.js';

// Maps the first part of the address to a page. Other names are kinds; these and single jobs have one page.
const page = (load, name) => lazy(async () => (await load())[name], () => html`<div class="muted" role="status"><h1>${t('Loading…')}</h1></div>`);
const pages = {
  '': page(() => import('../pages/home.js'), 'Home'),
  jobs: page(() => import('../pages/jobs.js'), 'Jobs'),
  shards: page(() => import('../pages/shards.js'), 'Shards'),
  demo: page(() => import('../pages/shards.js'), 'Demo'),
  games: page(() => import('../pages/games.js'), 'Games'),
  models: page(() => import('../pages/models.js'), 'Models'),
  opponents: page(() => import('../pages/opponents.js'), 'Opponents'),
  metrics: page(() => import('../pages/metrics.js'), 'Metrics'),
  api: page(() => import('../pages/reference.js'), 'Reference')
};
const Surface = page(() => import('../surface/page.js'), 'Place');

const pageOf = ([first = '', ...rest]) => (!(first === 'jobs' && rest.length) && Object.hasOwn(pages, first) ? pages[first] : Surface);

function Page() {
  const { path, query } = place.value, Shown = pageOf(path), [, ...args] = path;
  return html`<${Shown} args=${args} query=${query} key=${Shown === Surface ? '' : args.join('/')} />`;
}

const narrow = matchMedia('(max-width: 54rem)'); // below it, the pages do not fit beside the name and the settings

// The pages and the kinds; one menu on a narrow screen.
function Navigation() {
  const [name] = place.value.path, small = useSignal(narrow.matches);
  useEffect(() => {
    const change = () => { small.value = narrow.matches; };
    narrow.addEventListener('change', change);
    return () => narrow.removeEventListener('change', change);
  }, []);
  const kinds = kindsHere.map((kind) => [kindName(kind), link([kind])]);
  const others = [/* t */ 'Games', /* t */ 'Jobs', /* t */ 'Opponents', /* t */ 'Models', /* t */ 'Shards', /* t */ 'Metrics', /* t */ 'API'].map((text) => [t(text), link([text.toLowerCase()])]);
  const home = [t('Home'), link([])], docs = [t('Docs'), 'docs'], current = link(name ? [name] : []);
  if (small.value) return html`<nav aria-label=${t('Pages')}><${Menu} name=${t('Menu')} current=${current} items=${[home, ...kinds, ...others, docs]} /></nav>`;
  const entry = ([text, address]) => html`<a key=${address} href=${address} aria-current=${address === current ? 'page' : undefined}>${text}</a>`;
  return html`<nav aria-label=${t('Pages')}>${entry(home)}<${Menu} name=${t('Solve')} current=${current} items=${kinds} />${[...others, docs].map(entry)}</nav>`;
}

// The second name of Chinese is for browsers without a font of the script.
function Settings() {
  const next = { system: 'light', light: 'dark', dark: 'system' };
  const names = { system: t('as the system'), light: t('light'), dark: t('dark') };
  const other = lang.value === 'zh' ? 'en' : 'zh';
  return html`<div class="settings">
    <button class="quiet" onClick=${() => { lang.value = other; }}>
      <span lang=${other}>${languages[other]}</span>${other === 'zh' && html` <span lang="en">Chinese</span>`}</button>
    <button class="quiet" onClick=${() => { theme.value = next[theme.value]; }}
      aria-label=${t('Colours: {now}. Change', { now: names[theme.value] })} title=${t('Colours: {now}. Change', { now: names[theme.value] })}>
      ${{ system: '◐', light: '☀', dark: '☾' }[theme.value]}
    </button>
  </div>`;
}

// Moves the focus to the start of a new page, so that keyboard and screen reader begin there.
function Main() {
  const main = useRef();
  const visited = useSignal(false);
  const where = place.value.path.join('/');
  useEffect(() => {
    if (isSilent()) return;
    if (visited.peek()) main.current?.focus();
    visited.value = true;
    scrollTo(0, 0);
  }, [where]);
  return html`<main id="main" tabindex="-1" ref=${main}><${Page} /></main>`;
}

function App() {
  return html`
    <a class="skip" href="#main" onClick=${(event) => { event.preventDefault(); document.getElementById('main').focus(); }}>${t('To the content')}</a>
    <header class="top"><a class="brand" href=${link([])}>nashd</a><${Navigation} /><${Settings} /></header>
    <${Main} />
    <footer class="bottom muted"><a href=${document.querySelector('link[rel=license]').href}>${t('Licences')}</a></footer>
    <div role="status">${!reachable.value && html`<p class="notice warn outage">${t('The server cannot be reached. The page tries again by itself; what you enter is kept.')}</p>`}</div>
    ${wantsKey.value && html`<${KeyDialog} />`}
    <${Toasts} />`;
}

// Files of the first page are fetched together, not each when the one before wants it.
const { path } = place.peek();
pageOf(path).load();
if (kindsHere.includes(path[0])) kindModule(path[0]);
spoken.then(() => render(html`<${App} />`, document.body));

// Service workers exist in secure contexts only: https and this machine.
navigator.serviceWorker?.register('service-worker.js').catch(() => {});

// How machines come to play: for whoever sees the page for the first time, folded for others.
import { html } from '../../app/dom.js';
import { copy } from '../../app/copy.js';
import { t } from '../../app/i18n.js';
import { link } from '../../app/router.js';

const Command = ({ children }) => html`<div class="row command"><pre class="grow" tabindex="0">${children}</pre>
  <button class="quiet" onClick=${() => copy(children)}>${t('Copy')}</button></div>`;

export function HowTo({ open }) {
  const here = location.origin;
  return html`<details class="panel howto" open=${open}><summary>${t('How phones and machines play')}</summary>
    <p>${t('A Sudoku is a potential game: each shard plays a band of its rows. This server plays all bands itself, or shares them out.')}</p>
    <h2>${t('Five phones')}</h2>
    <ol>
      <li>${t('Let phones reach this server by its address in your network (with --api-keys FILE, only who has a key may use it):')}
        <${Command}>nashd --listen 0.0.0.0:8080 --insecure-public</${Command}></li>
      <li>${t('Press “Add a phone” and scan the code, once for each phone.')}</li>
      <li><a href=${link(['solve', 'sudoku'])}>${t('Solve')}</a>: ${t('method “sap”, shards “phone, phone, phone, phone, phone”.')}</li>
    </ol>
    <h2>${t('Four other machines')}</h2>
    <ol>
      <li>${t('Make a secret and copy the file to all of them:')}
        <${Command}>(umask 077; openssl rand -hex 24 > key)</${Command}></li>
      <li>${t('On each, one of these; the second where nobody can call it:')}
        <${Command}>nashd --listen 0.0.0.0:8080 --insecure-public --peer-key key</${Command}>
        <${Command}>${`nashd --join ${here} --peer-key key`}</${Command}></li>
      <li>${t('Here, naming each that can be called:')}
        <${Command}>nashd --peer-key key --peer http://10.0.0.2:8080 --peer http://10.0.0.3:8080</${Command}></li>
      <li>${t('Name them as shards: “local, http://10.0.0.2:8080, phone”. “phone” is whoever joined.')}</li>
    </ol>
  </details>`;
}

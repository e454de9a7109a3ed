// Instructions for adding machines: open while there are none, folded otherwise.
import { html } from '../../app/dom.js';
import { Command } from '../command.js';
import { t } from '../../app/i18n.js';
import { link } from '../../app/router.js';

export function HowTo({ open }) {
  const here = location.origin;
  return html`<details class="panel howto" open=${open}><summary>${t('Use phones and other machines')}</summary>
    <p>${t('A Sudoku is a potential game: each shard plays some of its rows. This server plays all rows itself, or shares them with other machines.')}</p>
    <h2>${t('Five phones')}</h2>
    <ol>
      <li>${t('Let phones reach this server by its address in your network (--api-keys FILE restricts it to clients with a key):')}
        <${Command}>nashd --listen 0.0.0.0:8080 --insecure-public</${Command}></li>
      <li>${t('Press “Add a phone” and scan the code, once for each phone.')}</li>
      <li><a href=${link(['sudoku'])}>${t('Solve')}</a>: ${t('method “sap”, shards “phone, phone, phone, phone, phone”.')}</li>
      <li><a href=${link(['hex'], { p: JSON.stringify({ train: { size: 7, seconds: 600, shards: ['local', 'phone'] } }) })}>${t('Train a Hex player')}</a>: ${t('phones play its games.')}</li>
    </ol>
    <h2>${t('Four other machines')}</h2>
    <ol>
      <li>${t('Create a secret and copy the file to all machines:')}
        <${Command}>(umask 077; openssl rand -hex 24 > key)</${Command}></li>
      <li>${t('On each machine, run one of these; the second is for a machine behind a firewall:')}
        <${Command}>nashd --listen 0.0.0.0:8080 --insecure-public --peer-key key</${Command}>
        <${Command}>${`nashd --join ${here} --peer-key key`}</${Command}></li>
      <li>${t('On this machine, with the address of each machine that it can reach:')}
        <${Command}>nashd --peer-key key --peer http://10.0.0.2:8080 --peer http://10.0.0.3:8080</${Command}></li>
      <li>${t('Name them as shards: “local, http://10.0.0.2:8080, phone”. “phone” stands for any member that joined.')}</li>
    </ol>
  </details>`;
}

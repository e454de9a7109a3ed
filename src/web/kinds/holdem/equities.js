// A bar for each player: the share of pots that it wins alone, and that it splits.
import { html } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { percent, playerName } from './words.js';

export const Equities = ({ result, players }) => html`<table class="equities"><thead><tr><th scope="col">${t('Seat')}</th><th scope="col">${t('Equity')}</th><th scope="col">${t('Wins')}</th><th scope="col">${t('Splits')}</th></tr></thead>
  <tbody>${result.players.map(({ equity, win, tie, stderr }, i) => html`<tr key=${i} class=${`seat${i % 6}`}><th scope="row">${playerName(players[i], i)}<span class="bar" aria-hidden="true"><i style=${{ width: `${100 * win}%` }}></i><i class="tie" style=${{ width: `${100 * Math.max(0, equity - win)}%` }}></i></span></th>
    <td class="num">${percent(equity, 2)}${stderr > 0 && html`<small> ± ${percent(1.96 * stderr, 2)}</small>`}</td><td class="num">${percent(win, 1)}</td><td class="num">${percent(tie, 1)}</td></tr>`)}</tbody></table>`;

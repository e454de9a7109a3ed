// The parts of a question beside its table: the kind of game, the players, probabilities; files, copies.
import { copy } from '../../app/ui/copy.js';
import { html } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { Field } from '../../parts/field.js';
import { openFile } from '../../parts/intake.js';
import { Menu } from '../../parts/menu.js';
import { asTable, problemOf, randomGame, reform } from './game.js';
import { entry, read, value } from './number.js';

const forms = () => [['bimatrix', t('Two players, each with payoffs')], ['zero_sum', t('Zero-sum')], ['decision', t('Against nature')]];

const Form = ({ game, change }) => html`<label>${t('Kind of game')} <select onChange=${({ target }) => change(reform(game, target.value))}>${forms().map(([id, name]) => html`<option key=${id} value=${id} selected=${id === game.form}>${name}</option>`)}</select></label>`;

const Players = ({ game, change }) => html`<div class="row">${[t('Row player'), t('Column player')].map((label, k) => html`<label key=${k}>${label} <input type="text" size="12" maxlength="60" value=${game.players[k]}
    onChange=${({ target }) => change({ ...game, players: game.players.map((old, i) => (i === k ? target.value.trim() : old)) })} /></label>`)}</div>`;

function Chances({ game, change }) {
  const shares = (text) => {
    const parts = text.trim().split(/[\s,;]+/).filter(Boolean);
    if (!parts.length) change({ ...game, probability: undefined });
    const fits = parts.length === game.cols.length && parts.every((part) => read(part) && value(part) >= 0 && value(part) <= 1);
    if (fits) change({ ...game, probability: parts.map(entry) });
    return fits || !parts.length;
  };
  const weight = (text) => {
    const fits = read(text) && value(text) >= 0 && value(text) <= 1;
    if (fits) change({ ...game, alpha: entry(text) });
    return !!fits;
  };
  return html`<${Field} label=${t('Probabilities of the states')} hint=${t('One for each, together 1, such as 0.5 0.2 0.3; none when unknown.')} value=${(game.probability ?? []).join(' ')} read=${shares} />
    <${Field} label=${t('Optimism (Hurwicz)')} hint=${t('From 0 to 1: the weight of the best outcome.')} value=${String(game.alpha ?? 0.5)} read=${weight} />`;
}

export const Asking = ({ game, change }) => html`<${Form} game=${game} change=${change} />
  ${game.form === 'decision' ? html`<${Chances} game=${game} change=${change} />` : html`<${Players} game=${game} change=${change} />`}`;

export const More = ({ game, change, take }) => html`<${Menu} name=${t('More')} items=${[[t('At random'), () => change(randomGame(game))], [t('Open a file…'), () => openFile('.nfg,.csv,.tsv,.txt,.json,text/*', take)],
  [t('Copy as a table'), () => copy(asTable(game))], [t('Copy as JSON'), () => copy(JSON.stringify(problemOf(game)))]]} />`;

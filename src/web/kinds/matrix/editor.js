// The editor of a game: payoffs typed into a table, pasted from a spreadsheet, or an example.
import { copy } from '../../app/ui/copy.js';
import { curl } from '../../app/net/curl.js';
import { cls, html, useSignal } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';
import { toast } from '../../app/ui/toast.js';
import { useBusy } from '../../parts/busy.js';
import { Field } from '../../parts/field.js';
import { openFile, useIntake } from '../../parts/intake.js';
import { Menu } from '../../parts/menu.js';
import { useHistory } from '../../parts/history.js';
import { examples } from './examples.js';
import { EDITED, fill, gameOf, problemOf, randomGame, readGame, reform, resize, setEntry, setName } from './game.js';
import { entry, read, value } from './number.js';
import { Story } from './story.js';
import './matrix.css';

const forms = () => [['bimatrix', t('Two players, each with payoffs')], ['zero_sum', t('Zero-sum')], ['decision', t('Against nature')]];

// ---- the table ----

// Moves to the next cell in a column by the arrows up and down.
function step(event) {
  const by = { ArrowUp: -1, ArrowDown: 1, Enter: 1 }[event.key];
  if (!by) return;
  event.preventDefault();
  const { target } = event, { which, i, j } = target.dataset, next = target.closest('table').querySelector(`[data-which="${which}"][data-i="${Number(i) + by}"][data-j="${j}"]`);
  if (next) { next.focus(); next.select(); } else target.blur();
}

function Cell({ game, which, i, j, change }) {
  const bad = useSignal(false), label = `${which === 'a' ? game.players[0] || (game.form === 'decision' ? t('payoff') : t('row player')) : game.players[1] || t('column player')}: ${game.rows[i]}, ${game.cols[j]}`;
  const commitCell = ({ target }) => {
    bad.value = !read(target.value);
    if (!bad.value) change(setEntry(game, which, i, j, entry(target.value)));
  };
  const paste = (event) => {
    const text = event.clipboardData?.getData('text') ?? '';
    if (!/[\t\n]/.test(text.trim())) return;
    const filled = fill(game, which, i, j, text);
    event.preventDefault();
    if (filled) change(filled);
    else toast(t('No payoffs found in this text.'), { bad: true });
  };
  return html`<input class=${cls('payoff num', which === 'a' ? 'row-player' : 'col-player')} type="text" inputmode="text" size="4" autocomplete="off" spellcheck=${false} value=${String(game[which][i][j])}
    data-which=${which} data-i=${i} data-j=${j} aria-label=${label} aria-invalid=${bad.value ? 'true' : undefined} onChange=${commitCell} onPaste=${paste} onKeyDown=${step} onFocus=${({ target }) => target.select()} />`;
}

function Name({ game, which, i, change }) {
  const bad = useSignal(false);
  const commitCell = ({ target }) => {
    const next = setName(game, which, i, target.value);
    bad.value = !next;
    if (next) change(next);
  };
  const label = which === 'rows' ? t('Name of row {n}', { n: i + 1 }) : t('Name of column {n}', { n: i + 1 });
  return html`<input class=${cls('name', which === 'rows' ? 'row-player' : 'col-player')} type="text" size="8" autocomplete="off" spellcheck=${false} value=${game[which][i]} aria-label=${label} aria-invalid=${bad.value ? 'true' : undefined} onChange=${commitCell} />`;
}

function Table({ game, change }) {
  return html`<div class="scroll" tabindex="0" role="region" aria-label=${t('Payoffs')}><table class="game typed"><thead><tr><td></td>${game.cols.map((_, j) => html`<th scope="col" key=${j}><${Name} game=${game} which="cols" i=${j} change=${change} /></th>`)}</tr></thead>
    <tbody>${game.rows.map((_, i) => html`<tr key=${i}><th scope="row"><${Name} game=${game} which="rows" i=${i} change=${change} /></th>
      ${game.cols.map((__, j) => html`<td key=${j}><span class="pair"><${Cell} game=${game} which="a" i=${i} j=${j} change=${change} />${game.form === 'bimatrix' && html`<${Cell} game=${game} which="b" i=${i} j=${j} change=${change} />`}</span></td>`)}</tr>`)}</tbody></table></div>`;
}

// ---- the parts beside it ----

function Shape({ game, change }) {
  const side = (label, count, make) => html`<label>${label} <input type="number" class="narrow" min="1" max=${EDITED} value=${count}
    onChange=${({ target }) => { if (target.validity.valid && target.value) change(make(Number(target.value))); }} /></label>`;
  return html`<div class="row"><label>${t('Kind of game')} <select onChange=${({ target }) => change(reform(game, target.value))}>${forms().map(([id, name]) => html`<option key=${id} value=${id} selected=${id === game.form}>${name}</option>`)}</select></label>
    ${side(game.form === 'decision' ? t('Acts') : t('Rows'), game.rows.length, (count) => resize(game, count, game.cols.length))}
    ${side(game.form === 'decision' ? t('States') : t('Columns'), game.cols.length, (count) => resize(game, game.rows.length, count))}</div>`;
}

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

// A button for each game of the lecture notes.
const Examples = ({ set }) => html`<div class="row examples" role="group" aria-label=${t('Examples')}>${examples.map(({ id, name, problem }) => html`<button type="button" class="second" key=${id} onClick=${() => set(problem)}>${t(name)}</button>`)}</div>`;

function Sharing({ problem, game, change, importText }) {
  return html`<div class="row tight">
    <button type="button" class="quiet" onClick=${() => change(randomGame(game))}>${t('At random')}</button>
    <button type="button" class="quiet" onClick=${() => openFile('.nfg,.csv,.tsv,.txt,.json,text/*', importText)}>${t('Open a file…')}</button>
    <${Menu} name=${t('Copy')} items=${[[t('as a table'), () => copy(asTable(game))], [t('as JSON'), () => copy(JSON.stringify(problem.value))],
      [t('as curl'), () => copy(curl({ method: 'POST', url: `${location.origin}/v1/matrix`, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(problem.value) }))]]} /></div>`;
}

// Writes the table for a spreadsheet, with names.
const asTable = ({ rows, cols, a, b }) => [['', ...cols], ...rows.map((name, i) => [name, ...cols.map((_, j) => (b ? `${a[i][j]}, ${b[i][j]}` : a[i][j]))])].map((line) => line.join('\t')).join('\n');

export function Editor({ problem, submit }) {
  const past = useHistory(problem), [busy, post] = useBusy(submit);
  const game = gameOf(problem.value) ?? gameOf(examples[0].problem), change = (next) => past.change(problemOf(next));
  const importText = (text) => {
    const found = readGame(text);
    if (!found) return toast(t('No payoffs found in this text.'), { bad: true });
    return change(found);
  };
  useIntake(importText);
  const keydown = (event) => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z' || event.target.closest('input')?.value !== event.target.closest('input')?.defaultValue) return;
    event.preventDefault();
    (event.shiftKey ? past.redo : past.undo)();
  };
  const small = game.rows.length <= EDITED && game.cols.length <= EDITED;
  return html`<div class="matrix editor" onKeyDown=${keydown}>
    <div><${Shape} game=${game} change=${change} />
      ${small ? html`<${Table} game=${game} change=${change} />` : html`<p class="notice">${t('{rows} × {cols} strategies are too many to be typed here; they can be solved as they are.', { rows: number(game.rows.length), cols: number(game.cols.length) })}</p>`}
      <p class="hint">${game.form === 'bimatrix' ? t('Each cell has the payoff of the row player, then that of the column player. Fractions such as 1/3 are exact.') : t('Fractions such as 1/3 are exact.')} ${t('A block of a spreadsheet can be pasted into any cell, a whole table or a .nfg file anywhere.')}</p></div>
    <div class="side"><${Story} game=${game} />
      ${game.form === 'decision' ? html`<${Chances} game=${game} change=${change} />` : html`<${Players} game=${game} change=${change} />`}
      <div class="row"><button type="button" aria-busy=${busy} onClick=${() => post(problem.peek())}>${t('Solve')}</button></div>
      <div class="row tight"><button type="button" class="quiet" aria-disabled=${!past.past.length} onClick=${past.undo}>↶ ${t('Undo')}</button>
        <button type="button" class="quiet" aria-disabled=${!past.future.length} onClick=${past.redo}>↷ ${t('Redo')}</button></div>
      <${Sharing} problem=${problem} game=${game} change=${change} importText=${importText} /></div>
    <div class="games"><h2>${t('Games of the lecture notes')}</h2><${Examples} set=${past.change} /></div>
  </div>`;
}

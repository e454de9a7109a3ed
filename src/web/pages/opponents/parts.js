// What the list and the page of an opponent share: errors, and the dialogs that make and remove an opponent.
import { html, useEffect, useId, useRef, useSignal } from '../../app/dom.js';
import { number, t } from '../../app/i18n.js';
import { kindName } from '../../app/kinds.js';
import { kinds } from '../../app/net/api.js';
import { go } from '../../app/router.js';
import { Dialog, shut } from '../../app/ui/dialog.js';
import { attempt, toast } from '../../app/ui/toast.js';
import { create, importText, remove } from './calls.js';
import { GAMES, ofKind } from './of_kind.js';

export const Refusal = ({ error, children }) => html`<div class="notice bad refusal" role="alert"><span>${t(error.detail ?? error.message)}${error.pointer && html` <code>${error.pointer}</code>`}</span>${children}</div>`;

// Who or what is learnt: the player's name, the game, or undefined.
export const subjectOf = ({ settings: { player, game, efg } = {} }) => player ?? (game ? (GAMES[game] ? t(GAMES[game]) : game) : efg && 'EFG');

// Makes an opponent of an exported one and opens it.
export const takeImport = (text) => attempt(async () => {
  const { id, name } = await importText(text);
  toast(t('{name} is imported.', { name }));
  go(['opponents', id]);
});

// t('Player in the hands') t('Game')
const NAMES = { player: 'Player in the hands', game: 'Game' };
const HINTS = { player: /* t */ 'Their name in the hands; all players together if empty.' };

function Setting({ name, values }) {
  const hint = HINTS[name], id = useId();
  return html`<div class="field"><label for=${id}>${t(NAMES[name])}</label>
    ${values ? html`<select name=${name} id=${id}>${values.map((value) => html`<option key=${value} value=${value}>${GAMES[value] ? t(GAMES[value]) : value}</option>`)}</select>`
    : html`<input name=${name} id=${id} autocomplete="off" spellcheck=${false} aria-describedby=${hint && `${id}-hint`} />`}
    ${hint && html`<span class="hint" id=${`${id}-hint`}>${t(hint)}</span>`}</div>`;
}

export function Create({ onClose }) {
  const known = useSignal(null), chosen = useSignal(''), failed = useSignal(null), busy = useSignal(false), form = useRef();
  useEffect(() => { kinds().then((found) => { known.value = found.filter(({ learns }) => learns); }, (problem) => { failed.value = problem; }); }, []);
  useEffect(() => { if (known.value?.length) form.current.elements.name.focus(); }, [known.value]);
  const kind = known.value?.find((one) => one.kind === chosen.value) ?? known.value?.[0];
  const save = async (event) => {
    event.preventDefault();
    if (busy.value) return;
    const { name, ...given } = Object.fromEntries([...new FormData(form.current)].map(([key, value]) => [key, value.trim()]));
    const settings = Object.fromEntries(ofKind(kind.kind).settings.map((one) => [one.name, given[one.name]]).filter(([, value]) => value));
    busy.value = true;
    try {
      const made = await create({ kind: kind.kind, name, ...(Object.keys(settings).length && { settings }) });
      go(['opponents', made.id]);
    } catch (problem) {
      failed.value = problem;
    }
    busy.value = false;
  };
  return html`<${Dialog} class="opp-dialog" title=${t('New opponent')} onClose=${onClose}>
    <form ref=${form} onSubmit=${save}>
      ${known.value?.length === 0 && html`<p class="notice warn">${t('No kind of this server learns.')}</p>`}
      <label class="field">${t('Kind')}<select disabled=${!kind} value=${kind?.kind} onChange=${({ target }) => { chosen.value = target.value; }}>
        ${(known.value ?? []).map((one) => html`<option key=${one.kind} value=${one.kind}>${kindName(one.kind)}</option>`)}</select></label>
      <label class="field">${t('Name')}<input name="name" required maxlength="100" autocomplete="off" /></label>
      ${ofKind(kind?.kind ?? 'holdem').settings.map((one) => html`<${Setting} key=${`${kind?.kind} ${one.name}`} ...${one} />`)}
      ${failed.value && html`<${Refusal} error=${failed.value} />`}
      <div class="row end"><button type="button" class="quiet" onClick=${shut}>${t('Cancel')}</button><button disabled=${!kind || busy.value}>${t('Create')}</button></div>
    </form><//>`;
}

// Confirms that an opponent is removed, because it cannot be undone.
export function Remove({ opponent, onClose, onGone }) {
  const { id, name, hands } = opponent, failed = useSignal(null);
  const act = async (event) => {
    const button = event.currentTarget;
    try {
      await remove(id);
    } catch (problem) {
      if (problem.status !== 404) { failed.value = problem; return; }
    }
    button.closest('dialog').close();
    toast(t('{name} is deleted.', { name }));
    onGone();
  };
  return html`<${Dialog} class="opp-dialog" title=${t('Delete {name}?', { name })} onClose=${onClose}>
    <p>${hands ? t('What was learnt from {n} hands is lost. An export keeps it.', { n: number(hands) }) : t('It has learnt nothing yet.')}</p>
    ${failed.value && html`<${Refusal} error=${failed.value} />`}
    <div class="row end"><button type="button" class="quiet" onClick=${shut}>${t('Cancel')}</button><button type="button" class="bad" onClick=${act}>${t('Delete')}</button></div><//>`;
}

// What the list and the page of a model share: upload, and the dialogs that rename and remove one.
import { html, useSignal } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { go } from '../../app/router.js';
import { Dialog, shut } from '../../app/ui/dialog.js';
import { saveText } from '../../app/ui/save.js';
import { attempt, toast } from '../../app/ui/toast.js';
import { modelName } from '../../kinds/hex/nets.js';
import { download, remove, rename, upload } from './calls.js';

export const Refusal = ({ error, children }) => html`<div class="notice bad" role="alert">${t(error.detail ?? error.message)} ${children}</div>`;

const nameOfFile = (name) => name.replace(/\.[^.]*$/, '') || name;

// Asks for a file and makes a model of it.
export function chooseFile() {
  const input = Object.assign(document.createElement('input'), { type: 'file' });
  input.addEventListener('change', () => attempt(async () => {
    const [file] = input.files, { id, name } = await upload(file, nameOfFile(file.name));
    toast(t('{name} is uploaded.', { name }));
    go(['models', id]);
  }));
  input.click();
}

export const save = ({ id, name }, format) => attempt(async () => saveText(await download(id, format), `${name.replace(/[^\p{L}\d]+/gu, '-').slice(0, 60)}.${format === 'net' ? 'net' : 'ckpt'}`, 'application/octet-stream'));

export function Rename({ model, onClose, onDone }) {
  const name = useSignal(model.name), fault = useSignal(null);
  const run = async (event) => {
    event.preventDefault();
    const dialog = event.target.closest('dialog');
    try {
      onDone(await rename(model.id, name.peek().trim()));
      dialog.close();
    } catch (error) {
      fault.value = error;
    }
  };
  return html`<${Dialog} title=${t('Rename')} onClose=${onClose}><form onSubmit=${run}>
    <label class="field">${t('Name')}<input required maxlength="200" autocomplete="off" value=${name.value} onInput=${({ target }) => { name.value = target.value; }} /></label>
    ${fault.value && html`<${Refusal} error=${fault.value} />`}
    <div class="row end"><button type="button" class="quiet" onClick=${shut}>${t('Cancel')}</button><button>${t('Rename')}</button></div></form><//>`;
}

// Confirms that a model is removed, because it cannot be undone.
export function Remove({ model, onClose, onGone }) {
  const run = (event) => { shut(event); attempt(async () => { await remove(model.id); toast(t('{name} is deleted.', { name: modelName(model) })); onGone(); }); };
  return html`<${Dialog} title=${t('Delete {name}?', { name: modelName(model) })} onClose=${onClose}><p>${t('A download keeps it. Games and trainings that name it cannot go on with it.')}</p>
    <div class="row end"><button type="button" class="second" onClick=${shut}>${t('Cancel')}</button><button type="button" class="bad" onClick=${run}>${t('Delete')}</button></div><//>`;
}

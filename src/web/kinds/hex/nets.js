// The models of the server as networks to choose from. The list is fetched when the first choice is drawn, and again for each
// further one, because trainings end meanwhile.
import { html, signal, useEffect } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { summaryOf } from '../../app/kinds.js';
import { get } from '../../app/net/api.js';
import { short } from '../../app/state.js';

const MOST = 100;
const found = signal([]); // models of Hex, without the one of the program

const load = () => get(`/v1/models?kind=hex&limit=${MOST}`).then(({ models }) => { found.value = models.filter(({ id }) => id !== 'default'); }, () => {});

// The name of a model in the language of the page, if it is the one that its training gave it.
export const modelName = ({ id, kind, name }) => (id === 'default' ? t('the network of the program') : summaryOf({ kind, summary: name }) ?? name);

// value: the id of a model or of a training, undefined: the network of the program; given: the problem has a network itself;
// none: the name of the first choice; change(id or undefined)
export function NetChoice({ label = t('Network'), value, given, none = t('the network of the program'), change }) {
  useEffect(() => { load(); }, []);
  const known = found.value.some(({ id }) => id === value), own = given && value === undefined;
  return html`<label>${label} <select class="hex-net" onChange=${({ target }) => change(target.value || undefined)}>
    ${own && html`<option value="given" selected disabled>${t('the one of this question')}</option>`}
    <option value="" selected=${!own && value === undefined}>${none}</option>
    ${value !== undefined && !known && html`<option key=${value} value=${value} selected>${value === 'default' ? t('the network of the program') : t('training {id}', { id: short(value) })}</option>`}
    ${found.value.map((model) => html`<option key=${model.id} value=${model.id} selected=${model.id === value}>${modelName(model)}</option>`)}</select></label>`;
}

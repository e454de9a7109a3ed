// The models of the server as networks to choose from, and by name. The list is fetched when the first choice is drawn, and again
// for each further one, because trainings end meanwhile.
import { html, signal, useEffect } from '../../app/dom.js';
import { t } from '../../app/i18n.js';
import { summaryOf } from '../../app/kinds.js';
import { get } from '../../app/net/api.js';
import { link } from '../../app/router.js';
import { short } from '../../app/state.js';

const MOST = 100;
const found = signal([]); // models of Hex; the first one is that of the program

const load = () => get(`/v1/models?kind=hex&limit=${MOST}`).then(({ models }) => { found.value = models; }, () => {});

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
    ${found.value.filter(({ id }) => id !== 'default').map((model) => html`<option key=${model.id} value=${model.id} selected=${model.id === value}>${modelName(model)}</option>`)}</select></label>`;
}

// The network that an engine played with: the name of its model as a link, or the digest that results have if no model has it.
// net: the digest; model: the id of a model or of a training, where it is known instead
export function NetName({ net, model }) {
  const known = found.value.find(({ id, net: digest }) => (net ? digest === net : id === model));
  useEffect(() => { if (!known) load(); }, [net, model]);
  if (known) return html`<a href=${link(['models', known.id])}>${modelName(known)}</a>`;
  return net ? html`<code title=${t('No model has this network now.')}>${net}</code>` : html`<a href=${link(['jobs', model])}>${t('training {id}', { id: short(model) })}</a>`;
}

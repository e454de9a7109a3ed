// One model: what it is, the curve of its training, and what can be done with it.
import { html, useEffect, useSignal } from '../../app/dom.js';
import { clock, duration, number, t } from '../../app/i18n.js';
import { go, link } from '../../app/router.js';
import { Menu } from '../../parts/menu.js';
import { NetChoice, modelName } from '../../kinds/hex/nets.js';
import { Curve } from '../../kinds/hex/training/curve.js';
import { continued, lossesOf, ratesOf } from '../../kinds/hex/training/points.js';
import { referenceName } from '../../kinds/hex/training/words.js';
import { one } from './calls.js';
import { playAt } from './list.js';
import { Remove, Rename, save } from './parts.js';
import { boardOf, netOf, ofProgram, sizeOf, strengthOf, trainedOn } from './words.js';

const MORE = 10; // minutes that "Train further" proposes

// The form of a training that goes on from this model.
function furtherAt({ id, training }) {
  return link(['hex'], { p: JSON.stringify(training ? continued(training.train, id, MORE, training.cpu_s) : { train: { seconds: 60 * MORE }, model: id }) });
}

function Facts({ model }) {
  const { job, checkpoint, sha256, created_at: when, training } = model;
  const facts = [[t('Network'), netOf(model)], [t('Size'), sizeOf(model)], training && [t('Trained on'), trainedOn(training)], training && [t('Gradient steps'), number(training.step)], training && [t('Games'), number(training.games)],
    training && [t('Processor time'), duration(1000 * training.cpu_s)], training && [t('Wins against tree search, %'), strengthOf(training)], when && [t('Made'), clock(when)],
    job && [t('Training'), html`<a href=${link(['jobs', job])}>${checkpoint === 'best' ? t('its best network') : t('its latest network')}</a>`], ['SHA-256', html`<code title=${sha256}>${sha256.slice(0, 16)}…</code>`]].filter(Boolean);
  return html`<dl class="numbers">${facts.map(([name, value]) => html`<div key=${name}><dt>${name}</dt><dd class="num">${value}</dd></div>`)}</dl>`;
}

function Actions({ model, rename, remove }) {
  const { id, training } = model, other = useSignal(undefined), own = !ofProgram(model);
  const more = [...(own ? [[t('Download the checkpoint'), () => save(model, 'checkpoint')]] : []), [t('Download the net'), () => save(model, 'net')], ...(own ? [[t('Rename…'), rename], [t('Delete…'), remove]] : [])];
  return html`<div class="row"><a class="button" href=${playAt(id, training)}>${t('Play against it')}</a>
      <a class="button second" href=${link(['games'], { game: 'hex', size: boardOf(training), model: id })}>${t('A game that lasts')}</a>
      ${own && html`<a class="button second" href=${furtherAt(model)}>${t('Train further')}</a>`}<${Menu} name=${t('More')} items=${more} /></div>
    <div class="row"><${NetChoice} label=${t('Compare with')} value=${other.value} change=${(chosen) => { other.value = chosen; }} /><a class="button second" href=${link(['models'], { a: id, b: other.value ?? 'default' })}>${t('Compare')}</a></div>`;
}

export function One({ id }) {
  const model = useSignal(null), fault = useSignal(null), dialog = useSignal('');
  useEffect(() => { one(id).then((found) => { model.value = found; }, (error) => { fault.value = error; }); }, [id]);
  if (fault.value) return html`<div class="models-empty"><h1>${fault.value.status === 404 ? t('There is no such model') : t('This model cannot be shown')}</h1><p>${fault.value.status === 404 ? t('It was deleted, or the address is wrong.') : t(fault.value.message)}</p><a class="button" href=${link(['models'])}>${t('To the models')}</a></div>`;
  if (!model.value) return html`<h1>${t('Model')}</h1><p class="muted" role="status">${t('Loading…')}</p>`;
  const curve = model.value.training?.curve ?? [], close = () => { dialog.value = ''; };
  return html`<article class="models-one"><h1><a href=${link(['models'])}>${t('Models')}</a> <span aria-hidden="true">›</span> ${modelName(model.value)}</h1>
    ${ofProgram(model.value) && html`<p class="muted">${t('It is part of the program. Engines that name no model play with it.')}</p>`}
    <${Actions} model=${model.value} rename=${() => { dialog.value = 'rename'; }} remove=${() => { dialog.value = 'remove'; }} />
    <${Facts} model=${model.value} />
    ${curve.length > 0 && html`<section class="panel" aria-labelledby="models-curve"><h2 id="models-curve">${t('The curve of its training')}</h2>
      <${Curve} label=${t('Win rates of the training')} rates=${['uct', 'resistance', 'best'].map((name) => ({ name: t('against {player}', { player: referenceName(name) }), points: ratesOf(curve, name) }))} losses=${[{ name: t('Loss'), points: lossesOf(curve) }]} /></section>`}
    ${dialog.value === 'rename' && html`<${Rename} model=${model.value} onClose=${close} onDone=${(renamed) => { model.value = { ...model.value, ...renamed }; }} />`}
    ${dialog.value === 'remove' && html`<${Remove} model=${model.value} onClose=${close} onGone=${() => go(['models'])} />`}</article>`;
}

// The list of models, and the trainings that run.
import { html, useSignal } from '../../app/dom.js';
import { useEvery } from '../../app/every.js';
import { ago, clock, number, t } from '../../app/i18n.js';
import { link } from '../../app/router.js';
import { short } from '../../app/state.js';
import { now } from '../../app/tick.js';
import { modelName } from '../../kinds/hex/nets.js';
import { bestPoint, ratesOf, shareDone } from '../../kinds/hex/training/points.js';
import { percent } from '../../kinds/hex/opinion.js';
import { phaseWords, rateWords } from '../../kinds/hex/training/words.js';
import { list, trainings } from './calls.js';
import { Refusal, Remove, chooseFile } from './parts.js';
import { boardOf, netOf, ofProgram, sizeOf, strengthOf, trainedOn } from './words.js';

const EVERY = 5000; // ms between polls
const FEW = 50, MOST = 500; // models shown at first, and of one reply

export const playAt = (id, training) => link(['hex'], { p: JSON.stringify({ size: boardOf(training), engine: 'dqn+search', ...(id !== 'default' && { model: id }) }), bot: 'w' });

function Row({ model, ask }) {
  const { id, created_at: when, training } = model;
  return html`<tr><th scope="row"><a href=${link(['models', id])}>${modelName(model)}</a><small class="muted">${netOf(model)} · ${sizeOf(model)}</small></th>
    <td class="models-of">${trainedOn(training)}${training?.step > 0 && html`<small class="muted">${t('{count} steps', { count: number(training.step) })}</small>`}</td><td class="num">${strengthOf(training)}</td>
    <td class="right models-when">${when ? html`<time datetime=${when} title=${clock(when)}>${ago(when, now.value)}</time>` : '–'}</td>
    <td class="right"><a class="button second" href=${playAt(id, training)} aria-label=${t('Play Hex against {name}', { name: modelName(model) })}>${t('Play Hex')}</a></td>
    <td class="right">${!ofProgram(model) && html`<button type="button" class="quiet" aria-label=${t('Delete {name}', { name: modelName(model) })} onClick=${() => ask(model)}>✕</button>`}</td></tr>`;
}

const Table = ({ models, ask }) => html`<div class="scroll panel models-list" role="region" aria-label=${t('Models')} tabindex="0"><table>
  <thead><tr><th scope="col">${t('Name')}</th><th scope="col" class="models-of">${t('Trained on')}</th><th scope="col">${t('Wins against tree search, %')}</th><th scope="col" class="right models-when">${t('Made')}</th><th colspan="2"><span class="visually-hidden">${t('Actions')}</span></th></tr></thead>
  <tbody>${models.map((model) => html`<${Row} key=${model.id} model=${model} ask=${ask} />`)}</tbody></table></div>`;

function Running({ job: { id, progress } }) {
  const point = bestPoint(progress), [rate] = point ? ratesOf([point], 'uct') : [], share = shareDone(progress);
  return html`<li class="panel"><a href=${link(['jobs', id])}>${t('Training {id}', { id: short(id) })}</a> <span class="muted num">${[phaseWords(progress.phase), t('Step {step}.', { step: number(progress.step) }), share !== undefined && t('{n} % done.', { n: percent(share) }), rate && t('Against tree search: {rate}.', { rate: rateWords(rate) })].filter(Boolean).join(' ')}</span></li>`;
}

export function List() {
  const found = useSignal(null), running = useSignal([]), failed = useSignal(null), removing = useSignal(null), limit = useSignal(FEW);
  const ask = async () => {
    try {
      [found.value, running.value] = await Promise.all([list(limit.peek()), trainings()]);
      failed.value = null;
    } catch (problem) {
      failed.value = problem;
    }
  };
  useEvery(EVERY, ask);
  const { models, next } = found.value ?? {};
  return html`<div class="row models-title"><h1 class="grow">${t('Models')}</h1><span class="row"><button type="button" class="second" onClick=${chooseFile}>${t('Upload…')}</button>
      ${models?.length > 1 && html`<a class="button second" href=${link(['models'], { a: models[1].id, b: models[2]?.id ?? 'default' })}>${t('Compare two')}</a>`}
      <a class="button" href=${link(['hex'], { p: JSON.stringify({ train: { size: 7, seconds: 600 } }) })}>${t('Train a player')}</a></span></div>
    <p class="muted">${t('A model is a network that a training has made. It plays Hex, alone or with search.')} <a href="docs/http/models">${t('Docs')}</a></p>
    ${failed.value?.status > 0 && html`<${Refusal} error=${failed.value}><button type="button" class="second" onClick=${ask}>${t('Try again')}</button><//>`}
    ${!models && !failed.value && html`<p class="muted" role="status">${t('Loading…')}</p>`}
    ${running.value.length > 0 && html`<section aria-labelledby="models-running"><h2 id="models-running">${t('Trainings that run')}</h2><ul class="models-running">${running.value.map((job) => html`<${Running} key=${job.id} job=${job} />`)}</ul></section>`}
    ${models && html`<${Table} models=${models} ask=${(model) => { removing.value = model; }} />`}
    ${models?.length === 1 && html`<p class="muted">${t('The network of the program is there already. Train one of your own: the first takes some minutes.')}</p>`}
    ${next && limit.value < MOST && html`<button type="button" class="second" onClick=${() => { limit.value = MOST; ask(); }}>${t('Show more')}</button>`}
    ${removing.value && html`<${Remove} model=${removing.value} onClose=${() => { removing.value = null; }} onGone=${ask} />`}`;
}
